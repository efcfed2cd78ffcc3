"""Whether two runs draw alike at any distance: parts of one cycle of a generator with few states.

A generator of 65,536 states does not come round in a run, however long, but runs that begin with
different seeds are parts of one cycle, and many a short run repeats a part of the longest. Where
the draws of both follow each other most alike, those of the shorter run are foretold by those of
the longest: from the same parts of their boxes. For a fair program the likelihood of what is
foretold, divided by that of chance, has mean 1 at every distance, and so has the mean over all
distances, which is no less than that of one of them. Some runs overlap and others do not: mixed
with the likelihood of a fair run, the product over all runs exceeds `1 / a` with a chance below
`a`.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Final

from harness.menace.chance.echoes import CLOCKS
from harness.menace.chance.likelihood import log_sum
from harness.menace.chance.samples import Sample
from harness.menace.chance.seeds import PARTS, parts_of

_FEWEST: Final = 30  # draws of a run: fewer are alike by chance at some distance
_SHARE: Final = 0.8  # of draws that are as foretold
_OVERLAP: Final = 0.05  # of the runs


def overlapping(samples: Iterable[Sample]) -> float:
    """A bound of the chance that fair runs are as much alike to a part of the longest."""
    known = [sample for sample in samples if sample.drawn in sample.line]
    most = 0.0
    for clock in CLOCKS:
        runs: defaultdict[int, dict[int, Sample]] = defaultdict(dict)
        for sample in known:
            runs[sample.at.run][clock(sample.at)] = sample
        longest = max(runs.values(), key=len, default={})
        total = 0.0
        for run in runs.values():
            if run is not longest and len(run) >= _FEWEST:
                one = _logarithm(longest, run, _likest(longest, run))
                distances = max(longest) + max(run) + 1
                total += log_sum([(0.0, 1 - _OVERLAP), (one, _OVERLAP / distances)])
        most = max(most, total)
    return min(1.0, len(CLOCKS) * math.exp(-most))


def _likest(longest: Mapping[int, Sample], run: Mapping[int, Sample]) -> int:
    """How many draws of the longest run come before the part that is most like this run.

    A draw is the middle of the parts of the box that its bead takes up, on a circle. The products
    of these vectors are added up at all distances at once.
    """
    # Here, since numpy takes long to import and most commands do without it.
    import numpy as np

    size = 1 << (max(longest) + max(run) + 1).bit_length()  # so that the end meets no beginning
    circle = np.exp(2j * math.pi * np.arange(PARTS) / PARTS)
    waves = []
    for draws in (longest, run):
        parts = np.array([parts_of(sample.line, sample.drawn) for sample in draws.values()])
        vectors = np.zeros(size, complex)
        vectors[[*draws]] = parts @ circle / parts.sum(axis=1)
        waves.append(np.fft.fft(vectors))
    best = int(np.argmax(np.fft.ifft(waves[0] * waves[1].conj()).real))
    return best if best <= max(longest) else best - size


def _logarithm(longest: Mapping[int, Sample], run: Mapping[int, Sample], distance: int) -> float:
    """The logarithm of the likelihood of the run, as foretold, over that of chance."""
    total = 0.0
    for place, sample in run.items():
        if before := longest.get(place + distance):
            now, then = (parts_of(s.line, s.drawn) for s in (sample, before))
            common = sum(a * b for a, b in zip(now, then, strict=True))
            total += math.log(1 - _SHARE + _SHARE * common * PARTS / (sum(now) * sum(then)))
    return total
