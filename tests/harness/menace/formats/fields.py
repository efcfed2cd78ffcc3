# a table of formats is read line by line
"""Boxes in sentences, fields and cells, with labels and signs of a program's own."""

import re
from collections.abc import Callable
from typing import Final

from tests.harness.menace.formats.boards import ascii_framed, framed, rows
from tests.harness.menace.formats.boxes import (
    COLOURS,
    LETTERS,
    NAMES,
    PLACES,
    THREE,
    Boxes,
    blank,
    counts,
    in_rows,
    lines,
    nine,
    shown,
    solid,
)

SIGNS: Final = "@#$%&*+=!"
ARROWS: Final = "↖↑↗←●→↙↓↘"
DISCS: Final = "🔴🟠🟡🟢🔵🟣🟤⚫⚪"


def typed(k: int) -> str:
    return "LMR"[k // 3] + "LMR"[k % 3]


def fen(picture: str) -> str:
    return "/".join(re.sub("-+", lambda m: str(len(m[0])), r) for r in map("".join, rows(picture)))


def in_cells(picture: str) -> str:
    return "".join(f"[{c}]" for c in picture.replace("-", " "))


def in_bars(picture: str) -> str:
    return f"|{'|'.join(picture.replace('-', ' '))}|"


FIELDS: Final[dict[str, Callable[[Boxes], str]]] = {
    "sentences with a number": lines(
        lambda i, p, b: (
            f"Matchbox No. {i + 1} holds "
            + ", ".join(f"{n} {NAMES[k]}" for k, n in counts(b).items())
            + "."
        )
    ),
    "sentences of names": lines(
        lambda i, p, b: f"Matchbox {i + 1} contains: {' '.join(NAMES[k] for k in b)}"
    ),
    "fields": lines(lambda i, p, b: f"state={p} beads={','.join(map(str, b))} total={len(b)}"),
    "C#, anonymous": lines(lambda i, p, b: f"{{ Key = {p}, Beads = {','.join(map(str, b))} }}"),
    "INI, a list": lines(lambda i, p, b: f"[box{i}]\nbeads={blank(b)}"),
    "a line of beads among others": lines(
        lambda i, p, b: (
            f"Box #{i + 1}\n  Position: {p}\n  Total: {len(b)}\n  Beads: "
            + ", ".join(f"{k} ({n})" for k, n in counts(b).items())
        )
    ),
    "names of boxes and pictures": lines(
        lambda i, p, b: f"M{i + 1:03d} {p} {','.join(LETTERS[k] for k in b)}"
    ),
    "numbers of all": lines(lambda i, p, b: f"[{i + 1}/304] {p} {blank(b)}"),
    "numbers in sixteens": lines(lambda i, p, b: f"0x{int(p.translate(THREE), 3):04x} {blank(b)}"),
    "FEN": lines(lambda i, p, b: f"{fen(p).lower()} {blank(b)}"),
    "pictures in cells": lines(lambda i, p, b: f"{in_cells(p)} {blank(b)}"),
    "pictures between bars": lines(lambda i, p, b: f"{in_bars(p)} {blank(b)}"),
    "two columns of boxes": lambda b: "\n".join(
        " || ".join(f"{i:3} {p} : {blank(x):30}" for i, (p, x) in some)
        for some in in_rows([*enumerate(b.items())], 2)
    ),
    "low lines between beads": lines(lambda i, p, b: f"{i}: {'_'.join(map(str, b))}"),
    "low lines between names": lines(lambda i, p, b: f"{p} {'_'.join(LETTERS[k] for k in b)}"),
    "low lines around": lines(lambda i, p, b: f"_{solid(b)}_"),
    "squares as typed, in one word": lines(lambda i, p, b: f"{p} {''.join(map(typed, b))}"),
    "signs": lines(lambda i, p, b: f"{i}: {''.join(SIGNS[k] for k in b)}"),
    "signs between blanks": lines(lambda i, p, b: f"{p} {' '.join(SIGNS[k] for k in b)}"),
    "arrows": lines(lambda i, p, b: f"{p} {''.join(ARROWS[k] for k in b)}"),
    "discs and counts": lines(
        lambda i, p, b: f"#{i} " + " ".join(f"{DISCS[k]}{n}" for k, n in counts(b).items())
    ),
    "coloured digits": lines(
        lambda i, p, b: f"{i:3}: " + "".join(f"\x1b[{COLOURS[k] + 10}m{k}\x1b[0m" for k in b)
    ),
    "coloured counts": lines(
        lambda i, p, b: (
            f"{p} " + " ".join(f"\x1b[{COLOURS[k] + 10}m{n}\x1b[0m" for k, n in counts(b).items())
        )
    ),
    "CSV, quoted": lambda b: (
        "box,state,beads\n" + lines(lambda i, p, x: f'{i},"{p}","{blank(x)}"')(b)
    ),
    "Markdown, counts": lambda b: (
        f"| # | Position | {' | '.join(map(str, range(9)))} |\n|{'---|' * 11}\n"
        + lines(lambda i, p, x: f"| {i + 1} | {p} | {' | '.join(map(str, nine(x)))} |")(b)
    ),
    "Markdown, counts, dashes": lambda b: (
        f"| # | Position | {' | '.join(map(str, range(9)))} |\n|{'---|' * 11}\n"
        + lines(
            lambda i, p, x: f"| {i + 1} | {p} | {' | '.join(str(n or '-') for n in nine(x))} |"
        )(b)
    ),
    "counts between hyphens": lines(lambda i, p, b: f"{i}: {'-'.join(map(str, nine(b)))}"),
    "counts between slashes": lines(lambda i, p, b: f"{p} {'/'.join(map(str, nine(b)))}"),
    "counts in rows on a line": lines(
        lambda i, p, b: f"{i}: " + " / ".join(" ".join(map(str, r)) for r in in_rows(nine(b), 3))
    ),
    "marks and counts in rows on a line": lines(
        lambda i, p, b: f"{i}: " + "/".join(" ".join(r) for r in rows(shown(p, b)))
    ),
    "marks and counts in words on a line": lines(
        lambda i, p, b: "/".join("".join(r) for r in rows(shown(p, b)))
    ),
    "grids in frames": lines(lambda i, p, b: framed(shown(p, b))),
    "grids in frames of ASCII": lines(
        lambda i, p, b: f"Box {i + 1} of 304 ({len(b)} beads):\n{ascii_framed(shown(p, b))}"
    ),
    "grids in frames beside one another": lambda b: "\n".join(
        "\n".join(
            "  ".join(row)
            for row in zip(*(framed(shown(*one)).split("\n") for one in some), strict=True)
        )
        for some in in_rows([*b.items()], 6)
    ),
    "numpy, grids": lines(
        lambda i, p, b: (
            "["
            + "\n ".join(f"[{' '.join(f'{n:2}' for n in r)}]" for r in in_rows(nine(b), 3))
            + "]"
        )
    ),
    "rows of pictures beside counts": lines(
        lambda i, p, b: (
            "\n".join(
                f"{' '.join(r)}  |  {' '.join(map(str, c))}"
                for r, c in zip(rows(p), in_rows(nine(b), 3), strict=True)
            )
            + "\n"
        )
    ),
    "bars and their lengths": lines(
        lambda i, p, b: f"{p}\n" + "\n".join(f"{k} {'█' * n} {n}" for k, n in counts(b).items())
    ),
    "numbers, pictures between bars and counts": lines(
        lambda i, p, b: (
            f"Box no. {i + 1:3}  |{p.replace('-', '_')}|  "
            + " ".join(f"{PLACES[k]}:{n}" for k, n in counts(b).items())
        )
    ),
    "four boxes of three words a line": lambda b: "\n".join(
        "".join(f"{i + 1:3} {p} {solid(x):24} " for i, (p, x) in some)
        for some in in_rows([*enumerate(b.items())], 4)
    ),
    "noughts before counts": lines(
        lambda i, p, b: f"{i + 1:04d} {p} " + " ".join(f"{n:03d}" for n in nine(b))
    ),
    "Smalltalk": lambda b: (
        "a Dictionary("
        + " ".join(f"'{p}'->an OrderedCollection({blank(x)})" for p, x in b.items())
        + ")"
    ),
    "Python, members of an enumeration": lambda b: (
        "["
        + ", ".join(
            f"[{', '.join(f'<Bead.{NAMES[k].upper()}: {k}>' for k in x)}]" for x in b.values()
        )
        + "]"
    ),
    "twigs without a stem": lines(
        lambda i, p, b: f"{p}\n" + "\n".join(f"|-- {NAMES[k]}: {n}" for k, n in counts(b).items())
    ),
    "pictures in three words": lines(lambda i, p, b: f"{p[:3]} {p[3:6]} {p[6:]}  {blank(b)}"),
    "pictures in nine words": lines(lambda i, p, b: f"{' '.join(p)}   {blank(b)}"),
    "elements of a matrix": lines(
        lambda i, p, b: f"{p} " + " ".join(f"[{k // 3}][{k % 3}]={n}" for k, n in counts(b).items())
    ),
}
