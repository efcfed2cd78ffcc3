"""What a bot is told and what it answers: twelve arguments, and two digits.

Source: the challenge "Meta tic-tac-toe", spec clause "The bot's interface". The arguments are

    X --------- ... (nine boards) ... --------- ---------(master) xx

whose turn it is, boards 0 to 8, the master board, and the last move: its board and its tile, or
'xx' at the first move and after an invalid one. On boards the controller sends O's tiles as the
digit '0', as the challenge's own examples do; it can be told to send the letter 'O' instead, and a
bot accepts both. The side to move is always the letter.
"""

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

from reference.meta_tic_tac_toe.rules import (
    BOARDS,
    MOVES,
    SIZE,
    Move,
    Nine,
    State,
    state_of,
)
from reference.tic_tac_toe import EMPTY, Mark

ARGUMENTS: Final = 1 + SIZE + 1 + 1
NO_MOVE: Final = "xx"
ZERO: Final = "0"

Nought: TypeAlias = Literal["0", "O"]
NOUGHTS: Final[tuple[Nought, ...]] = ("0", "O")
"""The two ways to send O's tiles and boards, the challenge's own first."""

_DIGITS: Final = frozenset("012345678")


def format_state(state: State, nought: Nought = "0") -> tuple[str, ...]:
    """The twelve arguments, with `nought` for O's tiles and boards."""
    marks = "".join(
        "X" if state.x >> move & 1 else nought if state.o >> move & 1 else EMPTY for move in MOVES
    )
    master = "".join(
        "X" if state.x_won >> board & 1 else nought if state.o_won >> board & 1 else EMPTY
        for board in BOARDS
    )
    boards = (marks[SIZE * board : SIZE * (board + 1)] for board in BOARDS)
    last = NO_MOVE if state.last is None else format_move(state.last)
    return (state.to_move, *boards, master, last)


def parse_state(arguments: Sequence[str]) -> State:
    """The state that the twelve arguments tell of.

    Raises ValueError when they are not of this form, when the master board is not that of the
    boards, or when no match gets there.
    """
    if len(arguments) != ARGUMENTS:
        raise ValueError(f"{len(arguments)} arguments, not {ARGUMENTS}")
    turn, *boards, master, last = arguments
    x = o = 0
    for board in BOARDS:
        of_x, of_o = _parse_nine(boards[board], f"board {board}")
        x |= of_x << SIZE * board
        o |= of_o << SIZE * board
    state = state_of(_parse_turn(turn), x, o, None if last == NO_MOVE else _parse_last(last))
    if _parse_nine(master, "the master board") != (state.x_won, state.o_won):
        right = format_state(state)[-2]
        raise ValueError(f"the master board is {master!r}, but the boards make it {right!r}")
    return state


def format_move(move: Move) -> str:
    """The two digits of a move: board and tile."""
    return "{}{}".format(*divmod(move, SIZE))


def parse_move(text: str) -> Move:
    """The move that a bot printed: two digits 0 to 8, with any white space before and after.

    Raises ValueError for anything else. Whether the move is legal is for the rules to say.
    """
    digits = text.strip()
    if len(digits) != 2 or not _DIGITS.issuperset(digits):
        raise ValueError(f"{_shortened(text)} is not two digits from 0 to 8")
    return SIZE * int(digits[0]) + int(digits[1])


def _parse_turn(text: str) -> Mark:
    # A side is told who it is by a letter; the digit is seen on boards only, but does no harm here.
    if text == "X":
        return "X"
    if text in ("O", ZERO):
        return "O"
    raise ValueError(f"{_shortened(text)} is neither 'X' nor 'O'")


def _parse_nine(text: str, name: str) -> tuple[Nine, Nine]:
    """What X and what O has of nine characters."""
    marks = text.replace(ZERO, "O")
    if len(marks) != SIZE or set(marks) - set("XO" + EMPTY):
        raise ValueError(f"{name} is {_shortened(text)}, not nine of 'X', 'O' and '{EMPTY}'")
    of_x, of_o = (sum((mark == side) << i for i, mark in enumerate(marks)) for side in "XO")
    return of_x, of_o


def _parse_last(text: str) -> Move:
    if len(text) != 2 or not _DIGITS.issuperset(text):
        raise ValueError(f"the last move is {_shortened(text)}, neither two digits nor '{NO_MOVE}'")
    return SIZE * int(text[0]) + int(text[1])


def _shortened(text: str) -> str:
    return repr(text if len(text) <= 20 else text[:17] + "...")
