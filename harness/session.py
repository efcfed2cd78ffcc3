"""The session with a program under test, as everyone but the terminal itself sees it.

A session is a protocol with two makers: `terminal.PtySession` runs a real process, and
`ScriptedSession` is its twin for tests.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from types import TracebackType
from typing import NamedTuple, Protocol, Self

from harness.closing import Closing

Complete = Callable[[str], bool]
"""Whether the text that the program has printed since it was last spoken to is all of its reply."""


class Ending(StrEnum):
    """Why a reply ended there: of a terminal session, or of one call of a bot."""

    READY = "ready"  # complete, and the program has fallen silent
    ASKS = "asks"  # not complete, yet the program sits waiting for the next line of input
    ENDED = "ended"  # the program ended, or closed its terminal
    DEADLINE = "deadline"  # the time for one move was over
    OVERFLOW = "overflow"  # more output than any reply could need
    EXCESS = "excess"  # more memory or processes than it may use
    UNSTARTED = "unstarted"  # the command could not be run at all


class Reply(NamedTuple):
    """What a program said between two inputs, how long it took in seconds, and why it ended."""

    text: str
    seconds: float
    ending: Ending


@dataclass(frozen=True, slots=True)
class Limits:
    """What a program under test may use before it is stopped. Seconds are of wall-clock time."""

    move_seconds: float = 15.0
    reply_bytes: int = 1 << 18  # room for 304 boxes in words; a flood is cut here
    asks_seconds: float = 1.0  # so long must a program sit at its prompt before it is held to it


@dataclass(frozen=True, slots=True)
class Exit:
    """How a program's run ended: which does not count against it, but is reported."""

    status: int | None  # None: it did not end by itself, the harness ended it
    signal: int | None
    stderr: str
    left_running: int = 0  # processes that it left behind, and which the harness ended
    opened: tuple[str, ...] = ()  # other files and sockets that it was seen to reach for


class Session(Protocol):
    """A conversation with one run of a program under test."""

    def read(self, complete: Complete) -> Reply:
        """Read until the reply is complete, or the run has ended, or a limit is reached."""

    def send(self, line: str) -> None:
        """Type one line and the Enter key. A program that has gone does not hear it: no error."""

    def close(self) -> Exit:
        """End the program and everything that it started. May be called again."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None: ...


class ScriptedSession(Closing):
    """A session that says what a script says: the twin of the terminal, for tests.

    `script` holds (line expected to be sent, reply to it), the first with None for the greeting.
    """

    def __init__(
        self,
        script: Sequence[tuple[str | None, str]],
        exit_: Exit = Exit(status=0, signal=None, stderr=""),
    ) -> None:
        self._script = list(script)
        self._exit = exit_
        self._said = ""
        self.closed = False
        if self._script and self._script[0][0] is None:
            self._said = self._script.pop(0)[1]

    def read(self, complete: Complete) -> Reply:
        """The whole of what the script says next; the run ends where the script does."""
        said, self._said = self._said, ""
        if complete(said):
            return Reply(said, 0.0, Ending.READY)
        return Reply(said, 0.0, Ending.ASKS if self._script else Ending.ENDED)

    def send(self, line: str) -> None:
        """Check the line against the script. Raises AssertionError when another was expected."""
        assert self._script, f"{line!r} was sent after the script's end"
        expected, self._said = self._script.pop(0)
        assert line == expected, f"{line!r} was sent where the script expects {expected!r}"

    def assert_done(self) -> None:
        """Raises AssertionError unless the script was played to its end and the session closed."""
        assert not self._script, f"never sent: {[line for line, _ in self._script]}"
        assert self.closed, "the session was not closed"

    def close(self) -> Exit:
        """The exit that the script was given."""
        self.closed = True
        return self._exit
