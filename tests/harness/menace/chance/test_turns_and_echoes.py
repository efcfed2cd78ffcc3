"""Beads taken in turn, and draws that echo earlier ones, are seen; fair ones are not."""

import random
from collections import Counter
from collections.abc import Callable

import pytest

from harness.menace.chance.echoes import echoed
from harness.menace.chance.samples import Sample, When
from harness.menace.chance.statistics import ALPHA
from harness.menace.chance.turns import in_turn
from harness.menace.classes import orbits, stage_of

POSITIONS = (0, 7, 30, 100, 150, 200)
PLIES = 4


def draws(count: int, seed: int, place: Callable[[int, int, int], int]) -> list[Sample]:
    """Draws of a run from several boxes; `place` is given the draw, that of its box, the beads."""
    chance = random.Random(seed)
    of_box: Counter[int] = Counter()
    samples = []
    for draw in range(count):
        position = chance.choice(POSITIONS)
        line = tuple(chance.choices([*orbits(position)], k=chance.randrange(3, 9)))
        orbit = line[place(draw, of_box[position], len(line)) % len(line)]
        at = When(0, draw, draw // PLIES, draw % PLIES, 0.5, of_box=of_box[position])
        of_box[position] += 1
        firsts = {found: line.index(found) for found in line}
        ends = line[0], line[-1]
        samples.append(Sample(position, dict(Counter(line)), firsts, orbit, ends, at, line))
    return samples


@pytest.mark.parametrize(
    "place",
    [
        lambda draw, of_box, beads: draw + 77,
        lambda draw, of_box, beads: 5 - draw,
        lambda draw, of_box, beads: of_box + 3,
        lambda draw, of_box, beads: draw % PLIES,
        lambda draw, of_box, beads: draw // PLIES,
    ],
    ids=["all boxes", "from the end", "each box", "plies", "games"],
)
def test_beads_taken_in_turn_are_seen(place: Callable[[int, int, int], int]) -> None:
    assert in_turn(draws(120, 1, place)) < ALPHA


@pytest.mark.parametrize("group", ["beads", "stage"])
def test_beads_taken_in_turn_in_some_boxes_are_seen(group: str) -> None:
    """By a counter that only boxes of one size, or of one stage, move on.

    Of some draws no more is known than that they were made.
    """
    chance = random.Random(2)
    counter = 0
    samples = []
    for sample in draws(900, 1, lambda draw, of_box, beads: chance.randrange(beads)):
        own = len(sample.line) == 4 if group == "beads" else stage_of(sample.position) == 4
        at = sample.at._replace(of_size=counter, of_stage=counter) if own else sample.at
        drawn = sample.line[(counter + 3) % len(sample.line)] if own else sample.drawn
        counter += own
        if chance.random() < 0.9:
            samples.append(sample._replace(drawn=drawn, at=at))
    assert in_turn(samples) < ALPHA
    assert counter > 100


def test_the_low_bit_of_a_generator_is_seen() -> None:
    state = 12345

    def place(draw: int, of_box: int, beads: int) -> int:
        nonlocal state
        state = (state * 1103515245 + 12345) % (1 << 31)
        return state % beads

    assert in_turn(draws(400, 1, place)) < ALPHA


@pytest.mark.parametrize("states", [64, 256, 1024])
def test_a_generator_of_few_states_is_seen_by_its_echoes(states: int) -> None:
    numbers = random.Random(2).sample(range(states), states)

    def place(draw: int, of_box: int, beads: int) -> int:
        return numbers[draw % states] * beads // states

    assert echoed(draws(states + 300, 3, place)) < ALPHA


@pytest.mark.parametrize("box", [False, True], ids=["any box", "the same box"])
@pytest.mark.parametrize("step", [1, -1], ids=["first", "last"])
def test_the_place_drawn_before_taken_again_at_times_is_seen(step: int, box: bool) -> None:
    chance = random.Random(5)
    last: dict[object, int] = {}
    found = []
    for drawn in draws(1_500, 6, lambda draw, of_box, beads: chance.randrange(beads)):
        key = drawn.position if box else None
        line, at = drawn.line[::step], drawn.at
        place = last.get(key, 0) if chance.random() < 0.3 else chance.randrange(len(line))
        last[key] = place
        found.append(drawn._replace(drawn=line[place % len(line)], at=at))
    assert echoed(found) < ALPHA


def test_draws_that_echo_one_of_their_game_at_times_are_seen() -> None:
    chance = random.Random(8)
    numbers: list[float] = []

    def place(draw: int, of_box: int, beads: int) -> int:
        again = draw % PLIES == PLIES - 1 and chance.random() < 0.8
        numbers.append(numbers[draw - 2] if again else chance.random())
        return int(numbers[draw] * beads)

    assert echoed(draws(2_000, 9, place)) < ALPHA


def test_a_few_fair_draws_are_hardly_ever_taken_to_be_in_turn() -> None:
    # Of 40 fair programs the bounds are below 0.1 for 4 at the most, on average: 16 would be one in
    # a million.
    chance = random.Random(4)
    found = [
        in_turn(draws(40, seed, lambda draw, of_box, beads: chance.randrange(beads)))
        for seed in range(40)
    ]
    assert sum(p <= 0.1 for p in found) < 16
    assert all(0 < p <= 1 for p in found)


def test_draws_against_every_counter_are_no_evidence() -> None:
    """Each takes the bead after that which a counter of draws takes, whose order is known."""
    line = tuple(orbits(POSITIONS[0]))[:3]
    samples = [
        Sample(
            POSITIONS[0], dict(Counter(line)), {}, line[place], at=When(0, n, n, 0, 0.5), line=line
        )
        for n, place in enumerate([0, 0, 1, 1, 0, 0, 2, 2, 0])
    ]
    assert in_turn(samples) == 1.0


@pytest.mark.slow
def test_fair_draws_are_hardly_ever_taken_for_either() -> None:
    # Of 40 fair programs the bounds are below 0.05 for 2 at the most, on average: 12 would be one
    # in two or three million.
    chance = random.Random(4)
    found = [
        draws(400, seed, lambda draw, of_box, beads: chance.randrange(beads)) for seed in range(40)
    ]
    for test in (in_turn, echoed):
        assert sum(test(samples) <= 0.05 for samples in found) < 12


def test_without_draws_there_is_nothing_to_be_seen() -> None:
    assert in_turn([]) == echoed([]) == 1.0
