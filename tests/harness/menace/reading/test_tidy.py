"""Tables with a row for each bead, or each kind, are told from a line for each box."""

import random
from collections.abc import Callable, Sequence

import pytest

from harness.menace.reading import tidy
from harness.menace.reading.box_lines import again, of_lines
from tests.harness.menace import formats
from tests.harness.menace.formats.boxes import counts

BOXES = formats.fresh(random.Random(9), 0)  # as many beads as empty squares
Rows = Callable[[int, str, Sequence[int]], list[str]]


def table(rows: Rows, *heading: str) -> tuple[str, ...]:
    return (*heading, *(row for i, (p, b) in enumerate(BOXES.items()) for row in rows(i, p, b)))


def kinds(i: int, p: str, b: Sequence[int]) -> list[str]:
    return [f"{p},{k},{n}" for k, n in counts([*b]).items()]


EXPECTED = [f"{p}: {' '.join(f'{k}*{n}' for k, n in counts(b).items())}" for p, b in BOXES.items()]


@pytest.mark.parametrize("heading", [(), ("board,square,beads",), ("board,square,beads", "----")])
def test_the_kinds_of_a_box_are_put_on_one_line(heading: tuple[str, ...]) -> None:
    assert tidy.usual(table(kinds, *heading)) == tuple(EXPECTED)


@pytest.mark.parametrize(
    ("rows", "line"),
    [
        (lambda i, p, b: [f"{i};{p};{k}" for k in b], "1 {p}: {b}"),
        (lambda i, p, b: [f"{p}\t{k // 3}\t{k % 3}" for k in b], "{p}: {rc}"),
        (lambda i, p, b: [f"| {p} | {k} | {[*b].count(k)} |" for k in range(9)], "{p}: {c}"),
        (lambda i, p, b: [f"{p} {k} {n}" for k, n in counts([*b]).items()], "{p}: {c}"),
        (lambda i, p, b: [f"{p},{k // 3},{k % 3},{n}" for k, n in counts([*b]).items()],
         "{p}: {rcn}"),
    ],
)  # fmt: skip
def test_what_is_left_beside_the_box_is_a_bead_and_its_number(rows: Rows, line: str) -> None:
    restated = tidy.usual(table(rows))
    assert restated
    picture = [*BOXES][1]
    beads = BOXES[picture]
    counted = counts(beads).items()
    assert restated[1] == line.format(
        p=picture,
        b=" ".join(map(str, beads)),
        rc=" ".join(f"{k // 3}_{k % 3}" for k in beads),
        c=" ".join(f"{k}*{n}" for k, n in counted),
        rcn=" ".join(f"{k // 3}_{k % 3}*{n}" for k, n in counted),
    )


def test_the_same_is_found_in_the_next_boxes() -> None:
    lines = table(kinds)
    found = of_lines(lines)
    assert found.way
    assert found.way.tidy
    assert again(lines, found.way) == found.dump
    assert again(lines[1:], found.way) != found.dump


def one_a_box(i: int, p: str, b: Sequence[int]) -> list[str]:
    return [f"{p},{b[0]},{b[1]}"]


def test_a_line_for_each_box_is_none_of_its_kinds() -> None:
    """Two beads, or two of one kind: a heading may say."""
    assert tidy.usual(table(one_a_box)) is None
    assert tidy.usual(table(one_a_box, "board,first,second")) is None
    restated = tidy.usual(table(one_a_box, "board,square,count"))
    first = next(iter(BOXES.values()))
    assert restated
    assert restated[0] == f"---------: {first[0]}*{first[1]}" if first[1] else "---------: "


@pytest.mark.parametrize(
    "change",
    [
        lambda lines: lines[len(counts(BOXES["---------"])) :],  # 303 boxes
        lambda lines: (*lines, *lines),
        lambda lines: (*lines, *(f"so much for {n}" for n in range(40))),
        lambda lines: [f"{line},{n}" for n, line in enumerate(lines)],
    ],
)
def test_no_other_lines_are_taken_for_a_table(
    change: Callable[[Sequence[str]], Sequence[str]],
) -> None:
    assert tidy.usual(tuple(change(table(kinds)))) is None


@pytest.mark.parametrize(
    "rows",
    [
        ["A,B", "B,A"],  # two words
        ["A,B,1", "B,A,2"],
        ["0,1,A", "1,0,B"],
        ["7,1,2", "8,2,1"],  # no row
        ["A,1", "A,2", "B,1"],  # two numbers of one bead
    ],
)
def test_what_is_no_bead_and_no_number_is_no_table(rows: list[str]) -> None:
    assert tidy.usual(tuple(f"{p},{row}" for p in BOXES for row in rows)) is None


@pytest.mark.parametrize("heading", [(), ("board,colour",), ("Box,bead",)])
def test_a_bead_in_words_is_no_heading(heading: tuple[str, ...]) -> None:
    lines = (*heading, *(f"{p},{bead}" for p in BOXES for bead in ("red", "blue")))
    assert tidy.usual(lines) == tuple(f"{p}: red blue" for p in BOXES)


def test_what_a_box_has_none_of_is_left_out() -> None:
    lines = [f"{p},{y},{x},{(y + x) % 2}" for p in BOXES for y in range(3) for x in range(3)]
    restated = tidy.usual(tuple(lines))
    assert restated
    assert restated[0] == "---------: 0_1*1 1_0*1 1_2*1 2_1*1"


def test_a_word_before_every_box_is_no_heading() -> None:
    lines = tuple(f"box {n} square {k}: {k + 1}" for n in range(304) for k in (0, 4))
    restated = tidy.usual(lines)
    assert restated
    assert restated[0] == "box 0 square: 0:*1 4:*5"
