"""Boxes in lines that also tell how many beads each holds: `Box 3 holds 4 beads: 0 1 1 4`.

A total is a number in a phrase that all 304 lines have. Whether it is one is seen when the boxes
have been read without it: it is the number of beads of each.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from harness.menace.classes import BOXES
from harness.menace.reading.affixes import BEADS, common_end
from harness.menace.reading.events import Dump

_Lines = tuple[str, ...]

_NUMBER: Final = r"(?P<number>\d{1,4})"
_PHRASES: Final = (
    rf"\b(?:holds|contains|has|with|holding|containing|having)\s+{_NUMBER}(?:\s+{BEADS})?",
    rf"[\[(]\s*{_NUMBER}(?:\s+{BEADS})?\s*[\])]\W*$",
    rf"[\[(]\s*(?:total|n|count|size|sum)\s*[=:]?\s*{_NUMBER}\s*[\])]",
    rf"[\[(]\s*{_NUMBER}\s+{BEADS}\s*[\])]",
    rf"\b(?:total|n|count|size|sum|beads)\s*[=:]?\s*{_NUMBER}\b(?:\s+{BEADS})?",
    rf"(?<!\S){_NUMBER}\s+{BEADS}",
    rf"(?<=\S )[\[(]\s*{_NUMBER}\s*[\])](?=\s*(?:[:=,|\s]|->))",
    rf"(?<=\S ){_NUMBER}(?=\s*(?:[:=,|]|->|\s-\s))",
    rf"(?<=[^\w\s]\s){_NUMBER}(?=\s*(?:[:=,|]|->|\s-\s))",
    rf"(?:[:=/#-]|->|=>|→)\s*{_NUMBER}$",
)
_KINDS: Final = [re.compile(phrase, re.IGNORECASE) for phrase in _PHRASES]


class Without(NamedTuple):
    """Lines without the totals of one kind, and these."""

    lines: _Lines
    totals: Sequence[int]
    kind: int


def without(lines: _Lines, only: int | None = None) -> Iterator[Without]:
    """The lines without what may be totals, for every kind that all boxes have, or for one."""
    for kind, phrase in enumerate(_KINDS):
        if only not in (None, kind):
            continue
        found = [phrase.search(line) for line in lines]
        totals = [int(m["number"]) for m in found if m]
        if len(totals) == BOXES:
            bare = [_without(m) if m else line for m, line in zip(found, lines, strict=True)]
            some = [line for m, line in zip(found, bare, strict=True) if m]
            end = common_end(some)
            yield Without(
                tuple(
                    line[: len(line) - end].rstrip() if m else line
                    for m, line in zip(found, bare, strict=True)
                ),
                totals,
                kind,
            )


def fit(totals: Sequence[int], dump: Dump | None) -> bool:
    """Whether the boxes hold so many beads, in whatever order they were read."""
    return dump is not None and Counter(totals) == Counter(map(len, dump.boxes))


def _without(found: re.Match[str]) -> str:
    before, after = found.string[: found.start()], found.string[found.end() :]
    gap = " " if before[-1:].strip() and after[:1].isalnum() else ""
    return (before.rstrip(" ") + gap + after).rstrip()
