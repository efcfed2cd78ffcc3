"""Boards that are literals, or several, before boxes that are literals as well."""

import random

import pytest

from harness.menace.form import Form
from harness.menace.reading.apart import unlike_boxes
from harness.menace.reading.literals import spans
from tests.harness.menace import formats
from tests.harness.menace.reading.test_formats import accept, state_of
from tests.thinned import one_in

# Dictionaries, lists of lists with members of an enumeration, several lists for one board.
BOARDS = (
    "board as dict", "board as dict of names", "an enumeration", "an enumeration of words",
    "PHP, print_r", "Tcl with empty lists", "positions", "a list a row",
)  # fmt: skip
A_LITERAL_EACH = (
    "a list a line", "several lists on a line", "times in brackets", "picture, list", "TOML",
    "LaTeX with powers", "rows and columns in brackets", "C#, anonymous", "keys of masks, in lines",
    "INI", "numbered, pictures in brackets, times",
)  # fmt: skip
ONE_LITERAL = (
    "items", "default dict", "byte arrays", "by stage", "headed counters", "JSON, indented",
    "Java, blanks", "Python, deques",
)  # fmt: skip


@pytest.mark.parametrize(("board", "shape"), one_in(23, BOARDS, A_LITERAL_EACH + ONE_LITERAL))
def test_a_board_is_none_of_the_boxes(board: str, shape: str) -> None:
    chance = random.Random(3)
    printer = formats.board_printer(board, "dashes")
    assert printer
    accept(formats.Story(chance, 2, printer, formats.DUMPS[shape], formats.MOVES[""]), Form())


@pytest.mark.parametrize("shape", ["INI", "TOML", "C#, anonymous", "items"])
def test_nor_is_a_picture_of_the_empty_board_a_board(shape: str) -> None:
    chance = random.Random(3)
    solid, moves = formats.BOARDS["solid"], formats.MOVES[""]
    story = formats.Story(chance, 2, solid, formats.DUMPS[shape], moves, every_step=True)
    assert state_of(story, Form()).findings == ()


def test_what_stands_apart() -> None:
    boxes = "".join(f"{at}: [{at % 9}, {at % 7}]\n" for at in range(304))
    board = "{1: 'X', 2: 'O', 3: ' '}"
    for text in (
        f"{board}\n{boxes}",
        f"{boxes}Board: {board}\n",
        f"{boxes[:999]}\n{board};\n{boxes}",
    ):
        found = spans(text)[0]
        assert [text[s.start : s.end] for s in unlike_boxes(text, found)] == [board]
    for text in (f"Box 17: {board}\n{boxes}", f"{board} is one\n{boxes}", (board + "\n") * 304):
        assert unlike_boxes(text, spans(text)[0]) == set()
