"""Draws from refills by bead, told from draws by colour: against the laws of both, exactly."""

import itertools
import math
import random

import pytest

from harness.menace.chance.colours import by_colour, drawn_again, is_open, is_settled
from harness.menace.chance.samples import RefillDraw, RefillWay
from harness.menace.chance.statistics import ALPHA, refills_by_bead, refills_drawn

BEAD, COLOUR = 2 / 3, 1 / 2
"""How likely one of the two of a colour is to be drawn."""


def draws(*drawn: bool) -> list[RefillDraw]:
    return [RefillDraw(RefillWay.TWICE, 2, came) for came in drawn]


def test_the_likelihoods_are_those_of_the_two_laws() -> None:
    fair = biased = 0.0
    for outcome in itertools.product([True, False], repeat=9):
        bead = math.prod(BEAD if came else 1 - BEAD for came in outcome)
        colour = math.prod(COLOUR if came else 1 - COLOUR for came in outcome)
        number, logarithm = by_colour(draws(*outcome))
        assert number == 9
        assert logarithm == pytest.approx(math.log(colour / bead))
        fair += bead * math.exp(logarithm)
        biased += colour * math.exp(-logarithm)
    assert fair == pytest.approx(1)
    assert biased == pytest.approx(1)


def test_other_ways_say_nothing_of_it() -> None:
    others = [RefillDraw(way, 2, False) for way in RefillWay if way is not RefillWay.TWICE]
    assert by_colour(others * 99) == (0, 0.0)
    assert refills_by_bead(others * 99).p == 1.0
    others = [draw for draw in others if draw.way is not RefillWay.EMPTIED]
    assert drawn_again(others * 99) == (0, 0.0)
    assert not is_open(others * 99)


def shown(chance: random.Random, likely: float, at_most: int = 1_500) -> tuple[int, bool]:
    """After how many draws a program that is asked for more is no longer, and if it is refused."""
    seen: list[RefillDraw] = draws(*(chance.random() < likely for _ in range(60)))
    while is_open(seen) and len(seen) < at_most:
        if refills_by_bead(seen).failed:
            return len(seen), True
        seen += draws(*(chance.random() < likely for _ in range(10)))
    return len(seen), False


@pytest.mark.slow
def test_more_are_asked_for_until_it_can_be_said() -> None:
    """One in a hundred by colour may pass: with 200 of them 9 do once in ten million seeds."""
    chance = random.Random(1)
    colour = [shown(chance, COLOUR) for _ in range(200)]
    assert sum(refused for _, refused in colour) > 191
    bead = [shown(chance, BEAD) for _ in range(200)]
    assert not any(refused for _, refused in bead)
    assert max(number for number, _ in bead) < 600
    assert sum(number for number, _ in bead) / 200 < 110


def test_few_draws_ask_for_no_more() -> None:
    assert not is_open(draws(*[False] * 49))
    assert not is_settled(draws(*[False] * 49))
    assert not is_settled(draws(*[True] * 10))
    assert is_settled(draws(*[True] * 11))
    assert is_open(draws(*[False] * 50))
    assert is_open(draws(*[True, False] * 25))
    assert not is_open(draws(*[True] * 50))


def test_it_is_refused_as_soon_as_it_is_as_rare_as_the_rate() -> None:
    needed = math.ceil(-math.log(ALPHA) / math.log(1.5))
    assert not refills_by_bead(draws(*[False] * (needed - 1))).failed
    assert refills_by_bead(draws(*[False] * needed)).failed
    assert refills_by_bead([]).p == 1.0


def of_emptied(*drawn: tuple[int, bool]) -> list[RefillDraw]:
    return [RefillDraw(RefillWay.EMPTIED, alike, came) for alike, came in drawn]


def test_the_likelihoods_of_a_second_draw() -> None:
    """For all outcomes of draws from three beads, of which one or two are of the colour."""
    alike = (1, 2, 1, 1, 2, 2, 1)
    fair = again = 0.0
    for outcome in itertools.product([True, False], repeat=len(alike)):
        once = math.prod((n if came else 3 - n) / 3 for n, came in zip(alike, outcome, strict=True))
        twice = math.prod(
            (n * n if came else 9 - n * n) / 9 for n, came in zip(alike, outcome, strict=True)
        )
        number, logarithm = drawn_again(of_emptied(*zip(alike, outcome, strict=True)))
        assert number == len(alike)
        assert logarithm == pytest.approx(math.log(twice / once))
        fair += once * math.exp(logarithm)
        again += twice * math.exp(-logarithm)
    assert fair == pytest.approx(1)
    assert again == pytest.approx(1)


def asked_for(chance: random.Random, draws_each: int) -> tuple[int, bool]:
    """After how many draws no more are asked for, and whether the program is refused."""
    seen: list[RefillDraw] = []
    while len(seen) < 60 or (is_open(seen) and len(seen) < 1_500):
        for _ in range(10):
            alike = chance.choice((1, 1, 2))
            came = all(chance.randrange(3) < alike for _ in range(draws_each))
            seen += of_emptied((alike, came))
        if refills_drawn(seen).failed:
            return len(seen), True
    return len(seen), False


@pytest.mark.slow
def test_more_are_asked_for_until_a_second_draw_is_seen() -> None:
    chance = random.Random(1)
    again = [asked_for(chance, 2) for _ in range(200)]
    assert sum(refused for _, refused in again) > 191
    once = [asked_for(chance, 1) for _ in range(200)]
    assert not any(refused for _, refused in once)
    assert max(number for number, _ in once) < 300
    assert sum(number for number, _ in once) / 200 < 80
