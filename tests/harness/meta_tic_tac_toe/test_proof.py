"""What calls prove together: verdict and findings, from bots that are functions."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import count

import pytest

from harness.meta_tic_tac_toe.bot import Answer
from harness.meta_tic_tac_toe.proof import assess
from harness.meta_tic_tac_toe.questions import suite
from harness.session import Ending, Exit
from harness.verdict import Verdict
from tests.harness.meta_tic_tac_toe.support import right, under_test

LATE = Answer("", 1.0, Ending.DEADLINE, Exit(None))


def test_several_clauses_are_told_that_which_was_broken_first_at_the_head() -> None:
    def bot(arguments: Sequence[str]) -> str:
        taken = sum(mark != "-" for board in arguments[1:10] for mark in board)
        return right(arguments) if not taken else "" if taken < 12 else "999999"[:2]

    subject = under_test(bot)
    for question in suite():
        subject.ask(question)
    result = assess("x", subject.judgements)
    assert len(result.findings) <= 3
    assert result.findings[0].clause == "meta_tic_tac_toe/digits"


def test_late_each_time_is_too_slow() -> None:
    subject = under_test(lambda arguments: LATE)
    found = subject.ask(suite()[0])
    assert found is not None
    assert found.clause == "meta_tic_tac_toe/time"
    assert len(subject.judgements) == 3
    result = assess("x", subject.judgements)
    assert result.verdict is Verdict.TIME_LIMIT
    assert len(result.findings) == 1


@pytest.mark.parametrize(
    ("queued", "verdict"), [(None, Verdict.INCONCLUSIVE), (0.0, Verdict.INCONCLUSIVE),
                            (0.6, Verdict.ACCEPTED)],
)  # fmt: skip
def test_late_but_in_time_when_asked_again(queued: float | None, verdict: Verdict) -> None:
    calls = count()
    late = LATE._replace(processor_seconds=0.3, queued_seconds=queued)

    def bot(arguments: Sequence[str]) -> Answer:
        return late if next(calls) == 5 else Answer(right(arguments), 0.02)

    subject = under_test(bot)
    assert [subject.ask(question) for question in suite()] == [None] * len(suite())
    result = assess("x", subject.judgements)
    assert result.verdict is verdict
    assert result.findings == ()
    assert (result.facts["late_but_in_time_again"], result.facts["invalid"]) == (1, 0)


def test_what_is_reported_and_not_judged() -> None:
    subject = under_test(
        lambda arguments: Answer(right(arguments), 0.5, exit=Exit(1, left_running=2))
    )
    for question in suite():
        assert subject.ask(question) is None
    facts = assess("x", subject.judgements).facts
    assert facts["status_not_0"] == len(suite())
    assert facts["left_running"] == 2 * len(suite())
    assert facts["mean_answer_seconds"] == 0.5


def test_of_each_clause_the_simplest_position_is_told() -> None:
    def bot(arguments: Sequence[str]) -> str:
        return "" if "X" in arguments[1] else right(arguments)

    subject = under_test(bot)
    for question in reversed(suite()):  # the most crowded first
        subject.ask(question)
    result = assess("x", subject.judgements)
    wrong = [judgement.question for judgement in subject.judgements if judgement.finding]
    assert len(wrong) > 100
    (finding,) = result.findings
    told = sum(mark != "-" for board in finding.line[1:10] for mark in board)
    assert told == min(question.tiles for question in wrong)


def test_nothing_asked_is_accepted_of_nothing() -> None:
    result = assess("x", [])
    assert result.verdict is Verdict.ACCEPTED
    assert result.name == "x"
    assert result.facts["calls"] == result.facts["positions"] == 0
    assert result.facts["slowest_answer_seconds"] == result.facts["mean_answer_seconds"] == 0.0
    assert result.facts["isolation"] is None
    assert (result.facts["calls"], result.facts["unseen_error_share"]) == (0, 0.95)


def test_the_figures_are_those_of_the_calls() -> None:
    """Counted anew, without the judge: eight questions, of which two were asked twice."""
    seconds = iter([0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.80046, 0.0, 0.40044])
    ends = iter([Exit(), Exit(1), Exit(None, 9), Exit(2, left_running=1), *[Exit()] * 6])

    def bot(arguments: Sequence[str]) -> Answer:
        return Answer(right(arguments), next(seconds), exit=next(ends))

    subject = under_test(bot)
    of_last = {question.arguments[-1]: question for question in suite()}
    questions = [of_last[last] for last in ("xx", "00", "14", "28", "33", "57", "71", "86")]
    for question in (*questions, *questions[:2]):
        assert subject.ask(question) is None
    facts = assess("x", subject.judgements).facts
    assert (facts["calls"], facts["positions"], facts["invalid"]) == (10, 8, 0)
    assert facts["slowest_answer_seconds"] == 0.8005
    assert facts["mean_answer_seconds"] == 0.4001  # 0.40009
    assert (facts["status_not_0"], facts["left_running"]) == (3, 1)
    assert facts["unseen_error_share"] == 0.25887  # 1 - 0.05 ** (1 / 10)
    assert facts["classes_covered"] == 7  # each last move is of another; `xx`, no move, of none
    assert facts["classes"] == 630
    kinds = {name: count for name, count in facts.items() if name.startswith("kind: ")}
    assert facts["kinds"] == len(kinds) == 25
    assert facts["kinds_covered"] == sum(bool(count) for count in kinds.values())
    assert "late_but_in_time_again" not in facts


def test_at_most_three_clauses_are_told_in_the_order_in_which_they_were_broken() -> None:
    faults = iter([
        Answer("", 0.02),
        Answer("22", 0.02, exit=Exit(reached=("/x",))),
        Answer("22", 9.0),
        Answer("", 0.02, exit=Exit(1)),
    ])  # fmt: skip

    def bot(arguments: Sequence[str]) -> Answer:
        answer = next(faults, Answer("22", 0.02))
        return answer._replace(said=answer.said and right(arguments))

    subject = under_test(bot)
    for question in suite()[:4]:
        subject.ask(question)
    result = assess("x", subject.judgements)
    clauses = [finding.clause.partition("/")[2] for finding in result.findings]
    assert clauses == ["digits", "folder", "time"]
    assert result.verdict is Verdict.WRONG_ANSWER
    assert result.facts["invalid"] == 4


def test_figures_of_one_late_call_and_of_several_levels() -> None:
    subject = under_test(lambda arguments: Answer("", 3.0, Ending.DEADLINE, Exit(None)))
    subject.ask(suite()[0])
    (first, *_) = subject.judgements
    facts = assess("x", [first]).facts
    assert (facts["mean_answer_seconds"], facts["status_not_0"]) == (3.0, 0)
    levels = [replace(first, isolation=level) for level in ("b", "a", "", "b")]
    assert assess("x", levels).facts["isolation"] == "a, b"


def test_of_positions_that_are_as_simple_the_first_is_told() -> None:
    subject = under_test(lambda arguments: "")
    tiles = suite()[20].tiles
    alike = [question for question in suite() if question.tiles == tiles][:3]
    assert len(alike) == 3
    for question in alike:
        subject.ask(question)
    (finding,) = assess("x", subject.judgements).findings
    assert finding.line == alike[0].arguments
