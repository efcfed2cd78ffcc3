"""Places of the board named in words, and the numbers that a print gives them there."""

import re
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final

from reference.mu_torere.rules import NODES

_DOWN: Final = {"top": 0, "upper": 0, "north": 0, "middle": 1, "centre": 1, "center": 1,
                "bottom": 2, "lower": 2, "south": 2}  # fmt: skip
_ACROSS: Final = {"left": 0, "west": 0, "middle": 1, "centre": 1, "center": 1,
                  "right": 2, "east": 2}  # fmt: skip
_WINDS: Final = ("NW", "N", "NE", "W", "C", "E", "SW", "S", "SE")


def _words() -> Iterator[tuple[str, int]]:
    """Every name of a place in small letters, and its number in three rows of three."""
    for (down, row), (across, column) in product(_DOWN.items(), _ACROSS.items()):
        yield from ((f"{down}{between}{across}", 3 * row + column) for between in (" ", "-", ""))
    yield from ((down, 3 * row + 1) for down, row in _DOWN.items())
    yield from ((across, 3 + column) for across, column in _ACROSS.items())
    yield "putahi", 4


_WORDS: Final = dict(_words())
_PLACE: Final = (
    rf"(?<!\w)(?:(?i:{'|'.join(sorted(_WORDS, key=len, reverse=True))})"
    rf"|{'|'.join(sorted(_WINDS, key=len, reverse=True))})(?!\w)"
)
_NUMBER: Final = r"(?<!\w)\d{1,2}(?!\w)"
_BETWEEN: Final = r"(?: is| are)?[^\w\n,;]{1,4}(?:is )?(?:the )?"
_PAIRS: Final = (
    re.compile(rf"(?P<place>{_PLACE}){_BETWEEN}(?P<number>{_NUMBER})"),
    re.compile(rf"(?P<number>{_NUMBER}){_BETWEEN}(?P<place>{_PLACE})"),
)


def named(lines: Sequence[str]) -> tuple[str, ...]:
    """The numbers of three rows of three, as in `NW=8 N=1 ...` or `1 is the top left`; () if none.

    Every place must be named, and be given one number and no other.
    """
    text = "\n".join(lines)
    for pattern in _PAIRS:
        found = {(_place(pair["place"]), pair["number"]) for pair in pattern.finditer(text)}
        numbers = dict(found)
        if len(found) == len(numbers) == len(set(numbers.values())) == len(NODES):
            return tuple(numbers[place] for place in range(len(NODES)))
    return ()


def _place(name: str) -> int:
    return _WINDS.index(name) if name in _WINDS else _WORDS[name.lower()]
