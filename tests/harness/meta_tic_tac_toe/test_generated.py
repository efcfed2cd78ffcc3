"""Generated positions: of all kinds, shrunk to the simplest; nothing else is held against a bot."""

from collections.abc import Sequence
from itertools import count

import pytest

from harness.meta_tic_tac_toe.generated import generated_questions
from harness.meta_tic_tac_toe.questions import kinds_of
from harness.verdict import Finding, HarnessError, UsageError
from tests.harness.meta_tic_tac_toe.support import due, legal, right, table


def test_a_right_bot_is_asked_positions_of_almost_every_kind() -> None:
    seat = table(right)
    assert generated_questions(seat.ask, 300, 0) is None
    assert len(seat.judgements) >= 300
    kinds = kinds_of(judgement.question for judgement in seat.judgements)
    assert [kind for kind, number in kinds.items() if not number] in ([], ["last tile of all"])


def test_the_simplest_failing_position_is_told() -> None:
    def bot(arguments: Sequence[str]) -> str:
        won = arguments[10].replace("-", "")
        return "xx" if won and due(arguments) is None else right(arguments)

    seat = table(bot)
    found = generated_questions(seat.ask, 100, 0)
    assert found is not None
    assert found.clause == "meta_tic_tac_toe/digits"
    failing = [j.question.tiles for j in seat.judgements if j.finding]
    assert min(failing) == 3  # a won board takes no fewer
    told = next(j for j in seat.judgements if j.finding == found)
    assert told.question.tiles == 3
    assert len(seat.judgements) < 400


def test_a_bot_that_fails_by_chance_is_told_all_the_same() -> None:
    calls = count()
    seat = table(lambda arguments: "" if next(calls) % 37 == 36 else right(arguments))
    found = generated_questions(seat.ask, 60, 1)
    assert found is not None
    assert found in [judgement.finding for judgement in seat.judgements]


def test_it_stops_when_it_is_enough() -> None:
    seat = table(right)
    assert generated_questions(seat.ask, 200, 0, lambda: len(seat.judgements) >= 20) is None
    assert len(seat.judgements) == 20


@pytest.mark.parametrize("error", [HarnessError("no memory"), UsageError("gone"), KeyError(1)])
def test_nothing_but_a_finding_is_held_against_it(error: Exception) -> None:
    def fails(question: object) -> Finding | None:
        raise error

    with pytest.raises(type(error)):
        generated_questions(fails, 5, 0)


def test_the_same_seed_asks_the_same() -> None:
    def asked(seed: int) -> list[object]:
        seat = table(right)
        generated_questions(seat.ask, 20, seed)
        return [judgement.question for judgement in seat.judgements]

    assert asked(0) == asked(0) != asked(1)


def test_there_is_something_to_answer() -> None:
    seat = table(right)
    generated_questions(seat.ask, 100, 2)
    assert all(legal(judgement.question.arguments) for judgement in seat.judgements)
