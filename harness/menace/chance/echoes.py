"""Whether draws are echoes of earlier ones: by a generator whose numbers come round again.

A program whose random number repeats that of an earlier draw takes a bead from the same part of its
box; a program whose draws balance earlier ones takes a bead from the opposite part; one that keeps
the place of a bead takes that in the same place, counted from either end. Only some draws of a
game may be echoes, of those at one earlier place of that game. For a fair program, the likelihood
of such draws divided by that of chance has mean 1 whatever came before; mixed with the likelihood
of a fair draw, the product exceeds `1 / a` with a chance below `a`.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import accumulate, combinations
from typing import Final, TypeAlias

from harness.menace.chance.likelihood import log_mean
from harness.menace.chance.samples import Sample, When
from reference.tic_tac_toe import Square

Clock: TypeAlias = Callable[[When], int]

CLOCKS: Final[tuple[Clock, ...]] = (  # numbers taken from a generator before this one
    lambda at: at.draw,
    lambda at: at.draw + 3 * at.refills,  # three for new beads,
    lambda at: at.draw + 4 * at.refills,  # and one for which of them is the move
)
_PERIODS: Final = (1, 2, 63, 64, 127, 128, 255, 256, 511, 512, 1023, 1024, 2048, 4096)
_MIRRORED: Final = (1, 2)  # periods at which 1 - u may come after u
_PLIES: Final = 4  # draws from boxes in a game, at the most
_SHARES: Final = (0.1, 0.5, 0.9)  # of draws that are echoes


def echoed(samples: Iterable[Sample]) -> float:
    """A bound of the chance that fair draws look as much like echoes of earlier ones."""
    found = [sample for sample in samples if sample.line and sample.drawn in sample.line]
    most = max((_evidence(found, clock) for clock in CLOCKS), default=0.0)
    of_places = [_mixed(ratios) for ratios in (*_of_places(found), *_within_games(found))]
    kinds = len(CLOCKS) * (len(_PERIODS) + len(_MIRRORED)) + len(of_places)
    return min(1.0, kinds * math.exp(min(0.0, -max(most, *of_places))))


def by_clock(samples: Iterable[Sample], clock: Clock) -> dict[int, dict[int, Sample]]:
    """The draws of each run by the numbers that its generator gave before them."""
    runs: defaultdict[int, dict[int, Sample]] = defaultdict(dict)
    for sample in samples:
        runs[sample.at.run][clock(sample.at)] = sample
    return runs


def _evidence(samples: Sequence[Sample], clock: Clock) -> float:
    """The logarithm of the likelihood ratio for the period that fits best."""
    runs = by_clock(samples, clock)
    best = 0.0
    kinds = [(period, 1) for period in _PERIODS] + [(period, -1) for period in _MIRRORED]
    for period, step in kinds:
        ratios = Counter(
            _likelihood(drawn.line, drawn.drawn, before.line[::step], before.drawn)
            for run in runs.values()
            for place, drawn in run.items()
            if (before := run.get(place - period)) is not None
        )  # few that differ
        best = max(best, _mixed(ratios))
    return best


def _mixed(ratios: Counter[float]) -> float:
    """The logarithm of the likelihood ratio where some draws are echoes, by each one's ratio."""
    logs = [
        sum(n * math.log(1 - share + share * ratio) for ratio, n in ratios.items())
        for share in _SHARES
    ]
    return log_mean(logs)


def _of_places(samples: Sequence[Sample]) -> list[Counter[float]]:
    """The ratios of draws from the place drawn before, in any box and in the same one.

    Places are counted from the first bead of a box, and from the last.
    """
    found: list[Counter[float]] = [Counter() for _ in range(4)]
    last: dict[tuple[int, int | None], Sample] = {}
    for drawn in samples:
        for number, box in enumerate((None, drawn.position)):
            if before := last.get((drawn.at.run, box)):
                for end, step in enumerate((1, -1)):
                    found[2 * number + end][
                        _likelihood_of_place(
                            drawn.line[::step], drawn.drawn, before.line[::step], before.drawn
                        )
                    ] += 1
            last[drawn.at.run, box] = drawn
    return found


def _within_games(samples: Sequence[Sample]) -> list[Counter[float]]:
    """The ratios of draws at each place of a game, as echoes of that at an earlier place."""
    games: defaultdict[tuple[int, int], dict[int, Sample]] = defaultdict(dict)
    for drawn in samples:
        games[drawn.at.run, drawn.at.game][drawn.at.ply] = drawn
    found: list[Counter[float]] = []
    for earlier, later in combinations(range(_PLIES), 2):
        pairs = [(g[earlier], g[later]) for g in games.values() if earlier in g and later in g]
        found.append(Counter(_likelihood(b.line, b.drawn, a.line, a.drawn) for a, b in pairs))
    return found


@lru_cache(maxsize=1 << 15)
def _likelihood_of_place(
    line: tuple[Square, ...], drawn: Square, before: tuple[Square, ...], drawn_before: Square
) -> float:
    """How many times as likely this draw is when its place is that of the earlier draw.

    A place beyond the end is counted on from the beginning.
    """
    places = [place for place, orbit in enumerate(before) if orbit == drawn_before]
    common = sum(line[place % len(line)] == drawn for place in places)
    return common * len(line) / (len(places) * line.count(drawn))


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
