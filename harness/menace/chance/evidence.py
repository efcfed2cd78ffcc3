"""Evidence against chance: likelihood ratios of what a biased program would do.

Before each thing that a program leaves to chance (a draw, a new bead, a box at its start) the
chance of an event is known, or lies between two bounds: that the first bead printed is drawn, that
a new bead is the one that emptied the box. Under a program that gives the event `r` times its
weight, what was seen is `e` times as likely as under a fair program. For a fair program such a
ratio has a mean of at most 1, whatever came before, so the chance that it ever exceeds `1 / a` is
below `a` (Ville's inequality). All families of ways, groups of boxes and weights share one
`FALSE_ALARMS`, by their `weight`; that is exact, for any number of draws.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from harness.menace.chance.likelihood import log_mean
from harness.menace.classes import BOXES, STAGES, stage_of

FALSE_ALARMS: Final = 6e-8  # of all evidence together, in one look
SUSPICIOUS: Final = 3.0  # evidence, as `Tally` has it, that makes a verification look further
FURTHER_LOOKS: Final = 2  # each with twice the draws of the one before
PARTS: Final = 5  # of such a look; it ends after any where the bias is no longer suspicious
RATIOS: Final = (0.0, 0.5, 0.75, 0.9, 1.1, 1.25, 1.5, 2.0, 4.0, 1e6)
ALL_BOXES: Final = "all boxes"


class Event(NamedTuple):
    """What may be favoured: the bounds of its chance, and whether it came."""

    way: str
    least: float
    most: float
    came: bool


class Family(NamedTuple):
    """Ways of the same kind of chance, their share of the false alarms, and its clause."""

    clause: str
    ways: int
    share: float


DRAWS: Final = Family("menace/draw", ways=12, share=0.7)
REFILLS: Final = Family("menace/refill", ways=9, share=0.2)
STARTS: Final = Family("menace/start", ways=1, share=0.1)


@dataclass(slots=True)
class Tally:
    """How often one way's event came in one group, by the bounds of its chance."""

    seen: Counter[tuple[float, float, bool]] = field(default_factory=Counter)

    def take(self, least: float, most: float, came: bool) -> None:
        """Take one event. One that is certain says nothing."""
        self.seen[least, most, came] += 1

    @property
    def draws(self) -> int:
        """How many events were taken."""
        return self.seen.total()

    @property
    def came(self) -> int:
        """How many of them came."""
        return sum(n for (_, _, came), n in self.seen.items() if came)

    @property
    def expected(self) -> float:
        """How often the event comes for a fair program: the middle of the two bounds."""
        return math.fsum(n * (least + most) / 2 for (least, most, _), n in self.seen.items())

    @property
    def variance(self) -> float:
        """The variance of that number, where the bounds are one."""
        return math.fsum(n * most * (1 - most) for (_, most, _), n in self.seen.items())

    @property
    def evidence(self) -> float:
        """The logarithm of the mean of the likelihood ratios."""
        bounds: Counter[tuple[float, float]] = Counter()
        for (least, most, _), n in self.seen.items():
            bounds[least, most] += n
        came = self.came
        totals = [came * log for log in _LOG_RATIOS] if came else [0.0] * len(RATIOS)
        for (least, most), n in bounds.items():
            totals = [
                total - n * log for total, log in zip(totals, _logs(least, most), strict=True)
            ]
        return log_mean(totals)


_LOG_RATIOS: Final = tuple(math.log(ratio) if ratio else -math.inf for ratio in RATIOS)


@lru_cache(maxsize=1 << 14)
def _logs(least: float, most: float) -> tuple[float, ...]:
    """For each ratio, the logarithm of what an event that may come costs its likelihood.

    Of the two bounds of the event's chance the worse for the ratio is taken.
    """
    return tuple(math.log(1 + (most if ratio > 1 else least) * (ratio - 1)) for ratio in RATIOS)


Tallies: TypeAlias = dict[tuple[str, str], Tally]  # by way and group


class Bias(NamedTuple):
    """One way in one group, with the evidence against chance."""

    way: str
    group: str
    tally: Tally
    p: float  # an upper bound of the chance that a fair program shows as much, among all tests
    clause: str

    @property
    def of_one_box(self) -> bool:
        """Whether it is the bias of a single box; some of so many are strange by chance."""
        return self.group.startswith("box")


def tally(found: Iterable[tuple[int, Iterable[Event]]]) -> Tallies:
    """The evidence by way and group: of all boxes, those of one stage, and one box.

    `found` are classes of positions, each with the events of one draw.
    """
    boxes: defaultdict[tuple[str, int], Tally] = defaultdict(Tally)
    for position, events in found:
        for way, least, most, came in events:
            boxes[way, position].take(least, most, came)
    tallies: defaultdict[tuple[str, str], Tally] = defaultdict(Tally)
    for (way, position), seen in boxes.items():
        tallies[way, f"box {position}"] = seen
        for group in (ALL_BOXES, f"stage {stage_of(position)}"):
            tallies[way, group].seen.update(seen.seen)
    return dict(tallies)


def biases(tallies: Mapping[tuple[str, str], Tally], family: Family) -> list[Bias]:
    """Every way and group of a family, the strongest evidence first."""
    found = []
    for (way, group), seen in tallies.items():
        bound = math.exp(min(0.0, -seen.evidence - math.log(weight(group, family))))
        found.append(Bias(way, group, seen, bound, family.clause))
    return sorted(found, key=lambda bias: bias.p)


def weight(group: str, family: Family) -> float:
    """The share of the false alarms that a way has in this group; all shares add up to 1."""
    share = family.share / family.ways
    if group == ALL_BOXES:
        return 0.4 * share
    return 0.4 * share / len(STAGES) if group.startswith("stage") else 0.2 * share / BOXES
