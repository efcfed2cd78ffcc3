"""Whether the move of a refill is drawn among its beads, or among their colours; and drawn once.

Where two of three new beads share a colour, a fair draw takes one of the two in two cases of three;
a program that draws a colour first takes one of them in one case of two. For a fair program, the
likelihood of the second way divided by that of the first has mean 1 whatever came before, so the
chance that it ever exceeds `1 / a` is below `a`: more refills may be asked for until either way is
ruled out. The same holds of a program that draws once more when the move is of the colour that
emptied the box: it plays that with the square of the usual chance.
"""

import math
from collections.abc import Iterable
from typing import Final

from harness.menace.chance.samples import RefillDraw, RefillWay

_BEADS: Final = 3  # of a refill
_DRAWN: Final = math.log((1 / 2) / (2 / 3))  # one of the two of a colour
_OTHER: Final = math.log((1 / 2) / (1 / 3))
_SETTLED: Final = -3.0  # three in a hundred programs that draw by colour come below (simulated)
_FEW: Final = 50  # draws; a program that seldom shows one is not asked for more


def by_colour(draws: Iterable[RefillDraw]) -> tuple[int, float]:
    """How many draws tell the two apart, and the logarithm of the likelihood of colours."""
    told = [draw.drawn for draw in draws if draw.way is RefillWay.TWICE]
    return len(told), math.fsum(_DRAWN if drawn else _OTHER for drawn in told)


def is_settled(draws: Iterable[RefillDraw]) -> bool:
    """Whether these draws are unlikely for a program that draws by colour."""
    return by_colour(draws)[1] <= _SETTLED


def drawn_again(draws: Iterable[RefillDraw]) -> tuple[int, float]:
    """How many draws tell of a second one, and the logarithm of the likelihood of that."""
    told = [(d.alike / _BEADS, d.drawn) for d in draws if d.way is RefillWay.EMPTIED]
    return len(told), math.fsum(math.log(s) if drawn else math.log1p(s) for s, drawn in told)


def is_open(draws: Iterable[RefillDraw]) -> bool:
    """Whether more refills could decide what the refills seen leave open."""
    told = [*draws]
    return any(
        number >= _FEW and logarithm > _SETTLED
        for number, logarithm in (by_colour(told), drawn_again(told))
    )
