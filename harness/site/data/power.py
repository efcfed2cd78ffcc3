"""What the judge would see: the chance that an error at random shows, by how often it happens.

An explorer covers every line of a Mu Torere program that answers alike. What no number of games can
exclude is an error at random that is rare enough; in n games one that a game has with probability p
is seen with probability 1 - (1 - p)^n.
"""

from typing import Any, Final

RATES: Final = (0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001)
GAMES: Final = (20, 100, 500, 2000)


def power() -> dict[str, Any]:
    """For each number of games (the option --games) the chance to see an error of each rate."""
    return {
        "rates": list(RATES),
        "games": {str(n): [round(1 - (1 - rate) ** n, 4) for rate in RATES] for n in GAMES},
    }
