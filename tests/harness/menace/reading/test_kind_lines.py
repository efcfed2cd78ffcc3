"""Boxes with a line for each kind of bead are put on one line each."""

import random
from collections import Counter
from collections.abc import Sequence

import pytest

from harness.menace.reading import kind_lines
from harness.menace.reading.box_lines import again, of_lines
from tests.harness.menace import formats
from tests.harness.menace.formats.boards import rows
from tests.harness.menace.formats.phrases import WORDS
from tests.thinned import one_in

CHANCE = random.Random(4)
SOME = formats.fresh(CHANCE, 5)
MORE = {picture: [*beads, *beads[:1]] for picture, beads in SOME.items()}
ONE = formats.fresh(CHANCE, 1)


def printed(boxes: formats.Boxes, label: str, form: str, below: str = "") -> list[str]:
    lines = []
    for number, (picture, beads) in enumerate(boxes.items()):
        a, b, c = map("".join, rows(picture))
        lines += label.format(i=number, p=picture, n=len(beads), a=a, b=b, c=c).split("\n")
        held = sorted(Counter(beads).items())
        lines += [form.format(s=square, w=WORDS[square], n=n) for square, n in held]
        lines += [below] * (below != "")
    return lines


def on_one_line(boxes: formats.Boxes, label: str, form: str) -> list[str]:
    lines = []
    for number, (picture, beads) in enumerate(boxes.items()):
        held = sorted(Counter(beads).items())
        some = ", ".join(form.format(s=square, w=WORDS[square], n=n).strip() for square, n in held)
        lines.append(label.format(i=number, p=picture) + some)
    return lines


def held(found: Sequence[Sequence[str]]) -> list[list[int]]:
    return sorted(sorted(Counter(beads).values()) for beads in found)


FORMS = ["{s}: {n}", "  {w} {n}", "  - {n} x {w}", "| {w} | {n} |", "\tbead {s}: {n}", "{w} ({n})"]


@pytest.mark.parametrize(
    ("form", "labels", "below"),
    one_in(
        5,
        FORMS,
        [("Box {i}", "Box {i}: "), ("{p}:", "{p}: "), ("{i}. [{p}] ({n} beads)", "{p}: "),
         ("{a}\n{b}\n{c}", "{p}: "), ("Box {i}\n{a}\n---\n{b}\n---\n{c}\n", "{p}: ")],
        ["", "----"],
    ),
)  # fmt: skip
def test_each_box_is_put_on_one_line_behind_its_label(
    form: str, labels: tuple[str, str], below: str
) -> None:
    above, before = labels
    lines = printed(SOME, above, form, below)
    restated = [[*found.lines] for found in kind_lines.usual(tuple(lines))]
    assert on_one_line(SOME, before, form) in restated
    found = of_lines(lines)
    assert found.way
    assert found.way.joined
    assert found.dump
    assert held(found.dump.boxes) == held([[*map(str, beads)] for beads in SOME.values()])
    now = printed(MORE, above, form, below)
    dump = again(now, found.way)
    assert dump
    assert held(dump.boxes) == held([[*map(str, beads)] for beads in MORE.values()])


def test_a_word_before_the_numbers_of_all_boxes_is_no_bead() -> None:
    lines = printed(SOME, "Box {i}", "{w} {n}")
    assert [*kind_lines.usual(tuple(lines))[0].lines] == on_one_line(SOME, "Box {i}: ", "{w} {n}")


@pytest.mark.parametrize("form", ["{w}: {bar}", "  {s} | {bar}", "\t{w} {bar}"])
def test_bars_are_as_long_as_there_are_beads(form: str) -> None:
    lines = [
        line
        for picture, beads in SOME.items()
        for line in [
            *("|".join(row) for row in rows(picture)),
            *(
                form.format(s=s, w=WORDS[s], bar="#" * beads.count(s))
                for s in sorted({*beads, 0, 1, 2})  # some of them with no bead
            ),
        ]
    ]
    found = of_lines(lines)
    assert found.way
    assert found.way.joined
    assert found.way.joined.bar == "#"
    restated = kind_lines.in_form(tuple(lines), found.way.joined)
    assert restated
    assert [line[:9] for line in restated.lines] == [*SOME]
    assert found.dump
    assert held(found.dump.boxes) == held([[*map(str, beads)] for beads in SOME.values()])


@pytest.mark.parametrize("label", ["{p}\n  Total: {n}", "Box: {i}\nSize: {n}"])
def test_a_line_in_each_box_may_be_its_total(label: str) -> None:
    lines = printed(ONE, label, "  {w}")
    assert kind_lines.usual(tuple(lines)) == []


def test_beads_may_have_fewer_lines_than_what_is_told_of_boxes() -> None:
    label = "-- {p}\nSize: {n}\nIn all: {n}\nBeads: {n}\nStage: 4\n\nKinds"
    lines = printed(formats.fresh(CHANCE, 2), label, "  - {w} ({n})")
    found = of_lines(lines)
    assert found.way
    assert found.way.joined
    assert found.way.joined.around[-1] == ")"


def test_long_lines_and_single_beads_are_left() -> None:
    assert kind_lines.usual(tuple(printed(SOME, "Box {i}:", "  - bead {w}"))) == []
    long = "  {n} of the beads that are in here are {w} ones"
    assert kind_lines.usual(tuple(printed(SOME, "Box {i}:", long))) == []


def test_a_box_more_or_less_is_left() -> None:
    lines = printed(SOME, "Box {i}:", "  {s}: {n}")
    first = lines.index("Box 1:")
    assert kind_lines.usual(tuple(lines))
    assert kind_lines.usual((*lines[first:],)) == []
    assert kind_lines.usual((*lines, *lines[:first])) == []
