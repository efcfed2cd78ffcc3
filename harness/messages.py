"""One line for whoever called golfproof, and text without characters that control a terminal."""

import sys


def printable(text: str) -> str:
    """The text without characters that could control the terminal of the report's reader."""
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


def complain(message: str) -> None:
    """Print one line about a mistake of the caller's on standard error."""
    print(f"golfproof: {printable(message)}", file=sys.stderr)
