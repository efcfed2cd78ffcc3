"""How a person names a square: two letters of L, M and R, the first for Y and the second for X."""

from typing import Final

from reference.tic_tac_toe import EMPTY, SIDE, Board, Square

LETTERS: Final = "LMR"


class MoveError(ValueError):
    """What was typed is no legal move, and why."""


def square_name(square: Square) -> str:
    """The two letters of a square: LR is the top right one."""
    return LETTERS[square // SIDE] + LETTERS[square % SIDE]


def parse_square(text: str) -> Square:
    """The square that the letters name, in either case. Raises MoveError."""
    letters = text.strip().upper()
    if len(letters) != 2 or set(letters) - set(LETTERS):
        raise MoveError(
            f"{text.strip()!r} is not a square: two letters of L, M and R are, the row first"
        )
    return SIDE * LETTERS.index(letters[0]) + LETTERS.index(letters[1])


def parse_move(text: str, board: Board) -> Square:
    """The empty square that the letters name. Raises MoveError."""
    square = parse_square(text)
    if board[square] != EMPTY:
        raise MoveError(f"{square_name(square)} is taken, by {board[square]}")
    return square
