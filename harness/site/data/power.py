"""What the judges would see: how surely a fault shows, and how often a right program fails.

If a Mu Torere program always answers alike, the explorer covers every line. No number of games can
exclude a random error that is rare enough: an error that a game shows with probability p is seen in
n games with probability 1 - (1 - p)^n.

Tests decide whether MENACE draws its beads fairly. They are tried here on simulated draws: fair
ones, and biased ones, of which a share takes the first bead in the box.
"""

import random
from typing import Any, Final

from harness.menace.chance.samples import Sample
from harness.menace.chance.statistics import draw_tests
from harness.menace.classes import orbits
from reference.menace.boxes import boxes_of

RATES: Final = (0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001)
GAMES: Final = (20, 100, 500, 2000)
SHARES: Final = (0.0, 0.1, 0.2, 0.3, 0.4, 0.6, 0.8, 1.0)
DRAWS: Final = (350, 1500)
MACHINES: Final = 30


def power(machines: int = MACHINES) -> dict[str, Any]:
    """Mu Torere's chances by rate and games; MENACE's shares of refused machines, and p-values."""
    chance = random.Random(20260101)
    refused = {
        str(draws): [
            sum(_worst(chance, draws, share)[1] for _ in range(machines)) / machines
            for share in SHARES
        ]
        for draws in DRAWS
    }
    return {
        "rates": list(RATES),
        "games": {str(n): [round(1 - (1 - rate) ** n, 4) for rate in RATES] for n in GAMES},
        "shares": list(SHARES),
        "refused": refused,
        "machines": machines,
        "fair": sorted(p for _ in range(4 * machines) for p in _worst(chance, DRAWS[0], 0)[0]),
    }


def _worst(chance: random.Random, draws: int, share: float) -> tuple[list[float], bool]:
    """The p-values of one machine's tests, and whether it is refused."""
    tests = draw_tests([_sample(chance, share) for _ in range(draws)])
    values = [round(test.p, 4) for test in tests if test.p is not None]
    return values, any(test.failed for test in tests)


def _sample(chance: random.Random, share: float) -> Sample:
    """A draw from a simulated box; with this probability it takes the first bead."""
    while True:
        position = chance.randrange(len(boxes_of("X")))
        kinds = list(orbits(position))
        box = chance.choices(kinds, k=chance.randint(2, 8))
        if len(set(box)) > 1:
            break
    drawn = box[0] if chance.random() < share else chance.choice(box)
    beads = {orbit: box.count(orbit) for orbit in box}
    return Sample(position, beads, {orbit: box.index(orbit) for orbit in box}, drawn)
