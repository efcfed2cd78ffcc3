"""What all lines of boxes begin or end with is no bead: `Beads = 0 1 1 4.`"""

import re
from collections.abc import Sequence
from os.path import commonprefix
from typing import Final

BEADS: Final = r"(?:bead\(s\)|beads?\b)"
_LAST_WORD: Final = re.compile(rf"\s+{BEADS}\W*$", re.IGNORECASE)
_LAST_SIGNS: Final = re.compile(r"[^\w\])}>'\"]*$")  # no bracket or quote
_HEADING: Final = re.compile(r"\s*(?:[A-Za-z][A-Za-z ]*(?:[:=]|->)|->|=>)\s*")


def bare(lines: Sequence[str]) -> list[str]:
    """The lines without a heading, a word for beads and signs that all of them have."""
    headings = {found[0] if (found := _HEADING.match(line)) else "" for line in lines}
    start = len(headings.pop()) if len(headings) == 1 else 0
    end = common_end(lines)
    return [line[start : len(line) - end] for line in lines]


def common_end(lines: Sequence[str]) -> int:
    """How many characters are the signs, or a word for beads, with which all lines end."""
    end = ending(lines)
    found = _LAST_WORD.search(end) or _LAST_SIGNS.search(end)
    return len(found[0]) if found else 0


def ending(texts: Sequence[str]) -> str:
    """The characters with which all texts end."""
    return commonprefix([text[::-1] for text in texts])[::-1]  # noqa: RUF071  # no paths
