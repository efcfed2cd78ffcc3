"""Reading the contents of all boxes from a literal. What a box holds is decided by `holdings`."""

import re
from collections.abc import Sequence
from functools import lru_cache
from operator import itemgetter
from typing import Final

from harness.digits import number_of
from harness.menace.classes import BOXES
from harness.menace.reading import box_lines, notations, shares
from harness.menace.reading.events import Dump
from harness.menace.reading.holdings import AT_LEAST, Box, box_of_words, dump_of
from harness.menace.reading.items import box_of_item, keyed, pair
from harness.menace.reading.kinds import are_boxes
from harness.menace.reading.literals import Group, Item, leaves, parse

_NESTED: Final = re.compile(r"[\[(]\s*(?:[\[(][^\[\](){}:=]*[\])],?\s*)+[\])]")
_INNERMOST: Final = re.compile(r"[\[(]([^\[\](){}]*)[\])]")
_ENTRY: Final = re.compile(
    r"(?:'([^']*)'|\"([^\"]*)\"|\(([^()]*)\)|([^\s,:(){}\[\]'\"]+))\s*:\s*[\[(]([^\[\]()]*)[\])]"
)
_BLANK_KEYED: Final = re.compile(
    r"(?:[\[({]|, )([^\[\](){}=,:'\"\n]{9}) ?(?:=|:|->|=>) ?\w*[\[(]([^\[\](){}=:]*)[\])]"
)
_PRINT_R: Final = re.compile(r"\[([^\]\n]*)\] => Array\s*\(([^()]*)\)")
_INDEXED: Final = re.compile(r"\[(\d+)\] => (\S+)")
_LABELLED: Final = re.compile(r".[:=;|\s]\s*\S")
_PAIR: Final = 2
_KEPT: Final = 64  # texts: where boxes are printed at every step, each comes several times


@lru_cache(maxsize=_KEPT)
def of_literal(text: str) -> Dump | None:
    """The boxes of one literal with brackets in it."""
    for counts in shares.without((text,)):
        (without,) = counts.lines
        dump = _of_literal(without)
        if dump and are_boxes(dump) and shares.fit(counts, dump):
            return dump
    return _of_literal(text)


def _of_literal(text: str) -> Dump | None:
    text = notations.without_escapes(notations.without_fractions(text))
    if _NESTED.fullmatch(text):  # the most frequent form, much faster
        dump = dump_of([box_of_words(body) for body in _INNERMOST.findall(text[1:-1])])
        if dump and are_boxes(dump):
            return dump
    if text[0] == "{" and text.count(":") == text.count("[") + text.count("(") >= AT_LEAST:
        entries = _ENTRY.findall(text)
        if len(entries) == text.count(":"):
            entries.sort(key=itemgetter(slice(4)))
            return dump_of([box_of_words(entry[4]) for entry in entries])
    if "  " in text and (boxes := _blank_keyed(text)):
        return dump_of(boxes)
    if "=> Array" in text and (boxes := _print_r(text)):
        return dump_of(boxes)
    text = notations.without_types(notations.without_comments(text))
    (root,) = parse(text).items[-1:] or [Group()]
    if isinstance(root, str):
        return None
    if (
        ":" not in text
        and "=" not in text
        and (pairs := notations.paired(" ".join(text.split()), literal=True))
    ):
        return dump_of(keyed([(key, box_of_words(body)) for key, body in pairs]))
    return _of_group(root)


def _blank_keyed(text: str) -> list[Box]:
    """The boxes by pictures without quotes, whose empty squares are blanks, as Java prints maps."""
    found = _BLANK_KEYED.findall(text)
    if not AT_LEAST <= len(found) == text.count("[") + text.count("(") - (text[0] in "[("):
        return []
    if not notations.are_pictures([picture for picture, _ in found]):
        return []
    return [box_of_words(body) for _, body in sorted(found)]


def _print_r(text: str) -> list[Box]:
    """The boxes as PHP's print_r has them, with the place of every bead; nothing where it is else.

    Many times faster than to parse the text: most boxes are printed again and again.
    """
    found = _PRINT_R.findall(text)
    if not AT_LEAST <= len(found) == text.count("=> Array") == len({key for key, _ in found}):
        return []
    boxes = [_box_of_indices(body) for _, body in sorted(found, key=itemgetter(0))]
    return [] if None in boxes else [box for box in boxes if box]


@lru_cache(maxsize=1 << 16)
def _box_of_indices(body: str) -> Box | None:
    """The box of beads with their places; None where these are not 0, 1, 2 ... in order."""
    found = _INDEXED.findall(body)
    if len(found) != body.count("=>") or any(number_of(i) != at for at, (i, _) in enumerate(found)):
        return None
    return Box(words=[bead for _, bead in found])


def _of_group(root: Group) -> Dump | None:
    """The boxes among the items of a literal, at whatever depth they are."""
    level: list[Item] = [root]
    keys: list[str] = []
    best: tuple[list[Item], list[str]] | None = None
    while True:
        groups = [_without_head(item) for item in level if isinstance(item, Group)]
        if not groups:
            break
        level = [item for group in groups for item in group.items]
        keys = [key for group in groups for key in (group.keys or [""] * len(group.items))]
        level, keys = _without_types(level, keys)
        if len(level) == BOXES:
            best = level, keys
            break
        texts = len(groups) == 1 and len(level) >= AT_LEAST and best is None
        if texts or all(isinstance(item, Group) for item in level):
            best = level, keys
    if best is None:
        return None
    items, keys = best
    if not any(keys) and (boxes_in_lines := _in_lines(items)):
        return boxes_in_lines
    if len(items) == _PAIR * BOXES and not any(keys) and _are_groups(items[1::2]):
        # A key and a box after each other, as Clojure has them; or all boxes twice.
        named = ["".join(map(str, _words_in(item))) for item in items[::2]]
        if len(set(named)) == BOXES:
            items, keys = items[1::2], named
    boxes = [box_of_item(item) for item in items]
    if len(set(keys)) == len(items):
        boxes = [box for _, box in sorted(zip(keys, boxes, strict=True), key=lambda pair: pair[0])]
    return dump_of(boxes)


def _in_lines(items: Sequence[Item]) -> Dump | None:
    """The boxes of items that each are a label and beads in one text, or in a pair of texts."""
    if len(items) != BOXES:
        return None
    lines = [item for item in items if isinstance(item, str) and _LABELLED.search(item)]
    if not lines:
        both = [pair(item) for item in items if isinstance(item, Group)]
        labels = {one[0] for one in both if one and all(one)}
        lines = [": ".join(one) for one in both if one] if len(labels) == BOXES else []
    if len(lines) != BOXES:
        return None
    dump = box_lines.of_lines(lines).dump
    return dump if dump and are_boxes(dump) else None


def _without_head(group: Group) -> Group:
    """The group without the word before all boxes: `(boxes (box 0 (3 5)) (box 1 (2)))`."""
    items = group.items
    if len(items) != BOXES + 1 or group.keys or not isinstance(items[0], str):
        return group
    if not _are_groups(items[1:]):
        return group
    boxes = [item for item in items[1:] if isinstance(item, Group)]
    while len({str(box.items[0]) if box.items else "" for box in boxes}) == 1:
        if not all(len(box.items) > 1 and isinstance(box.items[0], str) for box in boxes):
            break
        boxes = [Group(box.items[1:]) for box in boxes]
    keys = [box.items[0] for box in boxes if box.items and isinstance(box.items[0], str)]
    if len(set(keys)) == BOXES and all(len(box.items) > 1 for box in boxes):
        boxes = [Group(box.items[1:]) for box in boxes]
    return Group([*boxes])


def _without_types(items: list[Item], keys: list[str]) -> tuple[list[Item], list[str]]:
    """The groups and their keys, without one word before each, as in `[Box {...}, Box {...}]`."""
    names, groups = items[::2], items[1::2]
    if len(items) < _PAIR * AT_LEAST or len(items) % _PAIR or not _are_groups(groups):
        return items, keys
    if not isinstance(names[0], str) or any(name != names[0] for name in names):
        return items, keys
    return groups, keys[::2] if any(keys[::2]) else keys[1::2]


def _words_in(item: Item) -> Sequence[str]:
    return [item] if isinstance(item, str) else [*leaves(item)]


def _are_groups(items: Sequence[Item]) -> bool:
    return all(isinstance(item, Group) for item in items)
