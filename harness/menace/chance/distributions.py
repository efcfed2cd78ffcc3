"""The distributions that tests of chance hold their statistics to."""

import math
from collections import Counter
from collections.abc import Iterable, Sequence


def kolmogorov_smirnov(numbers: Sequence[float]) -> float:
    """The chance that uniform numbers lie as far from the diagonal (Kolmogorov's series).

    Source: Stephens (1970), with his correction for finite samples. Raises ValueError for none.
    """
    if not numbers:
        raise ValueError("no numbers to be tested")
    n = len(numbers)
    distance = max(max((i + 1) / n - x, x - i / n) for i, x in enumerate(sorted(numbers)))
    scaled = (math.sqrt(n) + 0.12 + 0.11 / math.sqrt(n)) * distance
    if scaled < 0.2:
        return 1.0
    series = math.fsum((-1.0) ** (k - 1) * math.exp(-2 * (k * scaled) ** 2) for k in range(1, 101))
    return min(1.0, max(0.0, 2 * series))


def chi_square_tail(statistic: float, freedom: int) -> float:
    """The upper tail of chi-square (Wilson and Hilferty 1931); good for the hundreds used here."""
    cube = (max(0.0, statistic) / freedom) ** (1 / 3)
    spread = 2 / (9 * freedom)
    return 0.5 * math.erfc((cube - (1 - spread)) / math.sqrt(2 * spread))


def poisson_tail(number: int, expected: float) -> float:
    """The chance of so many rare events or more, by Poisson's law."""
    term = math.exp(-expected)
    below = 0.0
    for count in range(number):
        below += term
        term *= expected / (count + 1)
    # The sum from there on, as a series of its own: 1 - below has no digits left.
    return min(1.0, term / (1 - expected / (number + 1))) if expected < number else 1 - below


def successes(chances: Iterable[float]) -> list[float]:
    """A list whose entry n is the chance of n successes in trials with these chances."""
    # Here, since numpy takes long to import and most commands do without it.
    import numpy as np

    found = np.ones(1)
    for chance, trials in Counter(chances).items():  # few that differ
        found = np.convolve(found, _binomial(trials, chance))
    return [*map(float, found)]


def _binomial(trials: int, chance: float) -> list[float]:
    """The chances of 0, 1, 2 ... successes in trials that have the same chance."""
    if chance >= 1:
        return [0.0] * trials + [1.0]
    odds = math.log(chance) - math.log1p(-chance)
    none = trials * math.log1p(-chance) + math.lgamma(trials + 1)
    return [
        math.exp(none + n * odds - math.lgamma(n + 1) - math.lgamma(trials - n + 1))
        for n in range(trials + 1)
    ]
