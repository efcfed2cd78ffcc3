r"""A drawing of the board, traced stroke by stroke: which nodes it joins, what is wrong with it.

A picture marks every node with a letter or a digit; all else is strokes and blanks. Columns and
rows that are blank throughout are left out first, so that `1 - 2` counts as `1-2`. A stroke joins
the two neighbouring cells that its arms point to, and the drawing is right when every stroke is on
a way from node to node, no two ways cross, and the ways are the sixteen edges of the wheel.
"""

from collections import Counter
from dataclasses import dataclass
from itertools import chain
from typing import Final, TypeAlias

from reference.mu_torere.rules import NODES, PUTAHI

Cell: TypeAlias = tuple[int, int]  # row, column, from the top left
Edge: TypeAlias = frozenset[str]  # the marks of two nodes

SQUARE: Final = "1-2-3\n|\\|/|\n4-5-6\n|/|\\|\n7-8-9"

_N, _S, _W, _E = (-1, 0), (1, 0), (0, -1), (0, 1)
_NW, _NE, _SW, _SE = (-1, -1), (-1, 1), (1, -1), (1, 1)
_ARMS: Final = {
    **dict.fromkeys("-─━═–—", (_W, _E)),
    **dict.fromkeys("|│┃║", (_N, _S)),
    **dict.fromkeys("/╱", (_NE, _SW)),
    **dict.fromkeys("\\╲", (_NW, _SE)),
    **dict.fromkeys("┌┏╔╭", (_E, _S)),
    **dict.fromkeys("┐┓╗╮", (_W, _S)),
    **dict.fromkeys("└┗╚╰", (_E, _N)),
    **dict.fromkeys("┘┛╝╯", (_W, _N)),
    "+": (_N, _S, _W, _E),  # a corner, when only two of its arms meet something
}
_CROSSINGS: Final = frozenset("Xx╳┼╋╬*")


@dataclass(frozen=True, slots=True)
class Drawing:
    """A traced picture. `faults` are sentences; empty when it is a right drawing of the board."""

    marks: str  # the nine nodes' marks in reading order
    edges: frozenset[Edge]
    faults: tuple[str, ...]

    def nodes(self) -> dict[str, int]:
        """The node that each mark stands for: kewai 0 is the first in reading order.

        Kewai 1 is the one of its two neighbours that comes first, which in the square form is
        clockwise. Raises ValueError when the drawing is faulty.
        """
        if self.faults:
            raise ValueError(self.faults[0])
        joined = {m: [o for o in self.marks if frozenset((m, o)) in self.edges] for m in self.marks}
        putahi = next(mark for mark in self.marks if len(joined[mark]) == len(NODES) - 1)
        ring = [next(mark for mark in self.marks if mark != putahi)]
        while following := [m for m in joined[ring[-1]] if m not in (*ring, putahi)]:
            ring.append(following[0])
        return {**{mark: node for node, mark in enumerate(ring)}, putahi: PUTAHI}


def trace(picture: str) -> Drawing:
    """Trace a picture. Raises ValueError unless it marks nine nodes, no two alike."""
    cells = _cells(picture)
    marks = "".join(char for cell, char in sorted(cells.items()) if _is_mark(char))
    if len(marks) != len(NODES) or len(set(marks)) != len(NODES):
        raise ValueError(
            f"a picture marks the nine nodes with nine different letters or digits, not {marks!r}"
        )
    edges, faults = _edges(cells)
    doubled = [edge for edge, times in Counter(edges).items() if times > 1]
    faults += [f"the edge {_name(edge)} is drawn more than once" for edge in doubled]
    found = frozenset(edges)
    return Drawing(marks, found, tuple(faults or _wheel_faults(marks, found)))


def _is_mark(char: str) -> bool:
    return char.isalnum() and char not in _CROSSINGS


def _cells(picture: str) -> dict[Cell, str]:
    rows = picture.split("\n")
    inked = [(r, c) for r, row in enumerate(rows) for c, char in enumerate(row) if char != " "]
    row_rank = {r: rank for rank, r in enumerate(sorted({r for r, _ in inked}))}
    column_rank = {c: rank for rank, c in enumerate(sorted({c for _, c in inked}))}
    return {(row_rank[r], column_rank[c]): rows[r][c] for r, c in inked}


def _edges(cells: dict[Cell, str]) -> tuple[list[Edge], list[str]]:
    """The edges drawn, with every repetition, and what is wrong with the strokes."""
    faults = [
        f"{char!r} is a crossing" if char in _CROSSINGS else f"{char!r} is no stroke of an edge"
        for char in dict.fromkeys(cells.values())
        if not _is_mark(char) and char not in _ARMS
    ]
    links = {cell: _links(cells, cell) for cell, char in cells.items() if char in _ARMS}
    for cell, ends in links.items():
        if len(ends) != 2:
            where = f"{cells[cell]!r} in row {cell[0] + 1}, column {cell[1] + 1}"
            faults.append(f"{where} joins {len(ends)} neighbours, not 2")
    pairs = {frozenset((cell, end)) for cell, ends in links.items() for end in ends}
    for row, column in cells:
        falling = frozenset(((row, column), (row + 1, column + 1)))
        rising = frozenset(((row, column + 1), (row + 1, column)))
        if falling in pairs and rising in pairs:
            faults.append(f"two strokes cross below row {row + 1}, column {column + 1}")
    if faults:
        return [], faults
    edges: list[Edge] = []
    for cell in (cell for cell, char in cells.items() if _is_mark(char)):
        for first, ends in links.items():
            if cell in ends and (far := _follow(links, cell, first)) and cell <= far:
                edges.append(frozenset((cells[cell], cells[far])))
    return edges, faults


def _links(cells: dict[Cell, str], cell: Cell) -> list[Cell]:
    """The neighbours that a stroke joins: nodes at its arms, and strokes with an arm towards it."""
    found = []
    for down, right in _ARMS[cells[cell]]:
        other = (cell[0] + down, cell[1] + right)
        char = cells.get(other)
        if char and (_is_mark(char) or (-down, -right) in _ARMS.get(char, ())):
            found.append(other)
    return found


def _follow(links: dict[Cell, list[Cell]], node: Cell, stroke: Cell) -> Cell | None:
    """The node at the other end of the way that leaves `node` by `stroke`; None for a loop."""
    behind, here = node, stroke
    while here in links:
        ahead = [cell for cell in links[here] if cell != behind]
        if not ahead:
            return None
        behind, here = here, ahead[0]
    return here


def _wheel_faults(marks: str, edges: frozenset[Edge]) -> list[str]:
    """The edges missing from the wheel, and those too many, seen from its most likely centre."""
    degree = Counter(chain.from_iterable(edges))
    putahi = max(marks, key=lambda mark: degree[mark])
    rim = [mark for mark in marks if mark != putahi]
    faults = [
        f"the edge {_name((putahi, mark))} is not drawn"
        for mark in rim
        if frozenset((putahi, mark)) not in edges
    ]
    ring = {mark: [o for o in rim if frozenset((mark, o)) in edges] for mark in rim}
    loose = "".join(mark for mark in rim if len(ring[mark]) < 2)
    if loose:
        faults.append(f"an edge of the ring is not drawn at {' and '.join(loose)}")
    faults += [f"{m} has more than two neighbours on the ring" for m in rim if len(ring[m]) > 2]
    if not faults:
        going, seen = rim[0], [rim[0]]
        while following := [m for m in ring[going] if m not in seen]:
            going = following[0]
            seen.append(going)
        if len(seen) != len(rim):
            faults.append(f"the ring is not one ring of {len(rim)}")
    return faults


def _name(edge: Edge | tuple[str, str]) -> str:
    return "-".join(sorted(edge))
