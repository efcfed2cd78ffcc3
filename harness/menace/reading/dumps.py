"""Reading the contents of all boxes from a literal, or from lines.

A text is read in every way that it allows; of these the first with 304 boxes is taken, else the
first. What a box holds is decided by `holdings`.
"""

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from operator import itemgetter
from typing import Final

from harness.digits import number_of
from harness.menace.classes import BOXES
from harness.menace.reading import (
    layouts,
    markup,
    notations,
    records,
    restated,
    spellings,
    squares,
    ways,
)
from harness.menace.reading.events import Dump
from harness.menace.reading.holdings import AT_LEAST, Box, box_of_words, dump_of
from harness.menace.reading.kinds import NAMES_AT_MOST, are_boxes
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
_BARS: Final = frozenset("│┃║")
_PAIR: Final = 2
_LINES_A_BOX: Final = 1.5  # on average, so that some take more than one
_KEPT: Final = 64  # texts: where boxes are printed at every step, each comes several times


@lru_cache(maxsize=_KEPT)
def of_literal(text: str) -> Dump | None:
    """The boxes of one literal with brackets in it."""
    text = notations.without_fractions(text)
    if _NESTED.fullmatch(text):  # the most frequent form, much faster
        return dump_of([box_of_words(body) for body in _INNERMOST.findall(text[1:-1])])
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
        return dump_of(ways.keyed([(key, box_of_words(body)) for key, body in pairs]))
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
        if len(level) == BOXES:
            best = level, keys
            break
        texts = len(groups) == 1 and len(level) >= AT_LEAST and best is None
        if texts or all(isinstance(item, Group) for item in level):
            best = level, keys
    if best is None:
        return None
    items, keys = best
    if len(items) == _PAIR * BOXES and not any(keys) and _are_groups(items[1::2]):
        # A key and a box after each other, as Clojure has them.
        items, keys = items[1::2], ["".join(map(str, _words_in(item))) for item in items[::2]]
    boxes = [ways.box_of_item(item) for item in items]
    if len(set(keys)) == len(items):
        boxes = [box for _, box in sorted(zip(keys, boxes, strict=True), key=lambda pair: pair[0])]
    return dump_of(boxes)


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


def _words_in(item: Item) -> Sequence[str]:
    return [item] if isinstance(item, str) else [*leaves(item)]


def _are_groups(items: Sequence[Item]) -> bool:
    return all(isinstance(item, Group) for item in items)


def of_lines(lines: Sequence[str]) -> Dump | None:
    """The boxes in these lines, of which some may be talk; None where there are none."""
    return _of_kept_lines(tuple(lines))


@lru_cache(maxsize=_KEPT)
def _of_kept_lines(lines: tuple[str, ...]) -> Dump | None:
    lines = restated.usual(lines)
    for bodies in chain(markup.all_of(lines), layouts.all_of(lines), squares.all_of(lines)):
        dump = dump_of([_box_of_record(body) for body in bodies])
        if dump and are_boxes(dump):
            return dump
    lines = spellings.without_marks(spellings.without_stops(lines))
    dump = _of_lines(lines)
    read = dump is not None and are_boxes(dump)
    if dump and read and any(len(box) > 1 for box in dump.boxes):
        return dump
    for plain in (_without_frame(lines), spellings.usual(lines)):
        if plain is lines or (other := _of_lines(plain)) is None or not are_boxes(other):
            continue
        # Where one bead a box was read, the others may have been left out.
        if dump is None or not read or _beads(other) > _beads(dump):
            return other
    return dump


def _beads(dump: Dump) -> int:
    return sum(map(len, dump.boxes))


def _of_lines(lines: Sequence[str]) -> Dump | None:
    full = [line for line in lines if line.strip()]
    first: Dump | None = None
    doubtful: Dump | None = None
    for bodies in (records.beside_rows(full), records.below_rows(full)):
        dump = dump_of([_box_of_record(body) for body in bodies])
        if dump and are_boxes(dump):
            return dump  # first, because no other way reads these, and to try all takes long
    for boxes, sure in ways.all_of(full, lines):
        dump = dump_of(boxes, sure)
        if dump and len(dump.boxes) == BOXES:
            if are_boxes(dump):
                return dump if sure else _fuller(dump, full)
            doubtful = doubtful or dump
            continue
        if dump and len(dump.boxes) >= AT_LEAST:
            bare = all(box.text is not None for box in boxes)
            few = all(len(box) < _PAIR for box in dump.boxes)
            if (bare and len(boxes) > BOXES and few) or squares.is_of_squares(len(boxes)):
                dump = Dump(dump.boxes, sure=False)  # a line may well be a bead, or a square
            first = first or dump
    for bodies in records.all_of(full):
        dump = dump_of([_box_of_record(body) for body in bodies])
        if dump and are_boxes(dump):
            return dump
    if (dump := dump_of(_labelled(full))) and are_boxes(dump):
        return dump
    if first and len({bead for beads in first.boxes for bead in beads}) > NAMES_AT_MOST:
        first = Dump(first.boxes, sure=False)  # too many names: lines of talk among them, say
    return doubtful or first


def _fuller(dump: Dump, lines: Sequence[str]) -> Dump:
    """The reading that leaves the fewest beads out, of boxes that take several lines each."""
    if len(lines) < _LINES_A_BOX * BOXES:
        return dump
    found = [dump_of([_box_of_record(b) for b in bodies]) for bodies in records.all_of(lines)]
    can_be = [dump, *(d for d in found if d and are_boxes(d))]
    return max(can_be, key=lambda d: sum(map(len, d.boxes)))


def _without_frame(lines: Sequence[str]) -> Sequence[str]:
    """The lines of a table, with plain bars between columns and none around them; else as given."""
    inner = [line.strip() for line in lines]
    framed = [len(i) > 1 and i[0] == i[-1] and i[0] in _BARS for i in inner]
    if sum(framed) < AT_LEAST or sum(framed) * 2 < len(lines):
        return lines
    plain = str.maketrans(dict.fromkeys(_BARS, "|"))
    return [i[1:-1].translate(plain) for i, f in zip(inner, framed, strict=True) if f]


def _labelled(lines: Sequence[str]) -> list[Box]:
    """What follows the word or sign that stands before every box; nothing where none does."""
    halves = [words for line in lines if len(words := line.split(maxsplit=1)) == _PAIR]
    for label, times in Counter(word for word, _ in halves).items():
        if times == BOXES:
            return [Box(text=body) for word, body in halves if word == label]
    return []


def _box_of_record(body: records.Body) -> Box:
    return Box(text=body) if isinstance(body, str) else Box(counts=body)
