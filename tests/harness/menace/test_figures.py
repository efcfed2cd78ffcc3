"""What the report tells of all runs."""

import random
from dataclasses import replace

import pytest

from harness.menace.chance.bias import Power
from harness.menace.chance.evidence import Bias, Tally
from harness.menace.figures import figures
from harness.menace.proof import assess
from harness.menace.summary import summary
from reference.tic_tac_toe import empty_squares
from tests.harness.menace.support import run_of
from tests.oracles.menace_player import Player


def test_what_dependence_would_have_been_seen_is_told() -> None:
    state = replace(assess([]), repeats=(0.4, 0.81))
    told = "1 draw before from 40% of them on, 300 draws before from 81% of them on"
    assert figures(state, [])["dependence"] == told
    assert any(told in line for line in summary({"games": 1, "dependence": told}))
    assert figures(replace(state, repeats=(None, None)), [])["dependence"] is None


def test_the_power_is_told_from_the_best_way_to_the_worst() -> None:
    powers = [
        Power("the centre", "all boxes", 1.25), Power("the first bead", "all boxes", 1.05),
        Power("the corner", "stage 2", 1.3), Power("the centre", "stage 6", 2.4),
        Power("the first bead", "stage 4", 1.1),
    ]  # fmt: skip
    state = replace(assess([]), powers=tuple(powers))
    assert figures(state, [])["power"] == (
        "the first bead 5% too often, the centre 25%; in boxes of one stage from 10% "
        "(the first bead, stage 4) to 140% (the centre, stage 6)"
    )
    for group in ("all boxes", "stage 2"):
        only = tuple(power for power in powers if power.group == group)
        assert figures(replace(state, powers=only), [])["power"] is None


def test_a_bias_is_told_where_there_is_one_and_else_the_strongest_evidence() -> None:
    def told(p: float) -> object:
        found = Bias("the centre", "all boxes", Tally(), p, "menace/draw")
        return figures(replace(assess([]), biases=(found,)), [])["biases"]

    assert told(1e-9) == "the centre in all boxes, p below 1e-09"
    assert told(0.01) == "none; the strongest is the centre in all boxes, p below 0.01"


@pytest.mark.slow
def test_the_fullest_box_of_each_stage_is_told() -> None:
    chance = random.Random(5)
    run = run_of(Player(5), 400, lambda board: chance.choice(empty_squares(board)))
    state = assess([run])
    fullest = state.fullest_by_stage
    assert max(fullest.values()) == max(len(box) for box in run.games[-1].boxes)
    assert fullest[0] > fullest[6] > 0
    assert figures(state, [run])["fullest_boxes"] == ", ".join(
        f"{fullest[stage]} at {stage} stones" for stage in (0, 2, 4, 6)
    )


def test_what_too_few_refills_leave_open_is_told() -> None:
    state = replace(assess([]), games=9, refills_settled=True)
    assert not any("by bead or by colour" in line for line in summary(figures(state, [])))
    still_open = replace(state, refills_settled=False)
    assert any("by bead or by colour" in line for line in summary(figures(still_open, [])))


@pytest.mark.slow
def test_how_many_boxes_were_refilled_is_told() -> None:
    chance = random.Random(5)
    run = run_of(Player(5), 200, lambda board: chance.choice(empty_squares(board)))
    state = assess([run])
    assert 0 < state.boxes_refilled <= state.refills.total()
    told = [line for line in summary(figures(state, [run])) if "seen refilled" in line]
    assert told[0].startswith(f"{state.boxes_refilled} of 304 boxes")
