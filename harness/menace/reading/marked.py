"""Marks in the lines of the boxes that the last game used, as in `12: 0 1 4 *`."""

import re
from collections.abc import Sequence
from typing import Final

from harness.menace.classes import BOXES, STAGES

# What a line of a box begins with: its number or its picture.
_LABEL: Final = re.compile(
    r"(?:box\s*)?[#(\[]?(?:\d{1,3}\b\D|\S{9}(?!\S)|[^\s:=]{9}[:=])", re.IGNORECASE
)
_WORDS: Final = "used|changed|updated|played|visited|learned|learnt|touched"
_SIGNS: Final = (*"*!+#^~<>→←•●►◄", "Used", "USED", *_WORDS.split("|"))  # all marks have one
_AFTER: Final = re.compile(rf"\s+(?:[*!#^~←•●◄]+|<-+|<=+|[\[(<]?\b(?:{_WORDS})\b[\])>]?)\s*$")
_BEFORE: Final = re.compile(r"^\s*(?:[*!>→•●►]+|[-=]>)\s*")
_SAID: Final = re.compile(
    rf"[\s,;|]*[\[(]?\b(?:{_WORDS})\s*[:=]\s*(?:yes|no|true|false|[01ynYN])\b[\])]?\s*$",
    re.IGNORECASE,
)


def without_marks(text: str) -> str:
    """The text without the marks at an end of the lines of the boxes that the last game used.

    All these lines have the same mark, and they are at most as many as a game uses boxes; or the
    line of every box says whether the box was used.
    """
    if text.count("\n") < BOXES - 1 or not any(sign in text for sign in _SIGNS):
        return text
    rows = text.split("\n")
    for pattern in (_AFTER, _BEFORE, _SAID):
        found = {at: mark[0] for at, row in enumerate(rows) if (mark := pattern.search(row))}
        if not found:
            continue
        bare = [_BEFORE.sub("", row) for row in rows] if pattern is _BEFORE else rows
        boxes = _lines_of_boxes(bare)
        marks = {at: mark.strip() for at, mark in found.items() if at in boxes}
        few = 0 < len(marks) <= len(STAGES) and len({*marks.values()}) == 1
        if few or (pattern is _SAID and len(marks) == BOXES):
            for at in marks:
                rows[at] = pattern.sub("", rows[at])
    return "\n".join(rows)


def _lines_of_boxes(rows: Sequence[str]) -> range:
    """The last lines that begin with a label, if these are the boxes, one after another."""
    begin = [at for at, row in enumerate(rows) if _LABEL.match(row.lstrip())]
    first, last = (begin[-BOXES], begin[-1]) if len(begin) >= BOXES else (0, 0)
    return range(first, last + 1) if last - first == BOXES - 1 else range(0)
