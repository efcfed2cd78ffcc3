"""Mu Torere by brute force: no ring numbers, no predecessors, no retrograde analysis.

A node is a point (x, y) with coordinates -1, 0 and 1, and two points are joined when they are a
step apart on the outside or when one of them is the centre. Values come from asking, for one ply
more each time, which positions can be decided within so many plies, until nothing changes.

Text form, for comparison: nine characters, the rows of the square form as a page is read.
"""

from collections.abc import Iterator
from functools import cache
from itertools import permutations
from typing import NamedTuple, TypeAlias

Point: TypeAlias = tuple[int, int]
Stones: TypeAlias = frozenset[Point]

GRID: tuple[Point, ...] = tuple((x, y) for y in (1, 0, -1) for x in (-1, 0, 1))
CENTRE: Point = (0, 0)


class State(NamedTuple):
    mine: Stones  # of the side to move
    theirs: Stones


class Outcome(NamedTuple):
    """'win' or 'loss' for the side to move, and within how many plies."""

    result: str
    plies: int


def joined(a: Point, b: Point) -> bool:
    return CENTRE in (a, b) or on_rim(a, b)


def on_rim(a: Point, b: Point) -> bool:
    return CENTRE not in (a, b) and abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1


def slides(state: State) -> dict[Point, State]:
    """What each legal slide leads to, by where the stone stood."""
    (gap,) = set(GRID) - state.mine - state.theirs
    return {
        stone: State(state.theirs, state.mine - {stone} | {gap})
        for stone in state.mine
        if joined(stone, gap)
        and (gap != CENTRE or any(on_rim(stone, rival) for rival in state.theirs))
    }


def states() -> Iterator[State]:
    # Permutations of the text repeat themselves; the set throws nothing away but the repeats.
    for text in set(permutations("mmmmttttg")):
        mine, theirs = (
            frozenset(p for p, owner in zip(GRID, text, strict=True) if owner == side)
            for side in "mt"
        )
        yield State(mine, theirs)


@cache
def outcomes() -> dict[State, Outcome | None]:
    """The outcome of every position, whichever colour moves; None when nobody can force one."""
    after = {state: list(slides(state).values()) for state in states()}
    decided: dict[State, Outcome | None] = dict.fromkeys(after)
    for plies in range(len(after)):
        news = {}
        for state, nexts in after.items():
            if decided[state] is not None:
                continue
            results = [outcome.result if (outcome := decided[n]) else "open" for n in nexts]
            if "loss" in results:
                news[state] = Outcome("win", plies)
            elif all(result == "win" for result in results):
                news[state] = Outcome("loss", plies)
        if not news and plies:
            break
        decided.update(news)
    return decided


def from_text(text: str, mover: str) -> State:
    """The position that the nine characters show, with the colour `mover` to move."""
    mine = frozenset(p for p, stone in zip(GRID, text, strict=True) if stone == mover)
    theirs = frozenset(p for p, stone in zip(GRID, text, strict=True) if stone not in (mover, "o"))
    return State(mine, theirs)


def place_in_text(point: Point) -> int:
    """Where the point's character stands in the text form, 0 to 8."""
    return GRID.index(point)
