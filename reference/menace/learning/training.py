"""Training: batches for several seeds in several processes, and the record of what happened.

The opponents are the policies of `opponents` and "menace": a second machine as O, with boxes for
the positions in which O has a choice, beads of its own by the same ruleset and the rewards turned
round. Each of the two learns from the other, who is learning at the same time, from the first game
on.

A seed's record depends on the seed alone, not on how many processes there are or in which order
they run. Processes and not threads: a batch's steps are so short that threads would spend their
time waiting for the interpreter lock (measured on two cores: 2.3 million games a second with
threads of 1,024 machines, 4.2 million with processes).
"""

import os
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from reference.menace.learning.batch import Batch, GeneratorChance
from reference.menace.learning.sides import LearningSide, Outcomes, PolicySide, Side
from reference.menace.opponents import POLICIES
from reference.menace.rulesets import CHALLENGE, Ruleset
from reference.tic_tac_toe import Mark

Opponent: TypeAlias = Literal["random", "greedy", "perfect", "menace"]
OPPONENTS: Final[tuple[Opponent, ...]] = get_args(Opponent)


@dataclass(frozen=True)
class Training:
    """What is to be played: `machines` at once, `games` each."""

    opponent: Opponent
    ruleset: Ruleset = CHALLENGE
    machines: int = 2048
    games: int = 1000


@dataclass(frozen=True)
class Record:
    """What one seed's machines did.

    `outcomes` is uint8 [games, machines]: X_WON, DRAWN or O_WON. `first_box` is int32
    [samples, machines, 9], the beads of each square in the box of the empty board after as many
    games as `sampled_at` says.
    """

    outcomes: Outcomes
    sampled_at: tuple[int, ...]
    first_box: NDArray[np.int32]


def new_batch(training: Training, rng: np.random.Generator) -> Batch:
    """The machines with their starting beads, and their opponents."""
    return Batch(_learners("X", training, rng), _opponents(training, rng))


def run_seed(training: Training, seed: int, sampled_at: Sequence[int] = ()) -> Record:
    """Play all games of one seed. `sampled_at` are the numbers of games to look at the beads
    after."""
    rng = np.random.Generator(np.random.SFC64(seed))
    batch, chance = new_batch(training, rng), GeneratorChance(rng)
    outcomes = np.empty((training.games, training.machines), dtype=np.uint8)
    samples: dict[int, NDArray[np.int32]] = {}
    wanted = set(sampled_at)
    for played in range(training.games + 1):
        if played in wanted:
            samples[played] = batch.menace.beads[0].copy()
        if played < training.games:
            outcomes[played] = batch.play(chance)
    first_box = np.array(list(samples.values()), dtype=np.int32)
    return Record(outcomes, tuple(samples), first_box.reshape(-1, training.machines, 9))


def run(
    training: Training,
    seeds: Sequence[int],
    sampled_at: Sequence[int] = (),
    workers: int | None = None,
) -> list[Record]:
    """The records of all seeds, in their order; as many processes as processors unless told."""
    workers = min(len(seeds), workers or available_processors())
    if workers <= 1:
        return [run_seed(training, seed, sampled_at) for seed in seeds]
    with ProcessPoolExecutor(workers) as pool:
        tasks = [pool.submit(run_seed, training, seed, sampled_at) for seed in seeds]
        return [task.result() for task in tasks]


def available_processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0))


def _learners(mark: Mark, training: Training, rng: np.random.Generator) -> LearningSide:
    side = LearningSide(mark, training.machines, training.ruleset)
    side.fill(rng)
    return side


def _opponents(training: Training, rng: np.random.Generator) -> Side:
    if training.opponent == "menace":
        return _learners("O", training, rng)
    return PolicySide(POLICIES[training.opponent], "O")
