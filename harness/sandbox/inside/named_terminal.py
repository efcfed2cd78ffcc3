"""The terminal of a run, opened as /dev/tty: to be read, asked and set; what is written is lost.

Only what a program writes to its standard output is printed, and a terminal cannot tell who wrote.
Libraries that open /dev/tty to read and write want what the kernel gives then: Ruby's looks whether
the descriptor writes. So the launcher hands them such a one, at a number that the filter reports
writes to, and answers these as a terminal would, and nothing appears. A copy that must have another
number is to be read only, or, of one that only writes, of /dev/null, as a shell makes for a command
whose output is redirected.

Source: tty(4), seccomp_unotify(2).
"""

from __future__ import annotations

import errno
import os
import stat
import struct

from harness.sandbox.inside.memory import read_memory
from harness.sandbox.inside.seccomp import (
    COPY,
    COPY_AND_CLOSE,
    NAMED_TERMINALS,
    ON_TERMINALS,
    PASSING,
)

TYPE_CHECKING = False  # true for mypy; typing itself is not imported: see launcher
if TYPE_CHECKING:
    from typing import Final

    from harness.sandbox.inside.notifier import Notifier, Request

_MOST: Final = 0x7FFFF000  # bytes that one call writes
_MOST_PIECES: Final = 1024
_PIECE: Final = struct.Struct("QQ")  # where a piece is, and its size
_AT_A_TIME: Final = 16  # pieces, of which memory is read
# Tells it from a program's own standard output at such a number. It does nothing to a terminal, and
# fcntl cannot take it away.
_MARK: Final = os.O_DSYNC
_MAKING: Final = os.O_CREAT | os.O_TRUNC


class NamedTerminal:
    """The terminal of one run, by its real name. `is_given` once a program may write to it."""

    def __init__(self, path: str) -> None:
        self._path = path
        self.is_given = False

    def concerns(self, request: Request) -> bool:
        """Whether it is a call that the filter reports because of such a descriptor."""
        if request.name == "fcntl":
            return request.arguments[1] & 0xFFFFFFFF in (COPY, COPY_AND_CLOSE)
        return request.name in ON_TERMINALS or request.name in PASSING

    def open(self, notifier: Notifier, request: Request) -> None:
        """Answer a call that opens /dev/tty to write, or to do both."""
        flags = request.flags & ~_MAKING | _MARK
        number = self._free(request.pid, NAMED_TERMINALS[0])
        if flags & os.O_PATH or number is None:
            notifier.open_to_read(request, self._path)
            return
        self.is_given = True
        if not notifier.open_at(request, self._path, flags, number):  # a lower limit of files
            notifier.open_to_read(request, self._path)

    def answer(self, notifier: Notifier, request: Request) -> None:
        """Answer a call that writes to such a descriptor, copies it or may pass it on."""
        if request.name in PASSING:  # what is passed on has another number
            if self.is_given:
                notifier.refuse(request, errno.EPERM)
            else:
                notifier.allow(request)
            return
        number = request.arguments[ON_TERMINALS[request.name]] & 0xFFFFFFFF
        if not self._is_at(request.pid, number):
            notifier.allow(request)
        elif request.name in ("dup2", "dup3"):
            self._copy_to(notifier, request, request.arguments[1] & 0xFFFFFFFF, number)
        elif request.name in ("dup", "fcntl"):
            self._copy(notifier, request)
        elif request.name == "write":
            notifier.answer(request, min(request.arguments[2], _MOST))
        elif request.name in ("writev", "pwritev2"):
            notifier.answer(request, _size(request))
        else:
            notifier.refuse(request, errno.EINVAL)  # whoever copies files so goes on by writing

    def _copy(self, notifier: Notifier, request: Request) -> None:
        lowest, flags = NAMED_TERMINALS[0], os.O_RDWR | _MARK
        if request.name == "fcntl":
            lowest = max(lowest, request.arguments[2] & 0xFFFFFFFF)
            closes = request.arguments[1] & 0xFFFFFFFF == COPY_AND_CLOSE
            flags |= os.O_CLOEXEC if closes else 0
        number = self._free(request.pid, lowest)
        if number is None or not notifier.open_at(request, self._path, flags, number):
            notifier.refuse(request, errno.EMFILE)

    def _copy_to(self, notifier: Notifier, request: Request, to: int, number: int) -> None:
        path, flags = self._path, os.O_RDONLY
        if to in NAMED_TERMINALS:
            flags = os.O_RDWR | _MARK
        elif _only_writes(request.pid, number):
            path, flags = os.devnull, os.O_WRONLY
        if request.name == "dup3":
            flags |= request.arguments[2] & os.O_CLOEXEC
        if to == number:
            notifier.allow(request)
        elif not notifier.open_at(request, path, flags, to):
            notifier.refuse(request, errno.EBADF)

    def _is_at(self, pid: int, number: int) -> bool:
        try:
            path = os.readlink(f"/proc/{pid}/fd/{number}")  # noqa: PTH115  # no Path, see launcher
            with open(f"/proc/{pid}/fdinfo/{number}") as file:  # noqa: PTH123
                lines = file.read().splitlines()
        except OSError:
            return False
        flags = next(int(line.split()[1], 8) for line in lines if line.startswith("flags:"))
        return path == self._path and bool(flags & _MARK)

    @staticmethod
    def _free(pid: int, lowest: int) -> int | None:
        for number in range(lowest, NAMED_TERMINALS[-1] + 1):
            if not os.path.lexists(f"/proc/{pid}/fd/{number}"):
                return number
        return None


def _only_writes(pid: int, number: int) -> bool:
    try:
        mode = os.lstat(f"/proc/{pid}/fd/{number}").st_mode
    except OSError:
        return False
    return not mode & stat.S_IRUSR


def _size(request: Request) -> int:
    """How many bytes a call would write that has them in several pieces."""
    at, pieces, total = request.arguments[1], min(request.arguments[2], _MOST_PIECES), 0
    for first in range(0, pieces, _AT_A_TIME):
        size = min(_AT_A_TIME, pieces - first) * _PIECE.size
        data = read_memory(request.pid, at + first * _PIECE.size, size)
        if data is None or len(data) < size:
            break
        total += sum(length for _, length in _PIECE.iter_unpack(data))
    return min(total, _MOST)
