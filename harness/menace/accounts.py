"""The bead accounts of one run, or of several that print their boxes in one order.

Which printed box serves which position is learned by elimination: after a game that was won or lost
exactly the boxes used have changed, so a position's box is among those changed in all its games and
among none changed in the others. What a bead means is learned from the draws that used it up or
brought it back. Contradictions are findings; so is every change that the rules do not explain.
"""

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from harness.menace.ages import Ages
from harness.menace.classes import (
    BOXES,
    Use,
    always_drawn,
    least_board,
    orbits,
    readings,
    stage_of,
    use,
)
from harness.menace.elimination import Elimination, Index
from harness.menace.form import BEADS_ARE_SQUARES, Form
from harness.menace.referee import Played
from harness.menace.refills import Refill
from harness.menace.samples import UNKNOWN, Position, RefillDraw, RefillSample, Sample, When
from harness.menace.screen import Bead, Beads, counted
from reference.symmetry import SQUARE_GROUP
from reference.tic_tac_toe import Board, Square

_SEED: Final = 20260101  # the same verdict for the same transcripts
_MANY: Final = 30  # so many boxes changed at once were not changed by a game
_REFILL: Final = 3
_FEW: Final = 40  # beads of a box, whose order is kept
_RESULT_BACK: Final = {"X": 2, None: 1, "O": 0}
_SQUARES: Final = tuple("012345678")  # in one order in every process


class Trouble(NamedTuple):
    """A contradiction: the clause, what was seen and expected, and the game (from 0) of the run."""

    clause: str
    seen: str
    expected: str
    game: int
    picture: str | None = None


@dataclass(slots=True)
class Accounts:
    """Everything learned of the boxes so far, from the games of one run after another."""

    form: Form
    names_change: bool = False  # the names of beads mean other squares in every run
    samples: list[Sample] = field(default_factory=list)
    exercised: Counter[Position] = field(default_factory=Counter)
    changes: int = 0  # changed boxes checked against the rules
    refills: Counter[str] = field(default_factory=Counter)  # by reading
    refill_samples: list[RefillSample] = field(default_factory=list)
    refill_draws: list[RefillDraw] = field(default_factory=list)
    refilled: dict[Position, list[Bead]] = field(default_factory=dict)  # after games lost
    refills_kept: list[Refill] = field(default_factory=list)
    refills_by_stage: Counter[int] = field(default_factory=Counter)  # stones on the board
    _before: tuple[Beads, ...] | None = None  # the boxes after the last game of the run
    _number: int = 0  # of the game in its run
    _run: int = -1  # the number of the run
    _chance: random.Random = field(default_factory=lambda: random.Random(_SEED))
    _drawn: int = 0  # draws from boxes in the run until now
    _filled: int = 0  # refills in the run until now
    _of_box: Counter[Position] = field(default_factory=Counter)  # draws in the run until now
    _ages: Ages = field(default_factory=Ages)
    _decided: set[Position] = field(default_factory=set)  # used in a game won or lost
    _seen: list[set[Bead]] = field(default_factory=lambda: [set() for _ in range(BOXES)])
    _begun: list[set[Bead]] = field(default_factory=lambda: [set() for _ in range(BOXES)])
    _elimination: Elimination = field(default_factory=Elimination)
    _served: dict[Index, Position] = field(default_factory=dict)
    _meaning: dict[Index, dict[Bead, Square]] = field(default_factory=dict)  # the orbit
    _moved: dict[tuple[Index, Board], dict[Square, set[Bead]]] = field(default_factory=dict)
    _readings: dict[Index, list[tuple[Square | None, ...]]] = field(default_factory=dict)
    # What `chances` found since the box last changed; empty where it is not known.
    _chances: dict[Position, dict[Square, float]] = field(default_factory=dict)

    def add(self, games: Sequence[Played]) -> Trouble | None:
        """Take one whole run. Returns the first contradiction, if any."""
        self.begin_run()
        return next(filter(None, map(self.take, games)), None)

    def begin_run(self) -> None:
        """Begin a run: nothing is known yet of the boxes that its first game prints."""
        self._before = None
        self._number = 0
        self._run += 1
        self._drawn = 0
        self._filled = 0
        self._of_box.clear()
        self._ages.clear()
        self._chances.clear()
        if self.names_change:
            self._meaning.clear()
            self._moved.clear()

    def take(self, played: Played) -> Trouble | None:
        """Take the next game of the run."""
        if self._before is None:
            for seen, begun, box in zip(self._seen, self._begun, played.boxes, strict=True):
                seen.update(box)
                begun.update(box)
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
        if (box := self._box_now(board)) is None:
            return None
        position, index, beads = box
        if (known := self._chances.get(position)) is not None:
            return known or None
        meanings: Counter[Square | None] = Counter()
        for bead, n in Counter(beads).items():
            meanings[self._means(index, position, bead)] += n
        told = len(beads) > 1 and None not in meanings
        chances = {o: n / len(beads) for o, n in meanings.items() if told and o is not None}
        self._chances[position] = chances
        return chances or None

    def beads_in(self, board: Board) -> int | None:
        """How many beads the box of this board holds now; None where that is not known."""
        box = self._box_now(board)
        return None if box is None else len(box[2])

    def _box_now(self, board: Board) -> tuple[Position, Index, Sequence[Bead]] | None:
        """The position of this board, the printed box that serves it, and the beads in that."""
        used = use(board, board.index("-"))
        index = None if used is None else self.box_of(used.position)
        if used is None or index is None or self._before is None:
            return None
        return used.position, index, self._before[index]

    def box_of(self, position: Position) -> Index | None:
        """The printed box that serves the position, once that is known."""
        return self._elimination.box_of(position)

    @property
    def identified(self) -> frozenset[Position]:
        """The positions whose printed box is known, and was seen to change where games change it.

        A box that is known by elimination alone may serve no position at all.
        """
        return frozenset(self._elimination.known & (self._decided | always_drawn()))

    @property
    def beads_known(self) -> int:
        """How many pairs of a box and a bead were seen to mean something."""
        return sum(len(beads) for beads in self._meaning.values())

    def _game(
        self, number: int, played: Played, before: tuple[Beads, ...] | None
    ) -> Trouble | None:
        uses = [(u, board) for board, square in played.draws if (u := use(board, square))]
        if before is not None:
            self._sample(uses, before)
        self._drawn += len(uses)
        for u, _ in uses:
            self.exercised[u.position] += 1
            self._of_box[u.position] += 1
        self._elimination.came(u.position for u, _ in uses)
        if before is None:
            return None
        changed = [
            index
            for index, (old, new) in enumerate(zip(before, played.boxes, strict=True))
            if old != new and (len(old) != len(new) or sorted(old) != sorted(new))
        ]
        trouble = self._count(number, played, uses, changed) or self._rules(
            number, played, before, changed
        )
        trouble = trouble or self._identify(number, played, uses, changed, before)
        self._grow_older(played, uses, before)
        return trouble

    def _sample(self, uses: Sequence[tuple[Use, Board]], boxes: Sequence[Beads]) -> None:
        filled = self._filled
        for ply, (u, board) in enumerate(uses):
            index = self.box_of(u.position)
            if index is None:
                continue
            if len(boxes[index]) < 2:
                filled += 1  # the only bead is drawn for certain, and then the box is refilled
                continue
            meant = {bead: self._means(index, u.position, bead) for bead in set(boxes[index])}
            meanings = [meant[bead] for bead in boxes[index]]
            told = set(meanings) if None not in meanings else self._told(index, u.position)
            orbits_ = [m if m is not None and m in told else UNKNOWN for m in meanings]
            drawn = u.orbit if None not in meanings or u.orbit in told else UNKNOWN
            beads = dict(Counter(orbits_))
            first = {orbit: orbits_.index(orbit) for orbit in beads}
            ends = orbits_[0], orbits_[-1]
            places = [place for place, orbit in enumerate(orbits_) if orbit == drawn]
            place = self._chance.choice(places or range(len(orbits_))) + self._chance.random()
            number = place / len(orbits_)
            at = When(
                self._run, self._drawn + ply, self._number, ply, number,
                refills=filled, of_box=self._of_box[u.position],
            )  # fmt: skip
            line = tuple(orbits_) if len(orbits_) <= _FEW else ()
            names = boxes[index] if line else ()
            of_bead = dict(zip(names, line, strict=True))
            by_age = tuple(of_bead[bead] for bead in self._ages.of(index, names))
            self.samples.append(
                Sample(u.position, beads, first, drawn, ends, at, line, names, board, by_age)
            )

    def _grow_older(
        self, played: Played, uses: Sequence[tuple[Use, Board]], before: tuple[Beads, ...]
    ) -> None:
        """Keep which beads came back to the boxes used, where it is known which were drawn."""
        for u, _ in uses:
            if (index := self.box_of(u.position)) is not None:
                old, new = counted(before[index]), counted(played.boxes[index])
                moved = {*((new - old) + (old - new))}  # none after a game drawn
                if not moved:
                    moved = {b for b in old if self._means(index, u.position, b) == u.orbit}
                bead = moved.pop() if len(moved) == 1 else None
                back = _RESULT_BACK[played.won_by]
                self._ages.used(index, before[index], played.boxes[index], bead, back)

    def _told(self, index: Index, position: Position) -> set[Square]:
        """The orbits that have all their beads, so that no unknown bead can mean them."""
        named = Counter(self._means(index, position, bead) for bead in self._names(index))
        return {orbit for orbit, size in orbits(position).items() if named[orbit] >= size}

    def _names(self, index: Index) -> Iterable[Bead]:
        """All names of beads that a box may hold, or those whose meaning is known."""
        if self.form.beads == BEADS_ARE_SQUARES:
            return _SQUARES
        return self._meaning.get(index, {}).keys()

    def _count(
        self,
        number: int,
        played: Played,
        uses: Sequence[tuple[Use, Board]],
        changed: Sequence[Index],
    ) -> Trouble | None:
        """As many boxes changed as were used; after a draw, none but those filled again."""
        result = _result(played)
        if len(changed) > _MANY:
            seen = f"{len(changed)} boxes changed after a game that used {len(uses)}"
            return Trouble("menace/kept", seen, "no other box changed", number)
        decided = played.won_by is not None
        if len(changed) > len(uses) or (decided and len(changed) < len(uses)):
            seen = f"{len(changed)} boxes changed after a game {result} that used {len(uses)}"
            expected = f"{len(uses)} changed" if decided else f"at most {len(uses)} changed"
            return Trouble("menace/reward", seen, expected, number)
        return None

    def _rules(
        self,
        number: int,
        played: Played,
        before: tuple[Beads, ...],
        changed: Sequence[Index],
    ) -> Trouble | None:
        """Every change is one bead more or less as the result says, or a refill with it."""
        back = _RESULT_BACK[played.won_by]
        for index in changed:
            old, new = counted(before[index]), counted(played.boxes[index])
            told = f"{_beads(old)} became {_beads(new)} after a game {_result(played)}"
            self.changes += 1
            if old.total() > 1:
                gain = new.total() - old.total()
                moved = (new - old) + (old - new)
                if gain == back - 1 + _REFILL:
                    return Trouble("menace/refill", told, "a refill of emptied boxes only", number)
                if gain != back - 1 or moved.total() != 1:
                    expected = {2: "one bead more", 1: "no change", 0: "one bead less"}[back]
                    return Trouble("menace/reward", told, expected, number)
                continue
            reading = {_REFILL + back: "three stay", _REFILL - 1 + back: "two stay"}.get(
                new.total()
            )
            if reading is None or (back and max(new.values()) < back + (reading == "three stay")):
                expected = "three random beads, one of which is the move"
                return Trouble("menace/refill", told, expected, number)
            self.refills[reading] += 1
            self._filled += 1
            if len(self.refills) > 1:
                expected = "always the same: the three stay, or the three less the one drawn"
                return Trouble("menace/refill", f"{told}: {reading}", expected, number)
        return None

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
        for position in self._elimination.boxless(self.exercised):
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
        """Of the boxes that no game changes, find those whose beads fit one position only."""
        if self.form.beads != BEADS_ARE_SQUARES:
            return
        for position in always_drawn():
            other = [
                index
                for index in self._elimination.candidates(position)
                if not any(_named(reading, self._seen[index]) for reading in readings(position))
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
            back = _RESULT_BACK[played.won_by]
            return self._refilled(number, index, u, emptied_by, new, back)
        if played.won_by is not None:
            bead = next(iter((new - old) + (old - new)))
            self._moved.setdefault((index, board), {}).setdefault(u.orbit, set()).add(bead)
            known = self._meaning.setdefault(index, {}).setdefault(bead, u.orbit)
            if known != u.orbit:
                seen = f"bead {bead} moved to square {u.orbit}, and elsewhere to {known}"
                return self._contradiction(number, index, u.position, seen)
        return self._fits(number, index, u.position, new)

    def _refilled(
        self,
        number: int,
        index: Index,
        u: Use,
        emptied_by: Bead,
        new: Counter[Bead],
        back: int,
    ) -> Trouble | None:
        """The move is one of the three beads of a refill; of the others it is told what they are.

        Only where the square's bead is known, and no other can mean it.
        """
        if new.total() == 1:
            seen = f"{_beads(new)} after a draw from its one bead"
            return Trouble(
                "menace/refill", seen, "three random beads", number, least_board(u.position)
            )
        self.refills_by_stage[stage_of(u.position)] += 1
        if not back:
            self.refilled.setdefault(u.position, []).extend(new.elements())
        if orbits(u.position)[u.orbit] == 1 and u.orbit in self._told(index, u.position):
            stay = 1 if new.total() == _REFILL + back else 0
            alike = sum(n for b, n in new.items() if self._means(index, u.position, b) == u.orbit)
            if alike < stay + back:
                expected = "three random beads, one of which is the move"
                seen = f"a move to square {u.orbit}, and then {_beads(new)}"
                return Trouble("menace/refill", seen, expected, number, least_board(u.position))
            sizes = orbits(u.position)
            self.refill_samples.append(
                RefillSample(sum(sizes.values()), len(sizes), alike - stay - back)
            )
        self._refill_draw(index, u, new, back)
        self._keep_refill(index, u, emptied_by, new, back)
        self._seen[index].update(new)
        return self._fits(number, index, u.position, new)

    def _keep_refill(
        self, index: Index, u: Use, emptied_by: Bead, new: Counter[Bead], back: int
    ) -> None:
        """Keep which beads came beside the move, where it can be said which these are."""
        told = self._told(index, u.position)
        copies = back + (new.total() == _REFILL + back)  # of the bead played, among the new
        named = [b for b in self._names(index) if self._means(index, u.position, b) == u.orbit]
        played = named[0] if len(named) == 1 and u.orbit in told else None
        beside = [*new.elements()]
        if copies:
            if u.orbit not in told:
                return
            # Of the names of an orbit any may be that of the bead, as likely as it is frequent.
            likely = {bead: new[bead] - copies + 1 for bead in named if new[bead] >= copies}
            if not likely:
                return
            (played,) = self._chance.choices([*likely], [*likely.values()])
            for _ in range(copies):
                beside.remove(played)
        if len(beside) != _REFILL - 1:
            return
        self._chance.shuffle(beside)
        one, other = beside
        meant = self._means(index, u.position, one), self._means(index, u.position, other)
        names = self._all_names(index, u.position, self._seen[index])
        self.refills_kept.append(
            Refill(
                u.position,
                emptied_by,
                (one, other),
                meant,
                names,
                frozenset(told),
                u.orbit,
                played,
            )
        )

    def _all_names(self, index: Index, position: Position, seen: set[Bead]) -> tuple[Bead, ...]:
        """The names of the beads for all empty squares, in order; nothing where one may be left."""
        left = self._readings.get(index, ())
        squares = {tuple(b for b, orbit in enumerate(r) if orbit is not None) for r in left}
        if len(squares) == 1:
            return tuple(map(str, squares.pop()))
        return tuple(sorted(seen)) if len(seen) == sum(orbits(position).values()) else ()

    def refills_told(self) -> list[Refill]:
        """All refills kept, with the names of all beads of their boxes where these are known.

        What boxes held at the start of runs, later ones too, does not depend on how they are
        refilled: so names seen there may be told of earlier refills.
        """
        told = []
        for refill in self.refills_kept:
            index = self.box_of(refill.position)
            if not refill.names and index is not None:
                names = self._all_names(index, refill.position, self._begun[index])
                refill = refill._replace(names=names)
            told.append(refill)
        return told

    def _refill_draw(self, index: Index, u: Use, new: Counter[Bead], back: int) -> None:
        """Keep which of the three beads was drawn, where it is known what every bead means.

        That is known from before: of the bead of the least name, or the greatest, and all that are
        like it where the three stay; else of all three, because one is not seen. So it does not
        depend on which of them was drawn.
        """
        meant = {bead: self._means(index, u.position, bead) for bead in new}
        counts = Counter(meant[bead] for bead in new.elements())
        stay = new.total() == _REFILL + back
        counts[u.orbit] += -back if stay else 1 - back
        if min(counts.values()) < 0 or counts.total() != _REFILL:
            return  # what the program is wrong in is told elsewhere
        told = self._told(index, u.position)
        if stay:
            ends = [meant[min(new)], meant[max(new)]]
        elif counts.keys() <= told:
            names = self._least_names(index, u.position)
            ranked = sorted(
                (o for o in counts if o is not None and counts[o]), key=names.__getitem__
            )
            ends = [ranked[0], ranked[-1]]
        else:
            return
        for greatest, orbit in enumerate(ends):
            if orbit in told and counts[orbit] < _REFILL:
                drawn = RefillDraw(bool(greatest), counts[orbit], orbit == u.orbit)
                self.refill_draws.append(drawn)

    def _least_names(self, index: Index, position: Position) -> dict[Square, Bead]:
        """The least name of the beads for each orbit, in the program's own words."""
        found: dict[Square, Bead] = {}
        for bead in sorted(self._names(index), reverse=True):
            if (orbit := self._means(index, position, bead)) is not None:
                found[orbit] = bead
        return found

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
        """Whether on one board more beads of this box moved to squares of a kind than there are."""
        return any(
            box == index and len(beads) > sizes.get(orbit, len(beads))
            for (box, _), beads_to in self._moved.items()
            for orbit, beads in beads_to.items()
        )

    def _fits(
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
            seen = f"beads {_beads(beads)}, and moves that they do not explain"
            return self._contradiction(number, index, position, seen)
        if not left:
            seen = f"beads {_beads(beads)}"
            expected = "squares that are empty in one picture of the position"
            return Trouble("menace/beads", seen, expected, number, least_board(position))
        self._readings[index] = left
        return None

    def _means(self, index: Index, position: Position, bead: Bead) -> Square | None:
        """The orbit that a bead is known to mean, by a draw or because no reading differs."""
        if (known := self._meaning.get(index, {}).get(bead)) is not None:
            return known
        if self.form.beads == BEADS_ARE_SQUARES and bead.isdecimal():
            meanings = {reading[int(bead)] for reading in self._readings.get(index, ())}
            if len(meanings) == 1:
                return meanings.pop()
        return None


def _kind(square: Square) -> int:
    """Whether a square is a corner, an edge or the centre."""
    return min(symmetry[square] for symmetry in SQUARE_GROUP)


def _named(reading: Sequence[Square | None], beads: Iterable[Bead]) -> bool:
    """Whether all beads are numbers of squares that are empty by this reading."""
    return all(bead in _SQUARES and reading[int(bead)] is not None for bead in beads)


def _result(played: Played) -> str:
    return {"X": "won", "O": "lost", None: "drawn"}[played.won_by]


def _beads(beads: Counter[Bead]) -> str:
    return "[" + ", ".join(sorted(beads.elements())) + "]"
