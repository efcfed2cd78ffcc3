"""A match move by move in a terminal: the nine boards, whose turn it was, what was answered.

On a terminal one steps through it by keys; into a pipe go all moves, a line each, and the end.
"""

import os
import select
import sys
import termios
import tty
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Final, NamedTuple, TypeAlias

from rich.console import Console
from rich.text import Text

from harness.messages import printable, shortened
from harness.meta_tic_tac_toe.match import Match, Over, Ply, after, follow
from harness.meta_tic_tac_toe.scoring import Score, score
from harness.verdict import UsageError
from reference.meta_tic_tac_toe.picture import ASCII, UNICODE, picture
from reference.meta_tic_tac_toe.rules import State
from reference.meta_tic_tac_toe.wire import format_move

Again: TypeAlias = Callable[[int], str]
"""The command that runs a call again, by the number of the call."""

Keys: TypeAlias = Callable[[], str]
"""The next key that is pressed; empty when there will be none any more."""

HELP: Final = "Enter or n: next, p: back, g: first, G: last, q: leave"
_NEXT: Final = frozenset(("n", "\r", "\n", " ", "\x1b[C", "\x1b[B"))
_BACK: Final = frozenset(("p", "\x7f", "\x1b[D", "\x1b[A"))
_LEAVE: Final = frozenset(("q", "", "\x04"))
_QUEUED_SECONDS: Final = 0.05
_STDERR_LINES: Final = 5
_SHOWN_TEXT: Final = 60  # characters of an answer


class Frame(NamedTuple):
    """A match after so many calls, as it is shown; the first frame is of no call."""

    ply: Ply | None
    state: State


def show_match(
    console: Console,
    match: Match,
    ply: int | None = None,
    keys: Keys | None = None,
    again: Again | None = None,
) -> None:
    """Show a match: step by step on a terminal, otherwise all of its moves, or after one ply.

    `again` gives the command that runs a call again, where there is one.

    Raises UsageError when it has no such ply, ValueError when the calls are not those of a match.
    """
    frames, result = list(_frames(match)), score(match)
    if ply is not None:
        if not 0 <= ply < len(frames):
            raise UsageError(f"there is no ply {ply}: the match has {len(frames) - 1}")
        _print_frame(console, match, frames, ply, result, again)
    elif keys is not None:
        _step_through(console, match, frames, result, keys, again)
    elif console.is_terminal and sys.stdin is not None and sys.stdin.isatty():
        with suppress(KeyboardInterrupt), _pressed() as pressed:
            _step_through(console, match, frames, result, pressed, again)
    else:
        console.print(Text(f"X {printable(match.x)}, O {printable(match.o)}", "bold"))
        for number, frame in enumerate(frames[1:], start=1):
            console.print(_told(match, number, frame), soft_wrap=True)
        _print_frame(console, match, frames, len(frames) - 1, result, again)


def _frames(match: Match) -> Iterator[Frame]:
    yield Frame(None, match.start)
    for ply in follow(match):
        yield Frame(ply, ply.state if ply.call.answer.exit.reached else after(ply.state, ply.move))


def _step_through(
    console: Console,
    match: Match,
    frames: Sequence[Frame],
    result: Score,
    keys: Keys,
    again: Again | None,
) -> None:
    number = 0
    while True:
        console.clear()
        _print_frame(console, match, frames, number, result, again)
        console.print(Text(f"\n{HELP}", "dim"))
        key = keys()
        if key in _LEAVE:
            return
        if key in _NEXT:
            number = min(number + 1, len(frames) - 1)
        elif key in _BACK:
            number = max(number - 1, 0)
        elif key == "g":
            number = 0
        elif key == "G":
            number = len(frames) - 1


def _print_frame(
    console: Console,
    match: Match,
    frames: Sequence[Frame],
    number: int,
    result: Score,
    again: Again | None,
) -> None:
    """The boards after so many calls, with what the last of them was and who is next."""
    frame = frames[number]
    title = f"X {printable(match.x)}, O {printable(match.o)}: ply {number} of {len(frames) - 1}"
    console.print(Text(title, "bold"), soft_wrap=True)
    console.print(_told(match, number, frame), soft_wrap=True)
    console.print()
    console.print(picture(frame.state, ASCII if console.options.ascii_only else UNICODE))
    console.print()
    ending = result_line(match, result) if number == len(frames) - 1 else None
    mark = frame.state.to_move
    console.print(
        Text(ending, "bold green") if ending else Text(f"{mark} {_name(match, mark)} is to move"),
        soft_wrap=True,
    )
    if frame.ply is not None:
        for line in frame.ply.call.answer.exit.stderr.splitlines()[-_STDERR_LINES:]:
            console.print(Text(f"standard error: {printable(line)}", "red"), soft_wrap=True)
        if again is not None:
            console.print(Text(f"call it again: {again(number)}", "dim"), soft_wrap=True)


def _told(match: Match, number: int, frame: Frame) -> Text:
    """One call in a line: who, what, how long, and what was wrong with it."""
    if frame.ply is None:
        moves = " ".join(map(format_move, match.opening))
        return Text(f"the opening: {moves}" if moves else "before the first move", "dim")
    (_, call, move, fault), answer = frame.ply, frame.ply.call.answer
    line = Text(f"{number:>3}  {call.mark}  {_name(match, call.mark)}  ")
    if answer.exit.reached:
        line.append(
            f"reached for {printable(', '.join(answer.exit.reached))}: disqualified", "bold red"
        )
    elif move is None:
        said = shortened(answer.said, _SHOWN_TEXT)
        line.append(f"invalid: {printable(fault or '')}", "bold red")
        line.append(f"; it printed {said!r}" if said else "; it printed nothing", "red")
    else:
        line.append(format_move(move), "bold")
    line.append(f"  {answer.seconds:.3f} s", "dim")
    if answer.queued_seconds is not None and answer.queued_seconds >= _QUEUED_SECONDS:
        line.append(f", {answer.queued_seconds:.3f} s of these without a processor", "dim")
    return line


def _name(match: Match, mark: str) -> str:
    return printable(match.x if mark == "X" else match.o)


def result_line(match: Match, result: Score) -> str:
    """How a match ended, and the points of it."""
    points = ", ".join(f"{printable(side.name)} {side.points}" for side in result.sides)
    match result.over:
        case Over.WON:
            assert result.winner is not None
            return f"{result.winner} {_name(match, result.winner)} has won: {points} points"
        case Over.FULL:
            return f"no board is left, undecided: {points} points"
        case Over.ROUNDS:
            return f"nobody has won after {result.rounds} rounds: {points} points"
        case Over.DISQUALIFIED:
            return "disqualified: the match counts for nobody"


@contextmanager
def _pressed() -> Iterator[Keys]:
    """Keys as they are pressed, without Enter; the terminal is as before at the end."""
    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)

    def key() -> str:
        data = os.read(terminal, 1)
        # An arrow is three bytes, which come together.
        while data.startswith(b"\x1b") and select.select([terminal], [], [], 0.02)[0]:
            more = os.read(terminal, 1)
            data += more
            if not more or (len(data) > 2 and more.isalpha()):
                break
        return data.decode(errors="replace")

    try:
        tty.setcbreak(terminal, termios.TCSANOW)
        yield key
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)
