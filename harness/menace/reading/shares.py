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

_NAMES: Final = (
    r"p|pr|prob|probability|chance|share|odds|weight|fraction|percent|percentage|pct|ratio|rate"
    r"|likelihood|frequency|freq"
)
# Blanks are matched once and for all: a hostile line might have any number of them.
_NAME: Final = rf"(?:['\"]?\b(?:{_NAMES})\b['\"]?\s*+(?:=>|[=:])?\s*+)?"
_WORD: Final = r"(?:\s*+(?:chance|probability|prob|odds|likely)\b)?"
_KEY: Final = r"['\"]?\b\w++['\"]?\s*+(?::|=>|=)\s*+"
_SIGN: Final = r"(?<!\s)\s*+(?:->|→|[,;|=:~/-])?\s*+"
_ALONE: Final = re.compile(  # a count whose share stood beside it in a record
    r"\{\s*['\"]?(?:beads|count|number|times|n)['\"]?\s*(?:=>|[=:])\s*(\d+)\s*\}", re.IGNORECASE
)
_COUNT_BEHIND: Final = re.compile(r"\s*+(?:[\[(](\d+)(?:\s?/\s?\d+)?[\])]|(?=\d))")
_OUT_OF: Final = re.compile(
    r"(?<![\w./])(\d{1,4})\s?(?:/|\bof\b|\bout of\b)\s?"
    rf"(?!{BOXES}\b)(\d{{1,4}})(?![\w./%])"  # but for `box 3 of 304`
)
_EXACT: Final = 1e-9
_HUNDRED: Final = 100
_KEPT: Final = 1 << 15  # lines: most boxes are printed again and again


class _Kind(NamedTuple):
    """Shares that are written alike: one, a group of nothing else, and how many are the whole.

    Each has this sign in it.
    """

    one: re.Pattern[str]
    group: re.Pattern[str]
    number: re.Pattern[str]
    whole: int
    sign: str


def _kind(digits: str, after: str, whole: int) -> _Kind:
    """A share may have its name, and stand in brackets; before it stands a sign, or a key."""
    number, bare = (rf"(?<![\w.]){group}{after}" for group in (f"({digits})", f"(?:{digits})"))
    part = _NAME + number + _WORD
    one = rf"({_SIGN})(?:[\[(]\s*+{part}\s*+[\])]|{part})"
    group = rf",\s*+{_KEY}[\[{{]\s*+(?:(?:{_KEY})?{bare}\s*+,?\s*+)+[\]}}]"
    first, second, third = (re.compile(text, re.IGNORECASE) for text in (one, group, number))
    return _Kind(first, second, third, whole, "%" if after.endswith("%") else ".")


_KINDS: Final = (
    _kind(r"\d{1,3}(?:\.\d+)?", r"\s?%", _HUNDRED),
    _kind(r"0?\.\d+|[01]\.\d+", r"(?![\w.%])", 1),
    _kind(r"\d{1,3}\.\d+", r"(?![\w.%])", _HUNDRED),
)
_OUT_OF_KIND: Final = len(_KINDS)
_Kinds = tuple[int, ...]
PERCENTAGES: Final = (0,)


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
    may_be = [kind for kind in range(_OUT_OF_KIND + 1) if _may_have(lines, kind)]
    there = list[int]()
    every: Without | None = None
    for kind in may_be:
        if found := _of_kinds(lines, (*there, kind)):
            there.append(kind)
            every = found
    if every:
        yield every
    for kind in may_be:
        if [kind] != there and (found := _of_kinds(lines, (kind,))):
            yield found


def _may_have(lines: _Lines, kind: int) -> bool:
    signs = (_KINDS[kind].sign,) if kind < _OUT_OF_KIND else ("/", "of")
    return sum(line.count(sign) for sign in signs for line in lines) >= BOXES


def again(lines: _Lines, kinds: _Kinds) -> _Lines:
    """The lines without shares of these kinds."""
    found = _of_kinds(lines, kinds) if kinds else None
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
    written = _KINDS[kind]
    numbers, kept, at = list[str](), "", 0
    if written.group.search(line):
        for group in written.group.findall(line):
            numbers += written.number.findall(group)
        line = written.group.sub("", line)
    for found in written.one.finditer(line):
        sign, in_brackets, bare = found.groups()
        numbers.append(in_brackets or bare)
        kept += line[at : found.start()]
        at = found.end()
        if behind := _COUNT_BEHIND.match(line, at):
            kept += f"={behind[1]}" if behind[1] else sign or " "
            at = behind.end()
    kept = _ALONE.sub(r"\1", kept + line[at:])
    return kept, [_share(number, written.whole) for number in numbers]


def _share(number: str, whole: int) -> Share:
    return Share(float(number) / whole, 0.1 ** len(number.partition(".")[2]) / whole)
