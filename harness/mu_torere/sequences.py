"""Sequences of human moves: which were made in one game, and which are left to be made.

A sequence is known by the position before it and by its moves: the program's replies are known.
"""

from collections import Counter
from collections.abc import Sequence
from typing import TypeAlias

from harness.mu_torere.reply_graph import ReplyGraph, Step
from reference.mu_torere.retrograde import value_keeping_moves
from reference.mu_torere.rules import Node, Position

Line: TypeAlias = tuple[Position | Node, ...]  # a position, and the moves made from there


class Sequences:
    """All sequences of so many moves within some positions: those made, and those left."""

    def __init__(self, graph: ReplyGraph, within: frozenset[Position], depth: int) -> None:
        self.depth = depth
        self._left: Counter[Line] = Counter()  # of every beginning, how many are left
        self._whole: set[Line] = set()
        for start in within:
            lines: list[tuple[Line, Position]] = [((start,), start)]
            for _ in range(depth):
                lines = [((*line, node), after) for line, here in lines
                         for node, after in graph.ways(here) if after in within]  # fmt: skip
            self._whole.update(line for line, _ in lines)
        self.total = len(self._whole)
        for line in self._whole:
            for length in range(1, depth + 1):
                self._left[line[:length]] += 1

    @property
    def left(self) -> int:
        """How many were not made yet."""
        return len(self._whole)

    def made(self, trail: Sequence[Step]) -> None:
        """Take the last moves of the game."""
        if len(trail) >= self.depth:
            self._strike(_line(trail[-self.depth :]))

    def next(self, trail: Sequence[Step], here: Position) -> tuple[Line, list[Node]] | None:
        """The moves by which the last ones become most of a sequence that is left.

        Before them stands the part of it that is made.
        """
        for length in range(min(self.depth - 1, len(trail)), -1, -1):
            line = _line(trail[-length:]) if length else (here,)
            if self._left[line]:
                nodes = [n for n in value_keeping_moves(here) if self._is_left((*line, n))]
                if nodes:
                    return line, nodes
        return None

    def promise(self, trail: Sequence[Step]) -> int:
        """A score of how much is left that begins with the last of these moves.

        The more of them it begins with, the higher. It serves to choose among wanted moves.
        """
        return sum(self._left[_line(trail[-size:])] << size for size in range(1, len(trail)))

    def begins_at(self, here: Position) -> bool:
        """Whether one that is left begins here."""
        return self._left[(here,)] > 0

    def give_up(self, beginning: Line) -> int:
        """Strike the sequences that begin so and cannot be made any more. Returns their number."""
        size = len(beginning)
        found = [line for line in self._whole if line[:size] == beginning]
        for line in found:
            self._strike(line)
        return len(found)

    def _is_left(self, line: Line) -> bool:
        return line in self._whole or self._left[line] > 0

    def _strike(self, line: Line) -> None:
        if line in self._whole:
            self._whole.remove(line)
            for length in range(1, self.depth + 1):
                self._left[line[:length]] -= 1


def _line(steps: Sequence[Step]) -> Line:
    return (steps[0][0], *(node for _, node in steps))
