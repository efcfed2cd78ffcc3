"""Whether what was read can be the boxes of a MENACE: by how many kinds of bead each box holds.

A box has at most as many kinds of bead as its picture has empty squares. Numbers of boxes, totals
and signs between beads are soon too many kinds when they are taken for beads.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Final

from harness.menace.classes import BOXES, STAGES, stage_of
from harness.menace.reading.events import Dump
from harness.menace.reading.notations import are_in_order
from reference.tic_tac_toe import SQUARES

_EVERYWHERE: Final = 0.95  # of the boxes
_MARKS: Final = frozenset("XxOo-._ ")
_BRACKETS: Final = frozenset('[](){}<>"')
_LINES: Final = frozenset(map(chr, range(0x2500, 0x2580)))
_COUNTED: Final = re.compile(r".+[x×*:=^]\d+|\d+[x×*:=].+|\w+([^\w\s])\1*")
_AGAIN: Final = 0.05  # of the boxes; of those with three random beads a third have two alike
_SEVERAL: Final = 10  # a box in so many has more than one kind of bead
SHARE: Final = re.compile(r"(?:[\[(]\s*+)?(?<![\d.])\d++(?:\.\d++)?\s*+%(?:\s*+[\])])?")
_FRACTION: Final = re.compile(r"\d+\.\d*|\.\d+")
NAMES_AT_MOST: Final = len(SQUARES)  # of beads that are named after squares or by colours


@cache
def _most() -> Sequence[int]:
    """How many kinds the boxes hold at the most, those with the most kinds first."""
    stages = [stage_of(position) for position in range(BOXES)]
    return [len(SQUARES) - stage for stage in STAGES for _ in range(stages.count(stage))]


def can_be_boxes(boxes: Sequence[Sequence[str]]) -> bool:
    """Whether so many boxes can hold these beads: no box has too many kinds, nor have all."""
    if len(boxes) != BOXES:
        return False
    if are_in_order([*map("".join, boxes)]):
        return False  # their numbers
    kinds = sorted((len(set(beads)) for beads in boxes), reverse=True)
    if any(found > most for found, most in zip(kinds, _most(), strict=True)):
        return False
    in_boxes = Counter(bead for beads in boxes for bead in set(beads))
    if all(map(_is_after_x, in_boxes)):
        return all(boxes)
    if len(in_boxes) == 1:
        return all(boxes) and not any(map(_is_sign, in_boxes))
    enough = _EVERYWHERE * len(boxes)
    if not all(boxes) or max(in_boxes.values()) > enough:
        return False  # a sign or a label
    first = {beads[0] for beads in boxes if beads}
    if len(first) == len(boxes) and len(first) > _EVERYWHERE * len(in_boxes) / 2:
        later = {bead for beads in boxes for bead in beads[1:]}
        if first.isdisjoint(later) and len(later) < len(first):
            return False  # numbers of boxes before beads that many boxes share
    if len(first) == len(boxes) and _are_labels(boxes):
        return False
    signs = set("".join(in_boxes))
    if signs <= _MARKS or signs & _BRACKETS:
        return False  # rows of pictures, or parts of lists
    if any(map(_is_sign, in_boxes)) and not all(map(_is_sign, in_boxes)):
        return False  # what stands between beads
    if any(map(SHARE.fullmatch, in_boxes)) or any(map(_FRACTION.fullmatch, in_boxes)):
        return False
    counted = sum(_COUNTED.fullmatch(bead) is not None for bead in in_boxes)
    if counted * 2 > len(in_boxes) > NAMES_AT_MOST:
        return False  # beads with their counts
    # Pictures or numbers of boxes, where each box has one of its own.
    several = sum(found > 1 for found in kinds)
    return several * _SEVERAL > len(boxes) or len(in_boxes) <= len(boxes) // 2


def are_boxes(dump: Dump) -> bool:
    """Whether a dump can be the boxes of a MENACE."""
    return dump.counts or can_be_boxes(dump.boxes)


def _are_labels(boxes: Sequence[Sequence[str]]) -> bool:
    """Whether the first word of every box, which no other box begins with, hardly comes again."""
    again = sum(beads[0] in beads[1:] for beads in boxes)
    return all(len(beads) > 1 for beads in boxes) and again < _AGAIN * len(boxes)


def _is_after_x(bead: str) -> bool:
    """Whether the bead is the picture of what its box becomes by X's move; no box looks so."""
    x, o = (sum(map(bead.upper().count, marks)) for marks in ("X", "O0"))
    return len(bead) == NAMES_AT_MOST and x == o + 1


def _is_sign(bead: str) -> bool:
    """Whether the word is only punctuation, lines, `+` or the like; other symbols may be beads."""
    return all(
        unicodedata.category(c)[0] == "P" or unicodedata.category(c) == "Sm" or c in _LINES
        for c in bead
    )


def looks_misread(boxes: Sequence[Sequence[str]]) -> bool:
    """Whether something else was taken for beads: too many kinds in a box, and names in all."""
    if len(boxes) != BOXES or can_be_boxes(boxes):
        return False
    names = {bead for beads in boxes for bead in beads}
    return len(names) > NAMES_AT_MOST or not all(name.isalnum() for name in names)
