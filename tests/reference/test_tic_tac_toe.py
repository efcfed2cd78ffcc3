from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reference.menace.boxes import reachable, successors
from reference.symmetry import SQUARE_GROUP, canonical_form, image
from reference.tic_tac_toe import (
    EMPTY_BOARD,
    LINES,
    Board,
    drawing,
    empty_squares,
    full,
    over,
    place,
    stones,
    to_move,
    winner,
)
from tests.oracles import menace_oracle as oracle

BOARDS = st.text(alphabet="XO-", min_size=9, max_size=9)


def test_there_are_eight_lines() -> None:
    assert len(set(map(frozenset, LINES))) == len(LINES) == 8


def test_winner_agrees_with_brute_force_on_every_colouring() -> None:
    for marks in product("XO-", repeat=9):
        board = "".join(marks)
        lines = {
            mark
            for mark, squares in zip("XO", oracle.from_text(board), strict=True)
            if oracle.has_line(squares)
        }
        assert (winner(board) in lines) if lines else (winner(board) is None), board


def test_known_counts() -> None:
    # 5,478 positions in play, 765 up to symmetry, 138 of them finished: the usual figures, as in
    # OpenSpiel's tic_tac_toe.h (kNumberStates) and Schaefer, "MathRec solutions: tic-tac-toe",
    # 2002.
    boards = reachable()
    forms = {canonical_form(board, SQUARE_GROUP) for board in boards}
    assert len(boards) == 5478
    assert len(forms) == 765
    assert sum(map(over, forms)) == 138


def test_number_of_games() -> None:
    # 255,168 games, of which X wins 131,184, O wins 77,904 and 46,080 are drawn (Schaefer, 2002).
    endings: dict[str | None, int] = {"X": 0, "O": 0, None: 0}
    ways = {EMPTY_BOARD: 1}
    for _ in range(10):
        following: dict[Board, int] = {}
        for board, count in ways.items():
            if over(board):
                endings[winner(board)] += count
            for after in successors(board):
                following[after] = following.get(after, 0) + count
        ways = following
    assert endings == {"X": 131_184, "O": 77_904, None: 46_080}


@given(BOARDS, st.sampled_from(SQUARE_GROUP))
def test_symmetry_preserves_lines_and_stones(board: Board, symmetry: tuple[int, ...]) -> None:
    # A board with two winners cannot arise, and which of them is named is not for symmetry to keep.
    turned = image(board, symmetry)
    assert (winner(turned) is None) == (winner(board) is None)
    assert (stones(turned), full(turned)) == (stones(board), full(board))


@given(BOARDS)
def test_lists_and_tuples_are_read_like_strings(board: Board) -> None:
    assert winner(list(board)) == winner(tuple(board)) == winner(board)
    assert full(list(board)) == full(board)


def test_place_takes_empty_squares_only() -> None:
    board = place(EMPTY_BOARD, 2, "X")
    assert board == "--X------"
    assert to_move(board) == "O"
    assert 2 not in empty_squares(board)
    for square in (2, 9, -1):
        with pytest.raises(ValueError, match="not empty"):
            place(board, square, "O")


def test_drawing_has_the_first_three_squares_on_top() -> None:
    assert drawing("XO-------") == "XO-\n---\n---"
