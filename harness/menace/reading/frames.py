"""Frames round whole boards, without lines between the squares.

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

_FEWEST: Final = 3  # lines in a frame
_SIDES: Final = frozenset("|│┃║*#!:")
# A frame's first line, its last one, and its last one between sides that go down to it.
_LID: Final = re.compile(r"\s*([+┌╭╔┏.,*#=_|-]?([-─━═=_*#~])\2+[+┐╮╗┓.,*#=_|-]?)\s*")
_FLOOR: Final = re.compile(r"\s*([+└╰╚┗'`*#=_-]?([-─━═=_*#~])\2+[+┘╯╝┛'*#=_-]?)\s*")
_FLOOR_BETWEEN: Final = re.compile(r"\s*(\|([=_])\2+\|)\s*")


def within_frame(lines: Sequence[str]) -> list[str] | None:
    """What stands in the frame that the first of these lines begins; None where it begins none."""
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
        if number >= _FEWEST and (found := _FLOOR_BETWEEN.fullmatch(line)) and found[2] == lid[2]
    )  # fmt: skip
    end, floor = next(between, (len(rows), None))
    if not floor and end < len(below):
        floor = _FLOOR.fullmatch(below[end])
    # The sides may stand outside the ends of the lid, and of the floor.
    begins = {lid.start(1), floor.start(1) if floor else -1}
    if end < _FEWEST or not begins <= {left, left + 1}:
        return None
    return [row[left + 1 : -1] for row in rows[:end]]
