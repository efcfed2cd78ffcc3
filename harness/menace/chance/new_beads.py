"""The three new beads of each refill, as the tests of chance want them."""

import random
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from harness.menace.chance.refills import Refill
from harness.menace.chance.samples import Position, RefillDraw, RefillSample, RefillWay
from harness.menace.changes import REFILL, Trouble, beads_text
from harness.menace.classes import Use, least_board, orbits, stage_of, worth
from harness.menace.elimination import Index
from harness.menace.meanings import Meanings
from harness.menace.screen import Bead
from reference.tic_tac_toe import Square


@dataclass(slots=True)
class NewBeads:
    """The refills seen so far, of boxes whose position is known."""

    _meanings: Meanings
    _chance: random.Random
    samples: list[RefillSample] = field(default_factory=list)
    draws: list[RefillDraw] = field(default_factory=list)
    kept: list[Refill] = field(default_factory=list)
    by_stage: Counter[int] = field(default_factory=Counter)  # stones on the board
    boxes: set[Position] = field(default_factory=set)  # that were refilled
    after_losses: dict[Position, list[Bead]] = field(default_factory=dict)

    def take(
        self,
        number: int,
        index: Index,
        u: Use,
        emptied_by: Bead,
        new: Counter[Bead],
        back: int,
    ) -> Trouble | None:
        """Take the first boxes after a refill: `back` beads of the one played are among the new.

        The move is one of the three new beads: held to it where the square's bead is known, and no
        other can mean it.
        """
        if new.total() == 1:
            seen = f"{beads_text(new)} after a draw from its one bead"
            return Trouble(
                "menace/refill", seen, "three random beads", number, least_board(u.position)
            )
        self.by_stage[stage_of(u.position)] += 1
        self.boxes.add(u.position)
        if not back:
            self.after_losses.setdefault(u.position, []).extend(new.elements())
        if orbits(u.position)[u.orbit] == 1 and u.orbit in self._meanings.told(index, u.position):
            stay = 1 if new.total() == REFILL + back else 0
            alike = len(self._meanings.named_so(index, u, new.elements()))
            if alike < stay + back:
                expected = "three random beads, one of which is the move"
                seen = f"a move to square {u.orbit}, and then {beads_text(new)}"
                return Trouble("menace/refill", seen, expected, number, least_board(u.position))
            sizes = orbits(u.position)
            self.samples.append(RefillSample(sum(sizes.values()), len(sizes), alike - stay - back))
        self._keep_draw(index, u, emptied_by, new, back)
        self._keep(index, u, emptied_by, new, back)
        self._meanings.seen[index].update(new)
        return self._meanings.fits(number, index, u.position, new)

    def told(
        self, box_of: Callable[[Position], Index | None], *, one_of_each: bool = False
    ) -> list[Refill]:
        """All refills kept, with the names of all beads of their boxes where these are known.

        Where beads name `one_of_each` orbit, these are the names of boxes without symmetry.

        What boxes held at the start of runs, later ones too, does not depend on how they are
        refilled: so names seen there may be told of earlier refills.
        """
        told = []
        for refill in self.kept:
            index = box_of(refill.position)
            if one_of_each and max(orbits(refill.position).values()) > 1:
                refill = refill._replace(names=())
            elif not refill.names and index is not None:
                begun = self._meanings.begun[index]
                names = self._meanings.all_names(index, refill.position, begun)
                refill = refill._replace(names=names)
            told.append(refill)
        return told

    def _keep(self, index: Index, u: Use, emptied_by: Bead, new: Counter[Bead], back: int) -> None:
        """Keep which beads came beside the move, where it can be said which these are."""
        told = self._meanings.told(index, u.position)
        copies = back + (new.total() == REFILL + back)  # of the bead played, among the new
        named = self._meanings.named_so(index, u, self._meanings.names(index))
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
        if len(beside) != REFILL - 1:
            return
        self._chance.shuffle(beside)
        one, other = beside
        means = self._meanings.means
        meant = means(index, u.position, one), means(index, u.position, other)
        names = self._meanings.all_names(index, u.position, self._meanings.seen[index])
        self.kept.append(
            Refill(
                u.position, emptied_by, (one, other), meant, names, frozenset(told), u.orbit, played
            )
        )

    def _keep_draw(
        self, index: Index, u: Use, emptied_by: Bead, new: Counter[Bead], back: int
    ) -> None:
        """Keep which of the three beads was drawn, where it is known what these beads mean.

        That is known from before: of the colour looked at, and all beads that are like it, or of
        all three. So it does not depend on which of them was drawn, or on how the game ended.
        """
        told = self._meanings.told(index, u.position)
        meant = {bead: self._meanings.means(index, u.position, bead) for bead in new}
        # Which of the beads with a meaning that is not told was drawn may not be known.
        counts = Counter(o if (o := meant[bead]) in told else None for bead in new.elements())
        stay = new.total() == REFILL + back
        counts[u.orbit if u.orbit in told else None] += -back if stay else 1 - back
        if min(counts.values()) < 0 or counts.total() != REFILL:
            return  # what the program is wrong in is told elsewhere
        counts = +counts
        here = {orbit for orbit in counts if orbit is not None}
        all_told = counts.keys() <= told
        colours: dict[RefillWay, Square | None] = {
            RefillWay.EMPTIED: self._meanings.means(index, u.position, emptied_by),
        }
        if all_told:
            value = {orbit: worth(u.position, orbit) for orbit in here}
            best = [orbit for orbit in here if value[orbit] == max(value.values())]
            colours[RefillWay.BEST] = best[0] if len(best) == 1 else None
        known = self._meanings.names(index)
        alone = {
            bead: orbit
            for bead in known
            if (orbit := self._meanings.means(index, u.position, bead)) is not None
            and orbits(u.position)[orbit] == 1
        }
        if (drawn := _twice_drawn(u, new, back, stay, alone)) is not None:
            self.draws.append(RefillDraw(RefillWay.TWICE, REFILL - 1, drawn))
        if stay:
            colours[RefillWay.LEAST], colours[RefillWay.GREATEST] = meant[min(new)], meant[max(new)]
        elif all_told:
            names = self._meanings.least_names(index, u.position)
            ranked = sorted(here, key=names.__getitem__)
            colours[RefillWay.LEAST], colours[RefillWay.GREATEST] = ranked[0], ranked[-1]
        for way, orbit in colours.items():
            if orbit in told and 0 < counts[orbit] < REFILL:
                self.draws.append(RefillDraw(way, counts[orbit], orbit == u.orbit))


def _twice_drawn(
    u: Use, new: Counter[Bead], back: int, stay: bool, alone: Mapping[Bead, Square]
) -> bool | None:
    """Whether the move is of the name that two of three new beads have; None unless two have one.

    `alone` are the names known before of orbits that have but one square: how many of the three
    have such a name is seen, whichever was drawn. Where the three stay, it is enough that the name
    of the third is known.
    """
    for bead, orbit in alone.items():
        drawn = orbit == u.orbit
        number = new[bead] + drawn * ((not stay) - back)
        if number == REFILL - 1:
            return drawn
        if stay and number == 1 and len(new.keys() - {bead}) == 1:
            return not drawn
    return None
