"""`golfproof new`: begin a program of one's own."""

import argparse
import shutil
from pathlib import Path

from harness.languages import LANGUAGES
from harness.starters.starters import BOTS, GAMES, STARTERS, next_steps, write


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of `new`: the game, the language and the folder."""
    parser.description = (
        "Write a folder with a small commented program that plays the game as it is, its manifest, "
        "and the commands to go on with."
    )
    parser.add_argument("game", choices=GAMES, metavar="GAME", help=", ".join(GAMES))
    parser.add_argument("language", choices=[known.name for known in STARTERS], metavar="LANGUAGE",
                        help=", ".join(known.name for known in STARTERS))  # fmt: skip
    parser.add_argument("folder", nargs="?", type=Path, metavar="FOLDER",
                        help="a new folder (default: my-GAME-LANGUAGE)")  # fmt: skip
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Write the folder and say how to go on. Raises UsageError when it cannot be written."""
    language = LANGUAGES[options.language]
    folder = options.folder or Path(f"my-{options.game}-{language.name}")
    files = write(options.game, language, folder)
    for file in files:
        print(file)
    within = f"{folder.resolve().name}/" if options.game == BOTS else ""
    steps = next_steps(options.game, language, folder, within)
    print("\nGo on with:\n")
    width = max(len(command) for command, _ in steps)
    for command, what in steps:
        print(f"  {command:<{width}}  # {what}" if width < 70 else f"  {command}")
    tool = language.interpreter or language.compiler
    if tool and shutil.which(tool) is None:
        print(f"\n{tool} is not installed here: install it before you run the program.")
    return 0
