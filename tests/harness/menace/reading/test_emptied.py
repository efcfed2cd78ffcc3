"""Boxes that a wrong program leaves empty are seen, though nothing stands where its beads stood."""

import random
from collections.abc import Sequence
from typing import Final

import pytest

from harness.menace.form import Form
from harness.menace.reading.emptied import with_emptied
from harness.menace.reading.events import Beads, Dump
from harness.menace.screen import Listing, Screen
from tests.harness.menace import formats
from tests.thinned import one_in

SHAPES: Final = (
    "picture, colon", "words in lines", "digits in lines", "grids", "angles", "counts with colons",
    "times with pictures", "numbered lists", "numbers after beads", "matchboxes", "YAML, block",
    "a sentence with and",
)  # fmt: skip


def boxes_in(screen: Screen, text: str) -> tuple[Beads, ...]:
    """The boxes that the screen reads after a game, and expects the next ones to be like."""
    *_, last = screen.outline(f"XOX\nOXX\nOXO\n{text}\n")
    if isinstance(last, Listing):
        dump = screen.boxes_of(last)
        screen.remember(last)
        assert dump
        return dump.boxes
    assert isinstance(last, Dump)
    return last.boxes


@pytest.mark.parametrize(("shape", "emptied"), one_in(16, SHAPES, [{200}, {0}, {0, 5, 100}]))
def test_boxes_that_became_empty_are_found(shape: str, emptied: set[int]) -> None:
    shown = formats.DUMPS[shape]
    boxes = {key: list(beads) for key, beads in formats.fresh(random.Random(3), 4).items()}
    keys = list(boxes)
    for at in emptied:
        boxes[keys[at]] = boxes[keys[at]][:2]
    screen = Screen(Form())
    boxes_in(screen, shown(boxes))
    for at in emptied:
        boxes[keys[at]].pop()
    before = boxes_in(screen, shown(boxes))
    for at in emptied:
        boxes[keys[at]].pop()
    boxes[keys[9]].append(boxes[keys[9]][0])
    after = boxes_in(screen, shown(boxes))
    differ = [(a, b) for a, b in zip(before, after, strict=True) if a != b]
    assert sorted(len(b) for _, b in differ) == [0] * len(emptied) + [5]
    assert all(len(a) == 1 for a, b in differ if not b)


def words(lines: list[str]) -> list[Beads] | None:
    """What stands behind each colon of four lines, where something does everywhere."""
    boxes = [tuple(line.partition(":")[2].split()) for line in lines]
    return boxes if len(boxes) == len(BEFORE) and all(boxes) else None


BEFORE: Final = ["a: 1 2", "b: 3", "c: 4", "d: 1"]


@pytest.mark.parametrize(
    ("lines", "boxes"),
    [
        (["a: 1 2", "b:", "c: 4", "d: 1"], [("1", "2"), (), ("4",), ("1",)]),
        (["a: 1 2 2", "b:", "c: 4", "d: "], [("1", "2", "2"), (), ("4",), ()]),
        (["a:", "b: 3", "c: 4", "d: 1"], None),  # it had two beads
        (["a: 1 2", "b! 5 6 7", "c: 4", "d: 1"], None),  # it has others now
        (["x"] * 30, None),
        (["1"] * (1 << 20), None),  # at once
        (["1 " * (1 << 20)], None),
        ([], None),
    ],
)
def test_only_a_box_that_lost_its_only_bead_is_empty(
    lines: list[str], boxes: list[Beads] | None
) -> None:
    assert with_emptied(lines, BEFORE, lambda rows: words(list(rows))) == boxes


def test_a_few_lines_are_no_boxes_with_all_others_emptied() -> None:
    """Such as the names of columns between boards: to read all boxes again for them takes long."""

    def read(lines: Sequence[str]) -> list[Beads]:
        raise AssertionError(f"{len(lines)} lines are read")

    before = [f"{n}: {n % 9}" for n in range(304)]
    assert with_emptied(["  L M R"], ["  L M R", *before], read) is None
    assert with_emptied(before[200:], before, read) is None
