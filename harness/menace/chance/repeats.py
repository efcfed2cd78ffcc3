"""How many draws would have to repeat an earlier one for `dependence.repeated` to see it.

A draw that takes the random number of an earlier one takes a bead from the same part of its box.
Which part that is, is known as exactly as the beads' meanings tell: beads that mean the same may
lie apart. So two draws by one number add less than 1 to the sum of that test: `_agreement`.
"""

import cmath
import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from harness.menace.chance.dependence import least_sum
from harness.menace.chance.samples import Sample
from reference.tic_tac_toe import Square

APART: Final = (1, 300)  # draws
_PAIRS: Final = 300  # whose agreement is worked out, at the most
_NUMBERS: Final = 60  # for each of them
# A normal variable falls short by 2.33 once in a hundred times; but the pairs by one number, one
# after another, depend: of 20 simulated programs 19 were seen with 2.33.
_DEVIATIONS: Final = 3.0
_LEAST: Final = 0.05  # agreement: with less, nothing can be said


def seen_from(samples: Sequence[Sample], apart: int, rate: float) -> float | None:
    """The share of draws that must repeat the one so many before, to be seen with 99 %.

    `rate` is that of false alarms. None where no share would be seen.
    """
    at = {(sample.at.run, sample.at.draw): sample for sample in samples if sample.line}
    pairs = [
        (sample, before)
        for (run, draw), sample in at.items()
        if (before := at.get((run, draw - apart)))
    ]
    if not pairs:
        return None
    some = pairs[:: max(1, len(pairs) // _PAIRS)]
    agreement = math.fsum(_agreement(a.line, b.line) for a, b in some) / len(some)
    if agreement < _LEAST:
        return None
    spread = _DEVIATIONS * math.sqrt(len(pairs))  # no cosine varies more
    share = (least_sum(len(pairs), rate) + spread) / (agreement * len(pairs))
    return share if share <= 1 else None


def _agreement(line: tuple[Square, ...], other: tuple[Square, ...]) -> float:
    """What two draws from these boxes by one random number add to the sum, on average."""
    numbers = [(k + 0.5) / _NUMBERS for k in range(_NUMBERS)]
    one, two = _vectors(line), _vectors(other)
    products = (one[int(u * len(one))] * two[int(u * len(two))].conjugate() for u in numbers)
    return sum(product.real for product in products) / _NUMBERS


@lru_cache(maxsize=1 << 12)
def _vectors(line: tuple[Square, ...]) -> Sequence[complex]:
    """For each bead, the mean of the unit vectors of all places of beads that mean the same."""
    step = math.tau / len(line)
    chord = math.sin(step / 2) / (step / 2)  # the mean over one place
    own = [chord * cmath.exp(1j * step * (place + 0.5)) for place in range(len(line))]
    mean = {
        orbit: sum(v for v, o in zip(own, line, strict=True) if o == orbit) / line.count(orbit)
        for orbit in set(line)
    }
    return [mean[orbit] for orbit in line]
