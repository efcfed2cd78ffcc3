"""A number for each square, or for each empty one, is read whatever stands between and before."""

import random
from collections import Counter
from collections.abc import Sequence

import pytest

from harness.menace.reading import separators
from harness.menace.reading.box_lines import Read, of_lines
from tests.harness.menace import formats
from tests.thinned import one_in

CHANCE = random.Random(5)
ANY = formats.fresh(CHANCE, 6)
EACH = {
    picture: [square for square in squares for _ in range(len(squares) // 2)]
    for picture, squares in formats.pictures().items()
}
FEW = {
    picture: [square for square in squares for _ in range(CHANCE.randint(1, 4))]
    for picture, squares in formats.pictures().items()
}


def printed(boxes: formats.Boxes, line: str, between: str, *, nine: bool) -> Sequence[str]:
    """A line or more for each box; `line` has its number, its picture and the numbers."""
    lines = []
    for number, (picture, beads) in enumerate(boxes.items()):
        squares = range(9) if nine else formats.pictures()[picture]
        numbers = between.join(str(beads.count(square)) for square in squares)
        lines += line.format(i=number, p=picture, n=numbers, t=len(beads)).split("\n")
    return lines


def found(read: Read) -> list[list[int]]:
    """How many beads there are of each kind in each box; the boxes may be in another order."""
    assert read.dump
    return sorted(sorted(Counter(beads).values()) for beads in read.dump.boxes)


def held(boxes: formats.Boxes) -> list[list[int]]:
    return sorted(sorted(Counter(beads).values()) for beads in boxes.values())


BETWEEN = ["/", " / ", "-", ":", "->", " -> ", "+", " · ", ", ", " ", "|"]
LINES = [
    "Box {i}: {n}", "{p} {n}", "Box {i}: beads: {n}", "[{p}] -> {n}", "Box {i}\n{n}",
    "{p} ({t}): <{n}>",
]  # fmt: skip


@pytest.mark.parametrize(
    ("line", "between", "boxes", "nine"),
    one_in(41, LINES, BETWEEN, [ANY, EACH, FEW], [True, False]),
)
def test_numbers_of_squares_are_read(
    line: str, between: str, boxes: formats.Boxes, nine: bool
) -> None:
    read = of_lines(printed(boxes, line, between, nine=nine))
    assert found(read) == held(boxes)


@pytest.mark.parametrize("nine", [True, False])
def test_their_total_may_stand_behind(nine: bool) -> None:
    lines = printed(ANY, "{p} {n} = {t}", "/", nine=nine)
    assert found(of_lines(lines)) == held(ANY)
    lines = printed(ANY, "{p} {n} = {t}0", "/", nine=nine)
    assert separators.usual(tuple(lines)) is None


def test_what_all_boxes_have_before_their_numbers_is_left_out() -> None:
    lines = printed(ANY, "beads: {n}", "/", nine=True)
    restated = separators.usual(tuple(lines))
    assert restated
    assert [*restated.lines] == printed(ANY, "{n}", " ", nine=True)


def test_nine_numbers_are_of_squares_where_all_taken_ones_are_nought() -> None:
    boxes = {picture: [0, 1, 2, 3, 4, 5, 6, 7, 8] for picture in formats.pictures()}
    read = of_lines(printed(boxes, "{i} {n}", "/", nine=True))
    assert read.way is None or not read.way.separated
