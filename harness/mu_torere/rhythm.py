"""Humans who have the program in a trap in every round of a game, by turns.

A program may err in one round of a game alone, the 300th say, whatever the position. That is seen
only where there is something to lose: in a trap. No human can lead the program into one in every
round of one game, but he can do it at every third or sixth, by going round one circle. So several
play, each of them in time with other rounds, until every number of a round has had its trap.
"""

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from harness.mu_torere.opponent import traps
from harness.mu_torere.reply_graph import Circle, ReplyGraph, Step
from harness.mu_torere.rounds import Round
from reference.mu_torere.rules import Node, Position, apply

RHYTHM: Final = 1000  # rounds of each game
IN_HASTE: Final = 500  # the same with a program that is slow to answer
_LONGEST: Final = 6  # moves of a circle
_MOST_GAMES: Final = 3
_MOST_SURPRISES: Final = 50  # replies that contradict earlier ones: there is no keeping time then


class InTime:
    """Goes round one circle so that its first move is made in every round that `beat` says.

    That is in those whose number leaves the rest `beat` when it is divided by the circle's length.
    """

    def __init__(self, graph: ReplyGraph, circle: Circle, beat: int, rounds: int = RHYTHM) -> None:
        self._graph, self._circle, self._beat, self._rounds = graph, circle, beat, rounds
        self._plan: deque[Step] = deque()
        self._surprises = 0

    def __call__(self, position: Position, rounds: Sequence[Round]) -> Node | None:
        """The next move; None when it is enough, or when no way leads into the circle in time."""
        if rounds and self._graph.learn((rounds[-1].before, rounds[-1].node), position):
            self._surprises += 1
        if len(rounds) >= self._rounds or self._surprises > _MOST_SURPRISES:
            return None
        if not self._plan or self._plan[0][0] != position:
            self._plan = deque(self._way(position, len(rounds)) or ())
        return self._plan.popleft()[1] if self._plan else None

    def _due(self, number: int) -> Step:
        """The move of the circle that is due in this round."""
        return self._circle.steps[(number - self._beat) % len(self._circle.steps)]

    def _way(self, start: Position, number: int) -> tuple[Step, ...] | None:
        """The moves to where the circle and the round agree, and the one that is due there."""
        length = len(self._circle.steps)
        frontier: deque[tuple[Position, tuple[Step, ...]]] = deque([(start, ())])
        seen = {(start, number % length)}
        while frontier:
            here, way = frontier.popleft()
            due = self._due(number + len(way))
            if due[0] == here:
                return (*way, due)
            for node, after in self._graph.ways(here):
                there = after, (number + len(way) + 1) % length
                if there not in seen:
                    seen.add(there)
                    frontier.append((after, (*way, (here, node))))
        return None


def in_every_round(
    start: Position, replies: Mapping[Step, Position], rounds: int = RHYTHM
) -> Iterator[InTime]:
    """Humans between whom the program is in a trap in every round, but for the first few."""
    graph = ReplyGraph(replies)
    circles = graph.circles(sorted(graph.distances(start)), _LONGEST)
    circle = max(circles, key=_share, default=None)
    if circle is None or not _trapped(circle):
        return
    length, trapped = len(circle.steps), _trapped(circle)
    left = set(range(length))
    for _ in range(_MOST_GAMES):
        if not left:
            return
        beat = max(range(length), key=lambda b: len(left & {(b + at) % length for at in trapped}))
        left -= {(beat + at) % length for at in trapped}
        yield InTime(ReplyGraph(replies), circle, beat, rounds)


def _trapped(circle: Circle) -> list[int]:
    """The moves of a circle after which the program is in a trap."""
    return [number for number, step in enumerate(circle.steps) if apply(*step) in traps()]


def _share(circle: Circle) -> tuple[float, int]:
    """The share of a circle's moves that set a trap; among equal shares, short circles first."""
    return len(_trapped(circle)) / len(circle.steps), -len(circle.steps)
