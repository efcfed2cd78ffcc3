"""What a program's play amounts to, by walking all of it: no explorer, no transcripts, no games.

A policy is a function from the human's moves so far to the program's answer. It is unrolled from
the start into places: a position with the last `memory - 1` rounds. What an answer depends on, the
question, is the position asked, or with a memory the last `memory` rounds. Lines of play that lead
to a question are counted by adding up, for one move more each time, how many lead where.
"""

from collections import Counter
from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from tests.oracles.mu_torere_oracle import Point, State, outcomes, slides

Rounds: TypeAlias = tuple[tuple[State, Point], ...]
Answer: TypeAlias = Callable[[State, Rounds], State]
"""The position that the program's move makes of the one in which it is asked."""

Place: TypeAlias = tuple[State, Rounds]


class Figures(NamedTuple):
    positions: int
    replies: int
    asked_twice: int
    once_only: int
    mistakes: int
    punished: int
    longest_win_plies: int | None


def figures(start: State, answer: Answer, memory: int) -> Figures:
    steps = _steps(start, answer, memory)
    asked = {slides(place[0])[point] for place in steps for point in steps[place]}
    lines = _lines((start, ()), steps, memory)
    lengths = [
        _plies(after, steps)
        for place, nexts in steps.items()
        for point, after in nexts.items()
        if _outcome(place[0]) != "loss" and _outcome(slides(place[0])[point]) == "win"
    ]
    return Figures(
        positions=len(asked),
        replies=sum(map(len, steps.values())),
        asked_twice=sum(count > 1 for count in lines.values()),
        once_only=sum(count == 1 for count in lines.values()),
        mistakes=len(lengths),
        punished=len(lengths),
        longest_win_plies=max(lengths, default=None),
    )


def _steps(start: State, answer: Answer, memory: int) -> dict[Place, dict[Point, Place]]:
    steps: dict[Place, dict[Point, Place]] = {}
    todo: list[Place] = [(start, ())]
    while todo:
        place = todo.pop()
        if place in steps:
            continue
        state, recent = place
        steps[place] = {}
        for point, asked in slides(state).items():
            rounds = (*recent, (state, point))
            kept = rounds[max(0, len(rounds) - memory + 1) :] if memory > 1 else ()
            steps[place][point] = (answer(asked, rounds), kept)
        todo += steps[place].values()
    return steps


def _question(place: Place, point: Point, memory: int) -> object:
    state, recent = place
    return (*recent, (state, point))[-memory:] if memory else slides(state)[point]


def _lines(first: Place, steps: dict[Place, dict[Point, Place]], memory: int) -> Counter[object]:
    """How many lines of play end with each question; 2 stands for more."""
    here: Counter[Place] = Counter([first])
    found: Counter[object] = Counter()
    for _ in range(2 * len(steps) + 2):  # a second line, if there is one, is no longer than that
        after: Counter[Place] = Counter()
        for place, lines in here.items():
            for point, following in steps[place].items():
                question = _question(place, point, memory)
                found[question] = min(2, found[question] + lines)
                after[following] = min(2, after[following] + lines)
        here = after
    return found


def _plies(place: Place, steps: dict[Place, dict[Point, Place]]) -> int:
    """Plies from the program's move that led here to the end; RecursionError if there is none."""
    return 1 + max((1 + _plies(after, steps) for after in steps[place].values()), default=0)


def _outcome(state: State) -> str:
    outcome = outcomes()[state]
    return "draw" if outcome is None else outcome.result
