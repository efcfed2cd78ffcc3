"""Octagons as people draw them, uneven, with edges that bend: some by hand, and any by chance."""

import math
import random
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, TypeAlias

Cell: TypeAlias = tuple[int, int]  # row, column

EDGES: Final = tuple((at, (at + 1) % 8) for at in range(8)) + tuple((at, 8) for at in range(8))
_SHALLOW: Final = 1.5  # columns a row, from which an edge is drawn column by column
_DIGITS: Final = "123456789"  # of the nodes in reading order

CROOKED = r"""
      1---2
     /|   |\
    / |   | \
   3  \   /  4
   |-_ \ / _-|
   |  --5--  |
   |_- / \ -_|
   6  /   \  7
    \ |   | /
     \|   |/
      8---9
""".strip("\n")
LOW = r"""
       _1-----2_
     _/  \   /  \_
    3_    \ /    _4
    | \_   |   _/ |
    |   \__5__/   |
    |  __/ | \__  |
    |_/   / \   \_|
    6    /   \    7
     \_ /     \ _/
       8-------9
""".strip("\n")
ROUND = r"""
            1
          .'|'.
        2'  |  '3
       / \  |  / \
      /   \ | /   \
    4-------5-------6
      \   / | \   /
       \ /  |  \ /
        7.  |  .8
          '.|.'
            9
""".strip("\n")


@dataclass(frozen=True)
class Octagon:
    """Where eight nodes stand clockwise, and the centre; and the signs of every edge."""

    nodes: tuple[Cell, ...]
    edges: tuple[dict[Cell, str], ...]  # as `EDGES`

    def drawn(self, without: int | None = None) -> str:
        """The drawing with the nodes as digits, perhaps without one edge."""
        edges = [edge for number, edge in enumerate(self.edges) if number != without]
        signs = {cell: sign for edge in edges for cell, sign in edge.items()}
        signs |= dict(zip(sorted(self.nodes), _DIGITS, strict=True))
        (top, bottom), (left, right) = (
            (min(places), max(places)) for places in zip(*signs, strict=True)
        )
        return "\n".join(
            "".join(signs.get((row, column), " ") for column in range(left, right + 1)).rstrip()
            for row in range(top, bottom + 1)
        )

    @property
    def pairs(self) -> list[frozenset[str]]:
        """The digits that each edge joins, as `EDGES`."""
        digit = dict(zip(sorted(self.nodes), _DIGITS, strict=True))
        return [frozenset(digit[self.nodes[node]] for node in pair) for pair in EDGES]


def octagon(chance: random.Random) -> Octagon:
    """An octagon in which no two edges share a cell, and each goes on from cell to cell."""
    while True:
        nodes = _nodes(chance)
        edges = tuple(_edge(nodes[one], nodes[other], chance) for one, other in EDGES)
        cells = [cell for edge in edges for cell in edge]
        if len({*cells, *nodes}) == len(cells) + len(nodes) and all(
            edge and _goes_on([nodes[one], *edge, nodes[other]])
            for (one, other), edge in zip(EDGES, edges, strict=True)
        ):
            return Octagon(nodes, edges)


def _nodes(chance: random.Random) -> tuple[Cell, ...]:
    high, wide = chance.randint(3, 6), chance.randint(5, 14)
    if chance.random() < 2 / 3:
        short, low = round(wide * chance.uniform(0.3, 0.5)), round(high * chance.uniform(0.3, 0.5))
        nodes = [(-high, -short), (-high, short), (-low, wide), (low, wide),
                 (high, short), (high, -short), (low, -wide), (-low, -wide), (0, 0)]  # fmt: skip
    else:
        short, low = round(wide * chance.uniform(0.5, 0.8)), round(high * chance.uniform(0.5, 0.8))
        nodes = [(-high, 0), (-low, short), (0, wide), (low, short),
                 (high, 0), (low, -short), (0, -wide), (-low, -short), (0, 0)]  # fmt: skip
    if chance.random() < 0.6:
        nodes = [(row + _a_little(chance, 1), column + _a_little(chance, 2))
                 for row, column in nodes]  # fmt: skip
    return tuple(nodes)


def _a_little(chance: random.Random, most: int) -> int:
    return chance.randint(-most, most) if chance.random() < 0.4 else 0


def _edge(one: Cell, other: Cell, chance: random.Random) -> dict[Cell, str]:
    down, right = other[0] - one[0], other[1] - one[1]
    if abs(right) <= _SHALLOW * abs(down):
        return _by_rows(one, other, chance)
    step = 1 if right > 0 else -1
    soft = chance.random() < 0.5
    signs = {}
    for column in range(one[1] + step, other[1], step):
        height = one[0] + down * (column - one[1]) / right + 0.5
        part = height - math.floor(height)
        sign = "_" if down and part > 0.66 else "'" if down and part < 0.33 and soft else "-"
        signs[math.floor(height), column] = sign
    return signs


def _by_rows(one: Cell, other: Cell, chance: random.Random) -> dict[Cell, str]:
    down, right = other[0] - one[0], other[1] - one[1]
    step = 1 if down > 0 else -1
    rows = range(one[0] + step, other[0], step)
    columns = [math.floor(one[1] + right * (row - one[0]) / down + 0.5) for row in rows]
    if abs(right) > 1 and len(columns) > 1 and chance.random() < 0.3:
        columns[chance.randrange(len(columns))] += chance.choice([-1, 1])
    slant = "\\" if down * right > 0 else "/"
    around = zip([one[1], *columns], columns, [*columns[1:], other[1]], strict=False)
    return {
        (row, column): "|" if after == before
        or (abs(after - before) == 1 and chance.random() < 0.6) else slant
        for row, (before, column, after) in zip(rows, around, strict=False)
    }  # fmt: skip


def _goes_on(cells: list[Cell]) -> bool:
    return all(max(abs(one[0] - other[0]), abs(one[1] - other[1])) == 1
               for one, other in pairwise(cells))  # fmt: skip
