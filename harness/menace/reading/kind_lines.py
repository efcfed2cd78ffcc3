"""Boxes with a line for each kind of bead, such as `  - red: 2`, restated as a line for each box.

The lines of all kinds look alike but for the name and the number; what stands between is a label.
"""

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby
from typing import Final, NamedTuple

from harness.menace.classes import BOXES
from harness.menace.reading import bead_forms, box_labels

_Lines = tuple[str, ...]

_SHAPES: Final = 3  # of the most lines, one of them that of beads
_TOKENS: Final = range(2, 6)  # of a bead and its number, with words as in `square 3: 2 beads`
_BAR: Final = re.compile(
    r"(?P<before>.*\w\s*[:=|]|.*\w(?=\s))\s*(?P<bar>(?P<one>[^\w\s])?(?P=one)*)\s*"
)
_BLANKS: Final = re.compile(r"\s+")
_KEPT: Final = 1 << 14  # lines: most boxes are printed again and again


class Shape(NamedTuple):
    """What a line looks like: which of its tokens are numbers, and what stands around these.

    `bar` is the sign of which there are as many as beads, where no number tells them.
    """

    numbers: tuple[bool, ...]
    around: tuple[str, ...]
    bar: str = ""


class Restated(NamedTuple):
    """The lines with all kinds of a box on one, and how they were before."""

    lines: _Lines
    shape: Shape
    kinds: int  # of bead in all boxes, a line each


def usual(lines: _Lines) -> Sequence[Restated]:
    """The lines restated in each way that gives as many boxes as there are, some of them several
    lines: one in each may be its total."""
    bars = Counter(found["one"] for line in lines if (found := _BAR.fullmatch(line)))
    often = [bar for bar, times in bars.most_common(1) if times > BOXES]
    shapes = [shape for bar in ["", *often] for shape in _shapes(lines, bar)]
    restated = filter(None, (in_form(lines, shape) for shape in shapes))
    return [found for found in restated if found.kinds > BOXES]


def _shapes(lines: _Lines, bar: str) -> Sequence[Shape]:
    shapes = Counter(filter(None, (_shape(_in_numbers(line, bar), bar) for line in lines)))
    return [shape for shape, times in shapes.most_common(_SHAPES) if times > BOXES]


def in_form(lines: _Lines, shape: Shape) -> Restated | None:
    """The lines restated, if each box has its kinds of bead in lines of this shape."""
    lines = tuple(_in_numbers(line, shape.bar) for line in lines)
    of_labels = _label_words([line for line in lines if _shape(line, shape.bar) == shape])
    runs = groupby(
        lines, lambda line: _shape(line, shape.bar) == shape and _word(line) not in of_labels
    )
    above: list[list[str]] = []
    beads: list[list[str]] = []
    before: list[str] = []
    for of_beads, run in runs:
        if of_beads:
            above.append(before)
            beads.append([" ".join(line.split()) for line in run])
        else:
            before = [*run]
    if len(beads) != BOXES:
        return None
    joined = box_labels.labelled(box_labels.labels(above), map(", ".join, beads))
    return Restated(tuple(joined), shape, sum(map(len, beads)))


def _label_words(lines: Sequence[str]) -> set[str]:
    """The words before numbers of boxes, where those look as beads do: `Box 3` above `red 2`."""
    different = Counter(map(_word, {*lines}))
    return {word for word, times in different.items() if times == BOXES}


@lru_cache(maxsize=_KEPT)
def _in_numbers(line: str, bar: str) -> str:
    """`red: ***` as `red: 3`, if it ends with this bar or with none."""
    if not bar:
        return line
    found = _BAR.fullmatch(line)
    signs = found["bar"] if found else ""
    return f"{found['before']} {len(signs)}" if found and not signs.strip(bar) else line


def _word(line: str) -> str:
    return line.split()[0]


@lru_cache(maxsize=_KEPT)
def _shape(text: str, bar: str) -> Shape | None:
    line = bead_forms.split(text)
    if len(line.spans) not in _TOKENS or not any(line.numbers):
        return None
    before, after = text[: line.spans[0][0]], text[line.spans[-1][1] :]
    gaps = (_BLANKS.sub(" ", gap) for gap in line.gaps)  # names and numbers may be in columns
    return Shape(line.numbers, (before, *gaps, after), bar)
