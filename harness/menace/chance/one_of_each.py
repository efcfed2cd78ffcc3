"""Whether the beads of a box name one square of each orbit, and never another that is like it.

The challenge wants beads that name empty squares of the box's picture. A program may have a bead
for each of them, or, as Michie's own machine had, one for each move that the picture's symmetries
tell apart. The beads of the second kind are uniform over the orbits and not over the squares.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from typing import Final, NamedTuple

from harness.menace.classes import orbits
from harness.menace.screen import Bead
from reference.tic_tac_toe import Square

# Each time two beads mean the same of two squares or more; of beads for squares half of them at the
# least would be different ones.
_NEEDED: Final = 60


class Named(NamedTuple):
    """A box that is known: how many beads came into it by what they mean, and their names.

    They came at the start of runs and by refills; what they mean may be None, not known.
    """

    position: int
    came: Counter[Square | None]
    names: Mapping[Square, Collection[Bead]]


def names_one_of_each(boxes: Iterable[Named]) -> bool:
    """Whether no orbit of any box has two names, though many could be seen to have."""
    again = 0
    for box in boxes:
        if any(len(names) > 1 for names in box.names.values()):
            return False
        again += sum(
            box.came[orbit] - 1
            for orbit, size in orbits(box.position).items()
            if size > 1 and box.came[orbit]
        )
    return again >= _NEEDED
