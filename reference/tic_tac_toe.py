"""Noughts and crosses: the lines, the winner and the moves, for MENACE and for the meta game.

    0 1 2
    3 4 5     X moves first; whoever fills a row, a column or a diagonal alone has won.
    6 7 8

A board is a string of nine characters, 'X', 'O' and '-' for an empty square, read row by row.
The functions that only look at a board accept any sequence of nine such marks.
"""

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias, cast

Square: TypeAlias = int
Mark: TypeAlias = Literal["X", "O"]
Board: TypeAlias = str

EMPTY: Final = "-"
SIDE: Final = 3
SQUARES: Final[tuple[Square, ...]] = tuple(range(SIDE * SIDE))

_ROWS: Final = tuple(tuple(SIDE * row + column for column in range(SIDE)) for row in range(SIDE))
_COLUMNS: Final = tuple(zip(*_ROWS, strict=True))
_DIAGONALS: Final = (
    tuple(row[i] for i, row in enumerate(_ROWS)),
    tuple(row[-1 - i] for i, row in enumerate(_ROWS)),
)

LINES: Final[tuple[tuple[Square, ...], ...]] = _ROWS + _COLUMNS + _DIAGONALS
EMPTY_BOARD: Final[Board] = EMPTY * len(SQUARES)


def winner(board: Sequence[str]) -> Mark | None:
    """The mark that fills a line alone, or None.

    In play no board has two winners; given one all the same, the first of `LINES` decides.
    """
    for a, b, c in LINES:
        if board[a] == board[b] == board[c] != EMPTY:
            return cast(Mark, board[a])
    return None


def full(board: Sequence[str]) -> bool:
    """Whether no square is empty."""
    return EMPTY not in board


def over(board: Sequence[str]) -> bool:
    """Whether the game has ended: three in a row, or a full board."""
    return full(board) or winner(board) is not None


def empty_squares(board: Sequence[str]) -> tuple[Square, ...]:
    """The empty squares, ascending; they are the legal moves unless the game is over."""
    return tuple(square for square in SQUARES if board[square] == EMPTY)


def stones(board: Sequence[str]) -> int:
    """How many squares are taken."""
    return len(SQUARES) - board.count(EMPTY)


def to_move(board: Sequence[str]) -> Mark:
    """Whose turn it is, from the number of stones: X moves on an even number."""
    return "O" if stones(board) % 2 else "X"


def place(board: Board, square: Square, mark: Mark) -> Board:
    """The board after `mark` is put on `square`. Raises ValueError unless the square is empty."""
    if square not in SQUARES or board[square] != EMPTY:
        raise ValueError(f"square {square} is not empty on {board}")
    return board[:square] + mark + board[square + 1 :]


def drawing(board: Sequence[str]) -> str:
    """The board as three lines of three marks."""
    return "\n".join("".join(board[square] for square in row) for row in _ROWS)
