"""Boxes that are printed as a number for each square, or for each empty one, restated as `3 1 3`.

Whatever all boxes have before their numbers is left out, such as `beads:` or `->`: a reading takes
it for a bead. What tells one box from another stays.
"""

from collections.abc import Sequence
from typing import Final

from harness.menace.classes import BOXES, stage_of
from harness.menace.reading import box_labels
from harness.menace.reading.affixes import ending
from harness.menace.reading.kinds import NAMES_AT_MOST
from harness.menace.reading.weights import of_weights

_TAKEN: Final = sorted(map(stage_of, range(BOXES)))  # squares of each box that have no beads


def restated(before: Sequence[str], numbers: Sequence[Sequence[str]]) -> list[str]:
    """A line for each box; `before` is what stands before its numbers."""
    bodies = [*map(" ".join, numbers)]
    labels = box_labels.in_texts(before)
    if all(labels):
        return box_labels.labelled(labels, bodies)
    end = ending(before)
    both = zip(before, bodies, strict=True)
    return [f"{text.removesuffix(end)} {body}".lstrip() for text, body in both]


def are_of_squares(numbers: Sequence[Sequence[str]]) -> bool:
    """Whether these can be the counts of all squares in each box, or of those that are empty."""
    if {*map(len, numbers)} != {NAMES_AT_MOST}:
        return of_weights(numbers) is not None
    zeros = sorted(some.count("0") for some in numbers)
    return all(n >= taken for n, taken in zip(zeros, _TAKEN, strict=True))
