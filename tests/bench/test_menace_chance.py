"""The simulation of false alarms: fair programs pass, and what is sure to be refused is."""

import pytest

from tests.bench.menace_chance import false_alarms, picture, power, refusals


@pytest.mark.slow
def test_fair_programs_pass_and_strong_biases_do_not() -> None:
    assert false_alarms(2_000) == 0
    assert 0 < false_alarms(20_000, rate=0.05) <= 0.05 * 20_000  # thrice looked at
    chances = power(7_000, 0.4, "all boxes")
    assert chances[0] == 0.0
    assert chances[-1] > 0.99


def test_a_test_refuses_at_both_ends_and_not_between() -> None:
    refused = refusals(500, 0.3, "all boxes")
    assert refused[0]
    assert refused[-1]
    assert not refused[140:160].any()


def test_the_picture_has_a_line_for_each_curve() -> None:
    curve = power(500, 0.4, "stage 2")
    assert picture([("one", curve, "red", ""), ("two", curve, "blue", "6 4")]).count("<poly") == 2
