"""Boxes as grids of three rows, with a number in each square, restated as nine numbers on a line.

A square without beads shows its stone, a 0, a dot or nothing. Any sign may stand between squares,
and rules between rows. A grid may stand beside the picture of its box, or below it.
"""

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final, NamedTuple

from harness.menace.classes import BOXES
from harness.menace.reading import box_labels, vectors
from harness.menace.reading.pictured import MARK

_Lines = tuple[str, ...]

_ROWS: Final = 3  # of a grid, and cells of a row
_BESIDE: Final = re.compile(rf"\s*{MARK}(?:\s?[|│ ]?\s?{MARK}){{2}}\s{{2,}}")
_OPENING: Final = frozenset("|│([{<")
_CLOSING: Final = frozenset("|│)]}>")
_SIGN: Final = re.compile(r"[^\w\s]")
_KEPT: Final = 1 << 14  # lines: most boxes are printed again and again


class Restated(NamedTuple):
    """A line for each box, and what stood between the squares of its grid."""

    lines: _Lines
    between: str


class _Row(NamedTuple):
    """The squares of a row, and the row of a picture beside it, if there is one."""

    cells: tuple[str, ...]
    beside: str


class _Grid(NamedTuple):
    """Three rows, and the lines above them and below the grid before."""

    rows: Sequence[_Row]
    above: Sequence[str]

    def cells(self) -> list[str]:
        return [cell for row in self.rows for cell in row.cells]

    def stones(self) -> str:
        """The picture that the grid itself shows."""
        return "".join(cell if cell in {*"XxOo"} else "-" for cell in self.cells())

    def numbers(self) -> list[str]:
        """The number of beads for each square."""
        return [cell if cell.isdecimal() else "0" for cell in self.cells()]

    def pictures(self) -> tuple[str, str]:
        """What may be the picture of the box: its own stones, and what is beside it."""
        return self.stones(), "".join(row.beside for row in self.rows)


def usual(lines: _Lines) -> Restated | None:
    """The lines restated, if all boxes are grids."""
    if len(lines) < BOXES * _ROWS:
        return None
    signs = Counter(sign for line in lines for sign in {*_SIGN.findall(line)})
    often = [sign for sign, times in signs.most_common() if times >= BOXES * _ROWS]
    return next(filter(None, (in_form(lines, between) for between in [*often, ""])), None)


def in_form(lines: _Lines, between: str) -> Restated | None:
    """The lines restated, if all boxes are grids with this between their squares."""
    grids = _grids(lines, between)
    if len(grids) != BOXES or not _are_of_beads(grids):
        return None
    labels = box_labels.labels([grid.above for grid in grids], [grid.pictures() for grid in grids])
    numbers = (" ".join(grid.numbers()) for grid in grids)
    return Restated(tuple(box_labels.labelled(labels, numbers)), between)


def _are_of_beads(grids: Sequence[_Grid]) -> bool:
    """Whether the numbers are of beads: no squares are numbered, and taken ones hold none."""
    for first in (0, 1):
        numbered = (
            cell == str(at)
            for grid in grids
            for at, cell in enumerate(grid.cells(), first)
            if cell.isdecimal()
        )
        if all(numbered):
            return False
    return vectors.are_of_squares([grid.numbers() for grid in grids])


def _grids(lines: _Lines, between: str) -> list[_Grid]:
    """The grids in these lines: three rows each, with at most a rule between two of them."""
    found = {at: row for at, line in enumerate(lines) if (row := _row(line, between))}
    runs: list[list[int]] = [[]]
    for at in found:
        if runs[-1] and any(map(_says, lines[runs[-1][-1] + 1 : at])):
            runs.append([])
        runs[-1].append(at)
    threes = [
        run[at : at + _ROWS]
        for run in runs
        if len(run) % _ROWS == 0
        for at in range(0, len(run), _ROWS)
    ]
    starts = [0, *(three[-1] + 1 for three in threes)]  # of the lines above each
    return [
        _Grid([found[at] for at in three], lines[start : three[0]])
        for three, start in zip(threes, starts, strict=False)
    ]


def _says(line: str) -> bool:
    """Whether a line has words or numbers, as no rule has."""
    return any(map(str.isalnum, line))


@lru_cache(maxsize=_KEPT)
def _row(line: str, between: str) -> _Row | None:
    """The row of a grid in this line, if it is one."""
    if cells := _cells(line, between):
        return _Row(cells, "")
    picture = _BESIDE.match(line)
    if picture and (cells := _cells(line[picture.end() :], between)):
        return _Row(cells, box_labels.bare_row(picture[0]))
    return None


def _cells(text: str, between: str) -> tuple[str, ...] | None:
    """The three squares of a row with this between them, and bars or brackets around all or not."""
    text = text.strip()
    framed = text[:1] in _OPENING and text[-1:] in _CLOSING
    inner = _pattern(between).fullmatch(text, 1, len(text) - 1) if framed else None
    found = inner or _pattern(between).fullmatch(text)
    return found.groups() if found else None


@cache
def _pattern(between: str) -> re.Pattern[str]:
    """Three squares with this between them; where it is a blank, no square is blank."""
    sign = re.escape(between) or r"(?<=\s)"
    other = rf"(?!{sign})[._·*-]|" if between else "[._·*-]"
    cell = rf"\s*(\d+|[XxOo]|{other})\s*"
    return re.compile(f"{cell}{sign}{cell}{sign}{cell}")
