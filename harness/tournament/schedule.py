"""Who plays whom, and in what order: schedules, and which match may begin now.

Source: the challenge "Meta tic-tac-toe", spec clause "The tournament": every bot plays every other
twice, once as X and once as O, and the second match of a pair follows the first. A gauntlet keeps
to such pairs as well.
"""

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import NamedTuple, Protocol, TypeAlias

from harness.meta_tic_tac_toe.scoring import Score


class Pairing(NamedTuple):
    """A match of the schedule. Numbers begin at 1; bots are counted from 0."""

    number: int
    x: int
    o: int


Results: TypeAlias = Mapping[Pairing, Score]
"""The finished matches that count."""


class Schedule(Protocol):
    """The matches of a tournament in their order."""

    def pairings(self) -> list[Pairing]:
        """All matches, numbered in the order in which each bot plays its own."""


@dataclass(frozen=True, slots=True)
class RoundRobin:
    """Every bot plays every other twice, once as X and once as O, in each of the cycles."""

    bots: int
    cycles: int = 1

    def pairings(self) -> list[Pairing]:
        """By the circle method, so that each bot waits for few others."""
        circle: list[int | None] = [*range(self.bots), *([None] if self.bots % 2 else [])]
        half = len(circle) // 2
        meetings: list[tuple[int, int]] = []
        for _ in circle[1:]:
            for first, second in zip(circle[:half], reversed(circle[half:]), strict=True):
                if first is not None and second is not None:
                    meetings.append((first, second))
            circle.insert(1, circle.pop())
        return _both_ways(meetings * self.cycles)


@dataclass(frozen=True, slots=True)
class Gauntlet:
    """One bot plays every other twice, once as X and once as O, in each of the cycles."""

    bots: int
    hero: int
    cycles: int = 1

    def pairings(self) -> list[Pairing]:
        """The others in the order of the list, cycle after cycle."""
        others = [bot for bot in range(self.bots) if bot != self.hero]
        return _both_ways([(self.hero, bot) for bot in others] * self.cycles)


def ready(pairings: Sequence[Pairing], done: Set[int], running: Set[int]) -> Iterator[Pairing]:
    """The matches that may begin now: those whose bots have finished all that comes before.

    So every bot plays its matches in the order of the schedule, one at a time, however many matches
    are played at a time: its data.txt always goes through the same matches in the same order.
    """
    waiting: set[int] = set()
    for pairing in pairings:
        if pairing.number in done:
            continue
        if pairing.number not in running and waiting.isdisjoint((pairing.x, pairing.o)):
            yield pairing
        waiting |= {pairing.x, pairing.o}


def _both_ways(meetings: Sequence[tuple[int, int]]) -> list[Pairing]:
    """Two matches for each meeting: the second, with sides swapped, follows the first."""
    matches = [match for first, second in meetings for match in ((first, second), (second, first))]
    return [Pairing(number, *match) for number, match in enumerate(matches, start=1)]
