"""Edges that are no straight lines: strokes that follow one another from node to node.

Most octagons cannot be drawn with straight lines in a terminal: `|` goes on as a slanted stroke,
`--` as `__` a row below. An edge is a way from one node to the other, from stroke to stroke in
neighbouring cells, that never turns back. A drawing is right when sixteen such ways, one for each
edge and none by a stroke of another, take every stroke of it. Near the centre, where there is not
always room for eight of them, two neighbouring ones may have their last strokes in common.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final, TypeAlias

from harness.mu_torere.reading.strokes import (
    DOT,
    FALLING,
    LEVEL,
    RISING,
    SOFT,
    UPRIGHT,
    Box,
    Cell,
    Strokes,
    at,
    hull,
    in_three_rows,
)
from reference.mu_torere.rules import EDGES, PUTAHI, Node

Way: TypeAlias = tuple[Cell, ...]  # the cells of an edge, from node to node
_Step: TypeAlias = tuple[int, int]  # rows down, columns right

_FALLING_STEPS: Final = ((-1, -1), (1, 1))
_RISING_STEPS: Final = ((-1, 1), (1, -1))
_LEVEL_STEPS: Final = ((0, -1), (0, 1))
_UPRIGHT_STEPS: Final = ((-1, 0), (1, 0))
_ROW: Final = 2  # columns that are as long as a row is high
_ASIDE: Final = 3  # columns that a way may pass beside the straight line,
_BEND: Final = 0.2  # and this share of its length
_MOST_STROKES: Final = 600  # a flood is not searched to its end
_MOST_MISSING: Final = 2  # edges that a misdrawn board may lack
_MOST_STEPS: Final = 4_000  # on all ways of one edge
_MOST_TRIED: Final = 5_000


def bent_edges(rows: Sequence[str], boxes: Sequence[Box]) -> dict[frozenset[Node], Strokes | None]:
    """The strokes of every edge between the nodes 0-8; None for one that is not drawn.

    All are None unless at most a few are, and every stroke within the board is part of an edge. In
    three rows they are: a row that stands elsewhere than its strokes go is a misprint there.
    """
    chosen: Mapping[frozenset[Node], Way] = {}
    if not in_three_rows(boxes):
        signs = _signs(rows, boxes)
        ways = _ways_of_edges(signs, boxes) if len(signs) <= _MOST_STROKES else {}
        chosen = _apart(ways, frozenset(signs)) if ways else {}
    drawn = {
        pair: Strokes(frozenset(way), tuple(frozenset({cell}) for cell in way))
        for pair, way in chosen.items()
    }
    return {pair: drawn.get(pair) for pair in EDGES}


def _signs(rows: Sequence[str], boxes: Sequence[Box]) -> dict[Cell, str]:
    """Every stroke within the hull of the nodes, by its cell."""
    nodes = {cell for box in boxes for cell in box.cells}
    rows_of_board, columns = hull(boxes)
    return {
        (row, column): sign
        for row in rows_of_board
        for column in columns
        if (row, column) not in nodes and _steps(sign := at(rows, row, column))
    }


def _steps(sign: str) -> tuple[_Step, ...]:
    """The directions in which a stroke may go on; none for what is no stroke."""
    if sign == DOT:
        return ()
    if sign in SOFT:
        return _FALLING_STEPS + _RISING_STEPS + _LEVEL_STEPS + _UPRIGHT_STEPS
    if sign in LEVEL:
        return _FALLING_STEPS + _RISING_STEPS + _LEVEL_STEPS
    if sign in UPRIGHT:
        return _FALLING_STEPS + _RISING_STEPS + _UPRIGHT_STEPS
    if sign in FALLING:
        return _FALLING_STEPS + _LEVEL_STEPS + _UPRIGHT_STEPS
    if sign in RISING:
        return _RISING_STEPS + _LEVEL_STEPS + _UPRIGHT_STEPS
    return ()


def _ways_of_edges(
    signs: Mapping[Cell, str], boxes: Sequence[Box]
) -> dict[frozenset[Node], list[Way]]:
    """The ways of every edge, the longest first; none at all where many edges have none."""
    found = {}
    missing = 0
    for pair in EDGES:
        one, other = (boxes[node] for node in sorted(pair))  # the centre is the last of the nodes
        ways = _ways(signs, one, other)
        missing += not ways
        if ways is None or missing > _MOST_MISSING:
            return {}
        if ways:
            found[pair] = sorted(ways, key=len, reverse=True)
    return found


def _ways(signs: Mapping[Cell, str], one: Box, other: Box) -> list[Way] | None:
    """Every way from one node to the other; None where there are too many to try."""
    fitting = _fitting(one, other)
    near = {cell for cell, sign in signs.items() if sign in fitting and _is_near(cell, one, other)}
    begins = {cell: reached for cell in near if (reached := _reached(signs, cell, one))}
    ends = {cell: reached for cell in near if (reached := _reached(signs, cell, other))}
    found: list[Way] = []
    going: list[Way] = [(cell,) for cell in begins]
    for _ in range(_MOST_STEPS):
        if not going:
            return found
        way = going.pop()
        last = way[-1]
        if any(_is_drawn(signs, (first, *way, end))
               for first in begins[way[0]] for end in ends.get(last, ())):  # fmt: skip
            found.append(way)
        going += ((*way, cell) for cell in _next(signs, last)
                  if cell in near and _leads_on(last, cell, one, other))  # fmt: skip
    return None


def _fitting(one: Box, other: Box) -> frozenset[str]:
    """The strokes that an edge between these nodes may have."""
    if one.row == other.row:
        return LEVEL | SOFT
    if one.column <= other.last and other.column <= one.last:
        return UPRIGHT
    slanted = FALLING if (other.middle > one.middle) == (other.row > one.row) else RISING
    return slanted | UPRIGHT | LEVEL | SOFT


def _is_near(cell: Cell, one: Box, other: Box) -> bool:
    """Whether a cell lies near the straight line between two nodes."""
    if one.row == other.row:
        return cell[0] == one.row
    across, down = other.middle - one.middle, (other.row - one.row) * _ROW
    x, y = cell[1] - one.middle, (cell[0] - one.row) * _ROW
    length = math.hypot(across, down)
    wide = max(one.width, other.width) / 2
    return abs(x * down - y * across) / length <= _ASIDE + wide + _BEND * length


def _leads_on(here: Cell, there: Cell, one: Box, other: Box) -> bool:
    """Whether a step leads on from one node towards the other, and in neither direction back."""
    across, down = other.middle - one.middle, other.row - one.row
    right, below = (there[1] - here[1]) * across, (there[0] - here[0]) * down
    upright = one.column <= other.last and other.column <= one.last
    return below >= 0 and (right >= 0 or upright) and right + below > 0


def _next(signs: Mapping[Cell, str], cell: Cell) -> Iterator[Cell]:
    """The cells with strokes that the stroke in this one goes on as."""
    for down, right in _steps(signs[cell]):
        there = cell[0] + down, cell[1] + right
        if there in signs and (-down, -right) in _steps(signs[there]):
            yield there


def _reached(signs: Mapping[Cell, str], cell: Cell, box: Box) -> list[Cell]:
    """The cells of a node that a stroke points to, next to it or beyond one blank."""
    row, column = cell
    return [
        there
        for far in (1, 2)
        for down, right in _steps(signs[cell])
        if (there := (row + far * down, column + far * right))[0] == box.row
        and box.column <= there[1] <= box.last
        and (far == 1 or (row + down, column + right) not in signs)
    ]


def _is_drawn(signs: Mapping[Cell, str], cells: Sequence[Cell]) -> bool:
    """Whether each stroke from node to node has the direction of the way where it stands.

    None stands in the corner that a slanted stroke beside it leaves out.
    """
    return all(
        _fits(signs, before, here, after)
        and not any(_step(before, after) in _slants(signs.get(end, " ")) for end in (before, after))
        for before, here, after in zip(cells, cells[1:], cells[2:], strict=False)
    )


def _step(one: Cell, other: Cell) -> _Step:
    return other[0] - one[0], other[1] - one[1]


def _slants(sign: str) -> tuple[_Step, ...]:
    """The steps along a slanted stroke."""
    return _FALLING_STEPS if sign in FALLING else _RISING_STEPS if sign in RISING else ()


def _fits(signs: Mapping[Cell, str], before: Cell, here: Cell, after: Cell) -> bool:
    """Whether the stroke in the middle of three cells is drawn along the way."""
    sign, came, goes = signs[here], _step(before, here), _step(here, after)
    if sign in LEVEL:
        beside = {signs.get(before, ""), signs.get(after, "")}
        return 0 in (came[0], goes[0]) or beside <= LEVEL | SOFT
    if sign in UPRIGHT:
        return 0 in (came[1], goes[1])
    if sign in SOFT:
        return True
    turn = (came[0] + goes[0]) * (came[1] + goes[1])
    return turn >= 0 if sign in FALLING else turn <= 0


def _apart(
    ways: Mapping[frozenset[Node], Sequence[Way]], wanted: frozenset[Cell]
) -> dict[frozenset[Node], Way]:
    """One way for each edge, none by a stroke of another, and every wanted cell on one of them.

    None at all where that cannot be.
    """
    pairs = sorted(ways, key=lambda pair: len(ways[pair]))
    later = [{cell for pair in pairs[number:] for way in ways[pair] for cell in way}
             for number in range(len(pairs) + 1)]  # fmt: skip
    chosen: dict[frozenset[Node], Way] = {}
    tried = 0

    def settle(taken: frozenset[Cell]) -> bool:
        nonlocal tried
        if not wanted <= taken | later[len(chosen)]:
            return False
        if len(chosen) == len(pairs):
            return True
        pair = pairs[len(chosen)]
        for way in ways[pair]:
            tried += 1
            if tried > _MOST_TRIED:
                return False
            joins = taken.isdisjoint(way) or _may_join(pair, way, chosen)
            if joins and not any(_cross(way, other) for other in chosen.values()):
                chosen[pair] = way
                if settle(taken.union(way)):
                    return True
                del chosen[pair]
        return False

    return chosen if settle(frozenset()) else {}


def _may_join(pair: frozenset[Node], way: Way, chosen: Mapping[frozenset[Node], Way]) -> bool:
    """Whether a spoke shares no more than its last strokes, and these with one neighbour alone.

    Near the centre there is not always room for eight of them.
    """
    others = [(other, cells) for other, cells in chosen.items() if not {*cells}.isdisjoint(way)]
    if len(others) != 1 or PUTAHI not in pair:
        return False
    other, cells = others[0]
    common = {*cells} & {*way}
    shared = len(common)
    at_ends = {*way[-shared:]} == {*cells[-shared:]} == common
    return at_ends and pair ^ other in EDGES and shared < min(len(way), len(cells))


def _cross(one: Way, other: Way) -> bool:
    """Whether two ways cross between cells, as a falling and a rising stroke of two rows do."""
    steps = {frozenset(step) for step in pairwise(other)}
    return any(
        frozenset(((here[0], there[1]), (there[0], here[1]))) in steps
        for here, there in pairwise(one)
        if here[0] != there[0] and here[1] != there[1]
    )
