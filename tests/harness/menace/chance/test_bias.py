"""Likelihood ratios of biased draws: valid on fair draws, and seen on biased ones."""

import random
from collections import Counter

import pytest

from harness.menace.chance import bias, evidence
from harness.menace.chance.samples import Sample
from harness.menace.classes import orbits

FAIR = 0.0


def tallied(samples: list[Sample]) -> evidence.Tallies:
    return evidence.tally(bias.events(samples))


def biases(samples: list[Sample]) -> list[evidence.Bias]:
    return evidence.biases(tallied(samples), evidence.DRAWS)


def drawn(position: int, count: int, chance: random.Random, first: float) -> list[Sample]:
    """Draws from one box of two to eight beads; with probability `first` the first bead printed."""
    samples = []
    kinds = list(orbits(position))
    for _ in range(count):
        beads = [chance.choice(kinds) for _ in range(chance.randrange(2, 9))]
        taken = beads[0] if chance.random() < first else chance.choice(beads)
        firsts = {orbit: beads.index(orbit) for orbit in beads}
        ends = beads[0], beads[-1]
        samples.append(Sample(position, dict(Counter(beads)), firsts, taken, ends))
    return samples


@pytest.mark.parametrize("seed", range(5))
def test_fair_draws_are_not_refused(seed: int) -> None:
    chance = random.Random(seed)
    samples = [s for position in (0, 7, 150) for s in drawn(position, 1_000, chance, FAIR)]
    assert min(one.p for one in biases(samples)) > evidence.FALSE_ALARMS


def test_always_the_first_bead_of_one_box_is_seen_in_few_draws() -> None:
    chance = random.Random(1)
    samples = [*drawn(7, 500, chance, FAIR), *drawn(150, 80, chance, 1.0)]
    strongest = biases(samples)[0]
    assert strongest.p < evidence.FALSE_ALARMS
    assert strongest.group in ("box 150", "stage 6", "stage 4")


@pytest.mark.slow
def test_a_bead_favoured_over_all_boxes_is_seen() -> None:
    chance = random.Random(2)
    samples = [s for position in range(0, 300, 3) for s in drawn(position, 80, chance, 0.15)]
    strongest = biases(samples)[0]
    assert strongest.p < evidence.FALSE_ALARMS
    assert (strongest.way, strongest.group) == ("the first bead printed", "all boxes")


def test_colours_in_turn_are_seen() -> None:
    samples = []
    kinds = sorted(orbits(7))
    for number in range(200):
        first = {orbit: place for place, orbit in enumerate(kinds)}
        beads = dict.fromkeys(kinds, 2)
        samples.append(Sample(7, beads, first, kinds[number % len(kinds)], (kinds[0], kinds[-1])))
    found = {one.way for one in biases(samples) if one.p < evidence.FALSE_ALARMS}
    assert {"the colour drawn last from the box", "the colour after the one drawn last"} <= found


def test_the_shares_of_all_evidence_add_up_to_one() -> None:
    families = (evidence.DRAWS, evidence.REFILLS, evidence.STARTS)
    groups = ["all boxes", *[f"stage {n}" for n in (0, 2, 4, 6)], *[f"box {n}" for n in range(304)]]
    shares = [family.ways * evidence.weight(g, family) for family in families for g in groups]
    assert sum(shares) == pytest.approx(1.0)
    chance = random.Random(3)
    tallies = tallied([s for p in (0, 7, 100, 200) for s in drawn(p, 50, chance, FAIR)])
    assert len({way for way, _ in tallies}) <= evidence.DRAWS.ways


def test_more_draws_see_a_smaller_bias() -> None:
    chance = random.Random(4)
    few, many = (tallied(drawn(7, draws, chance, FAIR)) for draws in (200, 5_000))
    for last_look in (False, True):
        of_few, of_many = (bias.powers(of, last_look=last_look) for of in (few, many))
        assert min(p.ratio for p in of_many) < min(p.ratio for p in of_few)
