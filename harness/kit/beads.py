"""Colours and marks of beads, what each box is filled with, and how many beads to buy.

Each square of a box's picture has a colour. People who cannot tell two colours apart read the mark:
every colour has a shape of its own. The colours are those of Okabe and Ito, and white.
"""

import math
from collections import Counter
from dataclasses import dataclass
from typing import Final, NamedTuple

from reference.menace.boxes import Bead, Boxes, BoxNumber
from reference.menace.rulesets import Ruleset
from reference.tic_tac_toe import stones

SPARE: Final = 1.25  # times the starting beads: rewards need more than the boxes hold at first
ROUNDED: Final = 10  # beads are bought in tens


class Colour(NamedTuple):
    """One colour of beads. `mark` is a character of the font ZapfDingbats, `shape` its name."""

    name: str
    rgb: tuple[int, int, int]
    mark: str
    shape: str

    @property
    def ink(self) -> tuple[int, int, int]:
        """Black or white, whichever is read better on the colour."""
        red, green, blue = self.rgb
        light = 0.299 * red + 0.587 * green + 0.114 * blue
        return (0, 0, 0) if light > 110 else (255, 255, 255)


COLOURS: Final[tuple[Colour, ...]] = (
    Colour("white", (255, 255, 255), "n", "square"),
    Colour("orange", (230, 159, 0), "s", "triangle"),
    Colour("sky blue", (86, 180, 233), "u", "diamond"),
    Colour("green", (0, 158, 115), "H", "star"),
    Colour("yellow", (240, 228, 66), "l", "disc"),
    Colour("blue", (0, 114, 178), ":", "cross"),
    Colour("red", (213, 94, 0), "t", "triangle, point down"),
    Colour("pink", (204, 121, 167), "\xa4", "heart"),
    Colour("black", (40, 40, 40), "6", "x"),
)
"""The colour of each square 0-8 of a box's picture, row by row."""


@dataclass(frozen=True)
class Filling:
    """What one box starts with: `each` beads of every colour of `beads`, squares of its picture."""

    beads: tuple[Bead, ...]
    each: int

    @property
    def total(self) -> int:
        """All beads of the box."""
        return self.each * len(self.beads)


def filling(boxes: Boxes, box: BoxNumber, ruleset: Ruleset) -> Filling:
    """Equal numbers of every colour, as many beads in all as the ruleset starts the box with.

    The challenge draws the colours at random; equal numbers are what such draws come to on average.
    """
    beads = ruleset.start_choices(boxes, box)
    return Filling(beads, ruleset.start[stones(boxes.pictures[box]) // 2])


def starting_beads(boxes: Boxes, ruleset: Ruleset) -> Counter[Bead]:
    """How many beads of each colour all boxes of one side hold at the start."""
    count: Counter[Bead] = Counter()
    for box in range(len(boxes)):
        filled = filling(boxes, box, ruleset)
        count.update(dict.fromkeys(filled.beads, filled.each))
    return count


def to_buy(starting: int) -> int:
    """Beads of one colour to buy: those of the start, a quarter more for rewards, in tens."""
    return math.ceil(starting * SPARE / ROUNDED) * ROUNDED
