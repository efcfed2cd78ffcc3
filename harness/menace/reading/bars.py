"""Boxes in lines that draw a bar beside each count: `4: ### 3`, `a1 2 [**    ]`.

A bar has as many signs as the number beside it says, in all lines.
"""

import re
from collections import Counter
from functools import lru_cache
from itertools import chain
from typing import Final, NamedTuple

from harness.menace.classes import BOXES

_Lines = tuple[str, ...]

_SIGN: Final = r"[^\w\s,;:.()\[\]{}<>%'\"\\]"
_REST: Final = r"[.·░_\s-]{0,80}+"  # of what a bar may become
_KINDS: Final = tuple(
    re.compile(pattern)
    for pattern in (
        rf"(?<!\S)[\[|(]?(?P<bar>(?P<one>{_SIGN})(?P=one)*+)(?!\d){_REST}[\])|]?\s*+[(\[:]?\s*+"
        r"(?P<count>\d{1,4})(?![\w.%])[)\]]?",
        rf"(?<![\w.])(?P<count>\d{{1,4}})\s*+:?\s*+[\[|(]?(?P<bar>(?P<one>{_SIGN})(?P=one)*+)"
        rf"{_REST}(?:[\])|]|(?![^\s,;]))",
    )
)
_LENGTHS_AT_LEAST: Final = 2  # else signs between beads may look like bars of one
_OF_BARS: Final = frozenset("#■█▇▓▒●•○◼◆")  # these do not
_KEPT: Final = 1 << 15  # lines: most boxes are printed again and again


class _Bar(NamedTuple):
    """A bar of so many of a sign, and the number beside it."""

    sign: str
    length: int
    number: int


def without(lines: _Lines) -> _Lines | None:
    """The lines without their bars; None where they have no bars beside their counts."""
    for kind in range(len(_KINDS)):
        times = Counter(chain.from_iterable(_bars(line, kind) for line in lines))
        of_signs = Counter[str]()
        for bar, several in times.items():
            of_signs[bar.sign] += several
        for sign, several in of_signs.most_common():
            bars = [bar for bar in times if bar.sign == sign]
            alike = all(bar.length == bar.number for bar in bars)
            sure = len(bars) >= _LENGTHS_AT_LEAST or sign in _OF_BARS
            if alike and sure and several >= BOXES:
                return tuple(_without(line, kind, sign) for line in lines)
    return None


@lru_cache(maxsize=_KEPT)
def _bars(line: str, kind: int) -> list[_Bar]:
    return [
        _Bar(found["one"], len(found["bar"]), int(found["count"]))
        for found in _KINDS[kind].finditer(line)
    ]


def _without(line: str, kind: int, sign: str) -> str:
    return _KINDS[kind].sub(lambda bar: bar["count"] if bar["one"] == sign else bar[0], line)
