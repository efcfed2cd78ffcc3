"""Which boards are of the game where the pictures of all boxes stand among them."""

import pytest

from harness.menace.follower import Follower
from harness.menace.form import Form
from harness.menace.reading.among_boxes import of_the_game
from harness.menace.reading.boards import BoardReader, Found
from harness.menace.screen import Screen, Shown
from harness.session import Ending
from harness.transcript import Turn
from tests.oracles.menace_player import classes, rows

PICTURES = [rows(members[0]).replace("\n", "") for members in classes()]
BEFORE, AFTER = "X--------", "XO-------"  # a board, and one that can follow in the game


def found(lines: list[str], before: str | None) -> list[str]:
    boards = list(BoardReader(Form()).find(lines))
    return [board.board for board in of_the_game(boards, lines, before)]


def in_rows(board: str) -> list[str]:
    return [board[:3], board[3:6], board[6:]]


@pytest.mark.parametrize("last", ["---------", PICTURES[-1]])
@pytest.mark.parametrize("missing", range(37, 300, 37))
def test_a_board_of_the_box_whose_picture_is_missing_is_of_the_game(
    missing: int, last: str
) -> None:
    lines = [line for line in PICTURES if line not in (PICTURES[missing], last)] + [last]
    board = rows(classes()[missing][0]).replace("\n", "")
    stone = board.index("O")
    before = board[:stone] + "-" + board[stone + 1 :]
    assert found([*lines, *in_rows(board)], before) == [board]


def test_a_board_before_the_pictures_is_of_the_game() -> None:
    assert found([*in_rows(AFTER), *PICTURES], BEFORE) == [AFTER]
    assert found(PICTURES, BEFORE) == []
    # Drawn as the pictures are, and with the box of the last of them.
    others = [picture for picture in PICTURES if picture != AFTER]
    lines = [AFTER, *reversed(others), AFTER]
    boards = list(BoardReader(Form()).find(lines))
    assert of_the_game(boards, lines, BEFORE) == boards[:1]


def test_a_key_alone_is_a_board_only_once_nothing_more_can_come() -> None:
    text = "1 2 3\n4 5 6\n7 8 9\n"
    screen = Screen(Form())
    assert not any(isinstance(event, Shown) for event in screen.outline(text, whole=False))
    assert any(isinstance(event, Shown) for event in screen.outline(text))


@pytest.mark.parametrize(("lines", "complete"), [(3, True), (60, False)])
def test_a_wrong_board_among_many_lines_may_be_the_picture_of_a_box(
    lines: int, complete: bool
) -> None:
    follower = Follower(Form(), 3)
    follower.follow(Turn("3", "New game\n" + "\n".join(in_rows(BEFORE)) + "\n", 0.0, Ending.READY))
    text = "\n".join([*in_rows(AFTER), *(f"{number} beads" for number in range(lines))])
    assert follower.satisfied(text, "RR") is complete


def test_the_picture_of_the_empty_board_may_be_the_last_whatever_the_marks() -> None:
    marks = str.maketrans("XO-", "❌⭕.")
    lines = [*PICTURES[100:], *PICTURES[1:100], PICTURES[0], *in_rows(AFTER)]
    assert PICTURES[0] == "---------"
    assert found([line.translate(marks) for line in lines], BEFORE) == [AFTER]


def test_a_row_amid_pictures_is_no_names_of_columns_and_names_above_each_are_no_rows() -> None:
    grids = ["2 X O", "0 O O", "X X O", "X X O", "0 1 2", "O X 1"]
    board = [" ".join(row) for row in in_rows(AFTER)]
    assert len(list(BoardReader(Form()).find(grids))) == 1  # its second row to its fourth
    assert found([*grids, *board], BEFORE) == [AFTER]
    assert found([*grids, *["Box 7"] * 9, "1 2 3", *board], BEFORE) == [AFTER]
    pictures = [["X O X", "O X O", "X O -"], *[grids[:3]] * 5]  # the first looks like a board
    named = [line for picture in pictures for line in ("1 2 3", *picture)]
    assert found([*named, "1 2 3", *board], BEFORE) == [AFTER]


@pytest.mark.parametrize("said", ["X to MM", "X at 5", "Board:"])
def test_three_words_above_a_board_are_no_row_of_it(said: str) -> None:
    board, after = "OXXX-OOXO", "OXXXXOOXO"
    spaced = [" ".join(row) for row in (*in_rows(board), *in_rows(after))]
    rows = [*spaced[:3], said, *spaced[3:], "Boxes:", *["2 X O"] * 999]
    amid = Found("O-O-X-OXX", 500, 503)  # rows of two grids that look like a board
    boards = [Found(board, 0, 3), Found(after, 4, 7)]
    assert of_the_game([*boards, amid], rows, board) == boards


def test_lines_between_rows_are_alike() -> None:
    # The middle row of empty squares is blank, and a rule stands below each board.
    rows = ["XXO", "   ", "OXO", "=====", "XXO", "  X", "OXO", "====="]
    boards = [board.board for board in BoardReader(Form()).find(rows)]
    assert "XXOOXOXXO" not in boards
