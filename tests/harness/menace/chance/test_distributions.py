"""The distributions, against exact ones and against counts."""

import itertools
import math
import random

import numpy as np
import pytest

from harness.menace.chance.distributions import (
    chi_square_tail,
    kolmogorov_smirnov,
    poisson_tail,
    successes,
)
from harness.menace.chance.statistics import ALPHA


def exact_tail(n: int, d: float) -> float:
    """P(D >= d) of n uniform numbers: Marsaglia, Tsang and Wang (2003), Durbin's matrix."""
    k = math.ceil(n * d)
    h = k - n * d
    m = 2 * k - 1
    matrix = np.array([[float(i - j + 1 >= 0) for j in range(m)] for i in range(m)])
    for i in range(m):
        matrix[i, 0] -= h ** (i + 1)
        matrix[m - 1, i] -= h ** (m - i)
    matrix[m - 1, 0] += max(0.0, 2 * h - 1) ** m
    for i in range(m):
        for j in range(min(i + 1, m - 1) + 1):
            matrix[i, j] /= math.factorial(i - j + 1)
    scale = math.exp((math.lgamma(n + 1) - n * math.log(n)) / n)
    return 1 - float(np.linalg.matrix_power(matrix * scale, n)[k - 1, k - 1])


def numbers_at_distance(n: int, d: float) -> list[float]:
    """Numbers whose greatest distance from the diagonal is d, at the first of them."""
    evenly = [(i + 0.5) / n for i in range(n)]
    return [max(x, d) if i == 0 else max(x, min(d + 1e-9 * i, 1)) for i, x in enumerate(evenly)]


@pytest.mark.parametrize("n", [20, 100, 300, 1000])
@pytest.mark.parametrize("scaled", [0.7, 1.0, 1.36, 1.63, 2.0])
def test_kolmogorov_smirnov_against_the_exact_tail(n: int, scaled: float) -> None:
    d = scaled / math.sqrt(n)
    p = kolmogorov_smirnov(numbers_at_distance(n, d))
    assert p == pytest.approx(exact_tail(n, d), rel=0.06, abs=0.004)


def test_kolmogorov_smirnov_where_programs_are_refused() -> None:
    d = 3.1 / math.sqrt(300)
    p = kolmogorov_smirnov(numbers_at_distance(300, d))
    assert p < ALPHA
    assert p == pytest.approx(exact_tail(300, d), rel=0.1)


@pytest.mark.parametrize(
    ("numbers", "distance"),
    [([0.5], 0.5), ([0.0], 1.0), ([1.0], 1.0), ([0.1, 0.2], 0.8), ([0.9, 0.8], 0.8),
     ([0.9, 0.1, 0.5], 0.4 - 1 / 6), ([0.25, 0.25, 0.25, 0.25], 0.75)],
)  # fmt: skip
def test_the_distance_is_from_both_sides(numbers: list[float], distance: float) -> None:
    n = len(numbers)
    alike = numbers_at_distance(n, distance) if n == 1 else None
    scaled = (math.sqrt(n) + 0.12 + 0.11 / math.sqrt(n)) * distance
    expected = 2 * sum((-1) ** (k - 1) * math.exp(-2 * k * k * scaled**2) for k in range(1, 60))
    assert kolmogorov_smirnov(numbers) == pytest.approx(min(1, expected), rel=1e-9)
    assert alike is None or kolmogorov_smirnov(alike) == pytest.approx(kolmogorov_smirnov(numbers))


def test_a_perfect_fit_and_nothing_at_all() -> None:
    assert kolmogorov_smirnov([(i + 0.5) / 1000 for i in range(1000)]) == 1.0
    assert kolmogorov_smirnov([0.5] * 1000) == pytest.approx(0.0, abs=1e-200)
    with pytest.raises(ValueError, match="no numbers"):
        kolmogorov_smirnov([])


@pytest.mark.parametrize("freedom", [100, 400, 1000])
@pytest.mark.parametrize("share", [0.8, 0.95, 1.0, 1.1, 1.2, 1.4])
def test_chi_square_against_the_exact_tail(freedom: int, share: float) -> None:
    # With even freedom the tail is a Poisson sum.
    x = freedom * share / 2
    logs = [i * math.log(x) - x - math.lgamma(i + 1) for i in range(freedom // 2)]
    exact = math.fsum(map(math.exp, logs))
    assert chi_square_tail(2 * x, freedom) == pytest.approx(exact, rel=0.06, abs=1e-12)


def test_chi_square_where_nothing_deviates() -> None:
    assert chi_square_tail(0.0, 1) > 0.9
    assert chi_square_tail(-1e-12, 100) == pytest.approx(1.0)  # rounding can bring that about


def test_so_many_of_a_thousand_seeds_come_again_by_chance() -> None:
    chance = random.Random(4)
    for expected, number in ((0.3, 2), (1.5, 4), (6.0, 5)):
        times = 20_000
        seen = sum(_poisson(chance, expected) >= number for _ in range(times)) / times
        assert poisson_tail(number, expected) == pytest.approx(seen, rel=0.15)
        assert poisson_tail(0, expected) == pytest.approx(1.0)


def _poisson(chance: random.Random, expected: float) -> int:
    """So many events of one second, when the next is always so far off by an exponential law."""
    left, count = 1.0, 0
    while (left := left - chance.expovariate(expected)) > 0:
        count += 1
    return count


@pytest.mark.parametrize(
    "chances", [[], [0.25], [0.5] * 7, [1 / 3, 2 / 3, 1 / 3, 0.1, 1.0, 0.9, 1 / 3, 1.0]]
)
def test_successes_are_those_of_every_outcome(chances: list[float]) -> None:
    expected = [0.0] * (len(chances) + 1)
    for outcome in itertools.product([False, True], repeat=len(chances)):
        likely = math.prod(c if came else 1 - c for c, came in zip(chances, outcome, strict=True))
        expected[sum(outcome)] += likely
    assert successes(chances) == pytest.approx(expected, rel=1e-9, abs=1e-15)


def test_successes_of_very_many_trials_have_all_their_digits() -> None:
    found = successes([1 / 3] * 3_000)  # (2/3) ** 3000 is no number that a float can hold
    assert math.fsum(found) == pytest.approx(1.0, rel=1e-9)
    assert found[1200] / found[1199] == pytest.approx((3_000 - 1_199) / 1_200 / 2, rel=1e-9)
