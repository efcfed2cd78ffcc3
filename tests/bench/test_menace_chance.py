"""The simulation of false alarms: fair programs pass, and what is sure to be refused is."""

import pytest

from harness.menace.chance import bias
from harness.menace.chance.evidence import Tally
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


@pytest.mark.parametrize("group", ["all boxes", "stage 2"])
@pytest.mark.parametrize("chance", [0.15, 0.4, 0.6])
@pytest.mark.parametrize("draws", [1_000, 7_000])
def test_the_bias_that_is_told_would_have_been_seen(group: str, chance: float, draws: int) -> None:
    """So often as it is told, where all draws are alike; and one of half its size would not."""
    seen = Tally()
    for number in range(draws):
        seen.take(chance, chance, number < draws * chance)
    tallies = {("the centre", group): seen}
    (further,), (last,) = (bias.powers(tallies, last_look=told) for told in (False, True))
    weights = [_weight(share, further.ratio, chance) for share in (0.5, 1.0)]
    less, told = power(draws, chance, group, weights)
    assert less < 0.75
    assert told > 0.985
    assert 1.3 < (last.ratio - 1) / (further.ratio - 1) < 1.7


def _weight(share: float, ratio: float, chance: float) -> float:
    """The weight of a bead, of which this share more draws come than `ratio` says."""
    often = chance * (1 + share * (ratio - 1))
    return often * (1 - chance) / (chance * (1 - often))
