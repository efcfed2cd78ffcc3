"""The yardstick: OpenSpiel's tree search as a bot plays on from match to match, always legally."""

import importlib.util
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from reference.meta_tic_tac_toe.rules import (
    START,
    Move,
    State,
    apply,
    is_terminal,
    legal_moves,
)
from reference.meta_tic_tac_toe.wire import format_move, format_state, parse_move
from tests.reference.meta_tic_tac_toe.bots import ask
from tests.reference.meta_tic_tac_toe.states import sample

BOT = Path(__file__).parents[2] / "bench" / "open_spiel_bot" / "bot.py"
FEW = 30  # simulations a move

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("pyspiel") is None, reason="OpenSpiel is not installed"
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copy(BOT, tmp_path)
    return tmp_path


def run(folder: Path, state: State, simulations: int = FEW) -> Move:
    command = [sys.executable, str(folder / "bot.py"), str(simulations), *format_state(state)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    assert done.stderr == ""
    return parse_move(done.stdout)


def play_on(folder: Path, mark: str, plies: int, other: Callable[[State], Move]) -> State:
    """A match so many plies long in which the bot has one side, and what it kept is looked at."""
    state, moves = START, list[str]()
    for _ in range(plies):
        if is_terminal(state):
            break
        mine = state.to_move == mark
        move = run(folder, state) if mine else other(state)
        assert move in legal_moves(state)
        state = apply(state, move)
        moves.append(format_move(move))
        if mine:
            assert (folder / "data.txt").read_text().split() == moves
    return state


@pytest.mark.parametrize("mark", ["X", pytest.param("O", marks=pytest.mark.slow)])
def test_it_keeps_the_match_and_begins_anew_with_the_next(folder: Path, mark: str) -> None:
    for _ in range(2):
        play_on(folder, mark, 14, lambda state: legal_moves(state)[-1])


@pytest.mark.slow
def test_a_whole_match_with_its_free_moves(folder: Path) -> None:
    end = play_on(folder, "X", 81, lambda state: ask("naiveBot", state))
    assert is_terminal(end)  # who wins is chance, at so few simulations


def test_boards_that_it_knows_nothing_of_still_get_a_legal_move(folder: Path) -> None:
    for state in sample(12, seed=41):
        assert run(folder, state) in legal_moves(state)
