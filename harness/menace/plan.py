"""Who plays each run of a verification: steering opponents, and others by lot."""

import itertools
import random
from collections.abc import Iterator, Sequence
from typing import Final

from harness.menace import opponent
from harness.menace.draining import Draining
from harness.menace.game import Human
from harness.menace.sampling import Sampling
from harness.menace.steering import Steering
from reference.tic_tac_toe import Board, Square, stones

LONG_RUN: Final = 3
"""The number of the longest run, from 0."""


def plan(
    chance: random.Random, steering: Steering, draining: Draining, sampling: Sampling
) -> Iterator[Human]:
    """Who plays each run: most often the steering one, or one who drains boxes to be refilled."""
    others: tuple[Human, ...] = (
        opponent.perfect(chance),
        opponent.at_random(chance),
        opponent.blundering(chance),
        opponent.scripted((4, 0, 8, 2, 6, 1, 7, 3, 5)),
    )
    mixed: list[tuple[float, Human]] = [
        (0.5, steering),
        (0.2, draining),
        *((0.075, other) for other in others),
    ]
    # So many games would soon make MENACE play but one opening, and draw from few boxes.
    long: list[tuple[float, Human]] = [
        (0.65, sampling),
        (0.15, steering),
        (0.1, draining),
        *((0.025, other) for other in others),
    ]
    for number in itertools.count():
        if number == LONG_RUN:
            yield _one_a_game(long, chance)
        else:
            yield (steering, _one_a_game(mixed, chance), sampling, draining)[number % 4]


def _one_a_game(humans: Sequence[tuple[float, Human]], chance: random.Random) -> Human:
    """One of the opponents for each game, drawn by lot."""
    playing = humans[0][1]

    def choose(board: Board) -> Square:
        nonlocal playing
        if stones(board) == 1:
            shares, players = zip(*humans, strict=True)
            (playing,) = chance.choices(players, shares)
        return playing(board)

    return choose
