"""Boxes whose counts stand beside their shares or beside bars, by chance."""

import random
from collections.abc import Callable, Sequence
from typing import Final

from tests.harness.menace.formats.boxes import LETTERS, PLACES, Boxes, lines
from tests.harness.menace.formats.phrases import WORDS

_HEADS: Final = (
    "{p}", "{p}:", "State {p}", "State: {p}", "Box {j} [{p}]", "#{i} {p} ({n} beads)", "{j:3}. {p}",
    "Box {j}/304: {p}", "Matchbox {j} of 304 ({p})", "{p} total={n}", "== {p} ==",
)  # fmt: skip
_BETWEEN: Final = (": ", " ", " | ", " -> ", "\t")
_NAMES: Final[tuple[Callable[[int], str], ...]] = (
    str, lambda square: str(square + 1), WORDS.__getitem__, LETTERS.__getitem__, PLACES.__getitem__,
    lambda square: "abc"[square % 3] + str(square // 3 + 1), lambda square: f"square {square}",
    lambda square: f"({square // 3},{square % 3})", lambda square: f"move {square}",
)  # fmt: skip
_COUNTED: Final = (
    "{k}: {c} ({p:.1f}%)", "{k}: {c} ({p:.0f}%)", "{k}={c} {p:.1f}%", "{k} {c} {q:.2f}",
    "{k}: {c} (p={q:.3f})", "{k} x{c} [{p:.1f}%]", "{k}: {c}/{n}", "{k} {c}/{n} {p:.0f}%",
    "{k}: {c}/{n} = {q:.3f}", "{k} {p:.1f}% ({c})", "{k}: {p:.0f}% ({c}/{n})", "{k}->{c} of {n}",
    "{k}: {c} beads ({p:.1f}%)", "{k}: {c} bead{s}, {p:.2f}% chance", "{k} {c:>3} {p:6.2f}%",
    "{k}: {c} {bar}", "{k}: {bar} {c}", "{k} {bar} ({c})", "{k} [{bar:<12}] {c}", "{k} {c} [{bar}]",
    "{k}: {c} {p:5.1f}% {bar}", "{k} {bar} {c} ({q:.2f})", "({k}, {c}, {q:.3f})", "{k}: {c}, {q}",
)  # fmt: skip
_BARS: Final = "#*=+■█●▒"
_SEPARATORS: Final = (", ", "; ", " | ", "  ")


def random_told_twice(chance: random.Random) -> tuple[Callable[[Boxes], str], str]:
    """How all boxes are printed, on a line each or with a line for each kind, and an example."""
    head, between, sign = chance.choice(_HEADS), chance.choice(_BETWEEN), chance.choice(_BARS)
    name, counted, separator = (
        chance.choice(_NAMES), chance.choice(_COUNTED), chance.choice(_SEPARATORS),
    )  # fmt: skip
    a_line_each, indent = chance.random() < 0.5, chance.choice(["  ", "    ", "  - ", "\t"])
    empty = chance.choice("-._")

    def box(number: int, picture: str, beads: Sequence[int]) -> str:
        several = [
            counted.format(
                k=name(k), c=(c := [*beads].count(k)), p=100 * c / len(beads), q=c / len(beads),
                n=len(beads), s="s" * (c > 1), bar=sign * c,
            )
            for k in sorted({*beads})
        ]  # fmt: skip
        above = head.format(p=picture.replace("-", empty), i=number, j=number + 1, n=len(beads))
        if a_line_each:
            return "\n".join([above, *(indent + one for one in several)])
        return above + between + separator.join(several)

    return lines(box), box(17, "--XO--XO-", (0, 1, 1, 4))
