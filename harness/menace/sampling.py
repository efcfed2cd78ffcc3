"""The opponent that leads to draws which tell of a bias: of the way and stage seen least of all."""

import math
import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Final, NamedTuple

from harness.menace.chance.bias import ways_of
from harness.menace.chance.samples import UNKNOWN, Sample
from harness.menace.classes import BOXES, Use, least_board, orbits, stage_of, use
from harness.menace.lookup import ClassMove, box_of, end_of, moves_from
from harness.menace.opponent import Chances
from reference.tic_tac_toe import EMPTY_BOARD, Board, Mark, Square, empty_squares, place, stones

_SAME_ANSWER: Final = 20  # games in which an opening is answered by the same square
_LEARNS: Final[dict[Mark | None, float]] = {"X": 4.0, None: 0.0, "O": -2.0}
"""How much more often MENACE makes the moves of a game later, by its winner."""


class Way(NamedTuple):
    """What a program may favour in the boxes of one stage."""

    name: str
    stage: int


class Seen:
    """How much the draws so far tell of each way, by what they were drawn from."""

    def __init__(self) -> None:
        self._expected: defaultdict[Way, float] = defaultdict(float)
        self._variance: defaultdict[Way, float] = defaultdict(float)

    def take(self, samples: Iterable[Sample]) -> None:
        """Take further draws."""
        for sample in samples:
            total = sum(sample.beads.values())
            known = frozenset(sample.beads) - {UNKNOWN}
            for name, liked in ways_of(sample.position, known).items():
                share = sum(sample.beads[orbit] for orbit in liked) / total
                if 0 < share < 1:
                    way = Way(name, stage_of(sample.position))
                    self._expected[way] += share
                    self._variance[way] += share * (1 - share)

    def least(self, ways: Iterable[Way]) -> Way:
        """The one of these ways whose bias would have to be the greatest to be seen."""
        return max(ways, key=self.deviation)

    def deviation(self, way: Way) -> float:
        """The standard deviation of how often it comes, as a share of that."""
        expected = self._expected[way]
        return math.sqrt(self._variance[way]) / expected if expected else math.inf


@cache
def all_ways() -> tuple[Way, ...]:
    """All that can be favoured in a box of some stage."""
    found = set()
    for position in range(BOXES):
        squares = frozenset(orbits(position))
        for name, liked in ways_of(position, squares).items():
            if liked and liked < squares:
                found.add(Way(name, stage_of(position)))
    return tuple(sorted(found))


class Sampling:
    """Leads to boxes that hold what a way likes and other beads, and has MENACE come there again.

    Where MENACE's moves lead to more such boxes than its other moves would, this opponent rather
    loses, so that they are made again; where they lead to fewer, it rather wins. `way` says which
    way is wanted.
    """

    def __init__(self, chance: random.Random, chances: Chances, way: Callable[[], Way]) -> None:
        self._chance = chance
        self._chances = chances
        self._way = way
        self._wanted = way()
        self._games = 0
        self._first: dict[Board, Square] = {}  # the answer to each opening: costly to work out
        self._openings: dict[Square, float] = {}  # what the orbits of openings lead to, as costly
        self._better = 0.0  # how much more the moves of this game lead to than others would
        self._before: Board = EMPTY_BOARD  # the last board on which MENACE was to move
        self._known: dict[int, float] = {}  # what classes lead to, within one move

    def __call__(self, board: Board) -> Square:
        """The square after which most is to be expected."""
        if stones(board) == 1:
            return self._answer_opening(board)
        if (made := _made(self._before, board)) is not None:
            self._better += self._advantage(self._before, made)
            self._known.clear()
        return self._answer(board)

    def worths(self, board: Board) -> dict[Square, float]:
        """How much is to be expected after each square."""
        return {s: self._value_on(place(board, s, "O")) for s in empty_squares(board)}

    def _answer_opening(self, board: Board) -> Square:
        self._games += 1
        self._better = 0.0
        self._known.clear()
        if self._games % _SAME_ANSWER == 1:
            self._first.clear()
            self._wanted = self._way()
            self._openings = self._moves_lead_to(EMPTY_BOARD)
        made = _made(EMPTY_BOARD, board)
        assert made is not None, "an opening is one move"
        self._better = self._openings[made.orbit] - _mean(self._openings)
        self._known.clear()  # what was known was worked out as if all openings were as good
        if board not in self._first:
            self._first[board] = self._answer(board)
        self._before = place(board, self._first[board], "O")
        return self._first[board]

    def _answer(self, board: Board) -> Square:
        worth = self.worths(board)
        best = max(worth.values())
        chosen = self._chance.choice([s for s, value in worth.items() if value == best])
        self._before = place(board, chosen, "O")
        return chosen

    def _advantage(self, board: Board, made: Use) -> float:
        """How much more the move made leads to than all moves of this board do."""
        moves = self._moves_lead_to(board)
        return moves[made.orbit] - _mean(moves)

    def _moves_lead_to(self, board: Board) -> dict[Square, float]:
        """What each orbit of MENACE's moves leads to."""
        position = box_of(board)
        assert position is not None, "MENACE drew from its box"
        return {move.orbit: self._after(move) for move in moves_from(position)}

    def _value_on(self, board: Board) -> float:
        """What a board leads to on which MENACE is to move, or the game is over."""
        position = box_of(board)
        return self._end(end_of(board)) if position is None else self._value(position)

    def _value(self, position: int) -> float:
        """The same by the class of a board."""
        if position not in self._known:
            likely = self._likely(position)
            worth = self._worth(position, likely)
            for move in moves_from(position):
                if chance := likely.get(move.orbit, 0.0):
                    worth += chance * self._after(move)
            self._known[position] = worth
        return self._known[position]

    def _after(self, move: ClassMove) -> float:
        """What a move of MENACE's leads to."""
        if move.over:
            return self._end(move.result)
        return max([*map(self._value, move.boxes), *map(self._end, move.ends)])

    def _end(self, winner: Mark | None) -> float:
        return self._better * _LEARNS[winner]

    def _likely(self, position: int) -> Mapping[Square, float]:
        """How likely each orbit is to be played; as if each square was where nothing is known."""
        chances = self._chances(least_board(position))
        return chances or _as_if_squares(position)

    def _worth(self, position: int, likely: Mapping[Square, float]) -> float:
        """How much a draw from this box tells, 1 at the most."""
        if stage_of(position) != self._wanted.stage:
            return 0.0
        liked = ways_of(position, frozenset(likely)).get(self._wanted.name, frozenset())
        share = sum(likely[orbit] for orbit in liked)
        return 4 * share * (1 - share)


@cache
def _as_if_squares(position: int) -> Mapping[Square, float]:
    """How likely each orbit is to be played where each square is as likely as the others."""
    return {move.orbit: move.chance for move in moves_from(position)}


def _mean(moves: Mapping[Square, float]) -> float:
    return sum(moves.values()) / len(moves)


def _made(before: Board, board: Board) -> Use | None:
    """The move of MENACE's that led from one board to the other."""
    placed = [square for square in empty_squares(before) if board[square] != "-"]
    return use(before, placed[0]) if len(placed) == 1 else None
