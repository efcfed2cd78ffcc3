"""A game in a window whose size a person changes now and then, and changes back at once.

The program is told of it by a signal (SIGWINCH). What it draws anew for it is its own affair; its
moves are the same.
"""

from typing import Final

from harness.closing import Closing
from harness.mu_torere.game import Game
from harness.mu_torere.prelude import led
from harness.mu_torere.screen import Form
from harness.mu_torere.worlds import ERRORS_APART, shell_environment
from harness.program import Program
from harness.session import Complete, Exit, Reply
from harness.terminal import PtySession

_EVERY: Final = 8  # lines typed from one change to the next
_FIRST: Final = 2  # lines before the first one


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
        if self._lines % _EVERY == _FIRST:
            self._session.resize_and_back()
        self._lines += 1
        self._session.send(line)

    def overhear(self) -> Reply:
        """What was printed since the last reply, without waiting for more."""
        return self._session.overhear()

    def close(self) -> Exit:
        """End the program."""
        return self._session.close()


def open_resized(program: Program, form: Form) -> Game:
    """A game in a usual shell's window that changes its size."""
    there = program.on_a_usual_machine(shell_environment(program))
    session = led(ResizedSession(there.start(ERRORS_APART)), form.prelude)
    return Game(session, form, there.command, there.limits.move_seconds, ERRORS_APART)
