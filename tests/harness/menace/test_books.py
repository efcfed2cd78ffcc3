"""The books of several runs: the same whether they are kept from run to run or made at the end."""

import random
from collections.abc import Sequence
from dataclasses import replace
from types import MappingProxyType

import pytest

from harness.menace.books import Books
from harness.menace.opponent import at_random
from harness.menace.proof import assess
from harness.menace.referee import Run
from tests.harness.menace.broken import DoubleReward
from tests.harness.menace.programs import OneBead, Shuffled
from tests.harness.menace.support import quick_run
from tests.oracles.menace_player import COLOURS, Player


class Renamed(Player):
    """The names of its beads mean other squares in each run; its boxes are in one order."""

    naming = "colours"

    def _names(self) -> Sequence[str]:
        return self.chance.sample(COLOURS, 9)


class Exchanged(Player):
    """In every second run it prints two boxes in each other's place."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        if seed % 2:
            first, second = map(self.order.index, (0, 1))
            self.order[first], self.order[second] = self.order[second], self.order[first]


class Undecided(OneBead, Shuffled):
    """In every second run two beads of a refill stay, in the others three."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.stay = 2 + seed % 2


def runs_of(kind: type[Player], *seeds: int, games: int = 40) -> list[Run]:
    return [quick_run(kind(seed), games, at_random(random.Random(seed))) for seed in seeds]


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


def test_of_no_runs_there_is_no_book() -> None:
    assert Books().of([]) == ([], [], True)


def test_beads_may_have_names_of_each_run_s_own() -> None:
    (book,), troubles, one_order = Books().of(runs_of(Renamed, 1, 2, 3))
    assert book.names_change
    assert (troubles, one_order) == ([], True)
    assert not Books().of(runs_of(Player, 1, 2, 3))[0][0].names_change


def test_runs_that_mostly_print_in_one_order_are_held_to_it() -> None:
    runs = runs_of(Exchanged, 0, 1, 2)
    kept = Books()
    books, troubles, one_order = kept.of(runs[:2])
    assert len(books) == 1
    assert [run for run, _ in troubles] == [runs[1]]
    assert one_order
    # What was contradicted stays so, and is not looked at again.
    again = kept.of(runs)
    assert again[0][0] is books[0]
    assert again[1] == troubles
    # Other runs are others, though there are as many.
    assert kept.of(runs_of(Player, 0, 1)) != again
    assert kept.of(runs_of(Player, 0, 1))[1] == []


def test_runs_that_contradict_nothing_alone_are_to_refill_alike() -> None:
    runs = runs_of(Undecided, 0, 1, 2)
    books, ((run, trouble),), one_order = Books().of(runs)
    assert len(books) == len(runs)
    assert run is runs[-1]
    assert (trouble.clause, trouble.game) == ("menace/refill", 0)
    assert not one_order
    assert Books().of(runs_of(Undecided, 0, 2, 4))[1] == []


def test_what_is_wrong_with_one_run_is_told_before_how_they_differ() -> None:
    class Wrong(Undecided):
        back = MappingProxyType({"X": 3, "": 1, "O": 0})

    runs = runs_of(Wrong, 0, 1, 2)
    books, troubles, one_order = Books().of(runs)
    assert [run for run, _ in troubles] == runs
    assert len(books) == 3
    assert not one_order


def test_a_run_without_games_has_a_book() -> None:
    (run,) = runs_of(Shuffled, 0, games=1)
    book, trouble = Books().alone(replace(run, games=()))
    assert trouble is None
    assert not book.draws.samples
