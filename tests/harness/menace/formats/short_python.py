"""Boxes as short Python programs print them: keys of numbers or tuples, bytes, next boards."""

import pprint
from collections.abc import Callable, Sequence
from typing import Final

from tests.harness.menace.formats.boxes import Boxes, blank, counts, lines, nine, solid
from tests.harness.menace.formats.rules import Box, Picture


def in_threes(picture: Picture) -> int:
    return sum("-XO".index(mark) * 3**square for square, mark in enumerate(picture))


def of_digits(picture: Picture) -> tuple[int, ...]:
    return tuple(map("-XO".index, picture))


def masks(picture: Picture) -> tuple[int, int]:
    x, o = (sum((c == mark) << square for square, c in enumerate(picture)) for mark in "XO")
    return x, o


def following(picture: Picture, box: Box) -> Sequence[Picture]:
    return [f"{picture[:k]}X{picture[k + 1 :]}" for k in box]


SHORT_PYTHON: Final[dict[str, Callable[[Boxes], str]]] = {
    "keys in threes": lambda b: str({in_threes(p): x for p, x in b.items()}),
    "keys in threes, in lines": lines(lambda i, p, b: f"{in_threes(p)} {b}"),
    "keys in threes, blanks": lines(lambda i, p, b: f"{in_threes(p)} {blank(b)}"),
    "keys in threes, counts": lambda b: pprint.pformat(
        {in_threes(p): counts(x) for p, x in b.items()}
    ),
    "keys of masks": lambda b: str({masks(p): x for p, x in b.items()}),
    "keys of masks, in lines": lines(lambda i, p, b: f"{masks(p)} {b}"),
    "keys of digits": lambda b: str({of_digits(p): x for p, x in b.items()}),
    "keys of digits, in lines": lines(lambda i, p, b: f"{of_digits(p)}: {blank(b)}"),
    "keys of digits, vectors": lambda b: str({of_digits(p): nine(x) for p, x in b.items()}),
    "numbers and digits": lambda b: str([(in_threes(p), solid(x)) for p, x in b.items()]),
    "texts with labels": lambda b: str([f"{p}:{solid(x)}" for p, x in b.items()]),
    "items": lambda b: f"dict_items({[*b.items()]})",
    "default dict": lambda b: f"defaultdict(<class 'list'>, {dict(b)})",
    "bytes": lambda b: str([*map(bytes, b.values())]),
    "byte arrays": lambda b: str([*map(bytearray, b.values())]),
    "complex numbers": lambda b: str([[complex(k // 3, k % 3) for k in x] for x in b.values()]),
    "next boards": lambda b: str({p: following(p, x) for p, x in b.items()}),
    "next boards in lines": lines(lambda i, p, b: f"{p} {' '.join(following(p, b))}"),
    "bits": lambda b: str({masks(p): [1 << k for k in x] for p, x in b.items()}),
    "blanks in pictures": lines(lambda i, p, b: f"{p.replace('-', ' ')} {blank(b)}"),
    "blanks in pictures, colon": lines(lambda i, p, b: f"{p.replace('-', ' ')}: {blank(b)}"),
    "blanks between bars": lines(lambda i, p, b: f"|{p.replace('-', ' ')}| {blank(b)}"),
    "stars for empty squares": lines(
        lambda i, p, b: (
            f"{p} " + " ".join(f"{k}{'*' * n}" for k, n in enumerate(nine(b)) if p[k] == "-")
        )
    ),
}
