"""The beads beside the move of a refill: fair ones, and ones that favour something."""

import random
from collections.abc import Callable, Sequence

import pytest

from harness.menace.accounts import Accounts
from harness.menace.chance import evidence, refills
from harness.menace.chance.refills import Refill
from harness.menace.classes import orbit_of, orbits, readings
from harness.menace.opponent import perfect
from tests.harness.menace.broken import Broken
from tests.harness.menace.support import form_of, quick_run
from tests.oracles.menace_player import Player

POSITIONS = (0, 3, 7, 30, 100, 150, 200, 250)
Fill = Callable[[random.Random, Sequence[int]], list[int]]


def kept(fill: Fill, count: int, seed: int, *, by_orbit: bool = False) -> list[Refill]:
    """Refills by `fill`, which gives three squares of all that are empty; the first is the move."""
    chance = random.Random(seed)
    found = []
    for _ in range(count):
        position = chance.choice(POSITIONS)
        squares = [s for s, orbit in enumerate(readings(position)[0]) if orbit is not None]
        if by_orbit:
            squares = [*orbits(position)]
        emptied_by = chance.choice(squares)
        three = fill(chance, [emptied_by, *squares])
        chance.shuffle(three)
        move, one, other = three
        meant = [orbit_of(position, s) for s in (move, one, other)]
        names = () if by_orbit else tuple(map(str, sorted(squares)))
        found.append(
            Refill(position, str(emptied_by), (str(one), str(other)), (meant[1], meant[2]),
                   names, frozenset(orbits(position)), meant[0], str(move))
        )  # fmt: skip
    return found


def least_p(found: Sequence[Refill]) -> float:
    tallies = evidence.tally(refills.events(found))
    return evidence.biases(tallies, evidence.REFILLS)[0].p


def any_three(chance: random.Random, squares: Sequence[int]) -> list[int]:
    return chance.choices(squares[1:], k=3)


def from_a_stock(chance: random.Random, squares: Sequence[int]) -> list[int]:
    return chance.sample(list(squares[1:]) * 3, 3)


@pytest.mark.parametrize("by_orbit", [False, True])
@pytest.mark.parametrize("fill", [any_three, from_a_stock])
def test_fair_refills_are_not_refused(fill: Fill, by_orbit: bool) -> None:
    # Each is below the rate of false alarms once in three million.
    for seed in range(6):
        assert least_p(kept(fill, 600, seed, by_orbit=by_orbit)) > evidence.FALSE_ALARMS


FAVOURING: dict[str, Fill] = {
    "not the last": lambda c, s: c.choices([x for x in s[1:] if x != s[0]], k=3),
    "the last again": lambda c, s: [s[0], *c.choices(s[1:], k=2)],
    "two alike": lambda c, s: [x := c.choice(s[1:]), x, c.choice(s[1:])],
    "none alike": lambda c, s: c.sample(s[1:], 3),
    "low ones": lambda c, s: [min(c.choice(s[1:]), c.choice(s[1:])) for _ in range(3)],
    "never the greatest": lambda c, s: c.choices(sorted(s[1:])[:-1], k=3),
    "no centre": lambda c, s: c.choices([x for x in s[1:] if x != 4], k=3),
}


@pytest.mark.parametrize("name", FAVOURING)
def test_refills_that_favour_something_are_seen(name: str) -> None:
    # With 200 refills each is missed less than once in a thousand; here the seed is fixed.
    assert least_p(kept(FAVOURING[name], 250, 1)) < evidence.FALSE_ALARMS


class LeavesOutTheLast(Broken):
    """A refill has no bead like the one that emptied the box."""

    clause = "menace/refill"

    def refill(self, box: int, last: int) -> int:
        others = [square for square in self.choices(box) if square != last]
        beads = self.boxes[box]
        beads += self.chance.choices(others, k=3)
        place = self.chance.randrange(3)
        return beads[place] if self.stay == 3 else beads.pop(place)


class TakesThemOutToo(LeavesOutTheLast):
    stay = 2
    naming = "letters"


@pytest.mark.parametrize("kind", [LeavesOutTheLast, TakesThemOutToo])
def test_a_refill_is_kept_with_the_bead_that_emptied_the_box(kind: type[Player]) -> None:
    book = Accounts(form_of(kind(0)))
    for seed in range(4):
        human = perfect(random.Random(seed))
        assert book.add(quick_run(kind(seed), 150, human).games) is None
    assert len(book.new_beads.kept) > 10
    for refill in book.new_beads.kept:
        assert refill.emptied_by not in refill.beside
        assert refill.move in orbits(refill.position)
        for bead, orbit in zip(refill.beside, refill.orbits, strict=True):
            assert orbit is None or book._meanings.means(
                book.box_of(refill.position) or 0, refill.position, bead
            ) == orbit  # fmt: skip
