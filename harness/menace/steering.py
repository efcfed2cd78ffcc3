"""The opponent that steers to what has not been seen of MENACE's boxes."""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import NamedTuple

from harness.menace.classes import BOXES, Use, use
from harness.menace.coverage import Coverage
from harness.menace.follower import Played
from harness.menace.lookup import alike_on, boards_of, box_of, is_over, rounds_from, winner_of
from harness.menace.opponent import Chances
from reference.tic_tac_toe import SQUARES, Board, Mark, Square, empty_squares, place, stones

_DEPTH = 1  # rounds that the steering opponent looks ahead
_DEEPER, _FEW = 2, 30  # and when so few boxes are wanting
_FULLY, _TO_THE_END = 4, 9  # with so few squares left, to the end of the game
_WANTED = 2.0  # what a box is worth that nothing certain is known of; an unseen board, 1
_NO_RANKS: Counter[int] = Counter()
_DECIDED: dict[Mark | None, float] = {"X": 2.0, "O": 1.0, None: 0.0}
_REACH = 0.98  # it prefers what it reaches sooner


class Steering:
    """Plays towards what has not been seen: boards, results and squares of boxes, and their uses.

    `used` counts the uses of each box of `reference`; whoever watches the games fills it.
    """

    def __init__(self, chance: random.Random, chances: Chances = lambda board: None) -> None:
        self.used: Counter[int] = Counter()
        self.coverage = Coverage()
        self._chance = chance
        self._chances = chances
        self._wanted: frozenset[int] = frozenset()
        self._ways = Ways()
        self._path: list[int] = []  # the boxes of the game in play
        self._worths: dict[tuple[Board, int], float] = {}  # within one move
        self._of_path = dict.fromkeys(_DECIDED, 0.0)  # boxes that would see a result first
        self._unseen = _Unseen(self._worth_of_its_box)  # until the board's box is used

    def __call__(self, board: Board) -> Square:
        """The square after which most that is unseen is to be expected."""
        if stones(board) == 1:
            self._path = [0]
        worth = self.worths(board)
        best = max(worth.values())
        chosen = self._chance.choice([s for s, value in worth.items() if value == best])
        if (box := box_of(place(board, chosen, "O"))) is not None:
            self._path.append(box)
        return chosen

    def worths(self, board: Board) -> dict[Square, float]:
        """How much that is unseen is to be expected after each square."""
        left = len(SQUARES) - stones(board)
        depth = _TO_THE_END if left <= _FULLY else self._usual_depth()
        self._worths.clear()
        results = self.coverage.results
        self._of_path = {
            result: float(sum((box, result) not in results for box in self._path))
            for result in _DECIDED
        }
        return {
            square: self._best(_replies((place(board, square, "O"),)), depth)
            for square in empty_squares(board)
        }

    def _usual_depth(self) -> int:
        hardly_used = BOXES - [uses > 1 for uses in self.used.values()].count(True)
        return _DEEPER if hardly_used <= _FEW else _DEPTH

    def seek(self, boxes: Iterable[int]) -> None:
        """Prefer these boxes to all else: nothing certain is known of them yet."""
        wanted = frozenset(boxes)
        self._forget(wanted ^ self._wanted)
        self._wanted = wanted

    def see(self, played: Played) -> None:
        """Take a game that has ended."""
        self.coverage.see(played)
        for board, square in played.draws:
            self._ways.see(board, square)
            if (box := box_of(board)) is not None:
                self.used[box] += 1
                self._forget((box,))

    def _forget(self, boxes: Iterable[int]) -> None:
        """What is to be seen on the boards of these boxes has changed."""
        for box in boxes:
            for board in boards_of(box):
                self._unseen.pop(board, None)

    def _worth_of_its_box(self, board: Board) -> float:
        """What it is worth to see this board, for itself."""
        box = box_of(board)
        assert box is not None, "only such boards are asked for"
        worth = 1.0 / (1 + self.used[box]) ** 2
        worth += board not in self.coverage.boards
        return worth + _WANTED * (box in self._wanted)

    def _best(self, replies: "_Replies", depth: int) -> float:
        """The most that one of these replies of O is worth; where X has lost, the game is over."""
        if depth:
            found = [self._worth(board, depth) for board in replies.boards]
        else:
            found = [*map(self._unseen.__getitem__, replies.boards)]
        if replies.wins:
            found.append(self._worth_of_an_end("O"))
        if replies.leaves_one:
            found.append(0.0)
        return max(found)

    def _worth(self, board: Board, depth: int) -> float:
        """What this board is worth, with so many rounds from it to the end of what is looked at."""
        known = self._worths.get((board, depth))
        if known is not None:
            return known
        chances, squares, depth_after = self._chances(board), self.coverage.squares, depth - 1
        unseen = self._unseen.__getitem__
        worth = unseen(board)
        for made, chance, square, alike, result, replies in _answers(board):
            if chances is not None:
                chance = chances.get(made.orbit, 0.0)
            if not chance:
                continue
            if len(alike) > 1:
                chance *= self._ways.share(board, square, alike)
            if made not in squares:
                worth += chance
            if replies is None:
                worth += chance * self._worth_of_an_end(result, made.position)
            elif depth_after or replies.wins or replies.leaves_one:
                worth += _REACH * chance * self._best(replies, depth_after)
            else:  # nearly always
                worth += _REACH * chance * max(map(unseen, replies.boards))
        self._worths[board, depth] = worth
        return worth

    def _worth_of_an_end(self, result: Mark | None, last: int | None = None) -> float:
        """How many boxes of the game, the `last` one too, would see this result for the first time.

        To identify one of the last unknown boxes it is best that MENACE wins by it, since it then
        comes there again; a draw tells nothing of the box. While many boxes are unknown, letting
        MENACE win would soon leave it with a single opening.
        """
        worth = self._of_path[result]
        if last is not None:
            worth += (last, result) not in self.coverage.results
        few = len(self._wanted) <= _FEW
        if few and (last in self._wanted or not self._wanted.isdisjoint(self._path)):
            worth += _DECIDED[result]
        return worth


class _Unseen(dict[Board, float]):
    """What it is worth to see each board, worked out when it is first asked for."""

    def __init__(self, worth: Callable[[Board], float]) -> None:
        super().__init__()
        self._worth = worth

    def __missing__(self, board: Board) -> float:
        self[board] = self._worth(board)
        return self[board]


class Ways:
    """Which of several squares that are alike the program plays: often the first, or any.

    Until the program has played on a board, its choices on other boards are taken as a guide.
    """

    def __init__(self) -> None:
        self._ranks: dict[int, Counter[int]] = {}  # by how many are alike: which was played
        self._on_board: dict[Board, Counter[Square]] = {}

    def see(self, board: Board, square: Square) -> None:
        """Take a move of the program."""
        alike = alike_on(board, square)
        if len(alike) > 1:
            self._ranks.setdefault(len(alike), Counter())[alike.index(square)] += 1
            self._on_board.setdefault(board, Counter())[square] += 1

    def share(self, board: Board, square: Square, alike: Sequence[Square]) -> float:
        """How likely it is to be this one of the squares that are alike."""
        size = len(alike)
        ranks = self._ranks.get(size, _NO_RANKS)
        prior = (ranks[alike.index(square)] + 1) / (ranks.total() + size)
        here = self._on_board.get(board)
        if here is None:
            return prior
        return (here[square] + prior) / (sum(map(here.__getitem__, alike)) + 1)


class _Replies(NamedTuple):
    """What O may make of a board: all boards with a box, and whether others are among them."""

    boards: tuple[Board, ...]
    wins: bool  # whether O wins by one of them
    leaves_one: bool  # whether X, who has not lost, has one square left, and no box for that


@cache
def _replies(boards: tuple[Board, ...]) -> _Replies:
    without_box = [board for board in boards if box_of(board) is None]
    return _Replies(
        tuple(board for board in boards if box_of(board) is not None),
        any(map(is_over, without_box)),
        not all(map(is_over, without_box)),
    )


class _Answer(NamedTuple):
    """A move that X may make on a board with a box."""

    made: Use
    chance: float  # where nothing is known of the beads
    square: Square
    alike: tuple[Square, ...]  # the squares that the bead may mean as well, and this one
    result: Mark | None  # where the game is over with it
    replies: _Replies | None  # where it is not


@cache
def _answers(board: Board) -> tuple[_Answer, ...]:
    """All moves of X."""
    found = []
    rounds = rounds_from(board)
    for square, after in rounds.items():
        alike, made = alike_on(board, square), use(board, square)
        assert made is not None, "the board has a box"
        result = None if after else winner_of(place(board, square, "X"))
        chance = len(alike) / len(rounds)
        replies = _replies(after) if after else None
        found.append(_Answer(made, chance, square, alike, result, replies))
    return tuple(found)
