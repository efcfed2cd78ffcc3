"""The referee on how runs end, and on what it tells of a fault."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from harness.clauses import clauses_of
from harness.menace import verification
from harness.menace.form import Form
from harness.menace.referee import judge
from harness.session import Ending, Exit
from harness.transcript import Turn
from harness.verdict import HarnessError
from tests.harness.menace.support import (
    CLEAN,
    CRASHED,
    talk,
    transcript,
)
from tests.harness.menace.talks import (
    EXACT,
    GAME,
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


@pytest.mark.parametrize(
    ("turn", "said", "ending", "exit_", "clause", "verdict"),
    [
        (0, "", Ending.DEADLINE, CLEAN, "menace/time", "TLE"),
        (1, X0_O1, Ending.EXCESS, CLEAN, "menace/end", "RTE"),
        (1, X0_O1, Ending.DEADLINE, CLEAN, "menace/time", "TLE"),
        (2, X03_O14 + WON, Ending.DEADLINE, CLEAN, "menace/time", "TLE"),
        (2, X03_O14 + WON + ONE, Ending.DEADLINE, CLEAN, "menace/end", "TLE"),
        (0, "", Ending.ENDED, CLEAN, "menace/end", "WA"),
        (0, "", Ending.ENDED, CRASHED, "menace/end", "RTE"),
        (1, X0_O1, Ending.ENDED, CRASHED, "menace/end", "RTE"),
        (1, X0_O1 + X03_O1, Ending.ENDED, CLEAN, "menace/end", "WA"),
        (1, X0_O1 + X03_O1, Ending.ENDED, Exit(None, None, ""), "menace/end", "WA"),
        (1, X0_O1 + X03_O1, Ending.ENDED, CRASHED, "menace/end", "RTE"),
        (1, "", Ending.ENDED, Exit(None, 11, ""), "menace/end", "RTE"),
        (2, X03_O14 + WON, Ending.ENDED, CLEAN, "menace/dump", "WA"),
        (2, X03_O14 + WON, Ending.ENDED, CRASHED, "menace/end", "RTE"),
        (0, "y\n" * 99, Ending.ASKS, CLEAN, "menace/new_game", "WA"),
        (0, "", Ending.ASKS, CLEAN, "menace/interactive", "WA"),
        (1, "y\n" * 99, Ending.OVERFLOW, CLEAN, "menace/board", "WA"),
        (1, X0_O1 + X03_O1 + "y\n" * 9, Ending.OVERFLOW, CLEAN, "menace/board", "WA"),
    ],
)
def test_how_a_run_ended(
    turn: int, said: str, ending: Ending, exit_: Exit, clause: str, verdict: str
) -> None:
    turns = talk(*GAME[:turn], (GAME[turn][0], said), last=ending)
    found = finding(turns, Form(), exit_)
    assert (found.clause, found.verdict) == (clause, verdict)
    if ending is Ending.EXCESS:
        assert "memory" in found.seen
    elif verdict == "RTE":
        assert "signal 11" in found.seen or "status 1 and 'oops'" in found.seen


@pytest.mark.parametrize(
    ("exit_", "form", "clause", "verdict"),
    [
        (replace(CLEAN, reached=("/etc/passwd",)), Form(), "menace/files", "WA"),
        (replace(CLEAN, left_running=1), Form(), "menace/end", "WA"),
        (CRASHED, EXACT, "menace/clean_end", "WA"),
        (replace(CRASHED, stderr=""), EXACT, "menace/clean_end", "WA"),
        (replace(CLEAN, stderr="hm"), EXACT, "menace/clean_end", "WA"),
        (CRASHED, Form(), None, "AC"),
    ],
)
def test_after_the_last_game(exit_: Exit, form: Form, clause: str | None, verdict: str) -> None:
    findings = judge(transcript(talk(*GAME), form, exit_)).findings
    assert [(f.clause, f.verdict) for f in findings] == [(clause, verdict)] * bool(clause)


@pytest.mark.parametrize("said", ["Hello\n" + NEW + X0, NEW + X0 + "? ", NEW + X0 + "\n"])
def test_exact_is_nothing_else(said: str) -> None:
    turns = talk(("1", said), *GAME[1:])
    assert finding(turns, EXACT).clause == "menace/exact"
    assert judge(transcript(turns)).findings == ()


def test_exact_boxes_have_a_line_of_their_own() -> None:
    sent, said = GAME[-1]
    ends_the_line = talk(("2", GAME[0][1]), GAME[1], (sent, said + NEW + X0), last=Ending.ASKS)
    assert judge(transcript(ends_the_line, EXACT)).findings == ()
    goes_on = talk(("2", GAME[0][1]), GAME[1], (sent, said[:-1] + NEW + X0), last=Ending.ASKS)
    assert finding(goes_on, EXACT).clause == "menace/exact"
    no_end = talk(*GAME[:-1], (sent, said[:-1]))
    assert judge(transcript(no_end, EXACT)).findings == ()


def test_a_move_that_no_form_has_is_not_the_programs_fault() -> None:
    with pytest.raises(HarnessError, match="'ZZ' is no move"):
        judge(transcript(talk(*GAME[:1], ("ZZ", X0_O1))))


def test_nothing_passed() -> None:
    run = judge(transcript([]))
    assert (run.findings, run.games, run.line) == ((), (), ())


def test_a_game_without_boxes_is_an_end_too_soon_unless_it_is_the_last() -> None:
    turns = talk(("2", NEW + X0), *GAME[1:2], ("MM", X03_O14 + WON))
    assert finding(turns).clause == "menace/end"


def test_what_was_seen_and_where() -> None:
    found = finding(changed(2, X03_O14 + "XO-\nXO-\n--X\n" + NEW))
    assert found.picture == "XO-\nX--\n---"
    assert found.seen == "`New game`"
    assert found.expected == "the game to go on from XO- / XO- / --X"
    found = finding(changed(2, X03_O14 + WON + ONE + X0))
    assert found.seen == "a board: X-- / --- / ---"
    assert finding(changed(0, "O--\n---\n---\n")).picture is None
    assert finding(changed(2, X03_O14 + WON + NEW)).seen == "a new game"


def test_a_run_that_was_left_need_not_end_cleanly() -> None:
    for exit_ in (CRASHED, replace(CLEAN, left_running=1)):
        assert judge(transcript(talk(*GAME[:2], last=Ending.READY), EXACT, exit_)).findings == ()


def test_the_picture_is_the_board_with_all_its_rows() -> None:
    corner = "---\n---\nX--\n"
    found = finding(talk(("1", NEW + corner), ("LM", corner), last=Ending.ASKS))
    assert found.picture == corner.strip()


def test_the_line_is_what_was_typed_until_the_fault() -> None:
    found = finding(talk(*GAME[:1], ("LM", "X-O\n---\n---\n"), ("MM", ""), last=Ending.ASKS))
    assert (found.clause, found.line) == ("menace/human", ("1", "LM"))


def test_what_should_not_be_there_is_quoted_in_short() -> None:
    for length, whole in ((198, True), (199, False)):  # and two quotation marks
        turns = talk(("1", NEW + X0 + "y" * length), *GAME[1:])
        found = finding(turns, EXACT)
        assert found.seen == repr("y" * length)[:200] + ("" if whole else "...")


def test_seconds_of_the_start_and_of_the_slowest_move() -> None:
    turns = [turn._replace(seconds=s) for turn, s in zip(talk(*GAME), (9.0, 2.0, 1.0), strict=True)]
    run = judge(transcript(turns))
    assert (run.start_seconds, run.slowest_seconds) == (9.0, 2.0)
    run = judge(transcript([]))
    assert (run.start_seconds, run.slowest_seconds) == (0.0, 0.0)


def test_a_transcript_without_a_number_of_games() -> None:
    assert finding([Turn(None, "", 0.0, Ending.ASKS)]).clause == "menace/interactive"
    with pytest.raises(ValueError, match="many"):
        judge(transcript(talk(("many", NEW + X0))))


def test_every_clause_that_is_named_is_explained() -> None:
    named = set()
    for source in Path(verification.__file__).parent.glob("*.py"):
        named |= set(re.findall(r'"\??((?:menace|entry)/[a-z_]+)"', source.read_text()))
    assert named == clauses_of("menace").keys()
    assert all(clauses_of("menace").values())


def test_boxes_in_a_code_of_letters_are_boxes_that_cannot_be_read() -> None:
    """Most of such a code is runs of letters, which were once taken for words of talk."""
    code = "LsIDAsIDgsIDQs" * 90
    turns = talk(*GAME[:2], (GAME[2][0], X03_O14 + WON + code + "\n" + NEW + X0))
    found = finding(turns, Form())
    assert (found.clause, found.verdict) == ("menace/reading", "INCONCLUSIVE")


def test_talk_in_place_of_the_boxes_is_no_code() -> None:
    words = "the boxes are full and none are shown here " * 90
    turns = talk(*GAME[:2], (GAME[2][0], X03_O14 + WON + words + "\n" + NEW + X0))
    assert finding(turns, Form()).clause == "menace/dump"
