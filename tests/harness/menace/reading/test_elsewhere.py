"""Boxes printed as other languages print theirs, and as tables and sentences, are read."""

import random

import pytest

from harness.menace.form import Form
from harness.menace.reading import box_lines
from harness.menace.reading.by_turns import counts_by_turns
from harness.menace.reading.notations import are_pictures
from tests.harness.menace import formats
from tests.harness.menace.formats.elsewhere import ELSEWHERE
from tests.harness.menace.reading.test_formats import state_of
from tests.thinned import one_in

FULL = 60  # beads of a box, so many that most kinds are there several times


# With as many beads as its picture has empty squares, or with many.
@pytest.mark.parametrize(("seed", "shape", "beads"), one_in(43, range(6), ELSEWHERE, [0, FULL]))
def test_boxes_are_read_with_no_option(shape: str, beads: int, seed: int) -> None:
    chance = random.Random(f"{shape} {seed}")
    story = formats.random_story(chance, ELSEWHERE[shape], beads)
    assert state_of(story, Form()).findings == ()


BESIDE = {
    "JSON, a line each": formats.Said(foot="First box: [0, 4, 4, 8]\n"),
    "squares as typed, in one word": formats.Said(below="Free: LL, LM, RR\n"),
    "bullets": formats.Said(over="History: [(17, 4), (33, 2)]\n", foot="==== end ====\n"),
}


@pytest.mark.parametrize(("shape", "seed"), one_in(2, BESIDE, [0, 1]))
def test_so_they_are_beside_what_is_said(shape: str, seed: int) -> None:
    dump = {**formats.DUMPS, **ELSEWHERE}[shape]
    moves, solid = formats.MOVES[""], formats.BOARDS["solid"]
    chance = random.Random(seed)
    said = BESIDE[shape]
    story = formats.Story(chance, 2, solid, dump, moves, said=said, beads=FULL)
    assert state_of(story, Form()).findings == ()


def test_boards_after_a_move_are_no_pictures_of_boxes() -> None:
    pictures = [*formats.pictures()]
    assert are_pictures(pictures)
    assert not are_pictures(
        [picture.replace("-", "X", 1) for picture in pictures if "X" in picture]
    )


def test_a_sign_is_named_alike_before_and_after_another_comes() -> None:
    few = "🔴🟠🟡🟢🔵"
    rows = [sign * (1 + number % 3) for number in range(61) for sign in few][:303]
    before = box_lines.of_lines([*rows, "🔴"]).dump
    after = box_lines.of_lines([*rows, "⚪"]).dump
    assert before
    assert after
    assert before.boxes[:303] == after.boxes[:303]
    assert before.boxes[303] != after.boxes[303]


@pytest.mark.parametrize(
    "boxes",
    [
        [["0", "1", "4", "5"]] * 304,  # four kinds of bead, one of each
        [["0", "0", "4", "4"]] * 304,  # two of each
        [["0", "0", "4", "4", "0", "4"]] * 304,
        [["0", "3"]] * 304,
        [["0", "0", "4", "1"]] * 303 + [["0"]],
        [["0", "2", "0", "1"]] * 304,  # a kind twice
    ],
)
def test_beads_are_not_taken_for_their_numbers(boxes: list[list[str]]) -> None:
    assert counts_by_turns(boxes) is None
