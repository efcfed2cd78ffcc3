"""Openings: legal, never the end of a match, all different, and the same from the same seed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.meta_tic_tac_toe.match import Match, follow, opened, play
from harness.meta_tic_tac_toe.scoring import score
from harness.tournament.openings import MOST_PLIES, Openings
from harness.tournament.schedule import Pairing
from reference.meta_tic_tac_toe.wire import format_move, format_state
from tests.harness.tournament.support import asking, first, legal

numbers = st.integers(0, 10_000)


@given(st.integers(0, MOST_PLIES), numbers, numbers)
def test_each_move_is_legal_and_there_is_another_after_them(
    plies: int, seed: int, number: int
) -> None:
    opening = Openings(plies, seed).numbered(number)
    assert len(opening) == plies
    for ply, move in enumerate(opening):
        assert format_move(move) in legal(format_state(opened(opening[:ply])))
    assert legal(format_state(opened(opening)))


def test_what_a_seed_gives_stays_so() -> None:
    """Or a journal that goes on under another version of Python would not be one tournament."""
    stays = ["48 84 42 27", "18 83 38 87", "25 57 74 43"]
    assert [" ".join(map(format_move, Openings(4).numbered(n))) for n in range(3)] == stays
    assert len({Openings(4, seed).numbered(n) for seed in range(10) for n in range(10)}) == 100


def test_pairs_of_matches_share_theirs() -> None:
    pairs = [(0, 1), (1, 2), (1, 0), (0, 1), (2, 1), (1, 0)]
    pairings = [Pairing(number, *pair) for number, pair in enumerate(pairs, 1)]
    openings = Openings(6)
    first, second = openings.numbered(0), openings.numbered(1)
    found = [openings.of(pairing, pairings) for pairing in pairings]
    assert found == [first, first, first, second, first, second]


@pytest.mark.parametrize("plies", [-1, MOST_PLIES + 1])
def test_no_opening_is_as_long_as_a_match_can_be(plies: int) -> None:
    with pytest.raises(ValueError, match=f"0 to {MOST_PLIES} moves, not {plies}"):
        Openings(plies)


def test_a_match_goes_on_from_its_opening() -> None:
    opening = Openings(5).numbered(3)
    match = play("a", "b", asking(first), asking(first), opening=opening)
    assert match.calls[0].mark == "O"
    assert match.calls[0].arguments == format_state(opened(opening))
    assert next(follow(match)).state == match.start
    assert score(match).open_tiles == 81 - 5 - len(match.calls)
    with pytest.raises(ValueError, match="was called with"):
        score(Match("a", "b", match.calls))
    with pytest.raises(ValueError, match="taken"):
        score(Match("a", "b", match.calls, opening=(40, 40)))
