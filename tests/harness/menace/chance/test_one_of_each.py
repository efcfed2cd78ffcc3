"""Whether beads name one square of each orbit: told from beads for all squares, by what is seen."""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import pytest

from harness.menace.chance import statistics
from harness.menace.chance.one_of_each import Named, names_one_of_each
from harness.menace.classes import BOXES, orbits
from harness.menace.opponent import at_random, perfect
from harness.menace.proof import assess
from tests.harness.menace.programs import LastOfEach, OneOfEach
from tests.harness.menace.support import quick_run
from tests.oracles.menace_player import Player, free

SELDOM: Final = 1e-4
EMPTY = next(p for p in range(BOXES) if sorted(orbits(p).values()) == [1, 4, 4])
CORNER, EDGE = (orbit for orbit, size in orbits(EMPTY).items() if size == 4)


def box(*came: int, more: str = "") -> Named:
    """The empty board's box, in which the bead `x` or `y` is for an edge, and 0 for a corner."""
    names = {CORNER: {"0"}, EDGE: {"x", *more}}
    return Named(EMPTY, Counter(came), names)


@pytest.mark.parametrize(
    ("boxes", "expected"),
    [
        ([box(CORNER, EDGE, EDGE)] * 60, True),
        ([box(CORNER, EDGE, EDGE)] * 59, False),  # too few to be sure
        ([box(EDGE, EDGE, EDGE)] * 30, True),
        ([box(CORNER, EDGE, 4)] * 500, False),  # no orbit that could have had two names
        ([box(CORNER, 4, 4)] * 500, False),  # the centre has one square
        ([*[box(CORNER, EDGE, EDGE)] * 500, box(CORNER, EDGE, EDGE, more="y")], False),
        ([], False),
    ],
)
def test_many_orbits_must_be_seen_with_one_name(boxes: list[Named], expected: bool) -> None:
    assert names_one_of_each(boxes) is expected


class FavoursTheLeast(OneOfEach):
    """Of the squares that its beads may name the least comes more often at the start."""

    def fill(self, box: int) -> list[int]:
        return [min(bead, self.chance.choice(self.choices(box))) for bead in super().fill(box)]


class NamesAllOfSomeBoxes(OneOfEach):
    """In every fourth box its beads name all squares."""

    def choices(self, box: int) -> Sequence[int]:
        return super().choices(box) if box % 4 else free(self.pictures[box])


class InAnyOrder(LastOfEach):
    """Its boxes and their pictures are others in every run."""

    fixed_order = False


def uniform_start(kind: type[Player]) -> statistics.Test:
    """The test of uniform starting beads, after runs that are to be exact."""
    chance = random.Random(5)
    runs = [
        replace(run, form=replace(run.form, exact=True))
        for run in (quick_run(kind(seed), 150, at_random(chance)) for seed in range(12))
    ]
    (test,) = (test for test in assess(runs).tests if test.name.startswith("starting beads uni"))
    return test


@pytest.mark.parametrize(
    "kind",
    [
        pytest.param(kind, marks=pytest.mark.slow)
        for kind in (OneOfEach, InAnyOrder, LastOfEach, Player)
    ],
)
def test_starting_beads_are_uniform_over_what_beads_name(kind: type[Player]) -> None:
    test = uniform_start(kind)
    assert test.p is not None
    assert test.p > SELDOM


@pytest.mark.slow
@pytest.mark.parametrize("kind", [FavoursTheLeast, NamesAllOfSomeBoxes])
def test_starting_beads_that_are_not_are_refused(kind: type[Player]) -> None:
    assert uniform_start(kind).failed


class RefillsWithTheLesser(OneOfEach):
    """A new bead is the lesser of two."""

    start_beads = (1, 1, 1, 1)

    def refill(self, box: int, last: int) -> int:
        beads = self.boxes[box]
        beads += [min(self.chance.choices(self.choices(box), k=2)) for _ in range(3)]
        return beads[self.chance.randrange(3)]


class OneBeadOfEach(OneOfEach):
    start_beads = (1, 1, 1, 1)


@pytest.mark.parametrize(
    ("kind", "fails"),
    [pytest.param(OneBeadOfEach, False, marks=pytest.mark.slow), (RefillsWithTheLesser, True)],
)
def test_refills_that_lean_are_seen_in_boxes_without_symmetry(
    kind: type[Player], fails: bool
) -> None:
    chance = random.Random(6)
    state = assess([quick_run(kind(seed), 150, perfect(chance)) for seed in range(12)])
    (test,) = (test for test in state.tests if test.name == "refilled beads lean to no side")
    assert test.sample > 100
    assert test.failed is fails
