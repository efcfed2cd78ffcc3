"""Bias of the draws: likelihood ratios of what a biased program would do, and their power.

For every draw the beads in the box are known, and so the chance of an event: that the first bead
printed is drawn, that the corner is, that the last draw from this box comes again. A program that
weighs that event `r` times as much would do what was seen with a likelihood `e` times that of a
fair one; of a fair program such a ratio has the mean 1 whatever came before, so that it ever
exceeds `1 / a` with a chance below `a` (Ville's inequality). All events, groups of boxes and
weights share one `FALSE_ALARMS`, by their `weight`; that is exact, for any number of draws.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from harness.menace.accounts import UNKNOWN, Sample
from harness.menace.classes import least_board, worth
from reference.tic_tac_toe import Square, stones

FALSE_ALARMS: Final = 3e-7  # of all tests of bias together, in one verification
RATIOS: Final = (0.0, 0.5, 0.8, 0.9, 1.1, 1.25, 2.0, 1e6)
_POWER_SIGMAS: Final = 2.326  # 99 % power
_CENTRE, _CORNERS = 4, (0, 2, 6, 8)


class Event(NamedTuple):
    """What may be favoured in one draw: its chance, and whether it came."""

    way: str
    chance: float
    came: bool


@dataclass(slots=True)
class Tally:
    """The evidence of one way in one group of draws."""

    draws: int = 0
    came: int = 0
    expected: float = 0.0
    variance: float = 0.0
    logs: list[float] = field(default_factory=lambda: [0.0] * len(RATIOS))

    def take(self, chance: float, came: bool) -> None:
        """Take one draw. An event that is certain says nothing."""
        self.draws += 1
        self.came += came
        self.expected += chance
        self.variance += chance * (1 - chance)
        for i, ratio in enumerate(RATIOS):
            norm = 1 + chance * (ratio - 1)
            likelihood = (ratio if came else 1.0) / norm
            self.logs[i] += math.log(likelihood) if likelihood > 0 else -math.inf

    @property
    def evidence(self) -> float:
        """The logarithm of the mean of the likelihood ratios."""
        top = max(self.logs)
        if top == -math.inf:
            return top
        return top + math.log(sum(math.exp(x - top) for x in self.logs) / len(self.logs))


class Bias(NamedTuple):
    """One way in one group, with the evidence against a fair draw."""

    way: str
    group: str
    tally: Tally
    p: float  # an upper bound of the chance that a fair program shows as much, among all tests


class Power(NamedTuple):
    """How many times as often a way's event must come to be seen with 99 % probability."""

    way: str
    group: str
    ratio: float


def events(samples: Sequence[Sample]) -> Iterator[tuple[Sample, list[Event]]]:
    """The events of every draw, in order."""
    last_in_box: dict[int, Square] = {}
    for sample in samples:
        yield sample, list(_events(sample, last_in_box.get(sample.position)))
        last_in_box[sample.position] = sample.drawn


def _events(sample: Sample, last: Square | None) -> Iterator[Event]:
    total = sum(sample.beads.values())
    share = {orbit: n / total for orbit, n in sample.beads.items()}
    known = [orbit for orbit in share if orbit != UNKNOWN]

    def event(way: str, orbits: Iterable[Square]) -> Iterator[Event]:
        chosen = set(orbits)
        chance = sum(share[orbit] for orbit in chosen)
        if 0 < chance < 1 or sample.drawn not in share:
            yield Event(way, min(chance, 1 - 1e-9), sample.drawn in chosen)

    first, final = sample.ends
    if first != UNKNOWN:
        yield from event("the first bead printed", [first])
    if final != UNKNOWN:
        yield from event("the last bead printed", [final])
    if known:
        most = max(sample.beads[orbit] for orbit in known)
        least = min(sample.beads[orbit] for orbit in known)
        if most != least:
            yield from event(
                "the most frequent colour", [o for o in known if sample.beads[o] == most]
            )
            yield from event("the rarest colour", [o for o in known if sample.beads[o] == least])
        yield from event("the colour of the least square", [min(known)])
        yield from event("the colour of the greatest square", [max(known)])
        yield from event("corners", [o for o in known if o in _CORNERS])
        yield from event("the centre", [o for o in known if o == _CENTRE])
        value = {orbit: worth(sample.position, orbit) for orbit in known}
        if len(set(value.values())) > 1:
            best = max(value.values())
            yield from event("the best move", [o for o in known if value[o] == best])
    if last in known:
        yield from event("the colour drawn last from the box", [last])
        following = sorted(known, key=lambda orbit: sample.first[orbit])
        after = following[(following.index(last) + 1) % len(following)]
        if after != last:
            yield from event("the colour after the one drawn last", [after])


def tally(samples: Sequence[Sample]) -> dict[tuple[str, str], Tally]:
    """The evidence by way and group: all draws, those of one stage, and those of one box."""
    tallies: defaultdict[tuple[str, str], Tally] = defaultdict(Tally)
    for sample, found in events(samples):
        stage = stones(least_board(sample.position))
        for event in found:
            for group in ("all boxes", f"stage {stage}", f"box {sample.position}"):
                tallies[event.way, group].take(event.chance, event.came)
    return dict(tallies)


def biases(tallies: Mapping[tuple[str, str], Tally]) -> list[Bias]:
    """Every way and group, the strongest evidence first."""
    found = []
    for (way, group), seen in tallies.items():
        bound = math.exp(min(0.0, -seen.evidence - math.log(weight(group))))
        found.append(Bias(way, group, seen, bound))
    return sorted(found, key=lambda bias: bias.p)


_WAYS: Final = 11
_STAGES: Final = 4
_BOXES: Final = 304


def weight(group: str) -> float:
    """The share of the false alarms that a test of this group has; all shares add up to 1."""
    if group == "all boxes":
        return 0.4 / _WAYS
    return 0.4 / _WAYS / _STAGES if group.startswith("stage") else 0.2 / _WAYS / _BOXES


def powers(tallies: Mapping[tuple[str, str], Tally]) -> list[Power]:
    """What would have been seen with 99 %, for each way over all boxes and by stage.

    The weakest bias, as how many times as often the event comes: the threshold in standard
    deviations (by the bound that the ratio's weight costs), and 2.326 more.
    """
    found = []
    for (way, group), seen in tallies.items():
        if group.startswith("box") or not seen.variance:
            continue
        # A ratio's logarithm is at its best half the square of the deviation.
        needed = math.log(len(RATIOS) / (FALSE_ALARMS * weight(group)))
        sigmas = math.sqrt(2 * needed) + _POWER_SIGMAS
        found.append(Power(way, group, 1 + sigmas * math.sqrt(seen.variance) / seen.expected))
    return found
