"""Rights that a program could gain, and settings of the machine."""

from typing import Final

from tests.harness.sandbox.escapes.way import SYSTEM_CALL, Escape, calls

RIGHTS: Final = {
    "a namespace": Escape(calls(272, 97, 0x10000000), "unshare"),
    "a namespace of another": Escape(calls(308, 268, 0, 0), "setns"),
    "a process in a new namespace": Escape(
        SYSTEM_CALL + "pid = call(56, 220, 0x10000011, 0, 0, 0, 0)\n"
        "if pid == 0: os._exit(0)\nassert pid > 0",
        "a new namespace",
    ),
    "a process in a new namespace, by clone3": Escape(
        SYSTEM_CALL + "import struct\n"
        "pid = call(435, 435, struct.pack('11Q', 0x10000000, *[0] * 3, 17, *[0] * 6), 88)\n"
        "if pid == 0: os._exit(0)\nassert pid > 0",
        "a new namespace",
    ),
    "a process with another clock": Escape(
        SYSTEM_CALL + "import struct\n"
        "pid = call(435, 435, struct.pack('11Q', 0x80, *[0] * 3, 17, *[0] * 6), 88)\n"
        "if pid == 0: os._exit(0)\nassert pid > 0",
        "a new namespace",
    ),
    "a file in memory": Escape(
        "import os\nfile = os.memfd_create('x')\nos.write(file, b'#!/bin/sh\\necho out\\n')\n"
        "os.execve(file, ['x'], {})",
        "memfd_create",
    ),
    "a secret in memory": Escape(calls(447, 447, 0), "memfd_secret"),
    "a system call of long numbers": Escape(calls(0x40000027, 0x40000027), "32 bits"),
    "a tree to mount": Escape(calls(467, 467, -100, "b'.'", 0, 0, 0), "open_tree_attr"),
    "another discipline of its terminal": Escape(
        "import fcntl; fcntl.ioctl(0, 0x5423, bytes([27, 0, 0, 0]))",
        "the system call ioctl",
    ),
    "a terminal of its own": Escape("import os; os.openpty()", "ptmx"),
    "the log of the kernel, by a file": Escape("open('/dev/kmsg', 'w').write('x')", "/dev/kmsg"),
    "a program that it has written": Escape(
        "import os\nname = os.environ['TMPDIR'] + '/x'\n"
        "with open(name, 'w') as file: file.write('#!../program\\n')\n"
        "os.chmod(name, 0o700); os.execv(name, ['x'])",
        "a program that it has written",
    ),
    "a program that it has written to /tmp": Escape(
        "import os\nwith open('/tmp/x', 'w') as file: file.write('#!/bin/true\\n')\n"
        "os.chmod('/tmp/x', 0o700); os.execv('/tmp/x', ['x'])",
        "a program that it has written",
    ),
    "its standard error as a program": Escape(
        "import os\nos.write(2, b'#!/bin/sh\\necho out\\n'); os.execve(2, ['x'], {})",
        "a program that it has written",
    ),
    "a program without a name": Escape(
        "import os\nfile = os.open(os.environ['TMPDIR'], os.O_TMPFILE | os.O_RDWR, 0o700)\n"
        "os.write(file, b'#!/bin/sh\\necho out\\n')\n"
        "file = os.open(f'/proc/self/fd/{file}', os.O_RDONLY)\n"
        "os.execve(file, ['x'], {})",
        "a program that it has written",
    ),
    "a watcher of its own": Escape(
        SYSTEM_CALL + "import struct\n"
        "code = ctypes.create_string_buffer(struct.pack('HBBI', 6, 0, 0, 0x7FFF0000))\n"
        "filter = struct.pack('HxxxxxxP', 1, ctypes.addressof(code))\n"
        "assert call(317, 277, 1, 8, filter) >= 0",
        "the system call seccomp",
    ),
    "what a namespace belongs to": Escape(
        "import fcntl, os; fcntl.ioctl(os.open('/proc/self/ns/uts', os.O_RDONLY), 0xB701)",
        "the system call ioctl",
    ),
    "rings of the kernel": Escape(calls(425, 425, 1, "bytes(120)"), "io_uring_setup"),
    "page faults": Escape(calls(323, 282, 1), "userfaultfd"),
    "files by handle": Escape(calls(304, 265, 0, "bytes(64)", 0), "open_by_handle_at"),
    "the handle of a file": Escape(
        calls(303, 264, -100, "b'.'", "bytes(64)", "bytes(8)", 0), "name_to_handle_at"
    ),
    "programs for the kernel": Escape(calls(321, 280, 0, "bytes(64)", 64), "bpf"),
    "counters": Escape(calls(298, 241, "bytes(112)", 0, -1, -1, 0), "perf_event_open"),
    "a mount": Escape(calls(165, 40, "b'x'", "b'/'", "b'tmpfs'", 0, 0), "mount"),
    "another root": Escape("import os; os.chroot('.')", "chroot"),
    "the clock": Escape("import time; time.clock_settime(0, 0)", "clock_settime"),
    "the pace of the clock": Escape(calls(305, 266, 0, "bytes(512)"), "clock_adjtime"),
    "the name of the machine": Escape("import socket; socket.sethostname('x')", "sethostname"),
    "the log of the kernel": Escape(calls(103, 116, 3, "bytes(64)", 64), "syslog"),
    "news of all files": Escape(calls(300, 262, 0, 0), "fanotify_init"),
    "the name of the machine's domain": Escape(calls(171, 162, "b'x'", 1), "setdomainname"),
    "a hang-up of its terminal": Escape(calls(153, 58), "vhangup"),
    "another hang-up of its terminal": Escape(
        "import fcntl; fcntl.ioctl(0, 0x5437)", "the system call ioctl"
    ),
    "what the machine's console prints": Escape(
        "import fcntl; fcntl.ioctl(0, 0x541D)", "the system call ioctl"
    ),
    "a lock on how its terminal is set": Escape(
        "import fcntl; fcntl.ioctl(0, 0x5457, bytes(60))", "the system call ioctl"
    ),
    "a module of the kernel": Escape(calls(313, 273, 0, "b''", 0), "finit_module"),
    "a file system": Escape(calls(430, 430, "b'tmpfs'", 0), "fsopen"),
    "a copy of a mount": Escape(calls(428, 428, -100, "b'.'", 1), "open_tree"),
    "the pace of the clock, by an older call": Escape(calls(159, 171, "bytes(512)"), "adjtimex"),
}
