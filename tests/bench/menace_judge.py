"""How many games a second MENACE plays: in batches, in plain Python, and through the terminal."""

import random
import time
from typing import Final, NamedTuple

from harness.entry import Entry, all_entries
from harness.menace.form import Form
from harness.menace.game import Interactor
from harness.menace.opponent import at_random
from reference.tic_tac_toe import Board, Square
from tests.bench import menace_training as reference_bench

_GAMES: Final = 150  # through the terminal, from the first board on


class Speed(NamedTuple):
    """Games a second of one way to play, and how many times as many as a plain machine's."""

    what: str
    games: float
    ratio: float


def speeds() -> list[Speed]:
    """All ways to play, against an opponent at random, in one run."""
    reference = reference_bench.measure("random")
    rows = [
        Speed("batches in NumPy, all cores", reference.batch, reference.ratio),
        Speed("one machine in plain Python", reference.plain, 1.0),
    ]
    for entry in all_entries():
        if entry.challenge == "menace":
            games = _through_terminal(entry)
            rows.append(
                Speed(f"through the terminal, {entry.name}", games, games / reference.plain)
            )
    return rows


def _through_terminal(entry: Entry) -> float:
    human = at_random(random.Random(0))
    moves: list[float] = []

    def timed(board: Board) -> Square:
        moves.append(time.perf_counter())
        return human(board)

    program = entry.program
    with program.start() as session:
        match = Interactor(session, Form.from_values(entry.form), program.command, _GAMES, 60.0)
        match.play(timed)
    return len(match.played) / (time.perf_counter() - moves[0])
