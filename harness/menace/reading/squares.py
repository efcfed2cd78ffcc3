"""Boxes with a line for each square that their pictures leave empty: how many beads name it.

Whatever names the square stands before the number: `square 3: 2 beads`, `top left 2`, `(0,1) -> 2`.
How many squares the boxes have is known, so that nothing else is taken for them.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import groupby
from operator import itemgetter
from typing import Final

from harness.menace.classes import BOXES, stage_of
from harness.menace.reading import records
from harness.menace.reading.tokens import Counts
from harness.menace.reading.weights import LENGTHS
from reference.tic_tac_toe import SQUARES

_COUNT: Final = re.compile(
    r"(?P<square>.*?)[\s:=\-(>x×*,|]*(?:(?<![^\W_])|(?<=\Wx))(?P<number>\d+)\)?(?:\s+[^\W\d_]{2,})?[\s.,|]*"
)
_BAR: Final = re.compile(r"(?P<square>.*?\w\S*)[\s:=|]*(?P<bar>(?P<one>[^\w\s])(?P=one)*)?\s*")
_TAKEN: Final = re.compile(r"(?:.*[^\w])?[XO]\s*", re.IGNORECASE)
_NAMES: Final = (  # of a square after that of a box: a word, two, what follows a word or a sign
    re.compile(r"(?P<box>.*?)[\W_]*(?P<square>\w+)\W*"),
    re.compile(r"(?P<box>.*?)[\W_]*(?P<square>\w+\W+\w+)\W*"),
    re.compile(r"(?P<box>\S+)\s+(?P<square>\S.*)"),
    re.compile(r"(?P<box>[^,:;|]+)[,:;|]\s*(?P<square>.+)"),
)
_AROUND: Final = " '\"`()[]{}<>,:"
_LONGEST: Final = 80  # characters of a line
_NINE: Final = len(SQUARES)


def lines_of(lines: Sequence[str]) -> list[str]:
    """The lines that may each be a square of a box; none where they cannot be."""
    full = [line.strip() for line in lines if line.strip()]
    if len(full) < min(_lines()) or any(len(line) > _LONGEST for line in full):
        return []
    return full


@cache
def _sizes() -> Sequence[Counter[int]]:
    """How many boxes have so many lines: one for each empty square, or for all."""
    return LENGTHS, Counter({_NINE: BOXES})


@cache
def _lines() -> Sequence[int]:
    """How many lines all boxes have together, either way."""
    return [sum(size * boxes for size, boxes in sizes.items()) for sizes in _sizes()]


def is_of_squares(number: int) -> bool:
    """Whether there are so many squares in all boxes, the empty ones or all."""
    return number in _lines()


def below_headers(lines: Sequence[str]) -> list[Counts]:
    """The beads of boxes with a header each, and then a line for each square."""
    blocks = [block[1:] for block in records.sections(lines)]
    if Counter(map(len, blocks)) not in _sizes():
        return []
    for pattern in (_COUNT, _BAR):
        found = [counts for block in blocks if (counts := _counts(block, pattern))]
        if len(found) == BOXES and _are_of_squares(found):
            return found
    return []


def _counts(block: Sequence[str], pattern: re.Pattern[str]) -> Counts:
    """How many beads name each square of a box; nothing where a line is something else."""
    counts: Counts = []
    for line in block:
        if found := pattern.fullmatch(line):
            known = found.groupdict()
            times = known.get("number") or str(len(known.get("bar") or ""))
            counts.append((known["square"].strip(_AROUND) or str(len(counts)), times))
        elif len(block) == _NINE and _TAKEN.fullmatch(line):
            counts.append((f"{len(counts)} {line}", "0"))
        else:
            return []
    return counts


def _are_of_squares(boxes: Sequence[Counts]) -> bool:
    """Whether these are counts of squares, and not beads that are numbered 0, 1, 2 ...

    Taken squares have names of their own, or no beads.
    """
    names = [[square for square, _ in box] for box in boxes]
    if any(len({*some}) != len(some) for some in names):
        return False
    if any(len(some) != _NINE for some in names):
        longest = max(names, key=len)
        return any(some != longest[: len(some)] for some in names)
    empty = sorted(sum(not n.strip("0") for _, n in box) for box in boxes)
    return all(a >= b for a, b in zip(empty, sorted(map(stage_of, range(BOXES))), strict=True))


def named_with_boxes(lines: Sequence[str]) -> list[Counts]:
    """The same, where the name of the box stands before that of the square in every line.

    Nine numbers for each box need no names.
    """
    lined = [m for line in lines if (m := _COUNT.fullmatch(line))]
    if not is_of_squares(len(lined)):
        return []
    for named in _named(lined):
        boxes = [[line[1:] for line in box] for _, box in groupby(named, itemgetter(0))]
        if Counter(map(len, boxes)) in _sizes() and _are_of_squares(boxes):
            return boxes
    return []


def _named(lined: Sequence[re.Match[str]]) -> Iterator[list[tuple[str, str, str]]]:
    """The box, the square and the number of every line, by every way to tell these apart."""
    if not any(line["square"] for line in lined):
        yield [(f"{i // _NINE}", f"{i % _NINE}", line["number"]) for i, line in enumerate(lined)]
    for pattern in _NAMES:
        names = [pattern.fullmatch(line["square"]) for line in lined]
        both = zip(names, lined, strict=True)
        yield [(name["box"], name["square"], line["number"]) for name, line in both if name]
