import pytest
from hypothesis import given
from hypothesis import strategies as st

from reference.mu_torere import symmetries
from reference.mu_torere.rules import (
    EDGES,
    KEWAI,
    NEIGHBOURS,
    NODES,
    PUTAHI,
    RING_NEIGHBOURS,
    START,
    Node,
    Position,
    all_placements,
    apply,
    check_placement,
    explain_illegal,
    hole,
    is_terminal,
    legal_moves,
    opponent,
    starts,
)
from reference.symmetry import Permutation
from tests.oracles import mu_torere_oracle as oracle
from tests.reference.mu_torere.positions import (
    POSITIONS,
    READING_ORDER,
    any_position,
    patient,
    state_of,
    swap_colours,
)


def test_nine_nodes_and_sixteen_edges() -> None:
    # Spec, "The game": eight round the ring, eight spokes.
    assert len(NODES) == 9
    assert len(EDGES) == 16
    assert sum(PUTAHI in edge for edge in EDGES) == 8


def test_neighbours_are_the_edges_told_by_node() -> None:
    assert {frozenset((n, m)) for n in NODES for m in NEIGHBOURS[n]} == EDGES
    assert all(set(NEIGHBOURS[n]) == {*RING_NEIGHBOURS[n], PUTAHI} for n in KEWAI)
    assert NEIGHBOURS[PUTAHI] == KEWAI


def test_630_placements_and_1260_positions() -> None:
    # Spec, "Known facts": 9 x 70 placements, twice as many positions.
    assert len(all_placements()) == len(set(all_placements())) == 630
    assert len(POSITIONS) == len(set(POSITIONS)) == 1260


def test_start_is_the_challenges_own() -> None:
    # Spec, "What a program must do", 2: w-w-w / b-o-w / b-b-b, and 4: black moves first.
    assert "".join(START.placement[node] for node in READING_ORDER) == "wwwbowbbb"
    assert START.to_move == "b"


def test_eight_starts_each_half_and_half() -> None:
    assert len(set(starts())) == 8
    assert starts()[0] == START
    for placement, to_move in starts():
        assert "bbbb" in placement[:8] * 2
        assert "wwww" in placement[:8] * 2
        assert placement[PUTAHI] == "o"
        assert to_move == "b"


def test_first_moves_are_the_ends_of_the_half() -> None:
    # Only the two ends stand beside a white stone; nodes 4 and 7 are squares 9 and 4.
    assert legal_moves(START) == (4, 7)


def test_legal_moves_agree_with_brute_force() -> None:
    for position in POSITIONS:
        expected = oracle.slides(state_of(position))
        found = {
            oracle.GRID[READING_ORDER.index(node)]: state_of(apply(position, node))
            for node in legal_moves(position)
        }
        assert found == expected, position


def test_80_positions_are_lost_at_once() -> None:
    # Spec, "Known facts".
    assert sum(map(is_terminal, POSITIONS)) == 80


@patient
@given(any_position)
def test_moves_are_ascending_and_own_stones(position: Position) -> None:
    moves = legal_moves(position)
    assert list(moves) == sorted(set(moves))
    assert all(position.placement[node] == position.to_move for node in moves)


@patient
@given(any_position, st.integers(-3, 12))
def test_apply_slides_one_stone_or_says_why_not(position: Position, node: Node) -> None:
    reason = explain_illegal(position, node)
    assert (reason is None) == (node in legal_moves(position))
    if reason is not None:
        with pytest.raises(ValueError, match=reason.split(",")[0].rstrip(".")):
            apply(position, node)
        return
    after = apply(position, node)
    check_placement(after.placement)
    assert after.to_move == opponent(position.to_move)
    assert hole(after) == node
    changed = {n for n in NODES if position.placement[n] != after.placement[n]}
    assert changed == {node, hole(position)}


@patient
@given(any_position, st.sampled_from(symmetries.SYMMETRIES))
def test_moving_commutes_with_symmetry(position: Position, permutation: Permutation) -> None:
    turned = symmetries.image(position, permutation)
    assert {permutation[node] for node in legal_moves(position)} == set(legal_moves(turned))
    for node in legal_moves(position):
        expected = symmetries.image(apply(position, node), permutation)
        assert apply(turned, permutation[node]) == expected


@patient
@given(any_position)
def test_colours_have_the_same_rules(position: Position) -> None:
    assert legal_moves(swap_colours(position)) == legal_moves(position)


@pytest.mark.parametrize(
    ("position", "node", "reason"),
    [
        (START, 9, "no such node"),
        (START, -1, "no such node"),
        (START, PUTAHI, "is empty"),
        (START, 0, "your opponent's"),
        (START, 5, "may enter the putahi only if"),
        (Position("owwwbbbbw", "b"), 5, "not beside the empty node"),
        (Position("owwwbbbbw", "b"), 7, None),
        (Position("owwwbbbbw", "w"), PUTAHI, None),
    ],
)
def test_each_way_to_be_illegal_has_its_own_reason(
    position: Position, node: Node, reason: str | None
) -> None:
    said = explain_illegal(position, node)
    if reason is None:
        assert said is None
    else:
        assert said is not None
        assert reason in said


@pytest.mark.parametrize("placement", ["", "wwwwbbbb", "wwwwbbbbb", "wwwwbbbbow", "wwwwbbbxo"])
def test_other_than_four_stones_a_side_is_refused(placement: str) -> None:
    with pytest.raises(ValueError, match="expected 4, 4 and 1 among 9"):
        check_placement(placement)
