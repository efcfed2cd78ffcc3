"""Boxes as grids of counts, and as a line for each kind of bead, put together by chance."""

import random
from collections.abc import Callable, Sequence
from typing import Final

from tests.harness.menace.formats.boards import rows
from tests.harness.menace.formats.boxes import LETTERS, PLACES, Boxes, counts, lines
from tests.harness.menace.formats.phrases import WORDS, Beads

_HEADS: Final = (
    "", "Box {i}", "Box {i}:", "Box {j} ({n} beads)", "Box #{j}: {n} beads", "--- {i} ---",
    "[{i}]", "{j}.", "Matchbox {i} [{p}]", "{p}", "{p}:", "Box {i} ({p})",
)  # fmt: skip
_BETWEEN: Final = ("|", " | ", " ", "  ", "│", ", ", "\t", " │ ", "/", " : ", ";")
_RULES: Final = ("", "", "", "-+-", "-----------", "---+---+---", "=====")
_SIDES: Final = ("{}", "{}", "{}", "|{}|", "| {} |", "[{}]", "  {}", "( {} )")
_BELOW: Final = ("", "", "", "====", "----------", "total: {n}", "sum {n}\n")
_ALIGNED: Final = ("{}", "{:>2}", "{:>3}", "{:2}", "{:^3}")
_KINDS: Final = (
    "{b}: {n}", "{b} {n}", "  {b} = {n}", "  - {b}: {n}", "{b} x {n}", "  * {n} x {b}",
    "{b} -> {n}", "  {n} at {b}", "\t{b}\t{n}", "  bead {b}: {n}", "  {b} ({n})", "    {b}: {s}",
    "  square {b} has {n} beads", "| {b} | {n} |", "  {b}: {n} beads",
)  # fmt: skip


def random_grids(chance: random.Random) -> tuple[Callable[[Boxes], str], str]:
    """A way to print each box as three rows: its stones, and how many beads name each square."""
    head, between, below = chance.choice(_HEADS), chance.choice(_BETWEEN), chance.choice(_BELOW)
    rule, side, aligned = chance.choice(_RULES), chance.choice(_SIDES), chance.choice(_ALIGNED)
    stones = chance.choice([True, True, False])
    is_beside = chance.random() < 0.25

    def box(number: int, picture: str, beads: Beads) -> str:
        marks = [
            aligned.format(mark if stones and mark != "-" else beads.count(square))
            for square, mark in enumerate(picture)
        ]
        grid = [side.format(between.join(marks[at : at + 3])) for at in (0, 3, 6)]
        if is_beside:
            grid = [f"{''.join(p)}   {row}" for p, row in zip(rows(picture), grid, strict=True)]
        told = {"i": number, "j": number + 1, "n": len(beads), "p": picture}
        shown = [line for row in grid for line in (row, rule) if line]
        return "\n".join([*filter(None, [head.format(**told)]), *shown, below.format(**told)])

    return lines(box), box(17, "--XO--XO-", (0, 1, 1, 4))


def random_kinds(chance: random.Random) -> tuple[Callable[[Boxes], str], str]:
    """A way to print a line for each kind of bead below a label of each box."""
    head, form = chance.choice(_HEADS[1:]), chance.choice(_KINDS)
    names: Sequence[Callable[[int], str]] = (
        str, LETTERS.__getitem__, WORDS.__getitem__, PLACES.__getitem__,
    )  # fmt: skip
    name = chance.choice(names)
    below, with_noughts = chance.choice(["", "", "----"]), chance.random() < 0.3

    def box(number: int, picture: str, beads: Beads) -> str:
        told = {"i": number, "j": number + 1, "n": len(beads), "p": picture}
        held = counts(beads)
        if with_noughts:
            held = {at: beads.count(at) for at, mark in enumerate(picture) if mark == "-"}
        kinds = [form.format(b=name(b), n=n, s="*" * n) for b, n in held.items()]
        return "\n".join([head.format(**told), *kinds, *filter(None, [below])])

    return lines(box), box(17, "--XO--XO-", (0, 1, 1, 4))
