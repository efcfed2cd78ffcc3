"""Strokes between two nodes of a drawing: whether an edge is drawn, and by which cells.

A node is a box of one or more columns in one row. An edge between two boxes is drawn when strokes
of its direction stand all along the straight line between them: in every column of a level edge, in
every row of any other, and of a shallow one in every row or in every column. At either end one
blank may be left, as in `w - w`, and none within; at both ends of all level edges two.

Strokes of dots or stars have no direction of their own: a drawing that is right in no other way is
tried with such a character as a stroke of every direction (`DOT`), which may leave a blank between.
Any other sign may be what one direction is always drawn with (`with_other_signs`).
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from operator import itemgetter
from typing import Final, NamedTuple, TypeAlias

from harness.cells import HIDDEN_HALF

Cell: TypeAlias = tuple[int, int]  # row, column
Run: TypeAlias = tuple[int, int, int]  # the line (a row or a column) it lies in, first, last

ANYTHING: Final = "?"  # in a picture: a cell that may hold whatever it likes, such as a number
DOT: Final = "\x02"  # no cell of a screen holds it
DOTS: Final = ".*·•∙⋅…+°˙∗⁎※＊．・:'#▪■█"  # in this order
LEVEL: Final = frozenset(f"-‐‑‒–—―−─━═╌╍┄┅┈┉╴╶╸╺╼╾=_~¯‾⎯~ー－＝＿{DOT}")
UPRIGHT: Final = frozenset(f"|│┃║¦╎╏┆┇┊┋╵╷╹╻╽╿!:｜∣❘{DOT}")
FALLING: Final = frozenset(f"\\╲⟍∖＼{DOT}")
RISING: Final = frozenset(f"/╱⟋∕⁄／{DOT}")
STROKES: Final = LEVEL | UPRIGHT | FALLING | RISING
STRAY: Final = STROKES - set(f"_~=!:.¯‾{DOT}")  # which a board shows nowhere but in its edges
CROSSINGS: Final = frozenset("Xx╳┼╋╬*+")

DIRECTIONS: Final = (LEVEL, UPRIGHT, FALLING, RISING)
_USUAL: Final = "-|\\/"
_FEWEST_SIGNS: Final = 2  # as there are two edges of each slant
_MOST_SIGNS: Final = 40  # a flood of signs is not searched to its end
_MOST_WAYS: Final = 12
_FEWEST_DOTS: Final = 4  # one for each slanted edge, where the others have strokes
_BLANKS: Final = 2  # at both ends of a level edge, where all are drawn so
_LONGEST: Final = 40  # cells of an edge
_UPRIGHT_TO: Final = 0.25  # columns a row: up to here an edge counts as upright
STEEP: Final = 0.75  # columns a row: slanted edges up to here may have upright strokes
_SHALLOW: Final = 1.5  # columns a row: from here on an edge may be drawn column by column
SOFT: Final = frozenset(".,'`´’")  # what shallow edges are drawn with besides: `-._
_OFF: Final = 0.85  # rows that a cell of a shallow edge may be off its line


_WIDE_STROKES: Final = "－＝＿ー｜＼／＊．・※"
_WIDE: Final = re.compile(f"([{_WIDE_STROKES}]){HIDDEN_HALF}")
_DOUBLED: Final = re.compile(rf"([{_WIDE_STROKES}])\1")


def of_columns(row: str) -> str:
    """The row with a stroke in both columns of every wide stroke, and wide blanks as blanks."""
    return _WIDE.sub(r"\1\1", row).replace(f"\u3000{HIDDEN_HALF}", "  ")


def as_seen(columns: str) -> str:
    """The text of these columns, with one character for a wide stroke."""
    return _DOUBLED.sub(r"\1", columns.replace(HIDDEN_HALF, ""))


def dotted(rows: Sequence[str]) -> Iterator[list[str]]:
    """The rows with `DOT` for each character that strokes may be dotted with.

    And with `DOT` in the single blanks between such ones, because `w . . w` is a dotted stroke too;
    or only in rows without level strokes, where nodes may show that character.
    """
    text = "".join(rows)
    for char in DOTS:
        if text.count(char) >= _FEWEST_DOTS:
            changed = [row.replace(char, DOT) for row in rows]
            yield changed
            yield [re.sub(f"(?<={DOT}) (?={DOT})", DOT, row) for row in changed]
            yield [row if LEVEL & {*row} else new for row, new in zip(rows, changed, strict=True)]


def with_other_signs(rows: Sequence[str], letters: str = "") -> Iterator[list[str]]:
    """The rows with usual strokes for one sign, or for two, that are none: as if `%` were `|`.

    A sign is none of these where a row that shows it has usual ones of that direction, or level
    ones, which stand in rows of nodes. Of letters, digits and `?`, which have a meaning in a
    picture, only `letters` are taken for signs.
    """
    shown_in = [frozenset(row) for row in rows]
    times = Counter(char for row in rows for char in row)
    signs = [char for char, count in times.most_common() if count >= _FEWEST_SIGNS
             and (char in letters or not (char.isalnum() or char.isspace() or char == ANYTHING))
             and char >= " " and char not in STROKES and char not in DOTS]  # fmt: skip
    ways = [(sign, stroke) for sign in signs[:_MOST_SIGNS]
            for stroke, kind in zip(_USUAL, DIRECTIONS, strict=True)
            if not any(sign in row and (kind | LEVEL) & row for row in shown_in)]  # fmt: skip
    for number in (1, 2):
        for some in combinations(ways[:_MOST_WAYS], number):
            if len({*map(itemgetter(0), some)}) == len({*map(itemgetter(1), some)}) == number:
                table = str.maketrans(dict(some))
                yield [row.translate(table) for row in rows]


class Strokes(NamedTuple):
    """The strokes of one edge: all that may be its own, and of each of these at least one."""

    cells: frozenset[Cell]
    needed: tuple[frozenset[Cell], ...]


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

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells that the node takes."""
        return tuple((self.row, column) for column in range(self.column, self.last + 1))

    def distance(self, cell: Cell) -> int:
        """How many cells away from the box a cell is: 1 where they touch, if only at a corner."""
        row, column = cell
        return max(abs(row - self.row), self.column - column, column - self.last)


def hull(boxes: Sequence[Box]) -> tuple[range, range]:
    """The rows and the columns of a board with these nodes."""
    rows = [box.row for box in boxes]
    first, last = min(box.column for box in boxes), max(box.last for box in boxes)
    return range(min(rows), max(rows) + 1), range(first, last + 1)


def in_three_rows(boxes: Sequence[Box]) -> bool:
    """Whether the nodes stand in no more rows than those of a square drawing."""
    return len({box.row for box in boxes}) <= 3


def at(rows: Sequence[str], row: int, column: int) -> str:
    """The character in a cell; a blank where there is none."""
    if 0 <= row < len(rows) and 0 <= column < len(rows[row]):
        return rows[row][column]
    return " "


def edge(rows: Sequence[str], one: Box, other: Box) -> Strokes | None:
    """The strokes between two nodes; None when no whole edge is drawn there."""
    first, second = sorted((one, other))
    if first.row == second.row:
        return _level(rows, first, second)
    by_rows = _across(rows, first, second)
    by_columns = _along(rows, first, second)
    if by_rows is None or by_columns is None:
        return by_rows or by_columns
    return Strokes(by_rows.cells | by_columns.cells, by_rows.needed)


def pieces(rows: Sequence[str], one: Box, other: Box) -> frozenset[Cell]:
    """The strokes that lie on the line between two nodes, whether or not they are a whole edge."""
    top, bottom = sorted((one, other))
    if top.row == bottom.row:
        return frozenset((top.row, column) for column in range(top.last + 1, bottom.column)
                         if at(rows, top.row, column) in LEVEL)  # fmt: skip
    across = frozenset((row, column) for row in range(top.row + 1, bottom.row)
                       for column in _expected(top, bottom, row)
                       if at(rows, row, column) in _fitting(top, bottom))  # fmt: skip
    return across.union(*_columns(rows, top, bottom).values())


def shared_out(edges: Iterable[Strokes]) -> frozenset[Cell] | None:
    """The cells that edges need, so that no two of them use the same one; None if they cannot.

    Where two lines pass near each other a stroke may belong to either: then each must still find
    what it needs, which is a matching.
    """
    found = list(edges)
    needs = [cells for one in found for cells in one.needed]
    owner: dict[Cell, int] = {}

    def settle(need: int, asked: set[Cell]) -> bool:
        for cell in needs[need] - asked:
            asked.add(cell)
            if cell not in owner or settle(owner[cell], asked):
                owner[cell] = need
                return True
        return False

    return frozenset(owner) if all(settle(need, set()) for need in range(len(needs))) else None


def _level(rows: Sequence[str], left: Box, right: Box) -> Strokes | None:
    between = range(left.last + 1, right.column)
    drawn = [column for column in between if at(rows, left.row, column) in LEVEL]
    if not drawn or len(between) > 2 * _LONGEST:
        return None
    whole = all(at(rows, left.row, column) in LEVEL for column in range(drawn[0], drawn[-1] + 1))
    before, after = drawn[0] - left.last - 1, right.column - drawn[-1] - 1
    reaches = max(before, after) <= 1 or before == after == _BLANKS
    blank = all(at(rows, left.row, c) == " " for c in between if not drawn[0] <= c <= drawn[-1])
    if not (whole and reaches and blank):
        return None
    cells = frozenset((left.row, column) for column in drawn)
    return Strokes(cells, tuple(frozenset({cell}) for cell in cells))


def _across(rows: Sequence[str], top: Box, bottom: Box) -> Strokes | None:
    """An edge that is drawn row by row."""
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
    return Strokes(frozenset().union(*found.values()), tuple(found.values()))


def _along(rows: Sequence[str], top: Box, bottom: Box) -> Strokes | None:
    """A shallow edge that is drawn column by column, as in `b--__`; one end of it may be blank."""
    found = _columns(rows, top, bottom)
    drawn = {row for cells in found.values() for row, _ in cells}
    if not found or (bottom.row - top.row > 1 and drawn <= {top.row, bottom.row}):
        return None  # what stands beside the nodes alone are the strokes of level edges
    left, right = sorted((top, bottom), key=lambda box: box.column)
    first, last = min(found), max(found)
    if len(found) != last - first + 1 or first - left.last > 2 or right.column - last > 2:
        return None
    # The column at either end may have been left blank, and shows a stroke of another edge then.
    needed = tuple(cells for column, cells in found.items()
                   if left.last + 1 < column < right.column - 1)  # fmt: skip
    return Strokes(frozenset().union(*found.values()), needed)


def _columns(rows: Sequence[str], top: Box, bottom: Box) -> dict[int, frozenset[Cell]]:
    """The strokes of a shallow edge in every column that shows some."""
    slope = _slope(top, bottom)
    left, right = sorted((top, bottom), key=lambda box: box.column)
    between = range(left.last + 1, right.column)
    if not is_shallow(top, bottom) or len(between) > 2 * _LONGEST:
        return {}
    fits = (FALLING if slope > 0 else RISING) | LEVEL | SOFT
    found = {
        column: frozenset(
            (row, column)
            for row in range(top.row, bottom.row + 1)
            if abs(row - top.row - (column - top.middle) / slope) <= _OFF
            and at(rows, row, column) in fits
        )
        for column in between
    }
    return {column: cells for column, cells in found.items() if cells}


def is_shallow(one: Box, other: Box) -> bool:
    """Whether an edge between these nodes may be drawn column by column."""
    top, bottom = sorted((one, other))
    return top.row == bottom.row or abs(_slope(top, bottom)) >= _SHALLOW


def _slope(top: Box, bottom: Box) -> float:
    return (bottom.middle - top.middle) / (bottom.row - top.row)


def _expected(top: Box, bottom: Box, row: int) -> Iterator[int]:
    """The columns in which the line between two boxes may pass through a row."""
    slope = _slope(top, bottom)
    both = range(max(top.column, bottom.column), min(top.last, bottom.last) + 1)
    if abs(slope) < _UPRIGHT_TO and both:  # anywhere within both boxes
        yield from both
        return
    passes = top.middle + slope * (row - top.row)
    reach = max(1.0, abs(slope) / 2) + (top.width - 1) / 2
    yield from range(-int(-(passes - reach) // 1), int((passes + reach) // 1) + 1)


def _fitting(top: Box, bottom: Box) -> frozenset[str]:
    """The strokes that can be part of an edge of this slope, which is in columns a row."""
    slope = _slope(top, bottom)
    overlap = top.column <= bottom.last and bottom.column <= top.last
    if abs(slope) < _UPRIGHT_TO and overlap:
        return UPRIGHT
    slanted = FALLING if slope > 0 else RISING
    if abs(slope) < STEEP:
        return slanted | UPRIGHT
    return slanted if abs(slope) < 2.5 else slanted | LEVEL
