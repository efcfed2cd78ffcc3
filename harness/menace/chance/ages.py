"""In which order beads came into each box of a run, whatever order the program prints them in."""

from collections import Counter
from collections.abc import Sequence

from harness.menace.elimination import Index
from harness.menace.screen import Bead, Beads, counted


class Ages:
    """The beads of boxes by age. Nothing is known of a box until a bead has come back to it.

    Among equal beads, the oldest is assumed to be the one that was drawn.
    """

    def __init__(self) -> None:
        self._by_age: dict[Index, list[Bead]] = {}

    def clear(self) -> None:
        """Begin a run."""
        self._by_age.clear()

    def of(self, index: Index, printed: Beads) -> Sequence[Bead]:
        """The beads of a box, the newest last; none where their ages are not known."""
        known = self._by_age.get(index, [])
        return known if len(known) == len(printed) else []

    def used(self, index: Index, before: Beads, after: Beads, bead: Bead | None, back: int) -> None:
        """Note the bead drawn from a box, None if unknown, and how many like it came back."""
        known = self._by_age.pop(index, [])
        if len(known) != len(before):
            known = [*before] if back else []
        if bead not in known or len(before) + back - 1 != len(after):
            return
        known.remove(bead)
        known += [bead] * back
        if Counter(known) == counted(after):
            self._by_age[index] = known
