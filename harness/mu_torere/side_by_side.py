"""Games against a program that is slow to answer, played side by side: to wait costs no processor.

Each game has a run of the program and a thread of its own. What comes of them is given in the order
in which they would have been played one after another, so that the verdict is the same.
"""

import threading
from collections import deque
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import Final, NamedTuple

from harness.mu_torere.endings import Endings
from harness.mu_torere.game import Chooser, Game, play_on, play_out
from harness.mu_torere.rounds import Round
from reference.mu_torere.rules import Node, Position

_MOST: Final = 6  # games at a time: each may take the memory of one run
_SLOW_SECONDS: Final = 0.05  # to answer, on the average: below it the harness itself takes longer
_SHARE_OF_LIMIT: Final = 0.5  # of a move's time that all of them together may take
_LOOK_SECONDS: Final = 0.1


class Planned(NamedTuple):
    """A game that is still to be played. `choose` is not to be shared with another one."""

    name: str
    open: Callable[[], Game]
    choose: Chooser


def games_at_a_time(mean_seconds: float, slowest_seconds: float, move_seconds: float) -> int:
    """How many games of a program may be played at a time, by how long it takes to answer.

    One that computes all the time is as much slower as there are others beside it: then, too, none
    may come near the limit of a move.
    """
    if mean_seconds < _SLOW_SECONDS:
        return 1
    return max(1, min(_MOST, int(move_seconds * _SHARE_OF_LIMIT / max(slowest_seconds, 1e-9))))


def finished(game: Game, choose: Chooser) -> Game:
    """The game, played to its end, or until the chooser stops."""
    play_out(game, choose)
    return game


def side_by_side(
    plans: Sequence[Planned], most: int, meanwhile: Callable[[], None]
) -> Generator[tuple[str, Game], None, None]:
    """Play these games, so many at a time; their names and themselves, finished, in this order.

    `meanwhile` is called every now and then. When no more are asked for, those that are being
    played end after their next round.
    """
    if most <= 1:
        yield from _one_by_one(plans)
        return
    enough = threading.Event()

    def played(plan: Planned) -> Game:
        def choose(position: Position, rounds: Sequence[Round]) -> Node | None:
            return None if enough.is_set() else plan.choose(position, rounds)

        return finished(plan.open(), choose)

    threads = ThreadPoolExecutor(most)
    try:
        waiting = deque((plan.name, threads.submit(played, plan)) for plan in plans)
        while waiting:
            name, future = waiting.popleft()
            yield name, _result(future, meanwhile)
    finally:
        enough.set()
        threads.shutdown(cancel_futures=True)


def _one_by_one(plans: Sequence[Planned]) -> Generator[tuple[str, Game], None, None]:
    """Play these games one after another, but end them side by side."""
    names = deque(plan.name for plan in plans)
    with Endings() as endings:
        for plan in plans:
            game = plan.open()
            game.leave_end()
            play_on(game, plan.choose)
            endings.end(game)
            for ended in endings.all_ended() if game.failed else endings.ended():
                yield names.popleft(), ended
        for ended in endings.all_ended():
            yield names.popleft(), ended


def _result(future: Future[Game], meanwhile: Callable[[], None]) -> Game:
    while not wait([future], timeout=_LOOK_SECONDS).done:
        meanwhile()
    return future.result()
