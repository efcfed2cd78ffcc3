"""What trials show of a program's numbers: trials written down by hand, board by board."""

from collections.abc import Sequence

import pytest

from harness.mu_torere.referee import Judgement, judge
from harness.mu_torere.rounds import Round
from harness.mu_torere.screen import Form
from harness.mu_torere.typed_numbers import Meanings, Reply, Scheme, Trial, replies
from harness.session import Ending
from harness.transcript import Transcript, Turn
from harness.verdict import Finding, Verdict
from reference.mu_torere.rules import Node, Position
from tests.harness.support import CLEAN, game, square, transcript

START = "bbbbwwwwo"
FORM = Form()  # 1 2 3 above, 4 5 6 beside and in the putahi, 7 8 9 below
NODES = dict(zip("123698745", range(9), strict=True))
BY_THREE = "bbbowwwwb"  # the human's stone on node 3, which is 6, has gone to the putahi
BY_ZERO = "obbbwwwwb"  # that on node 0, which is 1

NUMBERING, INPUT = "mu_torere/numbering", "mu_torere/input"
BOARDS, DRAWING = "mu_torere/boards", "mu_torere/drawing"


def a_round(node: Node) -> Round:
    return Round(Position(START, "b"), node, Position(BY_THREE, "w"), Position(START, "b"))


def trial(right: Sequence[str], wrong: Sequence[Reply] = (), clause: str = "") -> Trial:
    """A trial in which these numbers were answered rightly, and then one was wrongly."""
    finding = Finding(clause, Verdict.WRONG_ANSWER, 1, "seen", "expected", ())
    rounds = tuple(a_round(NODES[number]) for number in right)
    judged = Judgement(rounds, False, 0.0, (finding,) if clause else ())
    all_replies = [Reply(number, START, (BY_THREE, START)) for number in right]
    nothing = Transcript("mu_torere", (), {}, 15.0, (), CLEAN)
    return Trial(FORM, judged, nothing, [*all_replies, *wrong])


def silent(number: str) -> Reply:
    return Reply(number, START, ())


# --- one reply -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("shown", "moved"),
    [
        ([BY_THREE], 3),
        ([BY_THREE, "obbbwwwwb"], 3),  # the first board is after the human's move
        (["bbbowwwwo"], 3),  # the stone is nowhere
        (["bbb?wwwwb"], 3),  # what it has left cannot be read
        (["bbbwwwwwb"], 3),  # or is another's
        (["bbbo?wwwo"], 3),  # beside it another node cannot be read
        (["bbbo??wwo"], None),
        (["bbbbwwwww"], None),  # a stone from nowhere
        ([START], None),
        (["boobwwwwo"], None),  # two nodes are left empty
        (["wbbbbwwwo"], None),  # two stones have changed places
        (["bbobwowwb"], None),  # three changes
        (["bbowwwwob"], None),
        ([], None),
    ],
)
def test_which_stone_a_number_has_moved(shown: Sequence[str], moved: Node | None) -> None:
    assert Reply("6", START, shown).moved == moved


def test_every_number_of_a_game_has_its_boards() -> None:
    played = game("9", "5", "4")
    found = replies(played, FORM)
    assert [reply.number for reply in found] == ["9", "5", "4"]
    before = "wwwwbbbbo"
    for reply, said in zip(found, (turn.said for turn in played.turns[1:]), strict=True):
        assert reply.before == before
        assert "".join(map(square, reply.shown)) == said
        before = reply.shown[-1]
    assert [reply.moved for reply in found] == [4, 8, 7]


def test_a_silent_reply_leaves_the_board_and_one_without_input_changes_it() -> None:
    turns = [
        Turn(None, square(START), 0.0, Ending.READY),
        Turn("7", "", 0.0, Ending.ASKS),
        Turn(None, square(BY_THREE), 0.0, Ending.READY),
        Turn("6", "what?\n", 0.0, Ending.ASKS),
    ]
    found = replies(transcript(turns), FORM)
    assert [(reply.number, reply.before, [*reply.shown]) for reply in found] == [
        ("7", START, []),
        ("6", BY_THREE, []),
    ]


def test_a_board_behind_a_prompt_begins_below_it() -> None:
    """The Enter key ends the line of the prompt."""
    turns = [
        Turn(None, f"{square(START)}your move: ", 0.0, Ending.ASKS),
        Turn("6", square(BY_THREE), 0.0, Ending.READY),
    ]
    (reply,) = replies(transcript(turns), FORM)
    assert [*reply.shown] == [BY_THREE]


# --- one trial -----------------------------------------------------------------------------------


def test_what_was_judged_is_told() -> None:
    assert trial("65").rounds == 2
    assert (trial("65").clause, trial("6", clause=INPUT).clause) == ("", INPUT)
    assert trial("65").last is None
    wrong = silent("1")
    assert trial("65", [wrong]).last is wrong
    assert trial("65", [wrong, wrong]).last is None  # it was judged no further than the first


@pytest.mark.parametrize(
    ("right", "wrong", "understood"),
    [
        ("65", [], 2),
        ("", [], 0),
        ("65", [Reply("6", START, (BY_THREE,))], 3),
        ("", [Reply("6", START, (BY_THREE,))], 1),
        ("65", [Reply("1", START, (BY_THREE,))], 0),
        ("65", [silent("6")], 0),
        ("65", [silent("77")], 0),
        ("65", [Reply("77", START, (BY_ZERO,))], 0),
        ("65", [Reply("77", START, ("bobbwwwwb",))], 0),
        ("65", [silent("6"), silent("6")], 0),
    ],
)
def test_how_many_numbers_have_moved_what_they_were_to(
    right: str, wrong: Sequence[Reply], understood: int
) -> None:
    assert trial(right, wrong).understood == understood


OWN = (BY_THREE, "bbbwowwwb")  # a white stone has gone from 4 to 3
HUMANS = (BY_THREE, "bbobwwwwb")  # a black one from 2 to 3
TWO = (BY_THREE, "bobwowwwb")


@pytest.mark.parametrize(
    ("right", "shown", "own", "humans"),
    [
        ("", OWN, True, False),
        ("", HUMANS, False, True),
        ("6", HUMANS, True, False),  # its first move was its own
        ("6", OWN, True, False),
        ("", TWO, False, False),
        ("", (BY_THREE,), False, False),
        ("", (), False, False),
        ("", (BY_THREE, "bbbwwwwwb"), False, False),  # a stone more
        ("", (BY_THREE, BY_ZERO, "bbbwowwwb"), True, False),  # the first and the last count
    ],
)
def test_whose_stone_a_program_moves(
    right: str, shown: Sequence[str], own: bool, humans: bool
) -> None:
    tried = trial(right, [Reply("6", START, shown)])
    assert (tried.moves_its_own, tried.moves_the_humans) == (own, humans)


def test_without_a_wrong_answer_no_stone_is_moved_by_it() -> None:
    assert not trial("").moves_its_own
    assert not trial("").moves_the_humans
    assert trial("6").moves_its_own


@pytest.mark.parametrize(
    ("clause", "shown", "miscounts"),
    [
        (DRAWING, ("bbbowwwwo",), True),
        (DRAWING, ("bbb?wwwwb",), False),
        (DRAWING, (BY_THREE, "bbb?wwwwb"), False),
        (DRAWING, (), True),
        (BOARDS, ("bbbowwwwo",), False),
    ],
)
def test_wrong_numbers_of_stones_are_told_from_unread_ones(
    clause: str, shown: Sequence[str], miscounts: bool
) -> None:
    assert trial("", [Reply("6", START, shown)], clause).miscounts is miscounts
    assert trial("6", [], clause).miscounts is (clause == DRAWING)


# --- all trials by one reading -------------------------------------------------------------------


def learnt(*trials: Trial) -> Meanings:
    meanings = Meanings()
    for each in trials:
        meanings.learn(each)
    return meanings


def test_numbers_that_were_answered_rightly_mean_their_nodes() -> None:
    assert learnt(trial("65")).moved == {"6": 3, "5": 8}
    assert learnt(trial("65"), trial("61")).moved == {"6": 3, "5": 8, "1": 0}
    assert not learnt(trial("65")).not_meant


def test_a_number_that_moved_its_stone_is_understood_whatever_follows() -> None:
    last = Reply("6", START, (BY_THREE,))
    for clause in (NUMBERING, BOARDS):
        meanings = learnt(trial("", [last], clause))
        assert (meanings.moved, meanings.not_meant) == ({"6": 3}, set())


@pytest.mark.parametrize(
    ("right", "clause", "is_meant"),
    [
        ("", BOARDS, False),
        ("", INPUT, False),
        ("5", INPUT, False),
        ("5", NUMBERING, False),
        ("5", BOARDS, True),  # once numbers are understood, other faults say nothing of one
    ],
)
def test_a_number_that_was_not_taken_does_not_mean_its_node(
    right: str, clause: str, is_meant: bool
) -> None:
    meanings = learnt(trial(right, [silent("6")], clause))
    assert meanings.not_meant == (set() if is_meant else {("6", 3)})
    assert meanings.moved == dict.fromkeys(right, 8)


def test_a_number_that_moved_another_stone_means_that_one() -> None:
    last = Reply("6", START, (BY_ZERO,))
    assert learnt(trial("", [last], NUMBERING)).moved == {"6": 0}
    assert learnt(trial("", [last], NUMBERING)).not_meant == {("6", 3)}
    assert learnt(trial("", [last], BOARDS)).moved == {}
    assert learnt(trial("", [silent("6")], NUMBERING)).moved == {}


def test_a_number_of_no_node_says_nothing() -> None:
    for shown in (), (BY_ZERO,):
        meanings = learnt(trial("", [Reply("77", START, shown)], NUMBERING))
        assert (meanings.moved, meanings.not_meant) == ({}, set())


def test_a_trial_that_contradicts_an_earlier_one_is_not_learnt() -> None:
    contradicts = trial("1", [Reply("6", START, (BY_ZERO,))], NUMBERING)
    meanings = learnt(trial("6"), contradicts)
    assert meanings.moved == {"6": 3}
    assert learnt(contradicts, trial("65")).moved == {"1": 0, "6": 0}


def test_forms_that_agree_are_allowed() -> None:
    other = Form(numbers=tuple("012345678"))
    assert learnt().allow(FORM)
    assert learnt(trial("65")).allow(FORM)
    assert not learnt(trial("65")).allow(other)
    refused = learnt(trial("", [silent("6")], INPUT))
    assert not refused.allow(FORM)
    assert refused.allow(other)  # there 6 is another node's
    unknown = learnt()
    unknown.moved["77"] = 3
    assert unknown.allow(FORM)


# --- all trials by one picture -------------------------------------------------------------------


def moved(number: str, *nodes: Node) -> list[Reply]:
    boards = [START[:node] + "o" + START[node + 1 : 8] + "b" for node in nodes]
    return [Reply(number, START, (board,)) for board in boards]


@pytest.mark.parametrize(
    ("answers", "is_one"),
    [
        ([*moved("1", 0), *moved("2", 1), *moved("3", 2)], True),
        ([*moved("1", 0), *moved("2", 1)], False),  # by chance, perhaps
        ([*moved("1", 0), *moved("2", 1), *moved("3", 1)], False),
        ([*moved("1", 0, 3), *moved("2", 1)], False),
        ([*moved("1", 0, 3), *moved("2", 1), *moved("3", 2)], False),
        ([*moved("1", 0, 0), *moved("2", 1), *moved("3", 2)], True),
        # A program that looks for one digit takes -13 for 1 or 3.
        ([*moved("1", 0), *moved("2", 1), *moved("3", 2), *moved("-13", 0, 2)], True),
        ([*moved("-13", 0, 2), *moved("1", 0), *moved("2", 1), *moved("3", 2)], True),
        ([*moved("1", 0), *moved("2", 1), *moved("13", 2)], False),
        ([*moved("1", 0), *moved("2", 1), *moved("3", 2), silent("4")], True),
        ([], False),
    ],
)
def test_a_numbering_is_told_from_numbers_that_move_anything(
    answers: Sequence[Reply], is_one: bool
) -> None:
    scheme = Scheme()
    for answer in answers:
        scheme.learn(trial("", [answer]))
    assert scheme.is_one is is_one
    together = Scheme()
    together.learn(trial("", answers))
    assert together.is_one is is_one


def test_trials_are_judged_as_any_game() -> None:
    played = game("9", "5")
    tried = Trial(FORM, judge(played), played, replies(played, FORM))
    assert (tried.rounds, tried.understood, tried.last) == (2, 2, None)
