"""Grids of numbers are read as boxes, whatever signs they are drawn with; other grids are not."""

import random
from collections.abc import Sequence

import pytest

from harness.menace.reading import grids
from harness.menace.reading.box_lines import again, of_lines
from tests.harness.menace import formats
from tests.harness.menace.formats.boards import rows
from tests.thinned import one_in

CHANCE = random.Random(3)
FEW = {
    picture: [square for square in squares for _ in range(CHANCE.randint(1, 4))]
    for picture, squares in formats.pictures().items()
}
SOME = formats.fresh(CHANCE, 6)
LEARNED = {picture: [*beads, beads[-1]] for picture, beads in SOME.items()}


def vector(picture: str, beads: Sequence[int]) -> str:
    """The picture and nine numbers, as grids are restated."""
    return f"{picture}: {' '.join(str(beads.count(square)) for square in range(9))}"


def drawn(
    picture: str, beads: Sequence[int], form: str, *, taken: str = "", rule: str = ""
) -> list[str]:
    """The rows of a grid; `taken` stands in squares with stones, else these show their stones."""
    shown = [
        (taken or mark) if mark != "-" else str(beads.count(square))
        for square, mark in enumerate(picture)
    ]
    lines = [form.format(*shown[at : at + 3]) for at in (0, 3, 6)]
    return [line for row in lines for line in (row, rule) if line]


@pytest.mark.parametrize(
    ("form", "taken", "rule", "boxes", "label"),
    one_in(
        7,
        [
            "{}|{}|{}", "| {} | {} | {} |", "{} {} {}", "[{}, {}, {}]", "  {:>3}│{:>3}│{:>3}",
            "{}/{}/{}", "( {} : {} : {} )", "{}\t{}\t{}",
        ],
        ["", "0", "."],
        ["", "-----", "---+---+---"],
        [FEW, SOME],
        [["Box {i} [{p}] ({n} beads)"], ["", "{p}:"], ["{p}"], ["{a}", "{b}", "{c}", ""]],
    ),
)  # fmt: skip
def test_numbers_in_squares_are_restated_behind_the_picture_of_their_box(
    form: str, taken: str, rule: str, boxes: formats.Boxes, label: Sequence[str]
) -> None:
    lines = [
        line
        for i, (p, beads) in enumerate(boxes.items())
        for line in [
            *("".join(part).format(
                i=i, p=p, n=len(beads), **dict(zip("abc", map("".join, rows(p)), strict=True))
            ) for part in label),
            *drawn(p, beads, form, taken=taken, rule=rule),
        ]
    ]  # fmt: skip
    restated = grids.usual(tuple(lines))
    assert restated
    assert [*restated.lines] == [vector(p, beads) for p, beads in boxes.items()]


@pytest.mark.parametrize("form", ["{}|{}|{}", "{} {} {}", "{},{},{}"])
def test_without_a_picture_the_numbers_of_boxes_are_kept(form: str) -> None:
    lines = [
        line
        for i, (p, beads) in enumerate(FEW.items())
        for line in (f"{i}. {len(beads)} beads", *drawn(p, beads, form, taken="0"))
    ]
    restated = grids.usual(tuple(lines))
    assert restated
    assert restated.lines[17] == vector("Box 17", [*FEW.values()][17])
    bare = grids.usual(tuple(line for line in lines if "beads" not in line))
    assert bare
    assert bare.lines[17] == vector("", [*FEW.values()][17]).removeprefix(": ")


def test_blank_squares_hold_no_beads() -> None:
    lines = [line for p, b in SOME.items() for line in ("", *drawn(p, b, "{}|{}|{}", taken=" "))]
    restated = grids.usual(tuple(lines))
    assert restated
    numbers = [line.rpartition(": ")[2] for line in restated.lines]
    assert numbers == [vector(p, beads).rpartition(": ")[2] for p, beads in SOME.items()]


@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize("form", ["{}|{}|{}", "{} {} {}"])
def test_pictures_with_numbered_squares_are_none(form: str, first: int) -> None:
    lines = []
    for p, beads in FEW.items():
        shown = [str(at) if mark == "-" else mark for at, mark in enumerate(p, first)]
        lines += [form.format(*shown[at : at + 3]) for at in (0, 3, 6)]
        lines.append(" ".join("ABCDEFGHI"[bead] for bead in beads))
    assert grids.usual(tuple(lines)) is None


def test_a_score_in_the_form_of_a_row_is_none() -> None:
    lines = [line for p, b in FEW.items() for line in (p, *drawn(p, b, "{} - {} - {}"))]
    headed = ("3 - 1 - 2", "Boxes:", *lines, "Score", "3 - 1 - 2")
    assert grids.usual(headed) == grids.usual(tuple(lines))


def test_grids_of_other_sizes_or_numbers_are_none() -> None:
    lines = [line for p, b in FEW.items() for line in (p, *drawn(p, b, "{} {} {}"))]
    assert grids.usual(tuple(lines))
    assert grids.usual(tuple(lines[4:])) is None
    assert grids.usual((*lines, *lines[:4])) is None
    assert grids.usual(tuple(line for line in lines if line != lines[3])) is None
    full = [line for p in FEW for line in (p, "1 2 3", "4 5 6", "7 8 1")]  # no square is taken
    assert grids.usual(tuple(full)) is None


def test_the_next_boxes_are_found_in_the_same_way() -> None:
    first, now = (
        [line for p, b in boxes.items() for line in (p, *drawn(p, b, "{} - {} - {}"))]
        for boxes in (SOME, LEARNED)
    )
    found = of_lines(first)
    assert found.way
    assert found.way.gridded == "-"
    assert again(now, found.way) == of_lines(now).dump
    assert again(now[4:], found.way) is None
