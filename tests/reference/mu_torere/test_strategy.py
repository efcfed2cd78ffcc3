from fractions import Fraction

import pytest
from hypothesis import given

from reference.mu_torere.retrograde import Value, best_moves, distance, value
from reference.mu_torere.rules import START, Position, apply, is_terminal, legal_moves
from reference.mu_torere.strategy import ROUNDS_AHEAD, chance_of_mistake, choose_reply
from tests.reference.mu_torere.games import won_lines
from tests.reference.mu_torere.positions import POSITIONS, any_position, patient


@patient
@given(any_position)
def test_replies_are_best_moves(position: Position) -> None:
    if is_terminal(position):
        with pytest.raises(ValueError, match="game is over"):
            choose_reply(position)
    else:
        assert choose_reply(position) in best_moves(position)


def test_no_human_line_loses_value_or_lasts_for_ever_once_won() -> None:
    # Every position that a human can bring about, not a sample.
    queue = [START]
    seen = {START}
    for before in queue:
        for node in legal_moves(before):
            asked = apply(before, node)
            assert value(asked) is not Value.LOSS, asked
            after = apply(asked, choose_reply(asked))
            assert value(after) == -value(asked), asked
            if (plies := distance(asked)) is not None:
                assert distance(after) == plies - 1, asked
            if after not in seen:
                seen.add(after)
                queue.append(after)


def test_a_human_at_random_will_sooner_or_later_err() -> None:
    assert won_lines()
    assert chance_of_mistake(START, ROUNDS_AHEAD) > 0


def test_chance_of_mistake_counts_moves() -> None:
    drawn = [p for p in POSITIONS if value(p) is Value.DRAW]
    for position in drawn:
        losing = [n for n in legal_moves(position) if value(apply(position, n)) is Value.WIN]
        at_once = Fraction(len(losing), len(legal_moves(position)))
        assert at_once == chance_of_mistake(position, 1), position
        assert at_once <= chance_of_mistake(position, ROUNDS_AHEAD) < 1, position
