"""Positions made tile by tile, and whether a match gets there.

An invalid move passes the turn and frees the next move, so the tiles of a match can come in almost
any order. What remains of the rules is that nobody plays on a board that is won: of a board with
three in a row, some tile of the winner must have been the last there, and without it no line.
"""

from functools import cache
from itertools import product
from typing import NamedTuple

from reference.meta_tic_tac_toe.rules import (
    ALL,
    BOARDS,
    HAS_LINE,
    SIZE,
    Move,
    Nine,
    State,
    Tiles,
    is_terminal,
    state_of,
)
from reference.tic_tac_toe import SQUARES, Mark


class Pattern(NamedTuple):
    """What X and what O has on one board."""

    x: Nine
    o: Nine


@cache
def patterns() -> tuple[Pattern, ...]:
    """Every board that a match can come to, the fewest tiles first."""
    found = []
    for marks in product("-XO", repeat=SIZE):
        x, o = (sum((mark == side) << i for i, mark in enumerate(marks)) for side in "XO")
        if closers(x, o) is not None:
            found.append(Pattern(x, o))
    return tuple(sorted(found, key=lambda pattern: (pattern.x | pattern.o).bit_count()))


@cache
def closers(x: Nine, o: Nine) -> Nine | None:
    """Which tiles can be the last played on a board; None when no match comes to such a board."""
    if not (HAS_LINE[x] or HAS_LINE[o]):
        return x | o
    if HAS_LINE[x] and HAS_LINE[o]:
        return None
    winner = x if HAS_LINE[x] else o
    last = sum(1 << t for t in SQUARES if winner >> t & 1 and not HAS_LINE[winner & ~(1 << t)])
    return last or None


def state_with(to_move: Mark, x: Tiles, o: Tiles, last: Move | None) -> State | None:
    """The unfinished state with these tiles, or None when no match gets there."""
    try:
        state = state_of(to_move, x, o, last)
    except ValueError:
        return None
    if is_terminal(state):
        return None
    for board in BOARDS:
        ends = closers(x >> SIZE * board & ALL, o >> SIZE * board & ALL)
        if ends is None:
            return None
        if last is not None and last // SIZE == board and not ends >> last % SIZE & 1:
            return None
    return state
