"""What tells boxes apart above or before their beads becomes a picture or a number."""

from collections.abc import Callable

import pytest

from harness.menace.reading import box_labels
from tests.harness.menace import formats
from tests.harness.menace.formats.boards import rows
from tests.harness.menace.formats.labelled import numbered, numbers

PICTURES = [*formats.pictures()]


@pytest.mark.parametrize(
    "text",
    [
        lambda i, p: f"Box {i} [{p}]: ",
        lambda i, p: f"{i}. {p.replace('-', '.')} -> ",
        lambda i, p: "|".join(p) + ", ",
        lambda i, p: " ".join(p.replace("-", "_")),
        lambda i, p: "/".join(map("".join, rows(p))) + " = (",
        lambda i, p: f"{numbers(p, 2)}: ",
        lambda i, p: f"{tuple(numbers(p, -1))}\t",
        lambda i, p: f"#{numbered(p, 0)} ",
        lambda i, p: f"{i} {numbered(p, 1)}: ",
        lambda i, p: f"{[*p.replace('-', ' ')]}: ",
    ],
)
def test_pictures_before_the_beads_are_labels(text: Callable[[int, str], str]) -> None:
    found = box_labels.in_texts([text(i, picture) for i, picture in enumerate(PICTURES)])
    assert [label.replace(".", "-").replace("_", "-") for label in found] in (
        PICTURES,
        [picture.translate(str.maketrans("XO", "OX")) for picture in PICTURES],
    )


@pytest.mark.parametrize(
    "above",
    [
        lambda i, p: [f"Box {i}", *map("".join, rows(p))],
        lambda i, p: ["", f"Box {i}", *("|".join(row) for row in rows(p)), ""],
        lambda i, p: [line for row in rows(p) for line in ("".join(row), "---")][:-1],
        lambda i, p: [f"[{p}]", f"{i} beads"],
        lambda i, p: [f"before: [{PICTURES[0]}]", f"[{p}]"],
    ],
)
def test_so_are_pictures_in_the_lines_above(above: Callable[[int, str], list[str]]) -> None:
    assert box_labels.labels([above(i, p) for i, p in enumerate(PICTURES)]) == PICTURES


def test_pictures_shown_elsewhere_come_first() -> None:
    above = [[f"Box {i}"] for i in range(304)]
    both = [("---------", picture) for picture in PICTURES]
    assert box_labels.labels(above, both) == PICTURES


def test_numbers_are_labels_where_all_differ() -> None:
    assert box_labels.in_texts([f"stage {i % 4}, box {i}: " for i in range(304)]) == [
        f"Box {i}" for i in range(304)
    ]
    assert box_labels.labels([[f"{i}.", "beads: "] for i in range(304)])[17] == "Box 17"
    assert box_labels.labels([["stage 4", f"{i}."] for i in range(304)])[17] == "Box 17"
    assert {*box_labels.in_texts(["box 3: "] * 304)} == {""}
    assert {*box_labels.in_texts([""] * 304)} == {""}


def test_nine_numbers_that_are_no_position_are_no_label() -> None:
    counts = [f"{[1, 0, 0, 2, 2, 1, 0, 0, i % 3]}" for i in range(304)]
    assert box_labels.coded(counts) is None
    assert box_labels.coded([*counts[1:], "[0, 1]"]) is None
