"""Boxes in lines that each begin with a code of their own, restated with the numbers of boxes.

A code is what a program calls a box by: a hash, a number to the base of 16 or 36, or the squares
of its stones, as in `4ce; 0 1 4`, `0g7 | 0:1 4:2`, `X04O1 0 1` and `X=[0, 4] O=[1] 0 1`. The
number of the box, its stage, its picture and a word that all boxes have may stand beside it.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from harness.digits import number_of
from harness.menace.classes import BOXES
from harness.menace.reading.bead_forms import signs_of
from harness.menace.reading.kinds import NAMES_AT_MOST
from harness.menace.reading.notations import are_in_order, are_pictures
from harness.menace.reading.weights import LENGTHS

_Lines = tuple[str, ...]

_LIST: Final = r"(?:\s?[:=])?(?:\s?[\[({][\d, ]*[\])}]|[\d,]*)"
_STONES: Final = re.compile(rf"\s*[Xx](?P<x>{_LIST})[\s,;]{{0,3}}[Oo](?P<o>{_LIST})(?=\W|$)")
_WORD: Final = re.compile(r"[^\s\[\](){}<>:;=|,'\"]+")
_BEHIND: Final = re.compile(r"[\])}>'\"]*\s*(?:(?:->|=>|→|[:;=|,-])\s*)?")  # the last label
_NUMBER: Final = re.compile(r"\d+")
_PART: Final = re.compile(r"\w+")
_OF_NUMBERS: Final = ".#)"  # signs beside a number that is no code
_SAID_AT_MOST: Final = 3  # lines
_LABELS_AT_MOST: Final = 5  # words
_STAGES: Final = sorted(LENGTHS.values())  # boxes of each


def usual(lines: _Lines) -> _Lines | None:
    """The lines in the order of their codes, with numbers in place of these; None without codes.

    A few lines may be said before the first box or after the last, such as a score.
    """
    full = [line for line in lines if line.strip()]
    if not BOXES <= len(full) <= BOXES + _SAID_AT_MOST:
        return None
    start = _start_of_boxes(full) if len(full) > BOXES else 0
    boxes = sorted(_coded(full[start : start + BOXES]))
    if not boxes or _are_totals(boxes) or not all(beads for _, beads in boxes):
        return None
    return tuple(f"{number}: {beads}" for number, (_, beads) in enumerate(boxes))


def _start_of_boxes(lines: Sequence[str]) -> int:
    """The first of as many lines as there are boxes that are most alike: in signs and words."""
    signs, words = Counter(map(signs_of, lines)), Counter(" ".join(lines).split())
    alike = [signs[signs_of(line)] + max(map(words.__getitem__, line.split())) for line in lines]
    return max(range(len(lines) - BOXES + 1), key=lambda start: sum(alike[start : start + BOXES]))


def _coded(lines: Sequence[str]) -> Sequence[tuple[str, str]]:
    """The code of each box and what stands behind all labels of its line; nothing without codes."""
    codes: Sequence[str] = ()
    ends = [0] * len(lines)
    for labels in _columns(lines):
        words = [word for word, _ in labels]
        if _are_codes(words):
            codes = words
        elif not _are_labels(words) or (codes and _are_beads(words)):
            break
        ends = [end for _, end in labels]
    if not codes:
        return ()
    both = zip(codes, lines, ends, strict=True)
    return [(code, _BEHIND.sub("", line[end:], count=1)) for code, line, end in both]


def _columns(lines: Sequence[str]) -> Iterator[Sequence[tuple[str, int]]]:
    """The first words of all lines, then the second ones ..., and where they end in their lines."""
    stones = [*map(_STONES.match, lines)]
    ends = [0] * len(lines)
    if all(stones):
        ends = [m.end() for m in stones if m]
        yield [(f"X{m['x']}O{m['o']}", m.end()) for m in stones if m]
    for _ in range(_LABELS_AT_MOST):
        found = [_WORD.search(line, end) for line, end in zip(lines, ends, strict=True)]
        if not all(found):
            return
        ends = [m.end() for m in found if m]
        yield [(m[0], m.end()) for m in found if m]


def _are_codes(words: Sequence[str]) -> bool:
    """Whether these are different, and neither numbers nor pictures nor beads without blanks."""
    if len({*words}) < BOXES or len({*"".join(words)}) <= NAMES_AT_MOST:
        return False
    return not _are_numbers(words) and not _are_pictures(words)


def _are_labels(words: Sequence[str]) -> bool:
    """Whether all are the same, or all different numbers or pictures, or tell the stages."""
    kinds = Counter(words)
    if len(kinds) == BOXES:
        return _are_pictures(words) or _are_numbers(words)
    return len(kinds) == 1 or sorted(kinds.values()) == _STAGES


def _are_beads(words: Sequence[str]) -> bool:
    """Whether these are numbers in no order: all beads of a box without blanks."""
    kinds = {*words}
    return len(kinds) == BOXES and _are_numbers(words) and not are_in_order(words)


def _are_numbers(words: Sequence[str]) -> bool:
    return all(word.strip(_OF_NUMBERS).isdecimal() for word in words)


def _are_pictures(words: Sequence[str]) -> bool:
    return {*map(len, words)} == {NAMES_AT_MOST} and are_pictures(words)


def _are_totals(boxes: Sequence[tuple[str, str]]) -> bool:
    """Whether the codes may be beads of a box, `AAB`, `A2B1` or `0-0-4`, before their number."""
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
