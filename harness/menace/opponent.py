"""The human side: random, perfect, blundering, scripted, and steering to the boxes least used."""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache

from harness.menace.classes import orbits, use, value
from harness.menace.game import Human
from harness.menace.referee import BOXES
from reference.menace.boxes import boxes_of
from reference.tic_tac_toe import Board, Square, empty_squares, over, place

Chances = Callable[[Board], Mapping[Square, float] | None]
"""How likely MENACE is to play each orbit of squares here; None where that is not known."""

_DEPTH = 1  # rounds that the steering opponent looks ahead
_DEEPER, _FEW = 2, 30  # and when so few boxes are wanting
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


class Steering:
    """Plays towards the positions whose boxes were used least, so that all are exercised.

    `used` counts the uses of each box of `reference`; whoever watches the games fills it.
    """

    def __init__(self, chance: random.Random, chances: Chances = lambda board: None) -> None:
        self.used: Counter[int] = Counter()
        self._chance = chance
        self._chances = chances

    def __call__(self, board: Board) -> Square:
        """The square after which the least used boxes are nearest."""
        hardly = BOXES - sum(uses > 1 for uses in self.used.values())
        depth = _DEEPER if hardly <= _FEW else _DEPTH
        worth = {
            square: self._worth(place(board, square, "O"), depth) for square in empty_squares(board)
        }
        best = max(worth.values())
        return self._chance.choice([square for square, value in worth.items() if value == best])

    def seek(self, boxes: set[int]) -> None:
        """Take these boxes for hardly used: they were, but nothing certain is known of them yet."""
        for box in boxes:
            self.used[box] = min(self.used[box], 1)

    def see(self, boards: Sequence[Board]) -> None:
        """Count the boxes of these positions as used."""
        for board in boards:
            if (box := _box(board)) is not None:
                self.used[box] += 1

    def _worth(self, board: Board, depth: int) -> float:
        box = _box(board)
        if box is None:
            return 0.0
        worth = 1.0 / (1 + self.used[box]) ** 2
        if depth:
            worth += _REACH * sum(
                chance * max((self._worth(b, depth - 1) for b in after), default=0.0)
                for chance, after in self._answers(board)
            )
        return worth

    def _answers(self, board: Board) -> Iterator[tuple[float, tuple[Board, ...]]]:
        """X's moves that are possible now, with their chances and the boards O can make of them."""
        rounds = _rounds(board)
        chances = self._chances(board)
        if chances is None:
            yield from ((1 / len(rounds), after) for after in rounds.values())
            return
        for square, after in rounds.items():
            made = use(board, square)
            if made and chances.get(made.orbit):
                alike = orbits(made.position)[made.orbit]
                yield chances[made.orbit] / alike, after


@cache
def _box(board: Board) -> int | None:
    boxes = boxes_of("X")
    return boxes.locate(board).box if board in boxes else None


@cache
def _rounds(board: Board) -> dict[Square, tuple[Board, ...]]:
    """For each square that X may play, the boards that O's answers lead to."""
    after_x = {square: place(board, square, "X") for square in empty_squares(board)}
    return {
        x: () if over(b) else tuple(place(b, square, "O") for square in empty_squares(b))
        for x, b in after_x.items()
    }
