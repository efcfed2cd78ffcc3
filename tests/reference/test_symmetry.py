import pytest
from hypothesis import given
from hypothesis import strategies as st

from reference.mu_torere import symmetries
from reference.mu_torere.rules import EDGES, all_placements
from reference.symmetry import (
    SQUARE_GROUP,
    Permutation,
    canonical_form,
    compose,
    generate,
    identity,
    image,
    inverse,
    orbit,
    square_group,
)

PERMUTATIONS = st.permutations(range(9)).map(tuple)
BOARDS = st.text("xo.", min_size=9, max_size=9)


def test_square_group_has_order_8() -> None:
    assert len(SQUARE_GROUP) == 8
    assert len(square_group(4)) == 8
    assert len(square_group(1)) == 1


def test_square_group_is_what_keeps_the_lines() -> None:
    # A square's symmetries keep rows and columns, up to exchange, and the diagonals.
    lines = {frozenset(range(i, i + 3)) for i in (0, 3, 6)} | {
        frozenset((i, i + 3, i + 6)) for i in range(3)
    }
    lines |= {frozenset((0, 4, 8)), frozenset((2, 4, 6))}
    for permutation in SQUARE_GROUP:
        assert {frozenset(permutation[cell] for cell in line) for line in lines} == lines


def test_octagon_group_has_order_16_and_keeps_the_edges() -> None:
    # The issue's own figure: the sixteen symmetries of the board.
    assert len(symmetries.SYMMETRIES) == 16
    for permutation in symmetries.SYMMETRIES:
        assert {frozenset(permutation[node] for node in edge) for edge in EDGES} == EDGES


def test_46_placements_up_to_symmetry() -> None:
    # Spec, "Known facts": 46 placements up to symmetry.
    assert len({canonical_form(p, symmetries.SYMMETRIES) for p in all_placements()}) == 46


def test_identity_comes_first() -> None:
    assert SQUARE_GROUP[0] == identity(9)


@pytest.mark.parametrize("group", [SQUARE_GROUP, symmetries.SYMMETRIES])
def test_groups_are_closed(group: tuple[Permutation, ...]) -> None:
    assert {compose(a, b) for a in group for b in group} == set(group)
    assert {inverse(a) for a in group} == set(group)


def test_image_moves_contents_to_the_named_cell() -> None:
    assert image("abc", (1, 2, 0)) == "cab"


@given(PERMUTATIONS, PERMUTATIONS, BOARDS)
def test_images_compose(first: Permutation, then: Permutation, board: str) -> None:
    assert image(image(board, first), then) == image(board, compose(first, then))


@given(PERMUTATIONS, BOARDS)
def test_inverse_undoes(permutation: Permutation, board: str) -> None:
    assert compose(permutation, inverse(permutation)) == identity(9)
    assert image(image(board, permutation), inverse(permutation)) == board


@given(BOARDS, st.sampled_from([SQUARE_GROUP, symmetries.SYMMETRIES]), st.data())
def test_canonical_form_is_constant_on_an_orbit(
    board: str, group: tuple[Permutation, ...], data: st.DataObject
) -> None:
    other = image(board, data.draw(st.sampled_from(group)))
    assert orbit(board, group) == orbit(other, group)
    assert canonical_form(board, group) == canonical_form(other, group)
    assert canonical_form(board, group) in orbit(board, group)
    assert len(group) % len(orbit(board, group)) == 0  # the orbit-stabiliser theorem


@pytest.mark.parametrize("bad", [[], [(0, 0)], [(1, 2)], [(1, 0), (0, 1, 2)]])
def test_what_generates_no_group_is_refused(bad: list[Permutation]) -> None:
    with pytest.raises(ValueError, match=r"generator|not a permutation"):
        generate(bad)


def test_image_needs_one_character_a_cell() -> None:
    with pytest.raises(ValueError, match="8 characters cannot fill 9 cells"):
        image("xxxxxxxx", identity(9))
