"""The standard streams of a game that a person plays on a terminal, or a program through pipes."""

import io
import os
import sys
from collections.abc import Callable
from typing import Final, TextIO

# What shells report for a program that was ended by Ctrl-C, by SIGTERM, or by a reader that left.
INTERRUPTED: Final = 130
TERMINATED: Final = 143
UNREAD: Final = 141


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


def status_of(play: Callable[[], None], say_goodbye: Callable[[], None]) -> int:
    """Let a person play on the standard streams; the exit status is 0, or 130 after Ctrl-C."""
    try:
        play()
    except KeyboardInterrupt:
        say_goodbye()
        return INTERRUPTED
    except BrokenPipeError:
        give_up_output()
    return 0
