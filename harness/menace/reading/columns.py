"""Columns of numbers that touch, once a number is as wide as its column: `  0 29100`."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import Final

from harness.menace.reading.holdings import AT_LEAST

_LONG: Final = re.compile(r"\d{3}")  # where no number is so long, none touches another
_WORD: Final = re.compile(r"\S+")
_FEWEST: Final = 3  # columns
_NARROWEST: Final = 3  # signs: no list of numbers with one blank between them has such columns
_KEPT: Final = 1 << 16  # lines: most boxes are printed again and again
_OVERFLOW: Final = 3  # signs of a line at the most that its columns have no room for

_Ends = tuple[int, ...]


def apart(lines: tuple[str, ...]) -> tuple[str, ...]:
    """The lines with a blank more before each column; the very same where no columns touch.

    Columns are told by lines of one length whose words end at the same places, three signs or more
    apart. A line of that length with fewer words is cut there, if every piece ends with a word, and
    what touches the column before is a number. So is a longer line, if there is one way to cut it
    in which what is wider than its column is a number.
    """
    if not any(map(_LONG.search, lines)):
        return lines
    alike: defaultdict[int, list[int]] = defaultdict(list)
    for at, line in enumerate(lines):
        alike[len(line)].append(at)
    found = list(lines)
    usual: list[_Ends] = []
    for places in alike.values():
        if len(places) >= AT_LEAST and (ends := _ends([lines[at] for at in places])):
            usual.append(ends)
            for at, line in zip(places, _apart([lines[at] for at in places], ends), strict=True):
                found[at] = line
    for ends in usual:
        for more in range(1, _OVERFLOW + 1):
            for at in alike.get(ends[-1] + more, ()):
                found[at] = _cut_wide(lines[at], ends) if found[at] == lines[at] else found[at]
    return lines if found == [*lines] else tuple(found)


def _ends(lines: Sequence[str]) -> _Ends | None:
    """Where the columns of lines of one length end; None where these have no columns."""
    ends = [*map(_ends_of_words, lines)]
    (usual, times), *_ = Counter(ends).most_common(1)
    widths = {end - begin for begin, end in pairwise(usual[1:])}  # a key may come first
    if len(usual) < _FEWEST or times < AT_LEAST or usual[-1] != len(lines[0]):
        return None
    return usual if len(widths) == 1 and min(widths) >= _NARROWEST else None


def _apart(lines: Sequence[str], usual: _Ends) -> Sequence[str]:
    """Lines of one length, of which some may have columns that touch."""
    cut = dict[int, Sequence[str]]()
    touch = False
    for at, line in enumerate(lines):
        if pieces := _pieces_of(line, usual):
            cut[at] = pieces
            touch = touch or len(_ends_of_words(line)) < len(usual)
    if not touch:
        return lines
    return [" ".join(cut[at]) if at in cut else line for at, line in enumerate(lines)]


@lru_cache(maxsize=_KEPT)
def _ends_of_words(line: str) -> _Ends:
    return tuple(word.end() for word in _WORD.finditer(line))


@lru_cache(maxsize=_KEPT)
def _pieces_of(line: str, usual: _Ends) -> Sequence[str]:
    """The line cut where the columns end; nothing where a piece is no word or no number touches."""
    pieces = [line[begin:end] for begin, end in pairwise((0, *usual))]
    touching = [piece for piece in pieces[1:] if not piece[0].isspace()]
    cut = {*_ends_of_words(line)} <= {*usual} and _are_words(pieces)
    return pieces if cut and all(map(str.isdecimal, touching)) else ()


def _cut_wide(line: str, usual: _Ends) -> str:
    """A line with numbers that are wider than their columns, cut where there is but one way."""
    if len(_WORD.findall(line)) >= len(usual):
        return line
    widths = [end - begin for begin, end in pairwise((0, *usual))]
    ways = [
        pieces
        for more in _shared(len(line) - usual[-1], len(usual))
        if (pieces := _pieces(line, widths, more))
    ]
    return " ".join(ways[0]) if len(ways) == 1 else line


def _shared(signs: int, columns: int) -> Iterator[tuple[int, ...]]:
    """Every way to share so many signs among the columns."""
    if columns == 1:
        yield (signs,)
        return
    for first in range(signs + 1):
        for others in _shared(signs - first, columns - 1):
            yield (first, *others)


def _pieces(line: str, widths: Sequence[int], more: Sequence[int]) -> list[str] | None:
    """The line cut into columns, some with more signs than their width; None where that fails."""
    sizes = [width + extra for width, extra in zip(widths, more, strict=True)]
    pieces = [line[begin:end] for begin, end in pairwise(accumulate(sizes, initial=0))]
    for column, (piece, extra) in enumerate(zip(pieces, more, strict=True)):
        touches = column > 0 and not piece[0].isspace()
        if (extra or touches) and (not piece.isdecimal() or piece[0] == "0"):
            return None
    return pieces if _are_words(pieces) else None


def _are_words(pieces: Sequence[str]) -> bool:
    """Whether each is one word that ends where the piece does."""
    return all(_WORD.fullmatch(piece.lstrip()) for piece in pieces)
