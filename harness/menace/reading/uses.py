"""How often each box was used, or when, beside its beads, as in `12: 0 4 4 (used 3 times)`.

It may stand in the lines of all boxes or of those that were used at all.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from harness.menace.classes import BOXES
from harness.menace.reading.beside import BETWEEN, KEPT, is_whole, tellers

_NUMBER: Final = re.compile(r"\d+")
_NUMBERS_AT_MOST: Final = 2  # that a line says besides its beads
_LETTER: Final = re.compile(r"(?<!\d)[^\W\d_]|[^\W\d_](?!\d)")  # but as in `2x4`
_ENDS_IN_GROUP: Final = re.compile(r"\s[\[({<][^\[\](){}<>]*[\])}>]\s*$")
_GROUP: Final = re.compile(r"(?<![\s,;|])[\s,;|]+[\[({<]\s*(?:x\s*)?\d+\s*[\])}>]\s*$")
_FIRST: Final = re.compile(
    r"^[\[({<][^\W\d_]{2,}[^\[\](){}<>\d]*\d+[^\[\](){}<>\d]*[\])}>][\s:,;|-]*"
)
_PATTERNS: Final = (_GROUP, _FIRST)
_OF_BEADS: Final = BETWEEN + "%/"
_OF_USES: Final = re.compile(r"\b(?:age|last|played|plays|used|uses|visits|won)\b")
_ITEM: Final = re.compile(r"\d")
_ITEMS: Final = 3  # digits in a quarter of the boxes at the least: beads, and not their number


class _Place(NamedTuple):
    """What is said in a line: its number and what stands there from `start` to `end`."""

    at: int
    start: int
    end: int


def without_uses(bodies: Sequence[str], few_beads: bool) -> list[str]:
    """What stands after the labels in the lines of all boxes, without what counts their uses.

    Where most boxes hold `few_beads`, only what says that it is about uses can be no bead.
    """
    for places in _ways(bodies):
        of_uses = all(_OF_USES.search(bodies[at], start) for at, start, _ in places)
        if few_beads and not of_uses:
            continue
        bare = [*bodies]
        for at, start, end in places:
            bare[at] = bodies[at][:start] + bodies[at][end:]
        if _say_the_same(places, bodies) and _are_beads(bare, 1 if of_uses else _ITEMS):
            return bare
    return [*bodies]


def _ways(bodies: Sequence[str]) -> Iterator[Sequence[_Place]]:
    """Where each way to count uses is found in the lines, if it is."""
    spans = [*map(_spans, bodies)]
    if any(map(any, spans)):
        for found in zip(*spans, strict=True):
            places = [_Place(at, *span) for at, span in enumerate(found) if span]
            if len(places) < BOXES:  # or these may be beads beside a label
                yield places
    firsts = enumerate(_first_told(body) for body in bodies)
    yield [_Place(at, first, len(bodies[at])) for at, first in firsts if first]


@lru_cache(KEPT)
def _first_told(body: str) -> int:
    """Where the first word or sign in a line begins that does not stand between beads, or 0."""
    return next((start for told, start in tellers(body).items() if told not in _OF_BEADS), 0)


@lru_cache(KEPT)
def _spans(body: str) -> Sequence[tuple[int, int] | None]:
    """Where what each pattern looks for stands in a line."""
    found = (pattern.search(body) for pattern in _PATTERNS)
    return [match.span() if match else None for match in found]


def _say_the_same(places: Iterable[_Place], bodies: Sequence[str]) -> bool:
    """Whether the lines say the same, but for one or two numbers."""
    said = {_NUMBER.sub("0", bodies[at][start:end]) for at, start, end in places}
    return len(said) == 1 and 0 < said.pop().count("0") <= _NUMBERS_AT_MOST


def _are_beads(bare: Sequence[str], items_at_least: int) -> bool:
    """Whether what is left of lines can be beads: numbers, and nothing that says more."""
    items = sorted(len(_ITEM.findall(body)) for body in bare)
    return (
        items[len(items) * 3 // 4] >= items_at_least
        and all(map(is_whole, bare))
        and not any(_LETTER.search(body) or _ENDS_IN_GROUP.search(body) for body in bare)
        and not any(tellers(body).keys() - _OF_BEADS for body in bare)
    )
