"""Where every run has names of its own, frequent names are no favourites of its starting beads."""

import random

import pytest

from harness.menace.chance.statistics import ALPHA
from harness.menace.opponent import at_random
from harness.menace.proof import assess
from tests.harness.menace.programs import Shuffled
from tests.harness.menace.support import quick_run
from tests.oracles.menace_player import Player, free

NAMES = "abcdefghi"
RUNS, GAMES = 60, 50


class OwnNames(Shuffled):
    """In each run its beads are named anew, by the first letters more often than by the last."""

    naming = "letters"

    def __init__(self, seed: int, order_seed: int = 7) -> None:
        super().__init__(seed, order_seed)
        for box, picture in enumerate(self.pictures):
            ranked = sorted(NAMES, key=lambda name: self.layout.random() * NAMES.index(name))
            empty = [*free(picture)]
            self.layout.shuffle(empty)
            taken = [square for square in range(9) if square not in empty]
            names = dict(zip([*empty, *taken], ranked, strict=True))
            self.names[box] = "".join(names[square] for square in range(9))


class OwnPictures(Shuffled):
    """Its letters name the squares of pictures that are turned anew in each run."""

    naming = "letters"


class OwnOrder(Player):
    """Its boxes are in another order in each run; pictures and names stay."""

    naming = "letters"

    def __init__(self, seed: int, order_seed: int = 7) -> None:
        super().__init__(seed, order_seed)
        self.order = random.Random(seed).sample(self.order, len(self.order))


class FavoursTheFirst(OwnOrder):
    """Of the beads that a box begins with twice as many are for its first empty square."""

    def fill(self, box: int) -> list[int]:
        empty = self.choices(box)
        weights = [2.0] + [1.0] * (len(empty) - 1)
        return self.chance.choices(empty, weights, k=len(super().fill(box)))


def starts(kind: type[Player]) -> tuple[int, float | None]:
    """How many runs the test of their starting beads looked at, and its p."""
    human = at_random(random.Random(3))
    state = assess([quick_run(kind(seed), GAMES, human) for seed in range(RUNS)])
    (test,) = [test for test in state.tests if test.name == "starting beads without favourites"]
    return test.sample, test.p


@pytest.mark.slow
@pytest.mark.parametrize("kind", [OwnNames, OwnPictures, OwnOrder])
def test_names_that_are_frequent_are_no_favourites(kind: type[Player]) -> None:
    # A right harness fails once in a million seeds.
    assert (starts(kind)[1] or 0.0) > 1e-6


def test_favourites_are_seen_though_each_run_has_an_order_of_its_own() -> None:
    looked_at, p = starts(FavoursTheFirst)
    assert looked_at > RUNS / 2
    assert p is not None
    assert p < ALPHA
