"""Matches that need no process: bots that are functions, and hypothesis's own matches."""

import random
from collections.abc import Callable, Sequence
from typing import TypeAlias

from hypothesis import strategies as st

from harness.meta_tic_tac_toe.bot import Answer, Ask
from harness.meta_tic_tac_toe.match import Match, play
from harness.session import Ending, Exit
from harness.tournament.openings import MOST_PLIES, Openings
from reference.meta_tic_tac_toe.wire import NOUGHTS
from tests.harness.strategies import anything, exits

Choose: TypeAlias = Callable[[Sequence[str]], str]
"""What a bot prints, given the twelve arguments."""

LATE = Answer("44\n", 1.0, Ending.DEADLINE, Exit(None))
REACHING = Answer("44\n", 0.1, exit=Exit(reached=("/etc/passwd",)))


def legal(arguments: Sequence[str]) -> list[str]:
    """The legal moves, ascending, by rules of its own."""
    _, *boards, master, last = arguments
    playable = [b for b in range(9) if master[b] == "-" and "-" in boards[b]]
    if last != "xx" and int(last[1]) in playable:
        playable = [int(last[1])]
    return [f"{b}{t}" for b in playable for t in range(9) if boards[b][t] == "-"]


def first(arguments: Sequence[str]) -> str:
    return legal(arguments)[0]


def last(arguments: Sequence[str]) -> str:
    return legal(arguments)[-1]


def silent(arguments: Sequence[str]) -> str:
    return ""


def seeded(seed: int) -> Choose:
    """A legal move that depends on the arguments and the seed alone."""
    return lambda arguments: random.Random(f"{seed} {arguments}").choice(legal(arguments))


def asking(choose: Choose, seconds: float = 0.25) -> Ask:
    return lambda arguments: Answer(choose(arguments) + "\n", seconds)


def a_match(x: Choose = first, o: Choose = last, rounds: int = 250) -> Match:
    return play("xbot", "obot", asking(x), asking(o), rounds)


answers = st.builds(
    Answer,
    said=anything | st.sampled_from(["00\n", "44\n", "88", "10\n", " 27 \n"]),
    seconds=st.floats(0, 1000),
    ending=st.sampled_from(Ending),
    exit=exits,
    processor_seconds=st.none() | st.floats(0, 1000),
    queued_seconds=st.none() | st.floats(0, 1000),
)


@st.composite
def matches(draw: st.DrawFn, most_rounds: int = 4) -> Match:
    """Matches of bots that answer anything, and moves that are legal now and then."""

    def ask(arguments: Sequence[str]) -> Answer:
        if draw(st.booleans()):
            return Answer(draw(st.sampled_from(legal(arguments))), 0.25)
        return draw(answers)

    # The name of a folder in UTF-8: others are refused before a match.
    name = anything.map(lambda text: text.replace("\n", "").encode(errors="ignore").decode())
    opening = Openings(draw(st.sampled_from([0, 1, 4, MOST_PLIES])), draw(st.integers(0, 9)))
    rounds, nought = draw(st.integers(1, most_rounds)), draw(st.sampled_from(NOUGHTS))
    return play(draw(name), draw(name), ask, ask, rounds, opening.numbered(0), nought)
