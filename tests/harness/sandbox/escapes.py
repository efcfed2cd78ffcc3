"""Programs that reach out of the sandbox, one kind of way a row; each prints `out` if it succeeds.

Where the rows come from, beside what of a run another run could read:

code.golf (run-lang.c)  a list of allowed system calls: no clock, names, extended attributes, links,
                        unshare, setns, bpf, fanotify, kcmp, memory of others, semaphores; nothing
                        of /proc/sys, which "can be used to inject state"
DOMjudge (runguard.cc)  new mounts, network, IPC and names; descriptors closed; a chroot; all
                        processes of a run ended
nsjail (its notes)      what io_uring does is unseen by a filter that notifies
Docker (its filter)     keys, userfaultfd, handles of files, ptrace, perf, moved pages, adjtimex

`FOLDER` stands for the folder above the program's, in which `secret` is.
"""

from dataclasses import dataclass
from typing import Final

SYSTEM_CALL: Final = """
import ctypes, os, platform
libc = ctypes.CDLL(None, use_errno=True)
def call(x86_64, aarch64, *arguments):
    number = x86_64 if platform.machine() == "x86_64" else aarch64
    return libc.syscall(number, *arguments)
"""


@dataclass(frozen=True)
class Escape:
    """What a program tries, and what of it must be seen."""

    clause: str
    code: str  # Python; an expression that is true, or a statement that does not raise, is success
    seen: str


def _socket(family: str, kind: str = "SOCK_STREAM") -> str:
    return f"import socket; socket.socket(socket.{family}, socket.{kind})"


def _calls(x86_64: int, aarch64: int, *arguments: object) -> str:
    words = ", ".join(map(str, arguments))
    return f"{SYSTEM_CALL}\nassert call({x86_64}, {aarch64}, {words}) >= 0"


PARENT: Final = "import os, signal, resource; whose = os.getppid()\n"
STAMP: Final = "import os; own = os.open(__file__, os.O_RDONLY)\n"
PAIR: Final = "import socket; one, other = socket.socketpair()\n"
MAPPED: Final = f"""
{STAMP}{SYSTEM_CALL}
libc.mmap.restype = ctypes.c_void_p
at = ctypes.c_void_p(libc.mmap(None, 4096, 1, 1, own, 0))
"""
ESCAPES: Final = {
    # sockets
    "tcp": Escape("network", _socket("AF_INET"), "a socket (AF_INET)"),
    "udp": Escape("network", _socket("AF_INET", "SOCK_DGRAM"), "a socket (AF_INET)"),
    "tcp of IPv6": Escape("network", _socket("AF_INET6"), "a socket (AF_INET6)"),
    "unix socket": Escape("network", _socket("AF_UNIX"), "a socket (AF_UNIX)"),
    "unix datagrams": Escape("network", _socket("AF_UNIX", "SOCK_DGRAM"), "a socket (AF_UNIX)"),
    "netlink": Escape("network", _socket("AF_NETLINK", "SOCK_RAW"), "a socket (AF_NETLINK)"),
    "packets": Escape("network", _socket("AF_PACKET", "SOCK_RAW"), "a socket (AF_PACKET)"),
    "vsock": Escape("network", _socket("AF_VSOCK"), "a socket (AF_VSOCK)"),
    "crypto of the kernel": Escape("network", _socket("AF_ALG", "SOCK_SEQPACKET"), "a socket (AF"),
    "a pair that names whom it asks": Escape(
        "network",
        "import socket; socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)",
        "a socket (AF_UNIX)",
    ),
    "a pair that is bound to a path": Escape(
        "network",
        "import socket; socket.socketpair()[0].bind('FOLDER/named')",
        "the system call bind",
    ),
    "a pair that connects": Escape(
        "network",
        "import socket; socket.socketpair()[0].connect('\\0golfproof')",
        "the system call connect",
    ),
    "the unix sockets of others": Escape("network", "open('/proc/net/unix').read()", "/net/unix"),
    "the connections of others": Escape("network", "open('/proc/self/net/tcp').read()", "/net/tcp"),
    "what the network received": Escape(
        "network",
        "import os; open(f'/proc/self/task/{os.getpid()}/net/dev').read()",
        "/net/dev",
    ),
    "the networks of the machine": Escape(
        "network", PAIR + "import fcntl, struct; fcntl.ioctl(one, 0x8912, struct.pack('iP', 0, 0))",
        "the system call ioctl",
    ),
    "whether a network is there": Escape(
        "network", PAIR + "import fcntl; fcntl.ioctl(one, 0x8913, b'lo' + bytes(38))",
        "the system call ioctl",
    ),
    # what outlives a run
    "System V shared memory": Escape("outlives", _calls(29, 194, 7, 4096, 0o1666), "shmget"),
    "System V queue": Escape("outlives", _calls(68, 186, 7, 0o1666), "msgget"),
    "System V semaphore": Escape("outlives", _calls(64, 190, 7, 1, 0o1666), "semget"),
    "POSIX queue": Escape("outlives", _calls(240, 180, "b'q'", 0o102, 0o666, 0), "mq_open"),
    "a key": Escape("outlives", _calls(248, 217, "b'user'", "b'g'", "b'x'", 1, -4), "add_key"),
    "a link in the place of a temporary file": Escape(
        "outlives", "import os; os.symlink('x', '/tmp/golfproof')", "/tmp/golfproof"
    ),
    "a temporary file of others": Escape(
        "outlives", "import os; os.rename(__file__, '/tmp/golfproof')", "my.py"
    ),
    "a device among temporary files": Escape(
        "outlives", "import os; os.mknod('/dev/golfproof', 0o20666, 0x103)", "/dev/golfproof"
    ),
    "a file beside it": Escape("outlives", "open('left', 'w')", "left"),
    "a file without a name": Escape(
        "outlives", "import os; os.open('.', os.O_TMPFILE | os.O_RDWR)", ""
    ),
    "a folder": Escape("outlives", "import os; os.mkdir('left')", "left"),
    "a link": Escape("outlives", "import os; os.symlink('x', 'left')", "left"),
    "a named pipe": Escape("outlives", "import os; os.mkfifo('left')", "left"),
    "a time stamp": Escape("outlives", "import os; os.utime(__file__, (1, 1))", "my.py"),
    "a time stamp by descriptor": Escape("outlives", STAMP + "os.utime(own, (1, 1))", "my.py"),
    "a mode": Escape("outlives", "import os; os.chmod(__file__, 0o600)", "my.py"),
    "a mode by descriptor": Escape("outlives", STAMP + "os.fchmod(own, 0o600)", "my.py"),
    "an owner": Escape("outlives", "import os; os.chown(__file__, -1, os.getgid())", "my.py"),
    "an attribute": Escape("outlives", "import os; os.setxattr(__file__, 'user.a', b'1')", "my.py"),
    "an attribute by descriptor": Escape(
        "outlives", STAMP + "os.setxattr(own, 'user.a', b'1')", "my.py"
    ),
    "flags of a file": Escape(
        "outlives",
        STAMP + "import fcntl, struct; fcntl.ioctl(own, 0x40086602, struct.pack('l', 0x80))",
        "the system call ioctl",
    ),
    "a time stamp of a device": Escape("outlives", "import os; os.utime('/dev/null')", "/dev/null"),
    "a name of its own source": Escape("outlives", "import os; os.rename(__file__, 'x')", "my.py"),
    "its own source, removed": Escape("outlives", "import os; os.unlink(__file__)", "my.py"),
    "its own source, cut": Escape("outlives", "import os; os.truncate(__file__, 0)", "my.py"),
    "a second name of its source": Escape("outlives", "import os; os.link(__file__, 'left')", ""),
    "a mode by its own descriptor's name": Escape(
        "outlives", STAMP + "os.chmod(f'/proc/self/fd/{own}', 0o600)", "my.py"
    ),
    "a time stamp of its interpreter": Escape(
        "outlives", "import os, sys; os.utime(os.path.realpath(sys.executable), (1, 1))", "python"
    ),
    "an attribute of its interpreter": Escape(
        "outlives",
        "import os, sys; os.setxattr(os.path.realpath(sys.executable), 'user.a', b'1')",
        "python",
    ),
    "a time stamp of the folder of its files": Escape(
        "outlives", "import os; os.utime(os.environ['TMPDIR'], (1, 1))", "run"
    ),
    "another name of the folder of its files": Escape(
        "outlives", "import os; os.rename(os.environ['TMPDIR'], os.environ['TMPDIR'] + '2')", "run"
    ),
    "a file beside the folder of its files": Escape(
        "outlives", "import os; open(os.environ['TMPDIR'] + '/../left', 'w')", "left"
    ),
    "its own source among its files": Escape(
        "outlives", "import os; os.link(__file__, os.environ['TMPDIR'] + '/x')", "my.py"
    ),
    "a time stamp of a folder": Escape("outlives", "import os; os.utime('.', (1, 1))", "home"),
    "a setting of the kernel": Escape(
        "outlives", "open('/proc/sys/vm/swappiness', 'w').write('60')", "/proc/sys/vm"
    ),
    "a group of processes": Escape(
        "outlives", "import os; os.mkdir('/sys/fs/cgroup/golfproof')", "/sys/fs/cgroup"
    ),
    "a key that was asked for": Escape(
        "outlives", _calls(249, 218, "b'user'", "b'g'", 0, -4), "request_key"
    ),
    "a ring of keys": Escape("outlives", _calls(250, 219, 0, -3, 1), "keyctl"),
    "the cache of the kernel": Escape(
        "outlives",
        STAMP + SYSTEM_CALL + "assert call(451, 451, own, bytes(16), bytes(64), 0) >= 0",
        "cachestat",
    ),
    "the cache by a read": Escape(
        "outlives", STAMP + "os.preadv(own, [bytearray(8)], 0, os.RWF_NOWAIT)", "preadv2"
    ),
    "the cache by a read that does not wait": Escape("outlives", _calls(206, 0, 1, "bytes(8)"),
                                                     "io_setup"),
    "its source out of the cache": Escape(
        "outlives", STAMP + "os.posix_fadvise(own, 0, 0, os.POSIX_FADV_DONTNEED)", "fadvise64"
    ),
    "its source out of the cache, by its memory": Escape(
        "outlives",
        STAMP + "import mmap; mmap.mmap(own, 0, prot=mmap.PROT_READ).madvise(21)",
        "madvise",
    ),
    "what of its source is in the cache": Escape(
        "outlives", MAPPED + "assert call(27, 232, at, 4096, ctypes.create_string_buffer(1)) == 0",
        "(mincore)",
    ),
    "how much its group ever used": Escape(
        "outlives",
        "import os\nfor folder, _, names in os.walk('/sys/fs/cgroup'):\n"
        "    open(f'{folder}/cgroup.procs').read()\nopen('/sys/fs/cgroup/memory.peak').read()",
        "/sys/fs/cgroup",
    ),
    "an attribute, by a newer call": Escape(
        "outlives",
        SYSTEM_CALL + "import struct\nassert call(463, 463, -100, b'my.py', 0, b'user.a', "
        "struct.pack('QII', 0, 0, 0), 16) >= 0",
        "my.py",
    ),
    "flags of a file, by a newer call": Escape(
        "outlives", _calls(469, 469, -100, "b'my.py'", "bytes(24)", 24, 0), "my.py"
    ),
    "a seal on its source": Escape(
        "outlives",
        STAMP + "import fcntl; fcntl.ioctl(own, 0x40806685, bytes([1, 0, 0, 0, 1]) + bytes(123))",
        "the system call ioctl",
    ),
    "a key of a file system": Escape(
        "outlives", STAMP + "import fcntl; fcntl.ioctl(own, 0xC0506617, bytearray(80))",
        "the system call ioctl",
    ),
    "how long what is written to its source will stay": Escape(
        "outlives", STAMP + "import fcntl; fcntl.fcntl(own, 1036, bytes([3]) + bytes(7))",
        "the system call fcntl",
    ),
    "what is written to its interpreter": Escape(
        "outlives",
        "import fcntl, os, sys; own = os.open(os.path.realpath(sys.executable), os.O_RDONLY)\n"
        "fcntl.fcntl(own, 1036, bytes([3]) + bytes(7))",
        "the system call fcntl",
    ),
    "how many sockets ever asked for a number": Escape(
        "outlives", PAIR + "one.getsockopt(1, 57, 8)", "the system call getsockopt"
    ),
    "how many networks ever asked for a number": Escape(
        "outlives", PAIR + "one.getsockopt(1, 71, 8)", "the system call getsockopt"
    ),
    "what its source has in common with a file": Escape(
        "outlives", STAMP + "import fcntl; fcntl.ioctl(own, 0xC0189436, bytes(56))",
        "the system call ioctl",
    ),
    "a folder by a file system's own call": Escape(
        "outlives",
        "import fcntl, os; own = os.open(os.environ['TMPDIR'], os.O_RDONLY)\n"
        "fcntl.ioctl(own, 0x5000940E, bytes(1000))",
        "the system call ioctl",
    ),
    "a semaphore whose number it guesses": Escape("outlives", _calls(66, 191, 0, 0, 12), "semctl"),
    "a wait for a semaphore of others": Escape(
        "outlives", _calls(65, 193, 0, "bytes(6)", 1), "semop"
    ),
    "such a wait for a time": Escape("outlives", _calls(220, 192, 0, "bytes(6)", 1, 0), "semtimed"),
    "a message of others": Escape(
        "outlives", _calls(70, 188, 0, "bytes(64)", 8, 0, 0o4000), "msgrcv"
    ),
    "a message to others": Escape(
        "outlives", _calls(69, 189, 0, "bytes([1]) + bytes(15)", 8, 0o4000), "msgsnd"
    ),
    "the queues of others": Escape("outlives", _calls(71, 187, 0, 12, "bytes(256)"), "msgctl"),
    "the shared memory of others": Escape("outlives", _calls(31, 195, 0, 14, "bytes(256)"), "shm"),
    # another run, at the same time
    "who else has locked its source": Escape(
        "outlives",
        STAMP + "import fcntl, struct; fcntl.fcntl(own, 5, struct.pack('hhqqi4x', 1, 0, 0, 0, 0))",
        "my.py",
    ),
    "who else has locked it, of an open file": Escape(
        "outlives",
        STAMP + "import fcntl, struct; fcntl.fcntl(own, 36, struct.pack('hhqqi4x', 1, 0, 0, 0, 0))",
        "my.py",
    ),
    "which pages others have": Escape(
        "outlives", "open('/proc/self/pagemap', 'rb').read(8)", "/pagemap"
    ),
    "what of its memory others have": Escape("outlives", "open('/proc/self/smaps')", "/smaps"),
    "how much of its memory others have": Escape(
        "outlives", "open('/proc/thread-self/smaps_rollup')", "/smaps_rollup"
    ),
    "how many have its memory": Escape("outlives", "open('/proc/self/numa_maps')", "/numa_maps"),
    "waking who waits in the same file": Escape(
        "outlives", MAPPED + "assert call(202, 98, at, 1, 1, None, None, 0) >= 0", "(futex)"
    ),
    "a lock": Escape(
        "outlives", STAMP + "import fcntl; fcntl.flock(own, fcntl.LOCK_SH)", "my.py"
    ),
    "a lock of a part": Escape(
        "outlives", STAMP + "import fcntl; fcntl.lockf(own, fcntl.LOCK_SH)", "my.py"
    ),
    "a lock of an open file": Escape(
        "outlives",
        STAMP + "import fcntl, struct; fcntl.fcntl(own, 37, struct.pack('hhqqi4x', 0, 0, 0, 0, 0))",
        "my.py",
    ),
    "a lease": Escape(
        "outlives", STAMP + "import fcntl; fcntl.fcntl(own, 1024, fcntl.F_RDLCK)", "fcntl"
    ),
    "news of a folder": Escape(
        "outlives",
        "import os, fcntl; fcntl.fcntl(os.open('/usr/lib', os.O_RDONLY), fcntl.F_NOTIFY, 1)",
        "fcntl",
    ),
    "news of its own source": Escape(
        "outlives",
        "import ctypes, os\nlibc = ctypes.CDLL(None)\n"
        "assert libc.inotify_add_watch(libc.inotify_init(), os.fsencode(__file__), 0x20) >= 0",
        "my.py",
    ),
    "typing for the next who reads": Escape(
        "outlives", "import fcntl; fcntl.ioctl(0, 0x5412, b'x')", "the system call ioctl"
    ),
    # other processes
    "a signal to its parent": Escape("processes", PARENT + "os.kill(whose, 0)", "(kill)"),
    "a signal to everyone": Escape("processes", "import os; os.kill(-1, 0)", "(kill)"),
    "a queued signal": Escape(
        "processes", SYSTEM_CALL + "assert call(129, 138, os.getppid(), 0, bytes(128)) == 0",
        "(rt_sigqueueinfo)",
    ),
    "limits of its parent": Escape(
        "processes", PARENT + "resource.prlimit(whose, resource.RLIMIT_NOFILE)", "(prlimit64)"
    ),
    "priority of its parent": Escape(
        "processes", PARENT + "os.setpriority(os.PRIO_PROCESS, whose, 19)", "(setpriority)"
    ),
    "priority of all of its user": Escape(
        "processes", "import os; os.setpriority(os.PRIO_USER, os.getuid(), 19)", "(setpriority)"
    ),
    "processors of its parent": Escape(
        "processes", PARENT + "os.sched_setaffinity(whose, {0})", "(sched_setaffinity)"
    ),
    "tracing its parent": Escape(
        "processes", SYSTEM_CALL + "assert call(101, 117, 0x4206, os.getppid(), 0, 0) == 0",
        "ptrace",
    ),
    "memory of its parent": Escape(
        "processes", SYSTEM_CALL + "assert call(310, 270, os.getppid(), 0, 0, 0, 0, 0) >= 0",
        "process_vm_readv",
    ),
    "a handle of its parent": Escape(
        "processes", PARENT + "os.pidfd_open(whose)", "(pidfd_open)"
    ),
    "memory of its parent, by a file": Escape(
        "processes", PARENT + "open(f'/proc/{whose}/mem', 'rb').read(0)", "/proc/"
    ),
    "memory of its parent, changed": Escape(
        "processes", SYSTEM_CALL + "assert call(311, 271, os.getppid(), 0, 0, 0, 0, 0) >= 0",
        "process_vm_writev",
    ),
    "a descriptor of its parent, by a name": Escape(
        "processes", PARENT + "os.open(f'/proc/{whose}/fd/2', os.O_WRONLY)", ""
    ),
    "a signal to a thread": Escape(
        "processes", SYSTEM_CALL + "assert call(200, 130, os.getppid(), 0) == 0", "(tkill)"
    ),
    "how its parent is scheduled": Escape(
        "processes", PARENT + "os.sched_setscheduler(whose, 3, os.sched_param(0))",
        "(sched_setscheduler)",
    ),
    "how its parent reads and writes": Escape(
        "processes", SYSTEM_CALL + "assert call(251, 30, 1, os.getppid(), 3 << 13) == 0",
        "(ioprio_set)",
    ),
    "what it has in common with its parent": Escape(
        "processes", SYSTEM_CALL + "assert call(312, 272, os.getpid(), os.getppid(), 1, 0, 0) >= 0",
        "kcmp",
    ),
    "the place of its parent's memory": Escape(
        "processes", SYSTEM_CALL + "assert call(256, 238, os.getppid(), 0, 0, 0) >= 0",
        "migrate_pages",
    ),
    "a descriptor of another": Escape("processes", _calls(438, 438, 0, 0, 0), "pidfd_getfd"),
    "the command of its parent": Escape(
        "processes", PARENT + "open(f'/proc/{whose}/cmdline').read()", "/proc/"
    ),
    "the environment of its parent": Escape(
        "processes", PARENT + "open(f'/proc/{whose}/environ', 'rb').read()", "/proc/"
    ),
    "the processor time of its parent": Escape(
        "processes", "import os, time; time.clock_gettime((~os.getppid() << 3) | 2)",
        "(clock_gettime)",
    ),
    "a timer by the time of its parent": Escape(
        "processes", SYSTEM_CALL + "assert call(222, 107, (~os.getppid() << 3) | 2, 0, bytes(8)) "
        "== 0",
        "(timer_create)",
    ),
    "where its parent keeps its locks": Escape(
        "processes", SYSTEM_CALL + "assert call(274, 100, os.getppid(), bytes(8), bytes(8)) == 0",
        "(get_robust_list)",
    ),
    "the session of its parent": Escape(
        "processes", PARENT + "os.getsid(whose)", "(getsid)"
    ),
    "where its parent may run": Escape(
        "processes", PARENT + "os.sched_getaffinity(whose)", "(sched_getaffinity)"
    ),
    "a core in common with its parent": Escape(
        "processes", SYSTEM_CALL + "assert call(157, 167, 62, 2, os.getppid(), 0, 0) == 0",
        "the system call prctl",
    ),
    "a signal by its parent's folder": Escape(
        "processes",
        SYSTEM_CALL + "whose = os.open(f'/proc/{os.getppid()}', os.O_RDONLY | os.O_DIRECTORY)\n"
        "assert call(424, 424, whose, 0, None, 0) == 0",
        "/proc/",
    ),
    "what its parent may do": Escape(
        "processes",
        SYSTEM_CALL + "import struct\n"
        "assert call(125, 90, struct.pack('Ii', 0x20080522, os.getppid()), bytes(24)) == 0",
        "(capget)",
    ),
    "the program of its parent": Escape(
        "processes", PARENT + "os.readlink(f'/proc/{whose}/exe')", "/proc/"
    ),
    "what its parent has open": Escape(
        "processes", PARENT + "os.readlink(f'/proc/{whose}/fd/0')", "/proc/"
    ),
    "all processes": Escape("processes", "import os; os.listdir('/proc')", "/proc"),
    "signals by an open file": Escape(
        "processes", PARENT + "import fcntl; fcntl.fcntl(0, fcntl.F_SETOWN, whose)", "(fcntl)"
    ),
    # rights
    "a namespace": Escape("rights", _calls(272, 97, 0x10000000), "unshare"),
    "a namespace of another": Escape("rights", _calls(308, 268, 0, 0), "setns"),
    "a process in a new namespace": Escape(
        "rights",
        SYSTEM_CALL + "pid = call(56, 220, 0x10000011, 0, 0, 0, 0)\n"
        "if pid == 0: os._exit(0)\nassert pid > 0",
        "a new namespace",
    ),
    "a process in a new namespace, by clone3": Escape(
        "rights",
        SYSTEM_CALL + "import struct\n"
        "pid = call(435, 435, struct.pack('11Q', 0x10000000, *[0] * 3, 17, *[0] * 6), 88)\n"
        "if pid == 0: os._exit(0)\nassert pid > 0",
        "a new namespace",
    ),
    "a process with another clock": Escape(
        "rights",
        SYSTEM_CALL + "import struct\n"
        "pid = call(435, 435, struct.pack('11Q', 0x80, *[0] * 3, 17, *[0] * 6), 88)\n"
        "if pid == 0: os._exit(0)\nassert pid > 0",
        "a new namespace",
    ),
    "a file in memory": Escape(
        "rights",
        "import os\nfile = os.memfd_create('x')\nos.write(file, b'#!/bin/sh\\necho out\\n')\n"
        "os.execve(file, ['x'], {})",
        "memfd_create",
    ),
    "a secret in memory": Escape("rights", _calls(447, 447, 0), "memfd_secret"),
    "a system call of long numbers": Escape("rights", _calls(0x40000027, 0x40000027), "32 bits"),
    "a tree to mount": Escape("rights", _calls(467, 467, -100, "b'.'", 0, 0, 0), "open_tree_attr"),
    "another discipline of its terminal": Escape(
        "rights", "import fcntl; fcntl.ioctl(0, 0x5423, bytes([27, 0, 0, 0]))",
        "the system call ioctl",
    ),
    "a terminal of its own": Escape("rights", "import os; os.openpty()", "ptmx"),
    "the log of the kernel, by a file": Escape(
        "rights", "open('/dev/kmsg', 'w').write('x')", "/dev/kmsg"
    ),
    "a program that it has written": Escape(
        "rights",
        "import os\nname = os.environ['TMPDIR'] + '/x'\n"
        "with open(name, 'w') as file: file.write('#!../program\\n')\n"
        "os.chmod(name, 0o700); os.execv(name, ['x'])",
        "a program that it has written",
    ),
    "a watcher of its own": Escape(
        "rights",
        SYSTEM_CALL + "import struct\n"
        "code = ctypes.create_string_buffer(struct.pack('HBBI', 6, 0, 0, 0x7FFF0000))\n"
        "filter = struct.pack('HxxxxxxP', 1, ctypes.addressof(code))\n"
        "assert call(317, 277, 1, 8, filter) >= 0",
        "the system call seccomp",
    ),
    "what a namespace belongs to": Escape(
        "rights",
        "import fcntl, os; fcntl.ioctl(os.open('/proc/self/ns/uts', os.O_RDONLY), 0xB701)",
        "the system call ioctl",
    ),
    "rings of the kernel": Escape("rights", _calls(425, 425, 1, "bytes(120)"), "io_uring_setup"),
    "page faults": Escape("rights", _calls(323, 282, 1), "userfaultfd"),
    "files by handle": Escape("rights", _calls(304, 265, 0, "bytes(64)", 0), "open_by_handle_at"),
    "the handle of a file": Escape(
        "rights", _calls(303, 264, -100, "b'.'", "bytes(64)", "bytes(8)", 0), "name_to_handle_at"
    ),
    "programs for the kernel": Escape("rights", _calls(321, 280, 0, "bytes(64)", 64), "bpf"),
    "counters": Escape("rights", _calls(298, 241, "bytes(112)", 0, -1, -1, 0), "perf_event_open"),
    "a mount": Escape("rights", _calls(165, 40, "b'x'", "b'/'", "b'tmpfs'", 0, 0), "mount"),
    "another root": Escape("rights", "import os; os.chroot('.')", "chroot"),
    "the clock": Escape("rights", "import time; time.clock_settime(0, 0)", "clock_settime"),
    "the pace of the clock": Escape("rights", _calls(305, 266, 0, "bytes(512)"), "clock_adjtime"),
    "the name of the machine": Escape(
        "rights", "import socket; socket.sethostname('x')", "sethostname"
    ),
    "the log of the kernel": Escape("rights", _calls(103, 116, 3, "bytes(64)", 64), "syslog"),
    # files
    "a neighbour": Escape("files", "open('../secret').read()", "secret"),
    "all users": Escape("files", "open('/etc/passwd').read()", "/etc/passwd"),
    "a dictionary": Escape(
        "files", "import glob, os; open('/usr/share/common-licenses/GPL-3').read()", "/usr/share"
    ),
    "round by its own process": Escape(
        "files", "open('/proc/self/cwd/../secret').read()", "secret"
    ),
    "round by a descriptor": Escape(
        "files",
        "import os\nfolder = os.open('.', os.O_PATH)\n"
        "open(f'/dev/fd/{folder}/../secret').read()",
        "secret",
    ),
    "round by /dev/fd": Escape("files", "open('/dev/fd/../cwd/../secret').read()", "secret"),
    "round by its root": Escape(
        "files", "open('/proc/thread-self/root/FOLDER/secret').read()", "secret"
    ),
    "relative to a descriptor": Escape(
        "files", "import os; os.open('secret', 0, dir_fd=os.open('..', os.O_PATH))", "secret"
    ),
    "from another folder": Escape("files", "import os; os.chdir('..'); open('secret')", "secret"),
    "another program by a descriptor": Escape(
        "files", "import os; os.execve(os.open('../program', os.O_PATH), ['x'], {})", "program"
    ),
    "openat2": Escape(
        "files",
        SYSTEM_CALL + "import struct\nassert call(437, 437, -100, b'../secret', "
        "struct.pack('QQQ', 0, 0, 0), 24) >= 0",
        "secret",
    ),
    "openat2 with another root": Escape(
        "files",
        SYSTEM_CALL + "import struct\nup = os.open('..', os.O_PATH)\nassert call(437, 437, up, "
        "b'/secret', struct.pack('QQQ', 0, 0, 0x10), 24) >= 0",
        "secret",
    ),
    "round by a link among its files": Escape(
        "files",
        "import os\nlink = os.environ['TMPDIR'] + '/link'\nos.symlink('FOLDER/secret', link)\n"
        "open(link).read()",
        "secret",
    ),
    "where a link beside it leads": Escape("files", "import os; os.readlink('../link')", "link"),
    "an attribute of a neighbour": Escape(
        "files", "import os; os.getxattr('../secret', 'user.answer')", "secret"
    ),
    "the attributes of a neighbour": Escape(
        "files", "import os; os.listxattr('../secret')", "secret"
    ),
    "an attribute of a neighbour, by a newer call": Escape(
        "files",
        SYSTEM_CALL + "import struct\nvalue = ctypes.create_string_buffer(9)\n"
        "assert call(464, 464, -100, b'../secret', 0, b'user.answer', "
        "struct.pack('PII', ctypes.addressof(value), 9, 0), 16) >= 0",
        "secret",
    ),
    "the flags of a neighbour": Escape(
        "files", _calls(468, 468, -100, "b'../secret'", "bytes(24)", 24, 0), "secret"
    ),
    "another program": Escape("files", "import os; os.execv('../program', ['x'])", "program"),
    "its own source, opened again": Escape(
        "files", STAMP + "open(f'/proc/self/fd/{own}', 'a').write('#')", "my.py"
    ),
    "its own source, changed": Escape("files", "open(__file__, 'a').write('#')", "my.py"),
}  # fmt: skip

# Libraries try these by themselves first, so a try is denied, and nothing is made of it.
SILENT: Final = {
    "a process by clone3": _calls(435, 435, "bytes(88)", 88),
    "what of a file is in memory": SYSTEM_CALL + "import mmap; page = mmap.mmap(-1, 4096)\n"
    "at = ctypes.addressof(ctypes.c_char.from_buffer(page))\n"
    "assert call(27, 232, ctypes.c_void_p(at), 4096, ctypes.create_string_buffer(1)) == 0",
    "how many rulesets it may enter": _calls(444, 444, 0, 0, 1),
    "a system call that is newer than the filter": _calls(999, 999, 0),
}
