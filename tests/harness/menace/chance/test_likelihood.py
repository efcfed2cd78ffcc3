"""Sums of likelihoods by their logarithms, against sums of fractions."""

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.menace.chance.likelihood import log_sum

TERMS = st.lists(st.tuples(st.integers(-9, 9), st.integers(1, 9)), min_size=1, max_size=9)


@given(TERMS, st.sampled_from([-100_000, 0, 100_000]))
def test_the_sum_is_that_of_fractions_however_great(
    terms: list[tuple[int, int]], more: int
) -> None:
    exact = sum(Fraction(2) ** power * weight for power, weight in terms)
    found = log_sum(((power + more) * math.log(2), weight) for power, weight in terms)
    assert found == pytest.approx(math.log(exact) + more * math.log(2), rel=1e-12, abs=1e-9)


def test_what_cannot_be_adds_nothing() -> None:
    assert log_sum([(-math.inf, 1.0), (0.0, 0.5)]) == math.log(0.5)
    assert log_sum([(-math.inf, 1.0), (-math.inf, 0.5)]) == -math.inf
