"""The command `curves`: pictures of how MENACE learns, by thousands of machines."""

import argparse
import sys
from pathlib import Path

from harness.extras import needs
from harness.option_types import positive
from harness.places import build, shown
from harness.verdict import UsageError
from reference.menace.learning import curves
from reference.menace.learning.curves import Extent


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of `curves`."""
    usual = Extent()
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.description = curves.__doc__
    parser.add_argument(
        "--quick", action="store_true", help="fewer games and machines: half a minute in all"
    )
    parser.add_argument(
        "--games", type=positive, metavar="N", help=f"games of each machine, {usual.games}"
    )
    parser.add_argument(
        "--machines", type=positive, metavar="N", help=f"machines of each seed, {usual.machines}"
    )
    parser.add_argument(
        "--seeds", type=positive, metavar="N", help=f"seeds, for the bands, {usual.seeds}"
    )
    parser.add_argument(
        "--out", type=Path, metavar="FOLDER", help="where to write (default: build/curves)"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Draw the curves, and print where they are. Raises UsageError when they cannot be written."""
    needs("curves", "matplotlib")
    asked = {name: getattr(options, name) for name in Extent._fields if getattr(options, name)}
    extent = (curves.QUICK if options.quick else Extent())._replace(**asked)
    try:
        files = curves.draw(options.out or build() / "curves", extent, _tell)
    except OSError as error:
        raise UsageError(f"{error.filename or options.out}: {error.strerror}") from error
    for file in files:
        print(shown(file.absolute()))
    return 0


def _tell(said: str) -> None:
    print(said, file=sys.stderr, flush=True)
