"""Boxes whose pictures are matrices, or have blanks for empty squares, restated as nine marks.

A matrix is printed as numpy does, `[[1 0 2]` and two more lines, or as a list for each row. Blanks
are seen to be a picture where all boxes have one at the same place behind their labels.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import Final, NamedTuple

from harness.menace.classes import BOXES
from harness.menace.reading.marks import Marks
from harness.menace.reading.pictured import is_picture
from reference.tic_tac_toe import SQUARES

_CELL: Final = r"('[^'\n]*'|\"[^\"\n]*\"|[^\s,\[\](){}'\"]+)"
_ROW: Final = re.compile(
    rf"([^\[\](){{}}]*(?:\((?=\[\[))?)([\[({{]{{1,2}})\s*{_CELL}[\s,]+{_CELL}[\s,]+{_CELL}\s*([\])}}]{{1,2}})(.*)"
)
_ROWS: Final = 3
_OPENING: Final = "[({"
_LINES_A_BOX: Final = frozenset((2, 3))  # its picture, its beads, and perhaps a heading
_ARRAY: Final = re.compile(r"\b(?:np\.|numpy\.)?array\(")
_END_OF_ARRAY: Final = re.compile(r"\]\](?:,\s*dtype=[^\s()]*)?\)")
_LABELS: Final = tuple(
    re.compile(label, re.IGNORECASE)
    for label in (
        "",
        r"\s*(?:(?:match)?box|state|position|board|key|picture)\s?[:=#]?",
        r"\s*(?:(?:match)?box|state|position|no\.?|nr\.?)?\s?#?\d{1,3}(?:\s?(?:/|of)\s?304)?"
        r"\s?[.:)\]|,-]?",
    )
)
_GAPS: Final = range(4)  # blanks between a label and a picture
_MARKED: Final = re.compile(r"[XxOo0 ]{0,9}")
_TRIED: Final = 30  # lines: one of them has a picture, where a box takes no more than that
_KEPT: Final = 1 << 14  # lines: most boxes are printed again and again


class _Row(NamedTuple):
    """Three things in brackets, and what stands around these."""

    before: str
    open: str
    cells: Sequence[str]
    close: str
    rest: str

    @property
    def around(self) -> tuple[str, ...]:
        return self.before, self.open, self.close, self.rest


class _Matrix(NamedTuple):
    """Three rows of a matrix: what stands before and behind them, and the line after them.

    `nested` says whether they have brackets around them all.
    """

    label: str
    cells: tuple[str, ...]
    rest: str
    end: int
    nested: bool


def usual(rows: Sequence[str], marks: Marks) -> Sequence[str]:
    """The lines with the pictures of all boxes as nine marks; the very same if they are usual."""
    if len(rows) < BOXES:
        return rows
    return _without_matrices(rows, marks) or _without_blanks(rows) or rows


def _without_matrices(rows: Sequence[str], marks: Marks) -> Sequence[str] | None:
    """The lines with a picture in place of each matrix, and nine numbers for one after that."""
    if sum(row.lstrip()[:1] in _OPENING for row in rows if row) < (_ROWS - 1) * BOXES:
        return None
    if any("array(" in row for row in rows):
        rows = [_END_OF_ARRAY.sub("]]", _ARRAY.sub("", row)) for row in rows]
    restated, pictures, alone = list[str](), list[str](), list[int]()
    at = 0
    while at < len(rows):
        below = bool(alone) and alone[-1] == len(restated) - 1
        matrix = _matrix_at(rows, at)
        if below and matrix and not matrix.nested:
            matrix = None  # three beads and two rows of the next picture, say
        at = matrix.end if matrix else at + 1
        board = marks.board(matrix.cells) if matrix and not below else None
        if matrix and board and is_picture(board):
            pictures.append(board)
            if not matrix.rest.strip():
                alone.append(len(restated))
            restated.append(f"{matrix.label}{board}{matrix.rest}")
        elif matrix:
            restated.append(f"{matrix.label}[{' '.join(matrix.cells)}]{matrix.rest}")
        elif not below or rows[at - 1].strip():
            restated.append(rows[at - 1])
    are_all = len(pictures) == BOXES and len({*pictures}) == BOXES
    return _with_beads_beside(restated, alone) if are_all else None


def _with_beads_beside(lines: Sequence[str], alone: Sequence[int]) -> Sequence[str]:
    """The lines with the one below each picture put beside it, if each box has but one there.

    `alone` are the lines that are a picture and nothing else.
    """
    full = [*accumulate(line.strip() != "" for line in lines)]
    apart = {full[other] - full[number] for number, other in pairwise(alone)}
    if len(alone) != BOXES or len(apart) != 1 or not apart <= _LINES_A_BOX:
        return lines
    beside = {number + 1 for number in alone}
    return [
        f"{line}: {lines[at + 1]}" if at + 1 in beside and at + 1 < len(lines) else line
        for at, line in enumerate(lines)
        if at not in beside
    ]


def _matrix_at(rows: Sequence[str], at: int) -> _Matrix | None:
    """The matrix whose first row is this line."""
    found = [_row(row) for row in rows[at : at + _ROWS]]
    if len(found) < _ROWS or None in found:
        return None
    first, second, third = filter(None, found)
    around = first.close + first.rest, *second.around, third.before + third.open
    if "".join(around).replace(",", "").replace(" ", "") not in ("][][", "}{}{", ")()("):
        return None
    if len(first.open) != len(third.close):
        return None
    cells = tuple(cell.strip("'\"") for row in (first, second, third) for cell in row.cells)
    return _Matrix(first.before, cells, third.rest, at + _ROWS, len(first.open) > 1)


@lru_cache(maxsize=_KEPT)
def _row(line: str) -> _Row | None:
    found = _ROW.fullmatch(line)
    if not found:
        return None
    before, opening, *cells, closing, rest = found.groups()
    return _Row(before, opening, cells, closing, rest)


def _without_blanks(rows: Sequence[str]) -> Sequence[str] | None:
    """The lines with dashes for the blanks of a picture, where all boxes have one in its place."""
    full = [row for row in rows if row.strip()]
    for label, gap in _places(full):
        found = [_blank_picture(row, label, gap) for row in rows]
        pictures = [one[1] for one in filter(None, found)]
        if len(pictures) == BOXES and len({*pictures}) == BOXES:
            both = zip(found, rows, strict=True)
            return ["".join(one) if one else row for one, row in both]
    return None


def _places(full: Sequence[str]) -> Iterator[tuple[int, int]]:
    """The labels and gaps behind which a line in the middle may have a picture."""
    some = full[len(full) // 2 :][:_TRIED]
    for label in range(len(_LABELS)):
        for gap in _GAPS:
            if any(_blank_picture(row, label, gap) for row in some):
                yield label, gap


@lru_cache(maxsize=_KEPT)
def _blank_picture(row: str, label: int, gap: int) -> tuple[str, str, str] | None:
    """What stands before a picture with blanks, the picture with dashes, and what is behind it."""
    before = _LABELS[label].match(row) if row.strip() else None
    if not before or row[before.end() : before.end() + gap].strip():
        return None
    start = before.end() + gap
    shown = row[start : start + len(SQUARES)].ljust(len(SQUARES))
    picture = shown.replace(" ", "-")
    if not _MARKED.fullmatch(shown) or not is_picture(picture):
        return None
    return f"{before[0]} ".lstrip(), picture, row[start + len(SQUARES) :]
