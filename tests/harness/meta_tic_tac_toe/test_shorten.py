"""A finding's simplest position: found, of the same fault, and never by a late bot."""

from collections.abc import Sequence

import pytest
from hypothesis import given

from harness.meta_tic_tac_toe.bot import Answer
from harness.meta_tic_tac_toe.generated import questions
from harness.meta_tic_tac_toe.questions import Question, question_of, suite
from harness.meta_tic_tac_toe.shorten import shorten, simpler
from harness.session import Ending, Exit
from reference.meta_tic_tac_toe.rules import START
from tests.harness.meta_tic_tac_toe.stories import story_of
from tests.harness.meta_tic_tac_toe.support import Choose, due, finding_of, right, under_test
from tests.reference.meta_tic_tac_toe.states import patient, retold


@pytest.mark.slow
@patient
@given(questions())
def test_simpler_positions_have_less_in_them_and_are_a_match_s(question: Question) -> None:
    for other in simpler(question):
        assert weight(other) < weight(question)
        assert retold(story_of(other.state)) == other.state


def weight(question: Question) -> tuple[int, bool, bool, bool]:
    state, nought = question
    return question.tiles, state.last is not None, nought == "O", state.to_move == "O"


def test_nothing_is_simpler_than_the_start() -> None:
    assert list(simpler(Question(START))) == []


def blind_to_noughts(arguments: Sequence[str]) -> str:
    """Knows O's tiles by the letter only."""
    return right([*(word.replace("0", "-") for word in arguments[:-1]), arguments[-1]])


def thinks_that_it_is_sent(arguments: Sequence[str]) -> str:
    """Fails when it is sent to a board that is full."""
    last = arguments[-1]
    full = last != "xx" and "-" not in arguments[1 + int(last[1])]
    return "" if full else right(arguments)


@pytest.mark.parametrize(
    ("bot", "clause", "least", "most"),
    [
        (blind_to_noughts, "taken", 1, 9),  # a tile, and O's
        pytest.param(  # a won board; or a full one, and won ones before it
            blind_to_noughts, "closed", 3, 18, marks=pytest.mark.slow
        ),
        pytest.param(thinks_that_it_is_sent, "digits", 9, 10, marks=pytest.mark.slow),  # full
        (lambda arguments: "" if due(arguments) is None else right(arguments), "digits", 0, 0),
        (lambda arguments: "" if due(arguments) == 4 else right(arguments), "digits", 1, 1),
    ],
)
def test_a_simple_position_is_found_from_any_and_the_simplest_from_some(
    bot: Choose, clause: str, least: int, most: int
) -> None:
    wrong = [found for q in suite() if (found := finding_of(bot, q))]
    chosen = [found for found in wrong if found.clause.endswith(clause)]
    assert len(chosen) >= 2
    sizes = []
    for found in chosen[::5]:  # the first is that of the simplest position
        shortened = shorten(found, lambda question: finding_of(bot, question))
        assert shortened.clause == found.clause
        sizes.append(question_of(shortened.line).tiles)
    assert min(sizes) == least
    assert max(sizes) <= most


def test_another_fault_is_not_taken_for_it() -> None:
    def bot(arguments: Sequence[str]) -> str:
        taken = sum(mark != "-" for board in arguments[1:10] for mark in board)
        return "nonsense" if taken < 10 else "99" if taken < 12 else "00"

    question = next(q for q in suite() if q.tiles > 20 and finding_of(bot, q))
    found = finding_of(bot, question)
    assert found is not None
    shortened = shorten(found, lambda q: finding_of(bot, q))
    assert shortened.clause == found.clause


def test_a_late_bot_is_not_asked_again() -> None:
    def late(arguments: Sequence[str]) -> Answer:
        return Answer("", 1.0, Ending.DEADLINE, Exit(None))

    subject = under_test(late)
    found = subject.ask(suite()[-1])
    assert found is not None
    asked = len(subject.judgements)
    assert shorten(found, subject.ask) == found
    assert len(subject.judgements) == asked
