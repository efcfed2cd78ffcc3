"""Ratings of bots by the Bradley-Terry model, from all matches at once.

A bot of strength s beats one of strength t with the chance 1 / (1 + exp(t - s)). The strengths are
the most probable ones given all results, found by Newton's method; so the order of the matches does
not matter, as it does for ratings that are updated match by match. An undecided match counts as
half a win and half a loss. A bot that won everything would be infinitely strong; so each bot is
taken to have played one more match besides, undecided, against one of strength 0.

Error bars are from the Fisher information at the most probable strengths: 1.96 standard deviations
to each side, about 95 % where there are many matches. Undecided matches vary less than the model
says, so with many of them the bars are too wide. Bots that play without chance repeat themselves:
their matches say less than as many independent ones, and the bars are then too narrow.

Ratings are on the scale of Elo, 400 / ln 10 to one of strength, with mean 0. Source of the model:
Hunter, "MM algorithms for generalized Bradley-Terry models", Annals of Statistics 32 (2004).
"""

import math
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from harness.verdict import HarnessError

ELO: Final = 400 / math.log(10)
PRIOR_MATCHES: Final = 1.0
_DEVIATIONS: Final = 1.96
_STEPS: Final = 100
_CLOSE: Final = 1e-8  # of strength

Floats: TypeAlias = NDArray[np.float64]


class Rating(NamedTuple):
    """A bot's rating and the half width of its error bar, both in Elo."""

    name: str
    elo: float
    error: float
    matches: int


def rate(
    names: Sequence[str],
    wins: Mapping[tuple[str, str], float],
    prior_matches: float = PRIOR_MATCHES,
) -> list[Rating]:
    """The ratings, the strongest first.

    `wins[a, b]` counts the wins of a over b, an undecided match as half a one for each.
    """
    index = {name: i for i, name in enumerate(names)}
    won = np.zeros((len(names), len(names)))
    for (winner, loser), number in wins.items():
        won[index[winner], index[loser]] += number
    strengths = _most_probable(won, prior_matches)
    covariance = np.linalg.inv(_information(strengths, won, prior_matches))
    # Only differences mean anything: measured from the mean, the common part of the error is gone.
    centre = np.eye(len(names)) - 1 / max(1, len(names))
    variances = np.diag(centre @ covariance @ centre)
    elo = ELO * (strengths - strengths.mean()) if len(names) else strengths
    matches = (won + won.T).sum(axis=1)
    ratings = [
        Rating(
            name,
            float(elo[i]),
            float(_DEVIATIONS * ELO * math.sqrt(max(0.0, float(variances[i])))),
            round(float(matches[i])),
        )
        for name, i in index.items()
    ]
    return sorted(ratings, key=lambda rating: -rating.elo)


def expected_score(elo_difference: float) -> float:
    """The share of points that a bot gets that is so much stronger, undecided counting half."""
    return float(1 / (1 + 10 ** (-elo_difference / 400)))


def _most_probable(won: Floats, prior_matches: float) -> Floats:
    """The strengths at which the posterior, which is concave, has its maximum."""
    strengths = np.zeros(len(won))
    if not len(won):
        return strengths
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
