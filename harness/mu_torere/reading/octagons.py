"""Octagons in a print that nobody has described: with a node on top, with an edge on top, or any.

The first two are found by their strokes, whatever stands beside them. Any other drawing is found by
its nodes, nine words that are no strokes, where nothing else stands in its rows or blank columns
part it from what does. Its edges are straight, or they bend (`bent`).
"""

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import chain, combinations, groupby, product
from typing import Final

from harness.mu_torere.reading.strokes import SOFT, STROKES, Box, Cell, Run, at, in_three_rows
from harness.mu_torere.reading.wheel import Wheel, clockwise
from reference.mu_torere.rules import NODES

_ASKEW: Final = 2  # half columns that the strokes on top may stand beside the middle
_FEWEST_ROWS: Final = 5  # of a board
_MOST_PARTS: Final = 12  # of a print, between blank columns
_LINES_ROUND: Final = 3  # up to two lines above a board, or below it, may be a title or a prompt
_STROKES_AND_SOFT: Final = STROKES | SOFT
_KEPT: Final = 2048  # rows, most of which are alike in the hundred ways to read a print
_LABEL: Final = re.compile(r"\d+")


def octagons_on_a_node(
    rows: Sequence[str], level: list[Run], upright: list[Run]
) -> Iterator[Wheel]:
    """The centre, a node right above and below and to its sides, and four between those."""
    by_row: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for row, start, end in level:
        by_row[row].append((start, end))
    for column, first, last in upright:
        for other, below_first, below_last in upright:
            if other != column or not 2 <= below_first - last <= 4:
                continue
            for centre in range(last + 1, below_first):
                for start, end in by_row[centre]:
                    if not 1 <= column - end <= 5:
                        continue
                    for top in (first - 1, first - 2):
                        bottom = 2 * centre - top
                        if top >= 0 and bottom - below_last in (1, 2):
                            yield from _octagon(rows, centre, column, top, start)


def _octagon(
    rows: Sequence[str], centre: int, column: int, top: int, level_start: int
) -> Iterator[Wheel]:
    for west in range(max(0, level_start - 5), level_start):
        wide, high = column - west, centre - top
        for p in range(1, high):
            for q in range(1, wide):
                anchors = [(-high, 0), (-p, q), (0, wide), (p, q),
                           (high, 0), (p, -q), (0, -wide), (-p, -q), (0, 0)]  # fmt: skip
                yield from _around(rows, centre, column, anchors)


def octagons_on_an_edge(
    rows: Sequence[str], level: list[Run], upright: list[Run]
) -> Iterator[Wheel]:
    """Two nodes on top and two at the bottom, two to the left and two to the right."""
    sides: dict[int, list[tuple[int, int, int, int]]] = defaultdict(list)  # by their middle, twice
    for (left, y0, y1), (right, z0, z1) in combinations(sorted(upright), 2):
        if (y0, y1) == (z0, z1) and (left + right) % 2 == 0:
            sides[left + right].append((left, right, y0, y1))
    for (top, start, end), (bottom, other_start, other_end) in combinations(sorted(level), 2):
        if (bottom - top) % 2 or bottom - top < 4 or abs(start + end - other_start - other_end) > 1:
            continue
        centre = (top + bottom) // 2
        near = range(start + end - _ASKEW, start + end + _ASKEW + 1)
        for left, right, y0, y1 in chain.from_iterable(sides.get(twice, ()) for twice in near):
            if not y0 <= centre <= y1 or not left < start <= end < right:
                continue
            column = (left + right) // 2
            for high in (centre - y0 + 1, centre - y0 + 2):
                for half in {column - start + 1, column - start + 2}:
                    wide, tall = column - left, centre - top
                    anchors = [(-tall, -half), (-tall, half), (-high, wide), (high, wide),
                               (tall, half), (tall, -half), (high, -wide), (-high, -wide),
                               (0, 0)]  # fmt: skip
                    yield from _around(rows, centre, column, anchors)


def _around(
    rows: Sequence[str], centre: int, column: int, anchors: Sequence[tuple[int, int]]
) -> Iterator[Wheel]:
    """The wheel with its nodes at these places, each as wide as the widest of them."""
    places = [(centre + down, column + right) for down, right in anchors]
    lows, highs = [0], [0]
    for place in places[:-1]:
        if at(rows, *place) == " ":
            return
        low = high = 0
        while low > -6 and _inked(rows, place, low - 1):
            low -= 1
        while high < 6 and _inked(rows, place, high + 1):
            high += 1
        lows.append(low)
        highs.append(high)
    boxes = [Box(row, c + min(lows), max(highs) - min(lows) + 1) for row, c in places]
    yield Wheel(tuple(boxes), rows)
    if min(lows) < max(lows[1:]) or max(highs) > min(highs[1:]):  # numbers round the board
        yield Wheel(tuple(Box(row, c, 1) for row, c in places), rows)


def _inked(rows: Sequence[str], place: Cell, offset: int) -> bool:
    char = at(rows, place[0], place[1] + offset)
    return char != " " and char not in _STROKES_AND_SOFT


def scattered(rows: Sequence[str]) -> Iterator[Wheel]:
    """Nine words that are no strokes, in rows that hold nothing else; an empty centre is none."""
    yield from _of_words(rows, STROKES)


def bent(rows: Sequence[str]) -> Iterator[Wheel]:
    """Boards as `scattered` finds them, whose edges may bend, with dots and quotes there."""
    known = set()
    for strokes in (STROKES, _STROKES_AND_SOFT):
        for wheel in _of_words(rows, strokes):
            if wheel.boxes not in known:
                known.add(wheel.boxes)
                yield replace(wheel, bent=True)


def _of_words(rows: Sequence[str], strokes: frozenset[str]) -> Iterator[Wheel]:
    """Boards of nine words, which hold no blanks and none of these strokes."""
    words = [_words(row, number, strokes) for number, row in enumerate(rows)]
    yield from _in_own_rows(rows, words)
    yield from _beside_others(rows, words)


def _in_own_rows(rows: Sequence[str], words: Sequence[Sequence[Box]]) -> Iterator[Wheel]:
    for top in range(len(rows)):
        found: list[Box] = []
        for bottom in range(top, len(rows) if words[top] else top):
            if not rows[bottom].strip() or len(found) > len(NODES):
                break
            found += words[bottom]
            if words[bottom] and bottom - top + 1 >= _FEWEST_ROWS:
                yield from _of_nine(rows, found)


def _beside_others(rows: Sequence[str], words: Sequence[Sequence[Box]]) -> Iterator[Wheel]:
    """Nine words that blank columns part from all else, perhaps with a title or a prompt near."""
    blocks = [
        [*block]
        for inked, block in groupby(range(len(rows)), key=lambda r: bool(rows[r].strip()))
        if inked
    ]
    for block, above, below in product(blocks, range(_LINES_ROUND), range(_LINES_ROUND)):
        lines = block[above : len(block) - below]
        if len(lines) < _FEWEST_ROWS:
            continue
        inked = frozenset[int]().union(*(_inked_columns(rows[line]) for line in lines))
        begins = [column for column in sorted(inked) if column - 1 not in inked][:_MOST_PARTS]
        stand = sorted(box.column for line in lines for box in words[line])
        for left, right in combinations([*begins, max(inked) + 1], 2):
            many = bisect_left(stand, right) - bisect_left(stand, left)
            if len(begins) > 1 and len(NODES) - 1 <= many <= len(NODES):
                found = [box for line in lines for box in words[line] if left <= box.column < right]
                yield from _of_nine(rows, found)


@lru_cache(maxsize=_KEPT)
def _inked_columns(row: str) -> frozenset[int]:
    return frozenset(column for column, char in enumerate(row) if char != " ")


@lru_cache(maxsize=_KEPT)
def _words(row: str, number: int, strokes: frozenset[str]) -> Sequence[Box]:
    words = []
    start = None
    for column in range(len(row) + 1):
        inked = column < len(row) and row[column] != " " and row[column] not in strokes
        if inked and start is None:
            start = column
        elif not inked and start is not None:
            words.append(Box(number, start, column - start))
            start = None
    return tuple(words)


def _of_nine(rows: Sequence[str], found: Sequence[Box]) -> Iterator[Wheel]:
    """The wheel of these words, of one width; numbers that some have beside them are cut off.

    In three rows a node that stands elsewhere than its strokes go must not pass for an odd drawing.
    """
    boxes = list(found)
    if len(boxes) == len(NODES) - 1:
        row = (min(b.row for b in boxes) + max(b.row for b in boxes)) // 2
        column = round((min(b.column for b in boxes) + max(b.column for b in boxes)) / 2)
        width = max(box.width for box in boxes)
        centre = {at(rows, row, column + offset) for offset in range(width)} - {" "}
        if not centre <= _STROKES_AND_SOFT:  # which an empty node may show
            return
        boxes = sorted([*boxes, Box(row, column, width)])
    if len({box.width for box in boxes}) > 1:
        boxes = [_without_number(rows, box) for box in boxes]
    if len(boxes) != len(NODES) or len({box.width for box in boxes}) > 1:
        return
    order = clockwise(boxes)
    if order is not None and not in_three_rows(boxes):
        yield Wheel(tuple(boxes[index] for index in order), rows)


def _without_number(rows: Sequence[str], box: Box) -> Box:
    text = "".join(at(rows, box.row, box.column + offset) for offset in range(box.width))
    number = _LABEL.search(text)
    if number is None or len(number[0]) == len(text):
        return box
    if number.start() == 0:
        return Box(box.row, box.column + number.end(), box.width - number.end())
    return Box(box.row, box.column, number.start())
