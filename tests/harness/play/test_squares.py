"""The drawn board of noughts and crosses."""

import pytest

from harness.play.squares import draw_board, square_cells


@pytest.mark.parametrize("roomy", [False, True])
def test_marks_and_numbers_are_drawn_in_their_cells(roomy: bool) -> None:
    board = "X-O-X-O--"
    lines = draw_board(board, roomy=roomy).plain.split("\n")
    for number, (x, y) in square_cells(roomy=roomy).items():
        mark = board[number - 1]
        assert lines[y][x] == (str(number) if mark == "-" else mark)
