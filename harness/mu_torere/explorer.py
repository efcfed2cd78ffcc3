"""The explorer: covers every legal human move in every position that a black box lets happen.

It plays long games that cover many moves. Drawn positions come first, because a human's mistake
cannot be taken back; then every game makes the nearest mistake after which something is not yet
seen. The program is started anew only when nothing is left to be seen from where the game stands.
Every position is asked again by a second history where one exists, to test the assumption that the
reply depends on the position (see `policy`). Of a program that is slow to answer several games are
played at a time: to wait costs no processor.
"""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Final

from harness.mu_torere.endings import Endings
from harness.mu_torere.game import Game
from harness.mu_torere.policy import Policy, Situation
from harness.mu_torere.proof import second_missing
from harness.mu_torere.referee import Judgement
from harness.mu_torere.tour import Budget, Progress, Shared, Tour
from reference.mu_torere.rules import legal_moves

OpenGame = Callable[[], Game]

Record = Callable[[Game], Judgement]
"""Given every finished game, for keeping; gives back what the referee says of it."""

AtATime = Callable[[float, float], int]
"""How many games may be played at a time, by the mean and the longest time to answer in seconds."""

_ANSWERS: Final = 8  # by which it is told whether a program is slow


@dataclass(slots=True)
class Exploration:
    """All games played, what they tell, and whether the last of them went wrong."""

    policy: Policy = field(default_factory=Policy)
    judgements: list[Judgement] = field(default_factory=list)
    exhausted: bool = False  # the budget was, before everything was covered

    @property
    def failed(self) -> bool:
        """Whether the last game went wrong."""
        return bool(self.judgements and self.judgements[-1].findings)


def explore(
    open_game: OpenGame,
    budget: Budget | None = None,
    progress: Progress | None = None,
    record: Record = Game.judgement,
    policy: Policy | None = None,
    at_a_time: AtATime | None = None,
) -> Exploration:
    """Play until everything is covered, a game goes wrong, or the budget is spent.

    It stops as well when the program turns out to be erratic: then `lots` goes on. Given a policy,
    it starts from what that knows, and plays nothing when that is enough.
    """
    found = Exploration(policy or Policy())
    if found.policy.rounds and not _anything_left(found.policy):
        return found
    shared = Shared(found.policy, budget or Budget(), progress)
    _Explorer(found, open_game, record, at_a_time, shared).run()
    return found


class _Explorer:
    """Plays the games of an exploration, one after another or some at a time."""

    def __init__(
        self,
        found: Exploration,
        open_game: OpenGame,
        record: Record,
        at_a_time: AtATime | None,
        shared: Shared,
    ) -> None:
        self._found, self._open, self._record = found, open_game, record
        self._at_a_time, self._shared = at_a_time, shared
        self._starts = self._in_play = 0
        self._others: list[Future[None]] = []

    def run(self) -> None:
        """Play on in this thread, and in others beside it if the program turns out to be slow."""
        with ExitStack() as stack:
            self._stack = stack
            with self._shared.changed:
                self._play_on()
            for other in self._others:
                other.result()

    def _end(self) -> None:
        with self._shared.changed:
            self._shared.enough = True
            self._shared.changed.notify_all()

    def _play_beside(self) -> None:
        with self._shared.changed:
            try:
                self._play_on()
            except BaseException:
                self._end()
                raise

    def _play_on(self) -> None:
        """Play one game after another until the exploration is over. The lock is held."""
        shared = self._shared
        with Endings() as endings:
            while not shared.enough:
                spent = shared.policy.rounds >= shared.budget.rounds
                if spent or self._starts >= self._most_starts:
                    self._found.exhausted = True
                    break
                tour = self._tour_from_a_known_start() if self._others else None
                if tour is None and self._in_play:
                    shared.changed.wait()  # the others are on their way to all that is left
                    continue
                self._in_play += 1
                try:
                    game = self._play(tour)
                finally:
                    self._in_play -= 1
                    shared.changed.notify_all()
                endings.end(game)
                self._take(endings.all_ended() if game.failed else endings.ended())
            self._take(endings.all_ended())

    @property
    def _most_starts(self) -> int:
        """Games at a time make mistakes of which one alone would have shown as much."""
        return self._shared.budget.starts * (2 if self._others else 1)

    def _tour_from_a_known_start(self) -> Tour | None:
        for start in list(self._shared.policy.starts):
            tour = Tour(self._shared, start)
            if tour.has_a_way():
                return tour
        return None

    def _play(self, tour: Tour | None) -> Game:
        """Play one game, by the tour if it begins as that does, but not what follows its end."""
        self._starts += 1
        shared = self._shared
        try:
            with _released(shared.changed):
                game = self._open()
                game.leave_end()
            start = game.position
            if start is not None:
                if tour is not None and start != tour.start:
                    tour.leave()
                    tour = None
                tour = tour or Tour(shared, start)
                tour.play(game, self._play_more_at_a_time)
        finally:
            if tour is not None:
                tour.leave()
        if shared.policy.erratic or not _anything_left(shared.policy):
            self._end()
        return game

    def _take(self, games: Iterator[Game]) -> None:
        """Add what came of these games; the one that went wrong first stays the last."""
        judgements = self._found.judgements
        while True:
            with _released(self._shared.changed):
                game = next(games, None)
            if game is None:
                return
            judgement = self._record(game)
            judgements.insert(len(judgements) - self._found.failed, judgement)
            if self._found.failed:
                self._end()

    def _play_more_at_a_time(self) -> None:
        """Once it is known how long the program takes to answer: games beside the first one."""
        shared = self._shared
        if self._at_a_time is None or shared.answers != _ANSWERS:
            return
        more = self._at_a_time(shared.seconds / shared.answers, shared.slowest) - 1
        if more > 0:
            threads = self._stack.enter_context(ThreadPoolExecutor(more))
            self._others += [threads.submit(self._play_beside) for _ in range(more)]
            self._stack.callback(self._end)  # before the threads are waited for


@contextmanager
def _released(lock: threading.Condition) -> Iterator[None]:
    """Without the lock, which is held before and after."""
    lock.release()
    try:
        yield
    finally:
        lock.acquire()


def _anything_left(policy: Policy) -> bool:
    for start in policy.starts:
        for here in policy.situations(Situation(start)):
            if any(policy.reply(here, node) is None for node in legal_moves(here.position)):
                return True
    # The newest first: of what was asked in every game's first rounds much has one history only.
    return any(second_missing(policy, target) for target in reversed(policy.asked))
