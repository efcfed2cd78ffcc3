"""Every draw from a box, with what was known of the box before it was made."""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from harness.menace.chance.ages import Ages
from harness.menace.chance.samples import UNKNOWN, Position, Sample, When
from harness.menace.changes import RESULT_BACK
from harness.menace.classes import Use, stage_of
from harness.menace.elimination import Index
from harness.menace.follower import Played
from harness.menace.meanings import Meanings
from harness.menace.screen import Beads, counted
from reference.tic_tac_toe import Board

_FEW: Final = 40  # beads of a box, whose order is kept


@dataclass(slots=True)
class Draws:
    """The draws of one run after another; `box_of` says which box serves a position, if known."""

    _box_of: Callable[[Position], Index | None]
    _meanings: Meanings
    _chance: random.Random
    samples: list[Sample] = field(default_factory=list)
    exercised: Counter[Position] = field(default_factory=Counter)
    _run: int = -1  # the number of the run
    _drawn: int = 0  # draws from boxes in the run until now
    _of_box: Counter[Position] = field(default_factory=Counter)  # draws in the run until now
    _of_stage: Counter[int] = field(default_factory=Counter)
    _of_size: Counter[int] = field(default_factory=Counter)
    _ages: Ages = field(default_factory=Ages)

    def begin_run(self) -> None:
        """Begin a run."""
        self._run += 1
        self._drawn = 0
        for counted_draws in (self._of_box, self._of_stage, self._of_size):
            counted_draws.clear()
        self._ages.clear()

    def count(self, uses: Sequence[tuple[Use, Board]]) -> None:
        """Count the draws of a game, once they are kept."""
        self._drawn += len(uses)
        for u, _ in uses:
            self.exercised[u.position] += 1
            self._of_box[u.position] += 1
            self._of_stage[stage_of(u.position)] += 1

    def keep(
        self,
        number: int,
        uses: Sequence[tuple[Use, Board]],
        boxes: Sequence[Beads],
        filled: int,
    ) -> None:
        """Keep the draws of a game of this number, made from these boxes.

        `filled` are the refills of the run before.
        """
        for ply, (u, board) in enumerate(uses):
            index = self._box_of(u.position)
            if index is None:
                continue
            size = len(boxes[index])
            of_size = self._of_size[size]
            self._of_size[size] += 1
            if size < 2:
                filled += 1  # the only bead is drawn for certain, and then the box is refilled
                continue
            means = self._meanings.means
            meant = {bead: means(index, u.position, bead) for bead in set(boxes[index])}
            meanings = [meant[bead] for bead in boxes[index]]
            told = set(meanings) if None not in meanings else self._meanings.told(index, u.position)
            orbits_ = [m if m is not None and m in told else UNKNOWN for m in meanings]
            drawn = u.orbit if None not in meanings or u.orbit in told else UNKNOWN
            beads = dict(Counter(orbits_))
            first = {orbit: orbits_.index(orbit) for orbit in beads}
            ends = orbits_[0], orbits_[-1]
            places = [place for place, orbit in enumerate(orbits_) if orbit == drawn]
            place = self._chance.choice(places or range(len(orbits_))) + self._chance.random()
            share = place / len(orbits_)
            at = When(
                self._run, self._drawn + ply, number, ply, share,
                refills=filled, of_box=self._of_box[u.position],
                of_stage=self._of_stage[stage_of(u.position)], of_size=of_size,
            )  # fmt: skip
            line = tuple(orbits_) if len(orbits_) <= _FEW else ()
            names = boxes[index] if line else ()
            of_bead = dict(zip(names, line, strict=True))
            by_age = tuple(of_bead[bead] for bead in self._ages.of(index, names))
            self.samples.append(
                Sample(u.position, beads, first, drawn, ends, at, line, names, board, by_age)
            )

    def grow_older(
        self, played: Played, uses: Sequence[tuple[Use, Board]], before: tuple[Beads, ...]
    ) -> None:
        """Keep which beads came back to the boxes used, where it is known which were drawn."""
        for u, _ in uses:
            if (index := self._box_of(u.position)) is not None:
                old, new = counted(before[index]), counted(played.boxes[index])
                moved = {*((new - old) + (old - new))}  # none after a game drawn
                if not moved:
                    moved = set(self._meanings.named_so(index, u, old))
                bead = moved.pop() if len(moved) == 1 else None
                back = RESULT_BACK[played.won_by]
                self._ages.used(index, before[index], played.boxes[index], bead, back)
