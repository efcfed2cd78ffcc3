"""What the values of options on the command line must be. For argparse, as `type`."""

import argparse
import math


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


def _at_least(least: int, text: str) -> int:
    number = int(text)
    if number < least:
        raise argparse.ArgumentTypeError(f"{text} is less than {least}")
    return number
