"""Whether games begin with one of few seeds: whether they draw as some earlier game did.

A program that takes its random numbers for each game from one of some hundred seeds makes the same
draws in the same places of many games, however far apart. Each draw of a game is foretold by those
earlier games whose draws until then agree: each counts as much as the parts of the boxes from which
beads were taken have in common. For a fair program the likelihood of what is foretold, divided by
that of chance, has mean 1 whatever came before; mixed with the likelihood of a fair draw, the
product exceeds `1 / a` with a chance below `a`.
"""

import math
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from harness.menace.chance.likelihood import log_mean
from harness.menace.chance.samples import Sample
from reference.tic_tac_toe import Square

if TYPE_CHECKING:
    import numpy as np

_PLIES: Final = 4  # draws from boxes in a game, at the most
PARTS: Final = 32  # of a box, between which nothing is told apart
_MOST: Final = 6_000  # games: the time is that of all pairs, some seconds
_AT_A_TIME: Final = 256  # games
_SHARES: Final = (0.1, 0.5, 0.9)  # of draws that are as foretold


def of_few_seeds(samples: Iterable[Sample]) -> float:
    """A bound of the chance that games of fair draws are foretold as well by earlier games."""
    games: dict[tuple[int, int], list[Sample]] = {}
    for sample in samples:
        if sample.drawn in sample.line and sample.at.ply < _PLIES:
            games.setdefault((sample.at.run, sample.at.game), []).append(sample)
    if len(games) < 2:
        return 1.0
    # Here, since numpy takes long to import and most commands do without it.
    import numpy as np

    parts = np.ones((_PLIES, min(len(games), _MOST), PARTS), np.float32)  # where no draw is known
    for number, game in enumerate([*games.values()][:_MOST]):
        for sample in game:
            parts[sample.at.ply, number] = parts_of(sample.line, sample.drawn)
    logarithms = _logarithms(parts)
    return math.exp(min(0.0, -log_mean(logarithms)))


def _logarithms(parts: "np.ndarray") -> list[float]:
    """Those of the likelihoods over that of chance, for each share of draws that are as foretold.

    `parts` are those of the box that the bead drawn took up, of each ply, game and part of the box.
    """
    import numpy as np

    width = parts.mean(axis=2)
    told = np.zeros(len(_SHARES))
    for start in range(0, parts.shape[1], _AT_A_TIME):
        now = slice(start, min(start + _AT_A_TIME, parts.shape[1]))
        before = slice(0, now.stop)
        rows = now.stop - start
        weights = np.tril(np.ones((rows, now.stop), np.float32), start - 1)  # earlier games alone
        for ply, drawn in enumerate(parts):
            common = drawn[now] @ drawn[before].T / PARTS
            ratios = common / np.outer(width[ply, now], width[ply, before])
            total = weights.sum(axis=1)
            foretold = (weights * ratios).sum(axis=1) / np.where(total > 0, total, 1)
            foretold[total <= 0] = 1
            for at, share in enumerate(_SHARES):
                told[at] += np.log(1 - share + share * foretold.astype(float)).sum()
            weights *= ratios
    return [*map(float, told)]


@lru_cache(maxsize=1 << 15)
def parts_of(line: tuple[Square, ...], drawn: Square) -> tuple[float, ...]:
    """How much of each part of the box the beads of this orbit take up."""
    places = [place for place, orbit in enumerate(line) if orbit == drawn]
    ends = [(p * PARTS / len(line), (p + 1) * PARTS / len(line)) for p in places]
    return tuple(
        sum(max(0.0, min(end, part + 1) - max(begin, part)) for begin, end in ends)
        for part in range(PARTS)
    )
