"""Positions made tile by tile: those that a match comes to, and no others."""

from functools import cache
from itertools import product

import pytest
from hypothesis import given

from harness.meta_tic_tac_toe.generated import questions
from harness.meta_tic_tac_toe.questions import Question
from harness.meta_tic_tac_toe.reachable import patterns, state_with
from reference.meta_tic_tac_toe.rules import State
from tests.harness.meta_tic_tac_toe.stories import story_of
from tests.reference.meta_tic_tac_toe.states import patient, retold, unfinished

LINES = ("012", "345", "678", "036", "147", "258", "048", "246")


def won(board: str) -> bool:
    return any(len({board[int(i)] for i in line} | {"-"}) == 2 and board[int(line[0])] != "-"
               and len({board[int(i)] for i in line}) == 1 for line in LINES)  # fmt: skip


@cache
def boards_by_playing() -> frozenset[str]:
    """Every board that comes about by one tile after another, of either side, until it is won."""
    found, frontier = {"-" * 9}, ["-" * 9]
    while frontier:
        board = frontier.pop()
        if won(board):
            continue
        for tile, mark in product(range(9), "XO"):
            if board[tile] == "-":
                after = board[:tile] + mark + board[tile + 1 :]
                if after not in found:
                    found.add(after)
                    frontier.append(after)
    return frozenset(found)


def test_the_patterns_are_the_boards_that_playing_comes_to() -> None:
    texts = [
        "".join("X" if p.x >> t & 1 else "O" if p.o >> t & 1 else "-" for t in range(9))
        for p in patterns()
    ]
    assert len(texts) == len(set(texts))
    assert set(texts) == boards_by_playing()


def test_patterns_begin_with_the_simplest() -> None:
    sizes = [(p.x | p.o).bit_count() for p in patterns()]
    assert sizes == sorted(sizes)


@patient
@given(unfinished())
def test_what_a_match_comes_to_is_accepted_and_told(state: State) -> None:
    assert state_with(state.to_move, state.x, state.o, state.last) == state
    assert retold(story_of(state)) == state


@patient
@given(questions())
def test_what_is_generated_is_what_a_match_comes_to(question: Question) -> None:
    assert retold(story_of(question.state)) == question.state


@pytest.mark.parametrize(
    ("to_move", "x", "o", "last"),
    [
        ("O", 0b000111111, 0, None),  # two lines at once, with no tile in common
        ("O", 0b000001111, 0, 3),  # X played on in a board that was won
        ("X", 0b000000111, 0b000001000, 3),  # O played in a board that was won
        ("O", 0b111 | 0b111 << 9 | 0b111 << 18, 0, None),  # X has won the match
        ("X", 0b1, 0b1, None),  # a tile with two owners
        ("X", 0b1, 0, 0),  # the last move is that of the side to move
    ],
)
def test_what_no_match_comes_to(to_move: str, x: int, o: int, last: int | None) -> None:
    assert state_with(to_move, x, o, last) is None  # type: ignore[arg-type]  # a parameter


def test_one_tile_that_makes_two_lines() -> None:
    x = 0b001_001_111  # the top row and the left column
    assert state_with("O", x, 0, 0) is not None
    assert state_with("O", x, 0, 1) is None
