"""Ends games in threads of their own while others are played: some programs take a while to end.

One that asks for another game after its win must sit at its prompt for a second before that counts
as waiting; to wait costs no processor.
"""

from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Final, Self

from harness.mu_torere.game import Game
from harness.transcript import Transcript

_AT_A_TIME: Final = 6  # each may take the memory of one run


class Endings:
    """Games that are over but for what follows the last move. To be closed, as by `with`."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(_AT_A_TIME)
        self._games: deque[tuple[Game, Future[Transcript]]] = deque()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *failure: object) -> None:
        if kind is not None:  # an interrupt is not kept waiting by programs that do not end
            for game, _ in self._games:
                game.kill()
        self._threads.shutdown()

    def end(self, game: Game) -> None:
        """End the program of this game, whose end was left to `Game.finish`."""
        self._games.append((game, self._threads.submit(game.finish)))

    def ended(self) -> Iterator[Game]:
        """The first games that have ended, in their order. Waits while there are too many."""
        while self._games and (self._games[0][1].done() or len(self._games) > _AT_A_TIME):
            yield self._first()

    def all_ended(self) -> Iterator[Game]:
        """All games that are left, in their order, when they have ended."""
        while self._games:
            yield self._first()

    def _first(self) -> Game:
        game, end = self._games[0]  # and left there until it has ended: see `__exit__`
        end.result()
        self._games.popleft()
        return game
