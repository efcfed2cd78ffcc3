"""Whether starting beads and refills are random.

All seeds are fixed. Where an assertion about chance is made, its own false-alarm rate is said: how
often a right harness would fail it if the seeds were drawn anew.
"""

import itertools
import math
import random
from collections.abc import Sequence

import numpy as np
import pytest

from harness.menace import opponent
from harness.menace.chance.alike import ONE_CLOCK, Start, begin_alike
from harness.menace.chance.distributions import chi_square_tail
from harness.menace.chance.samples import RefillDraw, RefillSample, RefillWay, Sample, When
from harness.menace.chance.statistics import (
    ALPHA,
    BoxStart,
    dependence_tests,
    refills_drawn,
    refills_random,
    refills_uniform,
    start_differs,
    start_uniform,
    uncertain,
)
from harness.menace.chance.statistics import Test as StatisticalTest
from harness.menace.classes import orbits
from tests.harness.menace.broken import SameStart
from tests.harness.menace.programs import ManyBeads, OneBead, Shuffled
from tests.harness.menace.support import games_of
from tests.oracles.menace_player import Player, classes

# --- p-values ------------------------------------------------------------------------------------


def test_refused_is_what_is_rarer_than_the_false_alarm_rate() -> None:
    verdicts = [StatisticalTest("x", 1, p).failed for p in (0.0, ALPHA / 2, ALPHA, 1.0, None)]
    assert verdicts == [True, True, False, False, False]


# --- draws that depend on one another ------------------------------------------------------------


def drawn_from(run: int, numbers: Sequence[float], beads: Sequence[int] = (2, 2)) -> list[Sample]:
    """A run of games of one draw each, from boxes with so many beads of two kinds."""
    few, many = beads
    line = (0,) * few + (1,) * many
    return [
        Sample(
            0, {0: few, 1: many}, {0: 0, 1: few}, line[int(number * len(line))], ends=(0, 1),
            at=When(run, draw, draw, 0, number, of_box=draw, of_stage=draw, of_size=draw),
            line=line,
        )
        for draw, number in enumerate(numbers)
    ]  # fmt: skip


def test_draws_that_are_nearly_certain_tell_nothing_of_dependence() -> None:
    one, other = drawn_from(0, [0.1]), drawn_from(2, [0.9], (1, 4))
    certain = drawn_from(0, [0.9], (1, 5))  # two draws differ in 10 of 36 cases
    found = uncertain([[*certain, *one], [*one, *other, *certain]])
    assert [(sample.beads, sample.at.run) for sample in found] == [
        ({0: 2, 1: 2}, 0), ({0: 2, 1: 2}, 1), ({0: 1, 1: 4}, 3),
    ]  # fmt: skip


def test_a_generator_of_few_states_fails_in_the_battery_and_a_fair_one_does_not() -> None:
    # A false alarm is as rare as a verification's: one in a million.
    chance = random.Random(5)
    fair = [drawn_from(0, [chance.random() for _ in range(800)]) for _ in range(2)]
    tests = dependence_tests(fair, [800, 800])
    assert len({test.name for test in tests}) == len(tests) == 9
    assert {test.sample for test in tests} == {1600}
    assert not any(test.failed for test in tests)
    states = [chance.random() for _ in range(16)]
    few = [drawn_from(0, [states[draw % 16] for draw in range(800)])]
    failed = {test.name for test in dependence_tests(few, [800]) if test.failed}
    assert "draws independent of earlier ones" in failed


# --- the start -----------------------------------------------------------------------------------


class SameStartShuffled(SameStart):
    """The same boxes in another order."""

    def __init__(self, seed: int, order_seed: int = 7) -> None:
        super().__init__(seed, order_seed)
        self.order = random.Random(seed).sample(self.order, len(self.order))


def first_boxes(kind: type[Player], runs: int) -> list[Start]:
    """The boxes after the first game of each run, of runs three seconds apart."""
    human = opponent.at_random(random.Random(1))
    return [Start(games_of(kind(seed), 1, human)[0].boxes, 3.0 * seed) for seed in range(runs)]


@pytest.mark.parametrize("kind", [SameStart, SameStartShuffled])
def test_equal_starts_are_refused(kind: type[Player]) -> None:
    assert start_differs(first_boxes(kind, 3)).failed
    assert start_differs(first_boxes(kind, 6)).failed
    assert start_differs(first_boxes(kind, 2)) == StatisticalTest(start_differs([]).name, 2, None)


@pytest.mark.parametrize("kind", [Player, OneBead, Shuffled, ManyBeads])
def test_random_starts_differ(kind: type[Player]) -> None:
    assert start_differs(first_boxes(kind, 3)).p == 1.0
    assert start_differs(first_boxes(kind, 8)).p == 1.0


def test_equal_starts_may_be_the_clock() -> None:
    one, two, three = (start._replace(seconds=0.0) for start in first_boxes(Player, 3))
    assert start_differs([one, one, two, three]).p == 1.0
    assert start_differs([one, one, one]).p is None
    later = one._replace(seconds=3.0)
    assert 1e-4 < (start_differs([one, one, later]).p or 0) < 1e-2
    assert start_differs([one, one, later, one._replace(seconds=6.0)]).failed


@pytest.mark.parametrize(
    ("seeds", "runs", "refused"), [(8, 16, True), (16, 25, True), (1 << 15, 40, False)]
)
def test_few_seeds_are_told_from_many(seeds: int, runs: int, refused: bool) -> None:
    # Wherever the chance of a program comes from: a clock and a process's number may come again.
    chance = random.Random(3)
    known: dict[int, Start] = {}
    for _ in range(5):
        drawn = [chance.randrange(seeds) for _ in range(runs)]
        for seed in drawn:
            if seed not in known:
                first = games_of(Player(seed), 1, opponent.at_random(random.Random(1)))[0]
                known[seed] = Start(first.boxes, 0.0)
        starts = [known[seed]._replace(seconds=3.0 * at) for at, seed in enumerate(drawn)]
        assert start_differs(starts).failed == refused


def test_two_of_many_may_begin_alike_as_often_as_with_a_thousand_seeds() -> None:
    starts = first_boxes(Player, 20)
    starts[19] = starts[0]._replace(seconds=starts[19].seconds)
    # 190 pairs, of which one in a thousand is alike.
    exact, p = 1 - math.exp(-0.19), start_differs(starts).p
    assert p is not None
    assert exact <= p < 1.01 * exact


def test_of_starts_that_are_alike_the_last_before_is_looked_at() -> None:
    one, other = (start.boxes for start in first_boxes(Player, 2))
    assert (
        start_differs([Start(one, 0.0), Start(other, 5.0), Start(other, 5.0 + ONE_CLOCK)]).p == 1.0
    )
    near = [Start(one, 3.0), Start(one, 3.0 + ONE_CLOCK), Start(one, 3.0 + ONE_CLOCK / 2)]
    assert start_differs(near).p is None
    again = start_differs([Start(one, 3.0), Start(other, 5.0), Start(one, 6.0)])
    assert again.p is not None
    assert again.p < 1.0


def test_runs_are_alike_when_more_than_nine_boxes_in_ten_are() -> None:
    for alike, is_alike in ((90, False), (91, True)):
        one = [(str(i % 9),) for i in range(100)]
        other = [box if i < alike else ("9",) for i, box in enumerate(one)]
        assert begin_alike(one, other) == is_alike


def starts(chance: random.Random, runs: int, lean: float = 0.0) -> list[BoxStart]:
    """Starting beads, the first empty square so much likelier than the others."""
    found = []
    for box, (position, *_) in enumerate(classes()):
        free = [str(s) for s in range(9) if not (position.xs | position.os) >> s & 1]
        weights = [1 + lean, *[1.0] * (len(free) - 1)]
        found += [
            BoxStart(box, len(free), tuple(chance.choices(free, weights, k=len(free) - 1)))
            for _ in range(runs)
        ]
    return found


def test_uniform_starts_are_not_refused() -> None:
    # 100 verifications, between three and seven runs: bands at less than one failure in 1,000.
    chance = random.Random(6)
    ps = [start_uniform(starts(chance, runs)).p for runs in range(3, 8) for _ in range(20)]
    assert all(p is not None and p > 1e-5 for p in ps)
    assert sum(p < 0.1 for p in ps if p is not None) == pytest.approx(10, abs=10)
    assert sum(p < 0.5 for p in ps if p is not None) == pytest.approx(50, abs=17)


def test_biased_starts_are_refused() -> None:
    for seed in range(10):
        assert start_uniform(starts(random.Random(seed), 4, lean=1.0)).failed


def test_starting_beads_against_the_sum_over_all_cells() -> None:
    some = starts(random.Random(7), 3)
    statistic, freedom = 0.0, -304
    for box in range(304):
        counts = np.zeros(9)
        for start in some[3 * box : 3 * box + 3]:
            np.add.at(counts, [int(bead) for bead in start.beads], 1)
        squares = some[3 * box].squares
        expected = counts.sum() / squares
        seen = counts[counts > 0]
        statistic += ((seen - expected) ** 2 / expected).sum() + (squares - len(seen)) * expected
        freedom += squares
    test = start_uniform(some)
    assert test.p == pytest.approx(chi_square_tail(statistic, freedom), rel=1e-9)
    assert test.sample == sum(len(start.beads) for start in some)
    assert start_uniform([BoxStart(0, 1, ("0",))] * 400).p is None  # there is no other square


def test_few_starting_beads_say_nothing() -> None:
    some: Sequence[BoxStart] = [BoxStart(0, 9, tuple("012345678"))] * 44
    assert start_uniform(some).p is None
    assert start_uniform([*some, BoxStart(1, 9, tuple("012"))]).p is None
    assert start_uniform([*some, BoxStart(1, 9, tuple("0123"))]).p is not None
    assert start_uniform([*some, BoxStart(1, 3, tuple("0123"))]).p  # more beads than squares
    assert start_uniform([]) == StatisticalTest(start_uniform([]).name, 0, None)


# --- refills -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "samples",
    [[(3, 0)], [(3, 1)], [(3, 2)], [(9, 1), (7, 0)], [(5, 2), (3, 2), (9, 1)], [(3, 0)] * 5],
)
def test_refills_against_every_outcome(samples: list[tuple[int, int]]) -> None:
    test = refills_random(RefillSample(squares, squares, like) for squares, like in samples)
    squares, like = zip(*samples, strict=True)
    most = brute_force([1 / n for n in squares], sum(like), above=True)
    least = brute_force([2 / (3 * n - 1) for n in squares], sum(like), above=False)
    assert test.p == pytest.approx(min(1.0, 2 * min(most, least)), rel=1e-9)
    assert test.sample == 2 * len(samples)


def brute_force(chances: Sequence[float], seen: int, above: bool) -> float:
    """The chance of at least (or at most) so many beads like the move, outcome by outcome."""
    beads = [chance for chance in chances for _ in range(2)]
    total = 0.0
    for outcome in itertools.product((0, 1), repeat=len(beads)):
        if sum(outcome) >= seen if above else sum(outcome) <= seen:
            total += math.prod(p if o else 1 - p for p, o in zip(beads, outcome, strict=True))
    return total


def alike(squares: int, kinds: int, n: int) -> RefillSample:
    return RefillSample(squares, kinds, n)


def test_refills_of_one_colour_are_refused() -> None:
    assert refills_random([alike(5, 5, 2)] * 14).failed
    assert not refills_random([alike(5, 5, 2)] * 2).failed
    assert refills_random([alike(3, 3, 0)] * 60).failed
    assert refills_random([]).p == 1.0


def test_refills_of_squares_and_of_colours_with_and_without_putting_back_are_random() -> None:
    chance = random.Random(1)
    for squares, kinds in ((9, 3), (5, 5), (3, 3)):
        for pool in ([*range(kinds)] * 100, [*range(kinds)] * 3, [*range(squares)] * 100):
            refills = [chance.sample(pool, 3) for _ in range(500)]
            found = [alike(squares, kinds, refill[1:].count(refill[0])) for refill in refills]
            assert not refills_random(found).failed


PLAIN = next(p for p in range(304) if [*orbits(p).values()] == [1] * 5)


def test_refills_that_leave_colours_out_are_refused() -> None:
    chance = random.Random(2)
    for boxes, beads in ((1, 300), (100, 3), (150, 2)):
        fair, some = (
            [(PLAIN, [str(chance.randrange(n)) for _ in range(beads)]) for _ in range(boxes)]
            for n in (5, 4 if boxes == 1 else 2)
        )
        assert not refills_uniform(fair).failed
        assert refills_uniform(some).failed
        assert refills_uniform(fair).sample == boxes * beads
        assert (refills_uniform(fair).p or 2) <= 1.0
    assert refills_uniform([]).p == 1.0


@pytest.mark.parametrize("position", [0, PLAIN])
@pytest.mark.parametrize("beads", [2, 3, 5])
def test_equal_beads_of_refills_against_every_outcome(position: int, beads: int) -> None:
    sizes = orbits(position)
    chance_of = [size / sum(sizes.values()) for size in sizes.values()]
    outcomes = [*itertools.product(range(len(sizes)), repeat=beads)]
    chances: dict[int, float] = {}  # of so many equal pairs
    shown: dict[int, tuple[int, ...]] = {}  # one outcome with so many
    for outcome in outcomes:
        shown[pairs(outcome)] = outcome
        chance = math.prod(chance_of[orbit] for orbit in outcome)
        chances[pairs(outcome)] = chances.get(pairs(outcome), 0.0) + chance
    for equal, outcome in shown.items():
        exact = sum(chance for number, chance in chances.items() if number >= equal)
        p = refills_uniform([(position, [str(orbit) for orbit in outcome])]).p
        assert p is not None
        assert exact <= p * (1 + 1e-9) <= 1.1
        if equal == math.comb(beads, 2) > 2:
            assert p < 3 * exact  # the bound is near where it matters


def pairs(outcome: Sequence[int]) -> int:
    return sum(a == b for a, b in itertools.combinations(outcome, 2))


def test_a_refill_draws_any_of_its_beads() -> None:
    chance = random.Random(5)
    fair = []
    for _ in range(60):
        alike, way = chance.choice([1, 2]), chance.choice([*RefillWay])
        fair.append(RefillDraw(way, alike, chance.random() < alike / 3))
    assert not refills_drawn(fair).failed
    for way in RefillWay:
        always = [d._replace(drawn=d.drawn or d.way is way) for d in fair]
        never = [d._replace(drawn=d.drawn and d.way is not way) for d in fair]
        assert refills_drawn(always * 6).failed
        assert refills_drawn(never * 6).failed
    assert refills_drawn([]).p == 1.0
    # Three draws of one of three: 1 in 27, either tail, in any of the ways.
    draws = [RefillDraw(RefillWay.LEAST, 1, True)] * 3
    assert refills_drawn(draws).p == pytest.approx((2 * len(RefillWay) + 1) / 27)


REFILLS: Sequence[Sequence[tuple[RefillWay, int, bool]]] = [
    [(RefillWay.EMPTIED, 1, False)] * 9,
    [(RefillWay.EMPTIED, 1, False)] * 2 + [(RefillWay.EMPTIED, 1, True)] * 2,
    [(RefillWay.EMPTIED, 1, True)] * 4,
    [(RefillWay.EMPTIED, 2, False)] * 7 + [(RefillWay.EMPTIED, 2, True)],
    [(RefillWay.TWICE, 2, False)] * 5 + [(RefillWay.BEST, 1, True)] * 3,
    [(RefillWay.GREATEST, 1, True)] * 4 + [(RefillWay.GREATEST, 2, False)],
    [(RefillWay.LEAST, 1, False)] * 7 + [(RefillWay.LEAST, 1, True)] * 2,
]


@pytest.mark.parametrize("draws", REFILLS)
def test_refilled_beads_drawn_against_every_outcome(
    draws: Sequence[tuple[RefillWay, int, bool]],
) -> None:
    least = 1.0
    for way in RefillWay:
        shares = [alike / 3 for of, alike, _ in draws if of is way]
        seen = sum(drawn for of, _, drawn in draws if of is way)
        sums: dict[int, float] = {}
        for outcome in itertools.product((0, 1), repeat=len(shares)):
            chance = math.prod(p if o else 1 - p for p, o in zip(shares, outcome, strict=True))
            sums[sum(outcome)] = sums.get(sum(outcome), 0.0) + chance
        for tail in (range(seen + 1), range(seen, len(shares) + 1)):
            least = min(least, sum(sums[number] for number in tail))
    # A second draw, where the first was of the colour that emptied the box: the chance squared.
    again = [(n / 3, drawn) for way, n, drawn in draws if way is RefillWay.EMPTIED]
    likelier = math.prod(n if drawn else (1 - n * n) / (1 - n) for n, drawn in again)
    least = min(least, 1 / likelier)
    test = refills_drawn(RefillDraw(*draw) for draw in draws)
    assert test.sample == len(draws)
    assert test.p == pytest.approx(min(1.0, (2 * len(RefillWay) + 1) * least))


def test_what_is_alike_by_few_kinds_of_boxes_is_not_held_against_it() -> None:
    # Eighty kinds of boxes tell runs apart whatever their order: these and that of all others.
    for kinds, refused in ((78, False), (79, True)):
        boxes = [(*"abc"[: 1 + i % 3], str(i)) for i in range(kinds)]
        boxes += [("0",)] * (304 - kinds)
        shifted = [boxes[i:] + boxes[:i] for i in (0, 101, 202)]
        turned = [[b[::-1] for b in run] for run in shifted]
        assert (
            start_differs([Start(boxes, 3.0 * i) for i, boxes in enumerate(turned)]).failed
            == refused
        )
