"""Frames round whole boards, without lines between the squares, and round the beads of a box.

+-------+     ┌───┐      _____
| X . O |     │X·O│     |X . O|
| . X . |     │·X·│     |. X .|
| O . . |     │O··│     |O . .|
+-------+     └───┘     |_____|
"""

import re
from collections.abc import Sequence
from itertools import takewhile
from typing import Final

from harness.menace.classes import BOXES

_OF_A_BOX: Final = 3  # lines: the beads of a box, and the frame above and below
_SIDES: Final = frozenset("|│┃║*#!:")
# A frame's first line, its last one, and its last one between sides that go down to it.
_LID: Final = re.compile(
    r"\s*([+┌╭╔┏.,*#=_|-]?([-─━═=_*#~])\2+[+┐╮╗┓.,*#=_|-]?|[+┌╭╔┏][-─━═][+┐╮╗┓])\s*"
)
_FLOOR: Final = re.compile(
    r"\s*([+└╰╚┗'`*#=_-]?([-─━═=_*#~])\2+[+┘╯╝┛'*#=_-]?|[+└╰╚┗][-─━═][+┘╯╝┛])\s*"
)
_FLOOR_BETWEEN: Final = re.compile(r"\s*(\|([=_])\2+\|)\s*")


def within_frame(lines: Sequence[str], at_least: int = 3) -> list[str] | None:
    """What stands in the frame that the first of these lines begins.

    None where it begins none, or one with fewer lines in it than `at_least`.
    """
    lid = _LID.fullmatch(lines[0])
    if not lid:
        return None
    below = [line.rstrip() for line in lines[1:]]
    left = len(below[0]) - len(below[0].lstrip()) if below else -1

    def has_sides(line: str) -> bool:
        ends = {line[left], line[-1]} if len(line) > left + 1 else {""}
        return ends <= _SIDES and not line[:left].strip() and not _FLOOR.fullmatch(line)

    rows = [*takewhile(has_sides, below)]
    between = (
        (number, found) for number, line in enumerate(rows)
        if number >= at_least and (found := _FLOOR_BETWEEN.fullmatch(line)) and found[2] == lid[2]
    )  # fmt: skip
    end, floor = next(between, (len(rows), None))
    if not floor and end < len(below):
        floor = _FLOOR.fullmatch(below[end])
        if floor and len(floor[1]) != len(lid[1]):
            return None
    # The sides may stand outside the ends of the lid, and of the floor.
    begins = {lid.start(1), floor.start(1) if floor else -1}
    if end < at_least or not begins <= {left, left + 1}:
        return None
    return [row[left + 1 : -1] for row in rows[:end]]


def without_frames(lines: Sequence[str]) -> Sequence[str]:
    """The lines without the frames of boxes, where the beads of each have one, on one line."""
    kept: list[str] = []
    at = framed = 0
    while at < len(lines):
        may_be = _LID.fullmatch(lines[at])
        beads = within_frame(lines[at : at + _OF_A_BOX], at_least=1) if may_be else None
        framed += bool(beads)
        kept += beads or [lines[at]]
        at += _OF_A_BOX if beads else 1
    return kept if framed and framed % BOXES == 0 else lines
