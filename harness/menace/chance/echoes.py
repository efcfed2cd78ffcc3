"""Whether draws are echoes of earlier ones: by a generator whose numbers come round again.

A program whose random number repeats that of an earlier draw takes a bead from the same part of its
box; a program whose draws balance earlier ones takes a bead from the opposite part. For a fair
program, the likelihood of such draws divided by that of chance has mean 1 whatever came before;
mixed with the likelihood of a fair draw, the product exceeds `1 / a` with a chance below `a`.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import Final, TypeAlias

from harness.menace.chance.likelihood import log_sum
from harness.menace.chance.samples import Sample, When
from reference.tic_tac_toe import Square

Clock: TypeAlias = Callable[[When], int]

CLOCKS: Final[tuple[Clock, ...]] = (  # numbers taken from a generator before this one
    lambda at: at.draw,
    lambda at: at.draw + 3 * at.refills,  # three for new beads,
    lambda at: at.draw + 4 * at.refills,  # and one for which of them is the move
)
_PERIODS: Final = (1, 2, 63, 64, 127, 128, 255, 256, 511, 512, 1023, 1024, 2048)
_MIRRORED: Final = (1, 2)  # periods at which 1 - u may come after u
_SHARES: Final = (0.1, 0.5, 0.9)  # of draws that are echoes


def echoed(samples: Iterable[Sample]) -> float:
    """A bound of the chance that fair draws look as much like echoes of earlier ones."""
    found = [sample for sample in samples if sample.line and sample.drawn in sample.line]
    most = max((_evidence(found, clock) for clock in CLOCKS), default=0.0)
    kinds = len(CLOCKS) * (len(_PERIODS) + len(_MIRRORED))
    return min(1.0, kinds * math.exp(min(0.0, -most)))


def _evidence(samples: Sequence[Sample], clock: Clock) -> float:
    """The logarithm of the likelihood ratio for the period that fits best."""
    runs: defaultdict[int, dict[int, Sample]] = defaultdict(dict)
    for sample in samples:
        runs[sample.at.run][clock(sample.at)] = sample
    best = 0.0
    kinds = [(period, 1) for period in _PERIODS] + [(period, -1) for period in _MIRRORED]
    for period, step in kinds:
        ratios = Counter(
            _likelihood(drawn.line, drawn.drawn, before.line[::step], before.drawn)
            for run in runs.values()
            for place, drawn in run.items()
            if (before := run.get(place - period)) is not None
        )  # few that differ
        logs = [
            sum(n * math.log(1 - share + share * ratio) for ratio, n in ratios.items())
            for share in _SHARES
        ]
        best = max(best, log_sum((log, 1 / len(_SHARES)) for log in logs))
    return best


@lru_cache(maxsize=1 << 15)
def _likelihood(
    line: tuple[Square, ...], drawn: Square, before: tuple[Square, ...], drawn_before: Square
) -> float:
    """How many times as likely this draw is when its number is that of the earlier draw.

    Both numbers are below len(line) * len(before), in which each bead of `line` has as many as
    `before` has beads, and the other way round.
    """
    each = len(line)
    led = [orbit == drawn_before for orbit in before]
    led_to = [0, *accumulate(led)]

    def leading_below(number: int) -> int:
        """How many numbers below this one lead to the earlier draw."""
        place, rest = divmod(number, each)
        return each * led_to[place] + (rest * led[place] if rest else 0)

    places = [place for place, orbit in enumerate(line) if orbit == drawn]
    bounds = [(place * len(before), (place + 1) * len(before)) for place in places]
    common = sum(leading_below(end) - leading_below(start) for start, end in bounds)
    return common / (len(places) * led_to[-1])
