"""Games of slow programs, played several at a time, by programs in process."""

import threading
from collections.abc import Callable

import pytest

from harness.mu_torere import opponent
from harness.mu_torere.game import Chooser, Game
from harness.mu_torere.screen import Form
from harness.mu_torere.side_by_side import Planned, games_at_a_time, side_by_side
from harness.session import Complete, Reply
from harness.verdict import HarnessError
from tests.harness.support import FakeSession, perfect

FOUR: Chooser = opponent.at_most(4, opponent.first_legal)


def opened() -> Game:
    return Game(FakeSession(perfect), Form(), ("fake",), 15.0)


def planned(count: int, open_game: Callable[[], Game] = opened) -> list[Planned]:
    return [
        Planned(f"random {seed}", open_game, opponent.at_most(9, opponent.at_random(seed)))
        for seed in range(count)
    ]


def nothing() -> None:
    pass


@pytest.mark.parametrize(
    ("mean", "slowest", "limit", "games"),
    [
        (0.001, 0.002, 15.0, 1),  # the harness itself takes longer
        (0.05, 0.06, 15.0, 6),
        (0.3, 0.4, 15.0, 6),
        (0.3, 0.5, 3.0, 3),
        (1.0, 2.5, 15.0, 3),
        (3.0, 4.0, 15.0, 1),
        (9.0, 14.0, 15.0, 1),  # beside another one it might come too late
        (0.0, 0.0, 15.0, 1),
        (0.1, 0.0, 15.0, 6),
    ],
)
def test_how_many_are_played_at_a_time(
    mean: float, slowest: float, limit: float, games: int
) -> None:
    assert games_at_a_time(mean, slowest, limit) == games


@pytest.mark.parametrize("most", [1, 2, 6, 30])
def test_they_come_in_order_and_are_the_same(most: int) -> None:
    one_by_one = [game.finish().line for _, game in side_by_side(planned(12), 1, nothing)]
    found = list(side_by_side(planned(12), most, nothing))
    assert [name for name, _ in found] == [f"random {seed}" for seed in range(12)]
    assert [game.finish().line for _, game in found] == one_by_one


def test_they_are_played_at_the_same_time() -> None:
    """Each of three waits until the others have come as far."""
    barrier = threading.Barrier(3)

    class Meeting(FakeSession):
        def read(self, complete: Complete) -> Reply:
            barrier.wait(timeout=60)
            return super().read(complete)

    def open_game() -> Game:
        return Game(Meeting(perfect), Form(), ("fake",), 15.0)

    plans = [Planned(str(number), open_game, FOUR) for number in range(3)]
    found = list(side_by_side(plans, 3, nothing))
    assert [len(game.finish().line) for _, game in found] == [4, 4, 4]


def test_when_no_more_are_wanted_the_others_end() -> None:
    sessions: list[FakeSession] = []

    def open_game() -> Game:
        sessions.append(FakeSession(perfect))
        return Game(sessions[-1], Form(), ("fake",), 15.0)

    plans = [Planned("short", open_game, FOUR)]
    plans += [Planned(str(n), open_game, opponent.Trapper()) for n in range(50)]  # for ever
    games = side_by_side(plans, 2, nothing)
    assert next(games)[0] == "short"
    games.close()
    assert all(session.closed for session in sessions)
    assert len(sessions) < len(plans)


def test_one_at_a_time_is_begun_when_it_is_asked_for() -> None:
    """Or while an earlier one ends, of which there are never more than a few."""
    begun: list[int] = []
    sessions: list[FakeSession] = []

    def open_game() -> Game:
        begun.append(threading.get_ident())
        sessions.append(FakeSession(perfect))
        return Game(sessions[-1], Form(), ("fake",), 15.0)

    games = side_by_side(planned(30, open_game), 1, nothing)
    assert begun == []
    assert next(games)[0] == "random 0"
    assert next(games)[0] == "random 1"
    games.close()
    assert {*begun} == {threading.get_ident()}
    assert len(begun) <= 9
    assert all(session.closed for session in sessions)


def test_what_fails_is_told() -> None:
    def open_game() -> Game:
        raise HarnessError("no terminal is left")

    with pytest.raises(HarnessError, match="no terminal"):
        list(side_by_side(planned(3, open_game), 2, nothing))


def test_something_else_is_done_meanwhile() -> None:
    """The game waits for it."""
    done = threading.Event()

    class Waiting(FakeSession):
        def read(self, complete: Complete) -> Reply:
            assert done.wait(timeout=60)
            return super().read(complete)

    plans = [Planned("one", lambda: Game(Waiting(perfect), Form(), ("fake",), 15.0), FOUR)]
    assert len(list(side_by_side(plans, 2, done.set))) == 1
