"""The boxes at the start of runs: whether some begin alike run after run, where the others do not.

Of random beads a box has the same as in the run before by chance now and then; how often at the
most depends on how many they are. Where nothing is declared, squares need not be equally likely.
"""

import math
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final, NamedTuple

from harness.menace.chance.evidence import Event
from harness.menace.classes import orbits
from harness.menace.screen import Beads

_LIKELY: Final = 0.5  # at the most, one square's share of the starting beads of a box


class Begun(NamedTuple):
    """What the box of a class held when a run began."""

    position: int
    beads: Beads


def events(runs: Iterable[Iterable[Begun]]) -> Iterator[tuple[int, list[Event]]]:
    """The class and the event for every box that is known from an earlier run too."""
    before: dict[int, Beads] = {}
    for run in runs:
        for position, printed in run:
            beads = tuple(sorted(printed))
            if position in before:
                most = likeliest(position, len(before[position]))
                same = beads == before[position]
                yield position, [Event("beads as in the run before", 0.0, most, same)]
            before[position] = beads


@cache
def likeliest(position: int, beads: int) -> float:
    """The chance, at the most, that so many random beads are given ones, whatever their order."""
    sizes = orbits(position).values()
    shares = {_LIKELY, max(_LIKELY, max(sizes) / sum(sizes), 1 / len(sizes))}
    return max(_mode(beads, share) for share in shares)


def _mode(trials: int, share: float) -> float:
    """The chance of the likeliest number of successes."""
    number = min(trials, math.floor((trials + 1) * share))
    logarithm = (
        math.lgamma(trials + 1)
        - math.lgamma(number + 1)
        - math.lgamma(trials - number + 1)
        + number * math.log(share)
        + (trials - number) * (math.log(1 - share) if share < 1 else 0.0)
    )
    return min(1.0, math.exp(logarithm))
