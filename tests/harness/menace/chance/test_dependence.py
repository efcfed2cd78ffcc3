"""Draws that depend on earlier ones, or on those of other runs, are seen; fair ones are not."""

import cmath
import math
import random
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Sequence

import pytest

from harness.menace.chance.dependence import (
    alike_in_runs,
    least_sum,
    repeated,
    repeated_in_games,
)
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


# --- against the definitions, pair by pair -------------------------------------------------------

NEAR = {*range(1, 301), 512, 1024, 2048, 4096}
SUMS = 2 * 2 * 4  # near ones or all, either sign, and four kinds


def direct(draws: Sequence[When], place: Callable[[When], tuple[Hashable, int]]) -> float:
    """The bound of `repeated`, where `place` gives the sequence of a draw, and its place there."""
    sequences: defaultdict[Hashable, dict[int, complex]] = defaultdict(dict)
    for draw in draws:
        sequence, at = place(draw)
        sequences[sequence][at] = cmath.exp(1j * math.tau * draw.number)
    after: defaultdict[int, complex] = defaultdict(complex)  # by the distance
    mirrored: defaultdict[int, complex] = defaultdict(complex)
    pairs: Counter[int] = Counter()
    for known in sequences.values():
        for first, one in known.items():
            for second, other in known.items():
                if first < second:
                    after[second - first] += other / one
                    mirrored[second - first] += other * one
                    pairs[second - first] += 1
    most = {
        apart: max(z**2 for sum_ in (after[apart], mirrored[apart]) for z in (sum_.real, sum_.imag))
        / pairs[apart]
        for apart in pairs
    }
    near = max((most[apart] for apart in most if apart in NEAR), default=0.0)
    longest = 1 + max(at for known in sequences.values() for at in known)
    far = max(most.values(), default=0.0)
    return min(1.0, SUMS * len(NEAR) * math.exp(-near), SUMS * longest * math.exp(-far))


def followed(length: int, apart: int, follow: Callable[[float], float]) -> Callable[[int], float]:
    """Draws of which every one but the first follows from the one so far before."""
    chance = random.Random(length + apart)
    numbers = [chance.random() for _ in range(apart)]
    while len(numbers) < length:
        numbers.append(follow(numbers[-apart]) % 1)
    return numbers.__getitem__


FOLLOWS: dict[str, Callable[[float], float]] = {
    "again": lambda u: u,
    "the opposite": lambda u: u + 0.5,
    "a quarter on": lambda u: u + 0.25,
    "mirrored": lambda u: -u,
    "mirrored, a quarter on": lambda u: 0.25 - u,
}


@pytest.mark.parametrize("follow", FOLLOWS.values(), ids=FOLLOWS)
@pytest.mark.parametrize(("length", "apart"), [(40, 3), (330, 299), (330, 301), (340, 310)])
def test_repetition_is_as_its_definition_says(
    follow: Callable[[float], float], length: int, apart: int
) -> None:
    number = followed(length, apart, follow)
    draws = runs([length, 7], lambda run, draw: number(draw) if run == 0 else draw / 7)
    exact = min(1.0, 3 * direct(draws, lambda at: (at.run, at.draw)))
    assert exact < 1
    assert repeated(draws) == pytest.approx(exact, rel=1e-6, abs=0)
    by_games = [When(at.run, 0, at.draw, 0, at.number) for at in draws]
    exact = direct(by_games, lambda at: ((at.run, at.ply), at.game))
    assert repeated_in_games(by_games) == pytest.approx(exact, rel=1e-6, abs=0)


@pytest.mark.parametrize("taken", [0, 3, 4])
def test_numbers_are_counted_with_those_of_new_beads(taken: int) -> None:
    number = followed(500, 9, FOLLOWS["again"])
    refills = sorted(random.Random(3).choices(range(100), k=100))  # by chance, now and then

    def counted(of_each: int) -> Callable[[When], tuple[Hashable, int]]:
        return lambda at: (at.run, at.draw + of_each * at.refills)

    draws = [
        When(0, at, at // PLIES, at % PLIES, number(at + taken * filled), filled)
        for at, filled in enumerate(refills)
    ]
    exact = {of_each: direct(draws, counted(of_each)) for of_each in (0, 3, 4)}
    assert min(exact.values()) == exact[taken] < 1e-3 < max(exact.values())
    assert repeated(draws) == pytest.approx(3 * exact[taken], rel=1e-6, abs=0)


def test_the_least_sum_that_is_seen() -> None:
    looks = 3 * SUMS * len(NEAR)  # by three clocks
    assert least_sum(100, 1e-8) == pytest.approx(math.sqrt(100 * math.log(looks / 1e-8)))


def alike(draws: Sequence[When], game: Callable[[When], Hashable]) -> float:
    """The bound of `alike_in_runs`, for games that are counted so."""
    places: defaultdict[Hashable, list[complex]] = defaultdict(list)
    for draw in draws:
        places[game(draw), draw.ply].append(cmath.exp(1j * math.tau * draw.number))
    shared = [vectors for vectors in places.values() if len(vectors) > 1]
    excess = sum(abs(sum(vectors)) ** 2 / len(vectors) for vectors in shared) / len(shared)
    return math.exp(len(shared) * (1 - excess + math.log(excess))) if excess > 1 else 1.0


@pytest.mark.parametrize("seed", range(6))
def test_likeness_of_runs_is_as_its_definition_says(seed: int) -> None:
    chance = random.Random(seed)
    asked = chance.choices(range(2, 9), k=7)
    shared = [chance.random() for _ in range(200)]
    counts: list[Callable[[When], int]] = [
        lambda at: at.game,
        lambda at: 50 + asked[at.run] - at.game,
        lambda at: 10 * asked[at.run] + at.game,
    ]
    count = counts[seed % 3]

    def when(run: int, draw: int) -> When:
        at = When(run, draw, draw // PLIES, draw % PLIES, 0.0)
        near = shared[2 * count(at) + at.ply % 2] + chance.gauss(0, 0.1)
        return at._replace(number=near % 1)

    draws = [when(run, draw) for run, games in enumerate(asked) for draw in range(PLIES * games)]
    exact = [alike(draws, game) for game in counts]
    assert alike_in_runs(draws) == pytest.approx(exact[0], rel=1e-6, abs=0)
    assert alike_in_runs(draws, asked) == pytest.approx(min(1.0, 3 * min(exact)), rel=1e-6, abs=0)
    assert min(exact) == exact[seed % 3] < 1e-3


def test_where_there_is_nothing_to_compare_nothing_is_seen() -> None:
    assert repeated([]) == repeated_in_games([]) == alike_in_runs([]) == 1.0
    assert repeated(runs([1, 1], lambda run, draw: 0.5)) == 1.0
    assert alike_in_runs(runs([5], lambda run, draw: 0.5), [2]) == 1.0
