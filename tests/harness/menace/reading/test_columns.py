"""Columns of numbers that touch."""

import random
from collections.abc import Callable

import pytest

from harness.menace.reading import box_lines
from harness.menace.reading.columns import apart
from tests.harness.menace import formats
from tests.harness.menace.formats.boxes import nine

Counts = list[int]


def in_columns(position: str, counts: Counts) -> str:
    return "".join(f"{count:3}" for count in counts)


def after_picture(position: str, counts: Counts) -> str:
    return f"{position} {in_columns(position, counts)}"


def as_grid(position: str, counts: Counts) -> str:
    cells = [str(c) if s == "-" else s for s, c in zip(position, counts, strict=True)]
    return "\n".join("".join(f"{cell:>3}" for cell in cells[at : at + 3]) for at in (0, 3, 6))


@pytest.mark.parametrize("shape", [in_columns, after_picture, as_grid])
def test_counts_of_three_digits_are_read(shape: Callable[[str, Counts], str]) -> None:
    chance = random.Random(5)
    boxes = [(position, list(nine(box))) for position, box in formats.fresh(chance, 4).items()]
    for position, counts in boxes[3::50]:
        counts[position.rindex("-")] = chance.randrange(100, 1000)
    touching = "\n".join(shape(*box) for box in boxes).split("\n")
    read = box_lines.of_lines(touching).dump
    assert read is not None
    assert sorted(map(len, read.boxes)) == sorted(sum(counts) for _, counts in boxes)


@pytest.mark.parametrize(
    "lines",
    [
        [*["1 2 3 4"] * 400, "100 3 4"],  # one blank between numbers: another label
        [*["  1  2  3"] * 400, "  1  2  3  4"],
        [*["  1  2  3"] * 400, " 1234 567"],  # its words end elsewhere
        [*["  1  2  3"] * 400, "  100  23"],
        [*["  1  2  3"] * 3, "  1100  3"],  # too few to be columns
        [*["100: 12 12"] * 400, "101: green"],  # a name that ends there too
        [*["  a  b  c"] * 400, "  adog  c"],  # a word is no number
    ],
)
def test_other_lines_are_left_alone(lines: list[str]) -> None:
    assert apart(tuple(lines)) == tuple(lines)


def test_a_line_is_cut_where_the_columns_of_the_others_end() -> None:
    lines = apart((*["  1  2  3"] * 400, " 14100 15", "a line of talk"))
    assert lines[0] == "  1   2   3"
    assert lines[400:] == (" 14 100  15", "a line of talk")
