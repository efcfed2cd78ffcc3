"""What a change of a box must be: one bead more or less as the game's result says, or a refill."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from harness.menace.classes import Use
from harness.menace.elimination import Index
from harness.menace.follower import Played
from harness.menace.screen import Bead, Beads, counted
from reference.tic_tac_toe import Board

REFILL: Final = 3  # beads
RESULT_BACK: Final = {"X": 2, None: 1, "O": 0}
"""How many beads go back to each box used, by who won."""
_MANY: Final = 30  # so many boxes changed at once were not changed by a game


class Trouble(NamedTuple):
    """A contradiction: the clause, what was seen and expected, and the game (from 0) of the run."""

    clause: str
    seen: str
    expected: str
    game: int
    picture: str | None = None


@dataclass(slots=True)
class Changes:
    """How many changes were checked, and the refills among them."""

    checked: int = 0
    refills: Counter[str] = field(default_factory=Counter)  # by reading
    filled: int = 0  # refills in the run until now

    def check(
        self,
        number: int,
        played: Played,
        before: tuple[Beads, ...],
        uses: Sequence[tuple[Use, Board]],
        changed: Sequence[Index],
    ) -> Trouble | None:
        """The first change that the rules do not explain."""
        return _count(number, played, uses, changed) or self._rules(number, played, before, changed)

    def _rules(
        self,
        number: int,
        played: Played,
        before: tuple[Beads, ...],
        changed: Sequence[Index],
    ) -> Trouble | None:
        """Every change is one bead more or less as the result says, or a refill with it."""
        back = RESULT_BACK[played.won_by]
        for index in changed:
            old, new = counted(before[index]), counted(played.boxes[index])
            told = f"{beads_text(old)} became {beads_text(new)} after a game {result_text(played)}"
            self.checked += 1
            if old.total() > 1:
                gain = new.total() - old.total()
                moved = (new - old) + (old - new)
                if gain == back - 1 + REFILL:
                    return Trouble("menace/refill", told, "a refill of emptied boxes only", number)
                if gain != back - 1 or moved.total() != 1:
                    expected = {2: "one bead more", 1: "no change", 0: "one bead less"}[back]
                    return Trouble("menace/reward", told, expected, number)
                continue
            reading = {REFILL + back: "three stay", REFILL - 1 + back: "two stay"}.get(new.total())
            if reading is None or (back and max(new.values()) < back + (reading == "three stay")):
                expected = "three random beads, one of which is the move"
                return Trouble("menace/refill", told, expected, number)
            self.refills[reading] += 1
            self.filled += 1
            if len(self.refills) > 1:
                expected = "always the same: the three stay, or the three less the one drawn"
                return Trouble("menace/refill", f"{told}: {reading}", expected, number)
        return None


def _count(
    number: int,
    played: Played,
    uses: Sequence[tuple[Use, Board]],
    changed: Sequence[Index],
) -> Trouble | None:
    """Check that as many boxes changed as were used; after a draw, only those filled again."""
    result = result_text(played)
    if len(changed) > _MANY:
        seen = f"{len(changed)} boxes changed after a game that used {len(uses)}"
        return Trouble("menace/kept", seen, "no other box changed", number)
    decided = played.won_by is not None
    if len(changed) > len(uses) or (decided and len(changed) < len(uses)):
        seen = f"{len(changed)} boxes changed after a game {result} that used {len(uses)}"
        expected = f"{len(uses)} changed" if decided else f"at most {len(uses)} changed"
        return Trouble("menace/reward", seen, expected, number)
    return None


def changed_boxes(before: Sequence[Beads], after: Sequence[Beads]) -> list[Index]:
    """The boxes that hold other beads than before, whatever their order."""
    return [
        index
        for index, (old, new) in enumerate(zip(before, after, strict=True))
        if old is not new and old != new and (len(old) != len(new) or sorted(old) != sorted(new))
    ]


def beads_text(beads: Counter[Bead]) -> str:
    """The beads of a box, for a finding."""
    return "[" + ", ".join(sorted(beads.elements())) + "]"


def result_text(played: Played) -> str:
    """How the game ended for MENACE, for a finding."""
    return {"X": "won", "O": "lost", None: "drawn"}[played.won_by]
