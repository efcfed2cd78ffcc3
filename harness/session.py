"""The session with a program under test, as everyone but the terminal itself sees it.

A session is a protocol: `terminal.PtySession` runs a real process, and tests have a twin of it that
follows a script.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from types import TracebackType
from typing import NamedTuple, Protocol, Self

from harness import syntax_warnings

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
    """What a program said between two inputs, how long it took in seconds, and why it ended.

    While it waits for a processor that others have, its time stands still.
    `only_looks`, of a program that asks: it sits in no read, and its terminal is among what it
    waits for. It may read it no more: Node leaves a closed one there.
    """

    text: str
    seconds: float
    ending: Ending
    only_looks: bool = False


@dataclass(frozen=True, slots=True)
class Limits:
    """What a program under test may use before it is stopped. Seconds are of wall-clock time.

    `processor_seconds` is of the processor: how long a program may work silently at one move, on a
    machine however busy; None sets no such limit.
    """

    move_seconds: float = 15.0
    reply_bytes: int = 1 << 18  # room for 304 boxes in words; a flood is cut here
    asks_seconds: float = 1.0  # so long must a program sit at its prompt before it is held to it
    processor_seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Exit:
    """How a program's run ended: which does not count against it, but is reported."""

    status: int | None = 0  # None: it did not end by itself, the harness or a signal ended it
    signal: int | None = None
    stderr: str = ""
    left_running: int = 0  # processes that it left behind, and which the harness ended
    reached: tuple[str, ...] = ()  # what it was seen to reach for: files, sockets, processes
    hidden: tuple[str, ...] = ()  # files beside it that it may not read, and that its errors name

    @property
    def syntax_warnings(self) -> str:
        """What Python 3.12 and later say of a source before they run it."""
        return syntax_warnings.found_in(self.stderr)

    @property
    def own_stderr(self) -> str:
        """Standard error without these warnings."""
        return syntax_warnings.without(self.stderr)


class Session(Protocol):
    """A conversation with one run of a program under test."""

    def read(self, complete: Complete) -> Reply:
        """Read until the reply is complete, or the run has ended, or a limit is reached."""

    def send(self, line: str) -> None:
        """Type one line and the Enter key. A program that has gone does not hear it: no error."""

    def overhear(self) -> Reply:
        """What was printed since the last reply, without waiting for more."""

    def kill(self) -> None:
        """Kill the program, so that a read in another thread ends. It is to be closed as ever."""

    def close(self) -> Exit:
        """End the program and everything that it started. May be called again."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None: ...
