"""Boxes on a line each, whose labels tell the position in any usual way, by chance."""

import random
from base64 import b32encode
from collections.abc import Callable, Mapping, Sequence
from typing import Final
from zlib import crc32

from tests.harness.menace.formats.boards import rows
from tests.harness.menace.formats.boxes import LETTERS, PLACES, Boxes, counts, lines
from tests.harness.menace.formats.phrases import WORDS, Beads


def _digits(picture: str, signs: str) -> str:
    return picture.translate(str.maketrans("-XO", signs))


def numbers(picture: str, minus: int) -> list[int]:
    """0 for an empty square, 1 for X and `minus` for O."""
    return [{"-": 0, "X": 1, "O": minus}[mark] for mark in picture]


def numbered(picture: str, first: int) -> str:
    """The picture with the number of each empty square, from `first` on."""
    return "".join(str(at) if mark == "-" else mark for at, mark in enumerate(picture, first))


def _in_base_3(picture: str) -> int:
    return int(_digits(picture, "012"), 3)


def _rows(picture: str, sign: str) -> str:
    return sign.join(map("".join, rows(picture)))


def _squares(picture: str, stone: str) -> str:
    return "".join(str(at) for at, mark in enumerate(picture) if mark == stone)


_LABELS: Final[tuple[Callable[[int, str], str], ...]] = (
    lambda i, p: _digits(p, "012"),
    lambda i, p: _digits(p, ".12"),
    lambda i, p: _digits(p, "210"),
    lambda i, p: str(tuple(numbers(p, 2))),
    lambda i, p: str(numbers(p, 2)),
    lambda i, p: str(numbers(p, -1)),
    lambda i, p: numbered(p, 0),
    lambda i, p: numbered(p, 1),
    lambda i, p: str(_in_base_3(p)),
    lambda i, p: f"Box {_in_base_3(p[::-1])}",
    lambda i, p: f"#{_in_base_3(p):05}",
    lambda i, p: _rows(p, "/"),
    lambda i, p: _rows(p, " "),
    lambda i, p: _rows(p, "|"),
    lambda i, p: "|".join(p),
    lambda i, p: " ".join(p.replace("-", ".")),
    lambda i, p: repr(p.replace("-", " ")),
    lambda i, p: str([*p.replace("-", " ")]),
    lambda i, p: p.lower().replace("-", "."),
    lambda i, p: p.replace("-", "_"),
    lambda i, p: p.replace("-", "*"),
    lambda i, p: p.replace("O", "0"),
    lambda i, p: f"Move {9 - p.count('-')} box {i}",
    lambda i, p: f"{i + 1}",
    lambda i, p: f"{i + 1} {p}",
    lambda i, p: f"#{i} ({_rows(p, '/')})",
)
_CODES: Final[tuple[Callable[[int, str], str], ...]] = (
    lambda i, p: f"{_in_base_3(p):x}",
    lambda i, p: f"{_in_base_3(p):04x}",
    lambda i, p: f"{_in_base_3(p):#x}",
    lambda i, p: f"{_in_base_3(p):X}h",
    lambda i, p: f"{crc32(p.encode()):08x}",
    lambda i, p: b32encode(_in_base_3(p).to_bytes(2, "big")).decode().strip("="),
    lambda i, p: f"X{_squares(p, 'X')}O{_squares(p, 'O')}",
    lambda i, p: f"x={[*map(int, _squares(p, 'X'))]} o={[*map(int, _squares(p, 'O'))]}",
    lambda i, p: f"X({','.join(_squares(p, 'X'))}) O({','.join(_squares(p, 'O'))})",
    lambda i, p: f"M{i + 1:03}",
    lambda i, p: f"{p.count('X')}.{i}",
    lambda i, p: f"X:{','.join(_squares(p, 'X'))} O:{','.join(_squares(p, 'O'))}",
    lambda i, p: f"{i} {_in_base_3(p):x}",
    lambda i, p: f"Box {i + 1} [{_in_base_3(p):04x}]",
    lambda i, p: f"{_in_base_3(p):04x} ({i})",
    lambda i, p: f"box {_in_base_3(p):x}",
    lambda i, p: f"key={_in_base_3(p):04x}",
    lambda i, p: f"<{_in_base_3(p):x}>",
    lambda i, p: f'"{_in_base_3(p):x}"',
    lambda i, p: f"{_in_base_3(p):x} stage {p.count('X') + 1}",
    lambda i, p: f"{p} {_in_base_3(p):x}",
)
_SIGNS: Final = (": ", " ", ", ", " -> ", " = ", " | ", "\t", " => ", "; ", ":")
_NAMES: Final[tuple[Callable[[int], str], ...]] = (
    str, lambda square: str(square + 1), WORDS.__getitem__, LETTERS.__getitem__, PLACES.__getitem__,
)  # fmt: skip
_AROUND: Final = ("{}", "{}", "[{}]", "({})", "{{{}}}")
_COUNTED: Final = (
    "{b}:{n}, ", "{b}: {n}, ", "{b}x{n} ", "{b}={n} ", "{n}x{b}, ", "{b} ({n}), ",
)  # fmt: skip
_TOTALS: Final = ("", "", "", " ({})", " = {}")


def _contents(chance: random.Random) -> Callable[[str, Beads], str]:
    """A way to print the beads of a box."""
    joined, form = chance.choice([", ", " ", ","]), chance.choice(_COUNTED)
    name = chance.choice(_NAMES)
    ways: Mapping[str, Callable[[str, Beads], str]] = {
        "list": lambda p, b: joined.join(map(name, b)),
        "counts": lambda p, b: "".join(
            form.format(b=name(bead), n=n) for bead, n in counts(b).items()
        ).rstrip(", "),
        "empty": lambda p, b: joined.join(
            str(b.count(square)) for square, mark in enumerate(p) if mark == "-"
        ),
        "nine": lambda p, b: joined.join(str(b.count(square)) for square in range(9)),
        "word": lambda p, b: "".join(LETTERS[bead] for bead in b),
    }
    return ways[chance.choice([*ways])]


def random_labelled(
    chance: random.Random, labels: Sequence[Callable[[int, str], str]] = _LABELS
) -> tuple[Callable[[Boxes], str], str]:
    """A way to print all boxes, and what it looks like."""
    label, sign, around = chance.choice(labels), chance.choice(_SIGNS), chance.choice(_AROUND)
    contents, total = _contents(chance), chance.choice(_TOTALS)

    def box(number: int, picture: str, beads: Beads) -> str:
        held = around.format(contents(picture, beads))
        return label(number, picture) + sign + held + total.format(len(beads))

    return lines(box), box(17, "--XO--XO-", (0, 1, 1, 4))


def random_coded(chance: random.Random) -> tuple[Callable[[Boxes], str], str]:
    """The same, where a program calls each box by a code of its own."""
    return random_labelled(chance, _CODES)
