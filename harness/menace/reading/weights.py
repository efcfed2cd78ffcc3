"""Boxes that are printed as one number for each empty square: how many beads name it.

Such boxes have 9, 7, 5 or 3 numbers, as often as their pictures have so many empty squares. Boxes
of single beads can have that as well, until a game is won or lost: these are told apart by what the
numbers are.
"""

from collections import Counter
from collections.abc import Sequence, Sized
from typing import Final

from harness.digits import DIGITS_AT_MOST
from harness.menace.classes import BOXES, stage_of
from harness.menace.reading.tokens import of_vector
from reference.tic_tac_toe import SQUARES

LENGTHS: Final = Counter(len(SQUARES) - stage_of(position) for position in range(BOXES))
"""How many boxes have pictures with so many empty squares."""

_MOSTLY: Final = 0.5  # of the boxes
_NEARLY_ALL: Final = 0.95
_MANY: Final = 50  # boxes: not all of them are soon changed
_COMMON: Final = 0.03  # of all numbers: each square is named as often, also where pictures lean
_NAMES_COMMON: Final = 7  # of nine squares
_KINDS_AT_MOST: Final = 150  # of numbers; names that are numbers of classes have more kinds
_INDEX_COMMON: Final = 0.05  # of the numbers in boxes of one length


class Weights(list[tuple[str, ...]]):
    """The beads of all boxes, where it is certain that counts were printed."""


def of_weights(boxes: Sequence[Sequence[str]]) -> Weights | None:
    """The beads of boxes that are counts for each empty square; None where they are not.

    A bead's name is the place of its count: 0 for the first empty square of its own box.
    """
    if not are_for_empty_squares(boxes):
        return None
    if not all(n.isdecimal() and len(n) <= DIGITS_AT_MOST for some in boxes for n in some):
        return None
    if _are_beads([[int(n) for n in some] for some in boxes]):
        return None
    return Weights(of_vector(some) for some in boxes)


def are_for_empty_squares(boxes: Sequence[Sized]) -> bool:
    """Whether the boxes hold as many things as their pictures have empty squares."""
    return len(boxes) == BOXES and Counter(map(len, boxes)) == LENGTHS


def _are_beads(boxes: Sequence[Sequence[int]]) -> bool:
    """Whether the numbers are names of as many beads as there are empty squares."""
    distinct = sum(len({*some}) == len(some) for some in boxes)
    if distinct > _NEARLY_ALL * len(boxes):
        return True  # one of each
    by_length = {n: [some for some in boxes if len(some) == n] for n in LENGTHS}
    many = [some for some in by_length.values() if len(some) > _MANY]
    if all(map(_mostly_of_one_sum, many)):
        return False
    kinds = Counter(n for some in boxes for n in some)
    common = sum(times > _COMMON * kinds.total() for times in kinds.values())
    names = len(kinds) <= len(SQUARES) and common >= _NAMES_COMMON
    of_classes = len(kinds) > _KINDS_AT_MOST
    return names or of_classes or all(map(_are_indices, by_length.values()))


def _mostly_of_one_sum(boxes: Sequence[Sequence[int]]) -> bool:
    """Whether most of these boxes hold equally many beads, as all do at first."""
    ((_, times),) = Counter(map(sum, boxes)).most_common(1)
    return times > _MOSTLY * len(boxes)


def _are_indices(boxes: Sequence[Sequence[int]]) -> bool:
    """Whether the numbers are places among the empty squares of their box, from 0 or from 1."""
    size = len(boxes[0])
    kinds = Counter(n for some in boxes for n in some)
    if len(boxes) < _MANY:  # too few to show each place
        return max(kinds) <= size
    first = min(kinds)
    common = {n for n, times in kinds.items() if times > _INDEX_COMMON * kinds.total()}
    return first in (0, 1) and kinds.keys() == common == {*range(first, first + size)}
