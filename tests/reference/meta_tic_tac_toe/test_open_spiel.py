"""The rules against OpenSpiel's, which no one here wrote."""

from collections.abc import Callable
from typing import Any

import pytest

from reference.meta_tic_tac_toe.rules import Move, State, apply
from tests.reference.meta_tic_tac_toe import open_spiel as open_spiel_module
from tests.reference.meta_tic_tac_toe.open_spiel import GAMES, compare


@pytest.fixture(scope="module")
def pyspiel() -> Any:
    reason = "OpenSpiel (PyPI: open_spiel) is not installed, so there is no peer to agree with"
    return pytest.importorskip("pyspiel", reason=reason)


@pytest.mark.slow
def test_no_difference_in_two_thousand_random_games(pyspiel: Any) -> None:
    agreement = compare(pyspiel)
    print(agreement)
    assert agreement.differences == []
    assert agreement.games >= GAMES == 2_000
    assert set(agreement.endings) == {"X", "O", "undecided"}
    assert sum(agreement.endings.values()) == agreement.games


def won_boards_stay_open(state: State, move: Move) -> State:
    after = apply(state, move)
    return after._replace(closed=after.closed & ~(after.x_won | after.o_won))


def full_boards_stay_open(state: State, move: Move) -> State:
    after = apply(state, move)
    return after._replace(closed=after.closed & (after.x_won | after.o_won))


def every_move_is_free(state: State, move: Move) -> State:
    return apply(state, move)._replace(last=None)


@pytest.mark.parametrize("wrong", [won_boards_stay_open, full_boards_stay_open, every_move_is_free])
def test_a_wrong_rule_would_be_seen(
    pyspiel: Any, monkeypatch: pytest.MonkeyPatch, wrong: Callable[[State, Move], State]
) -> None:
    # A comparison that finds nothing has to be one that can find something.
    monkeypatch.setattr(open_spiel_module, "apply", wrong)
    assert compare(pyspiel, games=30).differences
