"""What there is to see of the boxes, counted by brute force, and what games have shown of it."""

from harness.menace.coverage import Coverage, everything
from harness.menace.referee import Played
from reference.menace.boxes import boxes_of
from reference.tic_tac_toe import empty_squares, place
from tests.oracles.menace_oracle import open_positions


def test_everything_is_every_board_result_and_square() -> None:
    boards, results, squares = everything()
    assert boards == sum(len(list(open_positions(n, n))) for n in range(4))
    assert (boards, results, squares) == (2_201, 690, 1_087)


def test_a_game_shows_its_boards_results_and_squares() -> None:
    draws = (("-" * 9, 0), ("XO-------", 3), ("XOOX-----", 6))
    coverage = Coverage()
    missing = coverage.missing
    coverage.see(Played(draws, "X", (), 4))
    coverage.see(Played(draws, "X", (), 4))
    assert (len(coverage.boards), len(coverage.results), len(coverage.squares)) == (3, 3, 3)
    assert coverage.missing == missing - 9
    assert not coverage.whole
    assert str(coverage).startswith("3 of 2201 boards")


def test_all_games_show_everything() -> None:
    coverage = Coverage()
    for board in boxes_of("X")._placements:
        for square in empty_squares(board):
            place(board, square, "X")
            for result in ("X", "O", None):
                coverage.see(Played(((board, square),), result, (), 1))
    assert len(coverage.boards) == everything()[0]
    assert len(coverage.squares) == everything()[2]
