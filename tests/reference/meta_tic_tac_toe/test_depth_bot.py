"""The search of depthBot: its own rules, its running score, and what pruning may not change."""

from typing import Any

import pytest

from reference.meta_tic_tac_toe.rules import (
    ALL,
    SIZE,
    State,
    apply,
    is_terminal,
    legal_moves,
    outcome,
    target,
)
from reference.meta_tic_tac_toe.wire import format_state
from tests.reference.meta_tic_tac_toe.bots import names_of
from tests.reference.meta_tic_tac_toe.states import sample

BOT = names_of("depthBot")
WIN = BOT["WIN"]


def read(state: State) -> Any:
    return BOT["read"](format_state(state))


def test_its_rules_are_the_references() -> None:
    for state in sample(200, seed=31):
        steps = list(BOT["steps"](read(state)))
        assert tuple(SIZE * board + tile for _, board, tile, *_ in steps) == legal_moves(state)
        for step in steps:
            _, board, tile, tiles, won, closed = step
            after = apply(state, SIZE * board + tile)
            mine, my_boards = (
                (after.x, after.x_won) if state.to_move == "X" else (after.o, after.o_won)
            )
            assert tiles == mine >> SIZE * board & ALL
            assert (won, closed) == (my_boards, after.closed)
            assert (step[0] == WIN) == (outcome(after) == state.to_move)


def test_the_running_score_is_the_score() -> None:
    for state in sample(200, seed=31):
        position = read(state)
        for step in BOT["steps"](position):
            if step[0] != WIN:
                after = BOT["after"](position, step)
                assert after.score == BOT["evaluated"](after).score
                assert after == read(apply(state, SIZE * step[1] + step[2]))


def minimax(state: State, depth: int) -> int:
    """The value of the state for the side to move, without pruning, by the reference's rules."""
    if depth == 0:
        return int(read(state).score)
    values = []
    for move in legal_moves(state):
        after = apply(state, move)
        if is_terminal(after):
            values.append(WIN + depth if outcome(after) == state.to_move else 0)
        else:
            values.append(-minimax(after, depth - 1))
    return max(values)


@pytest.mark.parametrize(
    ("depth", "count"),
    [
        (1, 100),
        (2, 60),
        pytest.param(3, 25, marks=pytest.mark.slow),
        pytest.param(4, 6, marks=pytest.mark.slow),
    ],
)
def test_pruning_changes_no_value(depth: int, count: int) -> None:
    forced = [state for state in sample(300, seed=33) if target(state) is not None]
    for state in sample(count, seed=34) if depth < 3 else forced[-count:]:
        found = BOT["best_value"](read(state), depth, -2 * WIN, 2 * WIN)
        assert found == minimax(state, depth), format_state(state)


def test_its_depth_is_at_least_four() -> None:
    assert BOT["DEPTH"] >= 4


def test_of_two_wins_the_sooner_counts_for_more() -> None:
    values = {}
    for state in sample(300, seed=33):
        if any(outcome(apply(state, move)) == state.to_move for move in legal_moves(state)):
            for depth in (1, 3):
                values[depth] = BOT["best_value"](read(state), depth, -2 * WIN, 2 * WIN)
                assert values[depth] == WIN + depth
    assert set(values) == {1, 3}
