"""Text as it is shown: one line for the caller, without control characters, cut where long."""

import sys


def printable(text: str) -> str:
    """The text without characters that could control the terminal of the report's reader."""
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


def shortened(text: str, most: int) -> str:
    """The text; of one longer than this many characters the beginning."""
    return text if len(text) <= most else f"{text[:most]}..."


def complain(message: str) -> None:
    """Print one line about a mistake of the caller's on standard error."""
    print(f"golfproof: {printable(message)}", file=sys.stderr)
