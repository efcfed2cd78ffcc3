"""Generated positions: of all kinds, shrunk to the simplest; nothing else is held against a bot."""

from collections.abc import Sequence
from itertools import count

import pytest

from harness.meta_tic_tac_toe.generated import generated_questions
from harness.meta_tic_tac_toe.questions import kinds_of
from harness.verdict import Finding, HarnessError, UsageError
from reference.meta_tic_tac_toe.wire import Nought
from tests.harness.meta_tic_tac_toe.support import due, legal, right, under_test


@pytest.mark.slow
def test_a_right_bot_is_asked_positions_of_almost_every_kind() -> None:
    subject = under_test(right)
    assert generated_questions(subject.ask, 300, 0) is None
    assert len(subject.judgements) >= 300
    kinds = kinds_of(judgement.question for judgement in subject.judgements)
    # Nearly full boards are rare by chance; the suite has both of these kinds.
    rare = {"last tile of all", "xx with few tiles left"}
    assert {kind for kind, number in kinds.items() if not number} <= rare


def test_the_simplest_failing_position_is_told() -> None:
    def bot(arguments: Sequence[str]) -> str:
        won = arguments[10].replace("-", "")
        return "xx" if won and due(arguments) is None else right(arguments)

    subject = under_test(bot)
    found = generated_questions(subject.ask, 100, 0)
    assert found is not None
    assert found.clause == "meta_tic_tac_toe/digits"
    failing = [j.question.tiles for j in subject.judgements if j.finding]
    assert min(failing) == 3  # a won board takes no fewer
    told = next(j for j in subject.judgements if j.finding == found)
    assert told.question.tiles == 3
    assert len(subject.judgements) < 400


def test_a_bot_that_fails_by_chance_is_told_all_the_same() -> None:
    calls = count()
    subject = under_test(lambda arguments: "" if next(calls) % 37 == 36 else right(arguments))
    found = generated_questions(subject.ask, 60, 1)
    assert found is not None
    assert found in [judgement.finding for judgement in subject.judgements]


@pytest.mark.parametrize("nought", ["0", "O"])
def test_only_one_spelling_where_that_is_asked_for(nought: Nought) -> None:
    subject = under_test(right)
    assert generated_questions(subject.ask, 60, 0, (nought,)) is None
    marks = {m for j in subject.judgements for b in j.question.arguments[1:11] for m in b}
    assert marks == {"X", "-", nought}


@pytest.mark.parametrize("error", [HarnessError("no memory"), UsageError("gone"), KeyError(1)])
def test_nothing_but_a_finding_is_held_against_it(error: Exception) -> None:
    def fails(question: object) -> Finding | None:
        raise error

    with pytest.raises(type(error)):
        generated_questions(fails, 5, 0)


def test_the_same_seed_asks_the_same() -> None:
    def asked(seed: int) -> list[object]:
        subject = under_test(right)
        generated_questions(subject.ask, 20, seed)
        return [judgement.question for judgement in subject.judgements]

    assert asked(0) == asked(0) != asked(1)


def test_there_is_something_to_answer() -> None:
    subject = under_test(right)
    generated_questions(subject.ask, 100, 2)
    assert all(legal(judgement.question.arguments) for judgement in subject.judgements)
