"""Whether a run has a favourite: a bead's name, or a square of the board, that it likes to take.

Each run may have a favourite of its own, so that no bead is drawn too often over all runs. For a
fair program, the likelihood under a favourite divided by that under chance has mean 1, whatever
came before. So has the mean over all possible favourites, in which the k-th one seen weighs
1 / (k * (k + 1)). Mixed with the likelihood of a fair run, the product over all runs exceeds
`1 / a` with a chance below `a`.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Final, TypeAlias

from harness.menace.chance.likelihood import log_sum
from harness.menace.chance.samples import UNKNOWN, Sample
from harness.menace.classes import use
from reference.tic_tac_toe import Board, Square, empty_squares

_Label: TypeAlias = Callable[[Sample], dict[str, Square]]  # the orbit of each that may be liked

_SHARES: Final = (0.1, 0.25, 0.5)  # of the draws in which the favourite is taken if it can be
_UNLIKELY: Final = 0.5  # the weight of a favourite, against a fair run


def favoured(samples: Iterable[Sample]) -> float:
    """A bound of the chance that fair runs look as much as if each had a favourite."""
    found = list(samples)
    chances = [list(_chances(found, label)) for label in (_names, _squares)]
    logs = [_logarithm(of_one, share) for of_one in chances for share in _SHARES]
    return min(1.0, len(logs) * math.exp(min(0.0, -max(logs))))


def _names(sample: Sample) -> dict[str, Square]:
    return dict(zip(sample.names, sample.line, strict=False))


def _squares(sample: Sample) -> dict[str, Square]:
    return _on_board(sample.board) if sample.board else {}


@cache
def _on_board(board: Board) -> dict[str, Square]:
    """The orbit of every empty square of the board."""
    found = {square: use(board, square) for square in empty_squares(board)}
    return {str(square): made.orbit for square, made in found.items() if made}


def _chances(samples: Sequence[Sample], label: _Label) -> Iterator[tuple[int, str, float]]:
    """The run, a name that could be drawn, and one over its chance; 0 where another was drawn."""
    for sample in samples:
        run, drawn = sample.at.run, sample.drawn
        total = sum(sample.beads.values())
        for name, orbit in label(sample).items():
            beads = sample.beads.get(orbit, 0)
            if beads and orbit != UNKNOWN:
                yield run, name, total / beads if orbit == drawn else 0.0


def _logarithm(chances: Sequence[tuple[int, str, float]], share: float) -> float:
    """The logarithm of the likelihood of favourites over that of chance."""
    runs: dict[int, dict[str, float]] = {}
    missed = math.log(1 - share)
    for run, name, gain in chances:
        likely = runs.setdefault(run, {})
        log = math.log(1 + share * (gain - 1)) if gain else missed
        likely[name] = likely.get(name, 0.0) + log
    total_log = 0.0
    for likely in runs.values():
        seen_first = enumerate(likely.values(), start=1)
        by_favourite = [(log, _UNLIKELY / (k * (k + 1))) for k, log in seen_first]
        never_seen = _UNLIKELY / (len(likely) + 1)  # the weight of all the others
        total_log += log_sum([(0.0, 1 - _UNLIKELY + never_seen), *by_favourite])
    return total_log
