"""Programs that reach out of the sandbox, one way a row; each prints `out` if it succeeds.

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

from typing import Final

from tests.harness.sandbox.escapes.files import FILES
from tests.harness.sandbox.escapes.meanwhile import MEANWHILE
from tests.harness.sandbox.escapes.network import NETWORK
from tests.harness.sandbox.escapes.outlives import OUTLIVES
from tests.harness.sandbox.escapes.processes import PROCESSES
from tests.harness.sandbox.escapes.rights import RIGHTS
from tests.harness.sandbox.escapes.way import SYSTEM_CALL, calls

BY_CLAUSE: Final = {
    "network": NETWORK,
    "outlives": OUTLIVES | MEANWHILE,
    "processes": PROCESSES,
    "rights": RIGHTS,
    "files": FILES,
}
ESCAPES: Final = {name: way for ways in BY_CLAUSE.values() for name, way in ways.items()}

# Libraries try these by themselves first, so a try is denied, and nothing is made of it.
SILENT: Final = {
    "a process by clone3": calls(435, 435, "bytes(88)", 88),
    "what of a file is in memory": SYSTEM_CALL + "import mmap; page = mmap.mmap(-1, 4096)\n"
    "at = ctypes.addressof(ctypes.c_char.from_buffer(page))\n"
    "assert call(27, 232, ctypes.c_void_p(at), 4096, ctypes.create_string_buffer(1)) == 0",
    "how many rulesets it may enter": calls(444, 444, 0, 0, 1),
    "a system call that is newer than the filter": calls(999, 999, 0),
}
