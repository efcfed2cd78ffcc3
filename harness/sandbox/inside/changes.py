"""A change of a file's times, mode, owner or size, done for a program on what was looked at.

The filter reports a call, and the kernel reads its names and descriptors anew when it goes on: a
thread can have swapped them meanwhile. A sandbox of mounts is read-only, and there the kernel goes
on. Landlock knows no times, modes and owners; so where files are not hidden the launcher holds what
the call leads to, sees that it is what was allowed, and makes the change itself.

Source: seccomp_unotify(2), openat2(2), proc(5).
"""

from __future__ import annotations

import ctypes
import errno
import os
import struct

from harness.sandbox.inside.memory import read_numbers
from harness.sandbox.inside.seccomp import DESCRIPTORS
from harness.sandbox.inside.unswapped import held_as, held_by_no_link

TYPE_CHECKING = False  # true for mypy; typing itself is not imported: see launcher
if TYPE_CHECKING:
    from typing import Final

    from harness.sandbox.inside.notifier import Request
    from harness.sandbox.inside.resolve import Name

_MODES: Final = {"chmod": 1, "fchmod": 1, "fchmodat": 2, "fchmodat2": 2}
_OWNERS: Final = {"chown": 1, "lchown": 1, "fchown": 1, "fchownat": 2}
"""The arguments that hold a mode, and an owner before a group."""
_TIMES: Final = {"utime": (1, 1), "utimes": (1, 1000), "futimesat": (2, 1000), "utimensat": (2, 1)}
"""The argument that holds the address of two times, and nanoseconds in the smaller unit of them."""
_WITHOUT: Final = {
    **dict.fromkeys(("setxattr", "lsetxattr", "fsetxattr", "removexattr", "lremovexattr",
                     "fremovexattr"), errno.EOPNOTSUPP),
    **dict.fromkeys(("setxattrat", "removexattrat", "file_setattr"), errno.ENOSYS),
    "inotify_add_watch": errno.ENOSPC,
}  # fmt: skip
"""What a file system, or a machine, may have none of, and how it says so."""
_CALLS: Final = frozenset((*_MODES, *_OWNERS, *_TIMES, *_WITHOUT, "truncate"))
_TWO_TIMES: Final = struct.Struct("4q")
_TWO_SECONDS: Final = struct.Struct("2q")

_libc = ctypes.CDLL(None, use_errno=True)


def is_one(request: Request) -> bool:
    """Whether a call is such a change."""
    return request.name in _CALLS


def made(request: Request, allowed: Name) -> int:
    """Make the change to what a call is allowed to lead to; the error that it fails with, or 0."""
    if request.name in _WITHOUT:
        return _WITHOUT[request.name]
    try:
        held = _hold(request, allowed)
        try:
            _make(request, f"/proc/self/fd/{held}")
        finally:
            os.close(held)
    except OSError as error:
        return error.errno or errno.EACCES
    return 0


def _hold(request: Request, allowed: Name) -> int:
    """A descriptor of it, by which it can be named and nothing else done."""
    link = _descriptor(request)
    if link is None and allowed.is_stream:
        link = allowed.path
    if link is None:
        return held_by_no_link(allowed.path, os.O_NOFOLLOW)
    return held_as(link, allowed.path, allowed.is_stream)


def _descriptor(request: Request) -> str | None:
    """The link of the descriptor that a call is about; None where it is about a name."""
    if request.name in DESCRIPTORS:
        number = request.arguments[0] & 0xFFFFFFFF
    else:
        base, name, _ = request.paths()[0]
        if name != b"" or base is None:
            return None
        number = base
    return f"/proc/{request.pid}/fd/{number}"


def _make(request: Request, held: str) -> None:
    name, arguments = request.name, request.arguments
    if name in _MODES:
        os.chmod(held, arguments[_MODES[name]] & 0o777)  # noqa: PTH101  # no Path, see launcher
    elif name in _OWNERS:
        at = _OWNERS[name]
        owner, group = (_or_none(number) for number in arguments[at : at + 2])
        if owner not in (-1, os.getuid()) or group not in (-1, os.getgid()):
            raise OSError(errno.EPERM, "not permitted")  # the launcher may, but no program
        os.chown(held, owner, group)
    elif name == "truncate":
        size = ctypes.c_long(arguments[1]).value
        if size < 0:
            raise OSError(errno.EINVAL, "no size")
        opened = os.open(held, os.O_WRONLY | os.O_CLOEXEC | os.O_NONBLOCK | os.O_NOCTTY)
        try:
            os.ftruncate(opened, size)
        finally:
            os.close(opened)
    elif _libc.utimensat(-1, os.fsencode(held), _times(request), 0):
        raise OSError(ctypes.get_errno(), "it cannot be set")


def _times(request: Request) -> bytes | None:
    """Two times as utimensat takes them; None for now."""
    at, unit = _TIMES[request.name]
    address = request.arguments[at]
    if not address:
        return None
    wanted = _TWO_SECONDS if request.name == "utime" else _TWO_TIMES
    numbers = read_numbers(request.pid, address, wanted)
    if numbers is None:
        raise OSError(errno.EFAULT, "it cannot be read")
    if wanted is _TWO_SECONDS:
        return _TWO_TIMES.pack(numbers[0], 0, numbers[1], 0)
    if unit > 1 and not all(0 <= part < 1_000_000 for part in numbers[1::2]):
        raise OSError(errno.EINVAL, "no time")
    return _TWO_TIMES.pack(numbers[0], numbers[1] * unit, numbers[2], numbers[3] * unit)


def _or_none(number: int) -> int:
    """The number of a user or group; -1 for one that stays."""
    return -1 if number & 0xFFFFFFFF == 0xFFFFFFFF else number & 0xFFFFFFFF
