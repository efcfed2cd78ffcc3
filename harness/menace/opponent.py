"""The human side: random, perfect, blundering, scripted, and steering to the boxes least used."""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from harness.menace.classes import BOXES, Use, least_board, orbits, use, value
from harness.menace.coverage import Coverage
from harness.menace.game import Human
from harness.menace.referee import Played
from reference.menace.boxes import boxes_of
from reference.symmetry import SQUARE_GROUP, image
from reference.tic_tac_toe import (
    SQUARES,
    Board,
    Mark,
    Square,
    empty_squares,
    over,
    place,
    stones,
    winner,
)

Chances = Callable[[Board], Mapping[Square, float] | None]
"""How likely MENACE is to play each orbit of squares here; None where that is not known."""

_DEPTH = 1  # rounds that the steering opponent looks ahead
_DEEPER, _FEW = 2, 30  # and when so few boxes are wanting
_FULLY, _TO_THE_END = 4, 9  # with so few squares left, to the end of the game
_SAME_ANSWER = 20  # games in which the draining opponent answers an opening by the same square
_ANY_LOSS = 0.2  # what it thinks of a loss, beside what that brings to boxes still to be reached
_WANTED = 2.0  # what a box is worth that nothing certain is known of; an unseen board, 1
_DECIDED: dict[Mark | None, float] = {"X": 2.0, "O": 1.0, None: 0.0}
_NOT_KNOWN = -1.0  # less than any worth
_REACH = 0.98  # it prefers what it reaches sooner


def at_random(chance: random.Random) -> Human:
    """Empty squares, each as likely as the others."""
    return lambda board: chance.choice(empty_squares(board))


def perfect(chance: random.Random) -> Human:
    """Never loses, and wins when it can; of equally good moves any."""
    return _by_worth(max, chance)


def blundering(chance: random.Random) -> Human:
    """The worst move every time, so that MENACE wins."""
    return _by_worth(min, chance)


def _by_worth(wanted: Callable[[Iterable[int]], int], chance: random.Random) -> Human:
    def choose(board: Board) -> Square:
        moves = empty_squares(board)
        worth = {square: -value(place(board, square, "O")) for square in moves}
        best = wanted(worth.values())
        return chance.choice([square for square in moves if worth[square] == best])

    return choose


def scripted(squares: Sequence[Square]) -> Human:
    """The first empty one of these squares every time."""
    return lambda board: next(square for square in squares if board[square] == "-")


def one_after_another(first: Human, games: int, then: Human) -> Human:
    """One opponent for so many games of a run, another for the rest."""
    begun = 0

    def choose(board: Board) -> Square:
        nonlocal begun
        begun += stones(board) == 1
        return first(board) if begun <= games else then(board)

    return choose


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
        self._unseen: dict[Board, float] = {}  # what is to be seen there, until its box is used

    def __call__(self, board: Board) -> Square:
        """The square after which most that is unseen is to be expected."""
        if stones(board) == 1:
            self._path = [0]
        left = len(SQUARES) - stones(board)
        depth = _TO_THE_END if left <= _FULLY else self._usual_depth()
        self._worths.clear()
        worth = {
            square: self._worth(place(board, square, "O"), depth) for square in empty_squares(board)
        }
        best = max(worth.values())
        chosen = self._chance.choice([s for s, value in worth.items() if value == best])
        if (box := _box(place(board, chosen, "O"))) is not None:
            self._path.append(box)
        return chosen

    def _usual_depth(self) -> int:
        hardly_used = BOXES - [uses > 1 for uses in self.used.values()].count(True)
        return _DEEPER if hardly_used <= _FEW else _DEPTH

    def seek(self, boxes: Iterable[int]) -> None:
        """Go for these boxes above all: nothing certain is known of them yet."""
        wanted = frozenset(boxes)
        self._forget(wanted ^ self._wanted)
        self._wanted = wanted

    def see(self, played: Played) -> None:
        """Take a game that has ended."""
        self.coverage.see(played)
        for board, square in played.draws:
            self._ways.see(board, square)
            if (box := _box(board)) is not None:
                self.used[box] += 1
                self._forget((box,))

    def _forget(self, boxes: Iterable[int]) -> None:
        """What is to be seen on the boards of these boxes has changed."""
        for box in boxes:
            for board in _boards(box):
                self._unseen.pop(board, None)

    def _worth(self, board: Board, depth: int) -> float:
        if not depth and (worth := self._unseen.get(board)) is not None:
            return worth
        if (known := self._worths.get((board, depth))) is None:
            known = self._worths[board, depth] = self._worth_anew(board, depth)
        return known

    def _worth_anew(self, board: Board, depth: int) -> float:
        box = _box(board)
        if box is None:
            return self._result(board, ()) if _is_over(board) else 0.0
        worth = self._unseen.get(board)
        if worth is None:
            worth = 1.0 / (1 + self.used[box]) ** 2
            worth += board not in self.coverage.boards
            worth += _WANTED * (box in self._wanted)
            self._unseen[board] = worth
        if depth:
            chances = self._chances(board)
            answers = _answers(board)
            for answer in answers:
                chance = len(answer.alike) / len(answers)
                if chances is not None and answer.made:
                    chance = chances.get(answer.made.orbit, 0.0)
                if chance and len(answer.alike) > 1:
                    chance *= self._ways.share(board, answer.square, answer.alike)
                if not chance:
                    continue
                if answer.made and answer.made not in self.coverage.squares:
                    worth += chance
                if not answer.after:
                    worth += chance * self._result(answer.board, (box,))
                else:
                    worth += _REACH * chance * self._best(answer.after, depth - 1)
        return worth

    def _best(self, boards: Sequence[Board], depth: int) -> float:
        """The most that one of these boards is worth."""
        if not depth:
            found = [self._unseen.get(board, _NOT_KNOWN) for board in boards]
            if _NOT_KNOWN not in found:  # nearly always
                return max(found)
        return max([self._worth(board, depth) for board in boards])

    def _result(self, board: Board, more: tuple[int, ...]) -> float:
        """How many boxes of the game would see this result for the first time.

        A box that is one of the last wanted is best won by, which makes MENACE go there again; a
        draw says nothing of it. While many are, winning would soon make it play but one opening.
        """
        result = _winner(board)
        path = (*self._path, *more)
        worth = float(sum((box, result) not in self.coverage.results for box in path))
        if len(self._wanted) <= _FEW and not self._wanted.isdisjoint(path):
            worth += _DECIDED[result]
        return worth


class Ways:
    """Which of several squares that are alike the program plays: often the first, or any.

    What it did elsewhere is taken for likely until it has played on the very board.
    """

    def __init__(self) -> None:
        self._ranks: Counter[tuple[int, int]] = Counter()  # (squares alike, the one played)
        self._on_board: dict[Board, Counter[Square]] = {}

    def see(self, board: Board, square: Square) -> None:
        """Take a move of the program."""
        alike = _alike(board, square)
        if len(alike) > 1:
            self._ranks[len(alike), alike.index(square)] += 1
            self._on_board.setdefault(board, Counter())[square] += 1

    def share(self, board: Board, square: Square, alike: Sequence[Square]) -> float:
        """How likely it is to be this one of the squares that are alike."""
        size = len(alike)
        if size == 1:
            return 1.0
        played = sum(self._ranks[size, rank] for rank in range(size))
        prior = (self._ranks[size, alike.index(square)] + 1) / (played + size)
        here = self._on_board.get(board)
        if here is None:
            return prior
        return (here[square] + prior) / (sum(here[s] for s in alike) + 1)


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
        known: dict[int, _Loss] = {}
        worth = {
            square: _wanted(self._loss(place(board, square, "O"), known))
            for square in empty_squares(board)
        }
        best = max(worth.values())
        chosen = self._chance.choice([s for s, value in worth.items() if value == best])
        if stones(board) == 1:
            self._first[board] = chosen
        return chosen

    def _loss(self, board: Board, known: dict[int, "_Loss"]) -> "_Loss":
        """How likely MENACE, to move, is to lose here, and what that brings.

        `known` are the losses of classes: one is as likely on all boards of a class.
        """
        position = _box(board)
        if position is None:  # the game is over, or but one square is left
            return _Loss(float(_winner(board) == "O"), 0.0)
        if position not in known:
            board = least_board(position)
            chances = self._chances(board)
            likely = brought = 0.0
            rounds = _rounds(board)
            for square, size in orbits(position).items():
                after = rounds[square]
                chance = size / len(rounds)
                if chances is not None:
                    chance = chances.get(square, 0.0)
                if chance and after:
                    best = max((self._loss(b, known) for b in after), key=_wanted)
                    likely += chance * best.likely
                    brought += chance * best.brought
            known[position] = _Loss(likely, brought + likely * self._refills(board))
        return known[position]


class _Loss(NamedTuple):
    """How likely a loss is, and how much of what is wanted it is expected to bring."""

    likely: float
    brought: float


def _wanted(loss: _Loss) -> float:
    """What it brings; of losses that bring nothing in their own boxes, the likelier."""
    return loss.brought + _ANY_LOSS * loss.likely


@cache
def _is_over(board: Board) -> bool:
    return over(board)


@cache
def _winner(board: Board) -> Mark | None:
    return winner(board)


@cache
def _box(board: Board) -> int | None:
    boxes = boxes_of("X")
    return boxes.locate(board).box if board in boxes else None


@cache
def _boards(box: int) -> tuple[Board, ...]:
    """All boards that a box serves."""
    return tuple({image(least_board(box), symmetry) for symmetry in SQUARE_GROUP})


class _Answer(NamedTuple):
    """A move that X may make: what it draws, which squares are alike, and what O makes of it.

    `after` is empty where the game is over at `board`.
    """

    square: Square
    made: Use | None
    alike: tuple[Square, ...]
    board: Board
    after: tuple[Board, ...]


@cache
def _answers(board: Board) -> tuple[_Answer, ...]:
    """All moves of X."""
    return tuple(
        _Answer(square, use(board, square), _alike(board, square), place(board, square, "X"), after)
        for square, after in _rounds(board).items()
    )


@cache
def _alike(board: Board, square: Square) -> tuple[Square, ...]:
    """The squares that one bead of the box may mean here, because a symmetry relates them."""
    made = use(board, square)
    return tuple(s for s in empty_squares(board) if use(board, s) == made)


@cache
def _rounds(board: Board) -> dict[Square, tuple[Board, ...]]:
    """For each square that X may play, the boards that O's answers lead to."""
    after_x = {square: place(board, square, "X") for square in empty_squares(board)}
    return {
        x: () if over(b) else tuple(place(b, square, "O") for square in empty_squares(b))
        for x, b in after_x.items()
    }
