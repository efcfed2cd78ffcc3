"""Marks in the lines of the boxes that the last game used, as in `12: 0 1 4 *`."""

import re
from collections.abc import Sequence
from itertools import pairwise
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
_NUMBER: Final = re.compile(r"\W*(?:(?:match)?box\W*)?(\d{1,4})\b", re.IGNORECASE)
_FIRST_WORD: Final = re.compile(r"\W*(?:\d+\s+|(?:was|old|before|from)\b.*)?([^\W\d_]{2,})?")
_BESIDE: Final = 8  # lines beside the boxes that may begin as these do
_SAID: Final = re.compile(
    rf"[\s,;|]*[\[(]?\b(?:{_WORDS})\s*[:=]\s*(?:yes|no|true|false|[01ynYN])\b[\])]?\s*$",
    re.IGNORECASE,
)


def without_marks(text: str) -> str:
    """The text without the marks at an end of the lines of the boxes that the last game used.

    All these lines have the same mark, which no other line has, and they are at most as many as a
    game uses boxes; or the line of every box says whether the box was used.
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
        if few and pattern is _AFTER:  # where a bead may stand
            others = (row for at, row in enumerate(rows) if at in boxes and at not in marks)
            few = not any(sign in _without_label(row) for row in others for sign in marks.values())
        if few or (pattern is _SAID and len(marks) == BOXES):
            for at in marks:
                rows[at] = pattern.sub("", rows[at])
    return "\n".join(rows)


def _without_label(row: str) -> str:
    return _LABEL.sub("", row.lstrip(), count=1)


def begins_with_label(row: str) -> bool:
    """Whether a line begins with the number or the picture of a box."""
    return _LABEL.match(row.lstrip()) is not None


def _lines_of_boxes(rows: Sequence[str]) -> range:
    """The last lines that begin with a label, if these are the boxes, one after another."""
    return boxes_among(rows, [at for at, row in enumerate(rows) if begins_with_label(row)])


def boxes_among(rows: Sequence[str], begin: Sequence[int]) -> range:
    """The boxes among the lines that begin as boxes do: the last ones, one after another.

    A line before or after these may begin so too, as in `304 boxes:`.
    """
    ends = zip(begin[BOXES - 1 :], begin, strict=False)
    found = [range(first, last + 1) for last, first in ends if last - first == BOXES - 1]
    if len(found) < 2:
        return found[0] if found else range(0)
    return min(reversed(found[-_BESIDE:]), key=lambda lines: _oddness(rows, lines))


def _oddness(rows: Sequence[str], lines: range) -> int:
    """How many lines begin otherwise than most of them, by their numbers, labels and words."""
    found = [_NUMBER.match(rows[at]) for at in lines]
    numbers = [int(number[1]) if number else 0 for number in found]
    jumps = sum(after != before + 1 for before, after in pairwise(numbers))
    if jumps > BOXES // 2:  # they are no numbers of boxes
        jumps = 0
    labelled = sum(begins_with_label(rows[at]) for at in lines)
    words = {word[1] for at in lines if (word := _FIRST_WORD.match(rows[at]))}
    return jumps + 2 * min(labelled, BOXES - labelled) + 3 * len(words)
