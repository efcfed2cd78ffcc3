"""What one box holds, from an item of a literal or from what stands beside its picture."""

import re
from collections.abc import Sequence
from typing import Final

from harness.menace.reading.holdings import Box
from harness.menace.reading.literals import Group, Item, leaves, parse

_NUMBER: Final = re.compile(r"\d+")
_WHOLE: Final = re.compile(r"-?\d+")
_PAIRS: Final = re.compile(r"(?:[\[({<]\s*\w+\s*,\s*\w+\s*[\])}>][\s,;]*)+")
_EACH_PAIR: Final = re.compile(r"(\w+)\s*,\s*(\w+)(?=\s*[\])}>])")
_COUNT: Final = re.compile(
    r"count|number|amount|quantity|qty|times|num|many|weight|total|beads|n", re.IGNORECASE
)
_NAME: Final = re.compile(  # of a field that says which bead it is
    r"square|cell|move|pos|position|colou?r|bead|name|value|id|index|field|place|spot|row|col"
    r"|column|[ijrcxysp]|_?\w*(?:square|colou?r|move|index|position)",
    re.IGNORECASE,
)
_PICTURE: Final = re.compile(r"board|state|position|pos|key|picture|grid|squares", re.IGNORECASE)
_HELD: Final = re.compile(r"beads|contents?|moves|weights|counts|holds|bag", re.IGNORECASE)
_PAIR: Final = 2
_MARKS: Final = 3
_NINE: Final = 9


def box_of_item(item: Item) -> Box:
    """The box that an item of a literal is: a text, words, counts, or pairs of a bead and one."""
    if isinstance(item, str):
        return Box(text=item)
    inner = [part for part in item.items if isinstance(part, Group)]
    words = [part for part in item.items if isinstance(part, str)]
    if item.keys and inner and words and (held := _held(item)) is not None:
        return box_of_item(held)
    if item.keys and not inner and words:
        if all(map(_WHOLE.fullmatch, words)):
            return Box(counts=list(zip(item.keys, words, strict=True)))
        if item.keys in _places(len(words)):
            return Box(words=words)
        return Box(text=words[-1])  # a record: its last field
    if not inner:
        return Box(words=words)
    if words and len(inner) == 1 and item.items[0] is inner[0] and _has_nine(inner[0]):
        return Box(words=words)  # after the picture, which is a list as well
    if not words and [*map(_is_row, inner)] == [True] * _MARKS and not item.keys:
        return Box(words=[word for row in inner for word in row.items if isinstance(word, str)])
    if not words and not item.keys and (box := _box_of_records(inner)):
        return box
    pairs = [pair(part) for part in inner]
    if not words and len(inner) > 0 and all(pairs) and not item.keys:
        return Box(pairs=[both for both in pairs if both])
    return box_of_item(inner[-1])  # the picture, or a number, and the beads


def _has_nine(group: Group) -> bool:
    """Whether the group can be a picture: nine marks, or three rows of them."""
    marks = [*leaves(group)]
    return _NINE in (len(marks), len("".join(marks)))


def _held(record: Group) -> Item | None:
    """What a record says that a box holds, where its picture is a list as well."""
    fields = [*zip(record.keys, record.items, strict=True)]
    pictures = [value for key, value in fields if _PICTURE.fullmatch(key)]
    held = [value for key, value in fields if _HELD.fullmatch(key)]
    return held[0] if len(held) == 1 and any(isinstance(one, Group) for one in pictures) else None


def _box_of_records(beads: Sequence[Group]) -> Box | None:
    """The box whose beads are records with the same fields; None where they are none.

    `{square: 3}` is a bead, `{colour: red, count: 2}` two of a kind, `{row: 0, column: 2}` one with
    a name of two words.
    """
    if not 0 < len(beads[0].keys) <= _MARKS or any(bead.keys != beads[0].keys for bead in beads):
        return None
    records = [
        {
            key: word
            for key, word in zip(bead.keys, bead.items, strict=True)
            if isinstance(word, str)
        }
        for bead in beads
    ]
    keys = beads[0].keys
    if any(len(record) != len(keys) for record in records):
        return None
    count = next((key for key in keys if len(keys) > 1 and _COUNT.fullmatch(key)), None)
    if not all(key == count or _NAME.fullmatch(key) for key in keys):
        return None  # beads and their counts
    named = [",".join(word for key, word in r.items() if key != count) for r in records]
    if count is None:
        return Box(words=named)
    if not all(_WHOLE.fullmatch(record[count]) for record in records):
        return None
    return Box(counts=[(name, record[count]) for name, record in zip(named, records, strict=True)])


def _places(size: int) -> Sequence[list[str]]:
    """The keys of a list's items in languages that print them, counted from 0 or from 1."""
    return [[str(first + at) for at in range(size)] for first in (0, 1)]


def box_of_body(body: str) -> Box:
    """The box of what stands beside its picture: a literal, or a text."""
    groups = []
    if body[0] in "[({":
        groups = [item for item in parse(body).items if isinstance(item, Group)]
    return box_of_item(groups[-1]) if groups else Box(text=body)


def _is_row(group: Group) -> bool:
    """Whether it is three numbers or marks: how many beads name each square of a row."""
    return len(group.items) == _MARKS and all(
        isinstance(item, str) and (item.isdecimal() or len(item) <= 1) for item in group.items
    )


def boxes_of_bodies(bodies: Sequence[str]) -> list[Box]:
    """The boxes of what stands beside all pictures; `(0,1) (2,2)` is two beads of two words."""
    if all(map(_PAIRS.fullmatch, bodies)):
        return [Box(pairs=_EACH_PAIR.findall(body)) for body in bodies]
    return [*map(box_of_body, bodies)]


def pair(group: Group) -> tuple[str, str] | None:
    """The two words of a group that has nothing else."""
    if len(group.items) == _PAIR and not group.keys:
        one, other = group.items
        if isinstance(one, str) and isinstance(other, str):
            return one, other
    return None


def keyed(entries: Sequence[tuple[str, Box]]) -> list[Box]:
    """The boxes in the order of their keys, where these are names of boxes; else as printed.

    A number in keys that differ without it is no part of the names: it may count the beads.
    """
    keys = [key for key, _ in entries]
    bare = [_NUMBER.sub("", key) for key in keys]
    if len(set(bare)) == len(keys):
        keys = bare
    numbers = all(key.isdecimal() for key in keys)
    if len(set(keys)) == len(keys) and (numbers or len({len(key) for key in keys}) == 1):
        width = max(map(len, keys), default=0)
        boxes = zip(keys, (box for _, box in entries), strict=True)
        return [box for _, box in sorted(boxes, key=lambda keyed: keyed[0].zfill(width))]
    return [box for _, box in entries]
