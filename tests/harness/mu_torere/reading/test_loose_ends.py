"""A stroke beside a board that leads away from a node spoils it; other signs there do not."""

import pytest

from harness.mu_torere.reading.boards import Boards
from harness.mu_torere.screen import Form
from tests.harness.mu_torere.guessing import guessed

TIGHT = "w-w-w\n|\\|/|\nb-o-w\n|/|\\|\nb-b-b\n"
WIDE = "w---w---w\n| \\ | / |\nb---o---w\n| / | \\ |\nb---b---b\n"


def in_the_middle(board: str) -> list[str]:
    """The rows of a board with two blank columns before it, and a blank row above and below."""
    return ["", *("  " + row for row in board.splitlines()), ""]


def shown_with(board: str, sign: str, row: int, column: int) -> list[str]:
    """The boards that are seen on a screen with this sign so far from the board's top left."""
    found = guessed("\n".join(in_the_middle(board)))
    assert found is not None
    rows = in_the_middle(board)
    text = rows[row + 1].ljust(column + 3)
    rows[row + 1] = text[: column + 2] + sign + text[column + 3 :]
    boards = Boards(found.forms[0])
    boards.hear("\n".join(rows) + "\n")
    return boards.end_reply()


@pytest.mark.parametrize("board", [TIGHT, WIDE])
def test_each_stroke_that_goes_on_from_a_node_is_seen(board: str) -> None:
    last = len(board.split("\n")[0]) - 1
    ends = [("|", -1, 0), ("\\", -1, -1), ("/", -1, 1), ("|", 5, last), ("/", 5, last - 1),
            ("\\", 5, last + 1), ("/", 1, -1), ("\\", 1, last + 1), ("\\", 3, -1),
            ("/", 3, last + 1), ("-", 0, -1), ("-", 2, last + 1)]  # fmt: skip
    assert [end for end in ends if shown_with(board, *end)] == []


@pytest.mark.parametrize(
    ("sign", "row", "column"),
    [("/", -1, -1), ("\\", 5, -1), ("-", -1, 0), ("-", 5, 2), ("|", 0, -1), ("|", 2, 5),
     ("|", 1, -1), ("b", -1, 0), ("\\", 1, -2), ("|", 5, -2), ("/", 2, 5)],
)  # fmt: skip
def test_other_signs_round_a_board_are_none_of_it(sign: str, row: int, column: int) -> None:
    assert len(shown_with(TIGHT, sign, row, column)) == 1


@pytest.mark.parametrize("line", ["w/b: 5/4", "|\\ /| Mu Torere", "1/2 | 3"])
def test_a_line_below_that_says_something_is_left(line: str) -> None:
    boards = Boards(Form())
    boards.hear(f"{TIGHT}{line}\n")
    assert len(boards.end_reply()) == 1


def test_a_frame_of_slanted_strokes_is_none_of_the_board() -> None:
    framed = "".join(f"|{row}|\n" for row in TIGHT.splitlines())
    boards = Boards(Form())
    boards.hear(f"/-----\\\n{framed}\\-----/\n")
    assert len(boards.end_reply()) == 1


@pytest.mark.parametrize("end", [" \a\r", "\r\x1b[K", "\b \b"])
def test_a_spinner_below_a_board_is_none_of_it(end: str) -> None:
    boards = Boards(Form())
    boards.hear(TIGHT)
    for stroke in "|/-\\|/-\\":
        boards.hear(stroke + "\b")
    boards.hear(f"{end}{TIGHT.replace('b-o', 'o-b')}")
    assert len(boards.end_reply()) == 2


def test_a_stroke_below_a_board_that_stays_is_seen() -> None:
    boards = Boards(Form())
    boards.hear(f"{TIGHT}\x1b[1m|\x1b[0m\n")
    assert boards.end_reply() == []


def test_what_is_wrong_is_told() -> None:
    boards = Boards(Form())
    boards.hear(f"{TIGHT}|/|\\|\n")
    assert boards.misprint() == (r"'|' beside a board leads away from a node, in the line '|/|\\|'")
