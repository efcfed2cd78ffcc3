"""Makes a line of each box where a sign parts boxes on one line: `1: 0 4 4 ## 2: 3 5 ## ...`."""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import chain
from typing import Final

from harness.digits import number_of
from harness.menace.classes import BOXES
from harness.menace.reading.notations import NUMBERS_OF_THE_NEXT, are_pictures

_APART: Final = re.compile(r"(?<!\S)[^a-zA-Z0-9\s\[\](){}'\"`]+(?=\s|$)")  # brackets part no boxes
_GLUED: Final = re.compile(r"(?<=[\w\])}])[^\w\s\[\](){}'\"`<>|/,:=-]+(?=\s|$)")  # as a full stop
_GAP: Final = re.compile(r"(?<=\S)(?: {2,}|\t)(?=\S)")
_ANY: Final = re.compile(r"[^\w\s]+")
_LETTERS: Final = re.compile(r"[^\W\d_]{2,}")
_NUMBERED: Final = re.compile(r"\s*(?:[^\W\d_]+\s*)?[^\w\s]*\s*(\d{1,3})\b")
_PICTURED: Final = re.compile(r"[\s\[({<'\"`]*([^\s\[\](){}<>'\"`|;,:=]{9})(?![^\s\])}>'\"`|;,:=])")
_GROUPED: Final = re.compile(r"\s*[\[({][^\[\](){}]*[\])}]")
_NEAR: Final = 400  # characters, of a box or more
_MOST_SIGNS: Final = 8  # that are tried: a hostile print has thousands
_FEWEST: Final = BOXES // 2  # of a sign, where two boxes or more stand on a line
_TALK: Final = 2  # lines at most that are said right below the boxes and have the sign, too
_BOARD: Final = 20  # columns at most of a row of a board, which has the sign for empty squares, say
_SHORTEST: Final = 3 * BOXES


def in_lines(text: str) -> str:
    """The text with a line for each box, where a sign parts the boxes of one line or of a few.

    The sign stands before each box but the first, which has a label. Where boxes have none, they
    are on one line that has no other sign: how often a sign stands between two beads may be that
    very number once. Of a few lines each begins with a box, or with the rest of the last box above.
    """
    if len(text) < _SHORTEST or text.count("\n") >= BOXES:
        return text
    rows = text.split("\n")
    for pattern in _patterns(text):
        found = [pattern.findall(row) if len(row) > _BOARD else [] for row in rows]
        times = Counter(chain.from_iterable(found))
        signs = [sign for sign in times if _FEWEST <= times[sign] <= BOXES]
        for sign in signs[:_MOST_SIGNS]:
            if parted := _parted(rows, found, pattern, sign):
                return "\n".join(parted)
    return text


def _patterns(text: str) -> list[re.Pattern[str]]:
    """Those that find a sign where boxes stand: to try both everywhere takes long."""
    half, some = len(text) // 2, len(text) * 3 // 4
    near = text[half : half + _NEAR], text[some : some + _NEAR]
    return [pattern for pattern in (_APART, _GLUED, _GAP) if any(map(pattern.search, near))]


def _parted(
    rows: Sequence[str], found: Sequence[Sequence[str]], pattern: re.Pattern[str], sign: str
) -> list[str] | None:
    """These rows, with one for each box that the sign parts; None where it parts no boxes."""
    first, last = _stretch([signs.count(sign) for signs in found])
    for _ in range(_TALK):
        last -= first < last and _is_talk(rows[last], rows[first:last])
    if last - first >= BOXES // 2:
        return None
    bare = first == last and {*_ANY.findall(rows[first])} <= {sign, ","}
    block, longer = rows[first : last + 1], rows[first : last + 2]
    filled = longer if _goes_on(block, rows[last + 1 : last + 2]) else block
    for some, lines in (
        (filled, [" ".join(filled)]), (longer, [" ".join(longer)]), (block, block), (longer, longer)
    ):  # fmt: skip
        parts = [part for line in lines for part in _parts(line, pattern, sign)]
        said = len(parts) - BOXES  # before the first box, as in `I win!`
        if said in (0, 1) and (bare or _are_labelled(parts[said + 1 :])):
            return [*rows[:first], *parts, *rows[first + len(some) :]]
    return None


def _stretch(times: Sequence[int]) -> tuple[int, int]:
    """The first and the last of the rows, with a gap of one at most, that have most signs."""
    best, at = (0, 0, 0), 0
    while at < len(times):
        first = last = at
        while (at := at + 1) < len(times) and any(times[at : at + 2]) and times[first]:
            last = at if times[at] else last
        best = max(best, (sum(times[first : last + 1]), first, last))
    return best[1:]


def _goes_on(block: Sequence[str], after: Sequence[str]) -> bool:
    """Whether the row after these holds the rest of the last box, as where text is filled."""
    if len(block) == 1 or not after or not (words := after[0].split()):
        return False
    no_room = len(block[-1]) + 1 + len(words[0]) > max(map(len, block))
    known = {word.strip(",") for row in block for word in row.split()}
    return no_room and known.issuperset(word.strip(",") for word in words)


def _is_talk(row: str, others: Sequence[str]) -> bool:
    """Whether a row has words that no other has: those of beads and labels come again and again."""
    known = {word for other in others for word in _LETTERS.findall(other)}
    return not known.issuperset(_LETTERS.findall(row))


def _parts(line: str, pattern: re.Pattern[str], sign: str) -> list[str]:
    signs = [match.span() for match in pattern.finditer(line) if match[0] == sign]
    ends = [*(start for start, _ in signs), len(line)]
    begins = [0, *(end for _, end in signs)]
    parts = [line[begin:end] for begin, end in zip(begins, ends, strict=True)]
    return parts if parts[-1].strip() else parts[:-1]


def _are_labelled(parts: Sequence[str]) -> bool:
    """Whether these boxes, all but the first, begin with numbers that follow one another, or with
    pictures, or with anything in brackets."""
    numbers = [number_of(found[1]) for part in parts if (found := _NUMBERED.match(part))]
    if numbers in NUMBERS_OF_THE_NEXT or all(map(_GROUPED.match, parts)):
        return True
    pictures = [found[1] for part in parts if (found := _PICTURED.match(part))]
    return len(pictures) == len(parts) and are_pictures(pictures)
