"""The group of processes that a terminal sends its signals to, as a program chooses it (tcsetpgrp).

Where a program is started as by a shell, the launcher leads the session. A program that put the
launcher's group in the foreground could have it ended by what a human types (VINTR), or by a signal
of its choice for that (F_SETSIG). The number of the group stands in the program's memory, where a
thread can change it after a look; so the launcher does what was asked, with the number it has read.

Source: tcsetpgrp(3), TIOCSPGRP(2const), fcntl(2).
"""

from __future__ import annotations

import errno
import fcntl
import os
import struct

from harness.sandbox.inside.memory import read_numbers
from harness.sandbox.inside.seccomp import FOREGROUND

TYPE_CHECKING = False  # true for mypy; typing itself is not imported: see launcher
if TYPE_CHECKING:
    from typing import Final

    from harness.sandbox.inside.notifier import Request

_NUMBER: Final = struct.Struct("i")
CONTROLLING: Final = "/dev/tty"


def is_asked(request: Request) -> bool:
    """Whether a call is about the foreground of a terminal."""
    return request.name == "ioctl" and request.arguments[1] & 0xFFFFFFFF == FOREGROUND


def is_of_the_launchers_session(request: Request) -> bool:
    """Whether the call can be about the launcher's group; of other sessions the kernel sees to it.

    Nobody joins a session, so that stays so.
    """
    try:
        return os.getsid(request.pid) == os.getsid(0)
    except OSError:
        return False


def wanted(request: Request) -> int | None:
    """The number of the group; None where it cannot be read."""
    read = read_numbers(request.pid, request.arguments[2], _NUMBER)
    return read[0] if read else None


def set_to(request: Request, group: int, terminal: str) -> int:
    """Put the group in the foreground of the terminal, if it is asked for that one; the error."""
    descriptor = request.arguments[0] & 0xFFFFFFFF
    try:
        asked = os.readlink(f"/proc/{request.pid}/fd/{descriptor}")  # noqa: PTH115  # see launcher
    except OSError:
        return errno.EBADF
    if asked not in (terminal, CONTROLLING):
        return errno.ENOTTY
    try:
        held = os.open(CONTROLLING, os.O_RDWR | os.O_NOCTTY | os.O_CLOEXEC)
    except OSError:
        return errno.ENOTTY
    try:
        fcntl.ioctl(held, FOREGROUND, _NUMBER.pack(group))
    except OSError as error:
        return error.errno or errno.EPERM
    finally:
        os.close(held)
    return 0
