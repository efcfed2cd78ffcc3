"""Games by the thousand, ply by ply in step: every machine plays and learns on its own."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from reference.menace.learning.sides import (
    DRAWN,
    O_WON,
    RESIGNED,
    X_WON,
    Chance,
    LearningSide,
    Outcomes,
    Side,
    Uniforms,
)
from reference.menace.learning.tables import PLIES, Indices, last_ply, numbering, results

_FIRST_END: Final = 5  # stones on the board when a line can first be full
_CODES: Final = {"X": X_WON, None: DRAWN, "O": O_WON}


class GeneratorChance:
    """Chance from a NumPy generator."""

    def __init__(self, rng: np.random.Generator) -> None:
        self._rng = rng

    def draws(self, ply: int, live: Indices) -> Uniforms:
        """Fresh numbers, [machines]."""
        return self._rng.random(len(live))

    def refills(self, ply: int, live: Indices) -> Uniforms:
        """Fresh numbers, [machines, 4]."""
        return self._rng.random((len(live), 4))


class Batch:
    """Machines as X, each against an opponent of its own as O."""

    def __init__(self, menace: LearningSide, opponent: Side) -> None:
        self.menace = menace
        self.opponent = opponent
        self._everyone = np.arange(menace.machines, dtype=np.intp)
        self._results = {
            ply: np.array([_CODES[mark] for mark in results(ply)], dtype=np.uint8)
            for ply in range(_FIRST_END, PLIES + 1)
        }
        self._going_on = {ply: numbering(ply).going_on for ply in range(PLIES + 1)}
        self._last_ply = last_ply()

    def play(self, chance: Chance) -> Outcomes:
        """One game of every machine, learned from: X_WON, DRAWN or O_WON for each."""
        outcomes = np.empty(self.menace.machines, dtype=np.uint8)
        live, positions = self._everyone, np.zeros(self.menace.machines, dtype=np.intp)
        for ply in range(PLIES):
            side = self.opponent if ply % 2 else self.menace
            if ply == PLIES - 1:
                positions = self._last_ply.take(positions)
            else:
                positions = side.move(ply, live, positions, chance)
                resigned = positions == RESIGNED
                if resigned.any():
                    outcomes[live[resigned]] = X_WON if ply % 2 else O_WON
                    live, positions = _without(resigned, live, positions)
            if ply + 1 >= _FIRST_END:
                beyond = positions - self._going_on[ply + 1]
                ended = beyond >= 0
                outcomes[live[ended]] = self._results[ply + 1].take(beyond[ended])
                live, positions = _without(ended, live, positions)
        self.menace.learn(outcomes)
        self.opponent.learn(outcomes)
        return outcomes


def _without(gone: NDArray[np.bool_], live: Indices, positions: Indices) -> tuple[Indices, Indices]:
    kept = np.flatnonzero(~gone)
    return live.take(kept), positions.take(kept)
