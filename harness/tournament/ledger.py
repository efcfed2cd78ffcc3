"""How a tournament stands: its schedule, the finished matches, and who is out of it.

A bot that is disqualified in one match is out of the tournament: its further matches are not
played, and none of those that it did play counts for anybody. So the result is the same as if it
had met the others in any other order.
"""

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from typing import NamedTuple

from harness.meta_tic_tac_toe.match import Match
from harness.meta_tic_tac_toe.scoring import Score, score
from harness.tournament.schedule import Pairing, Results, Schedule, ready
from harness.verdict import HarnessError


class Finished(NamedTuple):
    """A match that was played to its end."""

    pairing: Pairing
    match: Match
    score: Score


class Total(NamedTuple):
    """A bot's result. All figures are of the matches that count; a bot that is out has none.

    A timeout is an invalid move too, so `invalid` includes `timeouts`.
    """

    number: int  # of the bot in the list, from 1
    name: str
    points: int
    wins: int
    undecided: int
    losses: int
    invalid: int
    timeouts: int
    mean_seconds: float  # a call
    worst_seconds: float
    reached: tuple[str, ...]  # what it is disqualified for, or nothing
    void: int = 0  # of its matches, how many were played and count for nobody


class Ledger:
    """The matches of a tournament: those of the schedule, and what came of those played."""

    def __init__(self, names: Sequence[str], schedule: Schedule) -> None:
        self.names = tuple(names)
        self.finished: dict[int, Finished] = {}
        self.out: dict[int, tuple[str, ...]] = {}  # by bot: what it reached for
        self.pairings = schedule.pairings()

    def add(self, number: int, match: Match) -> Finished:
        """Take in a finished match. Raises HarnessError when it is none of the schedule's."""
        if not 1 <= number <= len(self.pairings) or number in self.finished:
            raise HarnessError(f"match {number} is not to be played, or not again")
        pairing = self.pairings[number - 1]
        if (match.x, match.o) != (self.names[pairing.x], self.names[pairing.o]):
            raise HarnessError(f"match {number} is not of {match.x} and {match.o}")
        try:
            finished = Finished(pairing, match, score(match))
        except ValueError as error:
            raise HarnessError(f"match {number} is not a match: {error}") from error
        self.finished[number] = finished
        for bot, side in zip(pairing[1:], finished.score.sides, strict=True):
            if side.reached:
                self.out[bot] = side.reached
        return finished

    @property
    def matches(self) -> int:
        """How many matches the schedule has, those that will not be played included."""
        return len(self.pairings)

    @property
    def settled(self) -> Set[int]:
        """The numbers of the matches that are finished, or not to be played at all."""
        void = (p.number for p in self.pairings if p.x in self.out or p.o in self.out)
        return self.finished.keys() | set(void)

    @property
    def counting(self) -> Results:
        """The finished matches that count: those without a disqualified bot."""
        return {
            finished.pairing: finished.score
            for _, finished in sorted(self.finished.items())
            if self.out.keys().isdisjoint(finished.pairing[1:])
        }

    @property
    def void(self) -> list[Finished]:
        """The finished matches that count for nobody: those with a disqualified bot."""
        return [
            finished
            for _, finished in sorted(self.finished.items())
            if not self.out.keys().isdisjoint(finished.pairing[1:])
        ]

    def ready(self, running: Set[int]) -> Iterator[Pairing]:
        """The matches that may begin now, in the order of the schedule."""
        return ready(self.pairings, self.settled, running)

    def totals(self) -> list[Total]:
        """The bots' results in the order of the list, and behind them those that are out."""
        totals = [_Tally() for _ in self.names]
        for _, finished in sorted(self.finished.items()):
            counts = self.out.keys().isdisjoint(finished.pairing[1:])
            for bot, mark in zip(finished.pairing[1:], ("X", "O"), strict=True):
                totals[bot].add(finished.score, mark, counts)
        order = sorted(range(len(self.names)), key=lambda bot: (bot in self.out, bot))
        return [totals[bot].total(bot + 1, self.names[bot], self.out.get(bot, ())) for bot in order]


@dataclass(slots=True)
class _Tally:
    """A bot's figures, match by match."""

    points: int = 0
    wins: int = 0
    undecided: int = 0
    losses: int = 0
    invalid: int = 0
    timeouts: int = 0
    void: int = 0
    calls: int = 0
    seconds: float = 0.0
    worst_seconds: float = 0.0

    def add(self, score: Score, mark: str, counts: bool) -> None:
        if not counts:
            self.void += 1
            return
        side = score.x if mark == "X" else score.o
        self.points += side.points
        self.wins += score.winner == mark
        self.undecided += score.winner is None
        self.losses += score.winner not in (mark, None)
        self.invalid += side.invalid
        self.timeouts += side.timeouts
        self.calls += side.calls
        self.seconds += side.seconds
        self.worst_seconds = max(self.worst_seconds, side.worst_seconds)

    def total(self, number: int, name: str, reached: tuple[str, ...]) -> Total:
        mean = self.seconds / self.calls if self.calls else 0.0
        return Total(
            number, name, self.points, self.wins, self.undecided, self.losses, self.invalid,
            self.timeouts, mean, self.worst_seconds, reached, self.void,
        )  # fmt: skip
