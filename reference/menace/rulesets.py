"""How a machine is filled at the start, what an empty box does, and how many beads go back.

`CHALLENGE` is the challenge's way: beads of random colours, and a box that a draw has emptied gets
three random beads, one of which is the move. The bead drawn last is gone: the move is one of the
three. The text leaves open what then stays in the box, so both readings are here.

`MICHIE` is the scheme of D. Michie, "Experiments on the mechanization of game-learning", The
Computer Journal 6 (1963): 4, 3, 2 and 1 beads of each colour by stage; three more after a win, one
more after a draw, the drawn one confiscated after a loss. In two points it follows M. Scroggs's
machine (mscroggs.co.uk/menace): squares that a symmetry of the picture makes alike share a colour,
and a machine that comes to an empty box resigns.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from random import Random
from typing import Final, TypeVar

from reference.menace.boxes import Bead, Boxes, BoxNumber
from reference.tic_tac_toe import stones

REFILL_BEADS: Final = 3

Item = TypeVar("Item")


class WhenEmpty(Enum):
    """What happens to a box without beads."""

    KEEP_THREE = "keep three"  # refilled by the draw that empties it; the three all stay
    KEEP_TWO = "keep two"  # refilled by the draw that empties it; the one drawn leaves as ever
    RESIGN = "resign"  # stays empty; the machine gives up when it next comes to it


@dataclass(frozen=True)
class Ruleset:
    """All that two machines can differ in before they have learned anything.

    `start` is a number of beads by stage: for X with 0, 2, 4 and 6 stones on the board, for O with
    1, 3, 5 and 7. It counts beads for each square that the box can name, so that a box starts with
    that many times its choices; with `random_start` only their number is fixed and the colours are
    drawn. `won`, `drawn` and `lost` are the beads of the drawn colour that go back, the drawn one
    included.
    """

    name: str
    start: tuple[int, int, int, int]
    random_start: bool
    distinct: bool
    when_empty: WhenEmpty
    won: int
    drawn: int
    lost: int

    def __post_init__(self) -> None:
        if min(self.start) < 1:
            raise ValueError(f"no box starts empty, so not {self.start} beads by stage")
        if min(self.won, self.drawn, self.lost) < 0:
            raise ValueError("beads go back or stay away; fewer than none cannot go back")

    def refills(self) -> bool:
        """Whether a box that a draw has emptied is filled again."""
        return self.when_empty is not WhenEmpty.RESIGN

    def start_choices(self, boxes: Boxes, box: BoxNumber) -> tuple[Bead, ...]:
        """The beads that the box may hold at the start, ascending."""
        return boxes.distinct_choices(box) if self.distinct else boxes.choices(box)

    def start_count(self, boxes: Boxes, box: BoxNumber) -> int:
        """How many beads the box holds at the start."""
        stage = stones(boxes.pictures[box]) // 2
        return self.start[stage] * len(self.start_choices(boxes, box))

    def fill(self, boxes: Boxes, box: BoxNumber, rng: Random) -> list[Bead]:
        """The beads of the box at the start, ascending."""
        choices = self.start_choices(boxes, box)
        count = self.start_count(boxes, box)
        if self.random_start:
            return sorted(pick(choices, rng) for _ in range(count))
        return sorted(choices * (count // len(choices)))


def pick(items: Sequence[Item], rng: Random) -> Item:
    """One of the items, uniformly, by a single `rng.random()`.

    `rng.choice` would do but for the training: that draws the same way from the same numbers in
    [0, 1), so that both can be held to the same games. The product never reaches the length,
    because the greatest number below 1 is too far from it to be rounded up.
    """
    return items[int(rng.random() * len(items))]


CHALLENGE: Final = Ruleset(
    name="challenge",
    start=(4, 3, 2, 1),
    random_start=True,
    distinct=False,
    when_empty=WhenEmpty.KEEP_THREE,
    won=2,
    drawn=1,
    lost=0,
)

MICHIE: Final = Ruleset(
    name="michie",
    start=(4, 3, 2, 1),
    random_start=False,
    distinct=True,
    when_empty=WhenEmpty.RESIGN,
    won=4,
    drawn=2,
    lost=0,
)

# Four beads of three colours are soon lost to a good opponent, and with the first box empty a
# machine resigns every game; this variant tells how much of that is due to the sharing of colours.
MICHIE_EVERY_SQUARE: Final = replace(MICHIE, name="michie, every square", distinct=False)
