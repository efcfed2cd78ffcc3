"""What the beads of each printed box mean, learned from the draws that took or brought them.

A bead means an orbit: the squares that the symmetries of the position make alike.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from harness.menace.chance.samples import Position
from harness.menace.changes import Trouble, beads_text
from harness.menace.classes import BOXES, Use, least_board, orbits, readings
from harness.menace.elimination import Index
from harness.menace.form import BEADS_ARE_SQUARES, Form
from harness.menace.screen import Bead, Beads
from reference.symmetry import SQUARE_GROUP
from reference.tic_tac_toe import Board, Square

_SQUARES: Final = tuple("012345678")  # in one order in every process


def _beads_by_box() -> list[set[Bead]]:
    return [set() for _ in range(BOXES)]


@dataclass(slots=True)
class Meanings:
    """The beads seen in each printed box, and what is known of their meanings."""

    form: Form
    seen: list[set[Bead]] = field(default_factory=_beads_by_box)
    begun: list[set[Bead]] = field(default_factory=_beads_by_box)  # at the start of runs
    _meaning: dict[Index, dict[Bead, Square]] = field(default_factory=dict)  # the orbit
    _moved: dict[tuple[Index, Board], dict[Square, set[Bead]]] = field(default_factory=dict)
    _readings: dict[Index, list[tuple[Square | None, ...]]] = field(default_factory=dict)

    def begin_run(self, boxes: Sequence[Beads]) -> None:
        """Take the boxes that the first game of a run printed."""
        for seen, begun, box in zip(self.seen, self.begun, boxes, strict=True):
            seen.update(box)
            begun.update(box)

    def forget(self) -> None:
        """Forget all meanings: from here on, names may mean other squares."""
        self._meaning.clear()
        self._moved.clear()

    @property
    def known(self) -> int:
        """How many pairs of a box and a bead were seen to mean something."""
        return sum(len(beads) for beads in self._meaning.values())

    def can_serve(self, index: Index, position: Position) -> bool:
        """Whether all beads seen in the box name empty squares of one picture of the position."""
        return any(_named(reading, self.seen[index]) for reading in readings(position))

    def moved(self, number: int, index: Index, u: Use, board: Board, bead: Bead) -> Trouble | None:
        """Learn that this bead came or went in a game in which the square was played."""
        self._moved.setdefault((index, board), {}).setdefault(u.orbit, set()).add(bead)
        known = self._meaning.setdefault(index, {}).setdefault(bead, u.orbit)
        if known != u.orbit:
            seen = f"bead {bead} moved to square {u.orbit}, and elsewhere to {known}"
            return self._contradiction(number, index, u.position, seen)
        return None

    def means(self, index: Index, position: Position, bead: Bead) -> Square | None:
        """The orbit that a bead is known to mean, by a draw or because no reading differs."""
        if (known := self._meaning.get(index, {}).get(bead)) is not None:
            return known
        if self.form.beads == BEADS_ARE_SQUARES and bead.isdecimal():
            meanings = {reading[int(bead)] for reading in self._readings.get(index, ())}
            if len(meanings) == 1:
                return meanings.pop()
        return None

    def told(self, index: Index, position: Position) -> set[Square]:
        """The orbits whose beads are all known, so that no unknown bead can mean them."""
        named = Counter(self.means(index, position, bead) for bead in self.names(index))
        return {orbit for orbit, size in orbits(position).items() if named[orbit] >= size}

    def names(self, index: Index) -> Iterable[Bead]:
        """All names of beads that a box may hold, or those whose meaning is known."""
        if self.form.beads == BEADS_ARE_SQUARES:
            return _SQUARES
        return self._meaning.get(index, {}).keys()

    def named_so(self, index: Index, u: Use, beads: Iterable[Bead]) -> list[Bead]:
        """Those of the beads that are known to mean the orbit played."""
        return [bead for bead in beads if self.means(index, u.position, bead) == u.orbit]

    def all_names(self, index: Index, position: Position, seen: set[Bead]) -> tuple[Bead, ...]:
        """The names of the beads for all empty squares, in order; nothing where one may be left."""
        left = self._readings.get(index, ())
        squares = {tuple(b for b, orbit in enumerate(r) if orbit is not None) for r in left}
        if len(squares) == 1:
            return tuple(map(str, squares.pop()))
        return tuple(sorted(seen)) if len(seen) == sum(orbits(position).values()) else ()

    def least_names(self, index: Index, position: Position) -> dict[Square, Bead]:
        """The least name of the beads for each orbit, in the program's own words."""
        found: dict[Square, Bead] = {}
        for bead in sorted(self.names(index), reverse=True):
            if (orbit := self.means(index, position, bead)) is not None:
                found[orbit] = bead
        return found

    def fits(
        self, number: int, index: Index, position: Position, beads: Counter[Bead]
    ) -> Trouble | None:
        """All beads of the box can be names of empty squares of one picture."""
        meaning = self._meaning.get(index, {})
        if self.form.beads != BEADS_ARE_SQUARES:
            named = Counter(meaning.values())
            unknown = beads.keys() - meaning.keys()
            sizes = orbits(position)
            for orbit, size in sizes.items():
                if named[orbit] > size:
                    seen = f"{named[orbit]} different beads for square {orbit}"
                    expected = f"{size}, as many as there are such squares"
                    clause = "menace/beads" if self._crowded(index, sizes) else "menace/symmetry"
                    return Trouble(clause, seen, expected, number, least_board(position))
            if named.total() + len(unknown) > sum(sizes.values()):
                seen = f"{named.total() + len(unknown)} different beads in one box"
                expected = f"a bead for each of {sum(sizes.values())} empty squares at the most"
                return Trouble("menace/beads", seen, expected, number, least_board(position))
            return None
        possible = self._readings.setdefault(index, list(readings(position)))
        left = [
            reading
            for reading in possible
            if _named(reading, beads)
            and all(reading[int(bead)] == orbit for bead, orbit in meaning.items())
        ]
        if not left and any(_named(reading, beads) for reading in possible):
            seen = f"beads {beads_text(beads)}, and moves that they do not explain"
            return self._contradiction(number, index, position, seen)
        if not left:
            seen = f"beads {beads_text(beads)}"
            expected = "squares that are empty in one picture of the position"
            return Trouble("menace/beads", seen, expected, number, least_board(position))
        self._readings[index] = left
        return None

    def _contradiction(self, number: int, index: Index, position: Position, seen: str) -> Trouble:
        """A bead that does not move as it did, or as its number says: by the draw or the carrying.

        No rotation or reflection takes a corner to an edge, and one board has one way of carrying:
        where these do not explain what was seen, another square was played than the bead's.
        """
        kinds: dict[Bead, set[int]] = {}
        on_one_board: Counter[tuple[Board, Bead]] = Counter()
        for (box, board), beads_to in self._moved.items():
            for orbit, beads in beads_to.items() if box == index else ():
                for bead in beads:
                    kinds.setdefault(bead, set()).add(_kind(orbit))
                    on_one_board[board, bead] += 1
        if self.form.beads == BEADS_ARE_SQUARES:
            for bead in kinds.keys() & _SQUARES:
                kinds[bead].add(_kind(int(bead)))
        drawn = max(on_one_board.values(), default=0) > 1 or any(
            len(kind) > 1 for kind in kinds.values()
        )
        clause = "menace/draw" if drawn else "menace/symmetry"
        expected = "one meaning of a bead, carried over with the picture"
        return Trouble(clause, seen, expected, number, least_board(position))

    def _crowded(self, index: Index, sizes: Mapping[Square, int]) -> bool:
        """Whether, on one board, more beads of this box name squares of a kind than there are."""
        return any(
            box == index and len(beads) > sizes.get(orbit, len(beads))
            for (box, _), beads_to in self._moved.items()
            for orbit, beads in beads_to.items()
        )


def _kind(square: Square) -> int:
    """Whether a square is a corner, an edge or the centre."""
    return min(symmetry[square] for symmetry in SQUARE_GROUP)


def _named(reading: Sequence[Square | None], beads: Iterable[Bead]) -> bool:
    """Whether all beads are numbers of squares that are empty by this reading."""
    return all(bead in _SQUARES and reading[int(bead)] is not None for bead in beads)
