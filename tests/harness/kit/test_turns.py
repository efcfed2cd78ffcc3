"""The index, held to turning boards by hand with rows and columns."""

import pytest

from harness.kit import turns
from reference.menace.boxes import boxes_of

BOXES = boxes_of("X")


def by_hand(picture: str, way: str) -> str:
    """What a person sees who mirrors and turns a label as the index says."""
    rows = [list(picture[i : i + 3]) for i in (0, 3, 6)]
    if way.startswith("m"):
        rows = [row[::-1] for row in rows]
    for _ in range(int(way[1:] or 0) if way != "=" else 0):
        rows = [list(row) for row in zip(*rows[::-1], strict=True)]  # a quarter turn clockwise
    return "".join(mark for row in rows for mark in row)


def test_every_board_is_found_and_its_label_held_so_shows_it() -> None:
    entries = list(turns.index(BOXES))
    for entry in entries:
        assert by_hand(BOXES.pictures[entry.box], entry.way) == entry.board, entry
    assert {entry.box for entry in entries} == set(range(304))  # Michie's number
    assert len({entry.board for entry in entries}) == len(entries)


@pytest.mark.slow
def test_boards_with_a_choice_are_counted_anew() -> None:
    lines = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
    found: set[str] = set()

    def play(board: str) -> None:
        if any(board[a] == board[b] == board[c] != "-" for a, b, c in lines):
            return
        x_moves = board.count("X") == board.count("O")
        if x_moves and board.count("-") > 1:
            found.add(board)
        for square in range(9):
            if board[square] == "-":
                play(board[:square] + ("X" if x_moves else "O") + board[square + 1 :])

    play("-" * 9)
    assert {entry.board for entry in turns.index(BOXES)} == found


def test_the_index_is_in_the_order_of_a_dictionary() -> None:
    boards = [entry.board.translate(str.maketrans("XO-", "012")) for entry in turns.index(BOXES)]
    assert boards == sorted(boards, key=lambda b: (9 - b.count("2"), b))


def test_eight_ways() -> None:
    assert sorted(turns.ways().values()) == ["=", "m", "m1", "m2", "m3", "t1", "t2", "t3"]
