"""Where a remark beside the beads of a box may begin, and whether the rest can be its beads."""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

APART: Final = " \t,;|"
"""What may stand between beads and what is said of them."""

BETWEEN: Final = ":='\"|.-"
"""Signs that stand between or around beads."""

OPENED: Final = {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}
"""Brackets, and by how many levels what follows each is deeper."""

BEAD: Final = re.compile(r"\w")
"""What every bead has."""

KEPT: Final = 1 << 14
"""How many lines readers remember: most boxes are printed again and again."""

_TOLD: Final = re.compile(
    r"(?<![^\W_])[^\W\d_]{2,}|(?<!\w)[^\W\d_](?!\w)|(?<![^\w\s,;()\[\]{}])[^a-zA-Z0-9_\s,;()\[\]{}]"
)
_OF_PICTURE: Final = re.compile(r"[XxOo]+")


def is_whole(bare: str) -> bool:
    """Whether the text can be all beads of a box: it has some, and closes the brackets it opens."""
    closed = not sum(OPENED.get(sign, 0) for sign in bare)
    return closed and bool(BEAD.search(bare)) and not (bare.count("'") % 2 or bare.count('"') % 2)


@lru_cache(KEPT)
def tellers(body: str) -> Mapping[str, int]:
    """The words and signs in a line, each with the place where a remark that it begins would begin.

    Brackets and separators before the word belong to the remark.
    """
    starts: dict[str, int] = {}
    for found in _TOLD.finditer(body):
        if found[0] not in starts and not _OF_PICTURE.fullmatch(found[0]):
            start = _end(body, found.start(), " \t")
            start -= body[max(0, start - 1) : start] in (*"([{<",)
            starts[found[0]] = _end(body, start, APART)
    return starts


def _end(body: str, end: int, signs: str) -> int:
    """Where the text before `end` ends without these signs at its end."""
    while end and body[end - 1] in signs:
        end -= 1
    return end
