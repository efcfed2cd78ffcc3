"""The positions of one program that recur: those from which the human can keep the draw.

Each leads to others by the human's moves that keep the draw and by the program's replies, as far as
these are known. A reply that contradicts an earlier one takes its place.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple, TypeAlias

from reference.mu_torere.retrograde import value_keeping_moves
from reference.mu_torere.rules import Node, Position

Step: TypeAlias = tuple[Position, Node]  # a human move: the position before it, and the node
Wanted = Callable[[Position], bool]


class Circle(NamedTuple):
    """Human moves, no two from one position, the last of which leads back to the first."""

    steps: tuple[Step, ...]

    def begun_at(self, position: Position) -> "Circle":
        """The same circle, from another of its positions."""
        first = [before for before, _ in self.steps].index(position)
        return Circle((*self.steps[first:], *self.steps[:first]))

    @property
    def positions(self) -> tuple[Position, ...]:
        """The positions on it, in their order."""
        return tuple(before for before, _ in self.steps)


class ReplyGraph:
    """Where the human's moves lead to, as far as the program's replies were seen."""

    def __init__(self, replies: Mapping[Step, Position] | None = None) -> None:
        self._after: dict[Position, dict[Node, Position]] = {}
        for step, reply in (replies or {}).items():
            self.learn(step, reply)

    def learn(self, step: Step, reply: Position) -> bool:
        """Take what was replied to a move; whether that contradicts what was known."""
        after = self._after.setdefault(step[0], {})
        known = after.get(step[1])
        after[step[1]] = reply
        return known not in (None, reply)

    def after(self, here: Position, node: Node) -> Position | None:
        """The position after a move and the reply to it; None when that is not known."""
        return self._after.get(here, {}).get(node)

    def ways(self, here: Position, mistakes: bool = False) -> Iterator[tuple[Node, Position]]:
        """The moves that keep the draw (`mistakes`: all), and where they are known to lead."""
        after = self._after.get(here, {})
        for node in after if mistakes else value_keeping_moves(here):
            if node in after:
                yield node, after[node]

    def untried(self, here: Position) -> Node | None:
        """A move that keeps the draw, the reply to which is not known; None when there is none."""
        after = self._after.get(here, {})
        return next((node for node in value_keeping_moves(here) if node not in after), None)

    def route(
        self, start: Position, wanted: Wanted, mistakes: bool = False
    ) -> tuple[Step, ...] | None:
        """A shortest known way to a position that is wanted; `mistakes`: by any human moves."""
        way: dict[Position, tuple[Step, ...]] = {start: ()}
        frontier = deque([start])
        while frontier:
            here = frontier.popleft()
            if wanted(here):
                return way[here]
            for node, after in self.ways(here, mistakes):
                if after not in way:
                    way[after] = (*way[here], (here, node))
                    frontier.append(after)
        return None

    def way(self, start: Position, goal: Position) -> tuple[Step, ...] | None:
        """A shortest known way from one position to another."""
        return self.route(start, lambda here: here == goal)

    def distances(self, start: Position) -> dict[Position, int]:
        """The moves to every position that is known to be reached."""
        return _distances(start, lambda here: (after for _, after in self.ways(here)))

    def component(self, here: Position) -> frozenset[Position]:
        """The positions that can be reached from here, and from which here can be reached."""
        return frozenset(self._distances_to(here, frozenset(self.distances(here))))

    def circles(self, within: Iterable[Position], longest: int) -> Iterator[Circle]:
        """Every circle of at most so many moves whose positions are among these, once."""
        left = sorted(within)
        for number, start in enumerate(left):
            later = frozenset(left[number:])
            back = self._distances_to(start, later)
            paths: list[tuple[Step, ...]] = [()]
            ends = [start]
            while paths:
                path, here = paths.pop(), ends.pop()
                passed = {before for before, _ in path}
                for node, after in self.ways(here):
                    longer = (*path, (here, node))
                    if after == start:
                        yield Circle(longer)
                    elif after not in passed and len(longer) + back.get(after, longest) <= longest:
                        paths.append(longer)
                        ends.append(after)

    def _distances_to(self, goal: Position, within: frozenset[Position]) -> dict[Position, int]:
        before: dict[Position, list[Position]] = {}
        for one in within:
            for _, after in self.ways(one):
                if after in within:
                    before.setdefault(after, []).append(one)
        return _distances(goal, lambda here: before.get(here, ()))


def _distances(
    start: Position, next_to: Callable[[Position], Iterable[Position]]
) -> dict[Position, int]:
    """The steps to every position that they lead to, breadth first."""
    found = {start: 0}
    frontier = deque([start])
    while frontier:
        here = frontier.popleft()
        for there in next_to(here):
            if there not in found:
                found[there] = found[here] + 1
                frontier.append(there)
    return found
