"""The sequential test on the command line: the options of its hypotheses, and its figures."""

import argparse

from harness.messages import printable
from harness.option_types import add_number
from harness.tournament.sprt import SUMS, Course, Hypotheses
from harness.verdict import UsageError


def add_hypotheses(parser: argparse.ArgumentParser, bot: str, usual: Hypotheses) -> None:
    """Add an option for each number of the test whether this bot is stronger."""
    for name, about in (
        ("elo0", f"how many Elo {bot} is stronger by if it does not count as stronger"),
        ("elo1", f"how many Elo {bot} is stronger by if it does"),
        ("alpha", f"the chance to call {bot} stronger when it is not"),
        ("beta", f"the chance to call {bot} not stronger when it is"),
    ):
        add_number(parser, f"--{name}", float, getattr(usual, name), about, name.upper())


def hypotheses_of(options: argparse.Namespace) -> Hypotheses:
    """The hypotheses that these options choose. Raises UsageError."""
    try:
        return Hypotheses(options.elo0, options.elo1, options.alpha, options.beta)
    except ValueError as error:
        raise UsageError(str(error)) from error


def figures(course: Course, hypotheses: Hypotheses, bot: str) -> str:
    """The pairs by what the bot scored in them, and how far the test has come."""
    low, high = hypotheses.bounds
    counts = ", ".join(f"{n} of {total:g}" for n, total in zip(course.counts, SUMS, strict=True))
    return (
        f"{course.pairs} pairs by what {printable(bot)} scored in them: {counts}; log likelihood "
        f"ratio {course.ratio:+.2f}, bounds {low:.2f} and {high:.2f}"
    )
