"""How many draws must repeat an earlier one to be seen: as many as the test then sees."""

import random

import pytest

from harness.menace.chance.dependence import repeated
from harness.menace.chance.repeats import seen_from
from harness.menace.chance.samples import Sample, When
from harness.menace.chance.statistics import ALPHA

LINE = (0, 1, 1, 4, 0, 1)
DRAWS = 1_500


def samples(share: float, apart: int, seed: int) -> list[Sample]:
    """Draws of which this share take the random number of the one so many before."""
    chance = random.Random(seed)
    numbers: list[float] = []
    found = []
    for draw in range(DRAWS):
        again = draw >= apart and chance.random() < share
        numbers.append(numbers[draw - apart] if again else chance.random())
        drawn = LINE[int(numbers[-1] * len(LINE))]
        place = chance.choice([at for at, orbit in enumerate(LINE) if orbit == drawn])
        at = When(0, draw, draw // 4, draw % 4, (place + chance.random()) / len(LINE))
        found.append(Sample(0, {}, {}, drawn, at=at, line=LINE))
    return found


@pytest.mark.parametrize("apart", [1, 300])
def test_as_many_repeated_draws_as_are_told_are_seen(apart: int) -> None:
    share = seen_from(samples(0.0, apart, 1), apart, ALPHA)
    assert share is not None
    seen = [repeated(s.at for s in samples(share, apart, seed)) < ALPHA for seed in range(10)]
    assert all(seen)
    fewer = [repeated(s.at for s in samples(share / 2, apart, seed)) < ALPHA for seed in range(5)]
    assert not all(fewer)


def test_too_few_draws_tell_of_no_share() -> None:
    assert seen_from(samples(0.0, 1, 1)[:20], 1, ALPHA) is None
    assert seen_from([], 1, ALPHA) is None
