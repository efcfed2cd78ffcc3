"""All boxes listed in lines, once or several times, of which the last listing is read."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from itertools import accumulate
from typing import Final

from harness.menace.classes import BOXES
from harness.menace.reading import box_lines, notations, picture_blocks, plain_pictures
from harness.menace.reading.bead_forms import signs_of
from harness.menace.reading.board_lines import is_ruled
from harness.menace.reading.box_lines import Read, Way
from harness.menace.reading.events import Dump
from harness.menace.reading.frames import without_frames
from harness.menace.reading.holdings import AT_LEAST
from harness.menace.reading.kinds import are_boxes
from harness.menace.reading.marks import Marks
from harness.menace.reading.ways import BETWEEN_BOXES
from reference.tic_tac_toe import SQUARES

_MOSTLY: Final = 0.9  # of the lines: a game changes a few boxes
_KINDS_AT_LEAST: Final = 0.1  # of the lines, where each is a box,
_KINDS_OF_SEVERAL: Final = 0.2  # and where each shows several
_ROWS_AT_LEAST: Final = 30  # of a listing with several boxes a line
_HALVES_TRIED: Final = 3
_WALLS: Final = " |│┃║"
_CORNERS: Final = frozenset("┌┐└┘┏┓┗┛╔╗╚╝╭╮╰╯")
_END_TAG: Final = re.compile(r"\s*</\w+>\s*")
_TOLD_AT_MOST: Final = 80  # characters
_SAID_AT_MOST: Final = 12  # lines about the game, before its boxes or after them
_OF_THE_GAME: Final = re.compile(
    r"\b(?:wins?|won|loses?|lost|loss(?:es)?|draws?|drawn|ties?|tied|games?|over|scores?|results?"
    r"|victory|victories|menace|you|your|human|player|opponent|moves?|odds|final|history|total"
    r"|averages?|drew|(?:match)?boxes|beads|now|updated?|updating|saved|ready|next)\b",
    re.IGNORECASE,
)
_SIGNS_BETWEEN: Final = "".join(BETWEEN_BOXES).strip()
_KEY: Final = re.compile(r"\s*\w+:\s*")
_SAID_BESIDE: Final = 2  # lines, before each of two listings or between them
_FRAMES: Final = 2  # lines, of the first box and the last
_SHIFTED_AT_MOST: Final = 12  # lines or words, by the beads that a game changes,
_SHIFTED_PART: Final = 40  # or this part of the distance: a bead may take several lines or words
_LISTINGS: Final = range(2, 5)  # of all boxes, one after another
_LABEL: Final = re.compile(r"\s*(\S[^\[{:=\t|]*?)\s*(?::|=|->|→|\t|\||[\[{])")


class Listing:
    """Lines that may be all boxes, read only when they are asked for.

    A program may list its boxes at every step; to read them all would take longer than to play.
    By the marks of its boards the pictures of boxes are told, where these are unusual.
    """

    def __init__(self, rows: Sequence[str], marks: Marks | None = None) -> None:
        self._printed, self._marks = rows, marks
        self._known: dict[Way | None, Read] = {}

    @cached_property
    def rows(self) -> Sequence[str]:
        """The lines, with whole numbers and pictures as they usually are."""
        rows = notations.in_whole_numbers(self._printed)
        return plain_pictures.usual(rows, self._marks) if self._marks else rows

    def read(self, way: Way | None = None) -> Read:
        """The boxes, if the lines are boxes; first in a way that found those of this program."""
        if way not in self._known:
            read = _read(self.rows, way)
            if read.dump is None or not are_boxes(read.dump):
                read = Read(_last_of_two(self.rows) or read.dump)
            self._known[way] = read
        return self._known[way]


def _read(rows: Sequence[str], way: Way | None = None) -> Read:
    """The boxes in these lines, without frames and words about the game before and after them."""
    rows = without_frames(rows)
    start, end = 0, len(rows)
    said = _talk(rows)
    if len(rows) >= AT_LEAST:  # what stands above a heading, such as a score, is no box either
        start = max((at + 1 for at in said if at < _SAID_AT_MOST), default=0)
        end = min((at for at in said if at >= end - _SAID_AT_MOST), default=end)
    while start < end and (start in said or _is_frame(rows[start])):
        if picture_blocks.begins(rows, start):
            break  # its first row is empty, and looks like a frame
        start += 1
    while start < end and (end - 1 in said or _is_frame(rows[end - 1])):
        if picture_blocks.ends(rows, end):
            break
        end -= 1
    rows = last_listing(rows[start:end])
    many = len(rows) >= AT_LEAST or sum(map(len, rows)) >= BOXES
    words = (len(row.split()) + max(map(row.count, _SIGNS_BETWEEN), default=0) for row in rows)
    if not many or all(total < AT_LEAST for total in accumulate(words)):
        return Read(None)
    if way:
        dump = box_lines.again(rows, way)
        if dump and len(dump.boxes) == BOXES:
            return Read(dump, way)
        if half := _second_half(rows, way):
            return half
    read = box_lines.of_lines(rows)
    if read.dump is None or len(read.dump.boxes) == BOXES:
        return read
    return _second_half(rows) or Read(_last_of_alike(read.dump) or read.dump)


def _last_of_two(rows: Sequence[str]) -> Dump | None:
    """All boxes in the latter of two listings of as many lines, with little said beside them."""
    full = [number for number, row in enumerate(rows) if row.strip()]
    for more in range(_SAID_BESIDE + 1):
        size, odd = divmod(len(full) - more, 2)
        dump = None if size < 1 or odd else _read(rows[full[-size] :]).dump
        if dump and are_boxes(dump):
            return dump
    return None


def last_listing(rows: Sequence[str]) -> Sequence[str]:
    """The last of several listings of all boxes: at the last step, before and after learning.

    What names the boxes comes again at the same distance, whatever is said between the listings.
    """
    full = [number for number, row in enumerate(rows) if row.strip()]
    with_all = [number for number in full if _holds_all(rows[number])]
    # Among rows of a box each, some may hold as many beads as there are boxes.
    if len(with_all) > 1 and len(full) < BOXES:
        return rows[with_all[-1] :]
    may_be_several = len(full) >= 2 * BOXES
    if may_be_several and (last := _last_of_several([_label(rows[number]) for number in full])):
        at, before = last
        # A row without a label changes with its box.
        while before > 0 and _kind(rows[full[at - 1]]) == _kind(rows[full[before - 1]]):
            at, before = at - 1, before - 1
        return rows[full[at] :]
    words = [(word, number) for number in full for word in rows[number].split()]
    if len(words) < 2 * BOXES:
        return rows
    if last := _last_of_several([word for word, _ in words]):
        return rows[words[last[0]][1] :]
    # Where no name comes once in each.
    start = _start_of_like([rows[number] for number in full])
    return rows[full[start] :] if start else rows


def _holds_all(row: str) -> bool:
    """Whether all boxes stand in this row: with a sign between any two, or after each, or in
    brackets, the beads of each and perhaps its name too."""
    if len(row) <= BOXES:
        return False
    in_brackets = any(BOXES <= row.count(bracket) <= 2 * BOXES + 1 for bracket in "{[(")
    return in_brackets or any(row.count(s) in (BOXES - 1, BOXES) for s in BETWEEN_BOXES)


def _start_of_like(rows: Sequence[str]) -> int | None:
    """Where the latter of two listings starts whose rows are mostly the same, if there are two.

    They are in their places, or each is a box, in whatever order. Between the listings a few lines
    may be said, or their frames be left out; before the first as well.
    """
    middle, odd = divmod(len(rows), 2)
    if middle < _ROWS_AT_LEAST:
        return None
    are_many = middle >= BOXES
    kinds = len({*rows[middle:]}) / len(rows[middle:])
    if not are_many and kinds < _KINDS_OF_SEVERAL:
        return None
    for more in sorted(range(-_SAID_BESIDE, _SAID_BESIDE + _FRAMES + 1), key=abs):
        apart, uneven = divmod(len(rows) + more, 2)
        if not uneven and _are_in_place(rows[: len(rows) - apart], rows[apart:]):
            return max(apart, len(rows) - apart)
    if odd or not are_many or kinds <= _KINDS_AT_LEAST:  # such as a bead a row
        return None
    in_both = (Counter(rows[:middle]) & Counter(rows[middle:])).total()
    return middle if in_both > _MOSTLY * middle else None


def _are_in_place(first: Sequence[str], second: Sequence[str]) -> bool:
    """Whether most of so many rows are the same, not counting the commonest.

    After thousands of games that may be the row of one bead, everywhere in a single listing.
    """
    alike = [a for a, b in zip(first, second, strict=True) if a == b]
    if len(alike) <= _MOSTLY * len(first):
        return False
    (_, commonest), *_ = Counter(alike).most_common(1)
    return len(alike) - commonest > _MOSTLY * (len(first) - commonest)


def _last_of_several(names: Sequence[str]) -> tuple[int, int] | None:
    """The first name in the last listing, and its like in the listing before that.

    None unless most boxes have names that come once in each listing.
    """
    times = Counter(names)
    for listings in _LISTINGS:
        if sum(n == listings for n in times.values()) < _MOSTLY * BOXES:
            continue
        places: dict[str, list[int]] = {name: [] for name, n in times.items() if n == listings}
        for at, name in enumerate(names):
            if name in places:
                places[name].append(at)
        again = [*places.values()]
        apart, _ = Counter(found[-1] - found[-2] for found in again).most_common(1)[0]
        # Where beads have lines of their own, a game changes the distance.
        most = max(_SHIFTED_AT_MOST, apart // _SHIFTED_PART)
        near = [found for found in again if abs(found[-1] - found[-2] - apart) <= most]
        if len(near) >= _MOSTLY * len(again) and apart >= BOXES:
            return min((found[-1], found[-2]) for found in near)
    return None


@lru_cache(maxsize=1 << 16)
def _label(row: str) -> str:
    """What names the box of a row, where anything does; else the row."""
    found = _LABEL.match(row)
    return found[1] if found else row.strip()


def _kind(row: str) -> frozenset[str]:
    """Which signs a row has beside those between beads."""
    return signs_of("".join(row.split()).replace(",", "").replace(";", ""))


def _second_half(rows: Sequence[str], way: Way | None = None) -> Read | None:
    """All boxes in the latter of two halves that begin alike, though learning made one longer.

    A line or two may be said before the first. They are read in this way alone, if it is known.
    """
    middle = len(rows) / 2
    near = range(int(middle * _MOSTLY), int(middle * (2 - _MOSTLY)) + 1)
    first = {row for row in rows[: _SAID_BESIDE + 1] if row.strip()}
    begins = [at for at in near if 0 < at < len(rows) and rows[at] in first]
    for at in sorted(begins, key=lambda at: abs(at - middle))[:_HALVES_TRIED]:
        half = rows[at:]
        read = Read(box_lines.again(half, way), way) if way else box_lines.of_lines(half)
        if read.dump and len(read.dump.boxes) == BOXES and are_boxes(read.dump):
            return read
    return None


def _last_of_alike(dump: Dump) -> Dump | None:
    """The last 304 of several times 304 boxes, if most of them are those before."""
    before, last = dump.boxes[-2 * BOXES : -BOXES], dump.boxes[-BOXES:]
    if len(dump.boxes) % BOXES or len(before) != BOXES:
        return None
    alike = sum(sorted(a) == sorted(b) for a, b in zip(before, last, strict=True))
    return replace(dump, boxes=last) if alike >= _MOSTLY * BOXES else None


def _talk(rows: Sequence[str]) -> set[int]:
    """The rows at both ends that tell of the game, with words that the rows between have not.

    A word with a colon may be the key of all boxes: `boxes:`.
    """
    between = range(_SAID_AT_MOST, len(rows) - _SAID_AT_MOST)
    ends = {at: row for at, row in enumerate(rows) if at not in between}
    told = {at: _words(row) for at, row in ends.items() if len(row) <= _TOLD_AT_MOST}
    said = {at: words for at, words in told.items() if words}
    of_boxes = {word for at in between for word in _words(rows[at])} if said else set()
    return {at for at, words in said.items() if not words <= of_boxes}


@lru_cache(maxsize=1 << 16)
def _words(row: str) -> frozenset[str]:
    """The words of a row that are said of the game."""
    if _KEY.fullmatch(row):
        return frozenset()
    return frozenset(map(str.lower, _OF_THE_GAME.findall(row)))


def _is_frame(row: str) -> bool:
    """Whether the line has nothing to say; one of nine signs may be the picture of a box."""
    words = row.split()
    pictured = bool(words) and len(SQUARES) in (
        len(words[0]), len(words[-1]), len(row.strip(_WALLS))
    )  # fmt: skip
    if pictured and not _CORNERS.intersection(row):
        return False
    return not words or is_ruled(row) or _END_TAG.fullmatch(row) is not None
