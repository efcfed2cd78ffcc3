"""Boxes as programs in other languages print them, and as tables and sentences tell them."""

import json
from collections.abc import Callable, Sequence
from typing import Final

from tests.harness.menace.formats.boxes import Boxes, by_stage, counts, in_rows, lines, nine, shown
from tests.harness.menace.formats.rules import Box, Picture

_NAMES: Final = ["amber", "black", "gold", "green", "lilac", "pink", "red", "silver", "white"]
_SIGNS: Final = "🔴🟠🟡🟢🔵🟣🟤⚫⚪"
_CORNERS: Final = ("tL", "tC", "tR", "mL", "mC", "mR", "bL", "bC", "bR")


def joined(
    one: Callable[[Picture, Box], str], between: str, around: Sequence[str]
) -> Callable[[Boxes], str]:
    before, after = around
    return lambda boxes: before + between.join(one(p, b) for p, b in boxes.items()) + after


def counted(box: Box, form: str = "{k}={n}", between: str = " ") -> str:
    """How many beads there are of each kind; `s` is for several, `name` the kind's."""
    return between.join(
        form.format(
            k=k, n=n, name=_NAMES[k], s="s" * (n > 1), share=100 * n / len(box), of=len(box)
        )
        for k, n in counts(box).items()
    )


def framed(box: Box) -> str:
    beads = " ".join(map(str, box))
    return f"┌{'─' * len(beads)}┐\n│{beads}│\n└{'─' * len(beads)}┘"


def stones_at(picture: Picture, mark: str) -> list[int]:
    return [square for square, other in enumerate(picture) if other == mark]


def rows_of_counts(box: Box) -> str:
    return "/".join(",".join(map(str, row)) for row in in_rows(nine(box), 3))


def four_on_a_line(boxes: Boxes) -> str:
    cells = [
        f"{number:3} {picture} {''.join(_CORNERS[bead] for bead in box)}"
        for number, (picture, box) in enumerate(boxes.items(), 1)
    ]
    return "\n".join(" | ".join(some) for some in in_rows(cells, 4))


ELSEWHERE: Final[dict[str, Callable[[Boxes], str]]] = {
    "Rust, structs": joined(
        lambda p, b: f'    Box {{ key: "{p}", beads: {b} }},', "\n", ("[\n", "\n]")
    ),
    "Rust, structs indented": joined(
        lambda p, b: (
            f'    MatchBox {{\n        state: "{p}",\n        beads: [\n'
            + "".join(f"            {bead},\n" for bead in b)
            + "        ],\n    },"
        ),
        "\n",
        ("[\n", "\n]"),
    ),
    "Rust, a map of structs": joined(
        lambda p, b: f'"{p}": MatchBox {{ beads: {b} }}', ", ", ("{", "}")
    ),
    "Haskell, records": joined(
        lambda p, b: f'Box {{pic = "{p}", beads = {b}}}'.replace(", ", ","), ",", ("[", "]")
    ),
    "Haskell, fromList": joined(
        lambda p, b: f'("{p}",fromList [{counted(b, "({k},{n})", ",")}])', ",", ("fromList [", "]")
    ),
    "Lisp, dotted": joined(lambda p, b: f'("{p}" {counted(b, "({k} . {n})")})', "\n", ("", "")),
    "Tcl, dictionaries": joined(lambda p, b: f"{p} {{{counted(b, '{k} {n}')}}}", " ", ("", "")),
    "APL": lines(lambda i, p, b: framed(b)),
    "tabs, x and o": lines(lambda i, p, b: "\t".join([p, *shown(p, b)]).lower()),
    "bars, dashes": lines(
        lambda i, p, b: (
            f"{i + 1:3} | " + " | ".join(n if n.isdigit() else "--" for n in shown(p, b))
        )
    ),
    "rows of counts in brackets": lines(lambda i, p, b: f"[{rows_of_counts(b)}]"),
    "four on a line": four_on_a_line,
    "headed stages": lambda boxes: by_stage(
        boxes,
        "Stage {} (so many boxes)\n{}",
        lambda some: " ".join(f"[{''.join(map(str, b))}]" for b in some.values()),
    ),
    "sentences": lines(
        lambda i, p, b: (
            f"Box {i + 1} holds {counted(b, '{n} {name}', ' and ')} bead{'s' * (len(b) > 1)}"
        )
    ),
    "squares, singular and plural": lines(
        lambda i, p, b: f"Box {i + 1} -> {counted(b, 'square {k} ({n} bead{s})', ', ')}"
    ),
    "shares and counts": lines(
        lambda i, p, b: f"{p}: {counted(b, '{k} -> {share:.1f}% ({n}/{of})', ', ')}"
    ),
    "stones by their squares": lines(
        lambda i, p, b: f"X{stones_at(p, 'X')} O{stones_at(p, 'O')}: {b}"
    ),
    "names and numbers in columns": lines(
        lambda i, p, b: f"{p}\n" + counted(b, "    {name:8} {n}", "\n")
    ),
    "hyphens on one line": joined(
        lambda p, b: "".join("abcdefghi"[bead] for bead in b), "-", ("", "")
    ),
    "tallies": lines(
        lambda i, p, b: f"{p}: " + " ".join(f"{k}{'|' * b.count(k)}" for k in sorted({*b}))
    ),
    "JSON, a line each": lines(
        lambda i, p, b: json.dumps({"box": i, "board": p, "beads": b}),
    ),
    "round signs": lines(lambda i, p, b: "".join(_SIGNS[bead] for bead in b)),
}
