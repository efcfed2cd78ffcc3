"""Mu Torere's graph up to symmetry: the classes of positions, the moves between them, a layout.

A class is drawn in the row of the fewest plies that lead to it from the start; classes that no play
reaches are in the last row.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Final, NamedTuple

from reference.mu_torere.retrograde import distance, positions, value, value_keeping_moves
from reference.mu_torere.rules import START, Position, apply, legal_moves
from reference.mu_torere.symmetries import canonical_form

_SWEEPS: Final = 12  # of the order within rows, down and up


class Graph(NamedTuple):
    """Classes by their canonical positions, moves between them by their numbers, rows of numbers.

    `keeping` are the moves that keep the mover's value. Where moves of both kinds lead from one
    class to another, the edge is among these.
    """

    classes: tuple[Position, ...]
    edges: tuple[tuple[int, int], ...]
    keeping: frozenset[tuple[int, int]]
    rows: tuple[tuple[int, ...], ...]


@cache
def graph() -> Graph:
    """The whole graph."""
    classes = tuple(sorted({canonical_form(position) for position in positions()}))
    number = {position: n for n, position in enumerate(classes)}
    every, keeping = set(), set()
    for position in classes:
        for move in legal_moves(position):
            edge = number[position], number[canonical_form(apply(position, move))]
            every.add(edge)
            if move in value_keeping_moves(position):
                keeping.add(edge)
    edges = tuple(sorted(every))
    rows = _rows(number[canonical_form(START)], len(classes), edges)
    return Graph(classes, edges, frozenset(keeping), _untangled(rows, edges))


def taken(policy: Mapping[str, int]) -> list[tuple[int, int]]:
    """The edges that a policy, a node for each placement with white to move, moves along."""
    classes = {position: n for n, position in enumerate(graph().classes)}
    found = set()
    for placement, node in policy.items():
        asked = Position(placement, "w")
        found.add((classes[canonical_form(asked)], classes[canonical_form(apply(asked, node))]))
    return sorted(found)


def shown(policies: Mapping[str, Mapping[str, int]]) -> dict[str, Any]:
    """The graph as the page draws it: a place across (0 to 1) and a row for each class."""
    known = graph()
    widest = max(map(len, known.rows))
    place = {
        n: ((k + 0.5 + (widest - len(row)) / 2) / widest, r)
        for r, row in enumerate(known.rows)
        for k, n in enumerate(row)
    }
    return {
        "classes": [
            {
                "key": position.placement + position.to_move,
                "value": value(position).name,
                "distance": distance(position),
                "across": round(place[n][0], 4),
                "row": place[n][1],
            }
            for n, position in enumerate(known.classes)
        ],
        "edges": [[*edge, int(edge in known.keeping)] for edge in known.edges],
        "taken": {name: taken(policy) for name, policy in policies.items()},
    }


def _rows(start: int, count: int, edges: Iterable[tuple[int, int]]) -> list[list[int]]:
    after: dict[int, list[int]] = {}
    for a, b in edges:
        after.setdefault(a, []).append(b)
    rows, seen = [[start]], {start}
    while rows[-1]:
        following = sorted({b for a in rows[-1] for b in after.get(a, ())} - seen)
        seen.update(following)
        rows.append(following)
    rows[-1] = [n for n in range(count) if n not in seen]
    return [row for row in rows if row]


def _untangled(
    rows: list[list[int]], edges: Sequence[tuple[int, int]]
) -> tuple[tuple[int, ...], ...]:
    """The rows with few crossings: each class stands at the mean place of its neighbours."""
    joined: dict[int, set[int]] = {}
    for a, b in edges:
        joined.setdefault(a, set()).add(b)
        joined.setdefault(b, set()).add(a)
    place = {n: (k + 0.5) / len(row) for row in rows for k, n in enumerate(row)}
    for sweep in range(_SWEEPS):
        for row in rows if sweep % 2 == 0 else reversed(rows):
            mean = {}
            for n in row:
                others = [place[m] for m in sorted(joined.get(n, ())) if m not in row]
                mean[n] = sum(others) / len(others) if others else place[n]
            row.sort(key=lambda n, mean=mean: (mean[n], n))  # type: ignore[misc]  # a default has no type
            place.update({n: (k + 0.5) / len(row) for k, n in enumerate(row)})
    return tuple(map(tuple, rows))
