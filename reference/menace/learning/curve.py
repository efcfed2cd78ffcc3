"""Learning curves: the results by game number, and the beads in the first box, as numbers."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from reference.menace.learning.sides import DRAWN, O_WON, X_WON
from reference.menace.learning.training import Opponent, Record, Training
from reference.menace.rulesets import Ruleset

FEW: Final = 0.01  # a share of losses below this counts as having stopped
OUTCOMES: Final = {"wins": X_WON, "draws": DRAWN, "losses": O_WON}
UNBEATEN: Final = 100  # games without a loss after which a machine counts as unbeaten
CROSSINGS: Final = tuple(
    (f"{one} > {other}", OUTCOMES[one], OUTCOMES[other])
    for one, other in (
        ("wins", "draws"),
        ("draws", "wins"),
        ("wins", "losses"),
        ("draws", "losses"),
    )
)


@dataclass(frozen=True)
class Curve:
    """The results of one ruleset against one opponent, by game number.

    Games are put together in bins that widen with their number. `games` [bins] are the middles of
    the bins; `shares` [seeds, bins, 3] the shares of X_WON, DRAWN and O_WON in each; `unbeaten`
    [bins] the share of machines that lost none of the latest `UNBEATEN` games at the end of the
    bin. `last_losses` [seeds x machines] is the number of the last game that each machine lost, 0
    for none. `sampled_at` [samples] and `first_box` [samples, seeds x machines, 9] are the beads of
    the first box after so many games.
    """

    opponent: Opponent
    ruleset: Ruleset
    total_games: int
    games: NDArray[np.float64]
    shares: NDArray[np.float64]
    unbeaten: NDArray[np.float64]
    last_losses: NDArray[np.intp]
    sampled_at: tuple[int, ...]
    first_box: NDArray[np.int32]

    def mean(self, outcome: int) -> NDArray[np.float64]:
        """The mean share of an outcome over all seeds, [bins]."""
        return np.asarray(self.shares[:, :, outcome].mean(axis=0))


def spaced(games: int, count: int = 70) -> tuple[int, ...]:
    """Game numbers from 1 to `games`, about `count` of them, evenly spaced on a logarithmic
    scale."""
    return tuple(np.unique(np.rint(np.geomspace(1, games, count)).astype(int)).tolist())


def curve_of(training: Training, records: Sequence[Record]) -> Curve:
    """What the records of several seeds show."""
    edges = np.array([*spaced(training.games + 1)])
    middles = np.sqrt(edges[:-1] * (edges[1:] - 1))
    shares = np.array([_binned(record, edges) for record in records])
    lost = np.concatenate([record.outcomes == O_WON for record in records], axis=1)
    so_far = np.concatenate([np.zeros((1, lost.shape[1]), int), lost.cumsum(axis=0)])
    recently = so_far[edges[1:] - 1] - so_far[np.maximum(edges[1:] - 1 - UNBEATEN, 0)]
    last = np.where(lost.any(axis=0), len(lost) - lost[::-1].argmax(axis=0), 0)
    first_box = np.concatenate([record.first_box for record in records], axis=1)
    return Curve(
        training.opponent,
        training.ruleset,
        training.games,
        middles,
        shares,
        (recently == 0).mean(axis=1),
        last,
        records[0].sampled_at,
        first_box,
    )


def crossing(curve: Curve, above: int, below: int) -> int | None:
    """The game from which the mean share of one outcome stays above the other's; None if never.

    Judged by bins, so it is as exact as their width: a tenth of the game's number.
    """
    return _stays(curve, curve.mean(above) > curve.mean(below))


def losing_stops(curve: Curve) -> int | None:
    """The game from which the mean share of losses stays below `FEW`; None if it does not."""
    return _stays(curve, curve.mean(O_WON) < FEW)


def empty_first_boxes(curve: Curve) -> float:
    """The share of machines whose first box is empty in the end: they resign every game."""
    return float((curve.first_box[-1].sum(axis=1) == 0).mean())


def summary(curves: Sequence[Curve]) -> Iterator[str]:
    """Lines of text: what the pictures show, in numbers."""
    for curve in curves:
        last = {name: curve.shares[:, -1, code].mean() for name, code in OUTCOMES.items()}
        yield f"{curve.ruleset.name}, against {curve.opponent}:"
        yield "  at the end " + ", ".join(f"{name} {share:.1%}" for name, share in last.items())
        events = [(name, crossing(curve, one, other)) for name, one, other in CROSSINGS]
        for what, game in (*events, (f"losses < {FEW:.0%}", losing_stops(curve))):
            yield f"  {what} " + ("not at the end" if game is None else f"from game {game} on")
        yield f"  last lost game of a machine: {_last_losses(curve)}"
        yield f"  machines with an empty first box: {empty_first_boxes(curve):.1%}"


def _binned(record: Record, edges: NDArray[np.int64]) -> NDArray[np.float64]:
    machines = record.outcomes.shape[1]
    shares = []
    for code in sorted(OUTCOMES.values()):
        by_game = (record.outcomes == code).sum(axis=1)
        shares.append(np.add.reduceat(by_game, edges[:-1] - 1) / np.diff(edges) / machines)
    return np.stack(shares, axis=1)


def _stays(curve: Curve, holds: NDArray[np.bool_]) -> int | None:
    if not holds[-1]:
        return None
    fails = np.flatnonzero(~holds)
    first = fails[-1] + 1 if fails.size else 0
    return round(float(curve.games[first]))


def _last_losses(curve: Curve) -> str:
    tenths = np.percentile(curve.last_losses, (10, 50, 90)).astype(int)
    # One lost shortly before the end would hardly have been the last, had the games gone on.
    if tenths[-1] > 0.9 * curve.total_games:
        return "losses go on until the end"
    return "10% of machines by game {}, half by {}, 90% by {}".format(*tenths)
