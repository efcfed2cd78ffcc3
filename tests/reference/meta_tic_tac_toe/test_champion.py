"""The champion: never an invalid move, never late, and it plays on what it sees."""

import ast
import sys
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given

from reference.meta_tic_tac_toe.rules import (
    SIZE,
    START,
    State,
    apply,
    is_terminal,
    legal_moves,
    outcome,
)
from reference.meta_tic_tac_toe.wire import NOUGHTS, format_state
from tests.reference.meta_tic_tac_toe.bots import run
from tests.reference.meta_tic_tac_toe.champion import (
    CHAMPION,
    Looks,
    move_at,
    search_from,
    tree_from,
)
from tests.reference.meta_tic_tac_toe.states import patient, sample, unfinished
from tests.reference.meta_tic_tac_toe.test_bots import assert_processes_move_legally


def imported(name: str) -> set[str]:
    """What a module of the champion imports, by the first part of the name."""
    tree = ast.parse((CHAMPION / name).read_text())
    names = set[str]()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add("." * node.level + (node.module or "").split(".")[0])
    return names


def test_it_is_alone_in_its_folder() -> None:
    modules = {path.stem for path in CHAMPION.glob("*.py")}
    names = set[str]().union(*(imported(f"{name}.py") for name in modules))
    assert names <= sys.stdlib_module_names | modules
    assert not names & {"pathlib", "io", "socket", "subprocess"}
    calls = [
        path.name
        for path in CHAMPION.glob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "open"
    ]
    assert calls == ["evaluation.py"]


@pytest.mark.parametrize("looks", [1, 2, pytest.param(100, marks=pytest.mark.slow)])
def test_every_move_is_legal(looks: int) -> None:
    for number, state in enumerate(sample(400, seed=21)):
        assert move_at(state, looks, NOUGHTS[number % 2]) in legal_moves(state), format_state(state)


@patient
@given(unfinished())
def test_every_move_of_generated_positions_is_legal(state: State) -> None:
    assert move_at(state, 50) in legal_moves(state)


@pytest.mark.parametrize("looks", [0, 1, 2, 10, 100, pytest.param(1000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("made", [tree_from, search_from])
def test_a_search_broken_off_anywhere_moves_legally_and_restores(
    looks: int, made: Callable[[State], Any]
) -> None:
    for state in sample(60, seed=22):
        search = made(state)
        before = list(search.codes)
        board, tile = search.best_move(Looks(looks))
        assert SIZE * board + tile in legal_moves(state), format_state(state)
        assert search.codes == before


def test_it_answers_at_once_when_it_is_late() -> None:
    for state in sample(20, seed=29):
        assert move_at(state, 0) in legal_moves(state)


def test_a_process_prints_a_legal_move() -> None:
    assert_processes_move_legally("champion", sample(12, seed=23))


@pytest.mark.slow
def test_a_hundred_processes_print_legal_moves() -> None:
    assert_processes_move_legally("champion", sample(100, seed=24))


@pytest.mark.slow
def test_it_opens_anywhere_and_answers_anything() -> None:
    assert run("champion", START) in legal_moves(START)
    forfeited = START._replace(to_move="O")
    assert run("champion", forfeited, "0") in legal_moves(forfeited)


def test_the_spelling_of_o_changes_nothing() -> None:
    for state in sample(60, seed=25):
        assert move_at(state, 200, "O") == move_at(state, 200, "0"), format_state(state)


def test_it_takes_a_win() -> None:
    for state in sample(400, seed=21):
        wins = {m for m in legal_moves(state) if outcome(apply(state, m)) == state.to_move}
        if wins:
            for looks in (0, 1, 50):
                assert move_at(state, looks) in wins, format_state(state)


def test_it_never_lets_a_win_in_one_if_it_can_help_it() -> None:
    for state in sample(200, seed=27):

        def loses(move: int, state: State = state) -> bool:
            after = apply(state, move)
            return any(outcome(apply(after, m)) == after.to_move for m in legal_moves(after))

        safe = [move for move in legal_moves(state) if not loses(move)]
        if safe and not is_terminal(apply(state, safe[0])):
            assert not loses(move_at(state, 20)), format_state(state)
