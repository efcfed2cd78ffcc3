"""Whether one bot is stronger than another, by a sequential test of the matches that they played.

Play cycle after cycle of a tournament of the two until the test says so, for instance:

    python -m harness tournament FOLDER --cycles 50
    python -m harness.arena.compare build/arena/FOLDER/matches A B --elo1 50

Matches are taken in the order of their files. The exit status is 0 when A is stronger, 1 when not,
and 2 when it is still open or the usage was wrong.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from harness.arena import record
from harness.arena.scoring import score
from harness.arena.sprt import SUMS, Course, Decision, Hypotheses, follow, pair_sums
from harness.report import complain, printable
from harness.verdict import UsageError

_STATUS: Final = {Decision.STRONGER: 0, Decision.NOT_STRONGER: 1, Decision.OPEN: 2}


def compare(folder: Path, a: str, b: str, hypotheses: Hypotheses) -> Course:
    """The course of the test over a folder's matches. Raises UsageError when A and B never met."""
    files = sorted(folder.glob(f"*{record.SUFFIX}"))
    sums = pair_sums((score(record.load(file)) for file in files), a, b)
    if not sums:
        raise UsageError(f"{folder}: no pair of matches of {a} and {b}, each once as X")
    return follow(hypotheses, sums)


def told(a: str, b: str, hypotheses: Hypotheses, course: Course) -> str:
    """What the test says, in two lines."""
    low, high = hypotheses.bounds
    counts = ", ".join(f"{n} of {total:g}" for n, total in zip(course.counts, SUMS, strict=True))
    says = {
        Decision.STRONGER: f"{a} is stronger than {b}: {hypotheses.elo1:+g} Elo rather than "
        f"{hypotheses.elo0:+g}",
        Decision.NOT_STRONGER: f"{a} is not stronger than {b}: {hypotheses.elo0:+g} Elo rather "
        f"than {hypotheses.elo1:+g}",
        Decision.OPEN: f"it is open whether {a} is stronger than {b}: more matches are needed",
    }[course.decision]
    return printable(says) + (
        f"\n{course.pairs} pairs by what {printable(a)} scored in them: {counts}; log likelihood "
        f"ratio {course.ratio:+.2f}, bounds {low:.2f} and {high:.2f}"
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Tell of two bots; the exit status."""
    defaults = Hypotheses()
    parser = argparse.ArgumentParser(
        prog="python -m harness.arena.compare",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("folder", type=Path, help="of match files")
    parser.add_argument("a", metavar="A", help="the bot that may be stronger")
    parser.add_argument("b", metavar="B", help="the bot that it is compared with")
    for name, about in (
        ("elo0", "how much stronger A is if it is not stronger"),
        ("elo1", "how much stronger it is if it is"),
        ("alpha", "the chance to call it stronger wrongly"),
        ("beta", "the chance to miss that it is"),
    ):
        value = getattr(defaults, name)
        parser.add_argument(f"--{name}", type=float, default=value, help=f"{about} ({value:g})")
    options = parser.parse_args(arguments)
    try:
        hypotheses = Hypotheses(options.elo0, options.elo1, options.alpha, options.beta)
        course = compare(options.folder, options.a, options.b, hypotheses)
    except ValueError as error:  # a UsageError is one
        complain(str(error))
        return 2
    print(told(options.a, options.b, hypotheses, course))
    return _STATUS[course.decision]


if __name__ == "__main__":
    sys.exit(main())
