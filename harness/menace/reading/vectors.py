"""Boxes that are printed as a number for each square, or for each empty one, restated as `3 1 3`.

Whatever all boxes have before their numbers is left out, such as `beads:` or `->`: a reading takes
it for a bead. What tells one box from another stays.
"""

import re
from collections.abc import Sequence
from typing import Final

from harness.menace.classes import BOXES, stage_of
from harness.menace.reading.affixes import ending
from harness.menace.reading.kinds import NAMES_AT_MOST
from harness.menace.reading.weights import of_weights

_TAKEN: Final = sorted(map(stage_of, range(BOXES)))  # squares of each box that have no beads
_AFTER_LABEL: Final = re.compile(r"[^\w\s]\W")  # its last sign, and more
_OPENING: Final = " \t[({<|'\""


def restated(
    before: Sequence[str], numbers: Sequence[Sequence[str]], *, usual: bool
) -> list[str] | None:
    """A line for each box; `before` is what stands before its numbers.

    None where they are printed as usual: nothing but a label and an opening bracket stands before
    numbers with `usual` signs between.
    """
    end = ending(before)
    label = end[:1] if _AFTER_LABEL.match(end) else ""
    if usual and end.strip(_OPENING) == label:
        return None
    return [
        f"{text.removesuffix(end)}{label} {' '.join(some)}".lstrip()
        for text, some in zip(before, numbers, strict=True)
    ]


def are_of_squares(numbers: Sequence[Sequence[str]]) -> bool:
    """Whether these can be the counts of all squares in each box, or of those that are empty."""
    if {*map(len, numbers)} != {NAMES_AT_MOST}:
        return of_weights(numbers) is not None
    zeros = sorted(some.count("0") for some in numbers)
    return all(n >= taken for n, taken in zip(zeros, _TAKEN, strict=True))
