"""Whether draws depend on earlier draws, or on the draws of other games or runs.

A draw is a number between 0 and 1; under a fair program it is uniform and independent of earlier
draws. Here it stands for an angle, that is for a unit vector. Every `p` is a bound that never falls
below the true chance.

Take all pairs of draws a fixed distance apart. Under a fair program their scalar products cancel
out. So do the products with the mirror image of the earlier draw (these add up where 1 - u follows
u), and both kinds with the earlier draw turned by a quarter (these add up where u + 0.3 follows u).
Each product is the cosine of an angle that is uniform given what came before, so a sum over n pairs
exceeds x with a chance below exp(-x * x / n). All distances share one error rate. This shows a
generator with few states, which repeats itself however even its numbers are. Distance is counted in
draws, and also in games, between draws at the same place of their games: that shows a program that
begins every game with one of a few seeds.

Take the draws at the same place in the same game of different runs, and add up their vectors. The
square of the sum's length has at most the moments of an exponential variable, of mean 1 for each
draw. That shows a program that seeds each game with the game's number.
"""

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from operator import mul
from typing import Final, TypeAlias

from harness.menace.chance.samples import When

Clock: TypeAlias = Callable[[When], tuple[tuple[int, ...], int]]  # a sequence, and a place in it

_FAR: Final = 300  # draws or games; a generator of 256 states repeats itself within
_DISTANCES: Final = (*range(1, _FAR + 1), 512, 1024, 2048)
_SIDES: Final = 2
_KINDS: Final = 4  # of sums
_WAYS_TO_COUNT: Final = 3  # games


def repeated(draws: Iterable[When]) -> float:
    """A bound of the chance that fair draws depend as much on a draw some distance before."""
    return _repeated(list(draws), lambda at: ((at.run,), at.draw))


def repeated_in_games(draws: Iterable[When]) -> float:
    """A bound of the chance that fair draws depend as much on those of some games before."""
    return _repeated(list(draws), lambda at: ((at.run, at.ply), at.game))


def _repeated(draws: Sequence[When], clock: Clock) -> float:
    sequences: defaultdict[tuple[int, ...], list[tuple[int, float]]] = defaultdict(list)
    for drawn in draws:
        sequence, place = clock(drawn)
        sequences[sequence].append((place, math.tau * drawn.number))
    kinds = [dict.fromkeys(_DISTANCES, 0.0) for _ in range(_KINDS)]
    same, opposite, turned, opposite_turned = kinds
    pairs = dict.fromkeys(_DISTANCES, 0)
    for some in sequences.values():
        length = max(place for place, _ in some) + 1
        across, along = [0.0] * length, [0.0] * length
        known = sum(1 << place for place, _ in some)
        for place, angle in some:
            across[place] = math.cos(angle)
            along[place] = math.sin(angle)
        for apart in _DISTANCES:
            if apart >= length:
                break
            pairs[apart] += (known & known >> apart).bit_count()
            one = sum(map(mul, across, across[apart:]))
            other = sum(map(mul, along, along[apart:]))
            same[apart] += one + other
            opposite[apart] += one - other
            one = sum(map(mul, across, along[apart:]))
            other = sum(map(mul, along, across[apart:]))
            turned[apart] += one - other
            opposite_turned[apart] += one + other
    sums = [(x, pairs[apart]) for kind in kinds for apart, x in kind.items()]
    most = max((x * x / n for x, n in sums if n), default=0.0)
    return min(1.0, _SIDES * len(sums) * math.exp(-most))


def alike_in_runs(draws: Iterable[When], asked: Sequence[int] = ()) -> float:
    """A bound of the chance that fair runs draw as much alike at the same places of their games.

    Games are counted from the first and, where it is known of each run how many games were asked
    for, from the last, and from the first of the runs of as many games.
    """
    known = list(draws)
    first = _alike_in_runs(known, lambda at: (at.game,))
    if not asked:
        return first

    def length(at: When) -> int:
        return asked[at.run] if at.run < len(asked) else 0

    left = _alike_in_runs(known, lambda at: (length(at) - at.game,))
    as_long = _alike_in_runs(known, lambda at: (length(at), at.game))
    return min(1.0, _WAYS_TO_COUNT * min(first, left, as_long))


def _alike_in_runs(draws: Sequence[When], game: Callable[[When], tuple[int, ...]]) -> float:
    places: defaultdict[tuple[tuple[int, ...], int], list[float]] = defaultdict(list)
    for drawn in draws:
        places[game(drawn), drawn.ply].append(math.tau * drawn.number)
    shared = [angles for angles in places.values() if len(angles) > 1]
    total = math.fsum(_length_squared(angles) / len(angles) for angles in shared)
    if total <= len(shared):
        return 1.0
    return math.exp(len(shared) - total + len(shared) * math.log(total / len(shared)))


def _length_squared(angles: Sequence[float]) -> float:
    return math.fsum(map(math.cos, angles)) ** 2 + math.fsum(map(math.sin, angles)) ** 2
