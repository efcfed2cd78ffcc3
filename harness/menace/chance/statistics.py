"""Whether what MENACE leaves to chance is fair: tests with their samples and error rates.

Every test here has the same false-alarm rate, `ALPHA`; `evidence` has its own. Together they refuse
one right program in a million verifications at the most. A draw is turned into a number between 0
and 1 that is uniform when the draw is (the randomised probability integral transform of the orbit
drawn, the orbits in some order); numbers of many draws are then held to the uniform distribution by
the Kolmogorov-Smirnov test. Each order sees a kind of unfairness: by the beads an orbit has, by its
square, by its place as printed, by how good it is for X.
"""

import math
import random
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple

from harness.menace.chance import (
    colours,
    dependence,
    echoes,
    favourites,
    overlaps,
    places,
    seeds,
    turns,
)
from harness.menace.chance.alike import Start, Starts
from harness.menace.chance.distributions import (
    chi_square_tail,
    kolmogorov_smirnov,
    poisson_tail,
    successes,
)
from harness.menace.chance.refills import OF_EACH
from harness.menace.chance.samples import UNKNOWN, RefillDraw, RefillSample, RefillWay, Sample
from harness.menace.classes import orbits, worth
from harness.menace.screen import Bead, Beads
from reference.tic_tac_toe import Square

# Twenty-one tests, and the evidence, have one in three million together: there may be three looks.
ALPHA: Final = 1.2e-8
BETWEEN: Final = 0.05  # times that, where a test is asked after every run and may fail at any
DRAWS_NEEDED: Final = 300  # with fewer, drawing by colour is not surely told from drawing by bead
_STARTS_NEEDED: Final = 3
_COUNTING: Final = 2
_TAILS: Final = 2
_BEADS: Final = 3  # of a refill
_SEEDS: Final = 1_000
_REFILLED_AT_ONCE: Final = 60  # beads of a box; more take long to compute
_RATES: Final = [2.0 ** (exponent / 2) for exponent in range(-8, 10)]  # of Chernoff's bound
_BESIDE_THE_MOVE: Final = 2  # of the three beads of a refill
_EVEN: Final = 0.3  # of the chance that two draws from a box differ
_SEED: Final = 20260101  # of the randomised transform: the same verdict for the same transcripts

Order = Callable[[Sample, Square], float]

_ORDERS: Final[dict[str, Order]] = {
    "by number of beads": lambda sample, orbit: -sample.beads[orbit],
    "by square": lambda sample, orbit: orbit,
    "by place in the box": lambda sample, orbit: sample.first[orbit],
    "by what the move brings": lambda sample, orbit: -_worth(sample.position, orbit),
}


class BoxStart(NamedTuple):
    """What a box held at the start of a run: `box` is the same for the same box of other runs."""

    box: Hashable
    squares: int  # empty ones in its picture
    beads: Beads


@dataclass(frozen=True, slots=True)
class Test:
    """One test: `p` is the chance that a right program does as badly; None when it could not be."""

    name: str
    sample: int
    p: float | None

    @property
    def failed(self) -> bool:
        """Whether the program is refused on it."""
        return self.fails(ALPHA)

    def fails(self, rate: float) -> bool:
        """Whether a right program does as badly more rarely than this."""
        return self.p is not None and self.p < rate


def _worth(position: int, orbit: Square) -> float:
    return 0.5 if orbit == UNKNOWN else worth(position, orbit)


def draw_tests(samples: Sequence[Sample]) -> list[Test]:
    """Whether beads are drawn uniformly: one test for each order of the orbits."""
    chosen = [s for s in samples if len(s.beads) > 1 or s.drawn not in s.beads]
    tests = []
    for name, order in _ORDERS.items():
        chance = random.Random(_SEED)
        numbers = [_transform(sample, order, chance) for sample in chosen]
        p = kolmogorov_smirnov(numbers) if len(numbers) >= DRAWS_NEEDED else None
        tests.append(Test(f"draws uniform, {name}", len(numbers), p))
    return tests


def dependence_tests(books: Iterable[Sequence[Sample]], asked: Sequence[int] = ()) -> list[Test]:
    """Whether draws depend on earlier ones, or on those of other runs; a book has a run or more.

    `asked` are the games that each run was asked for, if that is known. Never short of a sample:
    programs that print too few beads for it may be right.
    """
    even = uncertain(books)
    drawn = [sample.at for sample in even]
    return [
        Test("draws independent of earlier ones", len(drawn), dependence.repeated(drawn)),
        Test("draws no echoes of earlier ones", len(even), echoes.echoed(even)),
        Test("draws independent of other games", len(drawn), dependence.repeated_in_games(drawn)),
        Test("draws not those of an earlier game", len(even), seeds.of_few_seeds(even)),
        Test("draws not in turn", len(even), turns.in_turn(even)),
        Test("draws independent of other runs", len(drawn), dependence.alike_in_runs(drawn, asked)),
        Test("draws not those of an earlier run", len(even), overlaps.overlapping(even)),
        Test("draws without a favourite in each run", len(even), favourites.favoured(even)),
        Test("draws from any place of the box", len(even), places.uneven(even)),
    ]


def uncertain(books: Iterable[Sequence[Sample]]) -> list[Sample]:
    """The draws that tell of dependence: not those that are nearly certain."""
    return [
        s._replace(at=s.at._replace(run=book + s.at.run))
        for book, samples in enumerate(books)
        for s in samples
        if _evenness(s) >= _EVEN
    ]


def _evenness(sample: Sample) -> float:
    """The chance that two draws from the box differ: what is nearly certain tells nothing."""
    total = sum(sample.beads.values())
    return 1 - sum(n * n for n in sample.beads.values()) / total**2


def _transform(sample: Sample, order: Order, chance: random.Random) -> float:
    total = sum(sample.beads.values())
    ranked = sorted(sample.beads, key=lambda orbit: (order(sample, orbit), orbit))
    below = 0
    for orbit in ranked:
        if orbit == sample.drawn:
            return (below + chance.random() * sample.beads[orbit]) / total
        below += sample.beads[orbit]
    # What was drawn was not among the beads: as far from a uniform draw as can be.
    return 0.0


def start_differs(starts: Sequence[Start], known: Starts | None = None) -> Test:
    """Whether runs begin with different beads. The order of the boxes may differ from run to run.

    Of the runs that count as `Starts` says so many may begin alike as would with a thousand seeds,
    each as likely: right programs make theirs of a clock and the number of a process, and meet one
    again now and then. Needs three runs, and among them two that count. `known` has compared
    earlier ones; whoever asks after every run keeps it.
    """
    name = "starting beads differ from run to run"
    compared = known or Starts()
    compared.take(starts)
    if len(starts) < _STARTS_NEEDED or compared.counting < _COUNTING:
        return Test(name, len(starts), None)
    pairs, alike = math.comb(compared.counting, 2), compared.alike
    return Test(name, len(starts), poisson_tail(alike, pairs / _SEEDS) if alike else 1.0)


def refills_drawn(draws: Iterable[RefillDraw]) -> Test:
    """Whether any of three new beads is drawn: how often one of each colour that may be liked.

    And whether the one that emptied the box is drawn as often as if it was drawn twice. Never short
    of a sample, because right programs may refill a few times only.
    """
    told = list(draws)
    least = math.exp(min(0.0, -colours.drawn_again(told)[1]))
    for way in RefillWay:
        some = [draw for draw in told if draw.way is way]
        chances = [draw.alike / _BEADS for draw in some]
        seen = sum(draw.drawn for draw in some)
        spread = math.sqrt(math.fsum(chance * (1 - chance) for chance in chances))
        if abs(seen - math.fsum(chances)) > spread:  # else neither tail is worth working out
            found = successes(chances)
            least = min(least, math.fsum(found[: seen + 1]), math.fsum(found[seen:]))
    looks = _TAILS * len(RefillWay) + 1
    return Test("refilled beads drawn uniformly", len(told), min(1.0, looks * least))


def refills_by_bead(draws: Iterable[RefillDraw]) -> Test:
    """Whether the move of a refill is drawn among beads, and not among colours.

    Never short of a sample, because right programs may refill a few times only.
    """
    number, logarithm = colours.by_colour(draws)
    name = "refilled beads drawn by bead, not by colour"
    return Test(name, number, math.exp(min(0.0, -logarithm)))


def start_uniform(counts: Iterable[BoxStart], needed: int = 400) -> Test:
    """Whether starting beads are uniform over the empty squares (chi-square over all boxes).

    What a bead means is not asked: beads whose meaning is known are no fair sample of all, but the
    numbers of the empty squares of one box are to be equally frequent, whichever they are.
    """
    name = "starting beads uniform over the empty squares"
    statistic, freedom, sample = 0.0, 0, 0
    pooled: dict[Hashable, tuple[int, Counter[Bead]]] = {}
    for start in counts:
        pooled.setdefault(start.box, (start.squares, Counter()))[1].update(start.beads)
    for squares, beads in pooled.values():
        total = beads.total()
        sample += total
        freedom += squares - 1
        statistic += sum(n * n for n in beads.values()) * squares / total - total
    if sample < needed or not freedom:
        return Test(name, sample, None)
    return Test(name, sample, chi_square_tail(statistic, freedom))


def refills_random(samples: Iterable[RefillSample]) -> Test:
    """Whether the beads of refills are random: how often they are the bead of the move.

    A refill may choose among squares or among colours (orbits), with replacement, or without it
    from three beads of each: the chance that a bead is like the move lies between those. This test
    is never short of a sample, because right programs may refill only a few times.
    """
    name = "refilled beads random"
    least, most, seen = [], [], 0
    for squares, kinds, alike in samples:
        least += [(OF_EACH - 1) / (OF_EACH * squares - 1)] * _BESIDE_THE_MOVE
        most += [1 / kinds] * _BESIDE_THE_MOVE
        seen += alike
    # Between the means neither tail is short of a half: a median is less than 1 from its mean.
    if math.fsum(least) + 1 <= seen <= math.fsum(most) - 1:
        return Test(name, len(least), 1.0)
    low, high = successes(least), successes(most)
    p = 2 * min(math.fsum(low[: seen + 1]), math.fsum(high[seen:]))
    return Test(name, len(least), min(1.0, p))


def refills_uniform(refills: Iterable[tuple[int, Sequence[Bead]]]) -> Test:
    """Whether refills have each colour as often: how many pairs of beads of one box are equal.

    `refills` are the classes of the boxes with the beads of their refills after games lost. Of each
    box the pairs are divided by its beads, so that one refilled often does not outweigh all others.

    A bead may stand for a square or for an orbit, and may be chosen among squares or among orbits,
    with or without putting back: no way has more equal pairs than beads for orbits chosen among
    squares, and it is those that are expected here. `p` is Chernoff's bound, so never less than the
    true chance.
    """
    name = "refilled beads uniform over the empty squares"
    sample, equal = 0, 0.0
    groups: Counter[tuple[tuple[int, ...], int]] = Counter()
    for position, beads in refills:
        sizes = tuple(sorted(orbits(position).values()))
        sample += len(beads)
        for begin in range(0, len(beads), _REFILLED_AT_ONCE):
            some = beads[begin : begin + _REFILLED_AT_ONCE]
            groups[sizes, len(some)] += 1
            equal += sum(math.comb(n, 2) for n in Counter(some).values()) / len(some)
    logarithm = min(
        sum(n * _log_of_mean(sizes, beads, rate) for (sizes, beads), n in groups.items())
        - rate * equal
        for rate in _RATES
    )
    return Test(name, sample, math.exp(min(0.0, logarithm)))


@cache
def _log_of_mean(sizes: tuple[int, ...], beads: int, rate: float) -> float:
    """The logarithm of the mean of exp(rate * equal pairs / beads), of orbits of these sizes."""
    squares = sum(sizes)
    sums = [1.0] + [0.0] * beads  # [n]: over all ways to share n beads out, divided by n!
    for size in sizes:
        terms = [
            math.exp(rate * math.comb(n, 2) / beads) * (size / squares) ** n / math.factorial(n)
            for n in range(beads + 1)
        ]
        sums = [
            math.fsum(sums[n - own] * terms[own] for own in range(n + 1)) for n in range(beads + 1)
        ]
    return math.log(sums[beads] * math.factorial(beads))
