"""Meta tic-tac-toe by history: one square of 9 x 9 points and what was played on it, nothing kept.

A point (row, column) lies on the board (row // 3, column // 3). Three points or boards are in a row
when their numbers in a magic square add up to 15. Everything is asked of the whole history anew.

Text form, for comparison: 81 characters, board by board, and in each board row by row.
"""

from collections import defaultdict
from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple, TypeAlias

Point: TypeAlias = tuple[int, int]  # row and column, 0 to 8 on the square, 0 to 2 within a board

LO_SHU = ((2, 7, 6), (9, 5, 1), (4, 3, 8))
PLACES: tuple[Point, ...] = tuple((row, column) for row in range(3) for column in range(3))


class Turn(NamedTuple):
    """One turn: who had it, and where they played, or None for an invalid move."""

    side: str
    point: Point | None


History: TypeAlias = tuple[Turn, ...]


def side_to_move(history: History) -> str:
    return "XO"[len(history) % 2]


def legal_points(history: History) -> set[Point]:
    """Every point where the next turn may be played."""
    if result(history) is not None:
        return set()
    open_boards = {board for board, fate in fates(history).items() if fate == "open"}
    sent_to = None
    if history and history[-1].point is not None:
        row, column = history[-1].point
        sent_to = (row % 3, column % 3)
    playable = {sent_to} if sent_to in open_boards else open_boards
    used = {turn.point for turn in history}
    return {
        (row, column)
        for row in range(9)
        for column in range(9)
        if (row, column) not in used and (row // 3, column // 3) in playable
    }


def play(history: History, point: Point | None) -> History:
    """The history with one more turn; None is an invalid move."""
    return (*history, Turn(side_to_move(history), point))


def result(history: History) -> str | None:
    """'X' or 'O' for three boards in a row, 'undecided', or None while the match goes on."""
    fate_of = fates(history)
    for side in "XO":
        if in_a_row(board for board in PLACES if fate_of[board] == side):
            return side
    return None if "open" in fate_of.values() else "undecided"


@lru_cache(maxsize=8)  # one history is asked about several times
def fates(history: History) -> dict[Point, str]:
    """For each board 'X' or 'O' that has three in a row there, 'full' without such, or 'open'."""
    places: dict[tuple[Point, str], list[Point]] = defaultdict(list)
    for side, point in history:
        if point is not None:
            row, column = point
            places[(row // 3, column // 3), side].append((row % 3, column % 3))
    fate_of = {}
    for board in PLACES:
        of_x, of_o = places[board, "X"], places[board, "O"]
        full = "full" if len(of_x) + len(of_o) == 9 else "open"
        fate_of[board] = "X" if in_a_row(of_x) else "O" if in_a_row(of_o) else full
    return fate_of


def in_a_row(places: Iterable[Point]) -> bool:
    numbers = [LO_SHU[row][column] for row, column in places]
    return any(sum(three) == 15 for three in combinations(numbers, 3))


def text(history: History) -> str:
    marks = {turn.point: turn.side for turn in history}
    return "".join(marks.get(point, "-") for point in map(point_of_place, range(81)))


def point_of_place(place: int) -> Point:
    """The point whose character stands at this place of the text form, 0 to 80."""
    board_row, board_column = PLACES[place // 9]
    row, column = PLACES[place % 9]
    return 3 * board_row + row, 3 * board_column + column


def count_games(history: History, plies: int) -> int:
    """How many ways there are to play so many plies more."""
    if plies == 0:
        return 1
    return sum(count_games(play(history, point), plies - 1) for point in legal_points(history))
