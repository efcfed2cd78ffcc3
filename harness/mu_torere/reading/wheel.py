"""Nine boxes taken for the nodes of the board, and the drawing that they stand in."""

import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import Final

from harness.mu_torere.reading.bent import bent_edges
from harness.mu_torere.reading.strokes import (
    DIRECTIONS,
    DOT,
    FALLING,
    LEVEL,
    RISING,
    STEEP,
    STRAY,
    UPRIGHT,
    Box,
    Cell,
    Strokes,
    at,
    edge,
    hull,
    is_shallow,
    pieces,
    shared_out,
)
from reference.mu_torere.rules import EDGES, NODES, Node

SQUARE_SHAPE: Final = (3, 3, 3)  # nodes in each row

# Three rows of three in reading order: nodes 0-7 going round from the top left, 8 in the middle.
SQUARE_ORDER: Final[tuple[Node, ...]] = (0, 1, 2, 7, 8, 3, 6, 5, 4)


@dataclass(frozen=True)
class Wheel:
    """Nine boxes taken for the nodes 0-8, and the drawing that they stand in."""

    boxes: tuple[Box, ...]
    rows: Sequence[str]
    uneven: str = ""  # why this is no board although its strokes may be there
    printed: Sequence[str] = ()  # the rows as they were printed, where `rows` has dots changed
    bent: bool = False  # whether its edges are looked for as bent ones

    @cached_property
    def edges(self) -> Mapping[frozenset[Node], Strokes | None]:
        """The strokes of every edge; None for one that is not drawn."""
        if self.bent:
            return bent_edges(self.rows, self.boxes)
        return {pair: self._edge(pair) for pair in EDGES}

    def _edge(self, pair: frozenset[Node]) -> Strokes | None:
        one, other = pair
        return edge(self.rows, self.boxes[one], self.boxes[other])

    @cached_property
    def strokes(self) -> frozenset[Cell]:
        """The cells of all edges."""
        return frozenset().union(*(edge.cells for edge in self.edges.values() if edge))

    @cached_property
    def drawn(self) -> int:
        """How many of the sixteen edges are drawn."""
        return sum(edge is not None for edge in self.edges.values())

    def draws(self, least: int) -> bool:
        """Whether at least so many of the sixteen edges are drawn.

        Of nine words of a text few are: that is seen before all edges were looked for.
        """
        if not self.bent:
            missing = accumulate(self._edge(pair) is None for pair in EDGES)
            if any(n > len(EDGES) - least for n in missing):
                return False
        return self.drawn >= least

    @property
    def within(self) -> bool:
        """Whether all boxes begin on the screen."""
        return min(box.column for box in self.boxes) >= 0

    @cached_property
    def hull(self) -> tuple[range, range]:
        """The rows and the columns of the board."""
        return hull(self.boxes)

    def faults(self, name: Sequence[str]) -> list[str]:
        """What is wrong with the drawing, in sentences that call the nodes by these names."""
        faults = [self.uneven] if self.uneven else []
        for pair, drawn in self.edges.items():
            if drawn is None:
                faults.append(
                    f"the edge {'-'.join(sorted(name[node] for node in pair))} is not drawn"
                )
        faults += [f"the edge {name[node]}-{name[other]} does not reach {name[node]}"
                   for node, other in self.short]  # fmt: skip
        if self.bent:  # else it is none: no stroke stands elsewhere, none is shared where none may
            return faults
        if self._needed is None:
            faults.append("two edges share a stroke")
        faults += [f"{at(self.rows, *cell)!r} in row {cell[0] + 1}, column {cell[1] + 1} is part "
                   "of no edge" for cell in self.stray]  # fmt: skip
        faults += [f"row {row + 1} shows more strokes of one edge than of another"
                   for row in self.lopsided]  # fmt: skip
        blanks = {cells[0][1] - left.last - 1 for left, cells in self._level_edges}
        if (len(blanks) > 1 and max(blanks) > 1) or self._differ_below:
            faults.append("the level edges have different numbers of blanks at their ends")
        return faults

    @property
    def _differ_below(self) -> bool:
        """Whether two level edges of a square drawing, one below the other, are not drawn alike."""
        drawn = defaultdict(set)
        for left, cells in self._level_edges:
            drawn[left.column].add(tuple(column for _, column in cells))
        return shape(self) == SQUARE_SHAPE and any(len(alike) > 1 for alike in drawn.values())

    @cached_property
    def short(self) -> list[tuple[Node, Node]]:
        """The ends of edges of an octagon that should reach their node, which comes first.

        A blank may be left before a node. It is a misprint where the end that is its mirror image
        comes nearer to its own node.
        """
        if shape(self) == SQUARE_SHAPE:
            return []
        away = {
            (node, other): min(map(self.boxes[node].distance, strokes.cells))
            for (one, another), strokes in self.edges.items() if strokes
            for node, other in ((one, another), (another, one))
        }  # fmt: skip
        return [end for end, cells in away.items()
                if away.get(self._mirrored(*end), cells) < cells]  # fmt: skip

    def _mirrored(self, node: Node, other: Node) -> tuple[Node, Node]:
        """The mirror image of an end, to the right or, of one in the middle, below it."""
        rows, columns = self.hull
        across, down = columns.start + columns.stop - 1, rows.start + rows.stop - 1
        ends = [(box.row, box.column + box.last) for box in (self.boxes[node], self.boxes[other])]
        images = [(row, 2 * across - twice) for row, twice in ends]
        if images == ends:
            images = [(down - row, twice) for row, twice in ends]
        one, another = (self._node_at.get(image) for image in images)
        return (node, other) if one is None or another is None else (one, another)

    @cached_property
    def _node_at(self) -> dict[tuple[int, int], Node]:
        """The node at each place: a row, and twice the column of its middle."""
        return {(box.row, box.column + box.last): node for node, box in enumerate(self.boxes)}

    @cached_property
    def _level_edges(self) -> list[tuple[Box, list[Cell]]]:
        """The node to the left of each level edge that is drawn, and its cells from there."""
        found = []
        for pair, strokes in self.edges.items():
            left, right = sorted((self.boxes[node] for node in pair), key=lambda box: box.column)
            if strokes and left.row == right.row:
                found.append((left, sorted(strokes.cells)))
        return found

    @cached_property
    def lopsided(self) -> list[int]:
        """The rows of a square drawing that show more strokes of one edge than of another.

        Each row between two rows of nodes has as many falling strokes as rising ones, and as many
        of each of the three upright edges; level strokes, of which shallow slanted edges may have
        some, in pairs. Dotted slanted edges are not counted, nor upright strokes where slanted
        edges are so steep that they may have some.
        """
        if shape(self) != SQUARE_SHAPE:
            return []
        boxes = self.boxes
        steep = (boxes[1].column - boxes[0].column) < STEEP * (boxes[7].row - boxes[0].row)
        wrong = []
        for row in {*self.hull[0]} - {box.row for box in boxes}:
            signs = [at(self.rows, row, column) for column in self.hull[1]]
            falling, rising, level = (sum(sign in kind - {DOT} for sign in signs)
                                      for kind in (FALLING, RISING, LEVEL))  # fmt: skip
            upright = sum(sign in UPRIGHT for sign in signs)
            counted = not steep and (falling or DOT not in signs)
            if falling != rising or level % 2 != 0 or (counted and upright % 3 != 0):
                wrong.append(row)
        return sorted(wrong)

    @cached_property
    def stray(self) -> list[Cell]:
        """Strokes within the board that belong to no edge."""
        boxes = {cell for box in self.boxes for cell in box.cells}
        rows, columns = self.hull
        steep = [
            strokes.cells
            for (one, other), strokes in self.edges.items()
            if strokes and not is_shallow(self.boxes[one], self.boxes[other])
        ]
        spare = frozenset().union(*steep) - self._needed if self._needed else frozenset()
        signs = STRAY | {at(self.rows, *cell) for cell in self.strokes} - {DOT}
        return [(r, c) for r in rows for c in columns
                if at(self.rows, r, c) in signs and (r, c) not in boxes
                and ((r, c) not in self.strokes
                     or ((r, c) in spare and self._stands_apart(r, c)))]  # fmt: skip

    @cached_property
    def _needed(self) -> frozenset[Cell] | None:
        """The cells that make the edges whole, each for one of them; None if there are too few."""
        return shared_out(drawn for drawn in self.edges.values() if drawn)

    def _stands_apart(self, row: int, column: int) -> bool:
        """Whether a slanted stroke has none of its kind beside it, as where an edge is thick."""
        return any(
            at(self.rows, row, column) in kind and not {
                at(self.rows, row, beside) for beside in (column - 1, column + 1)} & kind
            for kind in (FALLING, RISING)
        )  # fmt: skip

    @property
    def lacks_strokes(self) -> bool:
        """Whether edges are not drawn, or not whole, and no stroke is left that might draw them.

        An edge may be drawn in a way that is not known here, such as a bent one.
        """
        missing = [pair for pair, drawn in self.edges.items() if drawn is None]
        known = [pieces(self.rows, *(self.boxes[node] for node in pair)) for pair in missing]
        return bool(missing) and set(self.stray) <= frozenset().union(*known)

    def is_redrawn_evenly(self, printed: Sequence[str]) -> bool:
        """Whether the strokes that were put for other signs are no misprint.

        Either all strokes of a direction were put for others, or none; but for dots, which may have
        any direction. The dots of all level edges follow one another, or a blank follows each but
        the last. `printed` are the rows before.
        """
        changed: dict[frozenset[str], set[bool]] = defaultdict(set)
        for cell in self.strokes:
            sign = at(self.rows, *cell)
            kind = next((kind for kind in DIRECTIONS if sign in kind), None)  # none of a quote
            if kind and sign != DOT:
                changed[kind].add(sign != at(printed, *cell))
        edges = [cells for _, cells in self._level_edges]
        blanks = [{number for number, cell in enumerate(cells) if at(printed, *cell) == " "}
                  for cells in edges]  # fmt: skip
        every_second = [{*range(1, len(cells), 2)} for cells in edges]
        evenly = not any(blanks) or blanks == every_second
        return evenly and all(len(some) == 1 for some in changed.values())

    @property
    def right(self) -> bool:
        """Whether the strokes are exactly those of the board."""
        # Most have not all straight edges: that is soon seen.
        whole = self.bent or (not self.uneven and all(map(self._edge, EDGES)))
        return whole and not self.faults([str(node) for node in NODES])


def reading_order(wheel: Wheel) -> tuple[Node, ...]:
    """The nodes of a wheel in reading order."""
    return tuple(sorted(NODES, key=lambda node: (wheel.boxes[node].row, wheel.boxes[node].column)))


def shape(wheel: Wheel) -> tuple[int, ...]:
    """How many nodes stand in each row that has some: (3, 3, 3) of the square form."""
    return tuple(count for _, count in sorted(Counter(box.row for box in wheel.boxes).items()))


def clockwise(boxes: Sequence[Box]) -> list[int] | None:
    """The indices of nine boxes as nodes 0-8: round the middle one from the first, then that one.

    None where two of them stand in one direction from the middle.
    """
    middle = (min(b.row for b in boxes) + max(b.row for b in boxes)) / 2
    across = (min(b.middle for b in boxes) + max(b.middle for b in boxes)) / 2
    centre = min(range(len(boxes)), key=lambda i: (boxes[i].row - middle) ** 2 * 4
                 + (boxes[i].middle - across) ** 2)  # fmt: skip
    rim = [i for i in range(len(boxes)) if i != centre]

    def angle(index: int) -> float:
        right = boxes[index].middle - boxes[centre].middle
        down = boxes[index].row - boxes[centre].row
        return math.atan2(right, -down * 2) % (2 * math.pi)

    if len({round(angle(index), 6) for index in rim}) != len(rim):
        return None
    ordered = sorted(rim, key=angle)
    first = ordered.index(rim[0])
    return [*ordered[first:], *ordered[:first], centre]
