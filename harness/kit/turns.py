"""The eight ways to hold a label against a board, and the index that says which.

A way is named as a person does it: first perhaps mirrored (left and right exchanged), then turned
clockwise by quarters.
"""

from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

from reference.menace.boxes import Boxes, BoxNumber, reachable
from reference.symmetry import Permutation, compose, identity
from reference.tic_tac_toe import EMPTY, SIDE, SQUARES, Board, stones

ORDER: Final = "XO" + EMPTY
"""The index is sorted as a dictionary is, with this alphabet."""

UPRIGHT: Final = "="
_QUARTER: Final[Permutation] = tuple(
    SIDE * (square % SIDE) + SIDE - 1 - square // SIDE for square in SQUARES
)
_MIRROR: Final[Permutation] = tuple(
    SIDE * (square // SIDE) + SIDE - 1 - square % SIDE for square in SQUARES
)
_QUARTERS: Final = ("", "1", "2", "3")


class IndexEntry(NamedTuple):
    """One board, its box, and how to hold that box's label so that it shows the board."""

    board: Board
    box: BoxNumber
    way: str


@cache
def ways() -> dict[Permutation, str]:
    """The name of each symmetry: = upright, t1 a quarter turn, m mirrored, m1 and then a turn."""
    named: dict[Permutation, str] = {}
    for mirror, start in (("", identity(len(SQUARES))), ("m", _MIRROR)):
        way = start
        for quarters in _QUARTERS:
            named[way] = (mirror or "t") + quarters if mirror or quarters else UPRIGHT
            way = compose(way, _QUARTER)
    return named


def index(boxes: Boxes) -> Iterator[IndexEntry]:
    """Every board that a box of this side serves, sorted by stones and then as in a dictionary."""
    boards = [board for board in reachable() if board in boxes]
    for board in sorted(boards, key=lambda b: (stones(b), [ORDER.index(mark) for mark in b])):
        box, carry = boxes.locate(board)
        yield IndexEntry(board, box, ways()[carry])
