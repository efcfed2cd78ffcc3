"""The bead accounts of one run, or of several that print their boxes in one order.

Which printed box serves which position is learned by elimination: after a game that was won or lost
exactly the boxes used have changed, so a position's box is among those changed in all its games and
among none changed in the others. What a bead means is learned from the draws that used it up or
brought it back. Contradictions are findings; so is every change that the rules do not explain.
"""

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from harness.menace.chance.draws import Draws
from harness.menace.chance.new_beads import NewBeads
from harness.menace.chance.one_of_each import Named
from harness.menace.chance.samples import Position
from harness.menace.changes import RESULT_BACK, Changes, Trouble, changed_boxes
from harness.menace.classes import Use, always_drawn, least_board, use
from harness.menace.elimination import Elimination, Index
from harness.menace.follower import Played
from harness.menace.form import BEADS_ARE_SQUARES, Form
from harness.menace.lookup import box_of
from harness.menace.meanings import Meanings
from harness.menace.screen import Bead, Beads, counted
from reference.tic_tac_toe import Board, Square

_SEED: Final = 20260101  # the same verdict for the same transcripts


@dataclass(slots=True)
class Accounts:
    """Everything learned of the boxes so far, from the games of one run after another."""

    form: Form
    names_change: bool = False  # the names of beads mean other squares in every run
    seed: int = 0  # of its own chances; books that are compared need different ones
    changes: Changes = field(default_factory=Changes)
    draws: Draws = field(init=False)
    new_beads: NewBeads = field(init=False)
    _meanings: Meanings = field(init=False)
    _elimination: Elimination = field(default_factory=Elimination)
    _served: dict[Index, Position] = field(default_factory=dict)
    _decided: set[Position] = field(default_factory=set)  # used in a game won or lost
    _before: tuple[Beads, ...] | None = None  # the boxes after the last game of the run
    _number: int = 0  # of the game in its run
    # What `chances` found since the box last changed; empty where it is not known.
    _chances: dict[Position, dict[Square, float]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        chance = random.Random(_SEED + self.seed)
        self._meanings = Meanings(self.form)
        self.new_beads = NewBeads(self._meanings, chance)
        self.draws = Draws(self.box_of, self._meanings, chance)

    def add(self, games: Sequence[Played]) -> Trouble | None:
        """Take one whole run. Returns the first contradiction, if any."""
        self.begin_run()
        return next(filter(None, map(self.take, games)), None)

    def begin_run(self) -> None:
        """Begin a run: nothing is known yet of the boxes that its first game prints."""
        self._before = None
        self._number = 0
        self.changes.filled = 0
        self.draws.begin_run()
        self._chances.clear()
        if self.names_change:
            self._meanings.forget()

    def take(self, played: Played) -> Trouble | None:
        """Take the next game of the run."""
        if self._before is None:
            self._meanings.begin_run(played.boxes)
            self._tell_apart()
        trouble = self._game(self._number, played, self._before)
        self._before = played.boxes
        self._number += 1
        for board, square in played.draws:
            if drawn := use(board, square):
                self._chances.pop(drawn.position, None)
        return trouble

    def chances(self, board: Board) -> dict[Square, float] | None:
        """How likely each orbit is to be played here now; None where that is not known."""
        position = box_of(board)
        if position is None:
            return None
        if (known := self._chances.get(position)) is not None:
            return known or None  # nearly always
        if (box := self._box_now(position)) is None:
            return None
        index, beads = box
        meanings: Counter[Square | None] = Counter()
        for bead, n in Counter(beads).items():
            meanings[self._meanings.means(index, position, bead)] += n
        told = len(beads) > 1 and None not in meanings
        chances = {o: n / len(beads) for o, n in meanings.items() if told and o is not None}
        self._chances[position] = chances
        return chances or None

    def beads_in(self, board: Board) -> int | None:
        """How many beads the box of this board holds now; None where that is not known."""
        position = box_of(board)
        box = None if position is None else self._box_now(position)
        return None if box is None else len(box[1])

    def _box_now(self, position: Position) -> tuple[Index, Beads] | None:
        """The printed box that serves the position, and the beads in it."""
        index = self.box_of(position)
        if index is None or self._before is None:
            return None
        return index, self._before[index]

    def box_of(self, position: Position) -> Index | None:
        """The printed box that serves the position, once that is known."""
        return self._elimination.box_of(position)

    def named(self, begun: Mapping[Position, Counter[Bead]]) -> Iterator[Named]:
        """What beads mean in these boxes, which are known, and held these when runs began."""
        refilled: dict[Position, Counter[Square | None]] = {}
        for refill in self.new_beads.kept:
            refilled.setdefault(refill.position, Counter()).update(refill.orbits)
        for position, beads in begun.items():
            index = self.box_of(position)
            assert index is not None, "it is known"
            came, means = Counter(refilled.get(position, ())), self.meanings(position)
            names: dict[Square, set[Bead]] = {}
            for bead in self._meanings.seen[index]:
                orbit = means.get(bead)
                came[orbit] += beads[bead]
                if orbit is not None:
                    names.setdefault(orbit, set()).add(bead)
            yield Named(position, came, names)

    def meanings(self, position: Position) -> dict[Bead, Square]:
        """The orbits that beads of the position's box, which is known, were seen to mean."""
        index = self.box_of(position)
        assert index is not None, "it is known"
        seen, means = self._meanings.seen[index], self._meanings.means
        told = ((bead, means(index, position, bead)) for bead in seen)
        return {bead: orbit for bead, orbit in told if orbit is not None}

    @property
    def identified(self) -> frozenset[Position]:
        """The positions whose printed box is known, and was seen to change where games change it.

        A box that is known by elimination alone may serve no position at all.
        """
        return frozenset(self._elimination.known & (self._decided | always_drawn()))

    @property
    def beads_known(self) -> int:
        """How many pairs of a box and a bead were seen to mean something."""
        return self._meanings.known

    def _game(
        self, number: int, played: Played, before: tuple[Beads, ...] | None
    ) -> Trouble | None:
        uses = [(u, board) for board, square in played.draws if (u := use(board, square))]
        if before is not None:
            self.draws.keep(number, uses, before, self.changes.filled)
        self.draws.count(uses)
        self._elimination.came(u.position for u, _ in uses)
        if before is None:
            return None
        changed = changed_boxes(before, played.boxes)
        trouble = self.changes.check(number, played, before, uses, changed)
        trouble = trouble or self._identify(number, played, uses, changed, before)
        self.draws.grow_older(played, uses, before)
        return trouble

    def _identify(
        self,
        number: int,
        played: Played,
        uses: Sequence[tuple[Use, Board]],
        changed: Sequence[Index],
        before: tuple[Beads, ...],
    ) -> Trouble | None:
        decided = played.won_by is not None
        used = {u.position: (u, board) for u, board in uses}
        self._elimination.take(used, changed, decided)
        if decided:
            self._decided |= used.keys()
        for position in self._elimination.boxless(self.draws.exercised):
            return Trouble(
                "menace/symmetry",
                "no one box changed in all games of this position and in no other",
                "one box for the position and all its rotations and reflections",
                number,
                least_board(position),
            )
        for u, board in used.values():
            if trouble := self._learn_beads(number, played, before, u, board):
                return trouble
        return None

    def _tell_apart(self) -> None:
        """Find boxes among those that no game changes: each whose beads fit only one position."""
        if self.form.beads != BEADS_ARE_SQUARES:
            return
        for position in always_drawn():
            other = [
                index
                for index in self._elimination.candidates(position)
                if not self._meanings.can_serve(index, position)
            ]
            self._elimination.exclude(position, other)

    def _learn_beads(
        self, number: int, played: Played, before: tuple[Beads, ...], u: Use, board: Board
    ) -> Trouble | None:
        """The bead that a decided game brought or took names the square that was played."""
        index = self.box_of(u.position)
        if index is None:
            return None
        if self._served.setdefault(index, u.position) != u.position:
            seen = "a box that changes in the games of two positions"
            expected = "a box for each position"
            return Trouble("menace/symmetry", seen, expected, number, least_board(u.position))
        old, new = counted(before[index]), counted(played.boxes[index])
        if played.won_by is None and old != new and old.total() > 1:
            return Trouble("menace/reward", "a change", "none after a game drawn", number)
        if old.total() == 1:
            (emptied_by,) = old
            back = RESULT_BACK[played.won_by]
            return self.new_beads.take(number, index, u, emptied_by, new, back)
        if played.won_by is not None:
            bead = next(iter((new - old) + (old - new)))
            if trouble := self._meanings.moved(number, index, u, board, bead):
                return trouble
        return self._meanings.fits(number, index, u.position, new)
