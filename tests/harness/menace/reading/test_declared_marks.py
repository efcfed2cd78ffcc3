"""Boards in every shape are read by the marks that are declared for them."""

import random

import pytest

from harness.menace.form import Form
from tests.harness.menace import formats
from tests.harness.menace.reading.test_formats import state_of

MARKS = (
    "1 2 0", "1 -1 0", "X 0 -", "1 0 .", "1 0 -1", "2 1 0", "# @ .", "x o _", "+ - 0", "0 1 2",
    "True False None", "M H E",
)  # fmt: skip
SHAPES = [
    shape
    for shape in formats.BOARDS
    if formats.board_printer(shape, "blanks") and shape != "three signs in a frame"  # no marks fit
]
DUMPS = ("objects", "JavaScript", "sentences with a label", "tuples")


def printed(shape: str, marks: tuple[str, ...], board: str) -> str:
    return formats.BOARDS[shape]([marks["XO-".index(square)] for square in board])


@pytest.mark.parametrize(
    ("shape", "marks"),
    [
        pytest.param(shape, marks, marks=[] if (i - j) % len(MARKS) == 0 else [pytest.mark.slow])
        for i, shape in enumerate(SHAPES)
        for j, marks in enumerate(MARKS)
    ],
)
def test_declared_marks_are_read(shape: str, marks: str) -> None:
    chance = random.Random(f"{shape} {marks}")
    x, o, empty = marks.split()
    dump = formats.DUMPS[chance.choice(DUMPS)]
    said = formats.random_said(chance)
    story = formats.Story(
        chance,
        2,
        lambda board: printed(shape, (x, o, empty), board),
        dump,
        formats.MOVES[""],
        said=said,
    )
    assert not state_of(story, Form(marks=(x, o, empty))).findings
