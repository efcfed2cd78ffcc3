"""The referee, by transcripts made by hand: each clause."""

import pytest

from harness.menace.form import Form
from harness.menace.referee import judge
from harness.verdict import Verdict
from tests.harness.menace.support import (
    SQUARES_FORM,
    talk,
    transcript,
)
from tests.harness.menace.talks import (
    EMPTY,
    EXACT,
    GAME,
    LOST,
    NEW,
    ONE,
    WON,
    X0,
    X0_O1,
    X03_O1,
    X03_O14,
    changed,
    finding,
)


@pytest.mark.parametrize("form", [Form(), SQUARES_FORM, EXACT])
def test_a_right_game(form: Form) -> None:
    run = judge(transcript(talk(*GAME), form))
    assert run.findings == ()
    (game,) = run.games
    assert game.draws == (("---------", 0), ("XO-------", 3), ("XO-XO----", 6))
    assert (game.won_by, game.turn, len(game.boxes)) == ("X", 3, 304)
    assert game.boxes[0] == ("0", "1")
    assert run.line == ("1", "LM", "MM")


def test_a_lost_game_and_another() -> None:
    x, xo, xxo, xxoo, xxxoo, end = LOST
    turns = talk(
        ("2", NEW + x),
        ("LL", xo + xxo),
        ("ML", xxoo + xxxoo),
        ("RL", end + ONE + NEW + X0),
        ("LM", X0_O1 + X03_O1),
        ("MM", X03_O14 + WON + ONE),
    )
    run = judge(transcript(turns, EXACT))
    assert run.findings == ()
    assert [game.won_by for game in run.games] == ["O", "X"]
    assert [game.turn for game in run.games] == [4, 6]


@pytest.mark.parametrize(
    "said",
    [NEW + EMPTY + X0, NEW + X0 + "Your move? ", f"Welcome\n{ONE}{NEW}{ONE}{X0}{ONE}"],
    ids=["empty board", "prompt", "boxes more often"],
)
def test_more_than_needed_is_no_fault(said: str) -> None:
    turns = talk(("1", said), *GAME[1:])
    assert judge(transcript(turns, Form())).findings == ()
    assert [f.clause for f in judge(transcript(turns, EXACT)).findings] != []


def test_of_boxes_printed_twice_after_a_game_the_last_are_those_after_learning() -> None:
    other = ONE.replace("[0, 1]", "[2, 3]")
    for end, bead in (("", "0"), (other, "2"), (other + ONE, "0")):
        run = judge(transcript(talk(*GAME[:2], ("MM", X03_O14 + WON + ONE + end))))
        assert run.findings == ()
        assert run.games[0].boxes[0][0] == bead


WRONG = {
    "O moves first": (0, NEW + "O--\n---\n---\n", "menace/first"),
    "two stones at once": (0, NEW + "XX-\n---\n---\n", "menace/draw"),
    "no stone": (0, NEW + EMPTY + EMPTY.replace("---\n---", "-X-\n-X-"), "menace/draw"),
    "board not cleared": (0, NEW + "XXO\n---\n---\n", "menace/kept"),
    "no new game": (0, X0, "menace/new_game"),
    "a second new game": (0, NEW + NEW + X0, "menace/over"),
    "given up after the human's move": (1, X0_O1 + ONE + NEW, "menace/over"),
    "O moves for itself": (1, "XO-\n---\n---\nXO-\nX--\n---\n".replace("O", "-"), "menace/human"),
    "O moves elsewhere": (1, "X-O\n---\n---\n" + X03_O1, "menace/human"),
    "the human's move unseen": (1, X03_O1, "menace/board"),
    "the human's move ignored": (1, X0, "menace/human"),
    "a new game in the middle": (1, NEW + X0, "menace/board"),
    "no answer": (1, X0_O1, "menace/interactive"),
    "nothing": (1, "", "menace/interactive"),
    "a taken square": (1, X0_O1 + "XX-\n---\n---\n", "menace/draw"),
    "a stone too many": (1, X0_O1 + "XO-\nXX-\n---\n", "menace/draw"),
    "cleared in the middle": (1, EMPTY + X03_O1, "menace/human"),
    "a stone removed": (1, X0_O1 + "X--\nX--\n---\n", "menace/draw"),
    "a move for the human": (1, X0_O1 + X03_O1 + X03_O14, "menace/human"),
    "another game's board": (1, X0_O1 + X03_O1 + X0, "menace/interactive"),
    "over too soon": (1, X0_O1 + X03_O1 + NEW, "menace/over"),
    "a win not noticed": (2, X03_O14 + WON + WON.replace("O-", "OO", 1), "menace/over"),
    "asks for a move in a finished game": (2, X03_O14 + WON, "menace/over"),
    "no boxes but a new game": (2, X03_O14 + WON + NEW, "menace/dump"),
    "303 boxes": (2, X03_O14 + WON + ONE.replace("[0, 1], ", "", 1), "menace/boxes"),
    "305 boxes": (2, X03_O14 + WON + ONE.replace("[0, 1]", "[0, 1], [0, 1]", 1), "menace/boxes"),
    "an empty box": (2, X03_O14 + WON + ONE.replace("[0, 1]", "[]", 1), "menace/boxes"),
    "one game more": (2, X03_O14 + WON + ONE + NEW + X0, "menace/end"),
    "one board more": (2, X03_O14 + WON + ONE + X0, "menace/end"),
    "waits after the last game": (2, X03_O14 + WON + ONE, "menace/end"),
}  # fmt: skip


@pytest.mark.parametrize("form", [Form(), EXACT], ids=["lenient", "exact"])
@pytest.mark.parametrize("what", WRONG)
def test_each_clause(what: str, form: Form) -> None:
    turn, said, clause = WRONG[what]
    found = finding(changed(turn, said), form)
    assert found.clause == clause, found
    assert found.verdict is Verdict.WRONG_ANSWER
    assert found.turn == turn + 1
    assert found.line == tuple(sent for sent, _ in GAME[: turn + 1])


def test_a_board_may_be_shown_again_unless_the_form_is_exact() -> None:
    again = [
        ("1", NEW + X0),
        ("LM", X0 + X0_O1 + X03_O1 + X03_O1),
        ("MM", X03_O14 + WON + WON + ONE),
    ]
    assert judge(transcript(talk(*again))).findings == ()
    found = finding(changed(1, X0_O1 + X03_O1 + X03_O1), EXACT)
    assert (found.clause, found.seen) == ("menace/board", "once more XO- / X-- / ---")
    next_game = [("2", NEW + X0), *GAME[1:2], ("MM", X03_O14 + WON + ONE + NEW + WON + X0)]
    assert finding(talk(*next_game)).clause == "menace/kept"


def test_a_box_empty_after_the_first_game_was_not_refilled() -> None:
    turns = talk(
        ("2", NEW + X0),
        *GAME[1:2],
        ("MM", X03_O14 + WON + ONE + NEW + X0),
        *GAME[1:2],
        ("MM", X03_O14 + WON + ONE.replace("[0, 1]", "[]", 1)),
    )
    assert finding(turns).clause == "menace/refill"


def test_a_lost_game_must_be_seen_lost() -> None:
    x, xo, xxo, xxoo, xxxoo, end = LOST
    before = [("1", NEW + x), ("LL", xo + xxo), ("ML", xxoo + xxxoo)]
    for said, clause in (
        (end, "menace/over"),
        (end + "OXX\nOXX\nO--\n" + ONE, "menace/over"),
        (EMPTY + ONE, "menace/board"),
        (ONE, "menace/interactive"),
        ("OXX\nOX-\n-O-\n" + ONE, "menace/human"),
    ):
        assert finding(changed(3, said, [*before, ("RL", "")])).clause == clause, said
