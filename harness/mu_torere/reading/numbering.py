"""The usual ways to number nine nodes, and the numbers that a print itself shows."""

import re
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final

from harness.mu_torere.reading.stones import typed_as
from harness.mu_torere.reading.strokes import Box, Cell, at
from harness.mu_torere.reading.wheel import SQUARE_SHAPE, Wheel
from reference.mu_torere.rules import KEWAI, NODES, PUTAHI, Node

_NAMES: Final = ("123456789", "012345678", "abcdefghi", "ABCDEFGHI")
# Where the nodes of an octagon, clockwise from its top, would stand in three rows of three.
_ON_A_NODE: Final = (1, 2, 5, 8, 7, 6, 3, 0, 4)
_ON_AN_EDGE: Final = (0, 1, 2, 5, 8, 7, 6, 3, 4)
# Names round the ring and, before or after them, the putahi's: whether it comes first.
_ROUND: Final = (
    ("123456789", 0), ("012345678", 1), ("012345678", 0), ("123456789", 1), ("123456780", 0),
    ("abcdefghi", 0), ("abcdefghi", 1), ("ABCDEFGHI", 0), ("ABCDEFGHI", 1),
    ("123467895", 0), ("012356784", 0),
)  # fmt: skip
_HEXADECIMAL: Final = re.compile("[0-9a-fA-F]{1,2}")
TOKEN: Final = re.compile(r"(?<!\w)\w{1,2}(?!\w)")
_CORNER_HOURS: Final = (
    ("10:30", "1:30", "4:30", "7:30"), ("11", "1", "5", "7"), ("10", "2", "4", "8"),
    ("11", "2", "5", "8"), ("10", "1", "4", "7"),
)  # fmt: skip  # north-west, north-east, south-east, south-west
_LONGEST_NUMBER: Final = 2
_LEGEND_LINES: Final = 7  # from the first of three rows of numbers to the last


def usual(order: Sequence[Node], shape: tuple[int, ...]) -> Iterator[tuple[str, ...]]:
    """Numbers for nodes in this order (that of reading), the most usual first.

    `shape` is the number of nodes in each row. On an octagon people begin anywhere, and go round
    either way.
    """
    square = shape == SQUARE_SHAPE
    if square:
        ways = [_in_reading_order, _keypad, _clockwise, _centre_first, _by_columns,
                _from_the_top, _anticlockwise]  # fmt: skip
    else:
        ways = [_clockwise, _centre_first, _in_reading_order, _anticlockwise,
                _anticlockwise_centre_first]  # fmt: skip
    found: dict[tuple[str, ...], None] = {}
    if shape[0] == 1:
        found |= dict.fromkeys(_as_in_a_square(order, shape))
    for names in _NAMES:
        for way in ways:
            if way is not _keypad or names.startswith("1"):
                found[tuple(names[place] for place in way(order))] = None
    if square:
        found |= dict.fromkeys(_coordinates())
        found |= dict.fromkeys(_compass())
    else:
        found |= dict.fromkeys(_as_in_a_square(order, shape))
    found |= dict.fromkeys(_round_the_ring(order))
    yield from found


def _round_the_ring(order: Sequence[Node]) -> Iterator[tuple[str, ...]]:
    """Round the ring either way from any node, with the putahi first, last or in the middle."""
    for names, first in _ROUND:
        for direction, start in product((1, -1), KEWAI):
            places = [(node - start) * direction % len(KEWAI) + first for node in order]
            yield tuple(names[0 if first else 8] if node == PUTAHI else names[place]
                        for node, place in zip(order, places, strict=True))  # fmt: skip


def seldom(order: Sequence[Node], shape: tuple[int, ...]) -> Iterator[tuple[str, ...]]:
    """Rare numberings: keys of a keyboard, hours, negative and Roman numbers."""
    in_rows = ["QWEASDZXC", *(tuple(sign + str(number * step) for number in range(1, 10))
               for sign, step in (("-", 1), ("", 10))),
               tuple(str(number) for number in range(-9, 0)),
               tuple(f"0{number}" for number in range(1, 10)),
               ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")]  # fmt: skip
    for names in in_rows:
        yield from _cased(names if shape == SQUARE_SHAPE else squared(names, order, shape))
    for corners, centre in product(_CORNER_HOURS, ("0", "C", "O", "13")):
        nw, ne, se, sw = corners
        hours = (nw, "12", ne, "9", centre, "3", sw, "6", se)
        yield from _cased(hours if shape == SQUARE_SHAPE else squared(hours, order, shape))
    for centre, start, direction in product("OXMZ0", (0, 1), (1, -1)):
        ring = {(start + direction * i) % len(KEWAI): "ABCDEFGH"[i] for i in range(len(KEWAI))}
        yield from _cased([ring.get(node, centre) for node in order])


def _cased(names: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """The names, and the same in lower case where they hold letters."""
    yield tuple(names)
    yield tuple(name.lower() for name in names)


def _coordinates() -> Iterator[tuple[str, ...]]:
    """Rows and columns, as in `11`, `a1` or `3c`; rows also count upwards, as on a chess board."""
    for rows, columns in (("123", "123"), ("012", "012"), ("321", "abc"), ("123", "abc"),
                          ("abc", "123"), ("321", "123")):  # fmt: skip
        for row_first in (rows < "3", rows >= "3"):
            names = [(row + column if row_first else column + row)
                     for row in rows for column in columns]  # fmt: skip
            yield tuple(names)
            if names[0] != names[0].upper():
                yield tuple(name.upper() for name in names)


def _compass() -> Iterator[tuple[str, ...]]:
    """The names of the winds, and one for the centre."""
    for centre in "CMO":
        names = ("NW", "N", "NE", "W", centre, "E", "SW", "S", "SE")
        yield names
        yield tuple(name.lower() for name in names)


def listed(lines: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Nine short names that one line lists, as in `Which one (NW N NE W C E SW S SE)?`."""
    for line in lines:
        for part in re.findall(r"(?:(?<!\w)\w{1,2}(?:[ ,/|-]+(?=\w)|(?!\w))){9}", line):
            names = tuple(re.findall(r"\w+", part))
            if len(set(names)) == len(NODES):
                yield names


def offsets(picture: str, boxes: Sequence[Box]) -> Iterator[tuple[str, ...]]:
    """Offsets of the nodes in the board as one string, from its start, or negative from its end.

    `boxes` are those of the nodes in reading order.
    """
    rows = picture.split("\n")
    places = [sum(len(row) + 1 for row in rows[: box.row]) + box.column for box in boxes]
    length = len(picture)
    for first in (0, -length, -length - 1):
        yield tuple(str(place + first) for place in places)


def _as_in_a_square(order: Sequence[Node], shape: tuple[int, ...]) -> Iterator[tuple[str, ...]]:
    for names in ("789456123", *_NAMES):
        yield squared(tuple(names), order, shape)


def squared(names: Sequence[str], order: Sequence[Node], shape: tuple[int, ...]) -> tuple[str, ...]:
    """The names of three rows of three, for an octagon's nodes in this order."""
    places = _ON_A_NODE if shape[0] == 1 else _ON_AN_EDGE
    return tuple(names[places[node]] for node in order)


def _in_reading_order(order: Sequence[Node]) -> list[int]:
    return list(range(len(order)))


def _keypad(order: Sequence[Node]) -> list[int]:
    return [6, 7, 8, 3, 4, 5, 0, 1, 2]


def _by_columns(order: Sequence[Node]) -> list[int]:
    return [0, 3, 6, 1, 4, 7, 2, 5, 8]


def _clockwise(order: Sequence[Node]) -> list[int]:
    return list(order)


def _centre_first(order: Sequence[Node]) -> list[int]:
    return [0 if node == PUTAHI else node + 1 for node in order]


def _anticlockwise(order: Sequence[Node]) -> list[int]:
    return [node if node == PUTAHI else -node % len(KEWAI) for node in order]


def _anticlockwise_centre_first(order: Sequence[Node]) -> list[int]:
    return [0 if node == PUTAHI else -node % len(KEWAI) + 1 for node in order]


def _from_the_top(order: Sequence[Node]) -> list[int]:
    return [node if node == PUTAHI else (node - 1) % len(KEWAI) for node in order]


def legend(lines: Sequence[str], shape: tuple[int, ...], *, in_one: bool = True) -> tuple[str, ...]:
    """Nine different numbers that these lines show in rows as the nodes stand; () if none.

    Three rows may have other lines between them, or stand all in one (unless `in_one` is false), as
    in `1-2-3, 4-5-6, 7-8-9`.
    """
    tokens = [list(map(typed_as, TOKEN.findall(line))) for line in lines]
    if shape != SQUARE_SHAPE:
        said = [(number, found) for number, found in enumerate(tokens) if found]
        for at_ in range(len(said) - len(shape) + 1):
            part = said[at_ : at_ + len(shape)]
            names = [name for _, found in part for name in found]
            high = part[-1][0] - part[0][0] + 1
            if tuple(len(found) for _, found in part) == shape and _are_names(names) and (
                high <= 2 * len(shape) + 1
            ):  # fmt: skip
                return tuple(names)
        return ()
    for found in tokens if in_one else ():
        for known in _NAMES:
            if found == list(known):
                return tuple(found)
    threes = [(number, found) for number, found in enumerate(tokens) if len(found) == 3]
    for at_, (first, top) in enumerate(threes):
        for middle_at in range(at_ + 1, len(threes)):
            second, middle = threes[middle_at]
            for third, bottom in threes[middle_at + 1 :]:
                names = [*top, *middle, *bottom]
                even = second - first == third - second
                if even and third - first < _LEGEND_LINES and _are_names(names):
                    return tuple(names)
    return ()


def _are_names(names: Sequence[str]) -> bool:
    """Whether these are nine numbers, no two alike, or the first nine letters.

    Of numbers to the base of sixteen none may be left out between the least and the greatest.
    """
    if len(set(names)) != len(NODES) or len(names) != len(NODES):
        return False
    if all(name.isdecimal() for name in names) or sorted(names) in [list(n) for n in _NAMES]:
        return True
    if not all(_HEXADECIMAL.fullmatch(name) for name in names):
        return False
    values = sorted(int(name, 16) for name in names)
    return values == list(range(values[0], values[0] + len(NODES)))


def round_about(rows: Sequence[str], wheel: Wheel) -> tuple[str, ...]:
    """The numbers of the nodes 0-8 where they stand round the board; () where they do not.

    The number of a node on the rim stands above, below or beside it, away from the centre. That of
    the centre stands beside it, or is the one that is left.
    """
    centre = wheel.boxes[PUTAHI]
    taken = {cell for box in wheel.boxes for cell in box.cells}
    for upright_first in (True, False):
        labels = []
        for node in KEWAI:
            box = wheel.boxes[node]
            down = (box.row > centre.row) - (box.row < centre.row)
            right = (box.column > centre.column) - (box.column < centre.column)
            ways = [(down, 0), (0, right)] if upright_first else [(0, right), (down, 0)]
            near = [_near(rows, box, way, taken) for way in ways if way != (0, 0)]
            labels.append(next(filter(None, near), ""))
        beside = [_near(rows, centre, way, taken) for way in ((0, -1), (0, 1))]
        for last in (*beside, *_left_over(labels)):
            if last and _are_names([*labels, last]):
                return (*labels, last)
    return ()


def _near(rows: Sequence[str], box: Box, way: Cell, taken: set[Cell]) -> str:
    """The number next to a node on one side; '' if there is none."""
    down, right = way
    cells: list[Cell] = []
    if down:
        cells = [(box.row + down * far, column) for far in (1, 2)
                 for column in range(box.column - 1, box.last + 2)]  # fmt: skip
    else:
        cells = [(box.row, (box.last if right > 0 else box.column) + right * far)
                 for far in (1, 2, 3)]  # fmt: skip
    for row, column in cells:
        if (row, column) in taken:
            return ""
        if at(rows, row, column).isalnum():
            return _word(rows, (row, column), taken)
        if down == 0 and at(rows, row, column) != " ":
            return ""
    return ""


def _word(rows: Sequence[str], cell: Cell, taken: set[Cell]) -> str:
    """The letters and digits round this cell that belong to no node; '' if they are too many."""
    row, first = cell
    last = first

    def goes_on(column: int) -> bool:
        return (row, column) not in taken and at(rows, row, column).isalnum()

    while goes_on(first - 1):
        first -= 1
    while goes_on(last + 1):
        last += 1
    return typed_as(rows[row][first : last + 1]) if last - first < _LONGEST_NUMBER else ""


def _left_over(labels: Sequence[str]) -> Iterator[str]:
    """The ninth number, where eight of nine usual ones are there."""
    for names in _NAMES:
        if len(set(labels)) == len(KEWAI) and set(labels) < set(names):
            yield from set(names) - set(labels)
