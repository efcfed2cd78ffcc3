"""A line for each box, put together from a label, a picture, a total, beads and an end."""

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from tests.harness.menace.formats.boards import joined, rows
from tests.harness.menace.formats.boxes import (
    LETTERS,
    Boxes,
    blank,
    commas,
    counts,
    lines,
    nine,
    solid,
)
from tests.harness.menace.formats.story import MOVES

Beads = Sequence[int]

_LABELS: Final = (
    "", "{i}", "{i:03d}", "#{i}", "Box {i}", "Box {j}:", "box[{i}]", "M{i}", "({i})", "{j}.",
    "{j})", "Matchbox #{i:03d}", "{j}:", "No. {j}", "matchbox_{i}", "*", "-", "> Box {j}",
)  # fmt: skip
_TOTALS: Final = (
    "", "", "holds {n} beads", "({n})", "[{n} beads]", "{n} beads", "total {n}", "n={n}",
    "contains {n} bead(s)", "has {n}",
)  # fmt: skip
_BETWEEN: Final = (" ", ": ", " -> ", " = ", " => ", "\t", " | ", ", ", " - ", "  ", " : ")
_ENDS: Final = ("", "", "", "", ".", " beads", " |", ";")
WORDS: Final = ["red", "green", "blue", "white", "black", "pink", "gold", "grey", "lime"]


_SLASHED, _BARRED, _SPACED = (joined("{}", "", between) for between in "/| ")

_PICTURES: Final[Sequence[Callable[[str], str]]] = (
    lambda p: p,
    lambda p: p.replace("-", "."),
    lambda p: p.replace("-", "_"),
    lambda p: p.lower().replace("-", "."),
    lambda p: p.replace("O", "0"),
    lambda p: f"[{p}]",
    lambda p: f"({p.replace('-', '.')})",
    lambda p: f"<{p.replace('-', '_')}>",
    lambda p: f'"{p}"',
    lambda p: f"'{p.replace('-', ' ')}'",
    _SLASHED,
    _BARRED,
    _SPACED,
    lambda p: f"[{_SLASHED(p)}]",
    lambda p: f"[{_SPACED(p)}]",
    lambda p: f"({_BARRED(p.replace('-', '.'))})",
)
_BEADS: Final[Mapping[str, Callable[[Beads], str]]] = {
    "a list": lambda b: str(list(b)),
    "blanks": blank,
    "commas": commas,
    "digits": solid,
    "a mapping": lambda b: str(dict(counts(b))),
    "times": lambda b: " ".join(f"{k}x{n}" for k, n in counts(b).items()),
    "stars": lambda b: ", ".join(f"{n}*{k}" for k, n in counts(b).items()),
    "colons": lambda b: " ".join(f"{k}:{n}" for k, n in counts(b).items()),
    "counts in brackets": lambda b: " ".join(f"{k}({n})" for k, n in counts(b).items()),
    "as typed": lambda b: " ".join(MOVES[""][k] for k in b),
    "letters": lambda b: "".join(LETTERS[k] for k in b),
    "colours": lambda b: " ".join(WORDS[k] for k in b),
    "colours, counted": lambda b: ", ".join(f"{n} {WORDS[k]}" for k, n in counts(b).items()),
    "from 1": lambda b: " ".join(str(k + 1) for k in sorted(b)),
    "nine counts": lambda b: blank(nine(b)),
    "a list of nine counts": lambda b: str(nine(b)),
    "braces": lambda b: "{" + ",".join(map(str, b)) + "}",
    "angles": lambda b: f"<{' '.join(map(str, b))}>",
    "round brackets": lambda b: f"({blank(b)})",
    "rows and columns": lambda b: " ".join(f"({k // 3},{k % 3})" for k in b),
}


_HEADS: Final = (
    "Box {i}", "Box {j}:", "#{i}", "--- Box {i} ---", "Matchbox {j} ({n} beads)", "{j}.", "",
    "Box {i}, {n} beads:", "=== {i} ===",
)  # fmt: skip
_ROWS: Final[Sequence[Callable[[Sequence[str]], str]]] = (
    lambda r: "".join(r),
    lambda r: " ".join(r),
    lambda r: "|".join(r),
    lambda r: f" {' | '.join(r)} ",
    lambda r: f"  {''.join(r)}",
    lambda r: f"|{'|'.join(r)}|",
)
_RULES: Final = ("", "", "---+---+---", "-+-+-")
_CONTENTS: Final = (
    "{b}", "beads: {b}", "Beads = {b}", "-> {b}", "  {b}", "Contents: {b}", "{n} beads: {b}",
)  # fmt: skip
_BELOW: Final = ("", "", "-----", "==========")


def random_block(chance: random.Random) -> tuple[Callable[[Boxes], str], str]:
    """A way to print each box as a picture of three rows and its beads, and what it is called."""
    head, row, rule = chance.choice(_HEADS), chance.choice(_ROWS), chance.choice(_RULES)
    contents, name, below = (
        chance.choice(_CONTENTS),
        chance.choice([*_BEADS]),
        chance.choice(_BELOW),
    )
    empty, is_beside = chance.choice("-._"), chance.random() < 0.25

    def block(i: int, p: str, b: Beads) -> str:
        beads = contents.format(b=_BEADS[name](b), n=len(b))
        first, *others = (row(some) for some in rows(p.replace("-", empty)))
        if is_beside:
            picture = [first, f"{others[0]}   {beads}", others[1]]
        else:
            ruled = [line for other in others for line in (rule, other) if line]
            picture = [first, *ruled, beads]
        title = [head.format(i=i, j=i + 1, n=len(b))] * (head != "")
        return "\n".join([*title, *picture, below])

    return lines(block), block(17, "--XO--XO-", (0, 1, 1, 4))


def random_phrase(chance: random.Random) -> tuple[Callable[[Boxes], str], str]:
    """A way to print all boxes, and what it is called."""
    label, total, between = chance.choice(_LABELS), chance.choice(_TOTALS), chance.choice(_BETWEEN)
    picture, name, end = chance.choice(_PICTURES), chance.choice([*_BEADS]), chance.choice(_ENDS)
    is_last = chance.random() < 0.5

    def line(i: int, p: str, b: Beads) -> str:
        told = total.format(n=len(b))
        words = [label.format(i=i, j=i + 1), picture(p)] + [told] * (not is_last)
        beads = _BEADS[name](b) + f" {told}" * (is_last and told != "")
        return " ".join(filter(None, words)) + between + beads + end

    return lines(line), line(17, "--XO--XO-", (0, 1, 1, 4))
