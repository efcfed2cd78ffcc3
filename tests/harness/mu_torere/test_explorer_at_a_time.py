"""The explorer plays several games at a time of a program that is slow to answer."""

import threading
import time
from collections.abc import Callable

import pytest

from harness.mu_torere.explorer import Exploration, explore
from harness.mu_torere.game import Game
from harness.mu_torere.proof import Proof, assess
from harness.mu_torere.screen import Form
from harness.mu_torere.tour import Budget
from harness.verdict import HarnessError
from reference.mu_torere.rules import Node, Position
from tests.harness.mu_torere.policies import (
    ENOUGH,
    TRAPS,
    after_another_move,
    asked_traps,
    but_once,
    erratic,
    explored,
    last,
)
from tests.harness.support import Choose, Rounds, Starter, perfect

AT_A_TIME = 4


class Slowly:
    """Plays another program's moves a moment later, and counts how many games wait for one."""

    def __init__(self, choose: Choose) -> None:
        self._choose, self._lock = choose, threading.Lock()
        self._waiting = self.most = 0

    def __call__(self, position: Position, rounds: Rounds) -> Node:
        with self._lock:
            self._waiting += 1
            self.most = max(self.most, self._waiting)
        time.sleep(0.001)
        with self._lock:
            self._waiting -= 1
            return self._choose(position, rounds)


def several(open_game: Callable[[], Game], budget: Budget = ENOUGH) -> Exploration:
    return explore(open_game, budget, at_a_time=lambda mean, slowest: AT_A_TIME)


def covered(proof: Proof) -> tuple[object, ...]:
    return (
        proof.complete, proof.memory, proof.positions, proof.replies, proof.untried,
        proof.mistakes, proof.punished, proof.longest_win_plies,
    )  # fmt: skip


@pytest.mark.parametrize(
    "choose",
    [last, *(pytest.param(c, marks=pytest.mark.slow) for c in (perfect, after_another_move))],
)
def test_what_is_covered_is_the_same(choose: Choose) -> None:
    slowly = Slowly(choose)
    starter = Starter(slowly)
    exploration = several(starter)
    one_by_one, by_one = explored(choose)
    assert not exploration.exhausted
    assert not exploration.failed
    assert covered(assess(exploration.policy, Form())) == covered(assess(one_by_one.policy, Form()))
    assert 1 < slowly.most <= AT_A_TIME
    assert len(starter.sessions) <= 3 * len(by_one.sessions)
    assert len(exploration.judgements) == len(starter.sessions)
    assert all(session.closed for session in starter.sessions)


@pytest.mark.parametrize("number", range(0, TRAPS, 16))
def test_a_wrong_answer_ends_all_and_stands_last(number: int) -> None:
    starter = Starter(Slowly(but_once(asked_traps(perfect)[number])))
    exploration = several(starter)
    assert exploration.failed
    assert exploration.judgements[-1].findings[0].clause == "mu_torere/perfect"
    assert all(session.closed for session in starter.sessions)


def test_replies_that_differ_end_all() -> None:
    starter = Starter(Slowly(erratic()))
    exploration = several(starter, Budget(starts=20, rounds=600))
    assert exploration.policy.erratic
    assert not exploration.failed
    assert exploration.policy.rounds < 600
    assert all(session.closed for session in starter.sessions)


@pytest.mark.parametrize("budget", [Budget(3, 6000), Budget(150, 100)])
def test_the_budget_ends_all(budget: Budget) -> None:
    starter = Starter(Slowly(after_another_move))
    exploration = several(starter, budget)
    assert exploration.exhausted
    assert len(starter.sessions) <= 2 * budget.starts
    assert exploration.policy.rounds < budget.rounds + AT_A_TIME
    assert all(session.closed for session in starter.sessions)


@pytest.mark.parametrize("opened", [1, 2, 5])
def test_a_fault_of_the_harness_in_any_of_them_ends_all(opened: int) -> None:
    starter = Starter(Slowly(perfect))

    def fails() -> Game:
        if len(starter.sessions) == opened:
            raise HarnessError("lost")
        return starter()

    with pytest.raises(HarnessError, match="lost"):
        several(fails)
    assert len(starter.sessions) < opened + AT_A_TIME
    assert sum(not session.closed for session in starter.sessions) <= 1  # the first, left alone


@pytest.mark.slow
def test_two_at_a_time() -> None:
    slowly = Slowly(perfect)
    explore(Starter(slowly), ENOUGH, at_a_time=lambda mean, slowest: 2)
    assert slowly.most == 2


@pytest.mark.slow
def test_a_quick_program_is_played_one_game_after_another() -> None:
    asked: list[tuple[float, float]] = []

    def one(mean: float, slowest: float) -> int:
        asked.append((mean, slowest))
        return 1

    slowly = Slowly(perfect)
    assert not explore(Starter(slowly), ENOUGH, at_a_time=one).failed
    assert slowly.most == 1
    ((mean, slowest),) = asked
    assert 0.001 <= mean <= slowest
