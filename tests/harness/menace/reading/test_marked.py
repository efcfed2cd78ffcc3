"""The boxes that a game used may be marked in their lines: such marks are no beads."""

import random

import pytest

from harness.menace.form import Form
from harness.menace.reading.marked import without_marks
from tests.harness.menace import formats
from tests.harness.menace.reading.test_formats import state_of

MARKS = ["{} *", "{} <-", "{} (used)", "{} changed", "* {}", "> {}", "!{}"]
LABELS = ["{number}: ", "{picture}: ", "Box {number}: ", "{number}. {picture} "]


def marking(marked: str, other: str, label: str, between: str) -> formats.Dump:
    """Prints a line for each box, in the one way if it changed since the last print."""
    before: dict[str, list[int]] = {}

    def dump(boxes: formats.Boxes) -> str:
        rows = []
        for number, (picture, box) in enumerate(boxes.items()):
            line = label.format(number=number, picture=picture) + between.join(map(str, box))
            changed = before.get(picture, box) != box
            rows.append((marked if changed else other).format(line))
            before[picture] = list(box)
        return "\n".join(rows)

    return dump


@pytest.mark.parametrize("label", LABELS)
@pytest.mark.parametrize(
    ("marked", "other"), [*((mark, "{}") for mark in MARKS), ("{} used: yes", "{} used: no")]
)
@pytest.mark.parametrize("between", [", ", " "])
def test_they_are_left_out(marked: str, other: str, label: str, between: str) -> None:
    dump = marking(marked, other, label, between)
    board = formats.BOARDS["solid"]
    story = formats.Story(random.Random(3), 3, board, dump, formats.MOVES[""])
    state = state_of(story, Form())
    assert state.findings == ()
    assert state.changes > 0


@pytest.mark.parametrize("mark", MARKS)
def test_only_as_many_as_a_game_uses_boxes_are_marks(mark: str) -> None:
    boxes = [f"{number}: 0 1 4" for number in range(304)]
    for many in (1, 4, 5, 304):
        rows = [mark.format(box) if at % 50 < many else box for at, box in enumerate(boxes)]
        rows = [row if at < 50 or many == 304 else boxes[at] for at, row in enumerate(rows)]
        text = "\n".join(["X * *", "* * *", "* * *", "Boxes:", *rows, "Won *"])
        expected = [*text.split("\n")[:4], *(boxes if many < 5 else rows), "Won *"]
        assert without_marks(text).split("\n") == expected


def test_different_signs_are_no_marks() -> None:
    boxes = [f"{number}: 0 1 4" for number in range(304)]
    text = "\n".join([f"{boxes[0]} *", f"{boxes[1]} !", *boxes[2:]])
    assert without_marks(text) == text
