"""Whether draws depend on earlier draws, or on the draws of other runs.

Every draw is a number between 0 and 1, uniform and independent of all before it when the program is
fair: here it is an angle, a unit vector. Two tests, whose `p` are bounds that never fall below the
true chance:

Of draws a fixed number apart the scalar products add up to nothing; each is the cosine of an angle
that is uniform given what came before, so that a sum of n exceeds x with a chance below
exp(-x * x / n). All distances up to `_FARTHEST` share one error rate. A generator with few states
repeats itself and is seen so, however even its numbers are.

Of draws at the same place in the same game of different runs the vectors add up to a length whose
square has the moments of an exponential variable at the most, of mean 1 for each draw. A program
that begins each game with a seed of its number is seen so.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from operator import mul
from typing import Final

from harness.menace.accounts import When

_FARTHEST: Final = 300  # draws; a generator of 256 states repeats itself within
_SIDES: Final = 2


def repeated(draws: Iterable[When]) -> float:
    """A bound of the chance that fair draws depend as much on one up to 300 draws before."""
    runs: defaultdict[int, list[When]] = defaultdict(list)
    for drawn in draws:
        runs[drawn.run].append(drawn)
    products = [0.0] * _FARTHEST
    known = 0
    for some in runs.values():
        known += len(some)
        length = max(drawn.draw for drawn in some) + 1
        across, along = [0.0] * length, [0.0] * length
        for drawn in some:
            across[drawn.draw] = math.cos(math.tau * drawn.number)
            along[drawn.draw] = math.sin(math.tau * drawn.number)
        for apart in range(1, min(length, _FARTHEST + 1)):
            products[apart - 1] += sum(map(mul, across, across[apart:]))
            products[apart - 1] += sum(map(mul, along, along[apart:]))
    if not known:
        return 1.0
    most = max(map(abs, products))
    return min(1.0, _SIDES * _FARTHEST * math.exp(-most * most / known))


def alike_in_runs(draws: Iterable[When]) -> float:
    """A bound of the chance that fair runs draw as much alike at the same places of their games."""
    places: defaultdict[tuple[int, int], list[float]] = defaultdict(list)
    for drawn in draws:
        places[drawn.game, drawn.ply].append(math.tau * drawn.number)
    shared = [angles for angles in places.values() if len(angles) > 1]
    total = math.fsum(_length_squared(angles) / len(angles) for angles in shared)
    if total <= len(shared):
        return 1.0
    return math.exp(len(shared) - total + len(shared) * math.log(total / len(shared)))


def _length_squared(angles: Sequence[float]) -> float:
    return math.fsum(map(math.cos, angles)) ** 2 + math.fsum(map(math.sin, angles)) ** 2
