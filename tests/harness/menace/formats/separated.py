"""Lists, counts and vectors of beads; names, signs and labels are put together by chance."""

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from tests.harness.menace.formats.boards import rows
from tests.harness.menace.formats.boxes import LETTERS, PLACES, Boxes, counts, lines
from tests.harness.menace.formats.phrases import WORDS, Beads
from tests.harness.menace.formats.story import MOVES

_FORMS: Final = (
    "{b}[{n}]", "{b} [{n}]", "{b}({n})", "{b} ({n})", "{b}<{n}>", "{b}{{{n}}}", "{b}(x{n})",
    "{b} (x{n})", "{b}({n}x)", "{b} ({n} beads)", "{b}-{n}", "{b} - {n}", "{b}_{n}", "{b}.{n}",
    "{b}/{n}", "{b}~{n}", "{b}@{n}", "{b}#{n}", "{b}&{n}", "{b}+{n}", "{b}:{n}", "{b} = {n}",
    "{b} -> {n}", "{b}→{n}", "{b}x{n}", "{b} x{n}", "{b}:{n}x", "{b}^{n}", "({b} {n})", "[{b} {n}]",
    "<{b} {n}>", "({b}:{n})", "[{b}:{n}]", "({b}x{n})", "({b}, {n})", "{{{b},{n}}}", "<{b},{n}>",
    "{b} n={n}", "{b}: n={n}", "{b} has {n}", "{b}: {n} beads", "bead {b}: {n}", "square {b} ({n})",
    "#{b}x{n}", "{n}x{b}", "{n} x {b}", "{n}*{b}", "{n} of {b}", "{n} at {b}", "{n}@{b}",
    "{n}[{b}]", "{n}({b})", "{n} beads at {b}", "{n} times {b}",
)  # fmt: skip
_JOINED: Final = (", ", " ", "; ", " | ", "  ", " + ")
_IN_LISTS: Final = (
    *_JOINED, "/", " / ", "-", " - ", "+", "|", ";", " -> ", "->", ">", " & ", "·", " . ", "~",
)  # fmt: skip
_ONE: Final = ("{}", "{}", "'{}'", "({})", "[{}]", "<{}>", "{{{}}}", "#{}", "@{}", "bead {}")
_AROUND: Final = (
    "{}", "{}", "[{}]", "({})", "<{}>", "{{ {} }}", "«{}»", "{}.", "beads: {}", "-> {}",
)  # fmt: skip
_NAMES: Final[Mapping[str, Callable[[int], str]]] = {
    "from 0": str,
    "from 1": lambda square: str(square + 1),
    "words": WORDS.__getitem__,
    "letters": LETTERS.__getitem__,
    "as typed": MOVES[""].__getitem__,
    "places": PLACES.__getitem__,
    "coordinates": lambda square: f"{'abc'[square % 3]}{3 - square // 3}",
}


def _beside(number: int, picture: str, beads: str) -> str:
    first, middle, last = ("".join(row) for row in rows(picture))
    return f"{first}\n{middle}   {beads}\n{last}\n"


def _below(number: int, picture: str, beads: str) -> str:
    return f"Box {number}\n" + "\n".join("|".join(row) for row in rows(picture)) + f"\n{beads}\n"


_PLACED: Final[Sequence[Callable[[int, str, str], str]]] = (
    lambda number, picture, beads: f"{picture} {beads}",
    lambda number, picture, beads: f"{picture}: {beads}",
    lambda number, picture, beads: f"Box {number}: {beads}",
    lambda number, picture, beads: f"{number + 1}. [{picture}] {beads}",
    lambda number, picture, beads: f"{picture} | {beads}",
    _beside,
    _below,
)


def random_lists(chance: random.Random) -> tuple[Callable[[Boxes], str], str]:
    """A way to print the beads of every box one by one, and what it looks like."""
    one, joined, around = chance.choice(_ONE), chance.choice(_IN_LISTS), chance.choice(_AROUND)
    placed, name = chance.choice(_PLACED), _NAMES[chance.choice([*_NAMES])]

    def box(number: int, picture: str, beads: Beads) -> str:
        listed = joined.join(one.format(name(bead)) for bead in beads)
        return placed(number, picture, around.format(listed))

    return lines(box), box(17, "--XO--XO-", (0, 1, 1, 4))


def random_counts(chance: random.Random) -> tuple[Callable[[Boxes], str], str]:
    """A way to print how many beads of each kind every box holds, and what it looks like."""
    form, joined, placed = chance.choice(_FORMS), chance.choice(_JOINED), chance.choice(_PLACED)
    name = _NAMES[chance.choice([*_NAMES])]

    def box(number: int, picture: str, beads: Beads) -> str:
        counted = (form.format(b=name(bead), n=n) for bead, n in counts(beads).items())
        return placed(number, picture, joined.join(counted))

    return lines(box), box(17, "--XO--XO-", (0, 1, 1, 4))


def random_vectors(chance: random.Random) -> tuple[Callable[[Boxes], str], str]:
    """A way to print a number for each square, or for each empty one, and what it looks like."""
    joined, around = chance.choice(_IN_LISTS), chance.choice(_AROUND)
    placed, of_all = chance.choice(_PLACED), chance.choice([True, False])

    def box(number: int, picture: str, beads: Beads) -> str:
        squares = [at for at, mark in enumerate(picture) if of_all or mark == "-"]
        vector = joined.join(str(beads.count(square)) for square in squares)
        return placed(number, picture, around.format(vector))

    return lines(box), box(17, "--XO--XO-", (0, 1, 1, 4))
