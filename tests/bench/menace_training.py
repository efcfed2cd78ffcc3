"""Games a second: machines in batches, and plain Python machines, in the same run.

Both play MENACE by the challenge's rules, learning, from fresh beads, the same number of games for
each machine. The batch runs in a process for each processor, and its figure includes starting them.
"""

import argparse
import sys
from collections.abc import Sequence
from random import Random
from time import perf_counter
from typing import Final, NamedTuple

from reference.menace.boxes import boxes_of
from reference.menace.game import Player, PolicyPlayer, play_game
from reference.menace.learning.training import (
    OPPONENTS,
    Opponent,
    Training,
    available_processors,
    run,
)
from reference.menace.machine import Machine
from reference.menace.opponents import POLICIES
from reference.menace.rulesets import CHALLENGE

MACHINES: Final = 4096
GAMES: Final = 500


class Speed(NamedTuple):
    """Games a second of either kind against one opponent."""

    opponent: Opponent
    batch: float
    plain: float

    @property
    def ratio(self) -> float:
        """How many times as fast the batch is."""
        return self.batch / self.plain


def measure(opponent: Opponent, machines: int = MACHINES, games: int = GAMES) -> Speed:
    """Time both, with two batches for each processor so that none idles for long."""
    seeds = range(2 * available_processors())
    training = Training(opponent, machines=machines, games=games)
    start = perf_counter()
    run(training, seeds)
    batch = len(seeds) * machines * games / (perf_counter() - start)
    plain_machines = 10
    boxes_of("X"), boxes_of("O")  # derived once in a process, and no part of playing
    start = perf_counter()
    for seed in range(plain_machines):
        play_plain_machine(opponent, games, Random(seed))
    plain = plain_machines * games / (perf_counter() - start)
    return Speed(opponent, batch, plain)


def play_plain_machine(opponent: Opponent, games: int, rng: Random) -> list[str | None]:
    """The winners of all games of one fresh machine in plain Python."""
    menace = Machine.fresh(rng, CHALLENGE)
    other = plain_opponent(opponent, rng)
    return [play_game(menace, other, rng) for _ in range(games)]


def plain_opponent(opponent: Opponent, rng: Random) -> Player:
    """The opponent for one plain machine."""
    if opponent == "menace":
        return Machine.fresh(rng, CHALLENGE, "O")
    return PolicyPlayer(POLICIES[opponent])


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a line for each opponent."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench.menace_training", description=__doc__
    )
    parser.add_argument("--machines", type=int, default=MACHINES, help="machines in a batch")
    parser.add_argument("--games", type=int, default=GAMES, help="games of each machine")
    options = parser.parse_args(arguments)
    print(f"{'opponent':<10}{'batch games/s':>15}{'plain games/s':>15}{'ratio':>8}")
    for opponent in OPPONENTS:
        speed = measure(opponent, options.machines, options.games)
        print(f"{opponent:<10}{speed.batch:>15,.0f}{speed.plain:>15,.0f}{speed.ratio:>8.0f}")
    workers = available_processors()
    print(f"batch: {options.machines:,} machines in step in each of {workers} processes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
