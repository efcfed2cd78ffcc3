"""Tables with a row for each bead or each kind of bead, restated as a line for each box.

The first columns name the box: its number, its picture, or both. What is left is a bead, a bead and
how many there are, or its row and its column and perhaps how many.
"""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import groupby
from operator import itemgetter
from typing import Final

from harness.menace.classes import BOXES

_Lines = tuple[str, ...]
_Rows = Sequence[Sequence[str]]

_SEPARATORS: Final = (",", ";", "\t", "|", None)
_NUMBER: Final = re.compile(r"\d{1,4}")
_COUNT: Final = re.compile(r"count|beads?|number|n|times|weight|how many", re.IGNORECASE)
_BOX: Final = re.compile(
    r"(?:match)?box(?:es)?|board|state|position|picture|key|id|no\.?|number|#|n", re.IGNORECASE
)
_ROWS_AND_COLUMNS: Final = frozenset("0123")
_OTHERS_AT_MOST: Final = 0.02  # of the lines: a heading, a rule
_BEAD, _COUNTED, _PLACED = range(1, 4)  # columns that are left


def usual(lines: _Lines) -> _Lines | None:
    """The lines restated; None where they are no such table."""
    full = [line for line in lines if line.strip()]
    if len(full) < BOXES:
        return None
    for separator in _SEPARATORS:
        rows = [_cells(line, separator) for line in full]
        (width, times), *_ = Counter(map(len, rows)).most_common(1)
        if width > 1 and len(full) - times <= _OTHERS_AT_MOST * len(full):
            table = [row for row in rows if len(row) == width]
            if found := _restated(table, width):
                return found
    return None


def _cells(line: str, separator: str | None) -> list[str]:
    if separator == "|":
        line = line.strip().removeprefix("|").removesuffix("|")
    return [cell.strip().strip("'\"") for cell in line.split(separator)]


def _restated(table: _Rows, width: int) -> _Lines | None:
    header = table[0] if _is_header(table) else []
    rows = table[1:] if header else table
    counted = bool(header) and _COUNT.fullmatch(header[-1]) is not None
    if len(rows) <= BOXES and not counted:
        return None  # a line for each box, maybe
    for named in range(1, width):
        keys = [tuple(row[:named]) for row in rows]
        boxes = [
            (key, [row for _, row in some])
            for key, some in groupby(zip(keys, rows, strict=True), itemgetter(0))
        ]
        if len(boxes) == BOXES == len({key for key, _ in boxes}):
            bodies = [_body([row[named:] for row in some]) for _, some in boxes]
            if None in bodies:
                continue
            return tuple(f"{' '.join(k)}: {b}" for (k, _), b in zip(boxes, bodies, strict=True))
    return None


def _is_header(table: _Rows) -> bool:
    """Whether the first row names the columns: a box, or a number where others have one."""
    first, second = table[0], table[1]
    numbers = [_NUMBER.fullmatch(row[-1]) is not None for row in (first, second)]
    # In `box 0 square 4: 2` the word stands in every row.
    named = _BOX.fullmatch(first[0]) is not None and first[0] != second[0]
    return named or numbers == [False, True]


def _body(rows: _Rows) -> str | None:
    """The beads of a box, each with its number if that is told; None where they are none."""
    left = len(rows[0])
    names = [row[0] for row in rows]
    if left == _BEAD:
        return " ".join(names)
    numbers = all(_NUMBER.fullmatch(row[-1]) for row in rows)
    if left == _COUNTED and numbers and len({*names}) == len(names):
        return " ".join(f"{bead}*{n}" for bead, n in rows if n.strip("0"))
    if all({*row[:2]} <= _ROWS_AND_COLUMNS for row in rows):
        if left == _COUNTED:
            return " ".join("_".join(row) for row in rows)
        if left == _PLACED and numbers:
            return " ".join(f"{y}_{x}*{n}" for y, x, n in rows if n.strip("0"))
    return None
