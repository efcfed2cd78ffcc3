"""Which printed box serves which position, by elimination.

After a game that was won or lost exactly the boxes used have changed: a position's box is among
those changed in all its games, and among none changed in the others.
"""

from collections.abc import Iterable, Iterator
from typing import Final, TypeAlias

from harness.menace.chance.samples import Position
from harness.menace.classes import BOXES

Index: TypeAlias = int  # of a box in the printed order

_ALL: Final = (1 << BOXES) - 1


class Elimination:
    """The boxes that each position may have, as bits by their index."""

    def __init__(self) -> None:
        self._among = [_ALL] * BOXES
        self._played: set[Position] = set()
        self._settled: set[Position] = set()  # whose box is taken from all others

    def box_of(self, position: Position) -> Index | None:
        """The printed box that serves the position, once that is known and the position came."""
        among = self._among[position]
        if position not in self._played or among.bit_count() != 1:
            return None
        return among.bit_length() - 1

    @property
    def known(self) -> set[Position]:
        """The positions that came and whose box is known."""
        among = self._among
        return {p for p in self._played if among[p].bit_count() == 1}

    def came(self, positions: Iterable[Position]) -> None:
        """Note that these positions came up in a game."""
        self._played.update(positions)

    def take(self, used: Iterable[Position], changed: Iterable[Index], decided: bool) -> None:
        """Take a game: the positions it used, and the boxes changed by it; `decided`: not drawn."""
        used = set(used)
        mask = sum(1 << index for index in changed)
        for position in [p for p in range(BOXES) if self._among[p] & mask or p in used]:
            if position not in used:
                self._among[position] &= ~mask
            elif decided:
                self._among[position] &= mask
        self._settle(used)

    def boxless(self, positions: Iterable[Position]) -> Iterator[Position]:
        """The positions that no box can serve."""
        return (position for position in positions if not self._among[position])

    def candidates(self, position: Position) -> Iterator[Index]:
        """The boxes that may serve a position."""
        return (index for index in range(BOXES) if self._among[position] >> index & 1)

    def exclude(self, position: Position, indices: Iterable[Index]) -> None:
        """Note that these boxes do not serve the position."""
        for index in indices:
            self._among[position] &= ~(1 << index)
        self._settle({position})

    def _settle(self, positions: set[Position]) -> None:
        """Exclude each box that is certain for one position from all other positions."""
        queue = [p for p in positions - self._settled if self._among[p].bit_count() == 1]
        while queue:
            certain = queue.pop()
            if certain not in self._played or certain in self._settled:
                continue
            self._settled.add(certain)
            taken = self._among[certain]
            for other in range(BOXES):
                if other != certain and self._among[other] & taken and self._among[other] != taken:
                    self._among[other] &= ~taken
                    if self._among[other].bit_count() == 1:
                        queue.append(other)
