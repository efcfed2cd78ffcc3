from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reference.mu_torere import symmetries
from reference.mu_torere.retrograde import (
    Value,
    best_moves,
    distance,
    reachable,
    value,
    value_keeping_moves,
)
from reference.mu_torere.rules import START, Position, apply, is_terminal, legal_moves, starts
from reference.symmetry import Permutation
from tests.oracles import mu_torere_oracle as oracle
from tests.reference.mu_torere.positions import (
    POSITIONS,
    any_position,
    patient,
    state_of,
    swap_colours,
)

# All counts in this module: issue 2, "Reference", which says that an independent solver in C of the
# Gamescrafters (GamesCrafters/GamesmanClassic, src/mtore.c) agrees with them.


def test_128_lost_240_won_892_drawn() -> None:
    assert Counter(map(value, POSITIONS)) == {Value.LOSS: 128, Value.WIN: 240, Value.DRAW: 892}


def test_positions_by_distance() -> None:
    expected = {0: 80, 1: 160, 2: 32, 3: 48, 4: 16, 5: 32, None: 892}
    assert Counter(map(distance, POSITIONS)) == expected


def test_1180_reachable_from_the_start() -> None:
    found = reachable(START)
    assert len(found) == 1180
    assert Counter(map(value, found)) == {Value.LOSS: 128, Value.WIN: 208, Value.DRAW: 844}


def test_start_is_drawn_whichever_half_is_black() -> None:
    assert {value(start) for start in starts()} == {Value.DRAW}


def test_agrees_with_brute_force_everywhere() -> None:
    outcomes = oracle.outcomes()
    differing = []
    for position in POSITIONS:
        outcome = outcomes[state_of(position)]
        expected = ("draw", None) if outcome is None else tuple(outcome)
        found = (value(position).name.lower(), distance(position))
        if found != expected:
            differing.append((position, found, expected))
    assert differing == []


@patient
@given(any_position)
def test_value_and_distance_follow_from_the_successors(position: Position) -> None:
    after = [apply(position, node) for node in legal_moves(position)]
    if not after:
        assert (value(position), distance(position)) == (Value.LOSS, 0)
        return
    assert value(position) == max(-value(a) for a in after)
    plies = [d for a in after if value(a) == -value(position) and (d := distance(a)) is not None]
    match value(position):
        case Value.WIN:
            assert distance(position) == 1 + min(plies)
        case Value.LOSS:
            assert distance(position) == 1 + max(plies)
        case Value.DRAW:
            assert distance(position) is None


@patient
@given(any_position, st.sampled_from(symmetries.SYMMETRIES))
def test_symmetry_preserves_value(position: Position, permutation: Permutation) -> None:
    for twin in (symmetries.image(position, permutation), swap_colours(position)):
        assert value(twin) == value(position)
        assert distance(twin) == distance(position)
    turned = symmetries.image(position, permutation)
    assert set(best_moves(turned)) == {permutation[node] for node in best_moves(position)}


@patient
@given(any_position)
def test_canonical_form_is_one_of_the_images(position: Position) -> None:
    form = symmetries.canonical_form(position)
    assert form in {symmetries.image(position, p) for p in symmetries.SYMMETRIES}
    assert symmetries.canonical_form(form) == form


@patient
@given(any_position)
def test_best_moves_keep_value_and_lose_no_time(position: Position) -> None:
    best, keeping, legal = (
        best_moves(position),
        value_keeping_moves(position),
        legal_moves(position),
    )
    assert set(best) <= set(keeping) <= set(legal)
    assert bool(best) == (not is_terminal(position))
    plies = distance(position)
    for node in legal:
        after = apply(position, node)
        assert (node in keeping) == (value(after) == -value(position))
        in_time = plies is None or distance(after) == plies - 1
        assert (node in best) == (node in keeping and in_time)


def test_no_winning_move_wastes_time() -> None:
    # Found here, not known beforehand: whoever never lets a win slip wins as fast as can be, in at
    # most 5 plies. So best and value-keeping moves are the same; nothing else in this module would
    # tell one from the other if they were mixed up.
    assert all(best_moves(position) == value_keeping_moves(position) for position in POSITIONS)


def test_a_lost_side_never_has_a_choice() -> None:
    # Found here too: so it does not matter how a loser resists.
    assert all(len(legal_moves(p)) <= 1 for p in POSITIONS if value(p) is Value.LOSS)


def test_144_drawn_positions_offer_one_mistake_each() -> None:
    # Found here too; 0 or 1 losing moves, never more.
    drawn = [p for p in POSITIONS if value(p) is Value.DRAW]
    mistakes = Counter(len(legal_moves(p)) - len(value_keeping_moves(p)) for p in drawn)
    assert mistakes == {0: 748, 1: 144}


@pytest.mark.parametrize("ask", [value, distance, best_moves, value_keeping_moves, reachable])
def test_other_than_four_stones_a_side_is_refused(ask: object) -> None:
    assert callable(ask)
    with pytest.raises(ValueError, match="four stones a side"):
        ask(Position("wwwbbbbbo", "b"))
