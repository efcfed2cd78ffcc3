"""Boxes that begin alike in every run, where the others do not, are seen."""

import random
from collections.abc import Sequence

import pytest

from harness.menace.chance import evidence, starts
from harness.menace.chance.starts import Begun, likeliest
from harness.menace.chance.statistics import ALPHA
from harness.menace.classes import least_board, orbits
from reference.tic_tac_toe import empty_squares, stones

POSITIONS = range(0, 304, 3)


def begun(runs: int, beads: int, fixed: Sequence[int], seed: int) -> list[list[Begun]]:
    """Runs of which the boxes of `fixed` begin with the same beads always."""
    chance = random.Random(seed)

    def box(position: int, drawn: random.Random) -> tuple[str, ...]:
        squares = [str(square) for square in empty_squares(least_board(position))]
        return tuple(drawn.choices(squares, k=beads))

    return [
        [Begun(p, box(p, random.Random(p) if p in fixed else chance)) for p in POSITIONS]
        for _ in range(runs)
    ]


def strongest(runs: Sequence[Sequence[Begun]]) -> evidence.Bias:
    return evidence.biases(evidence.tally(starts.events(runs)), evidence.STARTS)[0]


@pytest.mark.parametrize("beads", [1, 2, 4, 8])
def test_random_starts_are_not_refused(beads: int) -> None:
    # Each is below the rate of false alarms once in three million at the most.
    for seed in range(5):
        assert strongest(begun(14, beads, (), seed)).p > evidence.FALSE_ALARMS


@pytest.mark.parametrize("stage", [2, 4, 6])
def test_a_stage_that_begins_alike_is_seen(stage: int) -> None:
    fixed = [p for p in POSITIONS if stones(least_board(p)) == stage]
    found = strongest(begun(14, 4, fixed, 1))
    assert found.p < evidence.FALSE_ALARMS
    assert found.group in (f"stage {stage}", "all boxes")


@pytest.mark.slow
def test_no_beads_are_likelier_than_is_said() -> None:
    # Whatever the shares of the squares, of which none has more than half.
    chance = random.Random(2)
    for position in (0, 5, 100, 300):
        kinds = len(orbits(position))
        for beads in (1, 2, 3, 5):
            for _ in range(50):
                shares = [min(chance.random(), 0.5) for _ in range(max(3, kinds))]
                total = sum(shares)
                if max(shares) * 2 > total:
                    continue
                drawn = [
                    tuple(sorted(chance.choices(range(len(shares)), shares, k=beads)))
                    for _ in range(300)
                ]
                often = max(map(drawn.count, drawn)) / len(drawn)
                assert often < likeliest(position, beads) + 0.15


def skewed(runs: int, seed: int, power: float, alike: bool = False) -> list[list[Begun]]:
    """Runs whose boxes begin with the first squares more often, if `power` is more than 1."""
    chance = random.Random(seed)

    def box(position: int, drawn: random.Random) -> tuple[str, ...]:
        squares = [str(square) for square in empty_squares(least_board(position))]
        return tuple(squares[int(drawn.random() ** power * len(squares))] for _ in range(4))

    found = []
    for run in range(runs):
        own = [random.Random(f"{seed} {run}" if alike else chance.random()) for _ in POSITIONS]
        found.append([Begun(p, box(p, drawn)) for p, drawn in zip(POSITIONS, own, strict=True)])
    return found


@pytest.mark.parametrize("power", [0.7, 1.4])
def test_starts_with_favourites_are_seen(power: float) -> None:
    looked_at, p = starts.favoured(skewed(48, 1, power))
    assert 44 <= looked_at < 48  # there is nothing before the first
    assert p < ALPHA


@pytest.mark.slow
@pytest.mark.parametrize("alike", [False, True], ids=["all boxes", "one pattern for all"])
def test_fair_starts_have_no_favourites(alike: bool) -> None:
    # Of 60 the bounds are below 0.1 for 6 at the most, on average: 20 would be one in a million.
    found = [starts.favoured(skewed(24, seed, 1.0, alike))[1] for seed in range(60)]
    assert sum(p <= 0.1 for p in found) < 20
    assert min(found) > ALPHA


def test_boxes_with_symmetry_and_few_runs_tell_nothing() -> None:
    symmetric = [[b for b in run if max(orbits(b.position).values()) > 1]
                 for run in skewed(48, 1, 1.3)]  # fmt: skip
    assert all(symmetric)
    assert starts.favoured(symmetric) == (0, 1.0)
    assert starts.favoured(skewed(24, 1, 4.0))[1] > ALPHA
