"""Games that begin with one of few seeds are seen by what they draw; fair ones are not."""

import random
from itertools import product

import pytest

from harness.menace.chance.samples import Sample, When
from harness.menace.chance.seeds import of_few_seeds
from harness.menace.chance.statistics import ALPHA

PLIES = 4
ORBITS = range(5)


def games(count: int, seeds: int, seed: int = 1, kept: float = 1.0) -> list[Sample]:
    """Games of which each begins with a seed of so many; of its draws a share is kept."""
    chance = random.Random(seed)
    samples = []
    for game in range(count):
        numbers = random.Random(seed * 1_000_003 + chance.randrange(seeds))
        for ply in range(PLIES):
            line = tuple(chance.choices(ORBITS, k=chance.randrange(2, 9)))
            drawn = line[int(numbers.random() * len(line))]
            at = When(game * 3 // count, game * PLIES + ply, game, ply, 0.5)
            if chance.random() < kept:
                samples.append(Sample(ply, {}, {}, drawn, at=at, line=line))
    return samples


@pytest.mark.parametrize(
    ("count", "seeds", "kept"), [(90, 4, 1.0), (300, 8, 0.6), (1_000, 64, 0.9), (1_500, 256, 1.0)]
)
def test_games_of_few_seeds_are_seen(count: int, seeds: int, kept: float) -> None:
    assert of_few_seeds(games(count, seeds, kept=kept)) < ALPHA


@pytest.mark.slow
def test_fair_games_are_hardly_ever_taken_for_such() -> None:
    # Of 60 the bounds are below 0.05 for 3 at the most, on average: 14 would be one in a million.
    found = [of_few_seeds(games(120, 1 << 40, seed, 0.8)) for seed in range(60)]
    assert sum(p <= 0.05 for p in found) < 14


def test_the_bound_is_no_less_than_the_chance_of_fair_games() -> None:
    """By every outcome of five games of two draws from two beads, each as likely."""
    found = [
        of_few_seeds(
            Sample(ply, {}, {}, drawn, at=When(0, 2 * game + ply, game, ply, 0.5), line=(0, 1))
            for (game, ply), drawn in zip(product(range(5), range(2)), outcome, strict=True)
        )
        for outcome in product((0, 1), repeat=10)
    ]
    assert min(found) < 0.2
    for bound in found:
        assert sum(p <= bound for p in found) <= bound * len(found)


def test_more_games_than_are_looked_at_at_a_time_are_seen_alike() -> None:
    few = games(256, 1 << 40)
    again = [sample._replace(at=sample.at._replace(game=sample.at.game + 256)) for sample in few]
    assert of_few_seeds(few) > ALPHA
    assert of_few_seeds(few + again) < ALPHA


def test_what_tells_nothing_is_left_out() -> None:
    few = games(90, 4)
    strange = few[0]._replace(drawn=max(ORBITS) + 1)
    unordered = few[0]._replace(line=())
    late = few[0]._replace(at=few[0].at._replace(ply=PLIES))
    assert of_few_seeds([*few, strange, unordered, late]) == of_few_seeds(few)
    assert of_few_seeds(few[:PLIES]) == of_few_seeds([]) == 1.0
