"""A human of short games, each of which leads the program into other traps, and lets it win.

The same few moves would be all that many short games ever tried. So each game first goes to another
trap, then to the nearest that it has not been in, and ends by another mistake of the human.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from harness.mu_torere.opponent import traps
from harness.mu_torere.policy import is_mistake
from harness.mu_torere.reply_graph import ReplyGraph, Step
from harness.mu_torere.rounds import Round
from reference.mu_torere.rules import Node, Position, apply, legal_moves

_ROUNDS: Final = 8  # before he goes to err
_MOST: Final = 40  # rounds of one game: no way to a mistake, and no win, is as long


class TrapTour:
    """Chooses the human's moves of the game of this number, by the replies that are known."""

    def __init__(self, replies: Mapping[Step, Position], number: int) -> None:
        self._graph = ReplyGraph(replies)
        self._number = number
        self._asked: set[Position] = set()
        self._goal: Step | None = None

    def __call__(self, position: Position, rounds: Sequence[Round]) -> Node | None:
        """The next move; None when it is enough."""
        if rounds:
            self._graph.learn((rounds[-1].before, rounds[-1].node), position)
            self._asked.add(rounds[-1].asked)
        if len(rounds) >= _MOST:
            return None
        if len(rounds) < _ROUNDS:
            way = self._to_a_trap(position)
        else:
            way = self._to_one(position, is_mistake)
        if way:
            return way[0][1]
        moves = legal_moves(position)
        return moves[(self._number + len(rounds)) % len(moves)]

    def _to_a_trap(self, position: Position) -> tuple[Step, ...] | None:
        """The way to the first trap of this game; to the nearest new one when that is passed."""

        def is_new_trap(here: Position, node: Node) -> bool:
            asked = apply(here, node)
            return asked in traps() and asked not in self._asked and not is_mistake(here, node)

        if self._goal is None or apply(*self._goal) not in self._asked:
            return self._to_one(position, is_new_trap)
        return self._to_nearest(position, is_new_trap)

    def _to_one(
        self, position: Position, wanted: Callable[[Position, Node], bool]
    ) -> tuple[Step, ...] | None:
        """The way to the move of this game's number among those that are wanted."""
        away = self._graph.distances(position)
        if self._goal is None or self._goal[0] not in away or not wanted(*self._goal):
            found = [(here, node) for here in sorted(away) for node in legal_moves(here)
                     if wanted(here, node)]  # fmt: skip
            if not found:
                return None
            self._goal = found[self._number % len(found)]
        way = self._graph.way(position, self._goal[0])
        return None if way is None else (*way, self._goal)

    def _to_nearest(
        self, position: Position, wanted: Callable[[Position, Node], bool]
    ) -> tuple[Step, ...] | None:
        def node_of(here: Position) -> Node | None:
            return next((node for node in legal_moves(here) if wanted(here, node)), None)

        way = self._graph.route(position, lambda here: node_of(here) is not None)
        if way is None:
            return None
        here = position if not way else self._graph.after(*way[-1])
        assert here is not None, "the way goes by known replies"
        node = node_of(here)
        assert node is not None, "it ends where one is wanted"
        return (*way, (here, node))
