"""Prints with a blank line after every line, or with a blank after every sign of a line.

A board in such a print is looked for without these blanks; its picture has them.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from harness.screen import Line, Snapshot

_FEWEST: Final = 4  # blank lines between others, or lines of signs with blanks between
_FEWEST_SIGNS: Final = 3  # of a line
_WIDE_NODE: Final = re.compile(r"([^\W_])\1")  # the marks of a node in two columns


class Closer(NamedTuple):
    """A screen without the blanks, and which ones these were."""

    snapshot: Snapshot
    lines: bool
    columns: bool

    def may_space(self, picture: str) -> bool:
        """Whether no node of a picture is so wide that a blank would stand within it."""
        return not (self.columns and _WIDE_NODE.search(picture))

    def spaced(self, picture: str) -> str:
        """The picture with the blanks that were left out."""
        rows = picture.split("\n")
        if self.columns:
            rows = [" ".join(row) for row in rows]
        return ("\n\n" if self.lines else "\n").join(rows)


def closer(snapshot: Snapshot) -> Iterator[Closer]:
    """The screen without such blanks, in every way in which it has some."""
    by_lines, by_columns = _without_lines(snapshot), _without_columns(snapshot)
    if by_lines:
        yield Closer(by_lines, lines=True, columns=False)
    if by_columns:
        yield Closer(by_columns, lines=False, columns=True)
    if by_lines and (both := _without_columns(by_lines)):
        yield Closer(both, lines=True, columns=True)


def closer_pictures(picture: str) -> Iterator[str]:
    """The picture of a board without such blanks, in every way in which it has some."""
    rows = picture.split("\n")
    fewer = [rows[::2]] if all(rows[::2]) and not any(rows[1::2]) else []
    narrow = [[row[::2] for row in some] for some in (rows, *fewer)
              if not any(row[1::2].strip() for row in some)]  # fmt: skip
    yield from map("\n".join, (*fewer, *narrow))


def _without_lines(snapshot: Snapshot) -> Snapshot | None:
    inked = [bool(line.text.strip()) for line in snapshot.lines]
    between = {row for row in range(1, len(inked) - 1)
               if inked[row - 1] and not inked[row] and inked[row + 1]}  # fmt: skip
    spacing = {row for row in between if between & {row - 2, row + 2}}
    if len(spacing) < _FEWEST:
        return None
    lines = [line for row, line in enumerate(snapshot.lines) if row not in spacing]
    return snapshot._replace(lines=lines)


def _without_columns(snapshot: Snapshot) -> Snapshot | None:
    inked = [[column for column, char in enumerate(line.text) if char != " "]
             for line in snapshot.lines]  # fmt: skip
    for begin in (0, 1):
        spread = [all(column % 2 == begin for column in columns) for columns in inked]
        long = [columns for columns, some in zip(inked, spread, strict=True)
                if some and len(columns) >= _FEWEST_SIGNS]  # fmt: skip
        if len(long) >= _FEWEST:
            lines = [_halved(line, begin) if some else line
                     for line, some in zip(snapshot.lines, spread, strict=True)]  # fmt: skip
            return snapshot._replace(lines=lines)
    return None


def _halved(line: Line, begin: int) -> Line:
    cells = {column // 2: cell for column, cell in line.cells.items() if column % 2 == begin}
    return line._replace(text=line.text[begin::2], cells=cells)
