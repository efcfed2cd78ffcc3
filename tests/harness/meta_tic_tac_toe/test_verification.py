"""Whole verifications of bots in process: what is asked, and what is made of the answers."""

import time
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from random import Random

import pytest

from harness.challenge import Job
from harness.meta_tic_tac_toe.bot import Answer
from harness.meta_tic_tac_toe.bot_under_test import BotUnderTest
from harness.meta_tic_tac_toe.classes import class_of, classes
from harness.meta_tic_tac_toe.form import Form
from harness.meta_tic_tac_toe.proof import assess
from harness.meta_tic_tac_toe.questions import KINDS, question_of, suite
from harness.meta_tic_tac_toe.verification import examine, play_match
from harness.program import Program
from harness.session import Ending, Exit
from harness.verdict import Fact, Result, UsageError, Verdict
from tests.harness.meta_tic_tac_toe.support import Choose, due, forget, right, under_test

LATE = Answer("", 1.0, Ending.DEADLINE, Exit(None))


def job(games: int = 20) -> Job:
    return Job("meta_tic_tac_toe/x", Program(("x",), Path()), {}, games=games)


def examined(choose: Choose, games: int = 20) -> tuple[Result, dict[str, Fact], BotUnderTest]:
    subject = under_test(choose)
    counts = examine(subject, job(games), lambda what, share: None)
    return assess("x", subject.judgements), counts, subject


def test_a_right_bot_is_asked_everything_and_accepted() -> None:
    result, counts, subject = examined(right)
    assert result.verdict is Verdict.ACCEPTED
    assert result.findings == ()
    assert counts["suite"] == len(suite())
    assert counts["matches"] == 5
    assert int(str(counts["calls_in_matches"])) >= 80
    assert int(str(counts["generated"])) >= 40
    assert result.facts["classes_covered"] == result.facts["classes"] == 630
    assert len(subject.judgements) >= 2 * 347  # twice what a verification asked before
    assert result.facts["positions"] == len({j.question for j in subject.judgements})
    assert result.facts["invalid"] == 0
    assert result.facts["kinds_covered"] == result.facts["kinds"] == len(KINDS)
    assert result.facts["slowest_answer_seconds"] == 0.02


def test_more_games_are_more_matches_and_none_are_the_suite_alone() -> None:
    assert examined(right, games=0)[1] == {"suite": len(suite())}
    assert examined(right, games=8)[1]["matches"] == 2


def test_how_much_is_asked_depends_on_no_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    quick = [j.question for j in examined(right)[2].judgements]
    clock = count(0.0, 100.0)
    monkeypatch.setattr(time, "monotonic", lambda: next(clock))
    assert [j.question for j in examined(right)[2].judgements] == quick


def test_matches_go_from_the_empty_board_to_their_end() -> None:
    subject = under_test(right)
    for seed in range(6):
        before = len(subject.judgements)
        assert play_match(subject, Random(seed), "XO"[seed % 2], "0") is None  # type: ignore[arg-type]
        played = [judgement.question.state for judgement in subject.judgements[before:]]
        assert len(played) >= 9
        tiles = [(state.x | state.o).bit_count() for state in played]
        assert tiles == sorted(tiles)
        assert tiles[0] <= 1
        assert {state.to_move for state in played} == {"XO"[seed % 2]}


def test_a_bot_that_has_enough_after_hundreds_of_calls_is_found() -> None:
    calls, enough = count(), len(suite()) + 20
    result, counts, _ = examined(lambda words: right(words) if next(calls) < enough else "x")
    assert result.verdict is Verdict.WRONG_ANSWER
    assert "matches" in counts


def test_a_bot_that_counts_the_calls_of_a_match_is_found() -> None:
    calls = 0

    def bot(arguments: Sequence[str]) -> str:
        nonlocal calls
        taken = sum(mark != "-" for board in arguments[1:10] for mark in board)
        calls = 0 if taken <= 1 else calls + 1
        return "" if taken > 12 and calls == taken // 2 else right(arguments)

    assert examined(bot, games=40)[0].verdict is Verdict.WRONG_ANSWER


@pytest.mark.parametrize("wrong", range(0, 630, 37))
def test_a_bot_that_is_wrong_in_one_class_alone_is_found(wrong: int) -> None:
    of = list(classes())[wrong]

    def bot(arguments: Sequence[str]) -> str:
        return "" if class_of(question_of(arguments).state) == of else right(arguments)

    result, _, _ = examined(bot, games=0)
    assert result.verdict is Verdict.WRONG_ANSWER
    assert class_of(question_of(result.findings[0].line).state) == of


def test_the_report_says_how_rare_an_error_may_still_be() -> None:
    result, _, subject = examined(right)
    share = float(str(result.facts["unseen_error_share"]))
    assert (1 - share) ** len(subject.judgements) == pytest.approx(0.05, rel=0.01)


def test_only_the_spelling_that_a_bot_declares_is_asked() -> None:
    for nought in ("0", "O"):
        subject = under_test(right, Form(nought=nought))
        examine(subject, job(), lambda what, share: None)
        sent = {mark for j in subject.judgements for b in j.question.arguments[1:11] for mark in b}
        assert sent == {"X", "-", nought}


def test_the_first_wrong_answer_ends_it_at_the_simplest_position() -> None:
    def bot(arguments: Sequence[str]) -> str:
        return "0" if "0" in arguments[10] else right(arguments)

    result, counts, subject = examined(bot)
    assert result.verdict is Verdict.WRONG_ANSWER
    assert [finding.clause for finding in result.findings] == ["meta_tic_tac_toe/digits"]
    assert counts.keys() == {"suite"}
    simplest = min(j.question.tiles for j in subject.judgements if j.finding)
    assert sum(mark != "-" for b in result.findings[0].line[1:10] for mark in b) == simplest == 3


def test_a_bot_that_worked_for_its_whole_time_is_slow_at_once() -> None:
    calls = count()
    slow = LATE._replace(processor_seconds=0.95, queued_seconds=0.04)

    def bot(arguments: Sequence[str]) -> Answer:
        return slow if next(calls) == 5 else Answer(right(arguments), 0.02)

    subject = under_test(bot)
    found = [subject.ask(question) for question in suite()[:8]]
    assert [finding is None for finding in found] == [True] * 5 + [False] + [True] * 2
    assert len(subject.judgements) == 8
    assert assess("x", subject.judgements).verdict is Verdict.TIME_LIMIT


STARVED = LATE._replace(processor_seconds=0.2, queued_seconds=0.79)


@pytest.mark.parametrize(
    ("said", "seconds", "processor", "queued", "verdict"),
    [
        (None, 5.0, 0.9, 4.0, Verdict.ACCEPTED),  # it needs 0.9 s, and a second is its time
        (None, 5.0, 2.5, 2.4, Verdict.TIME_LIMIT),  # it works for longer than it may
        (None, 5.0, 0.1, 0.5, Verdict.TIME_LIMIT),  # it waits for something of its own
        ("x", 5.0, 0.5, 4.4, Verdict.WRONG_ANSWER),
    ],
)
def test_on_a_busy_machine_a_bot_s_own_time_decides(
    said: str | None, seconds: float, processor: float, queued: float, verdict: Verdict
) -> None:
    def patient(arguments: Sequence[str]) -> Answer:
        answer = Answer(said or right(arguments), seconds)
        return answer._replace(processor_seconds=processor, queued_seconds=queued)

    subject = BotUnderTest(Form(), ("fake",), lambda arguments: STARVED, forget, "", patient)
    found = subject.ask(suite()[0])
    assert (found is None) == (verdict is Verdict.ACCEPTED)
    assert assess("x", subject.judgements).verdict is verdict
    assert len(subject.judgements) == 4


def test_late_and_wrong_when_asked_again_is_wrong() -> None:
    calls = count()
    subject = under_test(lambda arguments: LATE if next(calls) % 2 == 0 else Answer("x", 0.02))
    subject.ask(suite()[0])
    assert assess("x", subject.judgements).verdict is Verdict.WRONG_ANSWER


def test_what_does_not_start_is_the_caller_s_fault() -> None:
    answer = Answer("", 0.0, Ending.UNSTARTED, Exit(None, stderr="No such file or directory"))
    with pytest.raises(UsageError, match="does not start: No such file"):
        under_test(lambda arguments: answer).ask(suite()[0])


def test_free_moves_only() -> None:
    """A fault in one kind of position alone is found in that kind."""
    result, _, _ = examined(lambda a: "" if due(a) is None and a[-1] != "xx" else right(a))
    line = result.findings[0].line
    assert due(line) is None
    assert line[-1] != "xx"
