"""A game in a window whose size a person changes now and then, and changes back at once.

Later he makes it larger, and it stays so. The program is told of each change by a signal
(SIGWINCH). What it draws anew for it is its own affair; its moves are the same.
"""

import dataclasses
from typing import Final

from harness.closing import Closing
from harness.mu_torere.game import Game, seated
from harness.mu_torere.screen import Form
from harness.mu_torere.worlds import ERRORS_APART, shell_environment
from harness.program import Program
from harness.screen import Size
from harness.session import Complete, Exit, Reply
from harness.terminal import PtySession

_EVERY: Final = 8  # lines typed from one change to the next
_FIRST: Final = 2  # lines before the first one
_LARGER_FROM: Final = 12  # lines typed; each later change of the window is to one of two sizes
_LARGER: Final = (Size(30, 100), Size(43, 132))
LINES: Final = 64  # typed in all, so that each size stays for some moves


class ResizedSession(Closing):
    """A session whose window is made smaller and as large again before some lines are typed."""

    def __init__(self, session: PtySession) -> None:
        self._session = session
        self._lines = 0

    def read(self, complete: Complete) -> Reply:
        """Read a reply."""
        return self._session.read(complete)

    def send(self, line: str) -> None:
        """Type one line and the Enter key, perhaps after a change of the window."""
        if self._lines % _EVERY == _FIRST and self._lines < _LARGER_FROM:
            self._session.resize_and_back()
        elif self._lines >= _LARGER_FROM and (self._lines - _LARGER_FROM) % _EVERY == 0:
            later = (self._lines - _LARGER_FROM) // _EVERY
            self._session.resize(_LARGER[later % len(_LARGER)])
        self._lines += 1
        self._session.send(line)

    def overhear(self) -> Reply:
        """What was printed since the last reply, without waiting for more."""
        return self._session.overhear()

    def kill(self) -> None:
        """Kill the program."""
        self._session.kill()

    def close(self) -> Exit:
        """End the program."""
        return self._session.close()


def open_resized(program: Program, form: Form) -> Game:
    """A game in a usual shell's window that changes its size.

    It is read as on the largest one: as long as nothing reaches the edge of the smaller ones, it
    looks the same there.
    """
    there = program.on_a_usual_machine(shell_environment(program))
    session = ResizedSession(there.start(ERRORS_APART))
    kind = dataclasses.replace(ERRORS_APART, size=max(_LARGER))
    return seated(there, form, session, kind)
