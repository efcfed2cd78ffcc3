"""Boxes in lines that also tell how likely each bead is: `0: 3 (42.9%)`, `4 x2 p=0.286`, `a1 1/7`.

A share is a percentage, a fraction, or the number of beads that a count is out of. Whether what was
left out are shares is seen when the boxes have been read without it: they are the counts, each
divided by how many beads its box holds.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from harness.menace.classes import BOXES
from harness.menace.reading.events import Dump, counted

_Lines = tuple[str, ...]

_NAME: Final = r"(?:(?:p|pr|prob|probability|chance|share|odds|weight)\b\s*[=:]?\s*)?"
_PERCENTAGE: Final = r"(?<![\w.])(\d{1,3}(?:\.\d+)?)\s?%"
_FRACTION: Final = r"(?<![\w.])(0?\.\d+|[01]\.\d+)(?![\w.%])"
_WORD: Final = r"(?:\s*(?:chance|probability|prob|odds|likely)\b)?"
_SIGN: Final = r"\s*(?:->|→|[,;|=:~/-])?\s*"
_COUNT_BEHIND: Final = re.compile(r"\s*(?:[\[(](\d+)(?:\s?/\s?\d+)?[\])]|(?=\d))")
_OUT_OF: Final = re.compile(
    r"(?<![\w./])(\d{1,4})\s?(?:/|\bof\b|\bout of\b)\s?"
    rf"(?!{BOXES}\b)(\d{{1,4}})(?![\w./%])"  # but for `box 3 of 304`
)
_EXACT: Final = 1e-9
_KEPT: Final = 1 << 15  # lines: most boxes are printed again and again


def _pattern(number: str) -> re.Pattern[str]:
    """A share, perhaps with its name and in brackets, and the sign before it."""
    part = _NAME + number + _WORD
    return re.compile(rf"({_SIGN})(?:[\[(]\s*{part}\s*[\])]|{part})", re.IGNORECASE)


_KINDS: Final = ((_pattern(_PERCENTAGE), 100), (_pattern(_FRACTION), 1))
"""Each kind, and how many of it are the whole."""
PERCENTAGES: Final = (0,)

_OUT_OF_KIND: Final = len(_KINDS)
_Kinds = tuple[int, ...]


class Share(NamedTuple):
    """A share as it was printed, and one of its last digit."""

    value: float
    unit: float


class Without(NamedTuple):
    """Lines without shares of these kinds, and the shares of each."""

    lines: _Lines
    shares: Sequence[Sequence[Share]]
    kinds: _Kinds


def without(lines: _Lines) -> Iterator[Without]:
    """The lines without what may be shares: of all kinds that there are, or of one of several."""
    there = tuple(kind for kind in range(_OUT_OF_KIND + 1) if _of_kinds(lines, (kind,)))
    for kinds in (there, *((kind,) for kind in there if len(there) > 1)):
        if kinds and (found := _of_kinds(lines, kinds)):
            yield found


def again(lines: _Lines, kinds: _Kinds) -> _Lines:
    """The lines without shares of these kinds."""
    found = _of_kinds(lines, kinds)
    return found.lines if found else lines


def fit(found: Without, dump: Dump | None) -> bool:
    """Whether these are the shares of the beads in these boxes; what a box lacks has none."""
    if dump is None:
        return False
    parts = [n / len(box) for box in dump.boxes for n in counted(box).values()]
    return all(_are_shares(shares, sorted(parts, reverse=True)) for shares in found.shares)


def _are_shares(shares: Sequence[Share], parts: Sequence[float]) -> bool:
    size = max(len(parts), len(shares))
    told = sorted(shares, reverse=True) + [Share(0, 0)] * (size - len(shares))
    held = [*parts] + [0.0] * (size - len(parts))
    unit = max(share.unit for share in shares)  # it may be rounded or cut off
    return all(abs(one.value - part) < unit + _EXACT for one, part in zip(told, held, strict=True))


@lru_cache(maxsize=8)
def _of_kinds(lines: _Lines, kinds: _Kinds) -> Without | None:
    """The lines without shares of these kinds, if of each there are as many as boxes."""
    shares = []
    for kind in kinds:
        found = [_of_kind(line, kind) for line in lines]
        lines = tuple(line for line, _ in found)
        shares.append([share for _, some in found for share in some])
    if all(len(some) >= BOXES for some in shares):
        return Without(lines, shares, kinds)
    return None


@lru_cache(maxsize=_KEPT)
def _of_kind(line: str, kind: int) -> tuple[str, Sequence[Share]]:
    """The line without shares; `=3` for one with its count in brackets behind it, 3 for `3/7`."""
    if kind == _OUT_OF_KIND:
        of = [Share(int(n) / int(of), _EXACT) for n, of in _OUT_OF.findall(line) if int(of)]
        return _OUT_OF.sub(r"\1", line), of
    pattern, whole = _KINDS[kind]
    shares, kept, at = [], "", 0
    for found in pattern.finditer(line):
        sign, in_brackets, bare = found.groups()
        number = in_brackets or bare
        unit = 0.1 ** len(number.partition(".")[2])
        shares.append(Share(float(number) / whole, unit / whole))
        kept += line[at : found.start()]
        at = found.end()
        if behind := _COUNT_BEHIND.match(line, at):
            kept += f"={behind[1]}" if behind[1] else sign or " "
            at = behind.end()
    return kept + line[at:], shares
