"""The strengths of bots that are most probable given all results, and how sure they are.

The model is that of `ratings`, which alone imports this module, and only when it rates: numpy takes
a fifth of the time in which a command starts.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from harness.verdict import HarnessError

_STEPS: Final = 100
_CLOSE: Final = 1e-8  # of strength

Floats: TypeAlias = NDArray[np.float64]


class Strength(NamedTuple):
    """How strong a bot is beside the mean of all, the variance of that, and how much it played."""

    strength: float
    variance: float
    matches: float


def strengths(
    bots: int, wins: Mapping[tuple[int, int], float], prior_matches: float
) -> list[Strength]:
    """The strengths of bots that are numbered from 0; `wins[a, b]` counts the wins of a over b.

    Raises HarnessError when Newton's method does not settle.
    """
    if not bots:
        return []
    won = np.zeros((bots, bots))
    for (winner, loser), number in wins.items():
        won[winner, loser] += number
    found = _most_probable(won, prior_matches)
    covariance = np.linalg.inv(_information(found, won, prior_matches))
    # Only differences mean anything: measured from the mean, the common part of the error is gone.
    centre = np.eye(bots) - 1 / bots
    variances = np.diag(centre @ covariance @ centre)
    matches = (won + won.T).sum(axis=1)
    return [
        Strength(float(strength), max(0.0, float(variance)), float(played))
        for strength, variance, played in zip(found - found.mean(), variances, matches, strict=True)
    ]


def _most_probable(won: Floats, prior_matches: float) -> Floats:
    """The strengths at which the posterior, which is concave, has its maximum."""
    strengths = np.zeros(len(won))
    for _ in range(_STEPS):
        chance = _chances(strengths)
        slope = (won * (1 - chance) - won.T * chance).sum(axis=1)
        slope -= prior_matches * (_logistic(strengths) - 0.5)
        step = np.linalg.solve(_information(strengths, won, prior_matches), slope)
        # A whole step from far away may overshoot; two units of strength are 350 Elo.
        strengths = strengths + step * min(1.0, 2.0 / max(2.0, float(np.abs(step).max(initial=0))))
        # Without much of a prior the mean is hardly known, and does not matter.
        if np.abs(step - step.mean()).max(initial=0) < _CLOSE:
            return strengths
    raise HarnessError("the ratings did not settle")


def _information(strengths: Floats, won: Floats, prior_matches: float) -> Floats:
    """The Fisher information: how sharply the likelihood falls off, prior included."""
    chance = _chances(strengths)
    weight = (won + won.T) * chance * (1 - chance)
    np.fill_diagonal(weight, 0)
    own = _logistic(strengths)
    information: Floats = np.diag(weight.sum(axis=1) + prior_matches * own * (1 - own)) - weight
    return information


def _chances(strengths: Floats) -> Floats:
    """The chance of each bot, by row, to beat each other, by column."""
    return _logistic(strengths[:, None] - strengths[None, :])


def _logistic(values: Floats) -> Floats:
    result: Floats = 1 / (1 + np.exp(-values))
    return result
