"""Refills that lean to low or high names: fair ones are not refused, leaning ones are.

All seeds are fixed. A bound below p has a chance below p with a fair program, so that fair refills
fail a test here for one seed in a hundred thousand.
"""

import random
from collections.abc import Callable, Sequence

import pytest

from harness.menace.accounts import Accounts
from harness.menace.chance.leaning import leaning
from harness.menace.chance.refills import Refill
from harness.menace.chance.statistics import ALPHA
from harness.menace.opponent import perfect
from tests.harness.menace.chance.test_refills import any_three, from_a_stock, kept
from tests.harness.menace.programs import OneBead
from tests.harness.menace.support import form_of, games_of

Fill = Callable[[random.Random, Sequence[int]], list[int]]


def low(chance: random.Random, squares: Sequence[int]) -> list[int]:
    """The lesser of two, each time."""
    free = squares[1:]
    return [min(chance.choices(free, k=2)) for _ in range(3)]


def high(chance: random.Random, squares: Sequence[int]) -> list[int]:
    free = squares[1:]
    return [max(chance.choices(free, k=2)) for _ in range(3)]


def low_in_late_boxes(chance: random.Random, squares: Sequence[int]) -> list[int]:
    return low(chance, squares) if len(squares) == 1 + 3 else any_three(chance, squares)


@pytest.mark.parametrize("fill", [any_three, from_a_stock])
def test_fair_refills_lean_to_no_side(fill: Fill) -> None:
    for seed in range(20):
        beads, p = leaning(kept(fill, 300, seed))
        assert beads == 600
        assert p > 1e-6


@pytest.mark.parametrize(("fill", "count"), [(low, 150), (high, 150), (low_in_late_boxes, 700)])
def test_leaning_refills_are_seen(fill: Fill, count: int) -> None:
    for seed in range(20):
        assert leaning(kept(fill, count, seed))[1] < ALPHA


def test_the_bound_is_no_smaller_than_the_chance() -> None:
    # 2,000 samples of 20 refills: of a bound of 0.1 there are 200 below it at the most.
    below = sum(leaning(kept(any_three, 20, seed))[1] < 0.1 for seed in range(2_000))
    assert below < 200


def test_names_that_are_not_known_say_nothing() -> None:
    found = [refill._replace(names=()) for refill in kept(low, 200, 1)]
    assert leaning(found) == (0, 1.0)
    assert leaning([]) == (0, 1.0)


def test_names_seen_at_the_start_of_later_runs_are_told_of_earlier_refills() -> None:
    book = Accounts(form_of(OneBead(0)))
    named: list[list[Refill]] = []
    for run in range(12):
        player = OneBead(run)
        assert book.add(games_of(player, 60, perfect(random.Random(run)))) is None
        named.append([refill for refill in book.new_beads.told(book.box_of) if refill.names])
    at_once = [refill for refill in book.new_beads.kept if refill.names]
    assert len(at_once) < len(named[-1])
    assert leaning(book.new_beads.told(book.box_of))[1] > 1e-6
    for refill in named[-1]:
        assert list(refill.names) == sorted(refill.names)
        assert set(refill.beside) <= set(refill.names)
