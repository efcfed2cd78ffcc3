"""Bradley-Terry ratings: against closed forms, brute force, and the truth of simulated matches."""

import math
import random
from itertools import combinations, permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.tournament.ratings import Rating, expected_score, rate

A_LITTLE = 1e-6  # of a prior match: as good as none
ELO = 400 / math.log(10)


def by_name(ratings: list[Rating]) -> dict[str, Rating]:
    return {rating.name: rating for rating in ratings}


@pytest.mark.parametrize(("won", "lost"), [(3, 1), (10, 10), (2.5, 0.5), (900, 100)])
def test_two_bots_have_a_closed_form(won: float, lost: float) -> None:
    found = by_name(rate(["a", "b"], {("a", "b"): won, ("b", "a"): lost}, A_LITTLE))
    difference = 400 * math.log10(won / lost)
    assert found["a"].elo - found["b"].elo == pytest.approx(difference, abs=0.01)
    assert found["a"].elo == pytest.approx(-found["b"].elo, abs=1e-6)
    # The variance of a binomial's log odds is 1 / (n p q); from their mean each is half as far.
    number, share = won + lost, won / (won + lost)
    error = 1.96 * ELO * math.sqrt(1 / (number * share * (1 - share))) / 2
    assert found["a"].error == pytest.approx(error, rel=1e-3)
    assert found["a"].matches == round(number)


def log_posterior(strengths: tuple[float, ...], wins: dict[tuple[int, int], float]) -> float:
    """What is to be as great as can be: the wins, and a prior match of each against strength 0."""
    total = sum(
        n * -math.log1p(math.exp(strengths[j] - strengths[i])) for (i, j), n in wins.items()
    )
    for strength in strengths:
        total -= (math.log1p(math.exp(strength)) + math.log1p(math.exp(-strength))) / 2
    return total


@settings(max_examples=20, deadline=None)
@given(st.lists(st.integers(0, 6), min_size=6, max_size=6))
def test_three_bots_by_brute_force(numbers: list[int]) -> None:
    """A grid, made finer around its best point again and again."""
    wins = dict(zip(permutations(range(3), 2), map(float, numbers), strict=True))
    centre, width = (0.0, 0.0, 0.0), 4.0
    while width > 1e-4:
        axis = [[c + width * k / 4 for k in range(-4, 5)] for c in centre]
        a, b, c = max(product(*axis), key=lambda point: log_posterior(point, wins))
        centre, width = (a, b, c), width * 0.6
    found = by_name(rate("abc", {("abc"[i], "abc"[j]): n for (i, j), n in wins.items()}))
    mean = sum(centre) / 3
    for name, strength in zip("abc", centre, strict=True):
        assert found[name].elo == pytest.approx(ELO * (strength - mean), abs=0.2)


def simulated(
    rng: random.Random, truth: dict[str, float], rounds: int
) -> dict[tuple[str, str], float]:
    """Matches of every two bots, won by the chances of the model."""
    wins: dict[tuple[str, str], float] = {}
    for _ in range(rounds):
        for a, b in combinations(truth, 2):
            chance = 1 / (1 + 10 ** ((truth[b] - truth[a]) / 400))
            pair = (a, b) if rng.random() < chance else (b, a)
            wins[pair] = wins.get(pair, 0) + 1
    return wins


def test_error_bars_hold_the_truth_about_as_often_as_they_say() -> None:
    # Seeds are fixed. Of 400 bars 95 % are 380; fewer than 364 or more than 396 would come by
    # chance in less than one in ten thousand such tests.
    truth = {"a": 150.0, "b": 50.0, "c": -50.0, "d": -150.0}
    inside = 0
    for seed in range(100):
        found = rate(list(truth), simulated(random.Random(seed), truth, 40))
        inside += sum(abs(r.elo - truth[r.name]) <= r.error for r in found)
    assert 364 <= inside <= 396


@given(st.permutations(["a", "b", "c", "d"]), st.randoms(use_true_random=False))
def test_the_order_of_bots_and_matches_does_not_matter(
    names: list[str], rng: random.Random
) -> None:
    wins = simulated(random.Random(0), {"a": 90, "b": 10, "c": 0, "d": -100}, 5)
    shuffled = list(wins.items())
    rng.shuffle(shuffled)
    one, other = by_name(rate("abcd", wins)), by_name(rate(names, dict(shuffled)))
    for name in "abcd":
        assert one[name].elo == pytest.approx(other[name].elo, abs=1e-6)
        assert one[name].error == pytest.approx(other[name].error, abs=1e-6)


def test_who_won_everything_is_strong_and_no_more() -> None:
    found = rate("abc", {("a", "b"): 50, ("a", "c"): 50, ("b", "c"): 25, ("c", "b"): 25})
    assert found[0].name == "a"
    assert 200 < found[0].elo < 2000
    assert found[0].error > found[1].error
    assert all(math.isfinite(rating.elo) for rating in found)


def test_more_matches_say_more() -> None:
    few = by_name(rate("ab", {("a", "b"): 6, ("b", "a"): 4}))
    many = by_name(rate("ab", {("a", "b"): 600, ("b", "a"): 400}))
    assert many["a"].error < few["a"].error / 5
    assert 0 < few["a"].elo < many["a"].elo  # the prior match weighs on few


def test_great_numbers_settle() -> None:
    found = rate("abc", {("a", "b"): 1e6, ("b", "c"): 1e6, ("c", "a"): 1})
    assert [rating.name for rating in found] == ["a", "b", "c"]
    assert all(math.isfinite(rating.error) for rating in found)


def test_nobody_and_one_and_strangers() -> None:
    assert rate([], {}) == []
    (alone,) = rate(["a"], {})
    assert (alone.elo, alone.matches) == (0, 0)
    assert [rating.elo for rating in rate("ab", {})] == [0, 0]


@pytest.mark.parametrize(("elo", "score"), [(0, 0.5), (400, 10 / 11), (-400, 1 / 11)])
def test_the_scale_is_that_of_elo(elo: float, score: float) -> None:
    assert expected_score(elo) == pytest.approx(score)
