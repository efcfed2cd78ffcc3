"""What moves lead to, looked up: opponents that look ahead ask it thousands of times a game."""

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from harness.menace.classes import least_board, orbits, use
from reference import tic_tac_toe
from reference.menace.boxes import boxes_of
from reference.symmetry import SQUARE_GROUP, image
from reference.tic_tac_toe import Board, Mark, Square, empty_squares, place


@cache
def is_over(board: Board) -> bool:
    """Whether a side has three in a row, or the board is full."""
    return tic_tac_toe.over(board)


@cache
def winner_of(board: Board) -> Mark | None:
    """Who has three in a row, if anybody."""
    return tic_tac_toe.winner(board)


@cache
def box_of(board: Board) -> int | None:
    """The box of `reference` that serves this board; None where none does."""
    boxes = boxes_of("X")
    return boxes.locate(board).box if board in boxes else None


@cache
def boards_of(box: int) -> tuple[Board, ...]:
    """All boards that a box serves."""
    return tuple({image(least_board(box), symmetry) for symmetry in SQUARE_GROUP})


@cache
def alike_on(board: Board, square: Square) -> tuple[Square, ...]:
    """The squares that one bead of the box may mean here, because a symmetry relates them."""
    made = use(board, square)
    return tuple(s for s in empty_squares(board) if use(board, s) == made)


@cache
def rounds_from(board: Board) -> dict[Square, tuple[Board, ...]]:
    """For each square that X may play, the boards that O's answers lead to."""
    after_x = {square: place(board, square, "X") for square in empty_squares(board)}
    return {
        x: () if is_over(b) else tuple(place(b, square, "O") for square in empty_squares(b))
        for x, b in after_x.items()
    }


class ClassMove(NamedTuple):
    """A move of X from the boards of a class: all squares of an orbit."""

    orbit: Square
    chance: float  # where each square is as likely
    over: bool  # whether the game is over with it
    result: Mark | None  # where it is: who has won
    boxes: tuple[int, ...]  # the classes that O's answers lead to
    ends: tuple[Mark | None, ...]  # the results of games that O's answers end, or X's last move

    def likely(self, chances: Mapping[Square, float] | None) -> float:
        """How likely it is by these chances of orbits; without any, as if each square was."""
        return self.chance if chances is None else chances.get(self.orbit, 0.0)


@cache
def moves_from(position: int) -> tuple[ClassMove, ...]:
    """All moves of X from the boards of a class: what they lead to is the same on all of them."""
    board = least_board(position)
    rounds = rounds_from(board)
    found = []
    for orbit, size in orbits(position).items():
        after, chance = rounds[orbit], size / len(rounds)
        result = None if after else winner_of(place(board, orbit, "X"))
        boxes = {box for b in after if (box := box_of(b)) is not None}
        ends = {end_of(b) for b in after if box_of(b) is None}
        found.append(
            ClassMove(
                orbit, chance, not after, result, tuple(sorted(boxes)), tuple(sorted(ends, key=str))
            )
        )
    return tuple(found)


@cache
def end_of(board: Board) -> Mark | None:
    """The result of a game on a board without a box: it is over, or X plays the last square."""
    return winner_of(board if is_over(board) else place(board, board.index("-"), "X"))
