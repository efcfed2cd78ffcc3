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
from typing import Final, NamedTuple

ELO: Final = 400 / math.log(10)
PRIOR_MATCHES: Final = 1.0
_DEVIATIONS: Final = 1.96


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
    # Here, since numpy takes long to import and most commands do without it.
    from harness.tournament.strengths import strengths

    index = {name: i for i, name in enumerate(names)}
    numbered = {(index[a], index[b]): number for (a, b), number in wins.items()}
    found = zip(names, strengths(len(names), numbered, prior_matches), strict=True)
    ratings = [
        Rating(
            name,
            ELO * bot.strength,
            _DEVIATIONS * ELO * math.sqrt(bot.variance),
            round(bot.matches),
        )
        for name, bot in found
    ]
    return sorted(ratings, key=lambda rating: -rating.elo)


def expected_score(elo_difference: float) -> float:
    """The share of points that a bot gets that is so much stronger, undecided counting half."""
    return float(1 / (1 + 10 ** (-elo_difference / 400)))
