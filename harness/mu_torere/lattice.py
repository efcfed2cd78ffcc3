"""Where nine nodes stand in a print that nobody has described: shapes tried on what is there.

Four shapes are looked for: three rows of three (by the upright strokes, whose columns the nodes
share), an octagon with a node on top, an octagon with an edge on top, and, so that a misdrawn board
is told from no board, three rows of three by their level strokes alone.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, pairwise, product
from typing import Final, NamedTuple, TypeAlias

from harness.mu_torere.strokes import LEVEL, STROKES, UPRIGHT, Box, Cell, at, edge
from reference.mu_torere.rules import EDGES, NODES, Node

Run: TypeAlias = tuple[int, int, int]  # the line (a row or a column) it lies in, first, last

_STRAY: Final = frozenset("-─━═|│┃║/╱\\╲")
_ENOUGH_EDGES: Final = 10  # of sixteen: so many make nine things a misdrawn board
_MOST_RUNS: Final = 400  # of strokes; a flood is not searched to its end
_MOST_WHEELS: Final = 60

# Three rows of three in reading order: nodes 0-7 going round from the top left, 8 in the middle.
SQUARE_ORDER: Final[tuple[Node, ...]] = (0, 1, 2, 7, 8, 3, 6, 5, 4)


@dataclass(frozen=True)
class Wheel:
    """Nine boxes taken for the nodes 0-8, and the drawing that they stand in."""

    boxes: tuple[Box, ...]
    rows: Sequence[str]
    uneven: str = ""  # why this is no board although its strokes may be there

    @cached_property
    def edges(self) -> dict[frozenset[Node], frozenset[Cell] | None]:
        """The cells of every edge; None for one that is not drawn."""
        found = {}
        for pair in EDGES:
            one, other = pair
            found[pair] = edge(self.rows, self.boxes[one], self.boxes[other])
        return found

    @cached_property
    def strokes(self) -> frozenset[Cell]:
        """The cells of all edges."""
        return frozenset().union(*(cells for cells in self.edges.values() if cells))

    @cached_property
    def drawn(self) -> int:
        """How many of the sixteen edges are drawn."""
        return sum(cells is not None for cells in self.edges.values())

    @cached_property
    def hull(self) -> tuple[range, range]:
        """The rows and the columns of the board."""
        rows = [box.row for box in self.boxes]
        first = min(box.column for box in self.boxes)
        last = max(box.last for box in self.boxes)
        return range(min(rows), max(rows) + 1), range(first, last + 1)

    @property
    def area(self) -> int:
        """The size of the board in cells."""
        rows, columns = self.hull
        return len(rows) * len(columns)

    def faults(self, name: Sequence[str]) -> list[str]:
        """What is wrong with the drawing, in sentences that call the nodes by these names."""
        faults = [self.uneven] if self.uneven else []
        for pair, cells in self.edges.items():
            if cells is None:
                faults.append(
                    f"the edge {'-'.join(sorted(name[node] for node in pair))} is not drawn"
                )
        shared = [cell for (_, one), (_, other) in combinations(self.edges.items(), 2)
                  if one and other for cell in one & other]  # fmt: skip
        if shared:
            faults.append("two edges share a stroke")
        faults += [f"{at(self.rows, *cell)!r} in row {cell[0] + 1}, column {cell[1] + 1} is part "
                   "of no edge" for cell in self.stray]  # fmt: skip
        return faults

    @cached_property
    def stray(self) -> list[Cell]:
        """Strokes within the board that belong to no edge."""
        boxes = {(box.row, c) for box in self.boxes for c in range(box.column, box.last + 1)}
        rows, columns = self.hull
        return [(r, c) for r in rows for c in columns
                if at(self.rows, r, c) in _STRAY and (r, c) not in self.strokes
                and (r, c) not in boxes]  # fmt: skip

    @property
    def right(self) -> bool:
        """Whether the drawing is that of the board, as far as its strokes say."""
        return self.drawn == len(EDGES) and not self.uneven and not self.stray and not self.faults(
            [str(node) for node in NODES]
        )  # fmt: skip


def wheels(rows: Sequence[str]) -> list[Wheel]:
    """What may be boards in these rows: right ones, or else what comes nearest to one."""
    level, upright = _level_runs(rows), _upright_runs(rows)
    if len(level) > _MOST_RUNS or len(upright) > _MOST_RUNS:
        return []
    found: dict[tuple[Box, ...], Wheel] = {}
    for wheel in _shapes(rows, level, upright):
        if wheel.boxes not in found and wheel.right:
            found[wheel.boxes] = wheel
            if len(found) >= _MOST_WHEELS:
                break
    if found:
        return list(found.values())
    near = [wheel for wheel in _near(rows, level) if wheel.drawn >= _ENOUGH_EDGES or wheel.uneven]
    return sorted(near, key=lambda wheel: -wheel.drawn)[:1]


def _shapes(rows: Sequence[str], level: list[Run], upright: list[Run]) -> Iterator[Wheel]:
    yield from _squares(rows, upright)
    yield from _octagons_on_a_node(rows, level, upright)
    yield from _octagons_on_an_edge(rows, level, upright)


# Runs of strokes.


def _level_runs(rows: Sequence[str]) -> list[Run]:
    """Longest runs of one level stroke, as (row, first column, last column)."""
    runs = []
    for r, row in enumerate(rows):
        start = 0
        for c in range(1, len(row) + 1):
            if c == len(row) or row[c] != row[start]:
                if row[start] in LEVEL:
                    runs.append((r, start, c - 1))
                start = c
    return runs


def _upright_runs(rows: Sequence[str]) -> list[Run]:
    """Longest runs of upright strokes, as (column, first row, last row)."""
    runs = []
    for r, row in enumerate(rows):
        for c, char in enumerate(row):
            if char in UPRIGHT and at(rows, r - 1, c) not in UPRIGHT:
                last = r
                while at(rows, last + 1, c) in UPRIGHT:
                    last += 1
                runs.append((c, r, last))
    return runs


def _longest_between(
    rows: Sequence[str], row: int, left: int, right: int
) -> tuple[int, int] | None:
    """The longest run of one level stroke strictly between two columns of a row."""
    best: tuple[int, int] | None = None
    start = left + 1
    for c in range(left + 1, right + 1):
        if c == right or at(rows, row, c) != at(rows, row, start):
            if at(rows, row, start) in LEVEL and (
                best is None or c - 1 - start > best[1] - best[0]
            ):
                best = (start, c - 1)
            start = c
    return best


# Three rows of three.


def _squares(rows: Sequence[str], upright: list[Run]) -> Iterator[Wheel]:
    bands: dict[tuple[int, int], list[int]] = defaultdict(list)
    for column, first, last in upright:
        bands[(first, last)].append(column)
    for (first, last), above in bands.items():
        for (below_first, below_last), below in bands.items():
            gap = below_first - last
            if not 2 <= gap <= 4 or abs((below_last - below_first) - (last - first)) > 2:
                continue
            shared = [column for column in above if column in below]
            if len(shared) > 12:
                continue
            for columns in combinations(shared, 3):
                for middle in range(last + 1, below_first):
                    for top in (first - 1, first - 2):
                        for bottom in (below_last + 1, below_last + 2):
                            if top >= 0 and bottom < len(rows):
                                yield from _square(rows, (top, middle, bottom), columns)


def _square(
    rows: Sequence[str], lines: tuple[int, int, int], columns: tuple[int, ...]
) -> Iterator[Wheel]:
    left, middle, right = columns
    lows, highs = [], []
    for line in lines:
        one = _longest_between(rows, line, left, middle)
        two = _longest_between(rows, line, middle, right)
        if one is None or two is None:
            return
        lows += [one[1] + 1 - middle, two[1] + 1 - right]
        highs += [one[0] - 1 - left, two[0] - 1 - middle]
    first, last = max(lows), min(highs)  # how far a box reaches to the left, to the right
    if first > 0 or last < 0 or last - first > 12:
        return
    boxes = [Box(line, column + first, last - first + 1) for line in lines for column in columns]
    trimmed = trim(rows, boxes)
    if trimmed:
        yield Wheel(_in_order(trimmed), rows)


def _in_order(boxes: Sequence[Box]) -> tuple[Box, ...]:
    """Nine boxes in reading order of three rows, as the nodes 0-8."""
    placed = dict(zip(SQUARE_ORDER, boxes, strict=True))
    return tuple(placed[node] for node in NODES)


def trim(rows: Sequence[str], boxes: Sequence[Box]) -> list[Box]:
    """The boxes without the columns at either side that are blank in all of them."""
    width = boxes[0].width
    full = [offset for offset in range(width)
            if any(at(rows, box.row, box.column + offset) != " " for box in boxes)]  # fmt: skip
    if not full:
        return []
    first, last = full[0], full[-1]
    return [Box(box.row, box.column + first, last - first + 1) for box in boxes]


# Octagons.


def _octagons_on_a_node(
    rows: Sequence[str], level: list[Run], upright: list[Run]
) -> Iterator[Wheel]:
    """The centre, a node right above and below and to its sides, and four between those."""
    by_row: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for row, start, end in level:
        by_row[row].append((start, end))
    for column, first, last in upright:
        for other, below_first, below_last in upright:
            if other != column or not 2 <= below_first - last <= 4:
                continue
            for centre in range(last + 1, below_first):
                for start, end in by_row[centre]:
                    if not 1 <= column - end <= 5:
                        continue
                    for top in (first - 1, first - 2):
                        bottom = 2 * centre - top
                        if top >= 0 and bottom - below_last in (1, 2):
                            yield from _octagon(rows, centre, column, top, start)


def _octagon(
    rows: Sequence[str], centre: int, column: int, top: int, level_start: int
) -> Iterator[Wheel]:
    for west in range(max(0, level_start - 5), level_start):
        wide, high = column - west, centre - top
        for p in range(1, high):
            for q in range(1, wide):
                anchors = [(-high, 0), (-p, q), (0, wide), (p, q),
                           (high, 0), (p, -q), (0, -wide), (-p, -q), (0, 0)]  # fmt: skip
                yield from _around(rows, centre, column, anchors)


def _octagons_on_an_edge(
    rows: Sequence[str], level: list[Run], upright: list[Run]
) -> Iterator[Wheel]:
    """Two nodes on top and two at the bottom, two to the left and two to the right."""
    for (top, start, end), (bottom, other_start, other_end) in combinations(sorted(level), 2):
        if (bottom - top) % 2 or bottom - top < 4 or abs(start + end - other_start - other_end) > 1:
            continue
        centre = (top + bottom) // 2
        for (left, y0, y1), (right, z0, z1) in combinations(sorted(upright), 2):
            if (y0, y1) != (z0, z1) or not y0 <= centre <= y1 or not left < start <= end < right:
                continue
            if (left + right) % 2:
                continue
            column = (left + right) // 2
            for high in (centre - y0 + 1, centre - y0 + 2):
                for half in {column - start + 1, column - start + 2}:
                    wide, tall = column - left, centre - top
                    anchors = [(-tall, -half), (-tall, half), (-high, wide), (high, wide),
                               (tall, half), (tall, -half), (high, -wide), (-high, -wide),
                               (0, 0)]  # fmt: skip
                    yield from _around(rows, centre, column, anchors)


def _around(
    rows: Sequence[str], centre: int, column: int, anchors: Sequence[tuple[int, int]]
) -> Iterator[Wheel]:
    """The wheel with its nodes at these places, each as wide as the widest of them."""
    places = [(centre + down, column + right) for down, right in anchors]
    lows, highs = [0], [0]
    for place in places[:-1]:
        if at(rows, *place) == " ":
            return
        low = high = 0
        while low > -6 and _inked(rows, place, low - 1):
            low -= 1
        while high < 6 and _inked(rows, place, high + 1):
            high += 1
        lows.append(low)
        highs.append(high)
    boxes = [Box(row, c + min(lows), max(highs) - min(lows) + 1) for row, c in places]
    yield Wheel(tuple(boxes), rows)


def _inked(rows: Sequence[str], place: Cell, offset: int) -> bool:
    char = at(rows, place[0], place[1] + offset)
    return char != " " and char not in STROKES


# What is nearly a board.


class _Row(NamedTuple):
    """Three nodes in one row: their first columns, and how wide they are."""

    columns: tuple[int, int, int]
    width: int


def _near(rows: Sequence[str], level: list[Run]) -> Iterator[Wheel]:
    """Three rows of three nodes each, whatever their other strokes are."""
    triples: dict[int, list[_Row]] = defaultdict(list)
    by_row: dict[int, list[Run]] = defaultdict(list)
    for run in level:
        by_row[run[0]].append(run)
    for row, runs in by_row.items():
        for (_, a, b), (_, c, d) in pairwise(runs):
            width = c - b - 1
            if b - a == d - c and 1 <= width <= 9 and a >= width:
                triples[row].append(_Row((a - width, b + 1, d + 1), width))
            elif b - a == d - c and width == 3 and a == 2:
                triples[row].append(_Row((0, b + 2, d + 2), 1))  # `w - w - w` at the left edge
    lines = sorted(triples)
    for one, other in combinations(lines, 2):
        for found in triples[one]:
            if found in triples[other]:
                apart = other - one
                for top in (one, one - apart):
                    if top >= 0 and top + 2 * apart < len(rows) and apart <= 12:
                        yield from _loose(rows, (top, top + apart, top + 2 * apart), (found,) * 3)
                if apart % 2 == 0 and apart >= 4:
                    yield from _loose(rows, (one, one + apart // 2, other), (found,) * 3)
    for top, middle, bottom in combinations(lines, 3):
        if abs((middle - top) - (bottom - middle)) > 1 or bottom - top > 24 or middle - top < 2:
            continue
        for three in product(triples[top], triples[middle], triples[bottom]):
            spacings = {found.columns[1] - found.columns[0] for found in three}
            lefts = [found.columns[0] for found in three]
            if len(spacings) == 1 and 0 < max(lefts) - min(lefts) <= 12:
                yield from _loose(rows, (top, middle, bottom), three)


def _loose(
    rows: Sequence[str], lines: tuple[int, int, int], three: Sequence[_Row]
) -> Iterator[Wheel]:
    width = max(found.width for found in three)
    boxes = [Box(line, column, width) for line, found in zip(lines, three, strict=True)
             for column in found.columns]  # fmt: skip
    boxes = trim(rows, boxes)
    shifted = [number for number in (1, 2) if three[number].columns != three[0].columns]
    uneven = ""
    if shifted:
        uneven = f"the nodes of row {shifted[0] + 1} do not stand below those of row 1"
    if boxes:
        yield Wheel(_in_order(boxes), rows, uneven)


def reading_order(wheel: Wheel) -> tuple[Node, ...]:
    """The nodes of a wheel in reading order."""
    return tuple(sorted(NODES, key=lambda node: (wheel.boxes[node].row, wheel.boxes[node].column)))


def is_square(wheel: Wheel) -> bool:
    """Whether the nodes stand in three rows of three."""
    return len({box.row for box in wheel.boxes}) == len({b.column for b in wheel.boxes}) == 3
