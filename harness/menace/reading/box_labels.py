"""What tells all boxes apart in the lines above their beads: their pictures, or their numbers."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from harness.menace.classes import BOXES
from harness.menace.reading import pictured

_NUMBER: Final = re.compile(r"\d+")
_NINE: Final = re.compile(r"(?<!\w)[XxOo\d]{9}(?!\w)")
_QUOTED: Final = re.compile(r"(?:['\"][XxOo0 ._-]['\"],?\s*){9}")
_MARK: Final = re.compile(r"(?<=['\"])[XxOo0 ._-](?=['\"])")
_SIGNED: Final = re.compile(r"-?\d+")
_BARS: Final = re.compile(r"[\s|│┃║+]")
_ROW: Final = re.compile(rf"{pictured.MARK}{{3}}")
_ROWS: Final = 3
_RULED: Final = 5  # lines of a picture with rules
_RULE: Final = "---"


def labels(above: Sequence[Sequence[str]], pictures: Sequence[Sequence[str]] = ()) -> list[str]:
    """A label for each box, or an empty one for all; `above` are the lines above each.

    `pictures` are those that may be shown elsewhere, as many for each box.
    """
    ways = [*zip(*pictures, strict=True), [*map(_picture, above)]]
    for shown in ways:
        if all(map(pictured.is_picture, shown)) and len({*shown}) == BOXES:
            return [*shown]
    for numbers in zip(*map(_numbers, above), strict=False):
        if len({*numbers}) == BOXES:
            return [f"Box {number}" for number in numbers]
    return [""] * len(above)


def labelled(names: Sequence[str], bodies: Iterable[str]) -> list[str]:
    """A line for each box: its label, if there is one, and its beads."""
    both = zip(names, bodies, strict=True)
    return [f"{name}: {body}" if name else body for name, body in both]


def in_texts(texts: Sequence[str]) -> list[str]:
    """A label for each box from what stands before its beads, or an empty one for all."""
    return coded(texts) or labels([[text] for text in texts])


def coded(texts: Sequence[str]) -> list[str] | None:
    """The pictures that are told by nine numbers in each text, such as `[0, 0, 1, 2, ...]`, if so.

    The commonest number is that of an empty square.
    """
    numbers = [_SIGNED.findall(text) for text in texts]
    times = Counter(number for some in numbers for number in some)
    marks = dict(zip((number for number, _ in times.most_common()), "-XO", strict=False))
    pictures = ["".join(marks.get(number, "?") for number in some) for some in numbers]
    return pictures if all(map(pictured.is_picture, pictures)) else None


def _picture(lines: Sequence[str]) -> str:
    """The picture in a line, or in three of them."""
    for line in reversed(lines):
        if shown := pictured.picture_of(line) or _numbered(line) or _quoted(line):
            return shown
    rows = [*_rows(lines)]
    if len(rows) >= _RULED and rows[-2] == rows[-4] == _RULE:
        rows = rows[-_RULED::2]
    return "".join(rows[-_ROWS:])


def _numbered(line: str) -> str:
    """The picture in a line where each empty square shows its number."""
    for word in _NINE.findall(line):
        for first in (0, 1):
            shown = (
                "-" if sign == str(at) else sign if sign in "XxOo" else "?"
                for at, sign in enumerate(word, first)
            )
            if pictured.is_picture(picture := "".join(shown)):
                return picture
    return ""


def _quoted(line: str) -> str:
    """The picture in a line that shows each square between quotes."""
    found = _QUOTED.search(line)
    return "".join(_MARK.findall(found[0])).replace(" ", "-") if found else ""


def _rows(lines: Sequence[str]) -> Iterator[str]:
    return (row for row in map(bare_row, lines) if _ROW.fullmatch(row))


def bare_row(text: str) -> str:
    """The squares of a row of a picture, without blanks and bars."""
    return _BARS.sub("", text)


def _numbers(lines: Sequence[str]) -> list[str]:
    """The numbers in the last line that has any."""
    found = (numbers for line in reversed(lines) if (numbers := _NUMBER.findall(line)))
    return next(found, [])
