"""What there is to see of the boxes, counted by brute force, and what games have shown of it."""

from harness.menace.classes import results_of
from harness.menace.coverage import Coverage, everything
from harness.menace.follower import Played
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


def played(coverage: Coverage, *draws: tuple[str, int]) -> None:
    coverage.see(Played(draws, None, (), 1))


def test_boards_that_no_game_reaches_are_told_apart() -> None:
    # X always begins in the corner 0, of four that are alike: no board without it can come.
    coverage = Coverage()
    for _ in range(3):
        played(coverage, ("-" * 9, 0))
    beyond = coverage.out_of_reach
    assert "OX-------" not in beyond  # the edges and the centre were not played yet
    assert {"O-X------", "--XO-----"} <= beyond
    assert not any(board in beyond for board in coverage.boards)
    assert f"({len(beyond)} of the others out of its reach)" in str(coverage)
    assert coverage.unseen()["boards_out_of_reach"].startswith(f"{len(beyond)}: ")
    # Once another corner was played on the same board, any may be.
    played(coverage, ("-" * 9, 2))
    assert coverage.out_of_reach == frozenset()
    assert "boards_out_of_reach" not in coverage.unseen()


def test_what_is_unseen_is_named() -> None:
    coverage = Coverage()
    assert coverage.unseen()["boards_not_seen"].startswith("2201: ---/---/---, ")
    for board in open_boards():
        played(coverage, *((board, square) for square in empty_squares(board)))
    unseen = coverage.unseen()
    assert (unseen["boards_not_seen"], unseen["squares_not_seen"]) == ("0", "0")
    drawn = sum(None in results_of(position) for position in range(304))
    assert unseen["results_not_seen"].startswith(f"{690 - drawn}: ---/---/--- lost, ")


def open_boards() -> list[str]:
    return [board for n in range(4) for board in boxes_of("X")._placements if board.count("X") == n]
