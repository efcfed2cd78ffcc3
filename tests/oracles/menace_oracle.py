"""MENACE's positions by brute force: no play, no boards, no permutations.

A square is a complex number with parts -1, 0 and 1, and a position two sets of squares. A quarter
turn is multiplication by i, a reflection conjugation. Instead of being played to, the positions are
filtered out of all colourings: one without any finished line can arise in any order, so it can
arise.
"""

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import TypeAlias

Squares: TypeAlias = frozenset[complex]
Position: TypeAlias = tuple[Squares, Squares]  # those of X, those of O

GRID = tuple(complex(x, y) for y in (1, 0, -1) for x in (-1, 0, 1))  # as a page is read

# Three squares are in line when one is the middle of the two others.
THREES = [set(t) for t in combinations(GRID, 3) if any(sum(t) == 3 * middle for middle in t)]


def has_line(squares: Iterable[complex]) -> bool:
    """Whether the squares contain three in line."""
    mine = set(squares)
    return any(three <= mine for three in THREES)


def open_positions(xs: int, os: int) -> Iterator[Position]:
    """All positions with so many marks of each side and no finished line."""
    for x in combinations(GRID, xs):
        if not has_line(x):
            for o in combinations([square for square in GRID if square not in x], os):
                if not has_line(o):
                    yield frozenset(x), frozenset(o)


def variants(position: Position) -> list[Position]:
    """The eight turned and reflected positions, equal ones repeated."""
    x, o = position
    found = []
    for turn in (1, 1j, -1, -1j):
        found.append((frozenset(s * turn for s in x), frozenset(s * turn for s in o)))
        found.append(
            (
                frozenset(s.conjugate() * turn for s in x),
                frozenset(s.conjugate() * turn for s in o),
            )
        )
    return found


def classes(xs: int, os: int) -> set[frozenset[Position]]:
    """The positions with so many marks of each side, grouped by rotation and reflection."""
    return {frozenset(variants(position)) for position in open_positions(xs, os)}


def from_text(board: str) -> Position:
    """The position that nine characters show."""
    x, o = (
        frozenset(square for square, mark in zip(GRID, board, strict=True) if mark == wanted)
        for wanted in "XO"
    )
    return x, o
