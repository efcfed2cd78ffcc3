"""What the kernel would tell a program of itself if it were under no filter of system calls.

A program could play well only where it sees that it is judged; so it does not see the filter.
"""

from __future__ import annotations

import fcntl
import os

TYPE_CHECKING = False  # true for mypy; typing itself is not imported: see launcher
if TYPE_CHECKING:
    from typing import Final

_WITHOUT: Final = dict.fromkeys((b"NoNewPrivs", b"Seccomp", b"Seccomp_filters"), b"\t0\n")
_ADD_SEALS, _ALL_SEALS = 1033, 0xF  # neither written, cut, extended, nor unsealed


def is_status(path: str) -> bool:
    """Whether this is the status of a process or a thread in /proc, by its real path."""
    parts = path.split("/")
    return parts[:2] == ["", "proc"] and parts[-1] == "status" and parts[2].isdigit()


def status(path: str) -> int:
    """A descriptor of the status as it would be under no filter. Raises OSError if it is gone."""
    with open(path, "rb") as file:  # noqa: PTH123  # it imports little: see launcher
        lines = [line.partition(b":") for line in file]
    told = os.memfd_create("status", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
    try:
        os.write(told, b"".join(name + colon + _WITHOUT.get(name, v) for name, colon, v in lines))
        os.lseek(told, 0, os.SEEK_SET)
        fcntl.fcntl(told, _ADD_SEALS, _ALL_SEALS)
    except OSError:
        os.close(told)
        raise
    return told
