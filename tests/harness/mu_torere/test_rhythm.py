"""Games in which the program is in a trap in every round, and programs that err in one alone."""

import pytest

from harness.mu_torere.game import play_out
from harness.mu_torere.opponent import traps
from harness.mu_torere.referee import Judgement, judge
from harness.mu_torere.rhythm import in_every_round
from reference.mu_torere.rules import START
from tests.harness.mu_torere.policies import erratic, last, scattered
from tests.harness.mu_torere.test_long_game import errs_when, game_of, replies_of
from tests.harness.support import Choose, perfect
from tests.thinned import one_in

ROUNDS = 120
FIRST = 24  # rounds in which the ways into the circle may end


def games(choose: Choose, known: Choose) -> list[Judgement]:
    humans = in_every_round(START, replies_of(known), ROUNDS)
    return [judge(play_out(game_of(choose), human)) for human in humans]


@pytest.mark.parametrize("choose", [perfect, last, scattered])
def test_every_round_has_a_trap_in_one_game_or_another(choose: Choose) -> None:
    played = games(choose, choose)
    assert 1 < len(played) <= 3
    assert all(len(judgement.rounds) == ROUNDS for judgement in played)
    assert not any(judgement.findings for judgement in played)
    for number in range(FIRST, ROUNDS):
        assert any(judgement.rounds[number].asked in traps() for judgement in played), number


@pytest.mark.parametrize(
    ("number", "choose"), one_in(4, [40, 77, 100, 119, 120], [perfect, last, scattered])
)
def test_an_error_in_one_round_alone_is_seen(choose: Choose, number: int) -> None:
    wrong = errs_when(lambda rounds: len(rounds) == number, choose)
    found = [finding for judgement in games(wrong, choose) for finding in judgement.findings]
    assert {finding.clause for finding in found} == {"mu_torere/perfect"}
    assert {finding.turn for finding in found} == {number}


@pytest.mark.parametrize("choose", [last, erratic()])
def test_a_program_that_plays_otherwise_than_known_is_followed_or_left(choose: Choose) -> None:
    played = games(choose, perfect)
    assert played
    assert all(judgement.rounds and not judgement.findings for judgement in played)


def test_without_a_circle_nobody_plays() -> None:
    assert list(in_every_round(START, {})) == []
