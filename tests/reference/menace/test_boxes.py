from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reference.menace.boxes import boxes_of, reachable
from reference.symmetry import SQUARE_GROUP, image
from reference.tic_tac_toe import EMPTY, Board, Mark, place, stones, to_move
from tests.oracles import menace_oracle as oracle

MENACE = boxes_of("X")
POSITIONS = sorted(board for board in reachable() if board in MENACE)


def by_stones(mark: Mark) -> Counter[int]:
    return Counter(stones(picture) for picture in boxes_of(mark).pictures)


def test_the_304_boxes() -> None:
    # The challenge's own count, 1 + 12 + 108 + 183; Michie's machine had as many matchboxes
    # (M. Scroggs, "Build your own MENACE", mscroggs.co.uk/blog/94).
    assert len(MENACE) == 304
    assert by_stones("X") == {0: 1, 2: 12, 4: 108, 6: 183}


@pytest.mark.parametrize("mark", ["X", "O"])
def test_pictures_are_the_classes_found_by_brute_force(mark: Mark) -> None:
    more = 0 if mark == "X" else 1  # X is ahead by a stone when O is to move
    expected = [classes for o in range(4) for classes in oracle.classes(o + more, o)]
    pictures = [oracle.from_text(picture) for picture in boxes_of(mark).pictures]
    assert len(pictures) == len(expected)
    assert {frozenset(oracle.variants(picture)) for picture in pictures} == set(expected)


def test_no_box_for_the_forced_square() -> None:
    ninth = [b for b in reachable() if stones(b) == 8]
    assert ninth
    assert not any(board in MENACE for board in ninth)


@given(st.sampled_from(POSITIONS), st.sampled_from(SQUARE_GROUP))
def test_one_box_serves_all_rotations_and_reflections(
    board: Board, symmetry: tuple[int, ...]
) -> None:
    assert MENACE.locate(image(board, symmetry)).box == MENACE.locate(board).box


def test_carry_takes_the_picture_to_the_board() -> None:
    for board in POSITIONS:
        box, carry = MENACE.locate(board)
        assert carry in SQUARE_GROUP
        assert image(MENACE.pictures[box], carry) == board
        assert all(board[carry[bead]] == EMPTY for bead in MENACE.choices(box))


def test_a_bead_means_the_same_move_on_every_variant() -> None:
    # Whatever the bead, the boards after it are variants of one another, by the oracle's own
    # symmetry.
    for board in POSITIONS:
        box, carry = MENACE.locate(board)
        picture = MENACE.pictures[box]
        for bead in MENACE.choices(box):
            moved = oracle.from_text(place(board, carry[bead], "X"))
            assert moved in oracle.variants(oracle.from_text(place(picture, bead, "X")))


def test_distinct_choices_are_one_for_each_kind_of_move() -> None:
    for box, picture in enumerate(MENACE.pictures):
        kinds = {
            frozenset(oracle.variants(oracle.from_text(place(picture, bead, "X"))))
            for bead in MENACE.choices(box)
        }
        distinct = MENACE.distinct_choices(box)
        found = {
            frozenset(oracle.variants(oracle.from_text(place(picture, bead, "X"))))
            for bead in distinct
        }
        assert found == kinds
        assert len(distinct) >= len(kinds)
    assert MENACE.distinct_choices(0) == (0, 1, 4)  # a corner, an edge, the centre


def test_positions_without_a_box_are_refused() -> None:
    for board in ("X--------", "XXXOO-O--", "XOXOXOOXO", "--"):
        with pytest.raises(ValueError, match="no box of X"):
            MENACE.locate(board)


def test_boxes_are_for_the_side_to_move() -> None:
    assert all(to_move(picture) == "O" for picture in boxes_of("O").pictures)
    assert all(to_move(picture) == "X" for picture in MENACE.pictures)
