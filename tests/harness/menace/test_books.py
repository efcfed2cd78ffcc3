"""The books of several runs: the same whether they are kept from run to run or made at the end."""

import random

import pytest

from harness.menace.books import Books
from harness.menace.opponent import at_random
from harness.menace.proof import assess
from tests.harness.menace.broken import DoubleReward
from tests.harness.menace.programs import Shuffled
from tests.harness.menace.support import quick_run
from tests.oracles.menace_player import Player


@pytest.mark.parametrize("kind", [Player, Shuffled, DoubleReward])
def test_books_asked_for_after_every_run_are_those_of_all_runs(kind: type[Player]) -> None:
    chance = random.Random(3)
    runs = [quick_run(kind(seed), 12, at_random(chance)) for seed in range(4)]
    kept = Books()
    told = [kept.of(runs[:number]) for number in range(1, len(runs) + 1)][-1]
    books, troubles, one_order = Books().of(runs)
    assert [book.identified for book in told[0]] == [book.identified for book in books]
    assert [trouble for _, trouble in told[1]] == [trouble for _, trouble in troubles]
    assert told[2] is one_order is (kind is Player)  # what is wrong is each run's own
    assert bool(troubles) is (kind is DoubleReward)


def test_the_book_of_a_run_alone_is_made_once() -> None:
    run = quick_run(Shuffled(1), 6, at_random(random.Random(3)))
    kept = Books()
    assert kept.alone(run)[0] is kept.alone(run)[0]
    assert kept.alone(run)[0] is not Books().alone(run)[0]


def test_runs_with_orders_of_their_own_are_not_said_to_draw_alike() -> None:
    # One test's p is a bound: it is as small in fewer than one of 10,000 seeds. Where the books of
    # all runs placed draws by the same chances, it was below 1e-13.
    chance = random.Random(4)
    assessment = assess([quick_run(Shuffled(seed), 14, at_random(chance)) for seed in range(60)])
    assert not assessment.findings
    assert not assessment.one_order
    (across,) = (
        test for test in assessment.tests if test.name == "draws independent of other runs"
    )
    assert across.sample > 300
    assert across.p is not None
    assert across.p > 1e-4


def test_a_run_has_the_same_draws_whenever_it_is_judged() -> None:
    run, other = (quick_run(Shuffled(seed), 14, at_random(random.Random(3))) for seed in range(2))
    first, again, beside = Books(), Books(), Books()
    beside.alone(other)
    samples = first.alone(run)[0].draws.samples
    assert samples == again.alone(run)[0].draws.samples
    assert beside.alone(run)[0].draws.samples == samples
