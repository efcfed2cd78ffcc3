"""Boxes on one line, parted by a sign: `1: 0 4 4 ## 2: 3 5 ## ...` becomes a line for each."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

from harness.digits import number_of
from harness.menace.classes import BOXES
from harness.menace.reading.notations import NUMBERS_OF_THE_NEXT, are_pictures

_APART: Final = re.compile(r"(?<=\s)[^a-zA-Z0-9\s\[\](){}'\"`]+(?=\s|$)")  # brackets part no boxes
_GLUED: Final = re.compile(r"(?<=\w)[^\w\s\[\](){}'\"`<>;|/,:=-]+(?=\s|$)")  # as a full stop
_ANY: Final = re.compile(r"[^\w\s]+")
_NUMBERED: Final = re.compile(r"\s*(?:[^\W\d_]+\s*)?[^\w\s]*\s*(\d{1,3})\b")
_PICTURED: Final = re.compile(r"[\s\[({<'\"`]*([^\s\[\](){}<>'\"`|;,:=]{9})(?![^\s\])}>'\"`|;,:=])")
_SHORTEST: Final = 3 * BOXES


def in_lines(text: str) -> str:
    """The text with an end of a line for each sign that parts all boxes of a line.

    The sign stands before each box but the first, which has a label. Where boxes have none, the
    line has no other sign: how often one stands between two beads may be that very number once.
    """
    if len(text) < _SHORTEST:
        return text
    return "\n".join(_parted(row) if len(row) >= _SHORTEST else row for row in text.split("\n"))


def _parted(row: str) -> str:
    for pattern in (_APART, _GLUED):
        for sign, times in Counter(pattern.findall(row)).items():
            if times == BOXES - 1 or (times == BOXES and row.rstrip().endswith(sign)):
                parts = _parts(row, [m.span() for m in pattern.finditer(row) if m[0] == sign])
                if _are_labelled(parts[1:BOXES]) or {*_ANY.findall(row)} <= {sign, ","}:
                    return "\n".join(parts)
    return row


def _parts(row: str, signs: Sequence[tuple[int, int]]) -> list[str]:
    ends = [*(start for start, _ in signs), len(row)]
    begins = [0, *(end for _, end in signs)]
    return [row[begin:end] for begin, end in zip(begins, ends, strict=True)]


def _are_labelled(parts: Sequence[str]) -> bool:
    """Whether these boxes, all but the first, have numbers that follow one another, or pictures."""
    numbers = [number_of(found[1]) for part in parts if (found := _NUMBERED.match(part))]
    if numbers and numbers in NUMBERS_OF_THE_NEXT:
        return True
    pictures = [found[1] for part in parts if (found := _PICTURED.match(part))]
    return len(pictures) == len(parts) and are_pictures(pictures)
