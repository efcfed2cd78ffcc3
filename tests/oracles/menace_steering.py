"""What squares are worth to opponents that steer MENACE, worked out anew from every board.

Nothing is kept between two questions, and no class of boards has a number: the least of the eight
boards that rotations and reflections make of one stands for all of them.
"""

from collections import Counter
from collections.abc import Callable, Collection
from functools import cache
from typing import TypeAlias

Board: TypeAlias = str  # nine of X, O and -
Move: TypeAlias = tuple[Board, int]
Chance: TypeAlias = Callable[[Board, int], float | None]
"""How likely X plays a square or one that is like it; None where that is not known."""

ROWS = ("012", "345", "678", "036", "147", "258", "048", "246")
TURNS = ("012345678", "630741852", "876543210", "258147036",
         "210543876", "036147258", "678345012", "852741630")  # fmt: skip
SEES = {"X": 2.0, "O": 1.0, "-": 0.0}


def free(board: Board) -> list[int]:
    return [s for s in range(9) if board[s] == "-"]


def put(board: Board, square: int, mark: str) -> Board:
    return board[:square] + mark + board[square + 1 :]


def winner(board: Board) -> str:
    """X, O, or - for nobody."""
    for row in ROWS:
        marks = {board[int(s)] for s in row}
        if len(marks) == 1 and marks != {"-"}:
            return marks.pop()
    return "-"


@cache
def least(board: Board) -> Board:
    return min("".join(board[int(s)] for s in turn) for turn in TURNS)


@cache
def least_move(board: Board, square: int) -> Move:
    """The board and the square, turned in the way that makes them least."""
    return min(("".join(board[int(s)] for s in turn), turn.index(str(square))) for turn in TURNS)


@cache
def alike(board: Board, square: int) -> list[int]:
    """The squares that a turn which leaves the board as it is makes of this one."""
    return [s for s in free(board) if least_move(board, s) == least_move(board, square)]


class Steered:
    """What has been seen, and what squares are worth to see more."""

    def __init__(self, chance: Chance) -> None:
        self.chance = chance
        self.used: Counter[Board] = Counter()
        self.boards: set[Board] = set()
        self.results: set[tuple[Board, str]] = set()
        self.moves: set[Move] = set()
        self.played: list[Move] = []  # where several squares were alike
        self.wanted: Collection[Board] = ()
        self.path: list[Board] = []

    def see(self, draws: Collection[Move], won_by: str | None) -> None:
        for board, square in draws:
            if len(alike(board, square)) > 1:
                self.played.append((board, square))
            if len(free(board)) > 1:
                self.used[least(board)] += 1
                self.boards.add(board)
                self.results.add((least(board), won_by or "-"))
                self.moves.add(least_move(board, square))

    def worths(self, board: Board) -> dict[int, float]:
        often = sum(uses > 1 for uses in self.used.values())
        depth = 9 if len(free(board)) <= 4 else 2 if 304 - often <= 30 else 1
        return {square: self.worth(put(board, square, "O"), depth) for square in free(board)}

    def worth(self, board: Board, depth: int) -> float:
        if winner(board) == "O":
            return self.end("O", self.path)
        if len(free(board)) == 1:
            return 0.0
        mine = least(board)
        worth = 1 / (1 + self.used[mine]) ** 2
        worth += (board not in self.boards) + 2 * (mine in self.wanted)
        for square in free(board) if depth else ():
            chance = self.of_square(board, square)
            if least_move(board, square) not in self.moves:
                worth += chance
            after = put(board, square, "X")
            if winner(after) == "X" or not free(after):
                worth += chance * self.end(winner(after), [*self.path, mine])
            elif chance:
                replies = [put(after, reply, "O") for reply in free(after)]
                worth += 0.98 * chance * max(self.worth(reply, depth - 1) for reply in replies)
        return worth

    def of_square(self, board: Board, square: int) -> float:
        """How likely X is to play this very square."""
        like = alike(board, square)
        together = self.chance(board, square)
        if together is None:
            together = len(like) / len(free(board))
        return together * (self.share(board, square, like) if len(like) > 1 else 1)

    def share(self, board: Board, square: int, like: list[int]) -> float:
        of_as_many = [m for m in self.played if len(alike(*m)) == len(like)]
        of_this_rank = [m for m in of_as_many if alike(*m).index(m[1]) == like.index(square)]
        elsewhere = (len(of_this_rank) + 1) / (len(of_as_many) + len(like))
        here = [played for where, played in self.played if where == board and played in like]
        return (here.count(square) + elsewhere) / (len(here) + 1)

    def end(self, result: str, path: list[Board]) -> float:
        worth = float(sum((board, result) not in self.results for board in path))
        if len(self.wanted) <= 30 and set(path) & set(self.wanted):
            worth += SEES[result]
        return worth


def drained(board: Board, chance: Chance, refills: Callable[[Board], float]) -> tuple[float, float]:
    """How likely X, to move, is to lose, and what the refills that this leads to are worth."""
    if winner(board) == "O":
        return 1.0, 0.0
    if len(free(board)) == 1:
        return 0.0, 0.0
    likely = brought = 0.0
    for square in free(board):
        together = chance(board, square)
        if together is None:
            of_square = 1 / len(free(board))
        else:
            of_square = together / len(alike(board, square))
        after = put(board, square, "X")
        if of_square and winner(after) == "-":
            replies = [drained(put(after, s, "O"), chance, refills) for s in free(after)]
            best = max(replies, key=lambda loss: loss[1] + 0.2 * loss[0])
            likely += of_square * best[0]
            brought += of_square * best[1]
    return likely, brought + likely * refills(board)
