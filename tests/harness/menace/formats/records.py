# a table of formats is read line by line
"""Boxes as records and tables for other programs: JSON with shares, CSV, vectors with gaps."""

import json
from collections.abc import Callable
from typing import Final

from tests.harness.menace.formats.boards import rows
from tests.harness.menace.formats.boxes import Boxes, counts, lines
from tests.harness.menace.formats.rules import Box, Picture


def shares(box: Box) -> dict[int, float]:
    return {k: round(n / len(box), 3) for k, n in counts(box).items()}


def gaps(picture: Picture, box: Box, taken: object) -> list[object]:
    """How many beads name each empty square, and the same for each other."""
    return [box.count(i) if c == "-" else taken for i, c in enumerate(picture)]


def table(heading: str, row: Callable[[int, Picture, int, Box], str]) -> Callable[[Boxes], str]:
    """A row for each kind of bead."""
    return lambda boxes: "\n".join(
        [
            heading,
            *(row(i, p, k, b) for i, (p, b) in enumerate(boxes.items(), 1) for k in counts(b)),
        ]
    )


RECORDS: Final[dict[str, Callable[[Boxes], str]]] = {
    "JSON, counts and shares": lambda b: json.dumps(
        {
            p: {k: {"beads": n, "p": shares(x)[k]} for k, n in counts(x).items()}
            for p, x in b.items()
        }
    ),
    "JSON, records with shares": lambda b: json.dumps(
        [
            {
                "board": p,
                "moves": [
                    {"move": k, "beads": n, "prob": shares(x)[k]} for k, n in counts(x).items()
                ],
            }
            for p, x in b.items()
        ]
    ),
    "JSON, vectors with null": lambda b: json.dumps(
        [{"state": p, "weights": gaps(p, x, None)} for p, x in b.items()]
    ),
    "JSON lines, counts": lines(lambda i, p, b: json.dumps({"board": p, "beads": counts(b)})),
    "JSON lines, counts and odds": lines(
        lambda i, p, b: json.dumps({"board": p, "beads": counts(b), "odds": shares(b)})
    ),
    "Python, triples with shares": lambda b: str(
        {p: [(k, n, shares(x)[k]) for k, n in counts(x).items()] for p, x in b.items()}
    ),
    "CSV, a row a kind": table(
        "box,board,square,beads", lambda i, p, k, b: f"{i},{p},{k},{b.count(k)}"
    ),
    "CSV, a row a kind with shares": table(
        "board;square;beads;share", lambda i, p, k, b: f"{p};{k};{b.count(k)};{shares(b)[k]:.3f}"
    ),
    "CSV, a row a square": table(
        "box,row,column,count", lambda i, p, k, b: f"{i},{k // 3},{k % 3},{b.count(k)}"
    ),
    "tabs, a row a bead": lambda b: "\n".join(
        f"{p}\t{'abc'[k % 3]}{k // 3 + 1}" for p, x in b.items() for k in x
    ),
    "bars, a row a kind": table(
        "| board | bead | number |", lambda i, p, k, b: f"| {p} | {'ABCDEFGHI'[k]} | {b.count(k)} |"
    ),
    "Octave, cells": lambda b: (
        "boxes =\n{\n"
        + "\n".join(
            f"  [{i},1] =\n\n" + "".join(f"{k:>5}" for k in x) + "\n"
            for i, x in enumerate(b.values(), 1)
        )
        + "\n}\n"
    ),
    "vectors with None": lines(lambda i, p, b: f"{p} {gaps(p, b, None)}"),
    "vectors with NA": lines(lambda i, p, b: f"{p} {' '.join(map(str, gaps(p, b, 'NA')))}"),
    "vectors with minus one": lines(lambda i, p, b: str(gaps(p, b, -1))),
    "numpy, with nan": lines(
        lambda i, p, b: f"{p} [{' '.join(f'{n}.' for n in gaps(p, b, 'nan'))}]".replace(
            "nan.", "nan"
        )
    ),
    "JSON, a record after another in lines": lines(
        lambda i, p, b: json.dumps({"board": p.replace("-", " "), "beads": counts(b)}, indent=2)
    ),
    "JSON lines, marks and letters": lines(
        lambda i, p, b: json.dumps({"id": i, "board": [*p], "beads": ["ABCDEFGHI"[k] for k in b]})
    ),
    "JSON, rows and words": lambda b: json.dumps(
        [
            {"picture": [[*row] for row in rows(p)], "beads": "".join("ABCDEFGHI"[k] for k in x)}
            for p, x in b.items()
        ]
    ),
    "JSON, pairs of rows and a word": lambda b: json.dumps(
        [
            [["".join(row) for row in rows(p)], "".join("ABCDEFGHI"[k] for k in x)]
            for p, x in b.items()
        ]
    ),
}
"""By name."""
