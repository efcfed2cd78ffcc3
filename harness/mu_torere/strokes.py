"""Strokes between two nodes of a drawing: whether an edge is drawn, and by which cells.

A node is a box of one or more columns in one row. An edge between two boxes is drawn when strokes
of its direction stand all along the straight line between them: in every column of a level edge, in
every row of any other. At either end one blank may be left, as in `w - w`, and none within.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias

Cell: TypeAlias = tuple[int, int]  # row, column

LEVEL: Final = frozenset("-‐‑‒–—―−─━═╌╍┄┅┈┉╴╶╸╺╼╾=_~¯‾⎯~ー－")
UPRIGHT: Final = frozenset("|│┃║¦╎╏┆┇┊┋╵╷╹╻╽╿!:｜∣❘")
FALLING: Final = frozenset("\\╲⟍∖＼")
RISING: Final = frozenset("/╱⟋∕⁄／")
STROKES: Final = LEVEL | UPRIGHT | FALLING | RISING
CROSSINGS: Final = frozenset("Xx╳┼╋╬*+")

_LONGEST: Final = 40  # cells of an edge


class Box(NamedTuple):
    """Where a node stands: a row, its first column, and how many columns it takes."""

    row: int
    column: int
    width: int

    @property
    def middle(self) -> float:
        """The middle of the box, in columns."""
        return self.column + (self.width - 1) / 2

    @property
    def last(self) -> int:
        """The last column of the box."""
        return self.column + self.width - 1


def at(rows: Sequence[str], row: int, column: int) -> str:
    """The character in a cell; a blank where there is none."""
    if 0 <= row < len(rows) and 0 <= column < len(rows[row]):
        return rows[row][column]
    return " "


def edge(rows: Sequence[str], one: Box, other: Box) -> frozenset[Cell] | None:
    """The cells of the strokes between two nodes; None when no whole edge is drawn there."""
    first, second = sorted((one, other))
    if first.row == second.row:
        return _level(rows, first, second)
    return _across(rows, first, second)


def _level(rows: Sequence[str], left: Box, right: Box) -> frozenset[Cell] | None:
    between = range(left.last + 1, right.column)
    drawn = [column for column in between if at(rows, left.row, column) in LEVEL]
    if not drawn or len(between) > 2 * _LONGEST:
        return None
    whole = all(at(rows, left.row, column) in LEVEL for column in range(drawn[0], drawn[-1] + 1))
    reaches = drawn[0] - left.last <= 2 and right.column - drawn[-1] <= 2
    blank = all(at(rows, left.row, c) == " " for c in between if not drawn[0] <= c <= drawn[-1])
    return (
        frozenset((left.row, column) for column in drawn) if whole and reaches and blank else None
    )


def _across(rows: Sequence[str], top: Box, bottom: Box) -> frozenset[Cell] | None:
    between = range(top.row + 1, bottom.row)
    if not between or len(between) > _LONGEST:
        return None
    found: dict[int, frozenset[Cell]] = {}
    for row in between:
        cells = frozenset((row, c) for c in _expected(top, bottom, row)
                          if at(rows, row, c) in _fitting(top, bottom))  # fmt: skip
        if cells:
            found[row] = cells
    if not found:
        return None
    first, last = min(found), max(found)
    if len(found) != last - first + 1 or first - top.row > 2 or bottom.row - last > 2:
        return None
    return frozenset().union(*found.values())


def _slope(top: Box, bottom: Box) -> float:
    return (bottom.middle - top.middle) / (bottom.row - top.row)


def _expected(top: Box, bottom: Box, row: int) -> Iterator[int]:
    """The columns in which the line between two boxes may pass through a row."""
    slope = _slope(top, bottom)
    if abs(slope) < 0.25:  # upright: anywhere within both boxes
        yield from range(max(top.column, bottom.column), min(top.last, bottom.last) + 1)
        return
    passes = top.middle + slope * (row - top.row)
    reach = max(1.0, abs(slope) / 2) + (top.width - 1) / 2
    yield from range(-int(-(passes - reach) // 1), int((passes + reach) // 1) + 1)


def _fitting(top: Box, bottom: Box) -> frozenset[str]:
    """The strokes that can be part of an edge of this slope, which is in columns a row."""
    slope = _slope(top, bottom)
    if abs(slope) < 0.25:
        return UPRIGHT
    slanted = FALLING if slope > 0 else RISING
    if abs(slope) < 0.75:
        return slanted | UPRIGHT
    return slanted if abs(slope) < 2.5 else slanted | LEVEL
