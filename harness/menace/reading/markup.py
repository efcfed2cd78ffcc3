"""Boxes in a markup language: a tag for each box, whose attributes or elements are its beads.

Whatever is said around them is no part of it. Tables of MediaWiki's become lines. Sources:
Extensible Markup Language (XML) 1.0, 3.1; MediaWiki, Help:Tables.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from operator import itemgetter
from typing import Final

from harness.digits import number_of
from harness.menace.classes import BOXES
from harness.menace.reading.notations import are_pictures
from harness.menace.reading.records import Body
from harness.menace.reading.tokens import Counts

_VALUE: Final = r"(?:\"[^\"<]*\"|'[^'<]*')"
_NAME: Final = r"[A-Za-z_][\w.:-]*"
_TAG: Final = re.compile(
    rf"<(?P<ends>/?)(?P<name>{_NAME})(?P<attributes>(?:\s+{_NAME}\s*=\s*{_VALUE})*)\s*/?>"
)
# A tag of HTML, whose attributes need no quotes.
_MARK: Final = re.compile(r"<(?P<ends>/?)(?P<name>[A-Za-z][\w.:-]*)(?:\s[^<>]*?)?(?P<empty>/?)>")
_BREAK: Final = re.compile(r"<br */?>[^\S\n]*\n?", re.IGNORECASE)
_EMPTY_ELEMENTS: Final = frozenset({"hr", "img", "input", "wbr", "col", "meta", "link"})
_DEEPEST: Final = 50  # elements in one another; tags of a hostile print begin thousands
_WIKI_TABLE: Final = re.compile(r"^\{\|[^\n]*\n(.*?)^\|\}", re.DOTALL | re.MULTILINE)
_ATTRIBUTE: Final = re.compile(rf"({_NAME})\s*=\s*({_VALUE})")
_SQUARES: Final = 9
_COUNTS_AT_LEAST: Final = 4  # attributes that are numbers: fewer are the box's own, and a total
_PAIR: Final = 2


def without_wiki_tables(text: str) -> str:
    """The text with a line for each row of MediaWiki's tables, and one bar between the cells."""
    return _WIKI_TABLE.sub(_rows_of_wiki_table, text) if "\n|-" in text else text


def in_lines(text: str) -> str:
    """The text with an end of a line for each `<br>`, and with a line for each box.

    Where one line has several boxes, a box is an element: the outermost kind of which there are as
    many as boxes.
    """
    if "<" not in text:
        return text
    text = _BREAK.sub("\n", text)
    if text.count("<") < BOXES:
        return text
    starts = defaultdict[tuple[int, str], list[int]](list)
    ended = list[tuple[int, int]]()  # where an element ends, and in how many others it stood
    around = list[str]()
    for tag in _MARK.finditer(text):
        name = tag["name"].lower()
        if tag["ends"]:
            if name in around:
                del around[len(around) - 1 - around[::-1].index(name) :]
                ended.append((tag.start(), len(around)))
        else:
            starts[len(around), name].append(tag.start())
            if not tag["empty"] and name not in _EMPTY_ELEMENTS and len(around) < _DEEPEST:
                around.append(name)
    boxes = [(depth, places) for (depth, _), places in starts.items() if len(places) == BOXES]
    depth, begin = min(boxes, key=itemgetter(0), default=(0, []))
    if not begin or text.count("\n", begin[0], begin[-1]) >= BOXES - 1:
        return text
    end = next((at for at, outer in ended if at > begin[-1] and outer < depth), len(text))
    return "\n".join(text[a:b] for a, b in pairwise(dict.fromkeys([0, *begin, end, len(text)])))


def _rows_of_wiki_table(table: re.Match[str]) -> str:
    rows: list[list[str]] = [[]]
    for line in map(str.strip, table[1].split("\n")):
        if line.startswith("|-"):
            rows.append([])
        elif line.startswith(("|", "!")):
            rows[-1].append(line[1:].replace("||", "|").replace("!!", "|").strip())
    return "\n".join(" | ".join(row) for row in rows if row)


@dataclass(frozen=True, slots=True)
class _Tag:
    """One tag: its name, its attributes, the text after it, and whether it starts an element."""

    name: str
    attributes: dict[str, str]
    text: str
    starts: bool


def all_of(lines: Sequence[str]) -> Iterator[list[Body]]:
    """What every box holds, in every way in which tags of one name can be the boxes."""
    text = "\n".join(lines)
    if text.count("<") < BOXES or "=" not in text:
        return
    tags = [*_tags(text)]
    times = Counter(tag.name for tag in tags if tag.starts)
    for name in [name for name, n in times.items() if n == BOXES]:
        at = [number for number, tag in enumerate(tags) if tag.starts and tag.name == name]
        boxes = [tags[number] for number in at]
        below = [_below(tags, number) for number in at]
        if any(below):
            found = [_beads(elements) for elements in below]
            if None not in found:
                yield [body for body in found if body is not None]
        else:
            yield from _attributes(boxes)


def _tags(text: str) -> Iterator[_Tag]:
    found = [*_TAG.finditer(text)]
    ends = [*(tag.start() for tag in found[1:]), len(text)] if found else []
    for tag, end in zip(found, ends, strict=True):
        attributes = {name: value[1:-1] for name, value in _ATTRIBUTE.findall(tag["attributes"])}
        yield _Tag(tag["name"], attributes, text[tag.end() : end].strip(), not tag["ends"])


def _below(tags: Sequence[_Tag], number: int) -> list[_Tag]:
    """The elements in that of this tag."""
    elements = []
    for tag in tags[number + 1 :]:
        if tag.name == tags[number].name:
            break
        if tag.starts:
            elements.append(tag)
    return elements


def _beads(elements: Sequence[_Tag]) -> Body | None:
    """What a box holds, an element for each bead or for each kind; None where they are neither."""
    pairs: Counts = []
    words: list[str] = []
    for element in elements:
        values = [value for value in (*element.attributes.values(), element.text) if value]
        if len(values) == _PAIR and values[1].isdecimal():
            pairs.append((values[0], values[1]))
        elif len(values) == _PAIR and values[0].isdecimal():
            pairs.append((values[1], values[0]))
        elif len(values) == 1:
            words.append(values[0])
        else:
            return None
    if pairs and words:
        return None
    return pairs or " ".join(words)


def _attributes(boxes: Sequence[_Tag]) -> Iterator[list[Body]]:
    """The attribute that lists the beads, that with most in it first; or one for each square."""
    always = [name for name in boxes[0].attributes if all(name in b.attributes for b in boxes)]
    columns = {name: [box.attributes[name] for box in boxes] for name in always}
    own = {name for name, values in columns.items() if _names_boxes(values)}
    squares = {name for box in boxes for name in box.attributes} - own
    numbers = {
        name for name in squares if all(box.attributes.get(name, "0").isdecimal() for box in boxes)
    }
    if _COUNTS_AT_LEAST <= len(numbers) == len(squares) <= _SQUARES + 1:
        if len(numbers) > _SQUARES:
            numbers -= {name for name in numbers if _is_total(boxes, name, numbers)}
        yield [
            [(name, n) for name, n in box.attributes.items() if name in numbers and n.strip("0")]
            for box in boxes
        ]
        return
    lists = {name: values for name, values in columns.items() if name not in own}
    for values in sorted(lists.values(), key=lambda values: -sum(map(len, values))):
        yield list(values)


def _names_boxes(values: Sequence[str]) -> bool:
    """Whether these are pictures or numbers of boxes."""
    if {len(value) for value in values} == {_SQUARES} and are_pictures(values):
        return True
    return len(set(values)) == len(values) and all(value.isdecimal() for value in values)


def _is_total(boxes: Sequence[_Tag], name: str, numbers: set[str]) -> bool:
    """Whether this attribute is the sum of the others."""
    for box in boxes:
        counts = {other: number_of(box.attributes.get(other, "0")) for other in numbers}
        if 2 * counts[name] != sum(counts.values()):
            return False
    return True
