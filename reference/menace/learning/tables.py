"""The game as arrays, ply by ply, for thousands of machines that all make the same ply at once.

The positions before ply p (with p stones) are numbered from 0, those that go on before those that
are over, so that `position >= going_on[p]` is the whole test for the end. A side's move is a
*slot*, the index of a bead among the choices of its box or of a square among those of a policy.
"""

from dataclasses import dataclass
from functools import cache
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from reference.menace.boxes import boxes_of, reachable
from reference.menace.opponents import Policy
from reference.tic_tac_toe import (
    SQUARES,
    Board,
    Mark,
    empty_squares,
    over,
    place,
    stones,
    to_move,
    winner,
)

Indices: TypeAlias = NDArray[np.intp]

PLIES: Final = len(SQUARES)


@dataclass(frozen=True)
class Numbering:
    """The positions of one ply in their order, and how many of them are not over."""

    boards: tuple[Board, ...]
    going_on: int

    def number(self) -> dict[Board, int]:
        """The number of each board."""
        return {board: i for i, board in enumerate(self.boards)}


@cache
def numbering(ply: int) -> Numbering:
    """The positions with `ply` stones, 0 to 9."""
    boards = sorted((b for b in reachable() if stones(b) == ply), key=lambda b: (over(b), b))
    return Numbering(tuple(boards), sum(not over(board) for board in boards))


def results(ply: int) -> tuple[Mark | None, ...]:
    """The winner of every finished position with `ply` stones, in the order of their numbers."""
    table = numbering(ply)
    return tuple(winner(board) for board in table.boards[table.going_on :])


@dataclass(frozen=True)
class PolicyTable:
    """A policy at one ply: how many squares it chooses among, and the position after each.

    `choices` is float64 [positions]; `after` is [positions, width] flattened, `width` the most
    squares that any of these positions offers. Slots beyond the choices of a position repeat its
    first.
    """

    choices: NDArray[np.float64]
    after: Indices
    width: int


def policy_table(policy: Policy, ply: int) -> PolicyTable:
    """The policy for the side to move at `ply`, over the positions that are not over."""
    table, following = numbering(ply), numbering(ply + 1).number()
    offers = [policy(board) for board in table.boards[: table.going_on]]
    width = max(len(offer) for offer in offers)
    after = [
        [following[place(board, square, to_move(board))] for square in _padded(offer, width)]
        for board, offer in zip(table.boards, offers, strict=False)
    ]
    return PolicyTable(
        np.array([len(offer) for offer in offers], dtype=np.float64),
        np.array(after, dtype=np.intp).ravel(),
        width,
    )


@dataclass(frozen=True)
class BoxTable:
    """The boxes of one side at one ply.

    `first` is the number of this ply's first box among all boxes of the side, `count` how many
    follow it. `beads` is [count, width], the bead of each slot, ascending. `box` is [positions],
    counted from `first`; `after` is [positions, width] flattened, the position after the bead in
    each slot.
    """

    first: int
    count: int
    width: int
    beads: Indices
    box: Indices
    after: Indices


def box_table(mark: Mark, ply: int) -> BoxTable:
    """The boxes of `mark` at `ply`. Raises ValueError when that ply is not a choice of that
    side."""
    boxes = boxes_of(mark)
    here = [box for box, picture in enumerate(boxes.pictures) if stones(picture) == ply]
    if not here:
        raise ValueError(f"{mark} has no box at ply {ply}")
    table, following = numbering(ply), numbering(ply + 1).number()
    playing = table.boards[: table.going_on]
    after = []
    for board in playing:
        box, carry = boxes.locate(board)
        after.append([following[place(board, carry[bead], mark)] for bead in boxes.choices(box)])
    return BoxTable(
        first=here[0],
        count=len(here),
        width=PLIES - ply,
        beads=np.array([boxes.choices(box) for box in here], dtype=np.intp),
        box=np.array([boxes.locate(board).box - here[0] for board in playing], dtype=np.intp),
        after=np.array(after, dtype=np.intp).ravel(),
    )


def last_ply() -> Indices:
    """The position after the forced ninth move, [positions]."""
    table, following = numbering(PLIES - 1), numbering(PLIES).number()
    return np.array(
        [following[place(b, empty_squares(b)[0], "X")] for b in table.boards[: table.going_on]],
        dtype=np.intp,
    )


def _padded(offer: tuple[int, ...], width: int) -> tuple[int, ...]:
    return offer + (offer[0],) * (width - len(offer))
