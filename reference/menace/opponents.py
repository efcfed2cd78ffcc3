"""Opponents that do not learn: each is the set of squares among which it chooses uniformly."""

from collections.abc import Callable
from functools import cache
from typing import Final, TypeAlias

from reference.menace.boxes import successors
from reference.tic_tac_toe import (
    Board,
    Mark,
    Square,
    empty_squares,
    place,
    stones,
    to_move,
    winner,
)

Policy: TypeAlias = Callable[[Board], tuple[Square, ...]]


@cache
def random(board: Board) -> tuple[Square, ...]:
    """Every empty square."""
    return empty_squares(board)


@cache
def greedy(board: Board) -> tuple[Square, ...]:
    """The squares that win at once; else those that stop the other from it; else every one."""
    mover = to_move(board)
    return _completing(board, mover) or _completing(board, _other(mover)) or empty_squares(board)


@cache
def perfect(board: Board) -> tuple[Square, ...]:
    """The squares that keep the value of the position and, when it is won, win soonest.

    Lost positions are played to the longest. Among draws it does not look for traps: a perfect
    player here is one that never gives anything away.
    """
    scores = {
        square: -score(place(board, square, to_move(board))) for square in empty_squares(board)
    }
    best = max(scores.values())
    return tuple(square for square, value in scores.items() if value == best)


@cache
def score(board: Board) -> int:
    """The value for the side to move: 0 for a draw, else 10 less the stones when the game will end.

    It is negative for a loss, so that an early win and a late loss are the better ones.
    """
    if winner(board) is not None:
        return stones(board) - 10
    return max((-score(after) for after in successors(board)), default=0)


POLICIES: Final[dict[str, Policy]] = {"random": random, "greedy": greedy, "perfect": perfect}


def _completing(board: Board, mark: Mark) -> tuple[Square, ...]:
    return tuple(s for s in empty_squares(board) if winner(place(board, s, mark)) == mark)


def _other(mark: Mark) -> Mark:
    return "O" if mark == "X" else "X"
