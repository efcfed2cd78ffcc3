"""The filter of system calls: what the kernel asks the watcher about, or refuses. By ctypes.

One thread enters the filter, and everything that the thread starts inherits it. A call that is
reported waits in the kernel until a `notifier` has answered it. Everything that could lead out of
the sandbox is reported, so that a denied try is seen; where nobody watches it is refused.

Sources: seccomp(2), seccomp_unotify(2); what Docker's and systemd-nspawn's filters refuse. Linux
5.5 on x86-64 and 64-bit Arm; elsewhere nothing is watched, and the result says so.
"""

from __future__ import annotations

import ctypes
import errno
import os
import struct

from harness.sandbox.inside.syscalls import ARM_64, ARM_64_WAITS, NEWEST, X86_64, X86_64_WAITS

TYPE_CHECKING = False  # true for mypy; typing itself is not imported: see launcher
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Final, TypeAlias

_PR_SET_NO_NEW_PRIVS: Final = 38
_SET_MODE_FILTER: Final = 1
_NEW_LISTENER: Final = 1 << 3
# Linux 5.19: what the watcher has heard of waits for its answer, whatever signal comes meanwhile.
_WAIT_KILLABLE: Final = 1 << 5
_ALLOW, _ERRNO, _USER_NOTIF = 0x7FFF0000, 0x00050000, 0x7FC00000
_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _AND, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x54, 0x06
_NUMBER_AT, _ARCH_AT, _ARGUMENT_AT = 0, 4, 16  # in struct seccomp_data; arguments of eight bytes
_X32: Final = 0x40000000

_Line: TypeAlias = tuple[int, int, int, int]
"""An instruction: its code, how many to skip when true and when false, and its constant."""


class Machine:
    """What differs from one processor to the next: its mark, and the numbers of system calls.

    `numbers` are those that the filter knows, and `waits` those in which a thread waits.
    """

    def __init__(self, mark: int, numbers: Mapping[str, int], waits: Mapping[str, int]) -> None:
        self.mark, self.numbers, self.waits = mark, numbers, waits


_X86_64 = Machine(0xC000003E, X86_64, X86_64_WAITS)
_ARM_64 = Machine(0xC00000B7, ARM_64, ARM_64_WAITS)
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
    "futimesat": ((0, 1),), "utimensat": ((0, 1),), "setxattr": ((None, 0),),
    "lsetxattr": ((None, 0),), "removexattr": ((None, 0),), "lremovexattr": ((None, 0),),
    "inotify_add_watch": ((None, 1),), "setxattrat": ((0, 1),), "removexattrat": ((0, 1),),
    "file_setattr": ((0, 1),), "readlink": ((None, 0),), "readlinkat": ((0, 1),),
    "getxattr": ((None, 0),), "lgetxattr": ((None, 0),), "listxattr": ((None, 0),),
    "llistxattr": ((None, 0),), "getxattrat": ((0, 1),), "listxattrat": ((0, 1),),
    "file_getattr": ((0, 1),),
}  # fmt: skip
# What only asks about a name, reported where the launcher does in a folder of the run what is done
# in /tmp.
LOOKS: Final[Mapping[str, tuple[tuple[int | None, int], ...]]] = {
    "stat": ((None, 0),), "lstat": ((None, 0),), "newfstatat": ((0, 1),), "statx": ((0, 1),),
    "access": ((None, 0),), "faccessat": ((0, 1),), "faccessat2": ((0, 1),),
}  # fmt: skip
_FLAGS_OF_LOOKS: Final = {"newfstatat": 3, "statx": 2, "faccessat2": 3}
_OF_DESCRIPTOR: Final = 0x1000  # AT_EMPTY_PATH
STARTS: Final = ("clone", "fork", "vfork")
# What changes a file by its descriptor alone, the first argument; or locks it: other runs see that.
DESCRIPTORS: Final = ("fchmod", "fchown", "fsetxattr", "fremovexattr", "flock")
LOCKS: Final = (5, 6, 7, 36, 37, 38)
"""The second arguments by which fcntl locks a file, or asks who has locked it."""
# Where a terminal that was opened as /dev/tty is handed over to be written to: see
# `named_terminal`. Programs count theirs from 0, or a shell from 10 and from 255.
NAMED_TERMINALS: Final = range(1000, 1008)
ON_TERMINALS: Final[Mapping[str, int]] = {
    "write": 0, "writev": 0, "pwritev2": 0, "sendfile": 0, "splice": 2, "dup": 0, "dup2": 0,
    "dup3": 0, "fcntl": 0,
}  # fmt: skip
"""What writes to a descriptor or copies it, and the argument that holds its number."""
PASSING: Final = ("sendmsg", "sendmmsg")  # what passes descriptors on
# What concerns another process: the argument that holds whose number.
PROCESSES: Final[Mapping[str, int]] = {
    "kill": 0, "tkill": 0, "tgkill": 0, "rt_sigqueueinfo": 0, "rt_tgsigqueueinfo": 0,
    "pidfd_open": 0, "prlimit64": 0, "sched_setparam": 0, "sched_setscheduler": 0,
    "sched_setaffinity": 0, "sched_setattr": 0, "setpriority": 1, "ioprio_set": 1, "fcntl": 2,
    "sched_getparam": 0, "sched_getscheduler": 0, "sched_getaffinity": 0, "sched_getattr": 0,
    "sched_rr_get_interval": 0, "getpriority": 1, "ioprio_get": 1, "getpgid": 0, "getsid": 0,
    "get_robust_list": 0, "setpgid": 1,
}  # fmt: skip
# Each takes a clock first, and there is one for the processor time of each process.
CLOCKS: Final = ("clock_gettime", "clock_getres", "clock_nanosleep", "timer_create")
# Of these the number 0 is the caller's own, and asked about so often that the kernel answers.
_OWN_IS_ZERO: Final = (
    "prlimit64", "sched_setparam", "sched_setscheduler", "sched_setaffinity", "sched_setattr",
    "setpriority", "ioprio_set", "sched_getparam", "sched_getscheduler", "sched_getaffinity",
    "sched_getattr", "sched_rr_get_interval", "getpriority", "ioprio_get", "getpgid", "getsid",
    "get_robust_list", "setpgid",
)  # fmt: skip
USER: Final[Mapping[str, int]] = {
    "setpriority": 2, "ioprio_set": 3, "getpriority": 2, "ioprio_get": 3,
}  # fmt: skip
"""The first argument by which these mean all that a user runs."""
# What no right program needs, and what each refusal is.
FORBIDDEN: Final[Mapping[str, int]] = {
    **dict.fromkeys(("socket", "connect", "bind", "listen", "accept", "accept4"), errno.EACCES),
    # What outlives a run: shared memory, semaphores, queues, keys. Those of others can be used
    # without being asked for, by a number that is guessed.
    **dict.fromkeys(("shmget", "shmat", "shmctl", "shmdt", "msgget", "msgsnd", "msgrcv", "msgctl",
                     "semget", "semop", "semtimedop", "semctl", "mq_open", "mq_unlink", "add_key",
                     "request_key", "keyctl"), errno.ENOSYS),
    # Files that no limit counts, and that can be run.
    **dict.fromkeys(("memfd_create", "memfd_secret"), errno.ENOSYS),
    # A wait for other processes, by what they have in memory alike.
    **dict.fromkeys(("futex_waitv", "futex_wake", "futex_wait", "futex_requeue"), errno.ENOSYS),
    # Files that are opened by no name, or without a system call for each; reads that do not wait.
    **dict.fromkeys(("io_setup", "io_uring_setup", "io_uring_enter", "io_uring_register",
                     "userfaultfd", "fanotify_init", "bpf", "perf_event_open", "lookup_dcookie"),
                    errno.ENOSYS),
    # What the kernel has in its cache, which an earlier run can have chosen.
    "cachestat": errno.ENOSYS,
    **dict.fromkeys(("name_to_handle_at", "open_by_handle_at"), errno.EPERM),
    # Another process: its memory, its descriptors, its place.
    **dict.fromkeys(("ptrace", "process_vm_readv", "process_vm_writev", "pidfd_getfd", "kcmp",
                     "process_madvise", "process_mrelease", "migrate_pages", "move_pages"),
                    errno.EPERM),
    # Namespaces and mounts, in which a program has rights of its own; the whole machine.
    **dict.fromkeys(("unshare", "setns", "mount", "umount2", "pivot_root", "chroot", "open_tree",
                     "move_mount", "fsopen", "fsconfig", "fsmount", "fspick", "mount_setattr",
                     "open_tree_attr",
                     "swapon", "swapoff", "reboot", "kexec_load", "kexec_file_load", "init_module",
                     "finit_module", "delete_module", "acct", "settimeofday", "clock_settime",
                     "adjtimex", "clock_adjtime",
                     "sethostname", "setdomainname", "syslog", "quotactl", "quotactl_fd", "iopl",
                     "ioperm", "vhangup", "nfsservctl", "uselib"), errno.EPERM),
}  # fmt: skip
# Refused, but held against a program only for what it asks: libraries try these first and go on
# without. The flags of clone3 are in memory, where another thread can change them meanwhile, and
# mincore tells what is in the kernel's cache, or whether an address is mapped at all.
REFUSED: Final = ("clone3", "mincore")
# How many rulesets a process may enter tells whether it has been put under one. Programs that
# confine themselves where they can, as xz does, make do without.
_NOT_THERE: Final = ("landlock_create_ruleset", "landlock_add_rule", "landlock_restrict_self")
_NO_WAIT: Final = 8  # a read only of what is in the cache, which preadv2 can ask for
_SIGCHLD: Final = 17
_PRIVATE: Final = 128  # a futex of one process
_DONT_NEED: Final = 4  # a file may leave the cache, by fadvise
_PAGE_OUT: Final = 21  # the same by madvise
# By prctl a program asks whether a filter is there; it is told that none is: see `unfiltered`.
_GET_SECCOMP, _GET_NO_NEW_PRIVS = 21, 39
_SCHED_CORE: Final = 62  # with whom a process shares a processor's core, by prctl
# Memory that the kernel keeps once for all who have the same, by madvise and by prctl: who writes
# to it waits longer where others have it.
_MERGEABLE, _MERGES = 12, 67
# The argument that holds flags, and those by which pages of files are moved to another node of the
# memory, where the next run finds them, or their node is told.
_NODES: Final = {"mbind": (5, 2 | 4), "get_mempolicy": (4, 2)}
# What clone3 alone has: a namespace of time, and a child in another cgroup.
NEW_BY_CLONE3: Final = 0x80 | 0x200000000
# Of mounts, cgroups, UTS, IPC, users, processes and the network.
NEW_NAMESPACE: Final = 0x20000 | 0x2000000 | 0x4000000 | 0x8000000 | 0x10000000 | 0x60000000
_AF_UNIX, _SOCK_STREAM, _SOCK_SEQPACKET, _SOCK_KIND = 1, 1, 5, 0xF
# Of these the kernel itself answers most.
MOSTLY_ALLOWED: Final = (
    "ioctl", "fcntl", "socketpair", "seccomp", "preadv2", "futex", "fadvise64", "madvise", "prctl",
    "rt_sigaction", "getsockopt", *_NODES, *CLOCKS,
)  # fmt: skip
# Of ioctl a program needs those of terminals (of the kind T, as all that are for every descriptor),
# those that only read, by the kernel's own rule for their numbers, and what copies a file. All else
# is asked about: a file system's own can change files and make folders by a descriptor that reads,
# and those of sockets tell what the machine's network has received.
_IOCTL_KIND: Final = 0xFF00
_TERMINAL: Final = 0x5400
_IOCTL_DIRECTION: Final = 0xC0000000
_READS: Final = 0x80000000
_COPIES: Final = (0x40049409, 0x4020940D)
# A file's encryption, whose number says that it reads; typing for another; the machine's console;
# another discipline of the terminal, its end for all who have it, a lock on how it is set.
IOCTLS: Final = (0x800C6613, 0x5412, 0x541C, 0x541D, 0x5423, 0x5437, 0x5457)
FOREGROUND: Final = 0x5410
"""The second argument by which ioctl puts a group of processes in the foreground (tcsetpgrp)."""
# Signals sent to another, or when another opens or changes a file; and how long what is written to
# a file is expected to stay, which the kernel keeps with the file for whoever asks.
_COMMANDS: Final = (8, 15, 1024, 1026, 1036, 1038, 1040)
# Numbers that the kernel gives to sockets and networks in their order, when they are asked for.
_SOL_SOCKET: Final = 1
_COOKIES: Final = (57, 71)
COPY, COPY_AND_CLOSE = 0, 1030
"""The second arguments by which fcntl gives another number to the same descriptor."""
_FILTER, _LISTENER = 1, 8  # of seccomp: only one can be told of calls, so a second is refused

_libc = ctypes.CDLL(None, use_errno=True)


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("code", ctypes.c_char_p))


def enter(machine: Machine, notify: bool, looks: bool = False) -> int | None:
    """Put the calling thread, and all that it starts, under the filter.

    With `notify` the result is the listener that calls are reported to; with `looks` also those
    that only ask about a name. Raises OSError where the kernel has no such filter.
    """
    code = b"".join(struct.pack("HBBI", *line) for line in _filter(machine, notify, looks))
    program = _Program(len(code) // 8, code)
    if _libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0):
        raise OSError(ctypes.get_errno(), "no_new_privs was refused")
    listener = -1
    for flags in (_NEW_LISTENER | _WAIT_KILLABLE, _NEW_LISTENER) if notify else (0,):
        number, at = machine.numbers["seccomp"], ctypes.byref(program)
        listener = _libc.syscall(number, _SET_MODE_FILTER, flags, at)
        if listener >= 0:
            break
    if listener < 0:
        raise OSError(ctypes.get_errno(), "the filter was refused")
    return int(listener) if notify else None


def _filter(machine: Machine, notify: bool, looks: bool) -> list[_Line]:
    foreign: _Line = (_RETURN, 0, 0, _USER_NOTIF if notify else _ERRNO | errno.ENOSYS)
    lines: list[_Line] = [
        (_LOAD, 0, 0, _ARCH_AT),
        (_EQUAL, 1, 0, machine.mark),
        foreign,
        (_LOAD, 0, 0, _NUMBER_AT),
        (_AT_LEAST, 0, 1, _X32),
        foreign,
        (_AT_LEAST, 0, 1, NEWEST + 1),  # what this filter cannot know
        (_RETURN, 0, 0, _ERRNO | errno.ENOSYS),
    ]
    for name, body in (*_bodies(notify), *(_looks() if notify and looks else ())):
        if name in machine.numbers:
            lines += [(_EQUAL, 0, len(body), machine.numbers[name]), *body]
    return [*lines, (_RETURN, 0, 0, _ALLOW)]


def _bodies(notify: bool) -> Iterator[tuple[str, list[_Line]]]:
    """For each call that is not simply allowed, what decides about it, to the last return."""
    allowed: _Line = (_RETURN, 0, 0, _ALLOW)

    def asked(error: int) -> _Line:
        return (_RETURN, 0, 0, _USER_NOTIF if notify else _ERRNO | error)

    if notify:
        for name, at in ON_TERMINALS.items():
            if name != "fcntl":
                yield name, [*_unless_of_a_terminal(at), asked(0), allowed]
        for name in PASSING:
            yield name, [asked(0)]
    for name in REFUSED:
        yield name, [asked(errno.ENOSYS)]
    for name in _NOT_THERE:
        yield name, [(_RETURN, 0, 0, _ERRNO | errno.ENOSYS)]
    for name, error in FORBIDDEN.items():
        yield name, [asked(error)]
    if notify:
        for name in (*PATHS, *DESCRIPTORS, "capget"):
            yield name, [asked(0)]
    for name in STARTS:
        if notify:
            yield name, [asked(0)]
        elif name == "clone":
            new = (_ANY_BIT, 0, 1, NEW_NAMESPACE)
            yield name, [_argument(0), new, asked(errno.EPERM), allowed]
    yield "socketpair", [
        _argument(0), (_EQUAL, 0, 4, _AF_UNIX), _argument(1), (_AND, 0, 0, _SOCK_KIND),
        (_EQUAL, 2, 0, _SOCK_STREAM), (_EQUAL, 1, 0, _SOCK_SEQPACKET), asked(errno.EACCES), allowed,
    ]  # fmt: skip
    copies = len(_COPIES)
    told = (*IOCTLS, FOREGROUND) if notify else IOCTLS
    ioctls = [(_EQUAL, len(told) - 1 - at + copies + 6, 0, v) for at, v in enumerate(told)]
    ioctls += [(_EQUAL, copies - 1 - at + 5, 0, v) for at, v in enumerate(_COPIES)]
    yield "ioctl", [
        _argument(1), *ioctls, (_AND, 0, 0, _IOCTL_DIRECTION), (_EQUAL, 3, 0, _READS),
        _argument(1), (_AND, 0, 0, _IOCTL_KIND), (_EQUAL, 0, 1, _TERMINAL), allowed,
        asked(errno.EPERM),
    ]  # fmt: skip
    commands = (*_COMMANDS, *(LOCKS if notify else ()))
    copied: list[_Line] = []
    if notify:
        copied = [(_EQUAL, 1, 0, COPY), (_EQUAL, 0, 5, COPY_AND_CLOSE),
                  *_unless_of_a_terminal(ON_TERMINALS["fcntl"]), asked(0), allowed]  # fmt: skip
    yield "fcntl", [_argument(1), *copied, *_any_of(commands), allowed, asked(errno.EPERM)]
    yield "getsockopt", [
        _argument(1), (_EQUAL, 0, len(_COOKIES) + 1, _SOL_SOCKET), _argument(2),
        *_any_of(_COOKIES), allowed, asked(errno.ENOPROTOOPT),
    ]  # fmt: skip
    yield "seccomp", [
        _argument(0), (_EQUAL, 0, 3, _FILTER), _argument(1), (_ANY_BIT, 0, 1, _LISTENER),
        asked(errno.EACCES), allowed,
    ]  # fmt: skip
    no_wait = (_ANY_BIT, 0, 1, _NO_WAIT)
    yield "preadv2", [_argument(5), no_wait, asked(errno.EOPNOTSUPP), allowed]
    yield "fadvise64", [
        _argument(3), (_EQUAL, 0, 1, _DONT_NEED), asked(errno.EOPNOTSUPP), allowed,
    ]  # fmt: skip
    yield "madvise", [
        _argument(2), *_any_of((_MERGEABLE, _PAGE_OUT)), allowed, asked(errno.EINVAL),
    ]  # fmt: skip
    for name, (flags, of_pages) in _NODES.items():
        yield name, [_argument(flags), (_ANY_BIT, 0, 1, of_pages), asked(errno.EPERM), allowed]
    yield "prctl", [
        _argument(0), (_EQUAL, 1, 0, _GET_SECCOMP), (_EQUAL, 0, 1, _GET_NO_NEW_PRIVS),
        (_RETURN, 0, 0, _ERRNO), *_any_of((_SCHED_CORE, _MERGES)), allowed, asked(errno.EINVAL),
    ]  # fmt: skip
    if notify:  # there is something to be done about each; see `watch`
        yield "rt_sigaction", [
            _argument(0), (_EQUAL, 0, 2, _SIGCHLD), _argument(1), (_EQUAL, 0, 1, 0), allowed,
            asked(0),
        ]  # fmt: skip
        yield "futex", [_argument(1), (_ANY_BIT, 1, 0, _PRIVATE), asked(0), allowed]
        bounded = (1, 2, 4)  # kinds of limits that a run has, of files, memory and dumps
        for name in ("getrlimit", "setrlimit"):
            yield name, [_argument(0), *_any_of(bounded), allowed, asked(0)]
        yield "prlimit64", [
            _argument(0), (_EQUAL, 0, len(bounded) + 2, 0), _argument(1), *_any_of(bounded),
            allowed, asked(errno.EPERM),
        ]  # fmt: skip
    for name in CLOCKS:
        yield name, [_argument(0), (_AT_LEAST, 0, 1, 0x80000000), asked(errno.EINVAL), allowed]
    for name, whose in PROCESSES.items():
        if name in USER:
            yield name, [
                _argument(0), (_EQUAL, 2, 0, USER[name]), _argument(whose), (_EQUAL, 1, 0, 0),
                asked(errno.EPERM), allowed,
            ]  # fmt: skip
        elif name == "setpgid" and not notify:
            continue  # a shell needs it, and who is not watched is refused what it cannot do
        elif name in _OWN_IS_ZERO and not (name == "prlimit64" and notify):
            yield name, [_argument(whose), (_EQUAL, 1, 0, 0), asked(errno.EPERM), allowed]
        elif name != "fcntl" and notify:
            yield name, [asked(errno.EPERM)]
        elif name == "kill":
            everyone = (_EQUAL, 0, 1, 0xFFFFFFFF)
            yield name, [_argument(whose), everyone, asked(errno.EPERM), allowed]


def _looks() -> Iterator[tuple[str, list[_Line]]]:
    for name in LOOKS:
        asked: _Line = (_RETURN, 0, 0, _USER_NOTIF)
        flags = _FLAGS_OF_LOOKS.get(name)
        if flags is None:
            yield name, [asked]
        else:
            of_descriptor = (_ANY_BIT, 0, 1, _OF_DESCRIPTOR)
            yield name, [_argument(flags), of_descriptor, (_RETURN, 0, 0, _ALLOW), asked]


def _argument(number: int) -> _Line:
    """Load the lower half of an argument."""
    return (_LOAD, 0, 0, _ARGUMENT_AT + 8 * number)


def _unless_of_a_terminal(number: int) -> list[_Line]:
    """Skip the instruction after these unless that argument is where such a terminal may be."""
    first, after = NAMED_TERMINALS.start, NAMED_TERMINALS.stop
    return [_argument(number), (_AT_LEAST, 0, 2, first), (_AT_LEAST, 1, 0, after)]


def _any_of(values: Sequence[int]) -> list[_Line]:
    """Skip the instruction after these when what is loaded is one of the values."""
    return [(_EQUAL, len(values) - at, 0, value) for at, value in enumerate(values)]
