"""Draw MENACE's learning curves: the results by game number, and the beads in the first box.

build/curves/
  results_challenge.png   wins, draws, losses against each opponent, by the challenge's rule
  results_michie.png      the same by Michie's own
  rules.png               the rules side by side
  first_box.png           beads of a corner, an edge and the centre in the first box
  unbeaten.png            how many machines lost none of their latest 100 games
  summary.txt             where wins cross draws, when losing stops

Whoever is interrupted goes on with the same command: what was trained is kept in the folder
unfinished-GAMES-MACHINES-SEEDS/ there, until all is drawn.
"""

import shutil
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Final, NamedTuple

from reference.menace.learning import unfinished
from reference.menace.learning.curve import Curve, curve_of, spaced, summary
from reference.menace.learning.training import OPPONENTS, Training, run
from reference.menace.rulesets import CHALLENGE, MICHIE, MICHIE_EVERY_SQUARE

RULESETS: Final = (CHALLENGE, MICHIE, MICHIE_EVERY_SQUARE)


class Extent(NamedTuple):
    """How much is trained: games of each machine, machines of each seed, and seeds."""

    games: int = 5000
    machines: int = 512
    seeds: int = 8


QUICK: Final = Extent(1500, 128, 3)


def draw(out: Path, extent: Extent, tell: Callable[[str], None]) -> list[Path]:
    """Train, draw, and write everything into the folder `out`, which is made where it is missing.

    `tell` hears what is under way. Returns the files written. Raises OSError.
    """
    # Imported here: training and its tests have no need of matplotlib, which is slow to start.
    from reference.menace.learning import pictures

    out.mkdir(parents=True, exist_ok=True)
    kept = out / "-".join(("unfinished", *map(str, extent)))
    kept.mkdir(exist_ok=True)
    curves = _trained(extent, kept, tell)
    files = pictures.draw_all(curves, out, f"{extent.seeds} seeds of {extent.machines} machines")
    text = out / "summary.txt"
    text.write_text("\n".join(summary(curves)) + "\n", encoding="utf-8")
    shutil.rmtree(kept)
    return [*files, text]


def _trained(extent: Extent, kept: Path, tell: Callable[[str], None]) -> list[Curve]:
    """The curves of all rulesets and opponents; those in the folder `kept` are not trained anew."""
    start, done = perf_counter(), 0
    curves = []
    pairs = [(ruleset, opponent) for ruleset in RULESETS for opponent in OPPONENTS]
    for number, (ruleset, opponent) in enumerate(pairs):
        training = Training(opponent, ruleset, extent.machines, extent.games)
        file = kept / f"{number + 1}.npz"
        said = f"{number + 1} of {len(pairs)}: {ruleset.name}'s rule against {opponent}"
        if curve := unfinished.load(file, training):
            tell(f"{said}, trained before the interruption")
        else:
            tell(said + left(perf_counter() - start, done, done + len(pairs) - number))
            records = run(training, range(extent.seeds), (0, *spaced(extent.games)))
            curve = curve_of(training, records)
            unfinished.save(curve, file)
            done += 1
        curves.append(curve)
    return curves


def left(seconds: float, done: int, parts: int) -> str:
    """How long the rest takes, reckoned from the time of the parts done; nothing before the first.

    The parts are of about equal length.
    """
    if not done:
        return ""
    return f"; about {seconds / done * (parts - done):.0f} s left, and the pictures"
