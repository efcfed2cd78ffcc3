"""Whole verifications of bots in process: what is asked, and what is made of the answers."""

import time
from collections.abc import Sequence
from itertools import count
from pathlib import Path

import pytest

from harness.challenge import Job
from harness.meta_tic_tac_toe.bot import Answer
from harness.meta_tic_tac_toe.form import Form
from harness.meta_tic_tac_toe.questions import KINDS, suite
from harness.meta_tic_tac_toe.verification import Table, assess, examine, machine_is_busy
from harness.program import Program
from harness.session import Ending
from harness.verdict import Fact, Result, UsageError, Verdict
from tests.harness.meta_tic_tac_toe.support import Choose, asked, due, forget, right, table

LATE = Answer("", 1.0, Ending.DEADLINE, None)


def job(games: int = 20) -> Job:
    return Job("meta_tic_tac_toe/x", Program(("x",), Path()), {}, games=games)


def examined(choose: Choose, games: int = 20) -> tuple[Result, dict[str, Fact], Table]:
    seat = table(choose)
    counts = examine(seat, job(games), lambda what, share: None)
    return assess("x", seat.judgements), counts, seat


def test_a_right_bot_is_asked_everything_and_accepted() -> None:
    result, counts, seat = examined(right)
    assert result.verdict is Verdict.ACCEPTED
    assert result.findings == ()
    assert counts["suite"] == len(suite())
    assert counts["random"] == 140
    assert int(str(counts["generated"])) >= 90
    assert result.facts["positions"] == len({j.question for j in seat.judgements})
    assert result.facts["invalid"] == 0
    assert result.facts["kinds_covered"] == result.facts["kinds"] == len(KINDS)
    assert result.facts["slowest_answer_seconds"] == 0.02


def test_more_games_are_more_positions_and_none_are_the_suite_alone() -> None:
    assert examined(right, games=0)[1] == {"suite": len(suite()), "random": 0, "generated": 0}
    assert examined(right, games=3)[1]["random"] == 21


def test_a_bot_that_takes_its_time_is_asked_less_of_all_but_the_suite(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = count(0.0, 2.0)
    monkeypatch.setattr(time, "monotonic", lambda: next(clock))
    _, counts, _ = examined(right)
    assert counts["suite"] == len(suite())
    assert 0 < int(str(counts["random"])) < 10


def test_the_first_wrong_answer_ends_it_at_the_simplest_position() -> None:
    def bot(arguments: Sequence[str]) -> str:
        return "0" if "0" in arguments[10] else right(arguments)

    result, counts, seat = examined(bot)
    assert result.verdict is Verdict.WRONG_ANSWER
    assert [finding.clause for finding in result.findings] == ["meta_tic_tac_toe/digits"]
    assert counts.keys() == {"suite"}
    simplest = min(j.question.tiles for j in seat.judgements if j.finding)
    assert sum(mark != "-" for b in result.findings[0].line[1:10] for mark in b) == simplest == 3


def test_several_clauses_are_told_that_which_was_broken_first_at_the_head() -> None:
    def bot(arguments: Sequence[str]) -> str:
        taken = sum(mark != "-" for board in arguments[1:10] for mark in board)
        return right(arguments) if not taken else "" if taken < 12 else "999999"[:2]

    seat = table(bot)
    for question in suite():
        seat.ask(question)
    result = assess("x", seat.judgements)
    assert len(result.findings) <= 3
    assert result.findings[0].clause == "meta_tic_tac_toe/digits"


def test_late_each_time_is_too_slow() -> None:
    seat = table(lambda arguments: LATE)
    found = seat.ask(suite()[0])
    assert found is not None
    assert found.clause == "meta_tic_tac_toe/time"
    assert len(seat.judgements) == 3
    result = assess("x", seat.judgements)
    assert result.verdict is Verdict.TIME_LIMIT
    assert len(result.findings) == 1


def test_late_but_in_time_when_asked_again_proves_nothing() -> None:
    calls = count()

    def bot(arguments: Sequence[str]) -> Answer:
        return LATE if next(calls) == 5 else Answer(right(arguments), 0.02)

    seat = table(bot)
    assert [seat.ask(question) for question in suite()] == [None] * len(suite())
    result = assess("x", seat.judgements)
    assert result.verdict is Verdict.INCONCLUSIVE
    assert result.findings == ()
    assert result.facts["late_but_in_time_again"] == 1


@pytest.mark.parametrize(
    ("busy", "patiently", "verdict"),
    [
        (False, right, Verdict.TIME_LIMIT),
        (True, right, Verdict.INCONCLUSIVE),
        (True, lambda arguments: "x", Verdict.WRONG_ANSWER),
        (True, None, Verdict.TIME_LIMIT),
    ],
)
def test_on_a_busy_machine_late_is_late_with_patience_too(
    busy: bool, patiently: Choose | None, verdict: Verdict
) -> None:
    patient = asked(patiently, 5.0) if patiently else lambda arguments: LATE
    seat = Table(Form(), ("fake",), lambda arguments: LATE, forget, "", patient, lambda: busy)
    found = seat.ask(suite()[0])
    assert (found is None) == (verdict is Verdict.INCONCLUSIVE)
    result = assess("x", seat.judgements)
    assert result.verdict is verdict
    assert len(seat.judgements) == 3 + busy


def test_this_machine_is_busy_or_not() -> None:
    assert machine_is_busy() in (True, False)


def test_late_and_wrong_when_asked_again_is_wrong() -> None:
    calls = count()
    seat = table(lambda arguments: LATE if next(calls) % 2 == 0 else Answer("x", 0.02))
    seat.ask(suite()[0])
    assert assess("x", seat.judgements).verdict is Verdict.WRONG_ANSWER


def test_what_is_reported_and_not_judged() -> None:
    seat = table(lambda arguments: Answer(right(arguments), 0.5, status=1, left_running=2))
    for question in suite():
        assert seat.ask(question) is None
    facts = assess("x", seat.judgements).facts
    assert facts["status_not_0"] == len(suite())
    assert facts["left_running"] == 2 * len(suite())
    assert facts["mean_answer_seconds"] == 0.5


def test_what_does_not_start_is_the_caller_s_fault() -> None:
    answer = Answer("", 0.0, Ending.UNSTARTED, None, stderr="No such file or directory")
    with pytest.raises(UsageError, match="does not start: No such file"):
        table(lambda arguments: answer).ask(suite()[0])


def test_free_moves_only() -> None:
    """A fault in one kind of position alone is found in that kind."""
    result, _, _ = examined(lambda a: "" if due(a) is None and a[-1] != "xx" else right(a))
    line = result.findings[0].line
    assert due(line) is None
    assert line[-1] != "xx"
