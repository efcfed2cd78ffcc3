"""Draws that prefer places of a box, or a favourite of their run's; fair ones are not refused.

All seeds are fixed. A bound below p has a chance below p with a fair program, so that fair draws
fail a test here for one seed in ten thousand.
"""

import itertools
import random
from collections import Counter
from collections.abc import Callable, Sequence

import pytest

from harness.menace.chance.favourites import favoured
from harness.menace.chance.places import uneven
from harness.menace.chance.samples import UNKNOWN, Sample, When
from harness.menace.chance.statistics import ALPHA
from harness.menace.classes import orbits, use
from reference.tic_tac_toe import empty_squares
from tests.harness.menace.support import text
from tests.oracles.menace_player import classes

Draw = Callable[[random.Random, Sequence[str]], int]
BOARDS = [text(members[-1]) for members in classes()[1:300:7]]


def fair(chance: random.Random, names: Sequence[str]) -> int:
    return chance.randrange(len(names))


def rounded(chance: random.Random, names: Sequence[str]) -> int:
    return round(chance.random() * (len(names) - 1))


def lesser(chance: random.Random, names: Sequence[str]) -> int:
    return min(fair(chance, names), fair(chance, names))


def never_last(chance: random.Random, names: Sequence[str]) -> int:
    return chance.randrange(len(names) - 1)


def often_the_first(chance: random.Random, names: Sequence[str]) -> int:
    return 0 if chance.random() < 0.2 else fair(chance, names)


def least_name(chance: random.Random, names: Sequence[str]) -> int:
    return names.index(min(names)) if chance.random() < 0.25 else fair(chance, names)


def shuffled(chance: random.Random, names: Sequence[str]) -> int:
    """The first place after a shuffle that swaps each place with any."""
    places: list[int] = list(range(len(names)))
    for place in range(len(names)):
        other = chance.randrange(len(names))
        places[place], places[other] = places[other], places[place]
    return places[0]


def drawn(draw: Draw, count: int, seed: int, runs: int = 1) -> list[Sample]:
    """Draws from boxes of two to six beads, of which the names are numbers of orbits."""
    chance = random.Random(seed)
    samples = []
    for number in range(count):
        board = chance.choice(BOARDS)
        made = use(board, empty_squares(board)[0])
        assert made
        line = tuple(chance.choices([*orbits(made.position)], k=chance.randrange(2, 7)))
        names = tuple(map(str, line))
        orbit = line[draw(chance, names)]
        firsts = {other: line.index(other) for other in line}
        at = When(number * runs // count, number, 0, 0, 0.0)
        samples.append(
            Sample(made.position, dict(Counter(line)), firsts, orbit, (line[0], line[-1]), at, line,
                   names, board)
        )  # fmt: skip
    return samples


@pytest.mark.parametrize("seed", range(4))
def test_fair_draws_are_from_any_place_and_have_no_favourite(seed: int) -> None:
    samples = drawn(fair, 3_000, seed, runs=10)
    assert uneven(samples) > 1e-4
    assert favoured(samples) > 1e-4
    unknown = [s._replace(line=(UNKNOWN,) * len(s.line), drawn=UNKNOWN) for s in samples]
    assert uneven(unknown) > 1e-4


@pytest.mark.parametrize("draw", [rounded, lesser, never_last, often_the_first, least_name])
@pytest.mark.parametrize("seed", range(4))
def test_places_that_are_preferred_are_seen(draw: Draw, seed: int) -> None:
    assert uneven(drawn(draw, 3_000, seed)) < ALPHA


@pytest.mark.parametrize("seed", range(4))
def test_the_newest_bead_that_is_never_drawn_is_seen_in_sorted_boxes(seed: int) -> None:
    by_age = [
        s._replace(by_age=s.line, line=tuple(sorted(s.line)), names=tuple(sorted(s.names)))
        for s in drawn(never_last, 3_000, seed)
    ]
    assert uneven(by_age) < ALPHA
    assert uneven([s._replace(by_age=s.line) for s in drawn(fair, 3_000, seed)]) > 1e-4


@pytest.mark.parametrize("seed", range(2))
def test_the_first_place_after_a_naive_shuffle_is_seen(seed: int) -> None:
    # So near to chance that it takes many draws: a verification looks again where it is strange.
    assert uneven(drawn(shuffled, 12_000, seed)) < ALPHA


@pytest.mark.parametrize("size", range(2, 6))
def test_the_last_place_after_a_naive_shuffle_is_fair(size: int) -> None:
    # The last swap alone decides which bead stands there: a program that draws it is right.
    last: Counter[int] = Counter()
    for others in itertools.product(range(size), repeat=size):
        places = [*range(size)]
        for place, other in enumerate(others):
            places[place], places[other] = places[other], places[place]
        last[places[-1]] += 1
    assert set(last.values()) == {size ** (size - 1)}


def test_bounds_are_no_smaller_than_the_chance() -> None:
    # Of 400 samples of 40 draws, 40 are below a bound of 0.1 at the most.
    samples = [drawn(fair, 40, seed, runs=2) for seed in range(400)]
    assert sum(uneven(some) < 0.1 for some in samples) < 40
    assert sum(favoured(some) < 0.1 for some in samples) < 40


def liked(name: str) -> Draw:
    def draw(chance: random.Random, names: Sequence[str]) -> int:
        return names.index(name) if name in names and chance.random() < 0.5 else fair(chance, names)

    return draw


@pytest.mark.parametrize("seed", range(4))
def test_a_name_that_each_run_likes_is_seen(seed: int) -> None:
    samples = []
    for run in range(12):
        favourite = random.Random(f"{seed} {run}").choice("012345")
        some = drawn(liked(favourite), 300, 100 * seed + run)
        samples += [s._replace(at=s.at._replace(run=run)) for s in some]
    assert favoured(samples) < ALPHA


@pytest.mark.parametrize("seed", range(4))
def test_a_square_of_the_board_that_each_run_likes_is_seen(seed: int) -> None:
    samples = []
    for run in range(12):
        chance = random.Random(f"{seed} {run}")
        square = chance.randrange(9)
        for sample in drawn(fair, 300, 100 * seed + run):
            made = use(sample.board, square) if sample.board[square] == "-" else None
            likes = made is not None and made.orbit in sample.beads and chance.random() < 0.5
            orbit = made.orbit if likes and made else sample.drawn
            nameless = sample._replace(at=sample.at._replace(run=run), names=(), drawn=orbit)
            samples.append(nameless)
    assert favoured(samples) < ALPHA


def test_nothing_says_nothing() -> None:
    assert uneven([]) == 1.0
    assert favoured([]) == 1.0
    bare = [s._replace(names=(), line=(), board="") for s in drawn(often_the_first, 300, 1)]
    assert uneven(bare) == 1.0
    assert favoured(bare) == 1.0
