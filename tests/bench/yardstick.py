"""The champion against OpenSpiel's tree search in C++, in the arena, with 0.9 s of wall time each.

    python -m tests.bench.yardstick                        a hundred matches, each side by turns
    python -m tests.bench.yardstick --simulations 200000   so many simulations, not 0.9 s
    python -m tests.bench.yardstick --against reference/meta_tic_tac_toe/bots/depthBot

The last plays another bot, of any folder with a bot.py: a champion of before, say. What follows
`--` goes to `harness tournament`, as `-- --jobs 1`. The same command goes on where it was
interrupted. With OpenSpiel the arena's limit is five seconds a call, so that it can be loaded
before its 0.9 s begin; the champion keeps to the one second of the challenge with its start
included. More than a million simulations take `-- --seconds 90 --memory 8000`. OpenSpiel must be
told all moves, so it plays no openings; two bots that always answer alike need them: `-- --openings
4`, and then `python -m harness.tournament.compare`. Written into build/yardstick/:

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
from harness.meta_tic_tac_toe.bot import Bot, CallLimits
from harness.tournament import instructions

ROOT: Final = Path(__file__).parents[2]
CHAMPION: Final = ROOT / "reference" / "meta_tic_tac_toe" / "bots" / "champion"
OPEN_SPIEL: Final = ROOT / "tests" / "bench" / "open_spiel_bot"
BUILD: Final = ROOT / "build" / "yardstick"
SECONDS: Final = 5.0  # a call


def lay_out(folder: Path, opponent: Bot, source: Path) -> None:
    """Make a folder of both bots and their instructions; what is there of an earlier run stays."""
    ignored = shutil.ignore_patterns("__pycache__")
    bots = Bot("champion", ("python3", "champion/bot.py")), opponent
    for bot, files in zip(bots, (CHAMPION, source), strict=True):
        shutil.copytree(files, folder / bot.name, ignore=ignored, dirs_exist_ok=True)
    (folder / "instructions.txt").write_text(instructions.dump(bots))


def main(arguments: Sequence[str] | None = None) -> int:
    """Lay out both bots and let the arena play."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    other = parser.add_mutually_exclusive_group()
    other.add_argument("--simulations", type=int, help="a move, for OpenSpiel")
    other.add_argument("--against", type=Path, metavar="FOLDER", help="another bot than OpenSpiel")
    parser.add_argument("--cycles", type=int, default=50, help="of two matches")
    parser.add_argument("--into", type=Path, default=BUILD)
    parser.add_argument("more", nargs="*", help="for `harness tournament`")
    options = parser.parse_args(arguments)
    if options.against is None:
        number = () if options.simulations is None else (str(options.simulations),)
        name = f"simulations-{number[0]}" if number else "seconds"
        opponent = Bot("openSpiel", (sys.executable, "openSpiel/bot.py", *number))
        source, seconds = OPEN_SPIEL, SECONDS
    else:
        source, seconds = options.against.resolve(), CallLimits().seconds
        if not (source / "bot.py").is_file():
            parser.error(f"{source}: no bot.py is there")
        name = source.name
        opponent = Bot(name, ("python3", f"{name}/bot.py"))
    folder = options.into / "bots" / name
    lay_out(folder, opponent, source)
    return command_line.main(
        [
            *("tournament", str(folder), "--into", str(options.into), "--name", name),
            *("--cycles", str(options.cycles), "--seconds", str(seconds), *options.more),
        ]
    )


if __name__ == "__main__":
    sys.exit(main())
