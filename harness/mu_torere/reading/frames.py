"""Boards whose nodes stand in frames of their own.

    +---+     +---+        .-.     .-.
    | w |-----| w |   or  ( w )---( w )
    +---+     +---+        '-'     '-'

A frame belongs to no edge, so frames are removed from the rows before a board is looked for; and
so are the sides of a frame round the whole board, and signs before all of its rows.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from harness.cells import HIDDEN_HALF
from harness.mu_torere.reading.strokes import DOT, LEVEL, UPRIGHT, at
from reference.mu_torere.rules import NODES

_LEVEL: Final = "[" + "".join(map(re.escape, sorted(LEVEL - {DOT}))) + "]"
_LID: Final = re.compile(rf"[+┌╭╔┏.,/]{_LEVEL}{{1,9}}[+┐╮╗┓.,\\]")
_FLOOR: Final = re.compile(rf"[+└╰╚┗'`\\]{_LEVEL}{{1,9}}[+┘╯╝┛'´/]")
_LEFT: Final = UPRIGHT | set("([{<")
_RIGHT: Final = UPRIGHT | set(")]}>")
_HEIGHTS: Final = (2, 4)  # rows from the lid of a frame to its floor
_MOST_SIDES: Final = 3  # one within the other
_FEWEST_ROWS: Final = 5  # of a whole board
_OUTSIDE: Final = (0, 1)  # columns that the sides may stand outside the ends of the lid


class _Frame(NamedTuple):
    """The first and last row and column of a frame, and the columns of its sides."""

    top: int
    bottom: int
    left: int
    right: int
    sides: tuple[int, int]


def unframed(rows: Sequence[str]) -> Iterator[list[str]]:
    """The rows with blanks for the frames of nodes and brackets for their sides, if there are any.

    The empty node may have no frame.
    """
    frames = list(_frames(rows))
    if len(frames) < len(NODES) - 1:
        return
    cells = [list(row) for row in rows]
    for frame in frames:
        for row in (frame.top, frame.bottom):
            cells[row][frame.left : frame.right + 1] = " " * (frame.right - frame.left + 1)
        middle = (frame.top + frame.bottom) // 2
        for row in range(frame.top + 1, frame.bottom):
            for column, bracket in zip(frame.sides, "[]", strict=True):
                if column < len(cells[row]):
                    cells[row][column] = bracket if row == middle else " "
    yield ["".join(row) for row in cells]


def unsided(rows: Sequence[str]) -> Iterator[list[str]]:
    """The rows with blanks for the sides of a frame, and for what else stands before all of them.

    These are signs of one kind in a column, in more rows than the strokes of a board, which end at
    its nodes: the longest such columns are removed first, then those within, if there are any.
    """
    runs = defaultdict[int, list[tuple[int, range]]](list)  # by their length
    for column in range(max(map(len, rows), default=0)):
        start = 0
        for sign, some in groupby(at(rows, row, column) for row in range(len(rows))):
            stop = start + len(list(some))
            if not (sign.isalnum() or sign in (" ", HIDDEN_HALF)):
                runs[stop - start].append((column, range(start, stop)))
            start = stop
    cells = [list(row) for row in rows]
    for length in sorted(runs, reverse=True)[:_MOST_SIDES]:
        if length >= _FEWEST_ROWS:
            for column, within in runs[length]:
                for row in within:
                    cells[row][column] = " "
            yield ["".join(row) for row in cells]


def _frames(rows: Sequence[str]) -> Iterator[_Frame]:
    for top, row in enumerate(rows):
        for lid in _LID.finditer(row):
            frame = _below(rows, top, lid.start(), lid.end() - 1)
            if frame is not None:
                yield frame


def _below(rows: Sequence[str], top: int, left: int, right: int) -> _Frame | None:
    """The frame that has this upper side; None where there is none."""
    for height in _HEIGHTS:
        bottom = top + height
        floor = _FLOOR.match(rows[bottom], left) if bottom < len(rows) else None
        if floor is None or floor.end() - 1 != right:
            continue
        for outside in _OUTSIDE:
            sides = left - outside, right + outside
            middle = (top + bottom) // 2
            if at(rows, middle, sides[0]) in _LEFT and at(rows, middle, sides[1]) in _RIGHT:
                return _Frame(top, bottom, left, right, sides)
    return None
