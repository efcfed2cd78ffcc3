"""Which runs began alike: with mostly the same beads in their boxes, in whatever order."""

from collections import Counter
from collections.abc import Sequence
from operator import eq
from typing import Final, NamedTuple

from harness.menace.screen import Beads

ONE_CLOCK: Final = 2.0  # seconds in which a clock may give two runs the same chance
_ALIKE: Final = 0.9  # of the boxes: runs that begin so much alike did not begin at random
_KINDS_NEEDED: Final = 80  # of boxes; with three random beads in each there are some 110
_KEPT_AT_MOST: Final = 1 << 12  # starts: more than the runs of a verification


class Start(NamedTuple):
    """How a run began: its first boxes, and when, in seconds since the first run did."""

    boxes: Sequence[Beads]
    seconds: float


class _Boxes(NamedTuple):
    """The beads of all boxes, each sorted, and how many boxes hold the same."""

    in_order: tuple[Beads, ...]
    times: Counter[Beads]


class Starts:
    """The starts of runs: which of them count, and how often two of those are alike.

    Runs one after another that began alike within `ONE_CLOCK` seconds count as one: a program whose
    chance comes from the clock may well begin three times in one second.
    """

    def __init__(self) -> None:
        self.alike = 0  # pairs of those that count
        self._counting: list[tuple[float, _Boxes]] = []
        self._taken: list[Start] = []

    @property
    def counting(self) -> int:
        """How many of the starts count."""
        return len(self._counting)

    def take(self, starts: Sequence[Start]) -> None:
        """Compare each start with those before it. Those that were taken before are not again.

        There may be hundreds of runs, and after each of them the starts of all are passed. Where
        they do not begin with those that were taken before, all are compared anew.
        """
        if len(starts) < len(self._taken) or not all(map(_is_same, self._taken, starts)):
            self.alike = 0
            self._counting.clear()
            self._taken.clear()
        for start in starts[len(self._taken) :]:
            self._compare(start)
            self._taken.append(start)

    def _compare(self, start: Start) -> None:
        boxes = _sorted(start.boxes)
        again = [_are_alike(known, boxes) for _, known in self._counting]
        if not again or not again[-1] or start.seconds - self._counting[-1][0] > ONE_CLOCK:
            self._counting.append((start.seconds, boxes))
            self.alike += sum(again)


def begin_alike(one: Sequence[Beads], other: Sequence[Beads]) -> bool:
    """Whether two runs begin with mostly the same beads, whatever the order of the boxes."""
    return _are_alike(_sorted(one), _sorted(other))


def _is_same(one: Start, other: Start) -> bool:
    return one.boxes is other.boxes and one.seconds == other.seconds


_SORTED: Final[dict[int, tuple[Sequence[Beads], _Boxes]]] = {}  # by the identity of the boxes


def _sorted(boxes: Sequence[Beads]) -> _Boxes:
    """Made once for each start: each is compared with many."""
    known = _SORTED.get(id(boxes))
    if known is None or known[0] is not boxes:
        if len(_SORTED) >= _KEPT_AT_MOST:
            _SORTED.clear()
        in_order = tuple(tuple(sorted(box)) for box in boxes)
        known = _SORTED[id(boxes)] = boxes, _Boxes(in_order, Counter(in_order))
    return known[1]


def _are_alike(one: _Boxes, other: _Boxes) -> bool:
    same = max(_in_same_places(one, other), _the_same_boxes(one, other))
    return same > _ALIKE * len(one.in_order)


def _in_same_places(one: _Boxes, other: _Boxes) -> int:
    """How many boxes hold the same beads in the same place."""
    return sum(map(eq, one.in_order, other.in_order))


def _the_same_boxes(one: _Boxes, other: _Boxes) -> int:
    """How many boxes the other run has as well, wherever it prints them.

    Of boxes with three random beads each, two runs share less than four in five by chance (in
    10,000 pairs), with four beads two in three; and all but those of the first game when a program
    begins alike. Where the boxes are of few kinds, because all hold a bead or two, any two runs are
    alike: 0.
    """
    if len(one.times) < _KINDS_NEEDED:
        return 0
    shared = one.times.keys() & other.times.keys()
    return sum(min(one.times[beads], other.times[beads]) for beads in shared)
