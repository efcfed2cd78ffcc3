"""The bots of meta tic-tac-toe as the tests meet them: as functions, and as processes."""

import runpy
import subprocess
import sys
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

from reference.meta_tic_tac_toe.rules import SIZE, START, Move, Outcome, State, apply, outcome
from reference.meta_tic_tac_toe.wire import Nought, format_state, parse_move

FOLDER = Path(__file__).parents[3] / "reference" / "meta_tic_tac_toe" / "bots"
NAMES = ("goodRandBot", "naiveBot", "depthBot", "middleBot")
PATIENCE = 60  # seconds until a silent bot is given up; nothing is asserted about speed

Choose: TypeAlias = Callable[[Sequence[str]], tuple[int, int]]


@cache
def names_of(bot: str) -> dict[str, Any]:
    """All that the bot's program defines, without running it."""
    return runpy.run_path(str(FOLDER / bot / "bot.py"))


def ask(bot: str, state: State, nought: Nought = "0") -> Move:
    """The bot's move, from its function."""
    choose: Choose = names_of(bot)["choose"]
    board, tile = choose(format_state(state, nought))
    return SIZE * board + tile


def run(bot: str, state: State, nought: Nought = "0") -> Move:
    """The bot's move, from its process, which must print two digits and nothing else."""
    done = subprocess.run(
        [sys.executable, str(FOLDER / bot / "bot.py"), *format_state(state, nought)],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
    )
    assert done.stderr == ""
    assert len(done.stdout) == 3
    assert done.stdout.endswith("\n")
    return parse_move(done.stdout)


def match(x: str, o: str) -> Outcome:
    """How a match between two bots ends, X first."""
    state = START
    while (end := outcome(state)) is None:
        state = apply(state, ask(x if state.to_move == "X" else o, state))
    return end
