"""A bot and its answers, as everyone but the process itself sees them.

Source: the challenge "Meta tic-tac-toe", spec clauses "The bot's interface" and "The tournament".
`caller` runs real processes. To a match a function is a bot as well; tests play with functions.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

from harness.session import Ending, Exit


class Answer(NamedTuple):
    """What one call of a bot gave: what it printed, how long it took in seconds, how it ended."""

    said: str
    seconds: float
    ending: Ending = Ending.ENDED
    exit: Exit = Exit()
    processor_seconds: float | None = None  # of `seconds`, how long it ran; None: not measured
    queued_seconds: float | None = None  # how long it was ready to run and had no processor


MEASURED: Final = ("processor_seconds", "queued_seconds")
"""Fields of an answer that a long call alone has."""

Ask: TypeAlias = Callable[[Sequence[str]], Answer]
"""A bot in play: given the twelve arguments it answers. It raises HarnessError, and nothing else,
when the sandbox or the machine failed."""


@dataclass(frozen=True, slots=True)
class Bot:
    """A competitor, as `instructions.txt` names it.

    `command` is run by no shell, in the folder that holds the folders of all bots; `compile`, where
    there is one, is run there once before the first match.
    """

    name: str
    command: tuple[str, ...]
    compile: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class CallLimits:
    """What one call of a bot may use. Seconds are of wall-clock time, from start to end."""

    seconds: float = 1.0
    output_bytes: int = 4096
    memory_bytes: int = 512 << 20
    processes: int = 64
    file_bytes: int = 64 << 20
