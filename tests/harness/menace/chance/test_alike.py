"""Starts of runs that are compared with one another as they come."""

import random
import time

from hypothesis import given
from hypothesis import strategies as st

from harness.menace.chance.alike import Start, Starts, begin_alike
from harness.menace.chance.statistics import start_differs
from tests.harness.menace.formats.rules import fresh

RUNS = 250


def boxes(seed: int) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(map(str, beads)) for beads in fresh(random.Random(seed), 4).values())


FEW = [boxes(seed) for seed in range(3)]


@given(st.lists(st.tuples(st.integers(0, 2), st.sampled_from([0.0, 1.5, 4.0])), max_size=9))
def test_starts_told_one_by_one_are_compared_as_all_at_once(apart: list[tuple[int, float]]) -> None:
    known, starts, seconds = Starts(), list[Start](), 0.0
    for number, later in apart:
        seconds += later
        starts.append(Start(FEW[number], seconds))
        assert start_differs([*starts], known) == start_differs(starts)


def test_other_starts_than_before_are_begun_with_anew() -> None:
    known = Starts()
    one, other = (Start(first, 0.0) for first in FEW[:2])
    for starts, counting, alike in (
        ([one, other, one._replace(seconds=9.0)], 3, 1),
        ([one, other], 2, 0),
        ([other, one, other._replace(seconds=9.0), other._replace(seconds=19.0)], 4, 3),
        ([other, other._replace(seconds=1.0)], 1, 0),
        ([other, other._replace(seconds=9.0)], 2, 1),  # it began later
        ([other, one._replace(seconds=9.0)], 2, 0),  # with other beads
        ([], 0, 0),
    ):
        known.take(starts)
        assert (known.counting, known.alike) == (counting, alike)


def test_boxes_that_hold_the_same_are_counted_as_often_as_in_both() -> None:
    one = [(str(kind),) for kind in range(85)] + [("0",)] * 15
    assert not begin_alike(one, [("0",)] * 100)
    assert begin_alike(one, [*one[:-5], *[("x",)] * 5][::-1])


def test_one_more_of_hundreds_is_compared_with_each_once() -> None:
    starts = [Start(boxes(seed), 3.0 * seed) for seed in range(RUNS)]
    known, began = Starts(), time.process_time()
    start_differs(starts[:-9], known)
    each = (time.process_time() - began) / (RUNS - 9)  # with half as many on the average
    began = time.process_time()
    for number in range(RUNS - 9, RUNS):
        start_differs(starts[: number + 1], known)
    assert (time.process_time() - began) / 9 < 10 * each
