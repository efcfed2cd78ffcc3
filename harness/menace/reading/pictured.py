"""Boxes in lines with their pictures, restated as a picture, a colon and the beads.

A picture is nine marks together or in three rows: as many X as O, and at least three empty squares.
What stands before it on its line, such as the number of the box, is left out.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from harness.menace.classes import BOXES
from harness.menace.reading import affixes
from harness.menace.reading.events import Dump
from reference.tic_tac_toe import SQUARES

_Lines = tuple[str, ...]

_EMPTY: Final = "-._·* "
MARK: Final = r"[XxOo0\-._·*]"
"""A square of a picture, as a pattern."""

_OR_BLANK: Final = r"[XxOo0 ]"
_PICTURE: Final = re.compile(
    rf"(?<![\w.\-*·])(?:{MARK}{{9}}|{MARK}{{3}}([/|, ]){MARK}{{3}}\1{MARK}{{3}}"
    rf"|{MARK}([|, ])(?:{MARK}\2){{7}}{MARK})(?![\w\-*·])"
    rf"|(?<=['\"\[(<]){_OR_BLANK}{{9}}(?=['\"\])>])"
)
_LABEL: Final = re.compile(r"[\w\s#.:*>()\[\]-]*['\"<]?")  # what may stand before a picture
_AROUND: Final = re.compile(r"\s*['\"\])>]*\s*(?:(?:=>|->|→|[:=|,;-])\s*)*")
_ROWS: Final = re.compile(r"[/|,]")
_EMPTY_AT_LEAST: Final = 3
_KEPT: Final = 1 << 14  # lines: most boxes are printed again and again


class Pictured(NamedTuple):
    """The lines of all boxes with their pictures first, and these pictures in order."""

    lines: _Lines
    pictures: Sequence[str]


def usual(lines: _Lines) -> Pictured | None:
    """The lines with their pictures first, where all boxes have different ones; or None."""
    found = [_picture_in(line) for line in lines]
    pictures = [picture for picture, _ in filter(None, found)]
    if len(pictures) != BOXES or len({*pictures}) != BOXES:
        return None
    bodies = affixes.bare([beads for _, beads in filter(None, found)])
    if all(beads[:1] == "<" and beads[-1:] == ">" for beads in bodies):
        bodies = [beads[1:-1] for beads in bodies]
    if not all(map(str.strip, bodies)):
        return None  # the beads stand before the pictures, or on lines of their own
    restated = (f"{picture}: {beads}" for picture, beads in zip(pictures, bodies, strict=True))
    both = zip(found, lines, strict=True)
    return Pictured(tuple(next(restated) if one else line for one, line in both), pictures)


def fit(pictures: Sequence[str], dump: Dump | None) -> bool:
    """Whether no box has more kinds of bead than its picture has empty squares.

    The boxes are in the order of these pictures, or in that of the sorted ones.
    """
    if dump is None or len(dump.boxes) != len(pictures):
        return False
    kinds = [len(set(box)) for box in dump.boxes]
    return any(
        all(many <= _empty(picture) for many, picture in zip(kinds, order, strict=True))
        for order in (pictures, sorted(pictures))
    )


def picture_of(line: str) -> str:
    """The picture in a line as nine marks, if there is one."""
    found = _picture_in(line)
    return found[0] if found else ""


@lru_cache(maxsize=_KEPT)
def _picture_in(line: str) -> tuple[str, str] | None:
    """The picture in a line as nine marks, and what stands behind it."""
    at = 0
    while found := _PICTURE.search(line, at):
        at = found.start() + 1  # a number before a picture might be its first row: 000 --- X-- -O-
        shown = _ROWS.sub("", found[0])
        shown = shown if len(shown) == len(SQUARES) else shown.replace(" ", "")
        if is_picture(shown) and _LABEL.fullmatch(line, 0, found.start()):
            around = _AROUND.match(line, found.end())
            assert around, "it may be empty"
            return shown.replace(" ", "-"), line[around.end() :].rstrip()
    return None


def is_picture(shown: str) -> bool:
    """Whether nine marks are those of a board with X to move, empty squares shown in one way."""
    x, o = (sum(map(shown.count, marks)) for marks in ("Xx", "Oo0"))
    one_way = len({*shown} & {*_EMPTY}) == 1 and _empty(shown) >= _EMPTY_AT_LEAST
    return len(shown) == len(SQUARES) and x == o and one_way


def _empty(picture: str) -> int:
    return sum(map(picture.count, _EMPTY))
