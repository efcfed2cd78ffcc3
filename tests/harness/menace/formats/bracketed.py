"""Boxes with something in brackets that is no bead: a total, a stage, a picture, by chance."""

import random
from collections.abc import Callable, Mapping
from typing import Final

from tests.harness.menace.formats.boxes import LETTERS, Boxes, blank, commas, names, times
from tests.harness.menace.formats.rules import Box

_SAID: Final[Mapping[str, Callable[[int, str, Box], str]]] = {
    "total": lambda i, p, b: f"({len(b)})",
    "total in words": lambda i, p, b: f"({len(b)} beads)",
    "stage": lambda i, p, b: f"[stage {9 - p.count('-')}]",
    "turn": lambda i, p, b: f"<{p.count('X') + 1}>",
    "picture": lambda i, p, b: f"({p})",
    "rows": lambda i, p, b: f"[{p[:3]}/{p[3:6]}/{p[6:]}]",
    "number": lambda i, p, b: f"[{i + 1}]",
    "number of all": lambda i, p, b: f"({i + 1}/304)",
    "kinds": lambda i, p, b: f"({len(set(b))} kinds)",
}
_BEADS: Final[Mapping[str, Callable[[Box], str]]] = {
    "commas": commas,
    "blanks": blank,
    "letters": lambda b: "".join(LETTERS[x] for x in b),
    "names": names,
    "times": times,
    "list": lambda b: str([*b]),
}
_PLACED: Final = (
    "{said} {beads}", "{said}: {beads}", "{beads} {said}", "{number}. {said} {beads}",
    "Box {number} {said}: {beads}", "Box {number}: {beads} {said}", "{picture} {said} {beads}",
    "#{number}: {beads} {said}",
)  # fmt: skip
_BETWEEN: Final = ("\n", "\n", "; ", "   ")


def random_bracketed(chance: random.Random) -> tuple[Callable[[Boxes], str], str]:
    """A way to print all boxes, and what it looks like."""
    said, beads = chance.choice([*_SAID]), chance.choice([*_BEADS])
    placed, between = chance.choice(_PLACED), chance.choice(_BETWEEN)

    def printed(boxes: Boxes) -> str:
        return between.join(
            placed.format(
                number=i + 1, picture=p, said=_SAID[said](i, p, b), beads=_BEADS[beads](b)
            )
            for i, (p, b) in enumerate(boxes.items())
        )

    return printed, f"{placed.format(number=1, picture='--XO--XO-', said=said, beads=beads)!r}"
