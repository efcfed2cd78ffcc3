"""One word in each box is a bead's name, or the letters of several beads."""

import random
from collections.abc import Sequence

import pytest

from harness.menace.reading.dumps import of_literal
from harness.menace.reading.holdings import Box, dump_of
from tests.harness.menace import formats

SQUARES = [beads[0] for beads in formats.fresh(random.Random(8), 1).values()]


def read(words: Sequence[str]) -> list[tuple[str, ...]]:
    dump = dump_of([Box(text=word) for word in words])
    assert dump
    return [*dump.boxes]


@pytest.mark.parametrize(
    "names",
    [
        [f"b{square}" for square in range(9)],
        ["a1", "a2", "a3", "a4", "a5", "b1", "b2", "b3", "b4"],
        [row + column for row in "LMR" for column in "LMR"],
        [column + row for row in "123" for column in "abc"],
        ["red", "blue", "green", "white", "black", "pink", "gold", "grey", "lime"],
    ],
)
def test_names_of_all_squares_are_beads(names: Sequence[str]) -> None:
    words = [names[square] for square in SQUARES]
    assert read(words) == [(word,) for word in words]


def test_two_letters_of_nine_are_two_beads() -> None:
    words = ["ABCDEFGHI"[square] + "ABCDEFGHI"[at % 9] for at, square in enumerate(SQUARES)]
    assert read(words) == [(word[0], word[1]) for word in words]


@pytest.mark.parametrize("number", ["--1", "-1", "---------1", "1-", "-"])
def test_dashes_before_a_digit_end_no_reading(number: str) -> None:
    text = "[" + ", ".join([f'{{"0": "{number}", "4": "2"}}'] * 304) + "]"
    assert of_literal(text) is not None


@pytest.mark.parametrize("number", ["²", "##", "one", "-", "0x1f", "9" * 5000, "1e9"])
def test_a_count_in_a_record_that_is_no_number_ends_no_reading(number: str) -> None:
    box = f'[{{"square": 4, "count": 2}}, {{"square": 0, "count": "{number}"}}]'
    assert of_literal("[" + ", ".join([box] * 304) + "]") is not None
