"""The batch against plain machines: the same games from the same numbers, else the same law."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from reference.menace.boxes import boxes_of
from reference.menace.game import Player, PolicyPlayer, play_game
from reference.menace.learning.batch import Batch, GeneratorChance
from reference.menace.learning.sides import (
    DRAWN,
    O_WON,
    X_WON,
    LearningSide,
    PolicySide,
    Side,
    Uniforms,
)
from reference.menace.learning.tables import PLIES, Indices, numbering
from reference.menace.learning.training import (
    OPPONENTS,
    Opponent,
    Training,
    new_batch,
    run,
    run_seed,
)
from reference.menace.machine import Machine
from reference.menace.opponents import POLICIES
from reference.menace.rulesets import CHALLENGE, MICHIE, MICHIE_EVERY_SQUARE, Ruleset, WhenEmpty
from reference.tic_tac_toe import Board, Mark, stones
from tests.bench.menace_training import plain_opponent

CODES = {"X": X_WON, None: DRAWN, "O": O_WON}
SCARCE = (1, 1, 1, 1)  # so few beads that boxes run empty all the time
RULESETS = (
    CHALLENGE,
    replace(CHALLENGE, start=SCARCE),
    replace(CHALLENGE, start=SCARCE, when_empty=WhenEmpty.KEEP_TWO),
    MICHIE,
    replace(MICHIE, start=SCARCE),
    MICHIE_EVERY_SQUARE,
)
PER_PLY = 5  # numbers for one ply: the draw, three beads of a refill, and which of them is the move


class TapeChance:
    """The batch's numbers, read from `tape` [plies, machines, 5] of the game in play."""

    tape: NDArray[np.float64]

    def draws(self, ply: int, live: Indices) -> Uniforms:
        return np.asarray(self.tape[ply, live, 0])

    def refills(self, ply: int, live: Indices) -> Uniforms:
        return np.asarray(self.tape[ply, live, 1:])


class TapeRandom(Random):
    """The plain machine's numbers, read from the same tape; `watch` moves it on to the next ply."""

    def play(self, tape: NDArray[np.float64], machine: int) -> None:
        """Take the numbers of this machine's next game."""
        self._tape, self._machine = tape, machine

    def watch(self, board: Board) -> None:
        """Begin the numbers of the ply that is to be made on this board."""
        self._ply, self._used = stones(board), 0

    def random(self) -> float:
        number: float = self._tape[self._ply, self._machine, self._used]
        self._used += 1
        return number


def plain_machines(
    opponent: Opponent, ruleset: Ruleset, count: int
) -> tuple[list[Machine], list[Player]]:
    rng = Random(f"{opponent} {ruleset}")
    machines = [Machine.fresh(rng, ruleset) for _ in range(count)]
    if opponent == "menace":
        return machines, [Machine.fresh(rng, ruleset, "O") for _ in range(count)]
    return machines, [PolicyPlayer(POLICIES[opponent])] * count


def same_machines(machines: list[Machine], mark: Mark) -> LearningSide:
    side = LearningSide(mark, len(machines), machines[0].ruleset)
    for ply, table in side.tables.items():
        by_machine = side.beads[ply].reshape(len(machines), table.count, table.width)
        for m, machine in enumerate(machines):
            for i in range(table.count):
                contents = machine.contents[table.first + i]
                by_machine[m, i] = [contents.count(bead) for bead in table.beads[i]]
    return side


# Every opponent and every set of rules is tried quickly, though not with one another.
PAIRS = [
    pytest.param(
        opponent, ruleset, marks=[] if number == nth % len(OPPONENTS) else [pytest.mark.slow]
    )
    for number, opponent in enumerate(OPPONENTS)
    for nth, ruleset in enumerate(RULESETS)
]


@pytest.mark.parametrize(("opponent", "ruleset"), PAIRS)
def test_the_same_numbers_make_the_same_games_and_boxes(
    opponent: Opponent, ruleset: Ruleset
) -> None:
    count, games = 6, 60
    machines, others = plain_machines(opponent, ruleset, count)
    other_side: Side
    if opponent == "menace":
        other_side = same_machines([o for o in others if isinstance(o, Machine)], "O")
    else:
        other_side = PolicySide(POLICIES[opponent], "O")
    batch = Batch(same_machines(machines, "X"), other_side)
    chance, rng = TapeChance(), TapeRandom()
    for tape in np.random.default_rng(11).random((games, PLIES, count, PER_PLY)):
        chance.tape = tape
        outcomes = batch.play(chance)
        for m, (machine, other) in enumerate(zip(machines, others, strict=True)):
            rng.play(tape, m)
            assert CODES[play_game(machine, other, rng, rng.watch)] == outcomes[m]
    for m, (machine, other) in enumerate(zip(machines, others, strict=True)):
        assert batch.menace.contents(m) == machine.contents
        if isinstance(other_side, LearningSide) and isinstance(other, Machine):
            assert other_side.contents(m) == other.contents


@pytest.mark.parametrize("ruleset", RULESETS)
def test_scarce_beads_exercise_refills_and_resignations(ruleset: Ruleset) -> None:
    # What the test above is worth: with scarce beads boxes do run empty, in both kinds of machine.
    rng = np.random.default_rng(3)
    batch = new_batch(Training("perfect", ruleset, machines=50), rng)
    before = batch.menace.beads[0].sum(axis=1)
    for _ in range(60):
        batch.play(GeneratorChance(rng))
    beads = batch.menace.beads[0].sum(axis=1)
    if ruleset.start == SCARCE:
        assert (beads == 0).any() == (not ruleset.refills())
        assert not ruleset.refills() or (beads > before - 60).all()


def totals_plain(opponent: Opponent, machines: int, games: int) -> NDArray[np.float64]:
    """[machines, 4]: wins, draws, beads in the first box, and how many of them are the centre's."""
    rows = []
    for seed in range(machines):
        rng = Random(seed)
        menace, other = Machine.fresh(rng), plain_opponent(opponent, rng)
        won = [play_game(menace, other, rng) for _ in range(games)]
        first = menace.contents[0]
        rows.append((won.count("X"), won.count(None), len(first), first.count(4)))
    return np.array(rows, dtype=float)


def totals_batch(opponent: Opponent, machines: int, games: int) -> NDArray[np.float64]:
    record = run_seed(Training(opponent, CHALLENGE, machines, games), 1, (games,))
    first = record.first_box[0]
    wins, draws = ((record.outcomes == code).sum(axis=0) for code in (X_WON, DRAWN))
    return np.stack([wins, draws, first.sum(axis=1), first[:, 4]], axis=1).astype(float)


@pytest.mark.slow
@pytest.mark.parametrize("opponent", OPPONENTS)
def test_batch_and_plain_agree_in_distribution(opponent: Opponent) -> None:
    """The means of four figures of a machine after 80 games, compared over many machines.

    Each differs by less than 4.5 standard errors, which chance alone exceeds once in 147,000; there
    are sixteen comparisons, so that one choice of seeds in 9,000 would have been a false alarm. The
    seeds are fixed. Rates of wins and draws that differed by 2.5 percentage points would be seen.
    """
    games = 80
    plain, batch = totals_plain(opponent, 250, games), totals_batch(opponent, 4000, games)
    error = np.sqrt(plain.var(axis=0) / len(plain) + batch.var(axis=0) / len(batch))
    difference = plain.mean(axis=0) - batch.mean(axis=0)
    assert (np.abs(difference) <= 4.5 * error).all(), (difference, error)
    assert (4.5 * error[:2] / games < 0.025).all()


def test_starting_beads_have_the_same_law() -> None:
    # Each of 304 boxes: the share of its first bead over 3,000 machines, within 5 standard errors;
    # one false alarm in 5,700 choices of the seed.
    boxes, machines = boxes_of("X"), 3000
    side = LearningSide("X", machines, CHALLENGE)
    side.fill(np.random.default_rng(5))
    for table in side.tables.values():
        beads = side.beads[stones(boxes.pictures[table.first])].reshape(machines, table.count, -1)
        for i in range(table.count):
            count = CHALLENGE.start_count(boxes, table.first + i)
            assert (beads[:, i].sum(axis=1) == count).all()
            share = 1 / table.width
            error = np.sqrt(share * (1 - share) / (machines * count))
            assert abs(beads[:, i, 0].sum() / (machines * count) - share) < 5 * error


@pytest.mark.parametrize("ruleset", [MICHIE, MICHIE_EVERY_SQUARE])
def test_starting_beads_without_chance_are_the_same(ruleset: Ruleset) -> None:
    side = LearningSide("X", 2, ruleset)
    side.fill(np.random.default_rng(0))
    assert side.contents(1) == Machine.fresh(Random(0), ruleset).contents


def test_a_record_depends_on_its_seed_and_not_on_the_workers() -> None:
    training = Training("greedy", machines=40, games=30)
    alone = run(training, (1, 2, 3), (0, 30), workers=1)
    together = run(training, (1, 2, 3), (0, 30), workers=2)
    for one, other in zip(alone, together, strict=True):
        assert (one.outcomes == other.outcomes).all()
        assert (one.first_box == other.first_box).all()
    assert (alone[0].outcomes != alone[1].outcomes).any()


def test_positions_that_go_on_come_first() -> None:
    # 5,478 positions in all (see test_tic_tac_toe), 958 of them finished (Schaefer, 2002).
    tables = [numbering(ply) for ply in range(PLIES + 1)]
    assert sum(len(table.boards) for table in tables) == 5478
    assert sum(len(table.boards) - table.going_on for table in tables) == 958
