"""What a MENACE can print, as events in order: a new game, a board, all boxes."""

from collections import Counter
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TypeAlias

from reference.tic_tac_toe import Board

Bead: TypeAlias = str
Beads: TypeAlias = tuple[Bead, ...]  # in the order printed


@dataclass(frozen=True, slots=True)
class NewGame:
    """`New game`."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A board, of 'X', 'O' and '-'.

    `key` is true where each square shows what is typed for it: that may be no board at all.
    """

    board: Board
    key: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class Dump:
    """The contents of all boxes, in the order printed; in that of the keys when they have keys.

    `sure` is false when the number of boxes depends on which lines were taken for boxes. `counts`
    is true when as many numbers as there are squares were printed for each: these are all boxes.
    """

    boxes: tuple[Beads, ...]
    sure: bool = True
    counts: bool = field(default=False, compare=False)


Event: TypeAlias = NewGame | Shown | Dump


@lru_cache(maxsize=1 << 16)
def counted(beads: Beads) -> Counter[Bead]:
    """The beads of a box as a multiset; not to be changed."""
    return Counter(beads)
