"""Every way in which lines may show the contents of all boxes, whatever stands beside them."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from harness.digits import number_of
from harness.menace.classes import BOXES
from harness.menace.reading import notations
from harness.menace.reading.holdings import AT_LEAST, Box, box_of_words, words_of
from harness.menace.reading.literals import Group, Item, parse

_FLAT: Final = re.compile(r"[\[({][^\[\](){}:='\"]*[\])}]")
_KEYED: Final = re.compile(
    r"\s*(\S.*?)\s*(?::(?=\s)|=>|->|→|\s=\s|\t|\s\|\s|=(?=\s)|\s-\s|:)\s*(\S.*)"
)
_NUMBERED: Final = re.compile(r"\s*[-*#]?\s*(?:[Bb]ox\s*)?#?(\d+)\s*[.:)\]]?\s+(?=[\[({])(.*)")
_PICTURED: Final = re.compile(r"\s*([^\s:=|]{9})\s+(?![|=:>-]+\s)(\S.*)")
_PAIRS: Final = re.compile(r"(?:[\[({<]\s*\w+\s*,\s*\w+\s*[\])}>][\s,;]*)+")
_EACH_PAIR: Final = re.compile(r"(\w+)\s*,\s*(\w+)(?=\s*[\])}>])")
_ITEM: Final = re.compile(r"\s*-\s+")
_HEADING_OR_RULE: Final = re.compile(r".*:\s*|[\s*=~#\-]*")
_DIGITS: Final = re.compile(r"\d+")
_LINE_NUMBER: Final = re.compile(r"\s*(?:[Bb]ox\s*)?#?(\d+)\s*(?:[.:)\]|-]\s*|\s)(\s*\S.*)")
_LINE_OF_SIXTEENS: Final = re.compile(
    r"\s*(?:0x)?([\da-fA-F]{1,4})(?:\s*[.:)\]|-]\s*|\s)(\s*\S.*)", re.ASCII
)
_COUNT: Final = re.compile(
    r"count|number|amount|quantity|qty|times|num|many|weight|total|beads|n", re.IGNORECASE
)
_NAME: Final = re.compile(  # of a field that says which bead it is
    r"square|cell|move|pos|position|colou?r|bead|name|value|id|index|field|place|spot|row|col"
    r"|column|[ijrcxysp]|_?\w*(?:square|colou?r|move|index|position)",
    re.IGNORECASE,
)
_PAIR: Final = 2
_MARKS: Final = 3
_NINE: Final = 9
_PERIODS: Final = range(2, 8)


def box_of_item(item: Item) -> Box:
    """The box that an item of a literal is: a text, words, counts, or pairs of a bead and one."""
    if isinstance(item, str):
        return Box(text=item)
    inner = [part for part in item.items if isinstance(part, Group)]
    words = [part for part in item.items if isinstance(part, str)]
    if item.keys and not inner and words:
        if all(word.lstrip("-").isdecimal() for word in words):
            return Box(counts=list(zip(item.keys, words, strict=True)))
        if item.keys in _places(len(words)):
            return Box(words=words)
        return Box(text=words[-1])  # a record: its last field
    if not inner:
        return Box(words=words)
    if words and len(inner) == 1 and item.items[0] is inner[0] and len(inner[0].items) == _NINE:
        return Box(words=words)  # after the picture, which is a list as well
    if not words and [*map(_is_row, inner)] == [True] * _MARKS and not item.keys:
        return Box(words=[word for row in inner for word in row.items if isinstance(word, str)])
    if not words and not item.keys and (box := _box_of_records(inner)):
        return box
    pairs = [_pair(part) for part in inner]
    if not words and len(inner) > 0 and all(pairs) and not item.keys:
        return Box(pairs=[pair for pair in pairs if pair])
    return box_of_item(inner[-1])  # the picture, or a number, and the beads


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


def _pair(group: Group) -> tuple[str, str] | None:
    if len(group.items) == _PAIR and not group.keys:
        one, other = group.items
        if isinstance(one, str) and isinstance(other, str):
            return one, other
    return None


def all_of(plain: Sequence[str], lines: Sequence[str]) -> Iterator[tuple[list[Box], bool]]:
    """Every way to find boxes in lines; `sure` where no line was left out."""
    if tables := notations.vectors(plain):
        yield [Box(counts=counts) for counts in tables], True
    plain = notations.counts_in_brackets(notations.without_tags(plain))
    pictured_lines = notations.pictured_lines(plain)
    if len(pictured_lines) >= AT_LEAST:
        keys = [key for key, _ in pictured_lines]
        boxes = boxes_of_bodies([body for _, body in pictured_lines])
        yield keyed([*zip(keys, boxes, strict=True)]), len(keys) == len(plain)
    if many := notations.bracketed_words(plain):
        yield [Box(text=text) for text in many], True
    with_brackets = [line for line in plain if "[" in line or "(" in line or "{" in line]
    if len(with_brackets) * 2 > len(plain) and len(plain) >= AT_LEAST:
        yield keyed(_literal_lines(with_brackets)), len(with_brackets) == len(plain)
    joined = "\n".join(plain)
    if pairs := notations.paired(joined):
        yield keyed([(key, Box(text=body)) for key, body in pairs]), True
    if len(groups := _FLAT.findall(joined)) == BOXES:
        yield [box_of_words(group[1:-1]) for group in groups], True
    if mixed := notations.topmost(joined):
        yield [box_of_words(body) for body in mixed], True
    merged = _yaml(plain)
    if merged is not None:
        yield keyed(merged), True
    grids = _grids(plain)
    if grids and len(grids) == BOXES:
        yield grids, True
    for pattern, base in ((_LINE_NUMBER, 10), (_LINE_OF_SIXTEENS, 16)):
        numbered = _numbered(plain, pattern, base)
        if len(numbered) == BOXES:
            yield [Box(text=body) for body in numbered], True
    pictured = [found.groups() for line in plain if (found := _PICTURED.match(line))]
    if len(pictured) >= AT_LEAST and len({c for key, _ in pictured for c in key}) <= _MARKS:
        yield keyed([(key, Box(text=body)) for key, body in pictured]), True
    halved = [found.groups() for line in plain if (found := _KEYED.fullmatch(line.rstrip()))]
    if len(halved) * 2 > len(plain):
        entries = [(key, box_of_body(body)) for key, body in halved if body.strip()]
        yield keyed(entries), len(halved) == len(plain)
        if len(entries) != BOXES:
            usual = Counter(_kind(body) for _, body in halved).most_common(1)[0][0]
            entries = [(k, box_of_body(body)) for k, body in halved if _kind(body) == usual]
            yield keyed(entries), False
    yield [Box(text=_after_label(line)) for line in plain], True
    likely = _likely(plain)
    if len(likely) != len(plain):
        yield [Box(text=_after_label(line)) for line in likely], False
    yield from _blocks(lines, plain, likely)
    longest = [line for line in plain if len(line) * 20 > len(joined)]
    unlabelled = [_after_label(line) for line in plain if not _HEADING_OR_RULE.fullmatch(line)]
    for some in (likely, longest, unlabelled, _likely(unlabelled)):
        for separator in (";", "|", "/", ",", "  ", None):
            for text in {" ".join(some), (separator or " ").join(some)}:
                pieces = [piece for piece in text.split(separator) if piece.strip()]
                if len(pieces) == BOXES:
                    yield [Box(text=piece) for piece in pieces], True
    if len(plain) >= AT_LEAST and not with_brackets:
        yield [Box(text=_after_label(line)) for line in likely], False


def _numbered(lines: Sequence[str], pattern: re.Pattern[str], base: int) -> list[str]:
    """What follows the numbers of the lines that are numbered 0, 1, 2 ... or 1, 2, 3 ..."""
    bodies: list[str] = []
    following: int | None = None
    for line in lines:
        if found := pattern.match(line):
            number = number_of(found[1]) if base == 10 else int(found[1], base)
            if following is None and number > 1:
                continue
            if following is None or number == following:
                bodies.append(found[2])
                following = number + 1
    return bodies


def _literal_lines(lines: Sequence[str]) -> list[tuple[str, Box]]:
    entries = []
    for line in lines:
        if numbered := _NUMBERED.fullmatch(line):
            line = f"{numbered[1]}: {numbered[2]}"
        root = parse(_ITEM.sub("", line, count=1))
        groups = [(i, item) for i, item in enumerate(root.items) if isinstance(item, Group)]
        if not groups:
            continue
        place, last = groups[-1]
        key = root.keys[place] if root.keys else ""
        key = key or " ".join(item for item in root.items[:place] if isinstance(item, str))
        if not key and len(groups) > 1:
            key = str(root.items[groups[0][0]])
        entries.append((key, box_of_item(last)))
    return entries


def keyed(entries: Sequence[tuple[str, Box]]) -> list[Box]:
    """The boxes in the order of their keys, where these are names of boxes; else as printed."""
    keys = [key for key, _ in entries]
    numbers = all(key.isdecimal() for key in keys)
    if len(set(keys)) == len(keys) and (numbers or len({len(key) for key in keys}) == 1):
        width = max(map(len, keys), default=0)
        return [box for _, box in sorted(entries, key=lambda entry: entry[0].zfill(width))]
    return [box for _, box in entries]


def _yaml(lines: Sequence[str]) -> list[tuple[str, Box]] | None:
    """Keys with a bead a line below them, as YAML has lists and mappings."""
    entries: list[tuple[str, list[str]]] = []
    for line in lines:
        bare = line.strip()
        if bare.startswith("- - "):
            entries.append((str(len(entries)), [bare[4:]]))
        elif bare == "-":
            entries.append((str(len(entries)), []))
        elif bare.endswith(":") and len(bare) > 1:
            entries.append((bare[:-1].strip("'\"? "), []))
        elif entries and (bare.startswith("- ") or (line[:1].isspace() and ":" in bare)):
            entries[-1][1].append(bare.removeprefix("- "))
    entries = [(key, beads) for key, beads in entries if beads]
    if len(entries) < AT_LEAST:
        return None
    boxes = []
    for key, beads in entries:
        halves = [bead.partition(":") for bead in beads]
        if all(half[2].strip().isdecimal() for half in halves):
            counts = [(a.strip(" '\""), b.strip()) for a, _, b in halves]
            boxes.append((key, Box(counts=counts)))
        else:
            boxes.append((key, Box(words=[bead.strip("'\"") for bead in beads])))
    return boxes


def _grids(lines: Sequence[str]) -> list[Box]:
    """Boxes as three rows of three, X and O or how many beads name the square."""
    rows: list[list[str]] = []
    for line in lines:
        cells = [c.strip() for c in line.split("|")] if "|" in line else words_of(line)
        if len(cells) in (4, 5) and not cells[0] and not cells[-1]:
            cells = cells[1:-1]
        if len(cells) == 4 and len(cells[0]) == 3 and all(c.isdecimal() for c in cells[1:]):
            cells = cells[1:]  # a row of the picture, and how many beads name its squares
        if len(cells) == 6 and not any(map(str.isdecimal, cells[:3])):
            cells = cells[3:]  # the same, with blanks in the row
        if len(cells) == 3 and all(_is_square(cell) for cell in cells):
            rows.append(cells)
    boxes = []
    for at in range(0, len(rows) - 2, 3):
        cells = [*rows[at], *rows[at + 1], *rows[at + 2]]
        counts = [(str(i), c) for i, c in enumerate(cells) if c.strip("0").isdecimal()]
        boxes.append(Box(counts=counts))
    return boxes


def _is_square(cell: str) -> bool:
    return cell.isdecimal() or len(cell) <= 1


def _blocks(
    lines: Sequence[str], full: Sequence[str], likely: Sequence[str]
) -> Iterator[tuple[list[Box], bool]]:
    """Boxes of several lines each, of which the last has the beads."""
    blocks: list[list[str]] = [[]]
    for line in lines:
        if line.strip():
            blocks[-1].append(line)
        elif blocks[-1]:
            blocks.append([])
    size = Counter(map(len, filter(None, blocks))).most_common(1)
    if size and size[0][0] > 1:
        chosen = [block for block in blocks if len(block) == size[0][0]]
        if len(chosen) >= AT_LEAST:
            yield [Box(text=_after_label(block[-1])) for block in chosen], False
    for period in _PERIODS:
        for some in (full, likely):
            if len(some) == BOXES * period:
                yield [Box(text=_after_label(some[i + period - 1]))
                       for i in range(0, len(some), period)], False  # fmt: skip


def _likely(lines: Sequence[str]) -> list[str]:
    """The lines whose words are those of most lines; the other lines are talk."""
    words = [words_of(line) for line in lines]
    often = Counter(shape for some in words for shape in {_shape(word) for word in some})
    letters = Counter(letter for some in words for letter in set("".join(some)))
    enough = max(3, len(lines) // 60)
    kept = []
    for line, some in zip(lines, words, strict=True):
        solid = len(some) == 1 and all(letters[c] * _NINE >= len(lines) for c in some[0])
        if some and (solid or all(often[_shape(word)] >= enough for word in some)):
            kept.append(line)
    return kept


def _shape(word: str) -> str:
    """The word, whatever its numbers are."""
    return _DIGITS.sub("0", word)


def _after_label(line: str) -> str:
    """What stands after a colon, where something does."""
    label, colon, beads = line.rpartition(": ") if ": " in line else line.rpartition(":")
    return beads if colon and beads.strip() else label if colon else line


def _kind(body: str) -> tuple[bool, bool]:
    return any(c.isdecimal() for c in body), any(c.isalpha() for c in body)
