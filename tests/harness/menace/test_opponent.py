"""The human sides: legal, as good or bad as they say, and steering where it is told."""

import random
from collections import Counter
from collections.abc import Mapping

import pytest

from harness.menace import opponent
from harness.menace.draining import Draining
from harness.menace.game import Human
from harness.menace.steering import Steering
from tests.harness.menace.support import games_of, position, results_against
from tests.oracles.menace_player import Player

HUMANS: Mapping[str, Human] = {
    "random": opponent.at_random(random.Random(1)),
    "perfect": opponent.perfect(random.Random(1)),
    "blundering": opponent.blundering(random.Random(1)),
    "scripted": opponent.scripted((4, 0, 8, 2, 6, 1, 7, 3, 5)),
    "steering": Steering(random.Random(1)),
    "draining": Draining(random.Random(1)),
}


@pytest.mark.parametrize("name", HUMANS)
def test_only_empty_squares_are_played(name: str) -> None:
    for seed in range(5):
        for game in games_of(Player(seed), 20, HUMANS[name]):
            boards = [position(board) for board, _ in game.draws]
            assert all(b.xs.bit_count() == b.os.bit_count() for b in boards)


def test_the_perfect_one_never_loses() -> None:
    assert results_against(HUMANS["perfect"])["X"] == 0
    assert results_against(HUMANS["perfect"])["O"] > 100


def test_the_blundering_one_loses() -> None:
    assert results_against(HUMANS["blundering"])["X"] > 200


def test_the_scripted_one_plays_its_script() -> None:
    human = opponent.scripted((4, 0, 8))
    assert [human(b) for b in ("X--------", "-X--O---X", "X---O-X--")] == [4, 0, 8]


def test_one_plays_the_first_games_and_the_other_the_rest() -> None:
    human = opponent.one_after_another(lambda board: 7, 2, lambda board: 5)
    boards = ("X--------", "XX----O--", "XXX---OO-")
    assert [[human(board) for board in boards] for _ in range(4)] == [[7] * 3] * 2 + [[5] * 3] * 2


def test_the_random_one_plays_all_squares_alike() -> None:
    human = opponent.at_random(random.Random(2))
    played = Counter(human("X--------") for _ in range(800))
    assert set(played) == set(range(1, 9))
    assert min(played.values()) > 60  # below once in 10,000 seeds
