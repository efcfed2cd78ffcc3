"""Whether beads are drawn fairly: false alarms, power, and samples chosen before the draw.

All seeds are fixed. Where an assertion about chance is made, its own false-alarm rate is said: how
often a right harness would fail it if the seeds were drawn anew.
"""

import random

import pytest

from harness.menace import opponent
from harness.menace.accounts import Accounts
from harness.menace.chance.samples import Sample
from harness.menace.chance.statistics import DRAWS_NEEDED, draw_tests
from harness.menace.chance.statistics import Test as StatisticalTest
from harness.menace.classes import orbits
from harness.menace.game import Human
from harness.menace.steering import Steering
from tests.harness.menace.broken import ByColour, ByMostBeads, FirstBead, LowSquares
from tests.harness.menace.programs import Lettered, ManyBeads, OneBead, Shuffled
from tests.harness.menace.support import form_of, games_of
from tests.oracles.menace_player import Player
from tests.thinned import one_in

# --- false alarms --------------------------------------------------------------------------------


def fair_samples(chance: random.Random, count: int) -> list[Sample]:
    """Fair draws from boxes of all sizes, some of them with very many beads of one kind."""
    samples: list[Sample] = []
    while len(samples) < count:
        position = chance.randrange(304)
        kinds = list(orbits(position))
        box = chance.choices(kinds, k=chance.randint(2, 8))
        box += [chance.choice(kinds)] * chance.choice((0, 0, 5, 40))
        chance.shuffle(box)
        beads = {orbit: box.count(orbit) for orbit in box}
        first = {orbit: box.index(orbit) for orbit in box}
        samples.append(Sample(position, beads, first, chance.choice(box)))
    return samples


@pytest.mark.slow
def test_fair_draws_give_uniform_p_values() -> None:
    # 200 batteries; each band is a binomial's at less than one failure in 10,000.
    chance = random.Random(1)
    batteries = [draw_tests(fair_samples(chance, 350)) for _ in range(200)]
    for number in range(len(batteries[0])):
        ps = [battery[number].p for battery in batteries]
        assert all(p is not None and p > 1e-5 for p in ps)
        assert sum(p < 0.1 for p in ps if p is not None) == pytest.approx(20, abs=18)
        assert sum(p < 0.5 for p in ps if p is not None) == pytest.approx(100, abs=28)


def drawn_by(
    kind: type[Player], seed: int, games: int = 150, runs: int = 4
) -> list[StatisticalTest]:
    """The draw tests of some runs, half against who wins and half against who loses."""
    chance = random.Random(seed)
    steering = Steering(chance)
    book = Accounts(form_of(kind(0)))
    samples: list[Sample] = []
    humans: list[Human] = [opponent.blundering(chance), steering]
    for run, human in zip(range(runs), humans * runs, strict=False):
        if not kind.fixed_order:
            samples += book.draws.samples
            book = Accounts(book.form)
        assert book.add(games_of(kind(100 * seed + run), games, human)) is None
    return draw_tests([*samples, *book.draws.samples])


@pytest.mark.parametrize("kind", one_in(2, [Player, Lettered, OneBead, ManyBeads, Shuffled]))
def test_right_programs_are_not_refused(kind: type[Player]) -> None:
    # Four p-values for each: one in 2,000 seeds would give one below 1e-4.
    tests = drawn_by(kind, seed=1)
    assert all(test.p is None or test.p > 1e-4 for test in tests), tests
    assert all(test.sample > DRAWS_NEEDED for test in tests)


def test_heavily_learned_boxes_are_drawn_from_fairly() -> None:
    # 500 games in one run against one who loses: hundreds of beads of one kind in a box, and the
    # likely draws are learned first. Only what was known before a draw may choose it.
    for seed in range(2):
        tests = drawn_by(Lettered, seed, games=500, runs=1)
        assert all(test.p is not None and test.p > 1e-4 for test in tests), tests


def test_samples_do_not_look_ahead() -> None:
    player = Lettered(5)
    games = games_of(player, 120, opponent.blundering(random.Random(5)))
    whole = Accounts(form_of(player))
    whole.add(games)
    for count in (30, 60, 90):
        part = Accounts(form_of(player))
        part.add(games[:count])
        assert whole.draws.samples[: len(part.draws.samples)] == part.draws.samples
        assert len(part.draws.samples) < len(whole.draws.samples)


# --- power ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("naming", ["letters", pytest.param("squares", marks=pytest.mark.slow)])
@pytest.mark.parametrize("kind", [ByColour, ByMostBeads, FirstBead, LowSquares])
def test_unfair_draws_are_refused_within_600_games(kind: type[Player], naming: str) -> None:
    named: type[Player] = type(kind.__name__, (kind,), {"naming": naming})
    assert any(test.failed for test in drawn_by(named, seed=2)), drawn_by(named, seed=2)


def test_too_few_draws_say_nothing() -> None:
    samples = fair_samples(random.Random(2), 2 * DRAWS_NEEDED)
    many = [s for s in samples if len(s.beads) > 1]
    few = many[: DRAWS_NEEDED - 1]
    assert all(test.p is None and test.sample == len(few) for test in draw_tests(few))
    assert not any(test.failed for test in draw_tests(few))
    assert DRAWS_NEEDED == 300
    enough = [*few, few[0]]
    assert all(test.p is not None and test.sample == 300 for test in draw_tests(enough))


def test_boxes_of_one_kind_are_no_sample() -> None:
    alike = [Sample(0, {4: 3}, {4: 0}, 4)] * 400
    assert all(test.sample == 0 for test in draw_tests(alike))
    assert all(test.sample == 400 for test in draw_tests([s._replace(drawn=0) for s in alike]))
    mixed = [Sample(0, {4: 1, 0: 1}, {4: 0, 0: 1}, 4)] * 400
    assert all(test.sample == 400 and test.failed for test in draw_tests(mixed))


def test_what_is_not_in_the_box_cannot_be_drawn() -> None:
    samples = [s._replace(drawn=9) for s in fair_samples(random.Random(3), 400)]
    assert all(test.failed for test in draw_tests(samples))


def test_the_same_samples_give_the_same_verdict() -> None:
    samples = fair_samples(random.Random(4), 400)
    assert draw_tests(samples) == draw_tests(samples)
