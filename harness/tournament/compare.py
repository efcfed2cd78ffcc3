"""Whether one bot is stronger than another, by a sequential test of the matches that they played.

Play cycle after cycle of a tournament of the two until the test says so, for instance:

    python -m harness tournament FOLDER --cycles 50 --openings 4
    python -m harness.tournament.compare build/arena/FOLDER/matches A B --elo1 50

Bots that answer alike each time play the same two matches for ever from the empty board: hence the
openings. Matches are taken in the order of their files. The exit status is 0 when A is stronger, 1
when not, and 2 when it is still open or the usage was wrong.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from harness.messages import complain, printable
from harness.meta_tic_tac_toe import match_file
from harness.meta_tic_tac_toe.scoring import score
from harness.tournament.hypotheses import add_hypotheses, figures, hypotheses_of
from harness.tournament.sprt import Course, Decision, Hypotheses, follow, pair_sums
from harness.verdict import UsageError

_STATUS: Final = {Decision.STRONGER: 0, Decision.NOT_STRONGER: 1, Decision.OPEN: 2}


class Comparison(NamedTuple):
    """The course of the test over matches, and how many of them are told apart by their moves."""

    course: Course
    matches: int
    different: int


def compare(folder: Path, a: str, b: str, hypotheses: Hypotheses) -> Comparison:
    """The test over a folder's matches. Raises UsageError when A and B never met."""
    files = sorted(folder.glob(f"*{match_file.SUFFIX}"))
    matches = [match for match in map(match_file.load, files) if {match.x, match.o} == {a, b}]
    sums = pair_sums(map(score, matches), a, b)
    if not sums:
        raise UsageError(f"{folder}: no pair of matches of {a} and {b}, each once as X")
    courses = {
        (match.x, match.opening, *(call.answer.said for call in match.calls)) for match in matches
    }
    return Comparison(follow(hypotheses, sums), len(matches), len(courses))


def told(a: str, b: str, hypotheses: Hypotheses, found: Comparison) -> str:
    """What the test says, in two lines; a third warns of matches that repeat others."""
    course = found.course
    says = {
        Decision.STRONGER: f"{a} is stronger than {b}: {hypotheses.elo1:+g} Elo rather than "
        f"{hypotheses.elo0:+g}",
        Decision.NOT_STRONGER: f"{a} is not stronger than {b}: {hypotheses.elo0:+g} Elo rather "
        f"than {hypotheses.elo1:+g}",
        Decision.OPEN: f"it is open whether {a} is stronger than {b}: more matches are needed",
    }[course.decision]
    again = found.matches - found.different
    warning = [
        f"{again} of {found.matches} matches repeat another move by move, and tell nothing more: "
        "play with --openings"
    ]
    return "\n".join((printable(says), figures(course, hypotheses, a), *(warning if again else ())))


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare two bots; the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m harness.tournament.compare",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("folder", type=Path, help="a folder of match files")
    parser.add_argument("a", metavar="A", help="the bot that may be stronger")
    parser.add_argument("b", metavar="B", help="the bot that it is compared with")
    add_hypotheses(parser, "A", Hypotheses())
    options = parser.parse_args(arguments)
    try:
        hypotheses = hypotheses_of(options)
        found = compare(options.folder, options.a, options.b, hypotheses)
    except ValueError as error:  # a UsageError is one
        complain(str(error))
        return 2
    print(told(options.a, options.b, hypotheses, found))
    return _STATUS[found.course.decision]


if __name__ == "__main__":
    sys.exit(main())
