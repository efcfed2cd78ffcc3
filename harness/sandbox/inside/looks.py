"""What a program asks about a name in /tmp or its home, answered of what it has put down there.

`substitutes` does in the run's own folder what a program does to such a name, so whoever asks
whether the file is there, how big or how old it is (a shell's `[ -f`, Perl's `unlink`, Java's
`Files.delete`) must be answered of that folder, too. The launcher asks the same of the kernel.

Source: stat(2), statx(2), access(2).
"""

from __future__ import annotations

import ctypes
import errno
import os

from harness.sandbox.inside.memory import write_memory
from harness.sandbox.inside.resolve import beneath, resolved
from harness.sandbox.inside.run_folder import PLACES
from harness.sandbox.inside.seccomp import LOOKS, MACHINE

TYPE_CHECKING = False  # true for mypy; typing itself is not imported: see launcher
if TYPE_CHECKING:
    from typing import Final

    from harness.sandbox.inside.notifier import Request
    from harness.sandbox.inside.run_folder import Place, RunFolder

_NO_FOLLOW: Final = 0x100  # AT_SYMLINK_NOFOLLOW
_STAT_BYTES: Final = {"x86_64": 144, "aarch64": 128}.get(os.uname().machine, 144)
_STATX_BYTES: Final = 256
_ANSWERED_AT: Final = {"stat": 1, "lstat": 1, "newfstatat": 2, "statx": 4}
"""The argument that holds the address of what is told."""

_libc = ctypes.CDLL(None, use_errno=True)


def is_one(request: Request) -> bool:
    """Whether a call only asks about a name."""
    return request.name in LOOKS


def answered(own: RunFolder, request: Request) -> int | None:
    """Answer a call of what is in the run's own folder: its error, or 0; None for other names."""
    base, name, follows = request.paths()[0]
    if not name or not _may_be_there(own, name):
        return None
    path = resolved(request.pid, base, os.fsdecode(name), follow=False).path
    if not own.is_meant(path) or beneath(path, own.folder) or path in PLACES:
        return None
    found = own.named(path)
    if found is None or found.folder < 0:
        return None
    with found:
        if not found.exists() or (follows and found.is_link()):
            return None
        return _asked(request, found)


def _may_be_there(own: RunFolder, name: bytes) -> bool:
    return not name.startswith(b"/") or b".." in name or own.is_meant(os.fsdecode(name))


def _asked(request: Request, place: Place) -> int:
    assert MACHINE is not None, "it is watched"
    numbers, arguments = MACHINE.numbers, request.arguments
    name = os.fsencode(place.name)
    at = _ANSWERED_AT.get(request.name)
    if at is None:
        mode = arguments[0 if LOOKS[request.name][0][0] is None else 1 :][1]
        failed = _libc.syscall(numbers["faccessat"], place.folder, name, ctypes.c_int(mode))
        return ctypes.get_errno() if failed else 0
    told = ctypes.create_string_buffer(_STATX_BYTES)
    if request.name == "statx":
        size, mask = _STATX_BYTES, ctypes.c_uint(arguments[3] & 0xFFFFFFFF)
        failed = _libc.syscall(numbers["statx"], place.folder, name, _NO_FOLLOW, mask, told)
    else:
        size = _STAT_BYTES
        failed = _libc.syscall(numbers["newfstatat"], place.folder, name, told, _NO_FOLLOW)
    if failed:
        return ctypes.get_errno()
    return 0 if write_memory(request.pid, arguments[at], told.raw[:size]) else errno.EFAULT
