"""Codes that boxes are called by are told from numbers, pictures, and beads before their total."""

import random
from zlib import crc32

import pytest

from harness.menace.form import Form
from harness.menace.reading import codes
from harness.menace.reading.box_lines import of_lines
from tests.harness.menace import formats
from tests.harness.menace.formats.boxes import LETTERS, counts
from tests.harness.menace.reading.test_formats import state_of

BOXES = formats.fresh(random.Random(5), 0)  # as many beads as empty squares
MANY = formats.fresh(random.Random(5), 60)


def hashed(picture: str) -> str:
    return f"{crc32(picture.encode()):08x}"


LINES = tuple(f"{hashed(p)} {' '.join(map(str, beads))}" for p, beads in BOXES.items())


def test_boxes_are_told_in_the_order_of_their_codes() -> None:
    restated = codes.usual(LINES)
    assert restated is not None
    beads = [tuple(map(str, BOXES[picture])) for picture in sorted(BOXES, key=hashed)]
    assert restated[0] == f"0: {' '.join(beads[0])}"
    assert codes.usual(tuple(reversed(LINES))) == restated
    read = of_lines(LINES)
    assert read.dump
    assert [*read.dump.boxes] == beads
    assert read.way
    assert read.way.coded


def stage(picture: str) -> int:
    return picture.count("X") + 1


@pytest.mark.parametrize(
    "line",
    [
        "{n} {code}: {beads}", "Box {n} [{code}] {beads}", "{code} ({n}) -> {beads}",
        "box <{code}>, {beads}", '"{code}" = {beads}', "{picture} {code} {beads}",
        "{code} {picture}: {beads}", "{code} stage {stage} | {beads}", "{stage} {code}\t{beads}",
        "X={x} O={o} {beads}", "x({xs}), o({os}); {beads}", "X:{xs} O:{os} {beads}",
        "X{xs}O{os} {beads}",
    ],
)  # fmt: skip
def test_what_stands_beside_a_code_is_no_bead(line: str) -> None:
    lines = []
    for number, (picture, beads) in enumerate(BOXES.items()):
        x, o = ([at for at, mark in enumerate(picture) if mark == stone] for stone in "XO")
        lines.append(
            line.format(
                n=number, code=hashed(picture), picture=picture, stage=stage(picture), x=x, o=o,
                xs=",".join(map(str, x)), os=",".join(map(str, o)),
                beads=" ".join(map(str, beads)),
            )
        )  # fmt: skip
    restated = codes.usual(tuple(lines))
    assert restated is not None
    bodies = sorted(text.partition(": ")[2] for text in restated)
    assert bodies == sorted(" ".join(map(str, beads)) for beads in BOXES.values())


@pytest.mark.parametrize("said", [("1-0-0",), ("", "Boxes after the game:"), ("a", "b", "c")])
def test_little_may_be_said_before_or_after_them(said: tuple[str, ...]) -> None:
    assert codes.usual((*said, *LINES)) == codes.usual((*LINES, *said)) == codes.usual(LINES)


def in_a_word(beads: list[int]) -> str:
    return "".join(LETTERS[bead] for bead in beads)


def in_runs(beads: list[int]) -> str:
    return "".join(f"{LETTERS[bead]}{n}" for bead, n in counts(beads).items())


def joined(beads: list[int]) -> str:
    return "-".join(LETTERS[bead] + str(bead * 11) for bead in beads)


@pytest.mark.parametrize(
    "lines",
    [
        pytest.param([f"{in_a_word(b)} {len(b)}" for b in MANY.values()], id="words"),
        pytest.param([f"{in_runs(b)} ({len(b)} beads)" for b in MANY.values()], id="runs"),
        pytest.param([f"{joined(b)} = {len(b)}" for b in MANY.values()], id="joined"),
        pytest.param([f"#{i} {in_a_word(b)}" for i, b in enumerate(BOXES.values())], id="numbers"),
        pytest.param([f"{p} {in_a_word(b)}" for p, b in BOXES.items()], id="pictures"),
        pytest.param([f"{in_a_word(b)} {in_a_word(b)}" for b in MANY.values()], id="twice"),
        pytest.param([f"{i * 7} {in_runs(b)}" for i, b in enumerate(MANY.values())], id="far"),
        pytest.param([f"{hashed(p)} stage {stage(p)}" for p in BOXES], id="no beads"),
        pytest.param([*LINES[:-1], LINES[0]], id="one code twice"),
        pytest.param([*LINES, *LINES], id="listed twice"),
        pytest.param([*LINES, *(f"said {i}" for i in range(4))], id="much said"),
        pytest.param(LINES[1:], id="303"),
    ],
)
def test_what_has_no_codes_is_left(lines: list[str]) -> None:
    assert codes.usual(tuple(lines)) is None


def test_codes_are_known_again_when_boxes_are_printed_in_another_order() -> None:
    chance = random.Random(8)

    def dump(boxes: formats.Boxes) -> str:
        lines = [f"{hashed(p)}; {' '.join(map(str, b))}" for p, b in boxes.items()]
        chance.shuffle(lines)
        return "\n".join(lines)

    story = formats.Story(chance, 2, formats.BOARDS["solid"], dump, formats.MOVES[""])
    state = state_of(story, Form())
    assert state.findings == ()
    assert state.one_order
