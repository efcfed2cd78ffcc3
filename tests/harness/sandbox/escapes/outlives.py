"""What outlives a run, so that another run could read it."""

from typing import Final

from tests.harness.sandbox.escapes.way import MAPPED, PAIR, STAMP, SYSTEM_CALL, Escape, calls

OUTLIVES: Final = {
    "System V shared memory": Escape(calls(29, 194, 7, 4096, 0o1666), "shmget"),
    "System V queue": Escape(calls(68, 186, 7, 0o1666), "msgget"),
    "System V semaphore": Escape(calls(64, 190, 7, 1, 0o1666), "semget"),
    "POSIX queue": Escape(calls(240, 180, "b'q'", 0o102, 0o666, 0), "mq_open"),
    "a key": Escape(calls(248, 217, "b'user'", "b'g'", "b'x'", 1, -4), "add_key"),
    "a link in the place of a temporary file": Escape(
        "import os; os.symlink('x', '/tmp/golfproof')", "/tmp/golfproof"
    ),
    "a temporary file of others": Escape(
        "import os; os.rename(__file__, '/tmp/golfproof')", "my.py"
    ),
    "a device among temporary files": Escape(
        "import os; os.mknod('/dev/golfproof', 0o20666, 0x103)", "/dev/golfproof"
    ),
    "a file beside it": Escape("open('left', 'w')", "left"),
    "a file without a name": Escape("import os; os.open('.', os.O_TMPFILE | os.O_RDWR)", ""),
    "a folder": Escape("import os; os.mkdir('left')", "left"),
    "a link": Escape("import os; os.symlink('x', 'left')", "left"),
    "a named pipe": Escape("import os; os.mkfifo('left')", "left"),
    "a time stamp": Escape("import os; os.utime(__file__, (1, 1))", "my.py"),
    "a time stamp by descriptor": Escape(STAMP + "os.utime(own, (1, 1))", "my.py"),
    "a mode": Escape("import os; os.chmod(__file__, 0o600)", "my.py"),
    "a mode by descriptor": Escape(STAMP + "os.fchmod(own, 0o600)", "my.py"),
    "an owner": Escape("import os; os.chown(__file__, -1, os.getgid())", "my.py"),
    "an attribute": Escape("import os; os.setxattr(__file__, 'user.a', b'1')", "my.py"),
    "an attribute by descriptor": Escape(STAMP + "os.setxattr(own, 'user.a', b'1')", "my.py"),
    "flags of a file": Escape(
        STAMP + "import fcntl, struct; fcntl.ioctl(own, 0x40086602, struct.pack('l', 0x80))",
        "the system call ioctl",
    ),
    "a time stamp of a device": Escape("import os; os.utime('/dev/null')", "/dev/null"),
    "a name of its own source": Escape("import os; os.rename(__file__, 'x')", "my.py"),
    "its own source, removed": Escape("import os; os.unlink(__file__)", "my.py"),
    "its own source, cut": Escape("import os; os.truncate(__file__, 0)", "my.py"),
    "a second name of its source": Escape("import os; os.link(__file__, 'left')", ""),
    "a mode by its own descriptor's name": Escape(
        STAMP + "os.chmod(f'/proc/self/fd/{own}', 0o600)", "my.py"
    ),
    "a time stamp of its interpreter": Escape(
        "import os, sys; os.utime(os.path.realpath(sys.executable), (1, 1))", "python"
    ),
    "an attribute of its interpreter": Escape(
        "import os, sys; os.setxattr(os.path.realpath(sys.executable), 'user.a', b'1')",
        "python",
    ),
    "a time stamp of the folder of its files": Escape(
        "import os; os.utime(os.environ['TMPDIR'], (1, 1))", "run"
    ),
    "another name of the folder of its files": Escape(
        "import os; os.rename(os.environ['TMPDIR'], os.environ['TMPDIR'] + '2')", "run"
    ),
    "a file beside the folder of its files": Escape(
        "import os; open(os.environ['TMPDIR'] + '/../left', 'w')", "left"
    ),
    "its own source among its files": Escape(
        "import os; os.link(__file__, os.environ['TMPDIR'] + '/x')", "my.py"
    ),
    "a time stamp of a folder": Escape("import os; os.utime('.', (1, 1))", "home"),
    "a setting of the kernel": Escape(
        "open('/proc/sys/vm/swappiness', 'w').write('60')", "/proc/sys/vm"
    ),
    "a group of processes": Escape(
        "import os; os.mkdir('/sys/fs/cgroup/golfproof')", "/sys/fs/cgroup"
    ),
    "a key that was asked for": Escape(calls(249, 218, "b'user'", "b'g'", 0, -4), "request_key"),
    "a ring of keys": Escape(calls(250, 219, 0, -3, 1), "keyctl"),
    "the cache of the kernel": Escape(
        STAMP + SYSTEM_CALL + "assert call(451, 451, own, bytes(16), bytes(64), 0) >= 0",
        "cachestat",
    ),
    "the cache by a read": Escape(
        STAMP + "os.preadv(own, [bytearray(8)], 0, os.RWF_NOWAIT)", "preadv2"
    ),
    "the cache by a read that does not wait": Escape(calls(206, 0, 1, "bytes(8)"), "io_setup"),
    "its source out of the cache": Escape(
        STAMP + "os.posix_fadvise(own, 0, 0, os.POSIX_FADV_DONTNEED)", "fadvise64"
    ),
    "its source out of the cache, by its memory": Escape(
        STAMP + "import mmap; mmap.mmap(own, 0, prot=mmap.PROT_READ).madvise(21)",
        "madvise",
    ),
    "what of its source is in the cache": Escape(
        MAPPED + "assert call(27, 232, at, 4096, ctypes.create_string_buffer(1)) == 0",
        "(mincore)",
    ),
    "where a page of its source is kept": Escape(
        MAPPED + "node = ctypes.c_int()\n"
        "assert call(239, 236, ctypes.byref(node), None, 0, at, 3) == 0",
        "get_mempolicy",
    ),
    "another place for a page of its source": Escape(
        MAPPED + "assert call(237, 235, at, ctypes.c_long(4096), 0, None, 0, 2) == 0", "mbind"
    ),
    "how much its group ever used": Escape(
        "import os\nfor folder, _, names in os.walk('/sys/fs/cgroup'):\n"
        "    open(f'{folder}/cgroup.procs').read()\nopen('/sys/fs/cgroup/memory.peak').read()",
        "/sys/fs/cgroup",
    ),
    "an attribute, by a newer call": Escape(
        SYSTEM_CALL + "import struct\nassert call(463, 463, -100, b'my.py', 0, b'user.a', "
        "struct.pack('QII', 0, 0, 0), 16) >= 0",
        "my.py",
    ),
    "flags of a file, by a newer call": Escape(
        calls(469, 469, -100, "b'my.py'", "bytes(24)", 24, 0), "my.py"
    ),
    "a seal on its source": Escape(
        STAMP + "import fcntl; fcntl.ioctl(own, 0x40806685, bytes([1, 0, 0, 0, 1]) + bytes(123))",
        "the system call ioctl",
    ),
    "a key of a file system": Escape(
        STAMP + "import fcntl; fcntl.ioctl(own, 0xC0506617, bytearray(80))",
        "the system call ioctl",
    ),
    "how long what is written to its source will stay": Escape(
        STAMP + "import fcntl; fcntl.fcntl(own, 1036, bytes([3]) + bytes(7))",
        "the system call fcntl",
    ),
    "what is written to its interpreter": Escape(
        "import fcntl, os, sys; own = os.open(os.path.realpath(sys.executable), os.O_RDONLY)\n"
        "fcntl.fcntl(own, 1036, bytes([3]) + bytes(7))",
        "the system call fcntl",
    ),
    "how many sockets ever asked for a number": Escape(
        PAIR + "one.getsockopt(1, 57, 8)", "the system call getsockopt"
    ),
    "how many networks ever asked for a number": Escape(
        PAIR + "one.getsockopt(1, 71, 8)", "the system call getsockopt"
    ),
    "what its source has in common with a file": Escape(
        STAMP + "import fcntl; fcntl.ioctl(own, 0xC0189436, bytes(56))",
        "the system call ioctl",
    ),
    "a folder by a file system's own call": Escape(
        "import fcntl, os; own = os.open(os.environ['TMPDIR'], os.O_RDONLY)\n"
        "fcntl.ioctl(own, 0x5000940E, bytes(1000))",
        "the system call ioctl",
    ),
    "a semaphore whose number it guesses": Escape(calls(66, 191, 0, 0, 12), "semctl"),
    "a wait for a semaphore of others": Escape(calls(65, 193, 0, "bytes(6)", 1), "semop"),
    "such a wait for a time": Escape(calls(220, 192, 0, "bytes(6)", 1, 0), "semtimed"),
    "a message of others": Escape(calls(70, 188, 0, "bytes(64)", 8, 0, 0o4000), "msgrcv"),
    "a message to others": Escape(calls(69, 189, 0, "bytes([1]) + bytes(15)", 8, 0o4000), "msgsnd"),
    "the queues of others": Escape(calls(71, 187, 0, 12, "bytes(256)"), "msgctl"),
    "the shared memory of others": Escape(calls(31, 195, 0, 14, "bytes(256)"), "shm"),
    "a time stamp by a child": Escape(
        "import subprocess; subprocess.run(['touch', __file__], check=True, capture_output=True)",
        "my.py",
    ),
    "a history at home": Escape("open('/root/.python_history', 'a')", "history"),
    "a file beside its interpreter": Escape(
        "import sys; open(sys.prefix + '/golfproof', 'w')", "golfproof"
    ),
    "the next number of a process": Escape(
        "open('/proc/sys/kernel/ns_last_pid', 'w').write('99')", "ns_last_pid"
    ),
    "who gathers dumps": Escape(
        "open('/proc/sys/kernel/core_pattern', 'w').write('core')", "core_pattern"
    ),
    "a kind of program": Escape(
        "open('/proc/sys/fs/binfmt_misc/register', 'w').write(':g:M::g::/bin/sh:')", "binfmt_misc"
    ),
    "who has logged in": Escape("open('/proc/self/loginuid', 'w').write('7')", "loginuid"),
    "its group of sessions": Escape("open('/proc/self/autogroup', 'w').write('5')", "autogroup"),
    "its marks of use": Escape("open('/proc/self/clear_refs', 'w').write('1')", "clear_refs"),
    "its own memory, by a file": Escape("open('/proc/self/mem', 'r+b')", "/mem"),
    "how many files were ever open": Escape("open('/proc/sys/fs/file-nr').read()", "file-nr"),
    "the locks of all": Escape("open('/proc/locks').read()", "/proc/locks"),
    "how long the machine is up": Escape("open('/proc/uptime').read()", "/proc/uptime"),
    "how much the machine did": Escape("open('/proc/loadavg').read()", "/proc/loadavg"),
    "where its source is on the disk": Escape(
        STAMP + "import fcntl; fcntl.ioctl(own, 1, bytes(4))", "the system call ioctl"
    ),
    "a quota": Escape(calls(179, 60, 0, 0, 0, 0), "quotactl"),
    "an account of what runs": Escape(calls(163, 89, "b'my.py'"), "acct"),
    "memory on a disk": Escape(calls(167, 224, "b'my.py'", 0), "swapon"),
}
