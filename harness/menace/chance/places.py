"""Whether a bead is as likely to be drawn at any place of its box: as printed, by name, by age.

Against a fair program stand those that programmers write by mistake: a rounded number that comes to
an end half as often, one end never, the lesser of two places, always one end, an end of the box
after a shuffle that swaps each place with any; each in some of the draws. For a fair program each
ratio of likelihoods has mean 1 whatever came before, so their weighted mean exceeds `1 / a` with a
chance below `a`.
"""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import Final, TypeAlias

from harness.menace.chance.likelihood import log_sum
from harness.menace.chance.samples import Sample
from harness.menace.classes import STAGES, stage_of
from reference.tic_tac_toe import Square

_SHARES: Final = (0.15, 0.4, 0.95)  # of draws that are made in this way
_ORDERS: Final = 3  # of the beads of a box, each with a share of the false alarms
_HALF: Final = 0.5  # the weight of all stages together
_Drawn: TypeAlias = tuple[tuple[Square, ...], Square]


def uneven(samples: Iterable[Sample]) -> float:
    """A bound of the chance that fair draws prefer or avoid some places as much."""
    counts: dict[tuple[int, int], Counter[_Drawn]] = {}
    for sample in samples:
        if sample.drawn in sample.line:
            stage = stage_of(sample.position)
            for order, line in enumerate(_orders(sample)):
                if line:
                    counts.setdefault((stage, order), Counter())[line, sample.drawn] += 1
    stages = {key: _logs(drawn) for key, drawn in counts.items()}
    terms: list[tuple[float, float]] = []
    for order in range(_ORDERS):
        some = [logs for (_, own), logs in stages.items() if own == order]
        if some:
            every = [math.fsum(column) for column in zip(*some, strict=True)]
            terms += [(log, _HALF / len(every)) for log in every]
            terms += [(log, _HALF / len(STAGES) / len(logs)) for logs in some for log in logs]
    if not terms:
        return 1.0
    return math.exp(min(0.0, math.log(_ORDERS) - log_sum(terms)))


def _orders(sample: Sample) -> tuple[tuple[Square, ...], ...]:
    """The orbits of all beads as printed, by name and by age."""
    by_name = sorted(zip(sample.names, sample.line, strict=False))
    return sample.line, tuple(orbit for _, orbit in by_name), sample.by_age


def _logs(drawn: Counter[_Drawn]) -> list[float]:
    """The logarithm of the ratio of likelihoods, for every way and share."""
    totals = [0.0] * (len(_ways(2)) * len(_SHARES))
    for (line, orbit), times in drawn.items():
        own = tuple(place for place, other in enumerate(line) if other == orbit)
        logs = _logs_of_one(len(line), own)
        totals = [total + times * log for total, log in zip(totals, logs, strict=True)]
    return totals


@lru_cache(maxsize=1 << 14)
def _logs_of_one(size: int, own: tuple[int, ...]) -> tuple[float, ...]:
    """The same for one draw from a box of so many beads, of a bead in any of its `own` places."""
    fair = len(own) / size
    excesses = [sum(way[place] for place in own) / fair - 1 for way in _ways(size)]
    return tuple(math.log(1 + share * excess) for excess in excesses for share in _SHARES)


@cache
def _ways(size: int) -> Sequence[Sequence[float]]:
    """The chance of every place of a box of so many beads, two at least, in each way."""
    inner = 1 / (size - 1)
    lesser = [(2 * (size - place) - 1) / size**2 for place in range(size)]
    first = [1.0] + [0.0] * (size - 1)
    shuffled = _come_first(size)
    never_last = [inner] * (size - 1) + [0.0]
    ends_half = [inner / 2, *[inner] * (size - 2), inner / 2]
    ends = first, first[::-1], shuffled, shuffled[::-1]
    return ends_half, never_last, never_last[::-1], lesser, lesser[::-1], *ends


def _come_first(size: int) -> Sequence[float]:
    """The chance of every place to come first when each in turn is swapped with any.

    It is followed backwards: where the bead that ends in the first place stood before each swap.
    The last swap makes every bead as likely to be the last.
    """
    chances = [1.0] + [0.0] * (size - 1)
    for place in reversed(range(size)):
        before = [(chances[at] * (size - 1) + chances[place]) / size for at in range(size)]
        before[place] = math.fsum(chances) / size
        chances = before
    return chances
