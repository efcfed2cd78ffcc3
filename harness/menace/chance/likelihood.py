"""Adding up likelihoods that are known by their logarithms."""

import math
from collections.abc import Collection, Iterable


def log_sum(terms: Iterable[tuple[float, float]]) -> float:
    """The logarithm of a sum of weighted likelihoods: (logarithm, weight) each, one at the least.

    Minus infinity where every likelihood is 0. No likelihood is too great or too small for it.
    """
    found = list(terms)
    top = max(log for log, _ in found)
    if top == -math.inf:
        return top
    return top + math.log(math.fsum(weight * math.exp(log - top) for log, weight in found))


def log_mean(logarithms: Collection[float]) -> float:
    """The logarithm of the mean of likelihoods, one at the least."""
    return log_sum((log, 1 / len(logarithms)) for log in logarithms)
