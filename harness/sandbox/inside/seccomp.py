"""System calls of a bot that the kernel asks the arena about, or refuses: seccomp by ctypes.

A filter is entered by one thread and inherited by all that the thread starts. What it reports waits
in the kernel until a `notifier` has answered.

Source: seccomp(2), seccomp_unotify(2). Linux 5.5 on x86-64 and 64-bit Arm; elsewhere nothing is
watched, and the result says so.
"""

from __future__ import annotations

import ctypes
import errno
import os
import struct

TYPE_CHECKING = False  # true for mypy; typing itself is not imported: see launcher
if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from typing import Final

_PR_SET_NO_NEW_PRIVS: Final = 38
_SET_MODE_FILTER: Final = 1
_NEW_LISTENER: Final = 1 << 3
_ALLOW, _ERRNO, _USER_NOTIF = 0x7FFF0000, 0x00050000, 0x7FC00000
_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_NUMBER_AT, _ARCH_AT, _ARGUMENT_AT = 0, 4, 16  # in struct seccomp_data; arguments of eight bytes
_NEW_USER_NAMESPACE: Final = 0x10000000
_X32: Final = 0x40000000


class Machine:
    """What differs from one processor to the next: its mark, and the numbers of system calls."""

    def __init__(self, mark: int, numbers: Mapping[str, int]) -> None:
        self.mark, self.numbers = mark, numbers


_X86_64 = Machine(0xC000003E, {
    "open": 2, "openat": 257, "openat2": 437, "creat": 85, "execve": 59, "execveat": 322,
    "socket": 41, "truncate": 76, "rename": 82, "renameat": 264, "renameat2": 316, "link": 86,
    "linkat": 265, "unlink": 87, "unlinkat": 263, "mkdir": 83, "mkdirat": 258, "rmdir": 84,
    "symlink": 88, "symlinkat": 266, "mknod": 133, "mknodat": 259, "chmod": 90, "fchmodat": 268,
    "fchmodat2": 452, "chown": 92, "lchown": 94, "fchownat": 260, "utime": 132, "utimes": 235,
    "utimensat": 280, "setxattr": 188, "lsetxattr": 189, "clone": 56, "fork": 57, "vfork": 58,
    "clone3": 435, "unshare": 272, "setns": 308, "io_uring_setup": 425, "kill": 62,
    "memfd_create": 319, "shmget": 29, "msgget": 68, "semget": 64, "mq_open": 240, "add_key": 248,
    "keyctl": 250, "seccomp": 317, "prlimit64": 302, "setpriority": 141, "ioprio_set": 251,
    "sched_setparam": 142, "sched_setscheduler": 144, "sched_setaffinity": 203,
    "sched_setattr": 314,
})  # fmt: skip
_ARM_64 = Machine(0xC00000B7, {
    "openat": 56, "openat2": 437, "execve": 221, "execveat": 281, "socket": 198, "truncate": 45,
    "renameat": 38, "renameat2": 276, "linkat": 37, "unlinkat": 35, "mkdirat": 34, "symlinkat": 36,
    "mknodat": 33, "fchmodat": 53, "fchmodat2": 452, "fchownat": 54, "utimensat": 88,
    "setxattr": 5, "lsetxattr": 6, "clone": 220, "clone3": 435, "unshare": 97, "setns": 268,
    "memfd_create": 279, "shmget": 194, "msgget": 186, "semget": 190, "mq_open": 180,
    "add_key": 217, "keyctl": 219, "io_uring_setup": 425, "kill": 129, "seccomp": 277,
    "prlimit64": 261, "setpriority": 140, "ioprio_set": 30, "sched_setparam": 118,
    "sched_setscheduler": 119, "sched_setaffinity": 122, "sched_setattr": 274,
})  # fmt: skip
MACHINE: Final = {"x86_64": _X86_64, "aarch64": _ARM_64}.get(os.uname().machine)

# Where each call has its names: pairs of the arguments that hold a folder's descriptor and a path.
# None for the folder is the working directory.
PATHS: Final[Mapping[str, tuple[tuple[int | None, int], ...]]] = {
    "open": ((None, 0),), "openat": ((0, 1),), "openat2": ((0, 1),), "creat": ((None, 0),),
    "execve": ((None, 0),), "execveat": ((0, 1),), "truncate": ((None, 0),),
    "rename": ((None, 0), (None, 1)), "renameat": ((0, 1), (2, 3)), "renameat2": ((0, 1), (2, 3)),
    "link": ((None, 0), (None, 1)), "linkat": ((0, 1), (2, 3)), "unlink": ((None, 0),),
    "unlinkat": ((0, 1),), "mkdir": ((None, 0),), "mkdirat": ((0, 1),), "rmdir": ((None, 0),),
    "symlink": ((None, 1),), "symlinkat": ((1, 2),), "mknod": ((None, 0),), "mknodat": ((0, 1),),
    "chmod": ((None, 0),), "fchmodat": ((0, 1),), "fchmodat2": ((0, 1),), "chown": ((None, 0),),
    "lchown": ((None, 0),), "fchownat": ((0, 1),), "utime": ((None, 0),), "utimes": ((None, 0),),
    "utimensat": ((0, 1),), "setxattr": ((None, 0),), "lsetxattr": ((None, 0),),
}  # fmt: skip
STARTS: Final = ("clone", "fork", "vfork")
# io_uring opens files without a system call for each; without clone3 libraries fall back on clone,
# whose flags a filter can see. New namespaces would give a bot rights of its own; no limit counts
# files in memory; what message queues, keyrings and System V keep would outlive its call.
_REFUSED: Final = {
    "io_uring_setup": errno.ENOSYS, "clone3": errno.ENOSYS, "unshare": errno.EPERM,
    "setns": errno.EPERM, "memfd_create": errno.ENOSYS, "shmget": errno.ENOSYS,
    "msgget": errno.ENOSYS, "semget": errno.ENOSYS, "mq_open": errno.ENOSYS,
    "add_key": errno.ENOSYS, "keyctl": errno.ENOSYS,
}  # fmt: skip

# What sets limits and priorities: the argument that holds whose. Where that is the second, the
# first tells whether it means a process, a group, or all that a user runs.
_SETS: Final = {
    "prlimit64": 0, "sched_setparam": 0, "sched_setscheduler": 0, "sched_setaffinity": 0,
    "sched_setattr": 0, "setpriority": 1, "ioprio_set": 1,
}  # fmt: skip
_OF_A_USER: Final = {"setpriority": 2, "ioprio_set": 3}

_libc = ctypes.CDLL(None, use_errno=True)


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("code", ctypes.c_char_p))


def enter(machine: Machine, notify: bool, spared: Collection[int] = ()) -> int | None:
    """Put the calling thread, and all that it starts, under the filter; a listener if to notify.

    Nobody under it may set limits or priorities of the processes and threads that are spared.
    Raises OSError where the kernel has no such filter.
    """
    code = b"".join(struct.pack("HBBI", *line) for line in _filter(machine, notify, spared))
    program = _Program(len(code) // 8, code)
    if _libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0):
        raise OSError(ctypes.get_errno(), "no_new_privs was refused")
    flags = _NEW_LISTENER if notify else 0
    listener = _libc.syscall(
        machine.numbers["seccomp"], _SET_MODE_FILTER, flags, ctypes.byref(program)
    )
    if listener < 0:
        raise OSError(ctypes.get_errno(), "the filter was refused")
    return int(listener) if notify else None


def _filter(
    machine: Machine, notify: bool, spared: Collection[int]
) -> list[tuple[int, int, int, int]]:
    numbers = machine.numbers
    lines = [
        (_LOAD, 0, 0, _ARCH_AT),
        (_EQUAL, 1, 0, machine.mark),
        (_RETURN, 0, 0, _ERRNO | errno.ENOSYS),
        (_LOAD, 0, 0, _NUMBER_AT),
        (_AT_LEAST, 0, 1, _X32),
        (_RETURN, 0, 0, _ERRNO | errno.ENOSYS),
    ]
    for name, error in _REFUSED.items():
        lines += [(_EQUAL, 0, 1, numbers[name]), (_RETURN, 0, 0, _ERRNO | error)]
    lines += [  # to signal everyone is refused where the namespace does not do so
        (_EQUAL, 0, 4, numbers["kill"]),
        (_LOAD, 0, 0, _ARGUMENT_AT),
        (_EQUAL, 0, 1, 0xFFFFFFFF),
        (_RETURN, 0, 0, _ERRNO | errno.EPERM),
        (_RETURN, 0, 0, _ALLOW),
        (_EQUAL, 0, 4, numbers["clone"]),
        (_LOAD, 0, 0, _ARGUMENT_AT),
        (_ANY_BIT, 0, 1, _NEW_USER_NAMESPACE),
        (_RETURN, 0, 0, _ERRNO | errno.EPERM),
        (_LOAD, 0, 0, _NUMBER_AT),
    ]
    denied = (_RETURN, 0, 0, _ERRNO | errno.EPERM)
    for name, whose in _SETS.items():
        checks = [(_LOAD, 0, 0, _ARGUMENT_AT + 8 * whose)]
        for pid in spared:
            checks += [(_EQUAL, 0, 1, pid), denied]
        if name in _OF_A_USER:
            checks += [(_LOAD, 0, 0, _ARGUMENT_AT), (_EQUAL, 0, 1, _OF_A_USER[name]), denied]
        checks.append((_RETURN, 0, 0, _ALLOW))
        lines += [(_EQUAL, 0, len(checks), numbers[name]), *checks]
    if notify:
        for name in (*PATHS, *STARTS, "socket"):
            if name in numbers:
                lines += [(_EQUAL, 0, 1, numbers[name]), (_RETURN, 0, 0, _USER_NOTIF)]
    return [*lines, (_RETURN, 0, 0, _ALLOW)]
