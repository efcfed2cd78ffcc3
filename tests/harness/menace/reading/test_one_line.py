"""Boxes on one line become a line each, where a sign or a tag stands between any two of them."""

import pytest

from harness.menace.reading import markup, one_line
from harness.menace.reading.notations import paired
from tests.harness.menace import formats

BOXES = [[at % 9, at % 7, at % 5] for at in range(304)]
PICTURES = formats.pictures()
SIGNS = ["##", "~", "•", "|", "--", "/"]


def joined(sign: str, labels: list[str]) -> str:
    return sign.join(
        label + " ".join(map(str, box)) for label, box in zip(labels, BOXES, strict=True)
    )


NUMBERED = [f"{number}: " for number in range(1, 305)]
PICTURED = [f"{picture} " for picture in PICTURES]
LABELS = pytest.mark.parametrize("labels", [NUMBERED, PICTURED, [""] * 304])


@LABELS
@pytest.mark.parametrize("sign", [*(f" {sign} " for sign in SIGNS), "! ", ".. "])
@pytest.mark.parametrize("last", [False, True])
def test_a_sign_parts_them(labels: list[str], sign: str, last: bool) -> None:
    line = joined(sign, labels) + sign.rstrip() * last
    rows = one_line.in_lines(f"X..\n...\n...\n{line}\nGame over").split("\n")
    assert rows[:3] == ["X..", "...", "..."]
    assert rows[-1] == "Game over"
    boxes = [row.split() for row in rows[3:-1] if row.strip()]
    assert [*map(" ".join, boxes)] == joined("\n", labels).split("\n")


@LABELS
def test_a_sign_between_beads_parts_none_though_it_stands_there_as_often(labels: list[str]) -> None:
    boxes = [f"{label}{at % 9} + {at % 7}" for at, label in enumerate(labels)]
    boxes[5] = boxes[5].replace(" + ", " ")
    line = "; ".join(boxes)
    assert line.count("+") == 303
    rows = one_line.in_lines(line).split("\n")
    assert [*map(str.strip, rows)] == (boxes if labels[0] else [line])


@pytest.mark.parametrize("sign", ["; ", "   ", "\t", " | "])
def test_what_stands_in_brackets_before_each_is_a_label(sign: str) -> None:
    boxes = [f"({len(box)}) {' '.join(map(str, box))}" for box in BOXES]
    rows = one_line.in_lines(sign.join(boxes)).split("\n")
    assert [*map(str.strip, rows)] == boxes


@pytest.mark.parametrize("many", [302, 305])
def test_another_number_of_signs_parts_nothing(many: int) -> None:
    line = joined(" ## ", NUMBERED)
    line = line.replace(" ##", "", 1) if many < 303 else line + " ##" * (many - 303)
    assert line.count("##") == many
    assert one_line.in_lines(line) == line


@pytest.mark.parametrize("name", ["li", "tr", "P", "div"])
def test_an_element_of_a_markup_language_is_a_line(name: str) -> None:
    boxes = [f"<{name}><b>{label}</b> <i>4</i><i>4</i></{name}>" for label in NUMBERED]
    text = f"<div class='all'><h1>Boxes</h1>{''.join(boxes)}</div>"
    rows = markup.in_lines(text).split("\n")
    assert rows == ["<div class='all'><h1>Boxes</h1>", *boxes, "</div>"]
    assert markup.in_lines("\n".join(boxes)) == "\n".join(boxes)


def test_what_no_reader_knows_to_part_is_no_box_of_one_bead() -> None:
    assert paired(joined(" %1 ", PICTURED)) == []
    assert paired(joined(" %% ", PICTURED)) == []
    assert len(paired(" ".join(f"{picture} 4" for picture in PICTURES))) == 304
