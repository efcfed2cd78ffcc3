"""The human of short games: other traps in each, and a mistake at the end."""

from collections.abc import Mapping

import pytest

from harness.mu_torere.game import Game, play_out
from harness.mu_torere.opponent import traps
from harness.mu_torere.referee import Judgement, judge
from harness.mu_torere.reply_graph import Step
from harness.mu_torere.screen import Form
from harness.mu_torere.trap_tour import TrapTour
from reference.mu_torere.rules import Position
from tests.harness.mu_torere.policies import asked_traps, explored, last
from tests.harness.support import Choose, FakeSession, perfect


def replies(choose: Choose) -> Mapping[Step, Position]:
    """What a program answers to every move, as an explorer has seen it."""
    exploration, _ = explored(choose)
    answers = exploration.policy.answers
    return {step: next(reversed(found)) for step, found in answers.items()}


def tour(choose: Choose, known: Mapping[Step, Position], number: int) -> Judgement:
    """One game of this human against a program."""
    game = Game(FakeSession(choose), Form(), ("fake",), 15.0)
    return judge(play_out(game, TrapTour(known, number)))


@pytest.mark.parametrize("choose", [perfect, last])
def test_many_short_games_lead_into_every_trap(choose: Choose) -> None:
    known = replies(choose)
    games = [tour(choose, known, number) for number in range(24)]
    assert not any(judgement.findings for judgement in games)
    trapped = [
        [done.asked for done in judgement.rounds if done.asked in traps()] for judgement in games
    ]
    # Those that are left come only when the human has erred in another way before.
    assert len(set().union(*trapped)) >= 0.6 * len(asked_traps(choose))
    assert min(len({*found}) for found in trapped) >= 2
    assert len({found[0] for found in trapped}) > 1
    assert all(judgement.won for judgement in games)
    assert max(len(judgement.rounds) for judgement in games) <= 40


def test_it_plays_legal_moves_where_nothing_is_known() -> None:
    judgement = tour(perfect, {}, 3)
    assert not judgement.findings
    assert len(judgement.rounds) > 3


def test_replies_that_are_not_the_known_ones_do_not_stop_it() -> None:
    judgement = tour(last, replies(perfect), 5)
    assert not judgement.findings
    assert len({done.asked for done in judgement.rounds if done.asked in traps()}) >= 2


def test_it_goes_to_another_trap_first_in_each_game() -> None:
    known = replies(perfect)
    begins = {tour(perfect, known, number).rounds[:5] for number in range(12)}
    assert len(begins) >= 4
