"""Boxes whose pictures are matrices, or have blanks that nothing encloses, by chance."""

import random
from collections.abc import Callable, Sequence
from typing import Final

from tests.harness.menace.formats.boards import rows
from tests.harness.menace.formats.boxes import Boxes, lines
from tests.harness.menace.formats.rules import Picture

_MARKS: Final = ("-XO", " XO", "_xo", ".XO")
_HEADS: Final = ("", "", "Box {i}\n", "Box {j}:\n", "#{j} ({n} beads)\n")
_CONTENTS: Final[tuple[Callable[[Sequence[int]], str], ...]] = (
    lambda b: str([*b]),
    lambda b: f"[{' '.join(map(str, b))}]",
    lambda b: str({k: [*b].count(k) for k in sorted({*b})}),
    lambda b: f"[{' '.join(str([*b].count(k)) for k in range(9))}]",
    lambda b: _matrix([f"{[*b].count(k):2}" for k in range(9)]),
    lambda b: "".join(f"\n  {k}: {[*b].count(k)}" for k in sorted({*b})).removeprefix("\n"),
    lambda b: f"beads: {' '.join(map(str, b))}",
)


def _matrix(cells: Sequence[str]) -> str:
    """As numpy prints it."""
    return "[[" + "]\n [".join(" ".join(row) for row in rows(cells)) + "]]"


_SHAPES: Final[tuple[Callable[[Sequence[str]], str], ...]] = (
    _matrix,
    lambda cells: "array([[" + "],\n       [".join(", ".join(row) for row in rows(cells)) + "]])",
    lambda cells: "[" + ",\n ".join(f"[{', '.join(row)}]" for row in rows(cells)) + "]",
    lambda cells: "\n".join(f"[{', '.join(row)}]" for row in rows(cells)),
)


def random_matrices(chance: random.Random) -> tuple[Callable[[Boxes], str], str]:
    """How each box is printed as a matrix and its beads, and an example."""
    shape, marks, head = chance.choice(_SHAPES), chance.choice(_MARKS), chance.choice(_HEADS)
    contents, quote = chance.choice(_CONTENTS), chance.choice("'\"")
    end = chance.choice(["", "\n"])

    def box(number: int, picture: Picture, beads: Sequence[int]) -> str:
        cells = [f"{quote}{mark}{quote}" for mark in in_marks(picture, marks)]
        heading = head.format(i=number, j=number + 1, n=len(beads))
        return f"{heading}{shape(cells)}\n{contents(beads)}{end}"

    return lines(box), box(17, "--XO--XO-", (0, 1, 1, 4))


def in_marks(picture: Picture, marks: str) -> str:
    return picture.translate(str.maketrans("-XO", marks))


_LABELS: Final = ("", "", "{j}: ", "{j:3} ", "Box {j}: ", "State ", "#{j} ", "box {j} of 304: ")
_SIGNS: Final = (" ", "  ", ": ", ",", ", ", " | ", " -> ", "\t")
_BEADS: Final[tuple[Callable[[Sequence[int]], str], ...]] = (
    lambda b: " ".join(map(str, b)),
    lambda b: ", ".join(map(str, b)),
    lambda b: str([*b]),
    lambda b: "".join(map(str, b)),
    lambda b: ", ".join(f"{k}: {[*b].count(k)}" for k in sorted({*b})),
    lambda b: " ".join(f"{k}x{[*b].count(k)}" for k in sorted({*b})),
    lambda b: " ".join("ABCDEFGHI"[k] for k in b),
)


def random_blanks(chance: random.Random) -> tuple[Callable[[Boxes], str], str]:
    """How each box is printed on a line with blanks for empty squares, and an example."""
    label, sign, beads = chance.choice(_LABELS), chance.choice(_SIGNS), chance.choice(_BEADS)
    small = chance.random() < 0.3

    def box(number: int, picture: Picture, held: Sequence[int]) -> str:
        shown = in_marks(picture, " xo" if small else " XO")
        return label.format(j=number + 1) + shown + sign + beads(held)

    return lines(box), box(17, "--XO--XO-", (0, 1, 1, 4))
