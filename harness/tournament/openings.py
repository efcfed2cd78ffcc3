"""Matches that do not begin on an empty board: the same random moves for both matches of a pair.

The challenge's matches begin on an empty board, and two programs that always answer alike play one
pair of them for ever: more matches tell no more. So engines are compared from openings, each played
with both colours because a random opening favours one of them.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from harness.tournament.schedule import Pairing
from reference.meta_tic_tac_toe.rules import START, Move, apply, legal_moves

MOST_PLIES: Final = 16  # nobody can have three boards before the seventeenth


@dataclass(frozen=True, slots=True)
class Openings:
    """So many random moves before each match; none: the challenge's matches."""

    plies: int = 0
    seed: int = 0

    def __post_init__(self) -> None:
        if not 0 <= self.plies <= MOST_PLIES:
            raise ValueError(f"an opening has 0 to {MOST_PLIES} moves, not {self.plies}")

    def __str__(self) -> str:
        return f"{self.plies} moves, seed {self.seed}" if self.plies else "none"

    def of(self, pairing: Pairing, pairings: Sequence[Pairing]) -> tuple[Move, ...]:
        """The moves before a match of the schedule.

        The n-th match of A as X against B as O has the same ones as the n-th with sides swapped,
        and as that of all other bots.
        """
        earlier = [each for each in pairings if each[1:] == pairing[1:] and each < pairing]
        return self.numbered(len(earlier))

    def numbered(self, number: int) -> tuple[Move, ...]:
        """An opening by its number, which begin at 0: legal moves, all equally likely."""
        chance = random.Random(f"{self.seed} {number}")
        state, moves = START, list[Move]()
        for _ in range(self.plies):
            moves.append(chance.choice(legal_moves(state)))
            state = apply(state, moves[-1])
        return tuple(moves)
