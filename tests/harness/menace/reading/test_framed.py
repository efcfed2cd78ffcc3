"""Boards of usual formats in a frame round all of them."""

import random
from collections.abc import Callable
from typing import Final

import pytest

from harness.menace.form import Form
from harness.menace.reading.boards import BoardReader
from tests.harness.menace import formats
from tests.harness.menace.reading.test_formats import GAMES, LIST, state_of

FRAMES: Final = (("-", "|", "++++"), ("─", "│", "┌┐└┘"), ("═", "║", "╔╗╚╝"), ("*", "*", "****"),
                 ("#", "#", "####"), ("=", "|", "||||"), ("_", "|", "  ||"))  # fmt: skip
SHAPES: Final = ("solid", "spaced", "bars", "bars and crosses", "bars and lines", "underlined",
                 "labels", "after their numbers", "cells in brackets", "other emoji")  # fmt: skip


def framed(board: Callable[[str], str], chance: random.Random) -> Callable[[str], str]:
    """What prints the board in a frame."""
    level, side, corners = chance.choice(FRAMES)
    pad, indent = " " * chance.randrange(3), " " * chance.choice([0, 0, 3])

    def draw(squares: str) -> str:
        rows = board(squares).rstrip("\n").split("\n")
        wide = max(map(len, rows))
        lid = level * (wide + 2 * len(pad))
        lines = [corners[0] + lid + corners[1],
                 *(f"{side}{pad}{row.ljust(wide)}{pad}{side}" for row in rows),
                 corners[2] + lid + corners[3]]  # fmt: skip
        return "\n".join(indent + line for line in lines)

    return draw


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("seed", range(5))
def test_a_board_in_a_frame_is_read(shape: str, seed: int) -> None:
    chance = random.Random(f"{shape} {seed}")
    board = framed(formats.BOARDS[shape], chance)
    state = state_of(formats.Story(chance, GAMES, board, LIST, formats.MOVES[""]), Form())
    assert state.findings == ()
    assert state.games == GAMES


@pytest.mark.parametrize(
    "lines",
    [
        "+---+\n|X-O|\n|-X-|\n|O--|\n+-+",  # another floor
        "+---+\n|X-O|\n|-X-|\n+---+",  # two rows
        "+---+\n|X-O\n|-X-|\n|O--|\n+---+",  # a row without its right side
    ],
)
def test_what_is_no_frame_is_not_taken_away(lines: str) -> None:
    rows = lines.split("\n")
    assert [found for found in BoardReader(Form()).find(rows) if found.end == len(rows)] == []
