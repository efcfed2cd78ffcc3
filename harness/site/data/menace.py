"""MENACE: learning curves against the four opponents, by the challenge's rule."""

from typing import Any, Final

from reference.menace.learning.curve import curve_of
from reference.menace.learning.sides import DRAWN, O_WON, X_WON
from reference.menace.learning.training import OPPONENTS, Training, run
from reference.menace.rulesets import CHALLENGE

GAMES: Final = 1000
MACHINES: Final = 256
SEEDS: Final = (0, 1)
_OUTCOMES: Final = {"won": X_WON, "drawn": DRAWN, "lost": O_WON}


def curves(games: int = GAMES, machines: int = MACHINES) -> dict[str, Any]:
    """For each opponent the shares of games won, drawn and lost by the number of the game."""
    found = {}
    for opponent in OPPONENTS:
        training = Training(opponent, CHALLENGE, machines, games)
        curve = curve_of(training, run(training, SEEDS, (0, games)))
        shares = {
            name: [round(float(s), 4) for s in curve.mean(code)] for name, code in _OUTCOMES.items()
        }
        found[opponent] = {"games": [round(float(g), 1) for g in curve.games], **shares}
    return {"opponents": found, "machines": machines * len(SEEDS), "games": games}
