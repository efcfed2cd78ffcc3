"""Files opened by a real path that was looked at, although a program may change names meanwhile.

A real path has no link in it, so none is followed. What a descriptor of the program leads to is
held first, by which nothing can be read or written, and looked at again.

Source: openat2(2), proc(5).
"""

from __future__ import annotations

import ctypes
import errno
import os
import struct

TYPE_CHECKING = False  # true for mypy; typing itself is not imported: see launcher
if TYPE_CHECKING:
    from typing import Final

_OPENAT2: Final = 437  # the same on every architecture, as of Linux 5.6
_NO_SYMLINKS, _BENEATH = 0x04, 0x08
_HELD: Final = os.O_PATH | os.O_CLOEXEC
_MAKES: Final = os.O_CREAT | os.O_TMPFILE & ~os.O_DIRECTORY
# As open does, openat2 does not pass over flags that it does not know.
_KNOWN: Final = (
    os.O_ACCMODE | os.O_CREAT | os.O_EXCL | os.O_NOCTTY | os.O_TRUNC | os.O_APPEND | os.O_NONBLOCK
    | os.O_SYNC | os.O_DSYNC | os.O_ASYNC | os.O_DIRECT | os.O_DIRECTORY | os.O_NOFOLLOW
    | os.O_NOATIME | os.O_CLOEXEC | os.O_PATH | os.O_TMPFILE
)  # fmt: skip

_libc = ctypes.CDLL(None, use_errno=True)


def opened(path: str, flags: int, mode: int = 0, is_stream: bool = False) -> int:
    """A descriptor of what was looked at. Raises OSError where it is not there any more.

    `is_stream` says that the path is the name of a descriptor which leads to no file of a name.
    """
    if not path.startswith("/proc/"):
        return open_by_no_link(path, flags, mode)
    held = held_as(path, path, is_stream)
    try:
        return os.open(f"/proc/self/fd/{held}", flags & ~os.O_NOFOLLOW)
    finally:
        os.close(held)


def held_as(link: str, path: str, is_stream: bool) -> int:
    """What a name leads to, held, if that is the path, or for a stream what has no name.

    Raises OSError where it was swapped.
    """
    held = os.open(link, _HELD)
    leads_to = os.readlink(f"/proc/self/fd/{held}")  # noqa: PTH115  # no Path, see launcher
    is_nameless = not leads_to.startswith("/") or not os.fstat(held).st_nlink
    if is_nameless if is_stream else leads_to == path:
        return held
    os.close(held)
    raise OSError(errno.EACCES, "it was swapped")


def open_by_no_link(path: str, flags: int, mode: int = 0, folder: int | None = None) -> int:
    """A descriptor of this; a link on the way is none. Raises OSError.

    With a folder the path stays beneath that.
    """
    resolve = _NO_SYMLINKS | (0 if folder is None else _BENEATH)
    how = struct.pack("QQQ", flags & _KNOWN, mode if flags & _MAKES else 0, resolve)
    found = int(
        _libc.syscall(_OPENAT2, -1 if folder is None else folder, os.fsencode(path), how, len(how))
    )
    if found < 0:
        raise OSError(ctypes.get_errno(), "it cannot be opened")
    return found


def held_by_no_link(path: str, flags: int, folder: int | None = None) -> int:
    """A descriptor by which this can be named and nothing else done; see `open_by_no_link`."""
    return open_by_no_link(path, _HELD | flags, folder=folder)
