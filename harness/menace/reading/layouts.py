"""Boxes told by where their text stands: in columns, or between pictures.

Each public function gives what every box holds, and nothing where the lines have no such layout.
"""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Final

from harness.digits import number_of
from harness.menace.classes import BOXES
from harness.menace.reading.notations import NUMBERS_OF_THE_NEXT, are_pictures
from harness.menace.reading.records import Body

_WORD: Final = re.compile(r"\S+")
_NINE: Final = re.compile(
    r"(?<![^\s\[({<'\"`|;,])[^\s\[\](){}<>'\"`|;,:=]{9}(?![^\s\])}>'\"`|;,:=])"
)
_LAST_NUMBER: Final = re.compile(r"(?<!\w)(\d{1,3})[^\w\s]*\s*$")
_STOPS: Final = ".;! "
_AROUND: Final = " \t\n'\"`:=|,;>-→()[]{}<"  # a picture, before and after its beads
_SQUARES: Final = 9
_MARKS: Final = 3
_OFTEN: Final = 3  # a line in so many has a gap between two numbers, where gaps mean none


def columns(lines: Sequence[str]) -> list[Body]:
    """Nine columns of counts, with a blank for a square that no bead names, after a label.

    The numbers of a column all end, or all begin, at one place; the places are equally far apart;
    and many lines have a gap, which a list of beads has not.
    """
    rows = [[*_WORD.finditer(line)] for line in lines]
    rows = [row for row in rows if len(row) > 1 and all(w[0].isdecimal() for w in row[1:])][-BOXES:]
    if len(rows) < BOXES or len({row[0][0] for row in rows}) < BOXES:
        return []
    ways: Sequence[Callable[[re.Match[str]], int]] = (re.Match.end, re.Match.start)
    for place in ways:
        places = [[place(word) for word in row[1:]] for row in rows]
        used = sorted({at for row in places for at in row})
        apart = {b - a for a, b in pairwise(used)}
        if len(used) != _SQUARES or len(apart) != 1 or apart == {1}:
            continue  # one apart are lists of beads, after labels of different widths
        numbers = {at: str(number) for number, at in enumerate(used)}
        if sum(_has_gap(row, used) for row in places) * _OFTEN > BOXES:
            return [
                [(numbers[at], word[0]) for at, word in zip(some, row[1:], strict=True)]
                for some, row in zip(places, rows, strict=True)
            ]
    return []


def _has_gap(places: Sequence[int], used: Sequence[int]) -> bool:
    return [*places] != [*used[: len(places)]]


def between_pictures(lines: Sequence[str]) -> list[Body]:
    """What follows each picture, where several stand on a line."""
    if len(lines) >= BOXES:
        return []
    text = "\n".join(lines)
    words = [*_NINE.finditer(text)]
    times = Counter(character for word in words for character in set(word[0]))
    marks = {character for character, _ in times.most_common(_MARKS)}
    pictures = [word for word in words if marks.issuperset(word[0])]
    if len(pictures) != BOXES or not are_pictures([picture[0] for picture in pictures]):
        return []
    last = text.find("\n", pictures[-1].end())
    ends = [*(picture.start() for picture in pictures[1:]), len(text) if last < 0 else last]
    bodies = [text[picture.end() : end] for picture, end in zip(pictures, ends, strict=True)]
    numbers = [number_of(found[1]) for body in bodies[:-1] if (found := _LAST_NUMBER.search(body))]
    if numbers in NUMBERS_OF_THE_NEXT:  # else these are beads
        bodies = [_LAST_NUMBER.sub("", body) for body in bodies[:-1]] + bodies[-1:]
    return [body.strip(_AROUND).rstrip(_STOPS) for body in bodies]
