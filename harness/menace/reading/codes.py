"""Boxes in lines that each begin with a code of their own, restated with the numbers of boxes.

A code is what a program calls a box by: a hash, a number to the base of 16 or 36, or the squares
of its stones, as in `4ce; 0 1 4`, `0g7 | 0:1 4:2`, `X04O1 0 1` and `X=[0, 4] O=[1] 0 1`.
"""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

from harness.digits import number_of
from harness.menace.classes import BOXES
from harness.menace.reading.bead_forms import signs_of
from harness.menace.reading.kinds import NAMES_AT_MOST
from harness.menace.reading.notations import are_pictures

_Lines = tuple[str, ...]

_LIST: Final = r"\s?[:=]?\s?[\[({][\d, ]*[\])}]"
_STONES: Final = rf"[Xx]{_LIST}[\s,;]{{0,3}}[Oo]{_LIST}"
_CODED: Final = re.compile(
    rf"\s*(?P<code>{_STONES}|[^\s\[\](){{}}<>:;=|,'\"]+)"
    r"(?:\s*(?:->|=>|→|[:;=|,])\s*|\s+)(?P<beads>\S.*)"
)
_NUMBER: Final = re.compile(r"\d+")
_PART: Final = re.compile(r"\w+")
_OF_NUMBERS: Final = ".#)"  # signs beside a number that is no code
_SAID_AT_MOST: Final = 3  # lines


def usual(lines: _Lines) -> _Lines | None:
    """The lines in the order of their codes, with numbers in place of these; None without codes.

    A few lines may be said before the first box or after the last, such as a score.
    """
    full = [line for line in lines if line.strip()]
    if not BOXES <= len(full) <= BOXES + _SAID_AT_MOST:
        return None
    start = _start_of_boxes(full) if len(full) > BOXES else 0
    found = [*map(_CODED.fullmatch, full[start : start + BOXES])]
    boxes = sorted((m["code"], m["beads"]) for m in found if m)
    if not _are_codes([code for code, _ in boxes]) or _are_totals(boxes):
        return None
    return tuple(f"{number}: {beads}" for number, (_, beads) in enumerate(boxes))


def _start_of_boxes(lines: Sequence[str]) -> int:
    """The first of as many lines as there are boxes that are most alike: in signs and words."""
    signs, words = Counter(map(signs_of, lines)), Counter(" ".join(lines).split())
    alike = [signs[signs_of(line)] + max(map(words.__getitem__, line.split())) for line in lines]
    return max(range(len(lines) - BOXES + 1), key=lambda start: sum(alike[start : start + BOXES]))


def _are_codes(words: Sequence[str]) -> bool:
    """Whether these are different, and neither numbers nor pictures nor beads without blanks."""
    if len({*words}) < BOXES or len({*"".join(words)}) <= NAMES_AT_MOST:
        return False
    are_numbers = all(word.strip(_OF_NUMBERS).isdecimal() for word in words)
    return not are_numbers and not ({*map(len, words)} == {NAMES_AT_MOST} and are_pictures(words))


def _are_totals(boxes: Sequence[tuple[str, str]]) -> bool:
    """Whether the first of each two may be all beads without blanks, `AAB`, `A2B1` or `0-0-4`, and
    their number follows."""
    numbers = [_NUMBER.findall(after) for _, after in boxes]
    if any(len(some) != 1 for some in numbers):
        return False
    totals = [number_of(number) for (number,) in numbers]
    sums = (
        [len(beads) for beads, _ in boxes],
        [len(_PART.findall(beads)) for beads, _ in boxes],
        [sum(map(number_of, _NUMBER.findall(beads))) for beads, _ in boxes],
    )
    return totals in sums
