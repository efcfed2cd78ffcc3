"""The other end of a filter: what a bot's system calls ask, read from its memory, and the answers.

A call waits in the kernel for its answer: the path is read from the caller's memory meanwhile.
A program can swap a name behind that reading. Bubblewrap and Landlock deny what it then names; with
limits alone the launcher opens the file itself and hands the descriptor over.

Source: seccomp_unotify(2).
"""

from __future__ import annotations

import ctypes
import errno
import fcntl
import os
import struct

from harness.sandbox.inside import unfiltered, unswapped
from harness.sandbox.inside.memory import Memory, read_numbers, read_string
from harness.sandbox.inside.seccomp import (
    DESCRIPTORS,
    LOCKS,
    LOOKS,
    NEW_BY_CLONE3,
    NEW_NAMESPACE,
    PATHS,
    STARTS,
)

TYPE_CHECKING = False  # true for mypy; typing itself is not imported: see launcher
if TYPE_CHECKING:
    from collections.abc import Callable, Container
    from typing import Final

    from harness.sandbox.inside.seccomp import Machine

_RECV, _SEND, _ID_VALID, _SET_FLAGS = 0xC0502100, 0xC0182101, 0x40082102, 0x40082104
_ADD_DESCRIPTOR: Final = 0x40182103
_ADD_AT, _ADD_AND_SEND = 1, 2  # at a number; Linux 5.14: the new descriptor is the answer
_AT_CWD: Final = -100
_RESOLVE_IN_ROOT: Final = 0x10
_SYNC_WAKE_UP: Final = 1  # Linux 6.6: hand the processor over at once, which halves the cost
_CONTINUE: Final = 1
# Of seccomp_notif: id, thread, number, processor, arguments.
_ASKED: Final = struct.Struct("QI4xiI8x6Q")
_NOTHING_ASKED: Final = bytes(_ASKED.size)  # or the kernel refuses to fill it
_OPENING: Final = struct.Struct("8xI4xiI8x3Q")  # of its beginning, all but the id
_ANSWER: Final = struct.Struct("QqiI")  # seccomp_notif_resp
_DESCRIPTOR: Final = struct.Struct("QIIII")  # seccomp_notif_addfd
_ID: Final = struct.Struct("Q")
_HOW: Final = struct.Struct("QQQ")  # of openat2: flags, mode, and how to resolve
_CAPABILITIES_OF: Final = struct.Struct("4xi")  # behind a version: the process
_FLAG_BITS: Final = 0x7FFFFFFF  # of an argument: the kernel passes over the others
_CLOCK_BITS: Final = 3
_FUTEX_COMMAND: Final = 0x7F
_TWO_FUTEXES: Final = (3, 4, 5, 11, 12)  # to requeue, and to wake by an operation
_OPENS: Final = {"open": 0, "openat": 1}  # where the name is; the flags come next
_WITHOUT_WAITING: Final = os.O_CLOEXEC | os.O_NOCTTY | os.O_NONBLOCK
_WRITING: Final = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC
_OPENING_CALLS: Final = ("open", "openat", "openat2", "creat")
_READING: Final = (
    "open", "openat", "openat2", "execve", "execveat", "readlink", "readlinkat", "getxattr",
    "lgetxattr", "listxattr", "llistxattr", "getxattrat", "listxattrat", "file_getattr",
)  # fmt: skip
FOREIGN: Final = "foreign"  # in place of the name of a call of 32 bits
_MAKES: Final = ("rename", "link", "mkdir", "rmdir", "mknod")  # and unlink, symlink
_OF_THE_LINK: Final = (
    "rename", "link", "mkdir", "rmdir", "mknod", "lchown", "lsetx", "lremove", "lgetx", "llistx",
    "lstat",
)  # fmt: skip

_NO_FOLLOW: Final = 0x100  # AT_SYMLINK_NOFOLLOW
_NO_FOLLOW_AT: Final = {
    "utimensat": 3, "fchownat": 4, "fchmodat2": 3, "newfstatat": 3, "statx": 2, "faccessat2": 3,
}  # fmt: skip


class Request:
    """A call that waits for an answer. `pid` is the thread that made it."""

    __slots__ = ("arguments", "id", "name", "pid")

    def __init__(self, id_: int, pid: int, name: str, arguments: tuple[int, ...]) -> None:
        self.id, self.pid, self.name, self.arguments = id_, pid, name, arguments

    @property
    def writes(self) -> bool:
        """Whether it would change what it names."""
        if self.name not in _READING:
            return True
        return bool(self.flags & _WRITING)

    @property
    def asks_for_link(self) -> bool:
        """Whether it asks where a link leads."""
        return self.name in ("readlink", "readlinkat")

    @property
    def locks(self) -> bool:
        """Whether it locks a part of a file."""
        return self.name == "fcntl" and self.arguments[1] in LOCKS

    @property
    def starts(self) -> bool:
        """Whether it makes a process or a thread."""
        return self.name in STARTS

    @property
    def opens(self) -> bool:
        """Whether it opens a file or cuts it, rather than changing its name or attributes."""
        return self.name in _OPENING_CALLS or self.name == "truncate"

    @property
    def renames(self) -> bool:
        """Whether it makes or removes a name."""
        return self.writes and any(word in self.name for word in _MAKES)

    @property
    def follows(self) -> bool:
        """Whether a link at the end of its names is followed."""
        at = _NO_FOLLOW_AT.get(self.name)
        if at is not None and self.arguments[at] & _NO_FOLLOW:
            return False
        return not (self.flags & os.O_NOFOLLOW or any(w in self.name for w in _OF_THE_LINK))

    @property
    def flags(self) -> int:
        """What a call that opens asks for; 0 for the others."""
        if self.name == "openat2":
            how = read_numbers(self.pid, self.arguments[2], _HOW)
            return how[0] & _FLAG_BITS if how else os.O_RDWR
        if self.name == "creat":
            return os.O_WRONLY | os.O_CREAT | os.O_TRUNC
        at = _OPENS.get(self.name)
        return 0 if at is None else self.arguments[at + 1] & _FLAG_BITS

    @property
    def mode(self) -> int:
        """The mode of a file that it makes."""
        at = {"open": 2, "openat": 3, "creat": 1}.get(self.name)
        return 0o600 if at is None else self.arguments[at] & 0o777

    @property
    def root(self) -> bool:
        """Whether the folder that it names is to be the root of the name."""
        if self.name != "openat2":
            return False
        how = read_numbers(self.pid, self.arguments[2], _HOW)
        return bool(how and how[2] & _RESOLVE_IN_ROOT)

    @property
    def makes_namespace(self) -> bool:
        """Whether a call of clone or clone3 makes a namespace, or a process in another cgroup."""
        if self.name == "clone":
            return bool(self.arguments[0] & NEW_NAMESPACE)
        wanted = read_numbers(self.pid, self.arguments[0], _ID)
        flags = wanted[0] if wanted else 0
        return bool(flags & (NEW_NAMESPACE | NEW_BY_CLONE3))

    @property
    def clock_of(self) -> int:
        """The process whose processor time a negative clock tells; 0 for the caller's own.

        Source: the kernel's include/linux/posix-timers.h.
        """
        return ~(_signed(self.arguments[0]) >> _CLOCK_BITS)

    @property
    def capable(self) -> int:
        """The process whose capabilities are asked for; 0 for the caller's own."""
        asked = read_numbers(self.pid, self.arguments[0], _CAPABILITIES_OF)
        return asked[0] if asked else 0

    @property
    def addresses(self) -> tuple[int, ...]:
        """The memory that a futex is in, or the pages that mincore is asked about."""
        if self.name == "mincore":
            return (self.arguments[0],)
        second = self.arguments[1] & _FUTEX_COMMAND in _TWO_FUTEXES
        return (self.arguments[0], self.arguments[4]) if second else (self.arguments[0],)

    def paths(self) -> list[tuple[int | None, bytes | None, bool]]:
        """Its names: the descriptor of a folder, if any, the name, and whether to follow a link.

        An empty name is the descriptor itself, and None a name that cannot be read.
        """
        if self.name in DESCRIPTORS or self.locks:
            return [(_signed(self.arguments[0]), b"", True)]
        found: list[tuple[int | None, bytes | None, bool]] = []
        for folder, name in PATHS.get(self.name) or LOOKS.get(self.name, ()):
            base = None if folder is None else _signed(self.arguments[folder])
            text = read_string(self.pid, self.arguments[name]) if self.arguments[name] else b""
            found.append((None if base == _AT_CWD else base, text, self.follows))
        return found


class Notifier:
    """The other end of a filter: takes the calls that wait, and answers each. For one thread.

    One that opens a settled name to read it is allowed at once, and not told: to start an
    interpreter takes a hundred of these, and nothing else of it costs as much. What is exchanged
    with the kernel is always in the same memory: that takes half the time of making it anew.

    With `opens_itself` the launcher opens settled names, too, and hands the descriptors over.

    What only asks about a name goes on, too, as long as the run has put nothing down (`has_files`).

    `starting` says that nothing runs yet but the launcher's own start of a program, which ends with
    its first execve: all of that goes on, without a look at it.
    """

    def __init__(self, machine: Machine, listener: int, opens_itself: bool) -> None:
        self._opens_itself = opens_itself
        self.settled: Container[bytes | None] = ()
        self.starting = False
        self.has_files: Callable[[], bool] = bool
        self._listener = listener
        self._memory = Memory()
        self._asked = bytearray(_NOTHING_ASKED)
        self._go_on = bytearray(_ANSWER.pack(0, 0, 0, _CONTINUE))
        self._not_there = bytearray(_ANSWER.pack(0, 0, -errno.ENOSYS, 0))
        self._names = {number: name for name, number in machine.numbers.items()}
        self._mark = machine.mark
        self._looks = frozenset(machine.numbers[n] for n in LOOKS if n in machine.numbers)
        self._open_number = machine.numbers.get("open")
        self._openat = machine.numbers["openat"]
        self._execve, self._clone3 = machine.numbers["execve"], machine.numbers["clone3"]

    def set_up(self) -> None:
        """To be called first, by a thread that is not under the filter."""
        _ask(self._listener, _SET_FLAGS, _SYNC_WAKE_UP)

    def receive(self) -> Request:
        """The next call that waits and is not of a settled name. Blocks while there is none."""
        listener, ioctl, asked, go_on = self._listener, fcntl.ioctl, self._asked, self._go_on
        unpacked, openat, nothing = _OPENING.unpack_from, self._openat, _NOTHING_ASKED
        read, own, looks = self._memory.name, self._mark, self._looks
        while True:
            asked[:] = nothing
            try:
                ioctl(listener, _RECV, asked)
                pid, number, mark, folder, name, flags = unpacked(asked)
                if self.starting:
                    self.starting = number != self._execve
                    # The library makes do with clone, as it does for the program.
                    answer = self._not_there if number == self._clone3 else go_on
                    answer[:8] = asked[:8]
                    ioctl(listener, _SEND, answer)
                    continue
                if number in looks and mark == own and not self.has_files():
                    go_on[:8] = asked[:8]
                    ioctl(listener, _SEND, go_on)
                    continue
                if number != openat or mark != own:
                    if number != self._open_number or mark != own:
                        break
                    name, flags = folder, name
                if flags & _WRITING or (text := read(pid, name)) not in self.settled:
                    break
                if self._opens_itself and text is not None:
                    id_ = _ID.unpack_from(asked)[0]
                    self.open_settled(Request(id_, pid, "openat", ()), os.fsdecode(text), flags)
                else:
                    go_on[:8] = asked[:8]
                    ioctl(listener, _SEND, go_on)
            except OSError as error:
                if error.errno not in (errno.ENOENT, errno.EINTR):  # the caller is gone
                    raise
        id_, pid, number, mark, *arguments = _ASKED.unpack(asked)
        known = self._names.get(number, FOREIGN) if mark == own else FOREIGN
        return Request(id_, pid, known, tuple(arguments))

    def waits(self, request: Request) -> bool:
        """Whether the call still waits: its caller is alive, and its number is no other call's."""
        return _ask(self._listener, _ID_VALID, _ID.pack(request.id))

    def allow(self, request: Request) -> None:
        """Let the call go on."""
        self._send(_ANSWER.pack(request.id, 0, 0, _CONTINUE))

    def refuse(self, request: Request, error: int) -> None:
        """Have the call fail with this error; with 0 it is done already."""
        self._send(_ANSWER.pack(request.id, 0, -error, 0))

    def answer(self, request: Request, value: int) -> None:
        """Have the call succeed with this result, without being made."""
        self._send(_ANSWER.pack(request.id, value, 0, 0))

    def open(self, request: Request, path: str, is_stream: bool = False) -> None:
        """Open a file for the caller, by its real path, and answer with the descriptor.

        No link is followed that was put there since the path was looked at; `is_stream` says that
        it is the name of a descriptor which leads to no file of a name.
        """
        self._open(request, request.flags, lambda flags: unswapped.opened(
            path, flags, request.mode, is_stream
        ))  # fmt: skip

    def open_to_read(self, request: Request, path: str) -> None:
        """The same, but nothing can be written by it, whatever the caller asked for."""
        flags = request.flags & ~_WRITING
        self._open(request, flags, lambda flags: unswapped.opened(path, flags))

    def open_settled(self, request: Request, name: str, flags: int) -> None:
        """The same by a name that no program can change; links may be on the way."""
        self._open(request, flags & _FLAG_BITS, lambda flags: os.open(name, flags))

    def open_at(self, request: Request, path: str, flags: int, number: int) -> bool:
        """Open a file for the caller as its descriptor of this number, and answer with that.

        False when the caller can have no such number; then nothing is answered yet.
        """
        opened = self._opened(request, flags, lambda flags: unswapped.opened(path, flags))
        if opened is None:
            return True
        return self._add(request, opened, flags, _ADD_AT | _ADD_AND_SEND, number) is not None

    def hand_over(self, request: Request, opened: int) -> None:
        """Answer with a descriptor that was opened without waiting; it is closed here.

        Before the caller goes on, so that the end of a pipe or a lock is its alone: it may close
        its own at once, and what it has written is lost where a reader here was the only one.
        """
        if not request.flags & os.O_NONBLOCK:
            os.set_blocking(opened, True)
        number = self._add(request, opened, request.flags, 0, 0)
        if number is None:
            self.refuse(request, errno.EACCES)  # in vain when the caller is gone
        else:
            self.answer(request, number)

    def open_status(self, request: Request, path: str) -> None:
        """Answer with the status of a process as it would be under no filter."""
        try:
            opened = unfiltered.status(path)
        except OSError as error:
            self.refuse(request, error.errno or errno.EACCES)
            return
        self._give(request, opened, request.flags)

    def open_text(self, request: Request, text: str) -> None:
        """Answer with a file that holds this text."""
        self._give(request, unfiltered.text(text), request.flags)

    def _open(self, request: Request, flags: int, how: Callable[[int], int]) -> None:
        if flags & os.O_PATH:  # nothing can be read by it, and the kernel does not pass it on
            self.allow(request)
            return
        opened = self._opened(request, flags, how)
        if opened is not None:
            self._give(request, opened, flags)

    def _opened(self, request: Request, flags: int, how: Callable[[int], int]) -> int | None:
        """A descriptor of a file that was opened without waiting; None when the call is refused."""
        try:
            opened = how(flags | _WITHOUT_WAITING)
        except OSError as error:
            self.refuse(request, error.errno or errno.EACCES)
            return None
        if not flags & os.O_NONBLOCK:
            os.set_blocking(opened, True)
        return opened

    def _give(self, request: Request, opened: int, flags: int) -> None:
        """Answer with this descriptor, which is closed here."""
        if self._add(request, opened, flags, _ADD_AND_SEND, 0) is None:
            self.refuse(request, errno.EACCES)  # in vain when the caller is gone

    def _add(self, request: Request, opened: int, flags: int, how: int, number: int) -> int | None:
        """The number by which the caller has this descriptor now, if it has; it is closed here."""
        kept = flags & os.O_CLOEXEC
        given = bytearray(_DESCRIPTOR.pack(request.id, how, opened, number, kept))
        try:
            return int(fcntl.ioctl(self._listener, _ADD_DESCRIPTOR, given))
        except OSError:
            return None
        finally:
            os.close(opened)

    def _send(self, answer: bytes) -> None:
        _ask(self._listener, _SEND, answer)  # in vain when the caller is gone


def _ask(listener: int, request: int, argument: int | bytes) -> bool:
    """Whether the kernel does as it is asked."""
    try:
        fcntl.ioctl(listener, request, argument)
    except OSError:
        return False
    return True


def _signed(value: int) -> int:
    return int(ctypes.c_int(value & 0xFFFFFFFF).value)
