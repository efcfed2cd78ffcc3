"""When a reply is complete: the live side of the referee, fed with every part of a reply."""

import random
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.fault import Fault
from harness.menace import opponent
from harness.menace.follower import Follower
from harness.menace.form import Form
from harness.menace.referee import judge
from harness.session import Ending
from harness.transcript import Transcript, Turn
from tests.harness.menace.programs import Coloured, Lettered, Lined
from tests.harness.menace.support import transcript_of
from tests.oracles.menace_player import Player

EXACT = Form(beads="squares", exact=True)
KINDS = (Player, Lettered, Coloured, Lined)


@cache
def recorded(number: int) -> Transcript:
    """Three games of the program with this number."""
    return transcript_of(KINDS[number](3), 3, opponent.at_random(random.Random(3)))


@settings(max_examples=200)
@given(st.sampled_from(KINDS), st.booleans(), st.data())
def test_satisfied_by_a_whole_reply_and_by_no_part_of_it(
    kind: type[Player], exact: bool, data: st.DataObject
) -> None:
    game = recorded(KINDS.index(kind))
    follower = Follower(EXACT if exact and kind is Player else Form.from_values(game.form), 3)
    number = data.draw(st.integers(0, len(game.turns) - 1))
    for turn in game.turns[:number]:
        assert not isinstance(follower.follow(turn), Fault)
    turn = game.turns[number]
    last = number == len(game.turns) - 1  # then only the end of the run completes it
    may_be_ruled = number == 0 and not follower.form.exact  # until a reply was whole
    assert follower.satisfied(turn.said, turn.sent) == (not last) or may_be_ruled
    newline = 1 if follower.form.exact else 2  # a board is whole without its last newline
    cut = data.draw(st.integers(0, len(turn.said) - newline))
    assert not follower.satisfied(turn.said[:cut], turn.sent)
    assert not follower.satisfied(turn.said[: len(turn.said) - newline], turn.sent)


@pytest.mark.parametrize("kind", KINDS)
def test_a_whole_run_is_read_to_its_last_words(kind: type[Player]) -> None:
    run = judge(recorded(KINDS.index(kind)))
    assert run.findings == ()
    assert len(run.games) == 3


NEW, X0, X0_O1 = "New game\n", "X--\n---\n---\n", "XO-\n---\n---\n"


def test_satisfied_by_what_is_wrong_whatever_follows() -> None:
    follower = Follower(Form(), 1)
    follower.follow(Turn("1", NEW + X0, 0.0, Ending.READY))
    assert follower.satisfied("X-O\n---\n---\n", "LM")
    assert follower.satisfied(X0_O1 + "XX-\n---\n---\n", "LM")
    assert not follower.satisfied("", "LM")
    assert not follower.satisfied(X0_O1, "LM")


def test_a_first_row_of_empty_squares_may_be_a_rule_until_a_reply_was_whole() -> None:
    ruled, plain = "---\nX--\n---\n---\n---\n", "---\nX--\n---\n"
    assert not Follower(Form(), 1).satisfied(NEW + plain, "1")  # or the rule and two rows
    assert Follower(Form(), 1).satisfied(NEW + ruled, "1")
    for first in (ruled, plain):
        follower = Follower(Form(), 1)
        follower.follow(Turn("1", NEW + first, 0.0, Ending.ASKS))
        human = first.replace("X--", "X-O")
        assert follower.satisfied(human + human.replace("X-O", "XXO"), "MR")


def test_asking_changes_nothing() -> None:
    follower = Follower(Form(), 1)
    before = follower.state
    assert follower.satisfied(NEW + X0, "1")
    assert follower.state is before
    assert follower.inputs == 0


def test_the_same_board_again_is_no_move_of_its_own() -> None:
    """A move to a square that is taken by an X leaves the board as it is."""
    follower = Follower(Form(), 1)
    follower.follow(Turn("1", NEW + X0, 0.0, Ending.READY))
    assert not follower.satisfied(X0_O1 + X0_O1, "LM")  # it may yet move
    found = follower.follow(Turn("LM", X0_O1 + X0_O1, 0.0, Ending.ASKS))
    assert isinstance(found, Fault)
    assert found.clause == "menace/draw"
    assert found.seen == "XO- / --- / ---, and it waits for input"
