"""Every golfed script's spelled-out twin does the same, to the byte, whatever the human plays."""

import random
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from tests.oracles.mu_torere_oracle import GRID, State, slides

SOLUTIONS = Path(__file__).parent.parent / "solutions" / "mu_torere"
HUMAN, PROGRAM = {"strict": "b", "open": "0"}, {"strict": "w", "open": "1"}
NUMBERS = {"strict": range(1, 10), "open": (-29, -27, -25, -17, -15, -13, -5, -3, -1)}


@cache
def output(script: str, typed: tuple[int, ...]) -> str:
    """What it prints before it runs out of input, or has won."""
    done = subprocess.run(
        [sys.executable, SOLUTIONS / script],
        input="".join(f"{number}\n" for number in typed),
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout


def human_moves(name: str, printed: str) -> list[int]:
    """The numbers that the human may type after what was printed."""
    rows = [line.replace(" ", "") for line in printed.splitlines()[-5:]]
    cells = "".join(row[::2] for row in rows[::2])
    mine, theirs = (
        frozenset(point for point, cell in zip(GRID, cells, strict=True) if cell == colour)
        for colour in (HUMAN[name], PROGRAM[name])
    )
    legal = slides(State(mine, theirs))
    return [number for point, number in zip(GRID, NUMBERS[name], strict=True) if point in legal]


@pytest.mark.parametrize("name", ["strict", "open"])
@pytest.mark.parametrize("seed", range(6))
def test_a_twin_prints_the_same_as_its_script(name: str, seed: int) -> None:
    chance = random.Random(seed)
    typed: tuple[int, ...] = ()
    while len(typed) < 12 and (moves := human_moves(name, output(f"{name}.py", typed))):
        typed = (*typed, chance.choice(moves))
    assert typed
    assert output(f"{name}.py", typed) == output(f"{name}_explained.py", typed)
