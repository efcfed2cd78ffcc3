"""Options on the command line that take numbers and variables: their types, and their help."""

import argparse
import math
import os
from collections.abc import Callable


def count(text: str) -> int:
    """A number from 0 on."""
    return _at_least(0, text)


def positive(text: str) -> int:
    """A number from 1 on."""
    return _at_least(1, text)


def seconds(text: str) -> float:
    """A finite number of seconds above 0."""
    number = float(text)
    if not (number > 0 and math.isfinite(number)):
        raise argparse.ArgumentTypeError(f"{text} is not a time in seconds")
    return number


def variable(text: str) -> tuple[str, str | None]:
    """The name of a variable of the environment and its value; None for one that is not set."""
    name, is_set, value = text.partition("=")
    if not name or "\0" in text:
        raise argparse.ArgumentTypeError(f"{text!r} names no variable")
    return name, value if is_set else None


def add_number(
    parser: argparse._ActionsContainer,
    name: str,
    kind: Callable[[str], float],
    default: float,
    about: str,
    metavar: str = "N",
) -> None:
    """Add an option that takes a number, and whose help names the default."""
    said = f"{about} (default %(default)s)"
    parser.add_argument(name, type=kind, default=default, metavar=metavar, help=said)


def add_jobs(parser: argparse._ActionsContainer, what: str) -> None:
    """Add `--jobs`: how many of these are worked on at a time."""
    cores = os.cpu_count() or 1
    add_number(parser, "--jobs", positive, cores, f"{what} at a time")


def _at_least(least: int, text: str) -> int:
    number = int(text)
    if number < least:
        raise argparse.ArgumentTypeError(f"{text} is less than {least}")
    return number
