"""The limits of a process as a usual shell has them, though a run has others.

A program could play well only where its files, its memory and its dumps are bounded. So it is told
what a shell tells, may set what it could set there, and is bounded nevertheless.

Source: prlimit(2), proc(5).
"""

from __future__ import annotations

import errno
import resource
import struct

from harness.sandbox.inside.memory import read_numbers, write_memory

TYPE_CHECKING = False  # true for mypy; typing itself is not imported: see launcher
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Final

CALLS: Final = {"prlimit64": 1, "getrlimit": 0, "setrlimit": 0}
"""The argument of each call that holds the kind of limit."""
_ENDLESS: Final = (1 << 64) - 1
_PAIR: Final = struct.Struct("QQ")
_SOFT: Final = {resource.RLIMIT_FSIZE: _ENDLESS, resource.RLIMIT_DATA: _ENDLESS,
                resource.RLIMIT_CORE: 0}  # fmt: skip
KINDS: Final = tuple(_SOFT)
_LINES: Final = {b"Max file size": resource.RLIMIT_FSIZE, b"Max data size": resource.RLIMIT_DATA,
                 b"Max core file size": resource.RLIMIT_CORE}  # fmt: skip


def answered(asking: int, name: str, arguments: Sequence[int]) -> int:
    """Do what a call asks about one of these limits; the error that it fails with, or 0."""
    kind = arguments[CALLS[name]] & 0xFFFFFFFF
    pid, new, old = asking, 0, 0
    if name == "prlimit64":
        pid = arguments[0] & 0xFFFFFFFF or pid
        new, old = arguments[2:4]
    elif name == "setrlimit":
        new = arguments[1]
    else:
        old = arguments[1]
    try:
        told = _told(pid, kind)
        if new:
            _set(asking, pid, kind, new, told[1])
    except OSError as error:
        return error.errno or errno.EPERM
    written = not old or write_memory(asking, old, _PAIR.pack(*told))
    return 0 if written else errno.EFAULT


def _told(pid: int, kind: int) -> tuple[int, int]:
    """The limits of a process as they are told: those of this one, which it has too, are usual."""
    soft, hard = (value & _ENDLESS for value in resource.prlimit(pid, kind))
    bound = resource.getrlimit(kind)[1] & _ENDLESS
    return (_SOFT[kind] if soft == bound else soft), (_ENDLESS if hard == bound else hard)


def _set(asking: int, pid: int, kind: int, at: int, most: int) -> None:
    wanted = read_numbers(asking, at, _PAIR)
    if wanted is None:
        raise OSError(errno.EFAULT, "it cannot be read")
    soft, hard = wanted
    if soft > hard:
        raise OSError(errno.EINVAL, "more than the most")
    if hard > most:
        raise OSError(errno.EPERM, "more than before")
    bound = resource.getrlimit(kind)[1]
    endless = bound == resource.RLIM_INFINITY
    soft, hard = (
        resource.RLIM_INFINITY if value == _ENDLESS and endless else
        value if endless else min(value, bound)
        for value in (soft, hard)
    )  # fmt: skip
    resource.prlimit(pid, kind, (soft, hard))


def is_listed(path: str) -> bool:
    """Whether this is the list of a process's limits in /proc, by its real path."""
    parts = path.split("/")
    return parts[:2] == ["", "proc"] and parts[-1] == "limits" and parts[2].isdigit()


def listed(path: str) -> bytes:
    """The list as it is told."""
    pid = int(path.split("/")[2])
    with open(path, "rb") as file:  # noqa: PTH123  # it imports little: see launcher
        lines = file.read().splitlines(keepends=True)
    for at, line in enumerate(lines):
        kind = _LINES.get(line[:25].strip())
        if kind is not None:
            soft, hard = (
                b"unlimited" if value == _ENDLESS else b"%d" % value for value in _told(pid, kind)
            )
            lines[at] = b"%-25s %-20s %-20s %s" % (line[:25].strip(), soft, hard, line[68:])
    return b"".join(lines)
