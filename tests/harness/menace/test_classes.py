"""Classes, orbits and readings against the oracle's own board."""

from collections import Counter
from functools import cache

import pytest

from harness.menace.classes import (
    BOXES,
    always_drawn,
    least_board,
    orbit_of,
    orbits,
    readings,
    use,
    value,
    worth,
)
from tests.harness.menace.support import position, text
from tests.oracles.menace_player import (
    CARRIES,
    EMPTY,
    Position,
    carries,
    class_of,
    classes,
    free,
    like,
    move,
    won,
)

PICTURES = [position(least_board(number)) for number in range(BOXES)]


def test_one_class_for_each_box() -> None:
    assert sorted(class_of()[shown] for shown in PICTURES) == list(range(len(classes())))


def test_orbits_are_the_squares_that_symmetries_make_alike() -> None:
    for number, shown in enumerate(PICTURES):
        expected = Counter(min(like(shown, square)) for square in free(shown))
        assert orbits(number) == expected
        for square in range(9):
            assert orbit_of(number, square) == min(like(shown, square))


def test_a_use_is_the_same_for_all_variants() -> None:
    for number, shown in enumerate(PICTURES):
        for square in free(shown):
            expected = (number, min(like(shown, square)))
            for carry in CARRIES:
                assert use(text(move(shown, carry)), carry[square]) == expected


@pytest.mark.parametrize("board", ["XOXOXOOX-", "XXXOO----", "X--------"])
def test_no_use_of_a_box_where_there_is_none(board: str) -> None:
    assert use(board, 8) is None


def test_readings_are_what_beads_can_mean_in_each_picture() -> None:
    for number, shown in enumerate(PICTURES):
        members = classes()[class_of()[shown]]
        expected = set()
        for member in members:
            back = carries(member, shown)[0]
            expected.add(tuple(
                min(like(shown, back[bead])) if bead in free(member) else None
                for bead in range(9)
            ))  # fmt: skip
        found = readings(number)
        assert set(found) == expected
        assert len(found) == len(set(found))


def best(board: Position) -> int:
    """1, 0, -1 for X: plain minimax, both sides named."""
    if won(board.xs) or won(board.os):
        return 1 if won(board.xs) else -1
    if not free(board):
        return 0
    if board.xs.bit_count() == board.os.bit_count():
        return max(best(Position(board.xs | 1 << s, board.os)) for s in free(board))
    return min(best(Position(board.xs, board.os | 1 << s)) for s in free(board))


def test_worth_is_what_best_play_brings() -> None:
    for number, shown in enumerate(PICTURES):
        if shown.xs.bit_count() > 1:  # the others take minimax long
            for square in orbits(number):
                after = Position(shown.xs | 1 << square, shown.os)
                assert worth(number, square) == (2 if won(after.xs) else best(after))
                assert value(text(after)) == -best(after)


def test_the_game_is_a_draw() -> None:
    assert value(text(EMPTY)) == 0
    assert worth(0, 4) == 0


@cache
def outcomes(xs: int, os: int) -> frozenset[str]:
    """The results of all games from here, X to move on equal numbers; by brute force."""
    lines = (7, 56, 448, 73, 146, 292, 273, 84)
    for mark, bits in (("X", xs), ("O", os)):
        if any(bits & line == line for line in lines):
            return frozenset({mark})
    empty = [1 << s for s in range(9) if not (xs | os) >> s & 1]
    if not empty:
        return frozenset({""})
    x_moves = xs.bit_count() == os.bit_count()
    after = [(xs | s, os) if x_moves else (xs, os | s) for s in empty]
    return frozenset().union(*(outcomes(*board) for board in after))


def test_two_positions_always_draw() -> None:
    found = {p for p in range(BOXES) if outcomes(*position(least_board(p))) == {""}}
    assert always_drawn() == found
    assert len(found) == 2
