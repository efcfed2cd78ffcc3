"""Symmetry groups as permutations of cells, and what they do to arrangements.

An arrangement is a string with one character a cell: a Mu Torere placement, a noughts and crosses
board. A permutation `p` moves the contents of cell `i` to cell `p[i]`.
"""

from collections.abc import Iterable
from typing import Final, TypeAlias

Permutation: TypeAlias = tuple[int, ...]
Group: TypeAlias = tuple[Permutation, ...]


def identity(degree: int) -> Permutation:
    """The permutation of `degree` cells that moves nothing."""
    return tuple(range(degree))


def compose(first: Permutation, then: Permutation) -> Permutation:
    """The permutation that does `first` and afterwards `then`."""
    return tuple(then[cell] for cell in first)


def inverse(permutation: Permutation) -> Permutation:
    """The permutation that undoes `permutation`."""
    return tuple(sorted(range(len(permutation)), key=permutation.__getitem__))


def generate(generators: Iterable[Permutation]) -> Group:
    """The whole group that the generators make, ascending, so that the identity comes first.

    Raises ValueError when there is no generator, when one is not a permutation of 0, 1, 2, ..., or
    when two are of different degree.
    """
    steps = tuple(generators)
    if not steps:
        raise ValueError("a group needs at least one generator, to know how many cells there are")
    degree = len(steps[0])
    for step in steps:
        if sorted(step) != list(range(degree)):
            raise ValueError(f"not a permutation of 0 to {degree - 1}: {step}")
    # A finite set closed under composition is a group: inverses come by going round.
    found = {identity(degree)}
    frontier = list(found)
    while frontier:
        member = frontier.pop()
        for step in steps:
            product = compose(member, step)
            if product not in found:
                found.add(product)
                frontier.append(product)
    return tuple(sorted(found))


def image(arrangement: str, permutation: Permutation) -> str:
    """The arrangement after the contents of every cell `i` went to cell `permutation[i]`.

    Raises ValueError when there are not as many characters as cells.
    """
    if len(arrangement) != len(permutation):
        raise ValueError(f"{len(arrangement)} characters cannot fill {len(permutation)} cells")
    return "".join(arrangement[cell] for cell in inverse(permutation))


def orbit(arrangement: str, group: Group) -> frozenset[str]:
    """All images of the arrangement under the group."""
    return frozenset(image(arrangement, permutation) for permutation in group)


def canonical_form(arrangement: str, group: Group) -> str:
    """The least of the orbit, in the order of strings: the same for all that are alike."""
    return min(orbit(arrangement, group))


def square_group(side: int) -> Group:
    """The turns and reflections of a square of side x side cells, numbered from 0 row by row."""
    cells = [(row, column) for row in range(side) for column in range(side)]
    quarter_turn = tuple(column * side + (side - 1 - row) for row, column in cells)
    transposition = tuple(column * side + row for row, column in cells)
    return generate((quarter_turn, transposition))


SQUARE_GROUP: Final = square_group(3)
