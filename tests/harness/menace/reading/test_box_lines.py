"""Boxes are read again in the way that found them before, and then hold the same."""

import random
from dataclasses import replace
from typing import Final

import pytest

from harness.menace.form import Form
from harness.menace.reading import box_lines
from harness.menace.reading.kinds import can_be_boxes
from harness.menace.reading.listings import Listing
from harness.menace.screen import Screen
from tests.harness.menace import formats
from tests.harness.menace.formats.boxes import Boxes, grid
from tests.harness.menace.reading.test_formats import state_of

QUICK: Final = (
    "picture, colon",
    "grids in frames",
    "a line for each square",
    "YAML of maps",
    "INI",
    "two boxes a line",
    "a sign before each",
)
ONE_SIGN_EACH: Final = ("base 36", "nine digits")  # of a count


def learned(chance: random.Random, boxes: Boxes, more: int) -> Boxes:
    """The boxes with so many beads more in three of them."""
    grown = dict(boxes)
    for position in chance.sample(sorted(boxes), 3):
        grown[position] = [*boxes[position], *[position.index("-")] * more]
    return grown


@pytest.mark.parametrize(
    "shape",
    [pytest.param(s, marks=[] if s in QUICK else [pytest.mark.slow]) for s in formats.DUMPS],
)
def test_boxes_are_read_again_as_they_would_be_alone(shape: str) -> None:
    chance = random.Random(shape)
    boxes = learned(chance, formats.fresh(chance, 4), 1)
    dump = formats.DUMPS[shape]
    way = box_lines.of_lines(dump(boxes).split("\n")).way
    if way is None:
        assert shape not in QUICK
        return  # a literal, or each of its listings is read in every way
    found = []
    for more in (1, 3) if shape in ONE_SIGN_EACH else (1, 3, 120):
        boxes = learned(chance, boxes, more)
        lines = dump(boxes).split("\n")
        found.append(box_lines.again(lines, way))
        assert found[-1] in (box_lines.of_lines(lines).dump, None)
    assert any(found) or shape not in QUICK


def test_a_program_may_print_its_boxes_otherwise_after_some_games() -> None:
    printed = 0

    def dump(boxes: Boxes) -> str:
        nonlocal printed
        printed += 1
        return formats.DUMPS["grids" if printed < 4 else "grids in frames"](boxes)

    story = formats.Story(random.Random(3), 6, formats.BOARDS["solid"], dump, formats.MOVES[""])
    state = state_of(story, Form())
    assert state.findings == ()
    assert state.games == 6


def test_boxes_that_one_game_cannot_have_changed_so_are_read_in_every_way(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    chance = random.Random(4)
    boxes = formats.fresh(chance, 4)
    listings = [Listing(formats.DUMPS["picture, colon"](learned(chance, boxes, n)).split("\n"))
                for n in (1, 1, 2)]  # fmt: skip
    screen = Screen(Form())
    screen.remember(listings[0])
    screen.remember(listings[1])
    right = listings[2].read()
    ways = []

    def read(way: box_lines.Way | None = None) -> box_lines.Read:
        """Misread by the way that is remembered."""
        ways.append(way)
        if way is None or right.dump is None:
            return right
        return right._replace(dump=replace(right.dump, boxes=tuple(reversed(right.dump.boxes))))

    monkeypatch.setattr(listings[2], "read", read)
    assert screen.boxes_of(listings[2]) == right.dump
    assert ways == [right.way, None]


@pytest.mark.parametrize(("number", "first"), [(303, 1), (305, 0), (309, 1)])
def test_numbered_boxes_that_are_not_304_are_counted(number: int, first: int) -> None:
    boxes = [*formats.fresh(random.Random(5), 4).items()] * 2
    lines = [
        line
        for i, (picture, box) in enumerate(boxes[:number], first)
        for line in (f"Box #{i}", *grid(picture, box).split("\n"))
    ]
    dump = box_lines.of_lines(lines).dump
    assert dump is not None
    assert (len(dump.boxes), dump.sure) == (number, True)


def test_other_numbers_of_boxes_are_no_count() -> None:
    lines = [line for i in range(1, 600, 2) for line in (f"Box #{i}", "ᚠ ᚢ ᚦ", "ᚨ ᚱ ᚲ")]
    dump = box_lines.of_lines(lines).dump
    assert dump is None or not dump.sure


def test_boxes_are_found_in_the_same_way_once_nothing_more_is_said() -> None:
    boxes = formats.fresh(random.Random(4), 4)
    lines = formats.DUMPS["emoji"](boxes).split("\n")
    read = box_lines.of_lines([*lines, "-" * 21, "", "--- "])
    again = read.way and box_lines.again(lines, read.way)
    assert read.dump
    assert again
    assert again.boxes == read.dump.boxes == tuple(map(tuple, lines))
    assert box_lines.of_lines(lines).way != read.way


def test_numbers_of_boxes_are_no_beads() -> None:
    for first in (0, 1):
        numbers = [str(number) for number in range(first, first + 304)]
        assert not can_be_boxes(numbers)
        assert can_be_boxes([*numbers[:-2], "5", "5"])
