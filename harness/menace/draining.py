"""The opponent that drains MENACE's boxes, so that they are filled anew."""

import random
from collections.abc import Callable
from typing import NamedTuple

from harness.menace.classes import least_board
from harness.menace.lookup import box_of, moves_from, winner_of
from harness.menace.opponent import Chances
from reference.tic_tac_toe import Board, Square, empty_squares, place, stones

_SAME_ANSWER = 20  # games in which the draining opponent answers an opening by the same square
_ANY_LOSS = 0.2  # what it thinks of a loss, beside what that brings to boxes still to be reached


class Draining:
    """Wins by boxes that hold few beads, again and again, so that these are filled anew.

    `refills` says for a board of MENACE's how much losing by its box is wanted: more the fewer
    beads are left in it, and the fewer boxes of its stage have been seen filled anew.
    """

    def __init__(
        self,
        chance: random.Random,
        chances: Chances = lambda board: None,
        refills: Callable[[Board], float] = lambda board: 1.0,
    ) -> None:
        self._chance = chance
        self._chances = chances
        self._refills = refills
        self._games = 0
        self._first: dict[Board, Square] = {}  # the answer to each opening: costly to work out

    def __call__(self, board: Board) -> Square:
        """The square after which most refills, or the next steps to them, are to be expected."""
        if stones(board) == 1:
            self._games += 1
            if self._games % _SAME_ANSWER == 1:
                self._first.clear()
            if board in self._first:
                return self._first[board]
        worth = self.worths(board)
        best = max(worth.values())
        chosen = self._chance.choice([s for s, value in worth.items() if value == best])
        if stones(board) == 1:
            self._first[board] = chosen
        return chosen

    def worths(self, board: Board) -> dict[Square, float]:
        """How much is to be expected of the refills to which each square leads."""
        known: dict[int, _Loss] = {}
        return {
            square: _wanted(self._loss_on(place(board, square, "O"), known))
            for square in empty_squares(board)
        }

    def _loss_on(self, board: Board, known: dict[int, "_Loss"]) -> "_Loss":
        """How likely MENACE, to move, is to lose on a board, and what that brings."""
        position = box_of(board)
        if position is None:  # the game is over, or but one square is left
            return _LOST if winner_of(board) == "O" else _NOT_LOST
        return self._loss(position, known)

    def _loss(self, position: int, known: dict[int, "_Loss"]) -> "_Loss":
        """The same by the class of a board. `known` are the losses of classes found before."""
        if position not in known:
            board = least_board(position)
            chances = self._chances(board)
            likely = brought = 0.0
            for move in moves_from(position):
                chance = move.likely(chances)
                if chance and not move.over:
                    after = [self._loss(box, known) for box in move.boxes]
                    after += [_LOST if end == "O" else _NOT_LOST for end in move.ends]
                    best = max(after, key=_wanted)
                    likely += chance * best.likely
                    brought += chance * best.brought
            known[position] = _Loss(likely, brought + likely * self._refills(board))
        return known[position]


class _Loss(NamedTuple):
    """How likely a loss is, and how much of what is wanted it is expected to bring."""

    likely: float
    brought: float


_LOST, _NOT_LOST = _Loss(1.0, 0.0), _Loss(0.0, 0.0)


def _wanted(loss: _Loss) -> float:
    """The order of losses: by what they bring, and if that is nothing, by how likely they are."""
    return loss.brought + _ANY_LOSS * loss.likely
