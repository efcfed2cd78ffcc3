"""The accounts while runs are played: what opponents go by, and when a run has no more to show."""

from collections.abc import Sequence
from typing import Final

from harness.menace.accounts import Accounts
from harness.menace.chance.samples import Sample
from harness.menace.classes import BOXES
from harness.menace.follower import Played
from harness.menace.form import Form
from harness.menace.sampling import Seen, Way, all_ways
from reference.tic_tac_toe import Board, Square, stones

_BEADS_UNKNOWN: Final = 3  # in a box of which nothing is known
_REFILLS_MANY: Final = 10  # of one stage; further ones are wanted half as much, and less


class LiveBooks:
    """The accounts of all runs so far and of the run in play, while these agree on one order."""

    def __init__(self, form: Form) -> None:
        self.together: Accounts | None = Accounts(form)
        self._running = Accounts(form)  # of this run alone, when they are not
        self._form = form
        self._idle: int | None = None
        self._known = self._waited = 0
        self._enough = BOXES
        self._identified: frozenset[int] = frozenset()
        self._wanted: Sequence[Way] = all_ways()
        self._seen = Seen()
        self._sampled: Sequence[Sample] = ()
        self._taken = 0

    def begin_run(self, idle: int | None, identified: frozenset[int], enough: int = BOXES) -> None:
        """Say that the next game is the first of a run; after so many idle games it may end.

        `identified` are the positions whose boxes are known from earlier runs. When `enough` are
        known the run goes on to its end.
        """
        self._enough = enough
        self._idle, self._waited, self._known = idle, 0, 0
        self._identified = identified
        if self.together:
            self.together.begin_run()
        self._running = Accounts(self._form)
        self._running.begin_run()

    def see(self, played: Played) -> bool:
        """Take a game as it ends; whether the run can go on.

        A contradiction ends the assumption of one order, and a second one the run.
        """
        if self.together and self.together.take(played):
            self.together = None
            self._running = Accounts(self._form)
            self._running.begin_run()
        elif not self.together and self._running.take(played):
            return False
        if self._idle is None:
            return True
        known = len(self.identified)
        if known >= self._enough:
            self._idle = None
        self._waited = self._waited + 1 if known == self._known else 0
        self._known = known
        return self._idle is None or self._waited < self._idle

    @property
    def identified(self) -> frozenset[int]:
        """The positions whose boxes are known, from earlier runs or from the one in play."""
        return (self.together or self._running).identified | self._identified

    def chances(self, board: Board) -> dict[Square, float] | None:
        """What the boxes say MENACE will play."""
        return (self.together or self._running).chances(board)

    def least_seen(self) -> Way:
        """The way of drawing that the draws tell least of; one of those suspected, if any."""
        samples = (self.together or self._running).draws.samples
        if samples is not self._sampled:
            self._sampled, self._taken = samples, 0
        self._seen.take(samples[self._taken :])
        self._taken = len(samples)
        return self._seen.least(self._wanted)

    def suspect(self, way: str, group: str) -> bool:
        """Want draws that tell of this way first. Returns whether an opponent can lead to them."""
        alike = [known for known in all_ways() if known.name == way]
        of_stage = [known for known in alike if group == f"stage {known.stage}"]
        self._wanted = of_stage or alike or all_ways()
        return bool(alike)

    def refills_wanted(self, board: Board) -> float:
        """How much a loss by this board's box is wanted: it is then nearer to being refilled."""
        books = self.together or self._running
        beads = books.beads_in(board) or _BEADS_UNKNOWN
        seen = books.new_beads.by_stage[stones(board)]
        return _REFILLS_MANY / (_REFILLS_MANY + seen) / beads**2
