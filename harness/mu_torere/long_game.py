"""The human of the long game: thousands of rounds, in which he makes no mistake until its end.

A program may remember more than any proof can cover. So he leads it into what its memory might go
by: every circle of its positions, gone round several times in a row; every sequence of so many
moves; every position again and again. `Coverage` tells how far he came.
"""

import time
from collections import Counter
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Final, NamedTuple

from harness.mu_torere.reply_graph import Circle, ReplyGraph, Step
from harness.mu_torere.rounds import Round
from harness.mu_torere.sequences import Sequences
from reference.mu_torere.retrograde import value_keeping_moves
from reference.mu_torere.rules import Node, Position, apply, legal_moves

LONG_GAME: Final = 2000  # rounds at least
_RECURRENCES: Final = 50  # of every position that the program is asked in again
_IN_A_ROW: Final = 4  # times round each circle
_SHORTEST: Final = 4  # moves of the circles that are gone round again and again
_REPETITIONS: Final = 12  # times round one circle at the end
_SHORT: Final = 6  # moves of a circle that is entered from every side
_MOST_CIRCLES: Final = 300
_DEEPEST: Final = 8  # human moves of a sequence
_MOST_SURPRISES: Final = 100  # replies that contradict earlier ones: nothing can be planned then
_AFTER_A_MISTAKE: Final = 40  # rounds: no win takes as long


class Extent(NamedTuple):
    """How far a long game goes beyond its least number of rounds."""

    most: int = 30_000  # rounds
    enough: int = 6000  # rounds, after which no deeper sequences are begun
    longest_circle: int = 12  # moves
    depth: int = 6  # human moves of the sequences that are all to be made
    recurrences: int = _RECURRENCES
    repetitions: int = 30  # of every move, and in a row of the shortest circles
    seconds: float = 60.0  # so that slow programs cover less


WHOLE: Final = Extent()
BRIEF: Final = Extent(
    most=400, enough=400, longest_circle=6, depth=4, recurrences=0, repetitions=0, seconds=3600.0
)


@dataclass(slots=True)
class Coverage:
    """What one long game covered."""

    longest_circle: int
    circles: int = 0  # gone round so many times in a row, of all
    of_circles: int = 0
    entries: int = 0  # ways into short circles, after which they were gone round so, of all
    of_entries: int = 0
    sequences: dict[int, tuple[int, int]] = field(default_factory=dict)  # by depth: made, of all
    recurrences: int = 0  # so often was every position asked, at least, that can recur
    repetitions: int = 0  # so often was every move made between such positions, at least
    stubborn: int = 0  # shortest circles that were gone round again and again,
    in_a_row: int = 0  # so many times

    def __str__(self) -> str:
        """In words."""
        parts = []
        if self.of_circles:
            parts.append(
                f"{self.circles} of {self.of_circles} circles of up to {self.longest_circle} moves "
                f"gone round {_IN_A_ROW} times in a row"
            )
        if self.of_entries:
            parts.append(f"{self.entries} of {self.of_entries} ways into the short ones")
        parts += [
            f"{made} of {total} sequences of {depth} moves"
            for depth, (made, total) in self.sequences.items()
        ]
        if self.recurrences:
            parts.append(
                f"every position that can recur at least {self.recurrences} times, every move "
                f"between them at least {self.repetitions} times"
            )
        if self.stubborn:
            parts.append(f"{self.stubborn} shortest circles {self.in_a_row} times in a row")
        return ", ".join(parts)


class LongGame:
    """Chooses the human's moves. `replies` are those known beforehand, which need no trying."""

    def __init__(
        self,
        rounds: int = LONG_GAME,
        replies: Mapping[Step, Position] | None = None,
        extent: Extent = WHOLE,
    ) -> None:
        self.asked: Counter[Position] = Counter()
        self.made: Counter[Step] = Counter()
        self.coverage = Coverage(extent.longest_circle, in_a_row=extent.repetitions)
        self._graph = ReplyGraph(replies)
        self._rounds, self._extent = rounds, extent
        self._history: list[Step] = []
        self._unbroken = 0  # moves before this one were answered otherwise than ever before
        self._surprises = 0
        self._sequences: Sequences | None = None
        self._here: Position
        self._count = 0
        self._end = time.monotonic() + extent.seconds
        self._moves = self._all_moves()

    def __call__(self, position: Position, rounds: Sequence[Round]) -> Node | None:
        """The next move; None when it is enough."""
        self._here, self._count = position, len(rounds)
        if rounds:
            self._learn(rounds[-1], position)
        return next(self._moves, None)

    def _learn(self, done: Round, reply: Position) -> None:
        step = done.before, done.node
        self.asked[done.asked] += 1
        self.made[step] += 1
        self._history.append(step)
        if self._graph.learn(step, reply):
            self._surprises += 1
            self._unbroken = len(self._history)
        if self._sequences is not None:
            self._sequences.made(self._trail(self._sequences.depth))

    def _trail(self, length: int) -> list[Step]:
        """The last moves, at most so many, which the known replies confirm."""
        return self._history[max(self._unbroken, len(self._history) - length) :]

    def _goes_on(self, most: int, *, erratic: bool = False) -> bool:
        """Whether there is time for more, in a game of at most so many rounds.

        What is planned by known replies is given up where too many of them were wrong.
        """
        foreseen = erratic or self._surprises <= _MOST_SURPRISES
        in_time = self._count < self._rounds or time.monotonic() < self._end
        return self._count < most and in_time and foreseen

    # What he does, in its order. Each of these yields moves; what they came to is seen after that.

    def _all_moves(self) -> Iterator[Node]:
        covered: set[Position] = set()
        while self._goes_on(self._extent.most):
            yield from self._try_everything()
            component = self._graph.component(self._here)
            covered |= component
            if any(after in component for _, after in self._graph.ways(self._here)):
                yield from self._cover(component)
            away = self._graph.distances(self._here)
            left = [here for here in away if here not in covered]
            if not left:
                break
            # One from which most others can be reached: the way back may be closed.
            goal = max(left, key=lambda here: (len(self._graph.distances(here)), -away[here]))
            yield from self._follow(self._graph.way(self._here, goal) or ())
        while self._count < self._rounds:
            yield self._least_asked(value_keeping_moves(self._here))
        yield from self._round_and_round()
        yield from self._err()

    def _try_everything(self) -> Iterator[Node]:
        """Every move that keeps the draw, once."""
        while self._count < self._extent.most:
            way = self._graph.route(self._here, lambda at: self._graph.untried(at) is not None)
            if way is None:
                return
            yield from self._follow(way)
            node = self._graph.untried(self._here)
            if node is not None:
                yield node

    def _cover(self, within: frozenset[Position]) -> Iterator[Node]:
        extent = self._extent
        circles = list(islice(self._graph.circles(within, extent.longest_circle), _MOST_CIRCLES))
        yield from self._go_round(circles)
        yield from self._enter(circles, within)
        yield from self._make_sequences(within, extent.depth, extent.most)
        if extent.recurrences:
            yield from self._ask_often(within)
        for depth in range(extent.depth + 1, _DEEPEST + 1):
            if self._goes_on(extent.enough):
                yield from self._make_sequences(within, depth, extent.enough)

    def _go_round(self, circles: Sequence[Circle]) -> Iterator[Node]:
        """Each circle several times in a row: short ones first, and near ones before far ones."""
        self.coverage.of_circles += len(circles)
        left = sorted(circles, key=lambda circle: len(circle.steps))
        while left and self._goes_on(self._extent.most):
            away = self._graph.distances(self._here)
            shortest = [circle for circle in left if len(circle.steps) == len(left[0].steps)]
            ways = [(away[entry], entry, circle) for circle in shortest
                    for entry in circle.positions if entry in away]  # fmt: skip
            if not ways:
                return
            _, entry, circle = min(ways)
            left.remove(circle)
            way = self._graph.way(self._here, entry) or ()
            yield from self._follow(way)
            stubborn = self._extent.repetitions > _IN_A_ROW and len(circle.steps) <= _SHORTEST
            times = self._extent.repetitions if stubborn else _IN_A_ROW
            if (yield from self._follow(circle.begun_at(entry).steps * times)):
                self.coverage.circles += 1
                self.coverage.stubborn += stubborn

    def _enter(self, circles: Sequence[Circle], within: frozenset[Position]) -> Iterator[Node]:
        """Short circles again, by every move that leads into them from elsewhere."""
        short = [circle for circle in circles if len(circle.steps) <= _SHORT]
        left = [((before, node), circle.begun_at(after)) for before in sorted(within)
                for node, after in self._graph.ways(before) for circle in short
                if after in circle.positions and before not in circle.positions]  # fmt: skip
        self.coverage.of_entries += len(left)
        while left and self._goes_on(self._extent.most):
            away = self._graph.distances(self._here)
            ways = [(away[step[0]], step, circle) for step, circle in left if step[0] in away]
            if not ways:
                return
            _, step, circle = min(ways)
            left.remove((step, circle))
            way = self._graph.way(self._here, step[0]) or ()
            yield from self._follow(way)
            if (yield from self._follow((step, *circle.steps * _IN_A_ROW))):
                self.coverage.entries += 1

    def _make_sequences(self, within: frozenset[Position], depth: int, most: int) -> Iterator[Node]:
        """Every sequence of so many moves that keep the draw."""
        self._sequences = sequences = Sequences(self._graph, within, depth)
        for end in range(self._unbroken + depth, len(self._history) + 1):
            sequences.made(self._history[end - depth : end])
        given_up = 0
        while sequences.left and self._goes_on(most):
            found = sequences.next(self._trail(depth - 1), self._here)
            if found is None:
                way = self._graph.route(self._here, sequences.begins_at)
                if way is None:
                    break
                yield from self._follow(way)
                continue
            line, nodes = found
            trail = self._trail(depth - 1)
            node = max(nodes, key=lambda node: sequences.promise((*trail, (self._here, node))))
            if not (yield from self._follow([(self._here, node)])):
                given_up += sequences.give_up((*line, node))
        made, of_all = self.coverage.sequences.get(depth, (0, 0))
        made += sequences.total - sequences.left - given_up
        self.coverage.sequences[depth] = (made, of_all + sequences.total)
        self._sequences = None

    def _ask_often(self, within: frozenset[Position]) -> Iterator[Node]:
        """Have every position asked again and again that can recur, by every move."""

        def seldom(here: Position) -> list[Node]:
            return [node for node in value_keeping_moves(here) if here in within
                    and (self.asked[apply(here, node)] < self._extent.recurrences
                         or self.made[here, node] < self._extent.repetitions)]  # fmt: skip

        while self._goes_on(self._extent.most, erratic=True):
            way = self._graph.route(self._here, lambda here: bool(seldom(here)))
            if way is None:
                break
            yield from self._follow(way)
            if nodes := seldom(self._here):
                yield min(nodes, key=lambda node: self.made[self._here, node])
        ways = [(here, node) for here in within for node, _ in self._graph.ways(here)]
        times = [self.asked[apply(here, node)] for here, node in ways]
        self.coverage.recurrences = min([*times, *filter(None, [self.coverage.recurrences])])
        times = [self.made[way] for way in ways]
        self.coverage.repetitions = min([*times, *filter(None, [self.coverage.repetitions])])

    def _least_asked(self, nodes: Sequence[Node]) -> Node:
        return min(nodes, key=lambda node: self.asked[apply(self._here, node)])

    def _round_and_round(self) -> Iterator[Node]:
        """One shortest circle."""
        for _ in range(_REPETITIONS):
            if self._count < self._extent.most:
                yield from self._follow(self._shortest_circle())

    def _shortest_circle(self) -> tuple[Step, ...]:
        start = self._here
        ways = [((start, node), self._graph.way(after, start))
                for node, after in self._graph.ways(start)]  # fmt: skip
        return min(((step, *way) for step, way in ways if way is not None), key=len, default=())

    def _err(self) -> Iterator[Node]:
        """A mistake at last, and the moves that are left after it."""

        def mistake(here: Position) -> Node | None:
            sound = value_keeping_moves(here)
            return next((node for node in legal_moves(here) if node not in sound), None)

        way = self._graph.route(self._here, lambda here: mistake(here) is not None)
        if way is None:
            return
        yield from self._follow(way)
        node = mistake(self._here)
        for _ in range(_AFTER_A_MISTAKE):
            if node is None:
                return
            yield node
            node = next(iter(value_keeping_moves(self._here)), None)

    def _follow(self, steps: Sequence[Step]) -> Generator[Node, None, bool]:
        """Make these moves up to the first unexpected reply. Returns whether there was none."""
        for before, node in steps:
            if self._here != before:
                return False
            surprises = self._surprises
            yield node
            if self._surprises != surprises:
                return False
        return True
