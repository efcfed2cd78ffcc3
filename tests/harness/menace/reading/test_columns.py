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


@pytest.mark.parametrize("digits", [3, 4])
@pytest.mark.parametrize("shape", [in_columns, after_picture, as_grid])
def test_counts_as_wide_as_their_columns_are_read(
    shape: Callable[[str, Counts], str], digits: int
) -> None:
    chance = random.Random(5)
    boxes = [(position, list(nine(box))) for position, box in formats.fresh(chance, 4).items()]
    for position, counts in boxes[3::50]:
        counts[position.rindex("-")] = chance.randrange(10 ** (digits - 1), 10**digits)
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


@pytest.mark.parametrize(
    ("line", "cut"),
    [
        ("  41000  6", "  4 1000   6"),
        ("1231000  6", "123 1000   6"),
        ("1000  5  6", "1000  5  6"),  # no columns touch
        ("1000100  6", "1000 100   6"),
        ("1231123  6", "1231123  6"),  # 123 and 1123, or 1231 and 123
    ],
)
def test_a_line_with_a_wider_number_is_cut_where_it_can_be(line: str, cut: str) -> None:
    assert apart((*["  1  2  3"] * 400, line))[-1] == cut


def test_a_line_is_cut_where_the_columns_of_the_others_end() -> None:
    lines = apart((*["  1  2  3"] * 400, " 14100 15", "a line of talk"))
    assert lines[0] == "  1   2   3"
    assert lines[400:] == (" 14 100  15", "a line of talk")
