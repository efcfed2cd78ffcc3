"""Runs that are parts of one short cycle of random numbers are seen; fair ones are not."""

import random
from collections.abc import Callable, Iterator

import pytest

from harness.menace.chance.overlaps import overlapping
from harness.menace.chance.samples import Sample, When
from harness.menace.chance.statistics import ALPHA
from tests.thinned import one_in

LONG, SHORT = 2_000, 200  # draws
STATES = 1 << 14
ORBITS = range(5)


def runs(
    numbers: Callable[[int], Iterator[float]],
    short: int,
    seed: int = 1,
    beads_for_refills: int = 0,
    draws: tuple[int, int] = (LONG, SHORT),
) -> list[Sample]:
    """One long run and short ones, with the numbers that each takes, and refills now and then."""
    chance = random.Random(seed)
    samples = []
    for run in range(short + 1):
        taken, refills = numbers(run), 0
        for draw in range(draws[run > 0]):
            line = tuple(chance.choices(ORBITS, k=chance.randrange(2, 9)))
            drawn = line[int(next(taken) * len(line))]
            at = When(run, draw, draw // 4, draw % 4, 0.5, refills=refills)
            samples.append(Sample(draw % 7, {}, {}, drawn, at=at, line=line))
            if beads_for_refills and draw % 50 == 49:
                refills += 1
                for _ in range(beads_for_refills):
                    next(taken)
    return samples


def cycle(state: int) -> Iterator[float]:
    """A generator of few states, from one of them on."""
    while True:
        yield state / STATES
        state = (state * 25173 + 13849) % STATES


@pytest.mark.parametrize(
    "beads", one_in(3, [0, 3, 4]), ids=["no refill", "its beads", "and which is played"]
)
def test_runs_that_are_parts_of_one_cycle_are_seen(beads: int) -> None:
    chance = random.Random(3)
    begins = [0, *(chance.randrange(STATES) for _ in range(40))]
    assert overlapping(runs(lambda run: cycle(begins[run]), 40, 1, beads)) < ALPHA


def test_a_run_that_begins_before_the_longest_is_seen() -> None:
    late = [next(numbers) for numbers in [cycle(0)] for _ in range(51)][-1]
    begins = [int(late * STATES), 0]
    assert overlapping(runs(lambda run: cycle(begins[run]), 1)) < ALPHA


@pytest.mark.slow
def test_fair_runs_are_hardly_ever_taken_for_such() -> None:
    # Of 60 the bounds are below 0.1 for 6 at the most, on average: 20 would be one in a million.
    def fair(run: int) -> Iterator[float]:
        while True:
            yield chance.random()

    found = []
    for seed in range(60):
        chance = random.Random(seed)
        found.append(overlapping(runs(fair, 4, seed, draws=(300, 60))))
    assert sum(p <= 0.1 for p in found) < 20


def test_one_run_and_short_ones_tell_nothing() -> None:
    alone = runs(lambda run: cycle(0), 0)
    few = [sample for sample in runs(lambda run: cycle(0), 3) if sample.at.draw < 29]
    assert overlapping(alone) == overlapping(few) == overlapping([]) == 1.0
