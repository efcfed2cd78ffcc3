"""The challenges that golfproof knows. A new one is added here, and nowhere else in the harness."""

from collections.abc import Mapping
from typing import Final

from harness.challenge import Challenge
from harness.menace.challenge import Menace
from harness.meta_tic_tac_toe.challenge import MetaTicTacToe
from harness.mu_torere.challenge import MuTorere
from harness.verdict import UsageError

CHALLENGES: Final[Mapping[str, Challenge]] = {
    game.name: game for game in (MuTorere(), Menace(), MetaTicTacToe())
}


def challenge_named(name: str) -> Challenge:
    """The challenge of this name. Raises UsageError, naming those that there are."""
    if name not in CHALLENGES:
        raise UsageError(f"{name}: no such challenge; there are {', '.join(CHALLENGES)}")
    return CHALLENGES[name]
