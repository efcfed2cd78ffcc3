"""Boxes below or beside pictures of three rows, restated as a picture, a colon and the beads.

The beads stand on the line after a picture, on the line before it, or beside one of its rows.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from harness.menace.classes import BOXES
from harness.menace.reading import affixes
from harness.menace.reading.pictured import MARK, Pictured, is_picture

_Lines = tuple[str, ...]

_CELL: Final = rf" ?(?:{MARK}| ) ?| ?"
_BESIDE: Final = r"(?:\s{2,}(?P<beside>\S.*))?"
_ROWS: Final = (
    re.compile(rf"\s*({MARK})({MARK})({MARK}){_BESIDE}"),
    re.compile(rf"\s*({MARK}) ({MARK}) ({MARK}){_BESIDE}"),
    re.compile(rf"\s*?\|?({_CELL})\|({_CELL})\|({_CELL})(?:\||(?=\s|$)){_BESIDE}"),
)
_RULE: Final = re.compile(r"[\s+=|*_~#─━═│┼├┤-]*")
_HEIGHTS: Final = (3, 5)  # lines of a picture, without and with rules
_BETWEEN_AT_MOST: Final = 2  # lines that are no rules, between two pictures: beads, and a heading
_KEPT: Final = 1 << 14  # lines: most boxes are printed again and again


class _Picture(NamedTuple):
    marks: str
    start: int  # of its lines,
    end: int  # and the line after them
    beside: str  # its rows


def usual(lines: _Lines) -> Iterator[Pictured]:
    """The pictures and beads of all boxes, a line each, in every way that there may be."""
    if len(lines) < 3 * BOXES:
        return
    found = list(_pictures(lines))
    if len(found) != BOXES or len({picture.marks for picture in found}) != BOXES:
        return
    after = [
        [line for line in lines[one.end : other] if not _RULE.fullmatch(line)]
        for one, other in zip(found, [*(p.start for p in found[1:]), len(lines)], strict=True)
    ]
    if any(len(some) > _BETWEEN_AT_MOST for some in after[:-1]):
        return
    before = [line for line in lines[: found[0].start] if not _RULE.fullmatch(line)]
    headed = [some[-1:] for some in (before, *after[:-1])]
    for texts in (
        [picture.beside for picture in found],
        ["".join(some[:1]) for some in after],
        ["".join(some) for some in headed],
    ):
        beads = affixes.bare([text.strip() for text in texts])
        if all(beads):
            pictures = [picture.marks for picture in found]
            restated = (f"{picture}: {box}" for picture, box in zip(pictures, beads, strict=True))
            yield Pictured(tuple(restated), pictures)


def begins(lines: Sequence[str], start: int) -> bool:
    """Whether the first row of a picture is this line."""
    return _picture_at(lines, start) is not None


def ends(lines: Sequence[str], end: int) -> bool:
    """Whether the last row of a picture is the line before this one."""
    found = (_picture_at(lines, end - rows) for rows in _HEIGHTS if rows <= end)
    return any(picture is not None and picture.end == end for picture in found)


def _pictures(lines: Sequence[str]) -> Iterator[_Picture]:
    at = 0
    while at < len(lines):
        picture = _picture_at(lines, at)
        if picture:
            yield picture
        at = picture.end if picture else at + 1


def _picture_at(lines: Sequence[str], at: int) -> _Picture | None:
    """The picture whose first row is this line."""
    return next(filter(None, (_with_rows(lines, at, row) for row in _rows_of(lines[at]))), None)


@lru_cache(maxsize=_KEPT)
def _rows_of(line: str) -> Sequence[re.Pattern[str]]:
    """The kinds of rows that this line can be."""
    return [row for row in _ROWS if row.fullmatch(line)]


def _with_rows(lines: Sequence[str], at: int, row: re.Pattern[str]) -> _Picture | None:
    """The picture that has rows of this kind from here on; a rule may stand between two rows."""
    marks, beside, number = "", "", at
    for _ in range(3):
        if marks and number < len(lines) and _is_rule(lines[number], row):
            number += 1
        found = row.fullmatch(lines[number]) if number < len(lines) else None
        if not found:
            return None
        marks += "".join(cell.strip() or "-" for cell in found.groups()[:3])
        beside = beside or found["beside"] or ""
        number += 1
    return _Picture(marks, at, number, beside) if is_picture(marks) else None


def _is_rule(line: str, row: re.Pattern[str]) -> bool:
    return line.strip() != "" and not row.fullmatch(line) and _RULE.fullmatch(line) is not None
