"""Whether beads are taken in turn: by a counter of draws, or of games.

Draws may be counted all together, those of one box, of one stage, or of boxes with as many beads.

By a counter that began at c, the k-th draw takes the bead in the place (c + k) of the box as
printed, or (c - k), modulo the number of beads. For a fair program, the likelihood under such a
counter divided by that under chance has mean 1 for every c, and so has the mean over all c, mixed
with the likelihood of a fair draw: the product over all runs and boxes exceeds `1 / a` with a
chance below `a`. The same holds for a generator whose lowest bit alternates between 0 and 1 and
whose number is reduced modulo the number of beads: where that is even, the draws alternate between
even and odd places.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Final, TypeAlias

from harness.menace.chance.likelihood import log_sum
from harness.menace.chance.samples import Sample
from harness.menace.classes import stage_of

_Counter: TypeAlias = Callable[[Sample], tuple[tuple[int, ...], int]]  # which, and where it stands

_COUNTERS: Final[tuple[_Counter, ...]] = (
    lambda sample: ((sample.at.run,), sample.at.draw),
    lambda sample: ((sample.at.run, sample.position), sample.at.of_box),
    lambda sample: ((sample.at.run, stage_of(sample.position)), sample.at.of_stage),
    lambda sample: ((sample.at.run, len(sample.line)), sample.at.of_size),
    lambda sample: ((sample.at.run,), sample.at.ply),
    lambda sample: ((sample.at.run,), sample.at.game),
)
_BEGINNINGS: Final = 128
_UNLIKELY: Final = 0.1  # the weight of a counter, against a fair draw


def in_turn(samples: Iterable[Sample]) -> float:
    """A bound of the chance that fair draws look as much like those by a counter."""
    found = [sample for sample in samples if sample.line]
    logs = [_logarithm(found, counter, step) for counter in _COUNTERS for step in (1, -1)]
    logs.append(_low_bit(found))
    return min(1.0, len(logs) * math.exp(min(0.0, -max(logs)))) if found else 1.0


def _logarithm(samples: Sequence[Sample], counter: _Counter, step: int) -> float:
    """The logarithm of the likelihood of this kind of counter over that of chance."""
    alive: dict[tuple[int, ...], dict[int, float]] = {}
    fresh = dict.fromkeys(range(_BEGINNINGS), 0.0)
    for sample in samples:
        which, place = counter(sample)
        known = alive.get(which, fresh)
        if not known:
            continue
        line = sample.line
        gain = -math.log(line.count(sample.drawn) / len(line)) if sample.drawn in line else 0.0
        alive[which] = {
            begin: logarithm + gain
            for begin, logarithm in known.items()
            if line[(begin + step * place) % len(line)] == sample.drawn
        }
    total = 0.0
    for left in alive.values():
        by_counter = [(log, _UNLIKELY / _BEGINNINGS) for log in left.values()]
        total += log_sum([(0.0, 1 - _UNLIKELY), *by_counter])
    return total


def _low_bit(samples: Sequence[Sample]) -> float:
    """The logarithm of the likelihood of even and odd places by turns over that of chance."""
    runs: dict[int, list[float]] = {}
    for sample in samples:
        line = sample.line
        if len(line) % 2 or sample.drawn not in line:
            continue
        both = runs.setdefault(sample.at.run, [0.0, 0.0])
        fair = line.count(sample.drawn) / 2
        for begin in (0, 1):
            own = line[(begin + sample.at.draw) % 2 :: 2].count(sample.drawn)
            both[begin] += math.log(own / fair) if own else -math.inf
    return math.fsum(
        log_sum([(0.0, 1 - _UNLIKELY), *((log, _UNLIKELY / 2) for log in both)])
        for both in runs.values()
    )
