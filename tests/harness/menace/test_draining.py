"""The opponent that drains boxes."""

import random

import pytest

from harness.menace import opponent
from harness.menace.draining import Draining
from reference.menace.boxes import boxes_of
from tests.harness.menace.support import (
    chance_of,
    results_against,
    some_chances,
    to_be_answered,
)
from tests.oracles import menace_steering


def test_the_draining_one_makes_menace_lose() -> None:
    draining, at_random = Draining(random.Random(1)), opponent.at_random(random.Random(1))
    assert results_against(draining)["O"] > results_against(at_random)["O"] > 20


def test_the_draining_one_goes_for_the_box_whose_loss_is_wanted() -> None:
    """Only losses by the box for an O beside the X in its corner bring anything."""
    boxes = boxes_of("X")

    def refills(board: str) -> float:
        return float(boxes.locate(board).box == boxes.locate("XO-------").box)

    for seed in range(5):
        human = Draining(random.Random(seed), refills=refills)
        assert human("X--------") in (1, 3)


def test_the_draining_one_keeps_an_answer_for_some_games() -> None:
    human = Draining(random.Random(3))
    answers = [human("----X----") for _ in range(60)]
    assert len({*answers[:20]}) == len({*answers[20:40]}) == len({*answers[40:]}) == 1


@pytest.mark.parametrize("believes", [False, True])
def test_what_squares_are_worth(believes: bool) -> None:
    """By an oracle that works everything out anew, on boards with six squares left or fewer."""

    def refills(board: str) -> float:
        return sum(map(ord, menace_steering.least(board))) % 7 * 0.5

    draining = Draining(random.Random(0), some_chances if believes else lambda board: None, refills)
    chance = chance_of if believes else lambda board, square: None
    for after_x in to_be_answered(60):
        found = draining.worths(after_x)
        for answer in menace_steering.free(after_x):
            after_o = menace_steering.put(after_x, answer, "O")
            likely, brought = menace_steering.drained(after_o, chance, refills)
            assert found[answer] == pytest.approx(brought + 0.2 * likely)


def test_an_answer_is_thought_over_after_twenty_games() -> None:
    """Until then the first one is kept, whatever is wanted meanwhile."""
    wanted = "XO-------"

    def refills(board: str) -> float:
        return float(menace_steering.least(board) == menace_steering.least(wanted))

    human = Draining(random.Random(3), refills=refills)
    assert human("X--------") in (1, 3)
    wanted = "X---O----"
    assert [human("X--------") for _ in range(19)] == [human._first["X--------"]] * 19
    assert human._first["X--------"] in (1, 3)
    assert human("X--------") == 4
