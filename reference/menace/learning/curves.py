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
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter
from typing import Final

from reference.menace.learning.curve import curve_of, spaced, summary
from reference.menace.learning.training import OPPONENTS, Training, run
from reference.menace.rulesets import CHALLENGE, MICHIE, MICHIE_EVERY_SQUARE

RULESETS: Final = (CHALLENGE, MICHIE, MICHIE_EVERY_SQUARE)
QUICK: Final = (1500, 128, 3)  # games, machines and seeds with --quick


def main(arguments: Sequence[str] | None = None) -> int:
    """Train, draw and write; print where everything is."""
    # Imported here: training and its tests have no need of matplotlib, which is slow to start.
    from reference.menace.learning import pictures

    options = _parser().parse_args(arguments)
    if options.quick:
        options.games, options.machines, options.seeds = QUICK
    start = perf_counter()
    curves = []
    pairs = [(ruleset, opponent) for ruleset in RULESETS for opponent in OPPONENTS]
    for number, (ruleset, opponent) in enumerate(pairs):
        said = f"{number + 1} of {len(pairs)}: {ruleset.name}'s rule against {opponent}"
        print(said + left(perf_counter() - start, number, len(pairs)), file=sys.stderr, flush=True)
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


def left(seconds: float, done: int, parts: int) -> str:
    """How long the rest takes, reckoned from the time of the parts done; nothing before the first.

    The parts are of about equal length.
    """
    if not done:
        return ""
    return f"; about {seconds / done * (parts - done):.0f} s left, and the pictures"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m reference.menace.learning.curves", description=__doc__
    )
    parser.add_argument(
        "--quick", action="store_true", help="fewer games and machines: half a minute in all"
    )
    parser.add_argument("--games", type=int, default=5000, help="games of each machine")
    parser.add_argument("--machines", type=int, default=512, help="machines of each seed")
    parser.add_argument("--seeds", type=int, default=8, help="seeds, for the bands")
    parser.add_argument("--out", type=Path, default=Path("build/curves"), help="where to write")
    return parser


if __name__ == "__main__":
    sys.exit(main())
