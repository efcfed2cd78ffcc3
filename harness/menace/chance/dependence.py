"""Whether draws depend on earlier draws, or on the draws of other games or runs.

A draw is a number between 0 and 1; under a fair program it is uniform and independent of earlier
draws. Here it stands for an angle, that is for a unit vector. Every `p` is a bound that never falls
below the true chance.

Take all pairs of draws a fixed distance apart. Under a fair program their scalar products cancel
out. So do the products with the mirror image of the earlier draw (these add up where 1 - u follows
u), and both kinds with the earlier draw turned by a quarter (these add up where u + 0.3 follows u).
Each product is the cosine of an angle that is uniform given what came before, so a sum over n pairs
exceeds x with a chance below exp(-x * x / n). All distances share one error rate: half of it those
up to 300 and some powers of two, the other half every distance that there is. This shows a
generator with few states, which repeats itself however even its numbers are. Distance is counted in
draws, in numbers taken from a generator that also makes new beads, and in games, between draws at
the same place of their games: that shows a program that begins games with one seed.

Take the draws at the same place in the same game of different runs, and add up their vectors. The
square of the sum's length has at most the moments of an exponential variable, of mean 1 for each
draw. That shows a program that seeds each game with the game's number.
"""

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import Final, TypeAlias

from harness.menace.chance.echoes import CLOCKS
from harness.menace.chance.samples import When

Clock: TypeAlias = Callable[[When], tuple[tuple[int, ...], int]]  # a sequence, and a place in it

_FAR: Final = 300  # draws or games; a generator of 256 states repeats itself within
_DISTANCES: Final = (*range(1, _FAR + 1), 512, 1024, 2048, 4096)
_SCALES: Final = 2  # of distances: those, and all
_SIDES: Final = 2
_KINDS: Final = 4  # of sums
_WAYS_TO_COUNT: Final = 3  # games


def repeated(draws: Iterable[When]) -> float:
    """A bound of the chance that fair draws depend as much on a draw some distance before."""
    known = list(draws)

    def by(numbers: Callable[[When], int]) -> Clock:
        return lambda at: ((at.run,), numbers(at))

    return min(1.0, len(CLOCKS) * min(_repeated(known, by(numbers)) for numbers in CLOCKS))


def least_sum(pairs: int, rate: float) -> float:
    """The least sum over so many pairs, at a near distance, that is seen at this rate."""
    looks = len(CLOCKS) * _SCALES * _SIDES * _KINDS * len(_DISTANCES)
    return math.sqrt(pairs * math.log(looks / rate))


def repeated_in_games(draws: Iterable[When]) -> float:
    """A bound of the chance that fair draws depend as much on those of some games before."""
    return _repeated(list(draws), lambda at: ((at.run, at.ply), at.game))


def _repeated(draws: Sequence[When], clock: Clock) -> float:
    sequences: defaultdict[tuple[int, ...], list[tuple[int, float]]] = defaultdict(list)
    for drawn in draws:
        sequence, place = clock(drawn)
        sequences[sequence].append((place, math.tau * drawn.number))
    # Here, since numpy takes long to import and most commands do without it.
    import numpy as np

    lengths = {key: max(place for place, _ in some) + 1 for key, some in sequences.items()}
    longest = max(lengths.values(), default=0)
    sums, pairs = np.zeros((_KINDS, longest)), np.zeros(longest)
    for key, some in sequences.items():
        length = lengths[key]
        size = 1 << (2 * length - 1).bit_length()  # so that the end does not meet the beginning
        vectors, there = np.zeros(size, complex), np.zeros(size)
        places = [place for place, _ in some]
        vectors[places] = np.exp([1j * angle for _, angle in some])
        there[places] = 1
        waves, mirrored, known = map(np.fft.fft, (vectors, vectors.conj(), there))
        turned = np.fft.ifft(waves * waves.conj())[:length]
        opposite = np.fft.ifft(waves * mirrored.conj())[:length]
        sums[:, :length] += turned.real, turned.imag, opposite.real, opposite.imag
        pairs[:length] += np.rint(np.fft.ifft(known * known.conj()).real[:length])
    most = np.max(sums**2, axis=0) / np.maximum(pairs, 1)
    near = max((float(most[apart]) for apart in _DISTANCES if apart < longest), default=0.0)
    far = float(most[1:].max(initial=0.0))
    ways = _SCALES * _SIDES * _KINDS
    return min(
        1.0, ways * len(_DISTANCES) * math.exp(-near), ways * max(1, longest) * math.exp(-far)
    )


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
