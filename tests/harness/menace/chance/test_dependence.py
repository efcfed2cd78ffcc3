"""Draws that depend on earlier ones, or on those of other runs, are seen; fair ones are not."""

import random
from collections.abc import Callable

import pytest

from harness.menace.chance.dependence import alike_in_runs, repeated, repeated_in_games
from harness.menace.chance.samples import When
from harness.menace.chance.statistics import ALPHA

PLIES = 4


def runs(lengths: list[int], number: Callable[[int, int], float]) -> list[When]:
    """Runs of so many draws; `number` gives each by the number of its run, and of the draw."""
    return [
        When(run, draw, draw // PLIES, draw % PLIES, number(run, draw))
        for run, length in enumerate(lengths)
        for draw in range(length)
    ]


@pytest.mark.parametrize("states", [16, 256])
def test_a_generator_of_few_states_is_seen(states: int) -> None:
    state = 5

    def number(run: int, draw: int) -> float:
        nonlocal state
        state = (state * 137 + 71) % states
        return state / states

    assert repeated(runs([700, 40], number)) < ALPHA


@pytest.mark.parametrize("states", [365, 1_000, 4_096])
def test_a_generator_is_seen_that_repeats_itself_at_any_distance(states: int) -> None:
    numbers = random.Random(1).sample(range(states), states)

    def number(run: int, draw: int) -> float:
        return numbers[draw % states] / states

    assert repeated(runs([states + 200, 40], number)) < ALPHA


def test_a_generator_of_few_states_that_makes_new_beads_too_is_seen() -> None:
    numbers = random.Random(1).sample(range(1_000), 1_000)

    def when(draw: int) -> When:
        refills = draw // 7
        taken = draw + 4 * refills
        return When(0, draw, draw // PLIES, draw % PLIES, numbers[taken % 1_000] / 1_000, refills)

    assert repeated(map(when, range(1_000))) < ALPHA


def test_draws_that_follow_from_the_last_are_seen() -> None:
    chance = random.Random(1)
    place = 0.0

    def number(run: int, draw: int) -> float:
        nonlocal place
        place = (place + chance.choice([0.0, 0.0, 0.3])) % 1
        return place

    assert repeated(runs([500], number)) < ALPHA


def test_draws_a_little_after_the_last_are_seen() -> None:
    # Now more, now less than a quarter of the way on: the cosines of the differences cancel out.
    chance = random.Random(2)
    place = 0.0

    def number(run: int, draw: int) -> float:
        nonlocal place
        place = (place + chance.random() / 2) % 1
        return place

    assert repeated(runs([300], number)) < ALPHA


def test_draws_that_make_up_for_the_last_are_seen() -> None:
    chance = random.Random(7)
    place = 0.0

    def number(run: int, draw: int) -> float:
        nonlocal place
        place = 1 - place if draw % 2 else chance.random()
        return place

    assert repeated(runs([300], number)) < ALPHA


def test_games_that_begin_with_their_number_as_a_seed_are_seen() -> None:
    draws = runs([80] * 12, lambda run, draw: random.Random(draw).random())
    assert alike_in_runs(draws) < ALPHA


def test_games_that_begin_with_the_number_of_games_left_as_a_seed_are_seen() -> None:
    asked = random.Random(3).sample(range(20, 60), 12)

    def number(run: int, draw: int) -> float:
        game, ply = divmod(draw, PLIES)
        return random.Random((asked[run] - game) * PLIES + ply).random()

    draws = runs([PLIES * games for games in asked], number)
    assert alike_in_runs(draws) > ALPHA
    assert alike_in_runs(draws, asked) < ALPHA
    assert alike_in_runs(draws, asked[:6]) <= 1.0  # of the others it is not known


def test_runs_that_begin_with_the_number_of_games_asked_as_a_seed_are_seen() -> None:
    asked = [*range(40, 50), 64, 77, 64, 77, 64]

    def number(run: int, draw: int) -> float:
        return random.Random(asked[run] * 1_000 + draw).random()

    draws = runs([PLIES * games for games in asked], number)
    assert alike_in_runs(draws, asked) < ALPHA


@pytest.mark.parametrize("seeds", [1, 3, 256])
def test_games_that_begin_with_one_of_a_few_seeds_are_seen(seeds: int) -> None:
    def number(run: int, draw: int) -> float:
        game, ply = divmod(draw, PLIES)
        return random.Random(game % seeds * PLIES + ply).random()

    draws = runs([1_400, 40], number)
    assert repeated_in_games(draws) < ALPHA


def test_fair_draws_are_hardly_ever_taken_for_dependent() -> None:
    chance = random.Random(2)
    found = []
    for _ in range(60):
        draws = runs([60, 30, 50], lambda run, draw: chance.random())
        found.append((repeated(draws), repeated_in_games(draws), alike_in_runs(draws)))
    for p in (0.05, 0.3):
        for test in zip(*found, strict=True):
            assert sum(one <= p for one in test) <= len(found) * p + 6


def test_without_draws_there_is_nothing_to_be_seen() -> None:
    assert repeated([]) == repeated_in_games([]) == alike_in_runs([]) == 1.0
