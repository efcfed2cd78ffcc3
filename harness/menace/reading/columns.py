"""Columns of numbers that touch, once a number is as wide as its column: `  0 29100`."""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from harness.menace.reading.holdings import AT_LEAST

_LONG: Final = re.compile(r"\d{3}")  # where no number is so long, none touches another
_WORD: Final = re.compile(r"\S+")
_FEWEST: Final = 3  # columns
_NARROWEST: Final = 3  # signs: no list of numbers with one blank between them has such columns


def apart(lines: tuple[str, ...]) -> tuple[str, ...]:
    """The lines with a blank more before each column; the very same where no columns touch.

    Columns are told by lines of one length whose words end at the same places, three signs or more
    apart. A line of that length with fewer words is cut there, if every piece ends with a word, and
    what touches the column before is a number.
    """
    if not any(map(_LONG.search, lines)):
        return lines
    alike: defaultdict[int, list[int]] = defaultdict(list)
    for at, line in enumerate(lines):
        alike[len(line)].append(at)
    found = list(lines)
    for places in alike.values():
        if len(places) >= AT_LEAST:
            for at, line in zip(places, _apart([lines[at] for at in places]), strict=True):
                found[at] = line
    return lines if found == [*lines] else tuple(found)


def _apart(lines: Sequence[str]) -> Sequence[str]:
    """Lines of one length, of which some may have columns that touch."""
    ends = [tuple(word.end() for word in _WORD.finditer(line)) for line in lines]
    (usual, times), *_ = Counter(ends).most_common(1)
    fewer = [len(own) < len(usual) for own in ends]
    widths = {end - begin for begin, end in pairwise(usual[1:])}  # a key may come first
    if len(usual) < _FEWEST or times < AT_LEAST or not any(fewer):
        return lines
    if len(widths) > 1 or min(widths) < _NARROWEST or usual[-1] != len(lines[0]):
        return lines
    cut = dict[int, list[str]]()
    for at, (line, own) in enumerate(zip(lines, ends, strict=True)):
        pieces = [line[begin:end] for begin, end in pairwise((0, *usual))]
        touching = [piece for piece in pieces[1:] if not piece[0].isspace()]
        if {*own} <= {*usual} and _are_words(pieces) and all(map(str.isdecimal, touching)):
            cut[at] = pieces
    if not any(fewer[at] for at in cut):
        return lines
    return [" ".join(cut[at]) if at in cut else line for at, line in enumerate(lines)]


def _are_words(pieces: Sequence[str]) -> bool:
    """Whether each is one word that ends where the piece does."""
    return all(_WORD.fullmatch(piece.lstrip()) for piece in pieces)
