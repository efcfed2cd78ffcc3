"""The standard streams of a game that a person plays on a terminal, or a program through pipes."""

import io
import os
import sys
from typing import TextIO


def standard_input() -> TextIO:
    """Standard input, in which bytes that are no text make a wrong move and not a crash."""
    if sys.stdin is None:  # the shell closed it: the same as no lines
        return io.StringIO()
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    return sys.stdin


def give_up_output() -> None:
    """Send output nowhere: its reader has left, and Python would complain of that at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
