"""Draw MENACE's learning curves: the results by game number, and the beads in the first box.

build/curves/
  results_challenge.png   wins, draws, losses against each opponent, by the challenge's rule
  results_michie.png      the same by Michie's own
  rules.png               the rules side by side
  first_box.png           beads of a corner, an edge and the centre in the first box
  last_loss.png           how many machines have lost for the last time
  summary.txt             where wins cross draws, when losing stops
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Final

import numpy as np
from numpy.typing import NDArray

from reference.menace.rulesets import CHALLENGE, MICHIE, MICHIE_EVERY_SQUARE, Ruleset
from reference.menace.sides import DRAWN, O_WON, X_WON
from reference.menace.training import OPPONENTS, Opponent, Record, Training, run

RULESETS: Final = (CHALLENGE, MICHIE, MICHIE_EVERY_SQUARE)
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


def main(arguments: Sequence[str] | None = None) -> int:
    """Train, draw and write; print where everything is."""
    # Imported here: training and its tests have no need of matplotlib, which is slow to start.
    from reference.menace import pictures

    options = _parser().parse_args(arguments)
    start = perf_counter()
    curves = []
    for ruleset in RULESETS:
        for opponent in OPPONENTS:
            training = Training(opponent, ruleset, options.machines, options.games)
            records = run(training, range(options.seeds), (0, *spaced(options.games)))
            curves.append(curve_of(training, records))
    played = len(curves) * options.seeds * options.machines * options.games
    print(f"{played:,} games in {perf_counter() - start:.0f} s")
    options.out.mkdir(parents=True, exist_ok=True)
    caption = f"{options.seeds} seeds of {options.machines} machines"
    files = pictures.draw_all(curves, options.out, caption)
    text = options.out / "summary.txt"
    text.write_text("\n".join(summary(curves)) + "\n", encoding="utf-8")
    for file in (*files, text):
        print(file)
    return 0


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


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m reference.menace.curves", description=__doc__)
    parser.add_argument("--games", type=int, default=5000, help="games of each machine")
    parser.add_argument("--machines", type=int, default=512, help="machines of each seed")
    parser.add_argument("--seeds", type=int, default=8, help="seeds, for the bands")
    parser.add_argument("--out", type=Path, default=Path("build/curves"), help="where to write")
    return parser


if __name__ == "__main__":
    sys.exit(main())
