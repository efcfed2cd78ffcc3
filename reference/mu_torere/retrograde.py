"""Retrograde analysis: the value and distance of every position, computed once when first asked.

Works backwards from the positions without a legal move. A position is won as soon as one successor
is lost, and lost as soon as all are won; a position never reached this way is a draw, because
the game can go on for ever. Positions are settled in order of distance, so the first win found is
the fastest, and the last successor to be won is the longest resistance.
"""

from collections import defaultdict, deque
from collections.abc import Mapping
from enum import IntEnum
from functools import cache
from typing import NamedTuple

from reference.mu_torere.rules import (
    BLACK,
    WHITE,
    Node,
    Position,
    all_placements,
    apply,
    legal_moves,
)


class Value(IntEnum):
    """What best play brings the side to move. The opponent's value is the negative."""

    LOSS = -1
    DRAW = 0
    WIN = 1


class _Entry(NamedTuple):
    value: Value
    distance: int | None
    successors: Mapping[Node, Position]


def value(position: Position) -> Value:
    """The value for the side to move. Raises ValueError unless there are four stones a side."""
    return _entry(position).value


def distance(position: Position) -> int | None:
    """Plies to the end under best play; None for a draw.

    The winner hurries and the loser resists. Raises ValueError unless there are four stones a side.
    """
    return _entry(position).distance


@cache
def value_keeping_moves(position: Position) -> tuple[Node, ...]:
    """The legal moves after which the mover still has the value he had, ascending.

    In a lost position they are all. In a won one they may in principle be too slow, or even go
    round in circles; that here they are never more than `best_moves` is a finding (the tests
    name it), not a rule. None when the game is over.
    """
    entry = _entry(position)
    return tuple(node for node, after in entry.successors.items() if value(after) == -entry.value)


def best_moves(position: Position) -> tuple[Node, ...]:
    """The value-keeping moves that win fastest or resist longest, ascending; in a draw all of them.

    None when the game is over.
    """
    entry = _entry(position)
    remaining = None if entry.distance is None else entry.distance - 1
    return tuple(
        node
        for node in value_keeping_moves(position)
        if distance(entry.successors[node]) == remaining
    )


def positions() -> tuple[Position, ...]:
    """Every position: each placement with either side to move."""
    return tuple(_table())


def reachable(start: Position) -> frozenset[Position]:
    """The start and every position that legal moves of both sides, good or bad, lead to."""
    found = {start}
    frontier = [start]
    while frontier:
        for after in _entry(frontier.pop()).successors.values():
            if after not in found:
                found.add(after)
                frontier.append(after)
    return frozenset(found)


def _entry(position: Position) -> _Entry:
    entry = _table().get(position)
    if entry is None:
        raise ValueError(f"not a position with four stones a side and one empty node: {position}")
    return entry


@cache
def _table() -> Mapping[Position, _Entry]:
    successors: dict[Position, dict[Node, Position]] = {}
    predecessors: defaultdict[Position, list[Position]] = defaultdict(list)
    for placement in all_placements():
        for colour in (BLACK, WHITE):
            position = Position(placement, colour)
            moves = {node: apply(position, node) for node in legal_moves(position)}
            successors[position] = moves
            for after in moves.values():
                predecessors[after].append(position)

    settled = {position: (Value.LOSS, 0) for position, moves in successors.items() if not moves}
    unrefuted = {position: len(moves) for position, moves in successors.items()}
    queue = deque(settled)
    while queue:
        after = queue.popleft()
        after_value, plies = settled[after]
        for before in predecessors[after]:
            if before in settled:
                continue
            unrefuted[before] -= 1
            if after_value is Value.LOSS:
                settled[before] = (Value.WIN, plies + 1)
            elif unrefuted[before] == 0:
                settled[before] = (Value.LOSS, plies + 1)
            else:
                continue
            queue.append(before)
    table: dict[Position, _Entry] = {}
    for position, moves in successors.items():
        worth, plies_left = settled.get(position, (Value.DRAW, None))
        table[position] = _Entry(worth, plies_left, moves)
    return table
