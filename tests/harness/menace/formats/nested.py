"""Boxes as records in the literals of several languages, by chance."""

import json
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from tests.harness.menace.formats.boards import rows
from tests.harness.menace.formats.boxes import LETTERS, PLACES, Boxes, counts
from tests.harness.menace.formats.phrases import WORDS
from tests.harness.menace.formats.rules import Box, Picture

_NUMBERS: Final = {"-": 0, "X": 1, "O": 2}
_BOARDS: Final[dict[str, Callable[[Picture], Any]]] = {
    "text": lambda p: p,
    "with blanks": lambda p: p.replace("-", " "),
    "marks": lambda p: [*p],
    "numbers": lambda p: [_NUMBERS[mark] for mark in p],
    "rows": lambda p: [[*row] for row in rows(p)],
    "texts of rows": lambda p: ["".join(row) for row in rows(p)],
    "null": lambda p: [None if mark == "-" else mark for mark in p],
}
_NAMES: Final[tuple[Callable[[int], Any], ...]] = (
    int, int, lambda square: square + 1, WORDS.__getitem__, LETTERS.__getitem__, PLACES.__getitem__,
)  # fmt: skip
_BOARD_KEYS: Final = ("board", "state", "position", "key", "picture")
_BEAD_KEYS: Final = ("beads", "contents", "moves", "weights")
_COUNT_KEYS: Final = ("count", "n", "beads", "weight")
_SQUARE_KEYS: Final = ("square", "move", "colour", "bead")


def _contents(chance: random.Random) -> Callable[[Picture, Box], Any]:
    """A way to tell the beads of a box."""
    name, square, count = (
        chance.choice(_NAMES), chance.choice(_SQUARE_KEYS), chance.choice(_COUNT_KEYS),
    )  # fmt: skip
    ways: tuple[Callable[[Picture, Box], Any], ...] = (
        lambda p, b: [name(k) for k in b],
        lambda p, b: {str(name(k)): n for k, n in counts(b).items()},
        lambda p, b: [{square: name(k), count: n} for k, n in counts(b).items()],
        lambda p, b: [[name(k), n] for k, n in counts(b).items()],
        lambda p, b: [b.count(k) for k in range(9)],
        lambda p, b: [b.count(k) if p[k] == "-" else None for k in range(9)],
        lambda p, b: [{square: name(k)} for k in b],
        lambda p, b: "".join(LETTERS[k] for k in b),
    )
    return chance.choice(ways)


@dataclass(frozen=True, slots=True)
class _Syntax:
    """How a language writes literals: brackets, what stands behind a key, and single values."""

    mapping: tuple[str, str]
    sequence: tuple[str, str]
    key: Callable[[str], str]
    nothing: str
    text: Callable[[str], str] = json.dumps

    def __call__(self, value: Any) -> str:
        """The value in this language."""
        if isinstance(value, dict):
            items = (f"{self.key(key)}{self(one)}" for key, one in value.items())
            return f"{self.mapping[0]}{', '.join(items)}{self.mapping[1]}"
        if isinstance(value, list):
            return f"{self.sequence[0]}{', '.join(map(self, value))}{self.sequence[1]}"
        if value is None:
            return self.nothing
        return self.text(value) if isinstance(value, str) else str(value)


def _in_ruby(key: str) -> str:
    return f":{key}=>" if key.isidentifier() else f'"{key}"=>'


def _in_node(key: str) -> str:
    return f"{key}: " if key.isidentifier() or key.isdecimal() else f"'{key}': "


_SYNTAX: Final[dict[str, Callable[[Any], str]]] = {
    "JSON": json.dumps,
    "JSON, indented": lambda value: json.dumps(value, indent=2),
    "JSON, dense": lambda value: json.dumps(value, separators=(",", ":")),
    "Python": str,
    "Ruby": _Syntax(("{", "}"), ("[", "]"), _in_ruby, "nil"),
    "Lua": _Syntax(("{", "}"), ("{", "}"), '["{}"] = '.format, "nil"),
    "JavaScript": _Syntax(("{ ", " }"), ("[ ", " ]"), _in_node, "null", "'{}'".format),
}


def random_nested(chance: random.Random) -> tuple[Callable[[Boxes], str], str]:
    """How all boxes are printed, as one literal or one for each box, and an example."""
    board, syntax = _BOARDS[chance.choice([*_BOARDS])], _SYNTAX[chance.choice([*_SYNTAX])]
    contents, with_total, with_number = (
        _contents(chance), chance.random() < 0.3, chance.random() < 0.4,
    )  # fmt: skip
    board_key, bead_key = chance.choice(_BOARD_KEYS), chance.choice(_BEAD_KEYS)
    shape = chance.choice(["list", "list", "lines", "mapping", "pairs", "by stage"])

    def record(number: int, picture: Picture, beads: Box) -> dict[str, Any]:
        fields: dict[str, Any] = {"id": number} if with_number else {}
        fields |= {board_key: board(picture)} | ({"total": len(beads)} if with_total else {})
        return fields | {bead_key: contents(picture, beads)}

    def records(boxes: Boxes) -> Sequence[dict[str, Any]]:
        return [record(i, p, b) for i, (p, b) in enumerate(boxes.items())]

    def dump(boxes: Boxes) -> str:
        match shape:
            case "list":
                return syntax(records(boxes))
            case "lines":
                return "\n".join(map(syntax, records(boxes)))
            case "mapping":
                return syntax({p: contents(p, b) for p, b in boxes.items()})
            case "pairs":
                return syntax([[board(p), contents(p, b)] for p, b in boxes.items()])
            case _:
                return by_stage(boxes)

    def by_stage(boxes: Boxes) -> str:
        stages = sorted({9 - picture.count("-") for picture in boxes})
        return syntax({
            str(stage): [
                one for one, picture in zip(records(boxes), boxes, strict=True)
                if 9 - picture.count("-") == stage
            ]
            for stage in stages
        })  # fmt: skip

    return dump, dump({"---------": [0, 1, 1, 4], "--XO--XO-": [0, 1, 1, 4]})
