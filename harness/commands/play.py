"""The command `play`: a person against a reference player or a golfed script, in plain text."""

import argparse
import subprocess
import sys

from harness.challenges import challenge_named
from harness.commands.verify import named_entries
from harness.places import ROOT


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add what `play` understands."""
    parser.add_argument(
        "challenge", help="a challenge, for its reference player, or challenge/entry for a script"
    )
    parser.add_argument("options", nargs=argparse.REMAINDER, help="passed on to the player")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Start the player on this terminal; its exit status."""
    if "/" in options.challenge:
        (entry,) = named_entries([options.challenge])
        print(f"{entry.name}: {entry.about}; {entry.program.shown}", file=sys.stderr)
        return subprocess.run([*entry.program.argv, *options.options], cwd=ROOT).returncode
    return challenge_named(options.challenge).play(options.options)
