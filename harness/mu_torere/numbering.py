"""The usual ways to number nine nodes, and the numbers that a print itself shows."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from reference.mu_torere.rules import KEWAI, NODES, PUTAHI, Node

_NAMES: Final = ("123456789", "012345678", "abcdefghi", "ABCDEFGHI")
# Where the nodes of an octagon would stand in three rows of three, from its top clockwise.
_SQUARE_PLACE: Final = (1, 2, 5, 8, 7, 6, 3, 0, 4)
_TOKEN: Final = re.compile(r"(?<!\w)\w{1,2}(?!\w)")
_LEGEND_LINES: Final = 7  # from the first of three rows of numbers to the last


def usual(order: Sequence[Node], square: bool) -> Iterator[tuple[str, ...]]:
    """Numbers for nodes in this order (that of reading), the most usual first."""
    if square:
        ways = [_in_reading_order, _keypad, _clockwise, _centre_first, _by_columns,
                _from_the_top, _anticlockwise]  # fmt: skip
    else:
        ways = [_clockwise, _centre_first, _in_reading_order, _anticlockwise,
                _anticlockwise_centre_first]  # fmt: skip
    seen = set()
    if not square:
        for names in ("789456123", "123456789", "012345678"):
            seen.add(numbers := tuple(names[_SQUARE_PLACE[node]] for node in order))
            yield numbers
    for names in _NAMES:
        for way in ways:
            if way is _keypad and not names.startswith("1"):
                continue
            places = way(order)
            numbers = tuple(names[place] for place in places)
            if numbers not in seen:
                seen.add(numbers)
                yield numbers


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


def legend(lines: Sequence[str]) -> tuple[str, ...]:
    """Nine different numbers that these lines show in three rows of three; () if none.

    They may stand in three lines, with others between, or all in one, as in `1-2-3, 4-5-6, 7-8-9`.
    """
    tokens = [_TOKEN.findall(line) for line in lines]
    for found in tokens:
        for names in _NAMES:
            if found == list(names):
                return tuple(found)
    threes = [(number, found) for number, found in enumerate(tokens) if len(found) == 3]
    for at, (first, top) in enumerate(threes):
        for middle_at in range(at + 1, len(threes)):
            second, middle = threes[middle_at]
            for third, bottom in threes[middle_at + 1 :]:
                found = [*top, *middle, *bottom]
                even = second - first == third - second
                if even and third - first < _LEGEND_LINES and len(set(found)) == len(NODES) and (
                    sorted(found) in [list(names) for names in _NAMES]
                ):  # fmt: skip
                    return tuple(found)
    return ()
