"""The sequential test: its ratio by other roads, and its error rates by simulation."""

import math
import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.meta_tic_tac_toe.match import play
from harness.meta_tic_tac_toe.scoring import Score, score
from harness.tournament.sprt import (
    SUMS,
    Decision,
    Hypotheses,
    follow,
    log_likelihood_ratio,
    pair_sums,
)
from tests.harness.tournament.support import REACHING, a_match, asking, first, last, silent


def share(elo: float) -> float:
    return 1 / (1 + 10 ** (-elo / 400))


@pytest.mark.parametrize(("won", "lost"), [(30, 20), (10, 40), (25, 25)])
def test_with_pairs_won_or_lost_whole_it_is_the_binomial_ratio(won: int, lost: int) -> None:
    ratio = log_likelihood_ratio((lost, 0, 0, 0, won), 0, 50)
    simple = won * math.log(share(50) / 0.5) + lost * math.log((1 - share(50)) / 0.5)
    assert ratio == pytest.approx(simple, abs=0.05)  # what is not seen has a small chance there


def test_the_most_likely_shares_by_brute_force() -> None:
    """Of all shares with the mean of a hypothesis, on a grid, none explains the pairs better."""
    counts = (3, 0, 9, 0, 6)

    def best(mean: float) -> float:
        found = -math.inf
        for low in range(1, 1000):
            a = low / 1000
            c = mean - (1 - a) / 2  # a + b + c = 1 and b / 2 + c = mean
            b = 1 - a - c
            c, b = mean - (b := 2 * (1 - a - mean)) / 2, b
            if min(b, c) > 0:
                found = max(
                    found, sum(n * math.log(p) for n, p in zip((3, 9, 6), (a, b, c), strict=True))
                )
        return found

    ratio = log_likelihood_ratio(counts, -30, 60)
    assert ratio == pytest.approx(best(share(60)) - best(share(-30)), abs=0.01)


@given(st.lists(st.integers(0, 30), min_size=5, max_size=5))
def test_seen_from_the_other_side_it_is_the_same(drawn: list[int]) -> None:
    counts = tuple(drawn)
    ratio = log_likelihood_ratio(counts, 0, 20)
    assert log_likelihood_ratio(counts[::-1], 0, -20) == pytest.approx(ratio, abs=1e-6)
    assert log_likelihood_ratio(counts, 20, 0) == pytest.approx(-ratio, abs=1e-6)


def chances(elo: float, draws: float) -> list[float]:
    """Of the five sums, for two independent matches with this share of undecided ones."""
    win = share(elo) - draws / 2
    one = {0.0: 1 - win - draws, 0.5: draws, 1.0: win}
    return [
        sum(p * q for (a, p), (b, q) in product(one.items(), repeat=2) if a + b == total)
        for total in SUMS
    ]


def at_random(rng: random.Random, elo: float, draws: float) -> Iterator[float]:
    """What a bot scores in pair after pair, without end."""
    weights = chances(elo, draws)
    while True:
        yield rng.choices(SUMS, weights)[0]


def decisions(elo: float, draws: float, runs: int, hypotheses: Hypotheses) -> dict[Decision, int]:
    found = dict.fromkeys(Decision, 0)
    for seed in range(runs):
        sums = at_random(random.Random(seed), elo, draws)
        found[follow(hypotheses, sums).decision] += 1
    return found


# Each hypothesis is true in turn. Wald's bounds promise a rate of about 5 %; of 200 runs more than
# 22 wrong ones would come by chance, with 5 %, in about one of 2,000 such tests. Seeds are fixed.
@pytest.mark.parametrize("draws", [0.3, pytest.param(0.0, marks=pytest.mark.slow)])
@pytest.mark.parametrize(("elo", "right"), [(0, Decision.NOT_STRONGER), (100, Decision.STRONGER)])
def test_error_rates(elo: float, right: Decision, draws: float) -> None:
    found = decisions(elo, draws, 200, Hypotheses(0, 100))
    assert found[Decision.OPEN] == 0
    assert 200 - found[right] <= 22


@pytest.mark.slow
def test_stronger_than_either_hypothesis_is_told_sooner() -> None:
    rng = random.Random(1)

    def pairs(elo: float) -> int:
        return follow(Hypotheses(0, 50), at_random(rng, elo, 0.1)).pairs

    assert sum(pairs(200) for _ in range(20)) < sum(pairs(50) for _ in range(20))


def test_it_ends_at_the_bound_and_looks_no_further() -> None:
    course = follow(Hypotheses(0, 50), [2.0] * 1000)
    assert course.decision is Decision.STRONGER
    assert course.counts == (0, 0, 0, 0, course.pairs)
    assert course.pairs < 60
    assert follow(Hypotheses(0, 50), [2.0] * (course.pairs - 1)).decision is Decision.OPEN
    assert follow(Hypotheses(0, 50), [0.0] * 1000).decision is Decision.NOT_STRONGER


def test_nothing_played_is_open() -> None:
    course = follow(Hypotheses(), [])
    assert (course.pairs, course.ratio, course.decision) == (0, 0.0, Decision.OPEN)


@pytest.mark.parametrize("values", [(20, 20, 0.05, 0.05), (30, 20, 0.05, 0.05), (0, 20, 0, 0.05),
                                    (0, 20, 0.05, 0.5)])  # fmt: skip
def test_no_test(values: tuple[float, float, float, float]) -> None:
    with pytest.raises(ValueError, match="elo0 is less than elo1"):
        Hypotheses(*values)


def named(found: Score, x: str, o: str) -> Score:
    return replace(found, x=replace(found.x, name=x), o=replace(found.o, name=o))


def test_pairs_are_of_a_match_as_x_and_one_as_o() -> None:
    won, drawn = score(a_match(first, silent)), score(a_match(silent, silent, rounds=2))
    void = score(play("a", "b", asking(last), lambda arguments: REACHING))
    assert void.void
    scores = [
        named(won, "a", "b"),  # 1 for A
        named(won, "b", "c"),
        named(drawn, "a", "b"),  # half
        named(void, "b", "a"),
        named(won, "b", "a"),  # 0: a pair with the first
        named(drawn, "b", "a"),  # half, with the second
        named(drawn, "a", "b"),  # alone
    ]
    assert pair_sums(scores, "a", "b") == [1.0, 1.0]
    assert pair_sums(scores, "b", "a") == [1.0, 1.0]
    assert pair_sums([*scores[:3], named(drawn, "b", "a")], "a", "b") == [1.5]
    assert pair_sums(scores, "a", "c") == []
