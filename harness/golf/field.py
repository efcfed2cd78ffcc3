"""The challenge's field of bots, compiled, against a Python bot run in this process.

A process for each answer and depthBot's second of thought are what a tournament costs; a search
only wants to know where a bot stops winning. The bot's source is compiled once and executed for
each answer with its arguments, so it has to be the caller's own: nothing confines it.
"""

import contextlib
import ctypes
import io
import signal
import sys
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final, TypeAlias

from harness import given_file
from harness.golf import native
from harness.meta_tic_tac_toe.match import UNDECIDED_POINTS, WIN_POINTS
from harness.verdict import UsageError
from reference.meta_tic_tac_toe.rules import (
    ALL,
    BOARDS,
    SIZE,
    START,
    UNDECIDED,
    Move,
    State,
    apply,
    outcome,
    target,
)
from reference.meta_tic_tac_toe.wire import Nought, format_state, parse_move
from reference.tic_tac_toe import Mark

FIELD: Final = ("goodRandBot", "naiveBot", "middleBot", "depthBot")
ORDER: Final = (("depthBot", "O"), ("depthBot", "X"), ("middleBot", "X"), ("middleBot", "O"),
                ("naiveBot", "X"), ("naiveBot", "O"))  # fmt: skip
"""The matches with bots that always answer alike, the hardest first: the rival and its side."""

Player: TypeAlias = Callable[[State], Move]


@dataclass(frozen=True, slots=True)
class Played:
    """One match: the rival and its side, the bot's points, and why it failed, if it did."""

    rival: str
    side: Mark
    points: int
    failed: str = ""

    @property
    def won(self) -> bool:
        """Whether the bot has won."""
        return not self.failed and self.points >= WIN_POINTS


@cache
def _library() -> ctypes.CDLL:
    library = native.library("field")
    if library is None:
        raise UsageError("the field needs a C compiler (cc, gcc or clang), and there is none")
    library.field_prepare()
    return library


def rival(name: str, seed: int = 0) -> Player:
    """A bot of the field; the seed is goodRandBot's. Raises UsageError without a compiler."""
    library = _library()
    number = FIELD.index(name)
    states = iter([seed * 2654435761 + 88172645463325252] if seed else [])

    def move(state: State) -> Move:
        boards = [tiles >> SIZE * board & ALL for tiles in (state.x, state.o) for board in BOARDS]
        due = target(state)
        return int(
            library.field_move(
                number,
                int(state.to_move == "O"),
                -1 if due is None else due,
                (ctypes.c_uint16 * 18)(*boards),
                (ctypes.c_uint16 * 2)(state.x_won, state.o_won),
                state.closed,
                ctypes.c_uint64(next(states, 0)),
            )
        )

    return move


@contextlib.contextmanager
def _within(seconds: float) -> Iterator[None]:
    """Raises TimeoutError after so many seconds of this process's own processor time."""

    def stop(number: int, frame: object) -> None:
        raise TimeoutError(f"no answer within {seconds:g} s of processor time")

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def in_process(path: Path, nought: Nought = "0", seconds: float = 2.0) -> Player:
    """A Python bot that is executed here for each answer. Raises UsageError for no Python.

    An answer may take so many seconds of processor time. For the main thread.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            code = compile(given_file.read_bytes(path), str(path), "exec")
    except (SyntaxError, ValueError) as error:
        raise UsageError(f"{path}: not a Python program: {error}") from error

    def move(state: State) -> Move:
        before, sys.argv = sys.argv, [str(path), *format_state(state, nought)]
        said = io.StringIO()
        try:
            with (
                _within(seconds),
                warnings.catch_warnings(),
                contextlib.redirect_stdout(said),
                contextlib.suppress(SystemExit),
            ):
                warnings.simplefilter("ignore")
                exec(code, {"__name__": "__main__"})
        finally:
            sys.argv = before
        return parse_move(said.getvalue().strip())

    return move


def play(bot: Player, name: str, side: Mark, seed: int = 0) -> Played:
    """One match against the rival of this name, which plays this side."""
    other = rival(name, seed)
    state = START
    while outcome(state) is None:
        if state.to_move == side:
            state = apply(state, other(state))
            continue
        try:
            state = apply(state, bot(state))
        except Exception as error:
            return Played(name, side, -1, f"{type(error).__name__}: {error}")
    end = outcome(state)
    if end == UNDECIDED:
        return Played(name, side, UNDECIDED_POINTS)
    free = len(BOARDS) * SIZE - (state.x | state.o).bit_count()
    return Played(name, side, 0 if end == side else WIN_POINTS + free)


def matches(bot: Player, random_matches: int = 0) -> Iterator[Played]:
    """The six matches, the hardest first, and so many with goodRandBot, whose sides change."""
    for name, side in ORDER:
        yield play(bot, name, "X" if side == "X" else "O")
    for number in range(random_matches):
        yield play(bot, "goodRandBot", "XO"[number % 2], seed=number + 1)  # type: ignore[arg-type]
