"""Who plays whom, and in what order: schedules, and which match may begin now.

Source: the challenge "Meta tic-tac-toe", spec clause "The tournament": every bot plays every other
twice, once as X and once as O. That is the double round robin; the other schedules keep to pairs
of matches as well. A schedule comes in stages; a later stage may depend on the results of earlier
ones, and nothing else may decide it, so that a tournament that was interrupted gets the same one.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import count
from typing import Final, NamedTuple, Protocol, TypeAlias

from harness.meta_tic_tac_toe.scoring import Score

_STEPS: Final = 2_000  # of a search for Swiss pairs, before it settles for a second meeting


class Pairing(NamedTuple):
    """A match of the schedule. Numbers begin at 1; bots are counted from 0."""

    number: int
    x: int
    o: int


Results: TypeAlias = Mapping[Pairing, Score]
"""The finished matches that count."""


class Schedule(Protocol):
    """The order of matches, stage by stage."""

    @property
    def matches(self) -> int:
        """How many matches there are at most, of all stages."""

    def stage(self, index: int, results: Results, out: Set[int]) -> Sequence[tuple[int, int]]:
        """X and O of each match of a stage, or nothing after the last stage.

        `results` are those of all earlier stages; `out` are the bots that were disqualified there.
        """


@dataclass(frozen=True, slots=True)
class RoundRobin:
    """Every bot plays every other twice, once as X and once as O, in each of the cycles."""

    bots: int
    cycles: int = 1

    @property
    def matches(self) -> int:
        """All ordered pairs in each cycle."""
        return self.bots * (self.bots - 1) * self.cycles

    def stage(self, index: int, results: Results, out: Set[int]) -> Sequence[tuple[int, int]]:
        """All of it at once, in an order in which each bot waits for few others."""
        if index:
            return ()
        return _double_round_robin(self.bots) * self.cycles


@dataclass(frozen=True, slots=True)
class Gauntlet:
    """One bot plays every other twice, once as X and once as O, in each of the cycles."""

    bots: int
    hero: int
    cycles: int = 1

    @property
    def matches(self) -> int:
        """Two for every other bot in each cycle."""
        return 2 * (self.bots - 1) * self.cycles

    def stage(self, index: int, results: Results, out: Set[int]) -> Sequence[tuple[int, int]]:
        """All of it at once."""
        if index:
            return ()
        others = [bot for bot in range(self.bots) if bot != self.hero]
        cycle = [pair for bot in others for pair in ((self.hero, bot), (bot, self.hero))]
        return cycle * self.cycles


@dataclass(frozen=True, slots=True)
class Swiss:
    """In each round bots of about equal standing play twice, and nobody meets another again.

    A bot's standing is its won matches, undecided ones counting half; then the challenge's points;
    then the order of the list. With an odd number of bots the last that had no bye yet has one,
    which counts as two wins here and as nothing in the result.
    """

    bots: int
    rounds: int

    @property
    def matches(self) -> int:
        """Two for every pair in each round."""
        return self.bots // 2 * 2 * self.rounds

    def stage(self, index: int, results: Results, out: Set[int]) -> Sequence[tuple[int, int]]:
        """The matches of one round."""
        if index >= self.rounds:
            return ()
        met = _met(results)
        byes = {
            bot: index - sum(met[frozenset((bot, other))] for other in range(self.bots))
            for bot in range(self.bots)
        }
        order = [bot for bot in _standing(range(self.bots), results, byes) if bot not in out]
        if len(order) % 2:
            fewest = min(byes[bot] for bot in order)
            order.remove(next(bot for bot in reversed(order) if byes[bot] == fewest))
        pairs = _paired(order, met)
        return [*pairs, *((second, first) for first, second in pairs)]


def ready(pairings: Sequence[Pairing], done: Set[int], running: Set[int]) -> Iterator[Pairing]:
    """The matches that may begin now: those whose bots have finished all that comes before.

    So every bot plays its matches in the order of the schedule, one at a time, however many matches
    there are at a time: what its data.txt goes through is always the same.
    """
    waiting: set[int] = set()
    for pairing in pairings:
        if pairing.number in done:
            continue
        if pairing.number not in running and waiting.isdisjoint((pairing.x, pairing.o)):
            yield pairing
        waiting |= {pairing.x, pairing.o}


def _double_round_robin(bots: int) -> list[tuple[int, int]]:
    """By the circle method: each turn pairs every bot once; the second half swaps sides."""
    circle: list[int | None] = [*range(bots), *([None] if bots % 2 else [])]
    first: list[tuple[int, int]] = []
    for _ in circle[1:]:
        half = len(circle) // 2
        for x, o in zip(circle[:half], reversed(circle[half:]), strict=True):
            if x is not None and o is not None:
                first.append((x, o))
        circle.insert(1, circle.pop())
    return first + [(o, x) for x, o in first]


def _met(results: Results) -> Counter[frozenset[int]]:
    """In how many rounds each two bots have met: each is a pair of matches."""
    matches = Counter(frozenset((pairing.x, pairing.o)) for pairing in results)
    return Counter({pair: count // 2 for pair, count in matches.items()})


def _standing(bots: Iterable[int], results: Results, byes: Mapping[int, int]) -> list[int]:
    """The bots, best first. A round that a bot sat out, or whose matches do not count, is won."""
    halves = Counter({bot: 4 * count for bot, count in byes.items()})  # half points
    points: Counter[int] = Counter()
    for pairing, score in results.items():
        for bot, mark, side in ((pairing.x, "X", score.x), (pairing.o, "O", score.o)):
            halves[bot] += 2 * (score.winner == mark) + (score.winner is None)
            points[bot] += side.points
    return sorted(bots, key=lambda bot: (-halves[bot], -points[bot], bot))


def _paired(order: Sequence[int], met: Counter[frozenset[int]]) -> list[tuple[int, int]]:
    """The best with the next best that it has not met, and so on down, with the least meetings."""
    for again in count():
        pairs = _searched(tuple(order), met, again, iter(range(_STEPS)))
        if pairs is not None:
            return pairs
    raise AssertionError("some number of meetings always suffices")


def _searched(
    order: tuple[int, ...], met: Counter[frozenset[int]], again: int, steps: Iterator[int]
) -> list[tuple[int, int]] | None:
    """Pairs with at most so many meetings before; None when there are none, or it takes too long.

    It cannot take too long once any pair will do, so that a search with more of them ends well.
    """
    if not order:
        return []
    first, *others = order
    for second in others:
        before = met[frozenset((first, second))]
        if before <= again and next(steps, None) is not None:
            rest = tuple(bot for bot in others if bot != second)
            pairs = _searched(rest, met, again - before, steps)
            if pairs is not None:
                return [(first, second), *pairs]
    return None
