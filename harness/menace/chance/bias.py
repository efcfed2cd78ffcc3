"""Bias of the draws: what a program may favour when it draws a bead, and the power to see it."""

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple

from harness.menace.chance.evidence import (
    DRAWS,
    FALSE_ALARMS,
    FURTHER_LOOKS,
    RATIOS,
    SUSPICIOUS,
    Event,
    Tally,
    weight,
)
from harness.menace.chance.samples import UNKNOWN, Sample
from harness.menace.classes import CENTRE, CORNERS, worth
from reference.tic_tac_toe import Square

_SURE: Final = 2.326  # standard deviations that a bias comes short of once in a hundred times,
_SURER: Final = 2.576  # and once in two hundred
_NEARLY_CERTAIN: Final = 1 - 1e-9


class Power(NamedTuple):
    """How many times as often a way's event must come to be seen with 99 % probability."""

    way: str
    group: str
    ratio: float


def events(samples: Sequence[Sample]) -> Iterator[tuple[int, list[Event]]]:
    """The class of the position and the events of every draw, in order."""
    last_in_box: dict[int, Square] = {}
    surplus: defaultdict[tuple[int, int], defaultdict[Square, float]] = defaultdict(
        lambda: defaultdict(float)
    )
    for sample in samples:
        ahead = surplus[sample.at.run, sample.position]
        yield sample.position, list(_events(sample, last_in_box.get(sample.position), ahead))
        last_in_box[sample.position] = sample.drawn
        total = sum(sample.beads.values())
        for orbit, count in sample.beads.items():
            ahead[orbit] += (orbit == sample.drawn) - count / total


@cache
def ways_of(position: int, known: frozenset[Square]) -> Mapping[str, frozenset[Square]]:
    """What a program may favour by its square, of these orbits of the box of a class."""
    if not known:
        return {}
    value = {orbit: worth(position, orbit) for orbit in known}
    best = max(value.values())
    ways = {
        "the colour of the least square": {min(known)},
        "the colour of the greatest square": {max(known)},
        "corners": known.intersection(CORNERS),
        "the centre": known & {CENTRE},
    }
    if len(set(value.values())) > 1:
        ways["the best move"] = {orbit for orbit in known if value[orbit] == best}
    return {way: frozenset(liked) for way, liked in ways.items()}


def _events(
    sample: Sample, last: Square | None, surplus: Mapping[Square, float]
) -> Iterator[Event]:
    """The events of one draw.

    `surplus` is for each orbit how many times more than its chance it has been drawn from this box
    in this run.
    """
    total = sum(sample.beads.values())
    share = {orbit: n / total for orbit, n in sample.beads.items()}
    known = [orbit for orbit in share if orbit != UNKNOWN]

    def event(way: str, orbits: Iterable[Square]) -> Iterator[Event]:
        chosen = set(orbits)
        chance = math.fsum(share[orbit] for orbit in chosen)
        if 0 < chance < 1 or sample.drawn not in share:
            chance = min(chance, _NEARLY_CERTAIN)
            yield Event(way, chance, chance, sample.drawn in chosen)

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
        for way, liked in ways_of(sample.position, frozenset(known)).items():
            yield from event(way, liked)
        ahead = [orbit for orbit in known if surplus.get(orbit, 0.0) > 0]
        yield from event("the colours drawn more than their share in this run", ahead)
    if last in known:
        yield from event("the colour drawn last from the box", [last])
        following = sorted(known, key=lambda orbit: sample.first[orbit])
        after = following[(following.index(last) + 1) % len(following)]
        if after != last:
            yield from event("the colour after the one drawn last", [after])


def powers(tallies: Mapping[tuple[str, str], Tally], *, last_look: bool) -> list[Power]:
    """What would have been seen with 99 %, for each way of drawing over all boxes and by stage.

    The weakest bias, as how many times as often the event comes. Unless this is the last look, it
    is enough that the draws until now would have been suspicious, and that there would be evidence
    enough after the further looks: each but once in two hundred times.
    """
    found = []
    for (way, group), seen in tallies.items():
        if group.startswith("box") or not seen.variance:
            continue
        refused = -math.log(FALSE_ALARMS * weight(group, DRAWS))
        if last_look:
            sigmas = _deviation(refused) + _SURE
        else:
            at_last = (_deviation(refused) + _SURER) / math.sqrt(2**FURTHER_LOOKS)
            sigmas = max(_deviation(SUSPICIOUS) + _SURER, at_last)
        found.append(Power(way, group, 1 + sigmas * math.sqrt(seen.variance) / seen.expected))
    return found


def _deviation(needed: float) -> float:
    """How many standard deviations make so much evidence, by the bound that the weights cost.

    The logarithm of one ratio is at its best half the square of the deviation.
    """
    return math.sqrt(2 * (needed + math.log(len(RATIOS))))
