"""Whether the numbers that a screen shows beside its boards are those that the human types.

The numbers may stand beside every node, round the board, on a second drawing of it, or in three
rows. A screen that shows none is as good: the first print has told them, or the answer does.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from harness.cells import HIDDEN_HALF
from harness.mu_torere.reading.lattice import wheels
from harness.mu_torere.reading.numbering import TOKEN, legend, round_about, squared
from harness.mu_torere.reading.places import named
from harness.mu_torere.reading.stones import labels_of, typed_as
from harness.mu_torere.reading.strokes import ANYTHING, Box
from harness.mu_torere.reading.wheel import SQUARE_SHAPE, Wheel, clockwise, reading_order, shape
from harness.mu_torere.screen import Form
from reference.mu_torere.rules import NODES, Node

_REMEMBERED: Final = 512  # screens


class Numbers:
    """Follows the numbers that one run shows; `false` describes the first wrong ones."""

    def __init__(self, form: Form) -> None:
        self._form = form
        self._beside = _beside(form)
        self._typed = tuple(form.number_of[node].lower() for node in NODES)
        self._in_order = tuple(number.lower() for number in form.numbers)
        self._labelled: bool | None = None  # whether the nodes show their numbers; not known yet
        self._explained = False  # whether a legend has told the numbers
        self.false: str | None = None

    def board(self, rows: Sequence[str], top: int, left: int) -> None:
        """Look at the labels of a board that stands here."""
        if not any(self._beside) or self.false:
            return
        labels = tuple(
            "".join(_text(rows, top + box.row, left + box.column, box.width) for box in boxes)
            for boxes in self._beside
        )
        names = tuple(map(_name, labels))
        typed = self._typed
        if self._labelled is None:
            found = tuple(label.lower() for label in labels_of(labels))
            self._labelled = found == typed or {*found} == {*typed}
        if self._labelled:
            wrong = [(shown, number) for shown, number in zip(names, typed, strict=True)
                     if shown not in ("", number)]  # fmt: skip
            if wrong:
                shown, number = wrong[0]
                self.false = f"{shown} beside the node that is typed as {number}"

    def screen(self, rows: Sequence[str], boards: Sequence[tuple[int, int]]) -> None:
        """Look for a legend in these rows; `boards` are the places of the boards in them."""
        if self.false:
            return
        typed = self._in_order
        if not self._explained:  # most screens show no numbers: that is soon seen
            text = typed_as("\n".join(rows)).lower()
            if not all(number in text for number in typed):
                return
        words = {typed_as(word).lower() for row in rows for word in TOKEN.findall(row)}
        if not (self._explained or words >= {*typed}):
            return
        for names in _legends(self._form, tuple(rows), tuple(boards)):
            shown = tuple(name.lower() for name in names)
            if shown == typed:
                self._explained = True
            elif {*shown} == {*typed} or (self._explained and _alike(shown, typed)):
                self.false = f"a legend of the nodes that says {' '.join(names)}"
                return


def _alike(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether these are all numbers, or all letters."""
    return all(name.isdecimal() for name in one) == all(name.isdecimal() for name in other)


def _beside(form: Form) -> list[list[Box]]:
    """For every node 0-8 the cells beside it that do not count: its number may stand there."""
    found = []
    for box in form.boxes:
        row, first, last = form.rows[box.row], box.column, box.last
        while first > 0 and row[first - 1] == ANYTHING:
            first -= 1
        while last + 1 < len(row) and row[last + 1] == ANYTHING:
            last += 1
        sides = [
            Box(box.row, first, box.column - first),
            Box(box.row, box.last + 1, last - box.last),
        ]
        found.append([side for side in sides if side.width])
    return found


def _text(rows: Sequence[str], row: int, column: int, width: int) -> str:
    return rows[row][column : column + width].replace(HIDDEN_HALF, "")


def _name(label: str) -> str:
    """The letters and digits of a label, without other signs."""
    return typed_as("".join(char for char in label if char.isalnum())).lower()


@lru_cache(maxsize=_REMEMBERED)
def _legends(
    form: Form, rows: tuple[str, ...], boards: tuple[tuple[int, int], ...]
) -> tuple[tuple[str, ...], ...]:
    """The numbers of the nodes in reading order, wherever they are shown."""
    return tuple(_found(form, rows, boards))


def _found(
    form: Form, rows: Sequence[str], boards: Sequence[tuple[int, int]]
) -> Iterator[tuple[str, ...]]:
    rank = tuple(count for _, count in sorted(Counter(box.row for box in form.boxes).items()))
    apart = list(rows)
    for top, left in boards:
        boxes = [box._replace(row=box.row + top, column=box.column + left) for box in form.boxes]
        wheel = Wheel(tuple(boxes), rows)
        if labels := round_about(rows, wheel):
            yield tuple(labels[node] for node in reading_order(wheel))
        for row in range(top, top + len(form.rows)):
            line = apart[row].ljust(left)
            apart[row] = line[:left] + " " * form.width + line[left + form.width :]
    for wheel in wheels(apart):
        labels = labels_of([_text(apart, *box) for box in wheel.boxes])
        if labels and wheel.right and shape(wheel) == rank:
            yield tuple(labels[node] for node in reading_order(wheel))
    if names := named(apart):
        yield names if rank == SQUARE_SHAPE else squared(names, _order(form), rank)
    if names := legend(apart, rank, in_one=False):
        yield names
    elif names := legend(apart, SQUARE_SHAPE, in_one=False):
        yield squared(names, _order(form), rank)


def _order(form: Form) -> list[Node]:
    """The nodes in reading order, numbered clockwise, as the form's own need not be."""
    ring = clockwise(sorted(form.boxes, key=lambda box: box[:2])) or list(NODES)
    return [ring.index(place) for place in NODES]
