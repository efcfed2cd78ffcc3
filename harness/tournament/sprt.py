"""A sequential test of two bots: played pair by pair until it is clear whether one is stronger.

The hypotheses are that A is stronger than B by `elo0`, or by `elo1`; usually 0 and what a change is
hoped to bring. The unit is a pair of matches, in which each bot is X once: the scores of a pair
depend on each other, so the test counts the five sums of a pair, 0 to 2 in steps of a half (the
pentanomial test of chess engines). The generalized
likelihood ratio of the two is followed after each pair, and the test ends when it leaves the bounds
of Wald, ln(beta / (1 - alpha)) and ln((1 - beta) / alpha).

It is wrong with a chance of about alpha when A is `elo0` stronger, and beta when it is `elo1`:
these are limits of large numbers, and `tests` measure them. Two bots that play without chance play
the same pair for ever, and no number of pairs makes that more than one.

Source: Van den Bergh, "Comments on normalized Elo" and "The generalized maximum likelihood ratio
for the expectation value of a distribution" (cantate.be/Fishtest), as chess testing does it.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final

from harness.meta_tic_tac_toe.scoring import Score
from harness.tournament.ratings import expected_score

SUMS: Final = (0.0, 0.5, 1.0, 1.5, 2.0)
"""What a bot can score in a pair of matches."""

_UNSEEN: Final = 1e-3  # of a pair, for a sum not seen yet: its chance is small, not none
_HALVINGS: Final = 60


class Decision(StrEnum):
    """What a sequential test says."""

    STRONGER = "stronger"  # A is stronger by elo1 rather than by elo0
    NOT_STRONGER = "not stronger"  # by elo0 rather than by elo1
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Hypotheses:
    """The hypotheses, in Elo, and how often the test may be wrong."""

    elo0: float = 0.0
    elo1: float = 20.0
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not (self.elo0 < self.elo1 and 0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise ValueError("elo0 is less than elo1, and alpha and beta are between 0 and 0.5")

    @property
    def bounds(self) -> tuple[float, float]:
        """Where the test ends: at or below the first, or at or above the second."""
        low = math.log(self.beta / (1 - self.alpha))
        return low, math.log((1 - self.beta) / self.alpha)


@dataclass(frozen=True, slots=True)
class Course:
    """How far a test has come: pairs by their sum, the log likelihood ratio, what it says."""

    counts: tuple[int, int, int, int, int]
    ratio: float
    decision: Decision

    @property
    def pairs(self) -> int:
        """How many pairs were looked at; those after the end of the test are not."""
        return sum(self.counts)


def follow(hypotheses: Hypotheses, sums: Iterable[float]) -> Course:
    """The course of a test, given what A scored in each pair, up to its end if it comes to one."""
    counts = [0] * len(SUMS)
    low, high = hypotheses.bounds
    ratio = 0.0
    for total in sums:
        counts[SUMS.index(total)] += 1
        ratio = log_likelihood_ratio(tuple(counts), hypotheses.elo0, hypotheses.elo1)
        if ratio <= low or ratio >= high:
            break
    decision = Decision.OPEN
    if ratio >= high:
        decision = Decision.STRONGER
    elif ratio <= low:
        decision = Decision.NOT_STRONGER
    a, b, c, d, e = counts
    return Course((a, b, c, d, e), ratio, decision)


def pair_sums(scores: Iterable[Score], a: str, b: str) -> list[float]:
    """What A scored against B in each pair of matches, in their order; a match alone is left out.

    Void matches count for nobody.
    """
    waiting: dict[bool, list[float]] = {True: [], False: []}
    sums = []
    for score in scores:
        if score.void or {score.x.name, score.o.name} != {a, b}:
            continue
        is_x = score.x.name == a
        own = score.share(a)
        if waiting[not is_x]:
            sums.append(own + waiting[not is_x].pop(0))
        else:
            waiting[is_x].append(own)
    return sums


@lru_cache(maxsize=4096)  # a course is followed anew after each of its matches
def log_likelihood_ratio(counts: tuple[float, ...], elo0: float, elo1: float) -> float:
    """The logarithm of the ratio: how much better `elo1` explains the pairs than `elo0` does."""
    values = [total / SUMS[-1] for total in SUMS]
    seen = [count or _UNSEEN for count in counts]
    number = sum(seen)
    shares = [count / number for count in seen]
    tilts = [_tilt(shares, values, expected_score(elo)) for elo in (elo0, elo1)]
    means = [expected_score(elo) for elo in (elo0, elo1)]
    # The most likely distribution with a given mean has shares p / (1 + tilt * (value - mean)).
    return sum(
        count * math.log((1 + tilts[0] * (value - means[0])) / (1 + tilts[1] * (value - means[1])))
        for count, value in zip(seen, values, strict=True)
    )


def _tilt(shares: Sequence[float], values: Sequence[float], mean: float) -> float:
    """Where the tilted shares have this mean; by halving, because the function falls steadily."""
    low, high = -1 / (values[-1] - mean), -1 / (values[0] - mean)
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        excess = sum(
            share * (value - mean) / (1 + middle * (value - mean))
            for share, value in zip(shares, values, strict=True)
        )
        low, high = (middle, high) if excess > 0 else (low, middle)
    return (low + high) / 2
