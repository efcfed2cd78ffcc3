"""The new beads of a refill: what a program may favour when it takes them.

Three new beads are random, and one of them is the move. The two beside it are as random whichever
was played and however the game ended, so it is those that are looked at, in an order of their own.
A program may take beads for squares or for orbits, each anew or without putting back from three of
each: the chance of an event lies between those.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias

from harness.menace.chance.evidence import Event
from harness.menace.classes import CENTRE, CORNERS, orbits, worth
from harness.menace.screen import Bead
from reference.tic_tac_toe import Square

OF_EACH: Final = 3  # beads of each kind that a refill without putting back chooses among

_Of: TypeAlias = tuple[int, int]  # so many kinds of how many


class Refill(NamedTuple):
    """The beads beside the move, in random order, and what was known before they were taken.

    `names` are the names of all squares' beads, in order, or nothing where they are not known;
    `orbits` what the two beads mean, None where that is not known, and `told` the orbits that no
    other bead can mean. `move` is the orbit played, and `played` the bead, where its name is known.
    """

    position: int
    emptied_by: Bead
    beside: tuple[Bead, Bead]
    orbits: tuple[Square | None, Square | None]
    names: tuple[Bead, ...]
    told: frozenset[Square]
    move: Square
    played: Bead | None


def events(refills: Sequence[Refill]) -> Iterator[tuple[int, list[Event]]]:
    """The class of the position and the events of every refill."""
    for refill in refills:
        yield refill.position, [*_by_name(refill), *_by_orbit(refill), *_alike(refill)]


def _by_name(refill: Refill) -> Iterator[Event]:
    of = _of_one(refill)
    yield from _each("a new bead like the one that emptied the box", refill.beside,
                     {refill.emptied_by}, refill.played, of)  # fmt: skip
    if refill.names:
        one, played = [(1, len(refill.names))], refill.played
        least, most = refill.names[0], refill.names[-1]
        yield from _each("a new bead of the least name", refill.beside, {least}, played, one)
        yield from _each("a new bead of the greatest name", refill.beside, {most}, played, one)


def _by_orbit(refill: Refill) -> Iterator[Event]:
    sizes = orbits(refill.position)
    value = {orbit: worth(refill.position, orbit) for orbit in sizes}
    best, worst = max(value.values()), min(value.values())
    for way, chosen in (
        ("a new bead for the centre", {o for o in sizes if o == CENTRE}),
        ("a new bead for a corner", {o for o in sizes if o in CORNERS}),
        ("a new bead for the best move", {o for o in sizes if value[o] == best > worst}),
        ("a new bead for the worst move", {o for o in sizes if value[o] == worst < best}),
    ):
        if chosen and len(chosen) < len(sizes) and chosen <= refill.told:
            of = [(sum(sizes[o] for o in chosen), sum(sizes.values()))]
            if not refill.names:
                of.append((len(chosen), len(sizes)))
            yield from _each(way, refill.orbits, chosen, refill.move, of)


def _alike(refill: Refill) -> Iterator[Event]:
    """Whether the two are of one colour, and whether any two of the three are."""
    sizes = orbits(refill.position)
    squares = sum(sizes.values())
    least = (OF_EACH - 1) / (OF_EACH * squares - 1)
    most = 1 / squares
    if not refill.names:  # a bead may stand for all squares of an orbit
        most = max(sum(n * n for n in sizes.values()) / squares**2, 1 / len(sizes))
    alike = refill.beside[0] == refill.beside[1]
    yield Event("the beads beside the move alike", least, most, alike)
    if refill.names and refill.played is not None:
        stock = OF_EACH * squares
        least = 1 - (stock - OF_EACH) * (stock - 2 * OF_EACH) / ((stock - 1) * (stock - 2))
        most = 1 - (squares - 1) * (squares - 2) / squares**2
        alike = alike or refill.played in refill.beside
        yield Event("two new beads alike", least, most, alike)


def _of_one(refill: Refill) -> list[_Of]:
    """What share of all beads those of one name can be."""
    sizes = orbits(refill.position)
    squares = sum(sizes.values())
    if refill.names:
        return [(1, squares)]
    return [(1, squares), (max(sizes.values()), squares), (1, len(sizes))]


def _each(
    way: str,
    beside: Sequence[Bead | Square | None],
    chosen: set[Bead] | set[Square],
    played: Bead | Square | None,
    of: Sequence[_Of],
) -> Iterator[Event]:
    """The event that a bead is one of the chosen, for each of the two."""
    gone, taken = 1, int(played in chosen)
    unsure = int(played is None)
    for bead in beside:
        chances = [a / n for a, n in of]
        chances += [(OF_EACH * a - taken) / (OF_EACH * n - gone) for a, n in of]
        chances += [(OF_EACH * a - taken - unsure) / (OF_EACH * n - gone) for a, n in of]
        came = bead in chosen
        yield Event(way, min(chances), max(chances), came)
        gone, taken = gone + 1, taken + came
