"""The champion against OpenSpiel's tree search in C++, in the arena, with 0.9 s of wall time each.

    python -m tests.yardstick                        a hundred matches, each side by turns
    python -m tests.yardstick --simulations 200000   a fixed number of simulations instead of 0.9 s

What follows `--` goes to `harness tournament`, as `-- --jobs 1`. The same command goes on where it
was interrupted. The arena's limit is five seconds a call, so that OpenSpiel can be loaded before
its 0.9 s begin; the champion keeps to the one second of the challenge with its start included.
Written into build/yardstick/:

    bots/NAME/instructions.txt, bots/NAME/champion/, bots/NAME/openSpiel/
    NAME/                                            the tournament
"""

import argparse
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from harness import command_line
from harness.arena import instructions
from harness.arena.bot import Bot

ROOT: Final = Path(__file__).parents[1]
CHAMPION: Final = ROOT / "reference" / "meta_tic_tac_toe" / "bots" / "champion"
OPEN_SPIEL: Final = ROOT / "tests" / "open_spiel_bot" / "bot.py"
BUILD: Final = ROOT / "build" / "yardstick"
SECONDS: Final = 5.0  # a call


def lay_out(folder: Path, simulations: int | None) -> None:
    """Make a folder of both bots and their instructions; what is there of an earlier run stays."""
    number = () if simulations is None else (str(simulations),)
    bots = (
        Bot("champion", ("python3", "champion/bot.py")),
        Bot("openSpiel", (sys.executable, "openSpiel/bot.py", *number)),
    )
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(CHAMPION, folder / "champion", ignore=ignored, dirs_exist_ok=True)
    (folder / "openSpiel").mkdir(exist_ok=True)
    shutil.copy(OPEN_SPIEL, folder / "openSpiel")
    (folder / "instructions.txt").write_text(instructions.dump(bots))


def main(arguments: Sequence[str] | None = None) -> int:
    """Lay out both bots and let the arena play."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--simulations", type=int, help="a move, for OpenSpiel")
    parser.add_argument("--cycles", type=int, default=50, help="of two matches")
    parser.add_argument("--into", type=Path, default=BUILD)
    parser.add_argument("more", nargs="*", help="for `harness tournament`")
    options = parser.parse_args(arguments)
    name = "seconds" if options.simulations is None else f"simulations-{options.simulations}"
    folder = options.into / "bots" / name
    lay_out(folder, options.simulations)
    return command_line.main(
        [
            *("tournament", str(folder), "--into", str(options.into), "--name", name),
            *("--cycles", str(options.cycles), "--seconds", str(SECONDS), *options.more),
        ]
    )


if __name__ == "__main__":
    sys.exit(main())
