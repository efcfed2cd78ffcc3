"""The referee of one call: every clause, and which decides when several are broken."""

import pytest

from harness.clauses import clauses_of
from harness.meta_tic_tac_toe.bot import Answer
from harness.meta_tic_tac_toe.call import transcript_of
from harness.meta_tic_tac_toe.form import Form
from harness.meta_tic_tac_toe.match import fault_of
from harness.meta_tic_tac_toe.questions import Question, question_of, suite
from harness.meta_tic_tac_toe.referee import Judgement, Lateness, find_fault, judge, own_seconds
from harness.session import Ending, Exit
from harness.verdict import Verdict
from reference.meta_tic_tac_toe.rules import START
from tests.harness.meta_tic_tac_toe.support import legal

EMPTY = "-" * 9
# X has won board 0, board 1 is full and nobody's, O is to move.
BOARDS = ("XXX------", "XOXXOOOXX", "O--------", *[EMPTY] * 6, "X--------")
DUE_2 = question_of(("O", *BOARDS, "12"))
FREE_WON = question_of(("O", "XX-------"[:2] + "X------", *BOARDS[1:], "00"))
FREE_FULL = question_of(("X", *BOARDS[:1], "XOXXOOOXX", "OO-------", *BOARDS[3:], "21"))


def judged(question: Question, answer: Answer | str, form: Form | None = None) -> Judgement:
    given = Answer(answer, 0.02) if isinstance(answer, str) else answer
    return judge(transcript_of(form or Form(), ("fake",), question, given, "none"))


def told(question: Question, answer: Answer | str, form: Form | None = None) -> tuple[str, str]:
    finding = judged(question, answer, form).finding
    assert finding is not None
    assert finding.clause in clauses_of("meta_tic_tac_toe")
    assert finding.line == question.arguments
    return finding.clause.removeprefix("meta_tic_tac_toe/"), finding.verdict.value


@pytest.mark.slow
def test_every_legal_answer_is_right_and_no_other_is() -> None:
    for question in suite():
        right = legal(question.arguments)
        for board in range(9):
            for tile in range(9):
                fault = find_fault(Form(), question.state, Answer(f"{board}{tile}\n", 0.02))
                assert (fault is None) == (f"{board}{tile}" in right)


@pytest.mark.parametrize("said", ["22", "22\n", " 22 ", "\n\n22\r\n", "\t22"])
def test_white_space_around_the_digits_is_nothing(said: str) -> None:
    assert judged(DUE_2, said).finding is None


@pytest.mark.parametrize(
    ("question", "said", "clause"),
    [
        (DUE_2, "30", "board"),
        (DUE_2, "03", "board"),  # won as well: the wrong board decides
        (DUE_2, "20", "taken"),
        (FREE_WON, "03", "closed"),
        (FREE_WON, "01", "closed"),
        (FREE_WON, "20", "taken"),
        (FREE_FULL, "10", "closed"),
        (FREE_FULL, "03", "closed"),
        *((DUE_2, said, "digits") for said in ("", "2", "222", "2 2", "2\n2", "29", "xx", "-1",
                                               "２２", "22\x00", "move: 22", "22 22", "2.2")),
    ],
)  # fmt: skip
def test_wrong_answers(question: Question, said: str, clause: str) -> None:
    assert told(question, said) == (clause, "WA")


@pytest.mark.parametrize(
    ("answer", "clause", "verdict"),
    [
        (Answer("", 1.0, Ending.DEADLINE, Exit(None)), "time", "TLE"),
        (Answer("22\n", 1.0, Ending.DEADLINE, Exit(None)), "time", "TLE"),
        (Answer("9" * 5000, 0.1, Ending.OVERFLOW, Exit(None)), "digits", "WA"),
        # No judge error: of a program that uses too much something is known.
        (Answer("", 0.1, Ending.EXCESS, Exit(None)), "end", "RTE"),
        (Answer("22\n", 0.1, Ending.EXCESS, Exit(None)), "end", "RTE"),
        (Answer("", 0.1, exit=Exit(1, stderr="KeyError: 'x'")), "end", "RTE"),
        (Answer("", 0.1, exit=Exit(None, 11)), "end", "RTE"),
        (Answer("2", 0.1, exit=Exit(1)), "end", "RTE"),
        (Answer("30", 0.1, exit=Exit(1)), "board", "WA"),  # it did answer
        (Answer("22", 0.1, exit=Exit(reached=("/etc/passwd",))), "folder", "WA"),
        (Answer("", 1.0, Ending.DEADLINE, Exit(None, reached=("/x",))), "folder", "WA"),
    ],
)
def test_endings(answer: Answer, clause: str, verdict: str) -> None:
    assert told(DUE_2, answer) == (clause, verdict)


@pytest.mark.parametrize(
    "answer",
    [
        Answer("22", 0.1, exit=Exit(3)),
        Answer("22", 0.1, exit=Exit(None, 9)),
        Answer("22", 0.1, exit=Exit(stderr="warning")),
        Answer("22", 0.1, exit=Exit(left_running=1)),
    ],
)
def test_what_is_reported_and_not_judged(answer: Answer) -> None:
    assert judged(DUE_2, answer).finding is None
    assert judged(DUE_2, answer).answer == answer


def test_what_a_form_holds_it_to_besides() -> None:
    exact, clean = Form(exact=True), Form(clean_end=True)
    assert judged(DUE_2, "22\n", exact).finding is None
    for said in ("22", " 22\n", "22\n\n"):
        assert told(DUE_2, said, exact) == ("exact", "WA")
    assert told(DUE_2, "20", exact) == ("taken", "WA")
    assert judged(DUE_2, "22", clean).finding is None
    assert told(DUE_2, Answer("22", 0.1, exit=Exit(1)), clean) == ("clean_end", "WA")
    assert told(DUE_2, Answer("22", 0.1, exit=Exit(stderr="x")), clean) == ("clean_end", "WA")
    warned = "/a/bot.py:1: SyntaxWarning: invalid decimal literal\n  0or 1\n"  # by Python 3.12
    assert judged(DUE_2, Answer("22", 0.1, exit=Exit(stderr=warned)), clean).finding is None


def test_it_says_what_the_arena_says() -> None:
    """A move is right here exactly when it would have counted there."""
    for question in suite():
        for answer in (Answer("44\n", 0.1), Answer("00", 0.1), Answer("8", 0.1),
                       Answer("44", 1.0, Ending.DEADLINE, Exit(None))):  # fmt: skip
            move, _ = fault_of(question.state, answer)
            fault = find_fault(Form(), question.state, answer)
            assert (fault is None) == (move is not None)


def test_a_finding_tells_the_board_what_was_seen_and_expected() -> None:
    finding = judged(DUE_2, "30").finding
    assert finding is not None
    assert finding.verdict is Verdict.WRONG_ANSWER
    assert finding.seen == "30: board 3 is the wrong one: board 2 must be played in"
    assert finding.expected == "a legal move: 21 22 23 24 25 26 27 or 28"
    assert finding.picture is not None
    rows = finding.picture.split("\n")
    assert len(rows) == 15
    assert rows[1] == "| X X X | | X O X | # O . . #"
    finding = judged(Question(START), "99").finding
    assert finding is not None
    assert finding.expected == "one of 81 legal moves: 00 01 02 03 04 05 06 07 ..."


def late(seconds: float, worked: float | None = None, queued: float | None = None) -> Answer:
    return Answer("", seconds, Ending.DEADLINE, Exit(None), worked, queued)


@pytest.mark.parametrize(
    ("answer", "lateness"),
    [
        (late(1.0), Lateness.UNSURE),
        (late(1.0, worked=0.9), Lateness.BOT),
        (late(1.0, worked=0.89), Lateness.UNSURE),
        (late(2.0), Lateness.BOT),  # it had time to spare
        (late(1.99), Lateness.UNSURE),
        (late(2.0, queued=0.5), Lateness.BOT),
        (late(2.0, queued=1.0), Lateness.UNSURE),  # that is how long it had to wait
        (late(9.0, queued=8.5), Lateness.UNSURE),
        (late(9.0, queued=8.5, worked=2.0), Lateness.BOT),
        (Answer("22", 2.0), Lateness.BOT),
        (Answer("22", 1.5), Lateness.UNSURE),
        (Answer("22", 1.0), None),
        (Answer("22", 2.0, queued_seconds=1.0), None),
        (Answer("20", 9.0), None),  # wrong, however late
    ],
)
def test_whose_fault_it_is_that_an_answer_is_late(
    answer: Answer, lateness: Lateness | None
) -> None:
    assert judged(DUE_2, answer, Form(seconds=1.0)).lateness is lateness


@pytest.mark.parametrize(
    ("queued", "was_queued"), [(None, False), (0.19, False), (0.2, True), (1.0, True)]
)
def test_a_tenth_of_its_time_without_a_processor_is_noted(
    queued: float | None, was_queued: bool
) -> None:
    judgement = judged(DUE_2, Answer("22", 0.5, queued_seconds=queued), Form(seconds=2.0))
    assert judgement.was_queued is was_queued


def test_the_time_of_its_own_is_never_less_than_none() -> None:
    assert own_seconds(Answer("22", 0.5, queued_seconds=0.7)) == 0.0
    assert own_seconds(Answer("22", 0.5, queued_seconds=0.2)) == pytest.approx(0.3)
    assert own_seconds(Answer("22", 0.5)) == 0.5


@pytest.mark.parametrize(
    ("answer", "seen"),
    [
        (late(1.25), "nothing printed and no end after 1.25 seconds"),
        (Answer("22", 2.5), "'22' after 2.50 seconds of its own"),
        (Answer("22", 3.5, queued_seconds=1.25), "'22' after 2.25 seconds of its own"),
        (Answer("9" * 5000, 0.1, Ending.OVERFLOW, Exit(None)), "5,000 characters and more"),
        (Answer("x" * 60, 0.1), repr("x" * 60)),
        (Answer("x" * 61, 0.1), repr("x" * 60 + "...")),
        (Answer("7", 0.1, exit=Exit(4)), "'7'; it ended with status 4"),
        (Answer("", 0.1, exit=Exit(None, 11)), "nothing printed; it killed by signal 11"),
        (
            Answer("22", 0.1, exit=Exit(reached=("/a", "/b", "/c", "/d"))),
            "it reached for /a, /b, /c",
        ),
    ],
)
def test_what_is_said_to_be_seen(answer: Answer, seen: str) -> None:
    finding = judged(DUE_2, answer, Form(seconds=1.0)).finding
    assert finding is not None
    assert finding.seen == seen
    assert finding.turn == 1
    if finding.clause == "meta_tic_tac_toe/time":
        assert finding.expected == "an answer and an end within 1 s"


def test_up_to_nine_legal_moves_are_named() -> None:
    for question in suite():
        moves = legal(question.arguments)
        finding = judged(question, "").finding
        assert finding is not None
        *others, last = moves
        if len(moves) > 9:
            expected = f"one of {len(moves)} legal moves: {' '.join(moves[:8])} ..."
        else:
            expected = (
                f"a legal move: {' or '.join([' '.join(others), last] if others else [last])}"
            )
        assert finding.expected == expected


def test_the_level_of_isolation_is_kept() -> None:
    assert judged(DUE_2, "22").isolation == "none"


def test_one_legal_move_alone_is_named() -> None:
    last = next(q for q in suite() if len(legal(q.arguments)) == 1)
    finding = judged(last, "").finding
    assert finding is not None
    assert finding.expected == f"a legal move: {legal(last.arguments)[0]}"
