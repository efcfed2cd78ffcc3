"""Games that end side by side, by programs in process whose ends wait for one another."""

import threading
from collections.abc import Callable
from typing import Final

import pytest

from harness.mu_torere import opponent
from harness.mu_torere.endings import Endings
from harness.mu_torere.explorer import explore
from harness.mu_torere.game import Game, play_on
from harness.mu_torere.screen import Form
from harness.mu_torere.side_by_side import Planned, side_by_side
from harness.session import Complete, Reply
from harness.verdict import HarnessError
from tests.harness.support import FakeSession, perfect

PATIENCE: Final = 60.0  # seconds, which only a failing test waits


class SlowToEnd(FakeSession):
    """Ends when `may_end` returns; with `killed` it tells that it was killed."""

    def __init__(self, may_end: Callable[[], object]) -> None:
        super().__init__(perfect)
        self._may_end = may_end
        self.killed = threading.Event()

    def read(self, complete: Complete) -> Reply:
        if self._over and not self._said:
            self._may_end()
        return super().read(complete)

    def kill(self) -> None:
        self.killed.set()


def opening(may_end: Callable[[], object]) -> Callable[[], Game]:
    return lambda: Game(SlowToEnd(may_end), Form(), ("fake",), 15.0)


def played(game: Game, seed: int = 0) -> Game:
    """The game, won by the program, but for what follows its win."""
    game.leave_end()
    play_on(game, opponent.at_random(seed))
    assert game.over
    return game


def test_the_ends_of_games_wait_for_one_another() -> None:
    together = threading.Barrier(4)
    with Endings() as endings:
        games = [played(opening(lambda: together.wait(PATIENCE))()) for _ in range(4)]
        for game in games:
            endings.end(game)
        assert list(endings.all_ended()) == games
    assert not together.broken


def test_they_are_given_back_in_their_order() -> None:
    """The second has ended, and yet the first comes first."""
    first = threading.Event()
    with Endings() as endings:
        slow, quick = (played(opening(end)()) for end in (lambda: first.wait(PATIENCE), int))
        endings.end(slow)
        endings.end(quick)
        quick.finish()
        assert list(endings.ended()) == []
        first.set()
        assert list(endings.all_ended()) == [slow, quick]


def test_what_has_ended_is_given_back_though_others_have_not() -> None:
    other = threading.Event()
    with Endings() as endings:
        quick, slow = (played(opening(end)()) for end in (int, lambda: other.wait(PATIENCE)))
        endings.end(quick)
        endings.end(slow)
        while not (found := list(endings.ended())):
            quick.finish()
        assert found == [quick]
        other.set()


def test_too_many_are_waited_for() -> None:
    with Endings() as endings:
        games = [played(opening(int)()) for _ in range(9)]
        for game in games:
            endings.end(game)
        found = list(endings.ended())
        assert found == games[: len(found)]
        assert len(found) >= 3
        assert found + list(endings.all_ended()) == games


def test_a_failure_of_an_end_is_told() -> None:
    def fails() -> None:
        raise HarnessError("lost")

    def ended() -> list[Game]:
        with Endings() as endings:
            endings.end(played(opening(fails)()))
            return list(endings.all_ended())

    with pytest.raises(HarnessError, match="lost"):
        ended()


def test_an_interrupt_kills_the_programs_that_do_not_end() -> None:
    sessions: list[SlowToEnd] = []

    def opened() -> Game:
        sessions.append(SlowToEnd(lambda: session.killed.wait(PATIENCE)))
        session = sessions[-1]
        return Game(session, Form(), ("fake",), 15.0)

    def interrupted() -> None:
        with Endings() as endings:
            endings.end(played(opened()))
            endings.end(played(opened()))
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert all(session.killed.is_set() for session in sessions)
    assert all(session.closed for session in sessions)


def test_games_one_after_another_end_side_by_side() -> None:
    together = threading.Barrier(4)
    plans = [
        Planned(f"{seed}", opening(lambda: together.wait(PATIENCE)), opponent.at_random(seed))
        for seed in range(4)
    ]
    assert [name for name, _ in side_by_side(plans, 1, lambda: None)] == ["0", "1", "2", "3"]
    assert not together.broken


def test_the_explorer_goes_on_while_a_game_ends() -> None:
    starts: list[int] = []
    second = threading.Event()
    waited: list[bool] = []

    def open_game() -> Game:
        starts.append(len(starts))
        if len(starts) > 1:
            second.set()
        return opening(lambda: waited.append(second.wait(PATIENCE)))()

    found = explore(open_game)
    assert all(waited)
    assert not found.exhausted
    assert not found.failed
    assert len(found.judgements) == len(starts)
