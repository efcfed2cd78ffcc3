from itertools import chain

import pytest

from reference.menace.boxes import reachable
from reference.menace.opponents import greedy, perfect, random, score
from reference.tic_tac_toe import (
    EMPTY_BOARD,
    Board,
    empty_squares,
    over,
    place,
    to_move,
    winner,
)
from tests.oracles import menace_oracle as oracle

OPEN = sorted(board for board in reachable() if not over(board))


def wins_at_once(board: Board, square: int, mark: str) -> bool:
    x, o = oracle.from_text(board[:square] + mark + board[square + 1 :])
    return oracle.has_line(x if mark == "X" else o)


def test_greedy_wins_if_it_can_and_blocks_if_it_must() -> None:
    for board in OPEN:
        mine = to_move(board)
        other = "O" if mine == "X" else "X"
        winning = {s for s in empty_squares(board) if wins_at_once(board, s, mine)}
        blocking = {s for s in empty_squares(board) if wins_at_once(board, s, other)}
        assert set(greedy(board)) == (winning or blocking or set(empty_squares(board))), board


def test_perfect_never_loses_as_either_side() -> None:
    # Every game in which one side plays any of its perfect squares and the other anything at all.
    for mine in ("X", "O"):
        frontier, seen = [EMPTY_BOARD], set()
        while frontier:
            board = frontier.pop()
            if board in seen:
                continue
            seen.add(board)
            assert winner(board) in (None, mine)
            if not over(board):
                squares = perfect(board) if to_move(board) == mine else empty_squares(board)
                frontier += [place(board, square, to_move(board)) for square in squares]


def test_perfect_keeps_every_square_that_is_as_good() -> None:
    assert score(EMPTY_BOARD) == 0
    assert perfect(EMPTY_BOARD) == tuple(range(9))  # every first move draws
    assert perfect("X--------") == (4,)  # only the centre answers a corner
    assert set(perfect("----X----")) == {0, 2, 6, 8}


def test_perfect_wins_at_once_and_loses_late() -> None:
    assert perfect("XX-OO----") == (2,)
    lost = "-OX-X----"  # X has two ways to win, and only one of them can wait
    assert score(lost) < 0
    assert perfect(lost) == (6,)


@pytest.mark.parametrize("policy", [random, greedy, perfect])
def test_policies_name_empty_squares_in_order(policy: object) -> None:
    assert callable(policy)
    for board in OPEN:
        squares = policy(board)
        assert squares
        assert list(squares) == sorted(set(squares))
        assert set(squares) <= set(empty_squares(board))
    assert set(chain(*map(random, OPEN))) == set(range(9))
