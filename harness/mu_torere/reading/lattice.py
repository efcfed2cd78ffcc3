"""Where nine nodes stand in a print that nobody has described: shapes tried on what is there.

Three rows of three are found by the upright strokes, whose columns the nodes share; octagons as
`octagons` says; and, so that a misdrawn board is told from no board, three rows of three by their
level strokes alone.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import chain, combinations, islice, pairwise, product
from typing import Final, NamedTuple

from harness.mu_torere.reading.octagons import (
    bent,
    octagons_on_a_node,
    octagons_on_an_edge,
    scattered,
)
from harness.mu_torere.reading.strokes import LEVEL, STROKES, UPRIGHT, Box, Run, at
from harness.mu_torere.reading.wheel import SQUARE_ORDER, Wheel
from reference.mu_torere.rules import NODES

_NO_STONE: Final = STROKES | {" "}
_NO_NODE: Final = _NO_STONE - {"_"}
_SEPARATORS: Final = "!:"  # between a number and a stone, besides being strokes
_ENOUGH_EDGES: Final = 10  # of sixteen: so many make nine things a misdrawn board
_MOST_RUNS: Final = 400  # of strokes; a flood is not searched to its end
_MOST_WHEELS: Final = 60
_SHIFTED: Final = 12  # columns that a row of nodes may stand beside the others, to be told of
_MOST_BENT: Final = 20  # shapes whose edges may bend, among the following
_MOST_TRIED: Final = 500  # shapes: boards take 25 at the most, and a hostile print has thousands


def wheels(rows: Sequence[str]) -> list[Wheel]:
    """The possible boards in these rows: right ones, or else that which comes nearest to one."""
    runs = _runs(rows)
    return (_right(rows, *runs) or _nearest(rows, runs[0])) if runs else []


def right_wheels(rows: Sequence[str]) -> list[Wheel]:
    """The possible boards in these rows whose strokes are exactly those of a board."""
    runs = _runs(rows)
    return _right(rows, *runs) if runs else []


def _runs(rows: Sequence[str]) -> tuple[list[Run], list[Run]] | None:
    """The runs of level strokes and of upright ones; None of a flood."""
    level, upright = _level_runs(rows), _upright_runs(rows)
    return None if max(len(level), len(upright)) > _MOST_RUNS else (level, upright)


def _right(rows: Sequence[str], level: list[Run], upright: list[Run]) -> list[Wheel]:
    found: dict[tuple[Box, ...], Wheel] = {}
    straight = islice(_shapes(rows, level, upright), _MOST_TRIED - _MOST_BENT)
    for wheel in chain(straight, islice(bent(rows), _MOST_BENT)):
        if wheel.boxes not in found and wheel.right:
            found[wheel.boxes] = wheel
            if len(found) >= _MOST_WHEELS:
                break
    return list(found.values())


def _nearest(rows: Sequence[str], level: list[Run]) -> list[Wheel]:
    near = [wheel for wheel in islice(_near(rows, level), _MOST_TRIED)
            if (wheel.uneven or wheel.draws(_ENOUGH_EDGES)) and _has_stones(wheel)]  # fmt: skip
    near += [wheel for wheel in scattered(rows)
             if wheel.draws(_ENOUGH_EDGES) and wheel.lacks_strokes]  # fmt: skip
    near += [wheel for wheel in islice(bent(rows), _MOST_BENT) if wheel.drawn]
    return sorted(near, key=lambda wheel: -wheel.drawn)[:1]


def _has_stones(wheel: Wheel) -> bool:
    """Whether most nodes show something that is no stroke; those of one row may stand elsewhere."""
    return sum(
        any(at(wheel.rows, box.row, box.column + offset) not in _NO_STONE
            for offset in range(box.width))
        for box in wheel.boxes
    ) >= len(NODES) - 3  # fmt: skip


def _shapes(rows: Sequence[str], level: list[Run], upright: list[Run]) -> Iterator[Wheel]:
    yield from _squares(rows, upright)
    yield from octagons_on_a_node(rows, level, upright)
    yield from octagons_on_an_edge(rows, level, upright)
    yield from scattered(rows)


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
        for c in range(len(row)):
            if _is_upright(rows, r, c) and not _is_upright(rows, r - 1, c):
                last = r
                while _is_upright(rows, last + 1, c):
                    last += 1
                runs.append((c, r, last))
    return runs


def _is_upright(rows: Sequence[str], row: int, column: int) -> bool:
    """Whether an upright stroke is here, and no sign between a number and a stone, as in `1:b`."""
    char = at(rows, row, column)
    if char not in UPRIGHT:
        return False
    sides = at(rows, row, column - 1), at(rows, row, column + 1)
    if not any(side.isalnum() for side in sides):
        return True
    return char not in _SEPARATORS and any(side in _NO_NODE for side in sides)


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


# What is nearly a board.


class _Row(NamedTuple):
    """Three nodes in one row: their first columns, and how wide they are."""

    columns: tuple[int, int, int]
    width: int

    def may_be_with(self, other: "_Row") -> bool:
        """Whether both may be rows of one board, one of them perhaps shifted."""
        (left, middle, _), (other_left, other_middle, _) = self.columns, other.columns
        return middle - left == other_middle - other_left and abs(left - other_left) <= _SHIFTED


def _near(rows: Sequence[str], level: list[Run]) -> Iterator[Wheel]:
    """Three rows of three nodes each that stand near one another, whatever strokes join them."""
    triples: dict[int, list[_Row]] = defaultdict(list)
    by_row: dict[int, list[Run]] = defaultdict(list)
    for run in level:
        by_row[run[0]].append(run)
    for row, runs in by_row.items():
        for (_, a, b), (_, c, d) in pairwise(runs):
            width = c - b - 1
            if b - a == d - c and 1 <= width <= 9 and a >= width:
                triples[row].append(_Row((a - width, b + 1, d + 1), width))
            elif b - a == d - c and width == 2 * a - 1 and a <= 3:
                triples[row].append(_Row((0, b + a, d + a), 1))  # `w - w - w` at the left edge
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
        for found in triples[top]:
            below = [
                [f for f in triples[line] if found.may_be_with(f)] for line in (middle, bottom)
            ]
            for three in product([found], *below):
                lefts = [f.columns[0] for f in three]
                if 0 < max(lefts) - min(lefts) <= _SHIFTED:
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
