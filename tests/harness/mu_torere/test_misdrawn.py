"""Boards that a person sees to be misdrawn: a stroke is missing, has a hole, or is one too many."""

import pytest

from harness.mu_torere.reading.boards import Boards
from harness.mu_torere.screen import Form
from tests.harness.mu_torere.guessing import guessed
from tests.harness.mu_torere.octagons import ROUND

PLAIN = "w---w---w\n| \\ | / |\nb---o---w\n| / | \\ |\nb---b---b\n"
HIGH = """\
w-----w-----w
| \\   |   / |
|   \\ | /   |
b-----o-----w
|   / | \\   |
| /   |   \\ |
b-----b-----b
"""

WIDE = """\
w  --  w  --  w
|   \\  |  /   |
b  --  o  --  w
|   /  |  \\   |
b  --  b  --  b
"""


def test_boards_to_be_broken_are_right() -> None:
    for board in (PLAIN, HIGH, WIDE, PLAIN.replace("-", "*"), PLAIN.replace("---", ". .")):
        found = guessed(board)
        assert found is not None
        assert not found.faulty, board


@pytest.mark.parametrize(
    "board",
    [
        "[w]--[w]--[w]\n |    |    |\n[b]--[ ]--[w]\n |    |    |\n[b]--[b]--[b]\n",
        "w(1)--w(2)--w(3)\n|     |     |\nb(4)--.(5)--w(6)\n|     |     |\nb(7)--b(8)--b(9)\n",
        PLAIN.replace("| \\ |", "|\\\\ |", 1),
        PLAIN.replace("| \\ |", "| \\||", 1),
        HIGH.replace("|   \\ |", "| / \\ |", 1),
        HIGH.replace("|   \\ |", "|  |\\ |", 1),
        HIGH.translate(str.maketrans("\\/", "╲╱")).replace("| ╲ ", "| ╱ ", 1),
        HIGH.translate(str.maketrans("\\/", "⟍⟋")).replace("| ⟍ ", "| ⟋ ", 1),
        WIDE.replace("  --  ", "  -   ", 1),
        WIDE.replace("  --  ", "--  --", 1),
        WIDE.replace("  --  ", " ---- ").replace(" ---- ", "  --  ", 1),
        PLAIN.replace("w---w", "w-- w", 1),
        WIDE.replace("|   \\  |  /", "|  -\\  |  /", 1),
        WIDE.replace("--", "==").replace("|   \\  |  /", "|   \\= |  /", 1),
        HIGH.replace("b-----o", "b ----o", 1),
    ],
    ids=[
        "no slants beside brackets", "no slants beside numbers", "a slant twice",
        "an upright stroke twice", "a slant too many", "an upright stroke too many",
        "a wrong slant", "a wrong long slant", "three blanks at one end", "a hole",
        "one stroke shorter", "a level stroke too many", "the same of another sign",
        "a blank before a node", "a blank behind a node",
    ],
)  # fmt: skip
def test_a_misdrawn_board_is_told(board: str) -> None:
    found = guessed(board)
    assert found is not None
    assert found.faulty, board


@pytest.mark.parametrize("dot", "*·")
def test_a_hole_in_a_dotted_stroke_is_none_of_its_blanks(dot: str) -> None:
    whole = PLAIN.replace("-", dot)
    assert guessed(whole) is not None
    assert guessed(whole.replace(dot * 3, f"{dot} {dot}", 1)) is None


@pytest.mark.parametrize("stroke", "-|")
def test_what_may_hold_anything_is_no_stroke_of_a_declared_picture(stroke: str) -> None:
    assert Form(Form().picture.replace(stroke, "%")).drawing.faults == ()
    assert Form(Form().picture.replace(stroke, "?")).drawing.faults
    assert guessed(PLAIN.replace(stroke, "?")) is None  # for no picture can declare it


def test_a_declared_board_with_dots_and_quotes_where_it_bends_is_told_what_it_lacks() -> None:
    form = Form(ROUND.replace("-------5", "       5"))
    assert "the edge 4-5 is not drawn" in form.drawing.faults


@pytest.mark.parametrize("sign", ["=", "_", "~"])
def test_a_stroke_too_many_in_a_later_board_is_seen(sign: str) -> None:
    board = PLAIN.replace("-", sign)
    found = guessed(board)
    assert found is not None
    boards = Boards(found.forms[0])
    boards.hear(board)
    assert len(boards.end_reply()) == 1
    boards.typed("1")
    moved = board.replace("b", "o", 1).replace(f"{sign}o{sign}", f"{sign}b{sign}")
    boards.hear(moved.replace("| \\ |", f"|{sign}\\ |", 1))
    assert boards.end_reply() == []
    boards.hear(moved)
    assert len(boards.end_reply()) == 1
