"""At how many simulations a move OpenSpiel's tree search is as strong as the champion.

    python -m tests.bench.yardstick --simulations 100000
    python -m tests.bench.yardstick --simulations 2000000 -- --seconds 90 --memory 8000
    python -m tests.bench.yardstick_level build/yardstick/simulations-*

Each folder is a tournament of the yardstick, whole or not. A match is as good as won with a chance
that is logistic in the logarithm of the simulations: so many Elo are lost with each doubling. Where
the curve is at a half both are level; the interval is that of 2,000 fits to matches drawn anew. A
match with an invalid move, for want of time or memory, is not counted.
"""

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, TypeAlias

import numpy as np

from harness.meta_tic_tac_toe import match_file
from harness.meta_tic_tac_toe.scoring import score
from harness.tournament.ratings import ELO
from tests.bench.yardstick import BUILD

Scores: TypeAlias = Mapping[int, Sequence[float]]
"""By simulations a move, what the champion scored in each match: 1, a half or 0."""

RESAMPLES: Final = 2000
_STEPS: Final = 50  # of Newton's method, which needs a handful
_PRIOR: Final = 1e-3  # so that a fit ends where all was won: a thousandth of a match won and lost


def read(folder: Path) -> tuple[int, list[float]]:
    """The simulations and the scores of a tournament. Raises ValueError where there are none."""
    files = sorted(folder.glob(f"matches/*{match_file.SUFFIX}"))
    number = folder.name.removeprefix("simulations-")
    if not files or not number.isdecimal():
        raise ValueError(f"{folder}: no matches of a number of simulations are there")
    played = [score(match_file.load(file)) for file in files]
    fair = [each.share("champion") for each in played if not (each.x.invalid or each.o.invalid)]
    if not fair:
        raise ValueError(f"{folder}: no match without invalid moves: more --seconds, or --memory")
    return int(number), fair


def fit(scores: Scores) -> tuple[float, float]:
    """The curve: its height in log odds at one simulation, and what a factor of e adds to it."""
    x = np.log(np.array([number for number, row in scores.items() for _ in row], dtype=float))
    y = np.array([each for row in scores.values() for each in row])
    middle = x.mean()
    inputs = np.stack([np.ones_like(x), x - middle])
    curve = np.zeros(2)
    for _ in range(_STEPS):
        chance = 1 / (1 + np.exp(-curve @ inputs))
        slope = inputs @ (y - chance) - _PRIOR * curve
        bend = (inputs * (chance * (1 - chance))) @ inputs.T + _PRIOR * np.eye(2)
        step = np.linalg.solve(bend, slope)
        curve += step / max(1.0, float(np.abs(step).max()))
    return float(curve[0] - curve[1] * middle), float(curve[1])


def level(curve: tuple[float, float]) -> float:
    """The simulations at which the curve is at a half; infinite if it does not fall."""
    height, rise = curve
    with np.errstate(over="ignore"):
        return float(np.exp(-height / rise)) if rise < 0 else float("inf")


def interval(scores: Scores, seed: int = 0) -> tuple[float, float]:
    """Between which simulations both are level, with 95 % confidence."""
    random = np.random.default_rng(seed)
    drawn = (
        {number: random.choice(np.array(row), len(row)).tolist() for number, row in scores.items()}
        for _ in range(RESAMPLES)
    )
    levels = sorted(level(fit(each)) for each in drawn)
    return levels[RESAMPLES // 40], levels[-RESAMPLES // 40]


def told(scores: Scores) -> str:
    """A line for each number of simulations, and one for what they come to."""
    lines = []
    for number, row in sorted(scores.items()):
        won, even, lost = (row.count(each) for each in (1.0, 0.5, 0.0))
        line = f"{number:>9,}  {won}-{even}-{lost}  {sum(row) / len(row):.2f}"
        error = 1.96 * float(np.std(row)) / len(row) ** 0.5
        lines.append(line if error == 0 else f"{line} ± {error:.2f}")  # 0: nothing is known of it
    if len(scores) > 1:
        curve = fit(scores)
        least, most = interval(scores)
        lines.append(
            f"level at {level(curve):,.0f} simulations (95 %: {least:,.0f} to {most:,.0f}), "
            f"{-curve[1] * np.log(2) * ELO:.0f} Elo a doubling"
        )
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print what the tournaments of the folders come to."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "folders", nargs="*", type=Path, metavar="FOLDER", default=[*BUILD.glob("simulations-*")]
    )
    options = parser.parse_args(arguments)
    try:
        scores: dict[int, list[float]] = {}
        for number, row in map(read, options.folders):
            scores[number] = [*scores.get(number, ()), *row]
    except ValueError as error:
        parser.error(str(error))
    if not scores:
        parser.error(f"no tournaments are in {BUILD}")
    print(told(scores))
    return 0


if __name__ == "__main__":
    sys.exit(main())
