"""Whether the new beads of refills lean to low or to high names, as the least of two beads would.

A program that leans takes the r-th of k names with a chance of (1 + lean * (1 - (2r + 1) / k)) / k;
a lean of 1 takes the lesser of two names. A fair program takes all names equally often, or draws
from three beads of each name without putting back: against either of these, the ratio of the
likelihoods has a mean of at most 1, and the lesser of the two ratios exceeds `1 / a` with a chance
below `a`.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Final

from harness.menace.chance.likelihood import log_sum
from harness.menace.chance.refills import OF_EACH, Refill
from harness.menace.classes import STAGES, stage_of

_LEANS: Final = (-1.0, -0.5, 0.5, 1.0)
_ALL: Final = -1  # in place of a stage: all boxes
_WEIGHTS: Final = {_ALL: 0.5, **dict.fromkeys(STAGES, 0.5 / len(STAGES))}


def leaning(refills: Iterable[Refill]) -> tuple[int, float]:
    """How many new beads were looked at, and a bound of the chance that fair ones lean as much."""
    logs: defaultdict[tuple[int, float], list[float]] = defaultdict(lambda: [0.0, 0.0])
    beads = 0
    for refill in refills:
        if not refill.names:
            continue
        stage = stage_of(refill.position)
        for rank, (anew, from_stock) in _chances(refill):
            beads += 1
            size = len(refill.names)
            for lean in _LEANS:
                likely = math.log((1 + lean * (1 - (2 * rank + 1) / size)) / size)
                for group in (_ALL, stage):
                    both = logs[group, lean]
                    both[0] += likely - anew
                    both[1] += likely - from_stock
    if not beads:
        return 0, 1.0
    most = (_mixed({key: both[null] for key, both in logs.items()}) for null in (0, 1))
    return beads, math.exp(min(0.0, -min(most)))


def _chances(refill: Refill) -> Iterator[tuple[int, tuple[float, float]]]:
    """For each bead beside the move its rank, and the logarithm of its chance by either way."""
    gone, size = [refill.played], len(refill.names)
    for bead in refill.beside:
        if bead not in refill.names:
            return
        left = OF_EACH - gone.count(bead)
        from_stock = max(left, 1) / (OF_EACH * size - len(gone))
        yield refill.names.index(bead), (-math.log(size), math.log(from_stock))
        gone.append(bead)


def _mixed(logs: dict[tuple[int, float], float]) -> float:
    """The logarithm of the mean of all ratios, by the weights of their groups."""
    return log_sum((log, _WEIGHTS[group] / len(_LEANS)) for (group, _), log in logs.items())
