"""What the kernel would tell a program of itself if it were under no filter of system calls.

A program could play well only where it sees that it is judged; so it does not see the filter.
"""

from __future__ import annotations

import fcntl
import os

from harness.sandbox.inside import usual_limits

TYPE_CHECKING = False  # true for mypy; typing itself is not imported: see launcher
if TYPE_CHECKING:
    from typing import Final

_WITHOUT: Final = dict.fromkeys((b"NoNewPrivs", b"Seccomp", b"Seccomp_filters"), b"\t0\n")
_OF_ALL: Final = b"SigQ"  # what signals of all its user's processes wait for: none
_ADD_SEALS, _ALL_SEALS = 1033, 0xF  # neither written, cut, extended, nor unsealed


def is_status(path: str) -> bool:
    """Whether this is the status or the limits of a process or thread in /proc, by its path."""
    parts = path.split("/")
    is_status = parts[:2] == ["", "proc"] and parts[-1] == "status" and parts[2].isdigit()
    return is_status or usual_limits.is_listed(path)


def status(path: str) -> int:
    """A descriptor of the status as it would be under no filter. Raises OSError if it is gone."""
    if usual_limits.is_listed(path):
        return _sealed(usual_limits.listed(path))
    with open(path, "rb") as file:  # noqa: PTH123  # it imports little: see launcher
        lines = [line.partition(b":") for line in file]
    return _sealed(b"".join(name + colon + _told(name, value) for name, colon, value in lines))


def text(told: str) -> int:
    """A descriptor of a file with this text, which is in no folder."""
    return _sealed(told.encode())


def _told(name: bytes, value: bytes) -> bytes:
    return b"\t0/" + value.partition(b"/")[2] if name == _OF_ALL else _WITHOUT.get(name, value)


def _sealed(text: bytes) -> int:
    told = os.memfd_create("status", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
    try:
        os.write(told, text)
        os.lseek(told, 0, os.SEEK_SET)
        fcntl.fcntl(told, _ADD_SEALS, _ALL_SEALS)
    except OSError:
        os.close(told)
        raise
    return told
