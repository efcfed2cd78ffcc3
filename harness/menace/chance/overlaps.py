"""Whether runs draw alike at any distance: parts of one cycle of a generator with few states.

A generator of 65,536 states does not come round in a run, however long, but runs that begin with
different seeds are parts of one cycle, and many a run repeats a part of an earlier one. Where the
draws of a run follow those of the runs before it most alike, they are foretold by these: from the
same parts of their boxes. For a fair program the likelihood of what is foretold, divided by that of
chance, has mean 1 at every distance, and so has the mean over all distances, which is no less than
what one of them adds to it. Some runs overlap and others do not: mixed with the likelihood of a
fair run, the product over all runs exceeds `1 / a` with a chance below `a`.
"""

import math
from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Final

from harness.menace.chance.echoes import CLOCKS, by_clock
from harness.menace.chance.likelihood import log_sum
from harness.menace.chance.samples import Sample
from harness.menace.chance.seeds import PARTS, parts_of

if TYPE_CHECKING:
    import numpy as np

_Draws = Mapping[int, Sample]  # by their place in a run, or in several one after another

_FEWEST: Final = 30  # draws of a run: fewer are alike by chance at some distance
_SHARE: Final = 0.8  # of draws that are as foretold
_OVERLAP: Final = 0.05  # of the runs


def overlapping(samples: Iterable[Sample]) -> float:
    """A bound of the chance that fair runs are as much alike to parts of earlier ones."""
    known = [sample for sample in samples if sample.drawn in sample.line]
    most = 0.0
    for clock in CLOCKS:
        runs = by_clock(known, clock).values()
        most = max(most, _evidence([run for run in runs if len(run) >= _FEWEST]))
    return min(1.0, len(CLOCKS) * math.exp(-most))


def _evidence(runs: Collection[_Draws]) -> float:
    """The logarithm of the likelihood of runs that may overlap over that of fair ones.

    The draws of a run are looked for among those of all before it, put one after another.
    """
    # Here, since numpy takes long to import and most commands do without it.
    import numpy as np

    size = 1 << (2 * sum(max(run) + 1 for run in runs)).bit_length()  # the end meets no beginning
    known, vectors = dict[int, Sample](), np.zeros(size, complex)
    end, total = 0, 0.0
    for run in runs:
        own = _on_a_circle(run, size)
        if known:
            likeness = np.fft.ifft(np.fft.fft(vectors) * np.fft.fft(own).conj()).real
            best = int(np.argmax(likeness))
            one = _logarithm(known, run, best if best < end else best - size)
            distances = end + max(run)
            total += log_sum([(0.0, 1 - _OVERLAP), (one, _OVERLAP / distances)])
        vectors += np.roll(own, end)
        known |= {end + place: sample for place, sample in run.items()}
        end += max(run) + 1
    return total


def _on_a_circle(run: _Draws, size: int) -> "np.ndarray":
    """For each place the middle of the parts of the box that the bead drawn takes up."""
    import numpy as np

    circle = np.exp(2j * math.pi * np.arange(PARTS) / PARTS)
    parts = np.array([parts_of(sample.line, sample.drawn) for sample in run.values()])
    vectors = np.zeros(size, complex)
    vectors[[*run]] = parts @ circle / parts.sum(axis=1)
    return vectors


def _logarithm(known: _Draws, run: _Draws, distance: int) -> float:
    """The logarithm of the likelihood of the run over that of chance.

    It is foretold by what is known so many places further on.
    """
    total = 0.0
    for place, sample in run.items():
        if before := known.get(place + distance):
            now, then = (parts_of(s.line, s.drawn) for s in (sample, before))
            common = sum(a * b for a, b in zip(now, then, strict=True))
            total += math.log(1 - _SHARE + _SHARE * common * PARTS / (sum(now) * sum(then)))
    return total
