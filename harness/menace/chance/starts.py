"""The boxes at the start of runs: whether some begin alike run after run, or with the same bead.

Of random beads a box has the same as in the run before by chance now and then; how often at the
most depends on how many they are. Where nothing is declared, squares need not be equally likely.
"""

import math
import random
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from operator import mul
from typing import Final, NamedTuple

from harness.menace.chance.evidence import Event
from harness.menace.classes import orbits
from harness.menace.screen import Bead, Beads

_SEED: Final = 20261127  # of what is exchanged: the same verdict for the same transcripts
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


def favoured(runs: Iterable[Iterable[Begun]]) -> tuple[int, float]:
    """How many runs were looked at, and the chance that as many fair ones begin with favourites.

    In a box without symmetry each square is as likely as the others, however many beads there are
    and however they are chosen, so that its names may be exchanged. A run begins with favourites
    where it has more beads of the names that were frequent in those before than it would have
    with the names of each box exchanged at random: a fair one does so half the time at the most.
    """
    chance = random.Random(_SEED)
    before: dict[int, Counter[Bead]] = {}
    looked_at = with_favourites = 0
    for run in runs:
        own = exchanged = 0
        for position, beads in run:
            if max(orbits(position).values()) > 1:
                continue
            known, now = before.setdefault(position, Counter()), Counter(beads)
            frequent = [*known.values()]
            here = [now[bead] for bead in known]
            own += sum(map(mul, frequent, here))
            chance.shuffle(here)
            exchanged += sum(map(mul, frequent, here))
            known += now
        if own != exchanged:
            looked_at += 1
            with_favourites += own > exchanged
    ways = sum(math.comb(looked_at, n) for n in range(with_favourites, looked_at + 1))
    return looked_at, ways / 2**looked_at


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
