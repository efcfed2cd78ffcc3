"""What a run could tell another one that goes on at the same time."""

from typing import Final

from tests.harness.sandbox.escapes.way import MAPPED, STAMP, SYSTEM_CALL, Escape

MEANWHILE: Final = {
    "who else has locked its source": Escape(
        STAMP + "import fcntl, struct; fcntl.fcntl(own, 5, struct.pack('hhqqi4x', 1, 0, 0, 0, 0))",
        "my.py",
    ),
    "who else has locked it, of an open file": Escape(
        STAMP + "import fcntl, struct; fcntl.fcntl(own, 36, struct.pack('hhqqi4x', 1, 0, 0, 0, 0))",
        "my.py",
    ),
    "which pages others have": Escape("open('/proc/self/pagemap', 'rb').read(8)", "/pagemap"),
    "what of its memory others have": Escape("open('/proc/self/smaps')", "/smaps"),
    "how much of its memory others have": Escape(
        "open('/proc/thread-self/smaps_rollup')", "/smaps_rollup"
    ),
    "how many have its memory": Escape("open('/proc/self/numa_maps')", "/numa_maps"),
    "waking who waits in the same file": Escape(
        MAPPED + "assert call(202, 98, at, 1, 1, None, None, 0) >= 0", "(futex)"
    ),
    "how much of its memory is that of others": Escape("open('/proc/self/ksm_stat')", "/ksm_stat"),
    "memory that is kept once for all": Escape(
        SYSTEM_CALL + "assert call(157, 167, 67, 1, 0, 0, 0) == 0", "the system call prctl"
    ),
    "a page that is kept once for all": Escape(
        "import mmap; mmap.mmap(-1, 4096).madvise(12)", "the system call madvise"
    ),
    "a lock": Escape(STAMP + "import fcntl; fcntl.flock(own, fcntl.LOCK_SH)", "my.py"),
    "a lock of a part": Escape(STAMP + "import fcntl; fcntl.lockf(own, fcntl.LOCK_SH)", "my.py"),
    "a lock of an open file": Escape(
        STAMP + "import fcntl, struct; fcntl.fcntl(own, 37, struct.pack('hhqqi4x', 0, 0, 0, 0, 0))",
        "my.py",
    ),
    "a lease": Escape(STAMP + "import fcntl; fcntl.fcntl(own, 1024, fcntl.F_RDLCK)", "fcntl"),
    "news of a folder": Escape(
        "import os, fcntl; fcntl.fcntl(os.open('/usr/lib', os.O_RDONLY), fcntl.F_NOTIFY, 1)",
        "fcntl",
    ),
    "news of its own source": Escape(
        "import ctypes, os\nlibc = ctypes.CDLL(None)\n"
        "assert libc.inotify_add_watch(libc.inotify_init(), os.fsencode(__file__), 0x20) >= 0",
        "my.py",
    ),
    "typing for the next who reads": Escape(
        "import fcntl; fcntl.ioctl(0, 0x5412, b'x')", "the system call ioctl"
    ),
}
