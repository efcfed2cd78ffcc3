"""Every way in which lines may show the contents of all boxes, whatever stands beside them."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, lru_cache
from typing import Final

from harness.digits import number_of
from harness.menace.classes import BOXES
from harness.menace.reading import notations, records, squares
from harness.menace.reading.board_lines import COLUMNS, ROW
from harness.menace.reading.holdings import AT_LEAST, Box, box_of_words, words_of
from harness.menace.reading.items import box_of_body, box_of_item, boxes_of_bodies, keyed
from harness.menace.reading.left_out import between, leaves_out, without_groups
from harness.menace.reading.literals import Group, parse

_FLAT: Final = re.compile(r"[\[({][^\[\](){}:='\"]*[\])}]")
_KEYED: Final = re.compile(
    r"\s*(\S.*?)\s*(?::(?=\s)|=>|->|→|\s=\s|\t|\s\|\s|=(?=\s)|\s-\s|:)\s*(\S.*)"
)
_NUMBERED: Final = re.compile(r"\s*[-*#]?\s*(?:[Bb]ox\s*)?#?(\d+)\s*[.:)\]]?\s+(?=[\[({])(.*)")
_ITEM: Final = re.compile(r"\s*-\s+")
_HEADING_OR_RULE: Final = re.compile(r".*:\s*|[\s*=~#\-]*")
_DIGITS: Final = re.compile(r"\d+")
_LINE_NUMBER: Final = re.compile(r"\s*(?:[Bb]ox\s*)?#?(\d+)\s*(?:[.:)\]|-]\s*|\s)(\s*\S.*)")
_LINE_OF_SIXTEENS: Final = re.compile(
    r"\s*(?:0x)?([\da-fA-F]{1,4})(?:\s*[.:)\]|-]\s*|\s)(\s*\S.*)", re.ASCII
)
_WITHIN: Final = re.compile(r"([\[({])[^\[\](){}]*([\])}])")
_NO_BRACKET: Final = re.compile(r"[^\[\](){}'\":=]+")
BETWEEN_BOXES: Final = (";", "|", "/", ",", "-", "  ")
"""What stands between boxes that share a line."""
_NINE: Final = 9
_PERIODS: Final = range(2, 8)


class Text:
    """Lines of boxes, and what several ways look at: each is made once, when first asked for."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.lines = lines

    @cached_property
    def full(self) -> Sequence[str]:
        """The lines that are not blank."""
        return [line for line in self.lines if line.strip()]

    @cached_property
    def plain(self) -> Sequence[str]:
        """The same without tags, and with counts as words where they stand in brackets."""
        return notations.counts_in_brackets(notations.without_tags(self.full))

    @cached_property
    def joined(self) -> str:
        """The plain lines in one."""
        return "\n".join(self.plain)

    @cached_property
    def with_brackets(self) -> Sequence[str]:
        """The plain lines that have brackets."""
        return [line for line in self.plain if "[" in line or "(" in line or "{" in line]

    @cached_property
    def unbranched(self) -> Sequence[str]:
        """The full lines without what draws a tree."""
        return records.without_branches(self.full)

    @cached_property
    def of_squares(self) -> Sequence[str]:
        """The lines that may each be a square of a box, if any."""
        return squares.lines_of(self.lines)

    @cached_property
    def likely(self) -> Sequence[str]:
        """The plain lines without talk."""
        return _likely(self.plain)


Found = tuple[Sequence[Box], bool]
"""What all boxes hold, and whether no line was left out."""


def _vectors(text: Text) -> Iterator[Found]:
    if tables := notations.vectors(text.full):
        yield [Box(counts=counts) for counts in tables], True


def _after_pictures(text: Text) -> Iterator[Found]:
    pictured = notations.pictured_lines(text.plain)
    if len(pictured) >= AT_LEAST:
        keys = [key for key, _ in pictured]
        boxes = boxes_of_bodies([body for _, body in pictured])
        yield keyed([*zip(keys, boxes, strict=True)]), len(keys) == len(text.plain)


def _in_brackets(text: Text) -> Iterator[Found]:
    if many := notations.bracketed_words(text.plain):
        yield [Box(text=body) for body in many], True


def _literals(text: Text) -> Iterator[Found]:
    some, plain = text.with_brackets, text.plain
    if len(some) > BOXES:  # what is said beside the boxes may have brackets too
        shapes = Counter(map(_brackets, some))
        shape, times = shapes.most_common(1)[0]
        some = [line for line in some if _brackets(line) == shape] if times == BOXES else some
    if len(some) == BOXES and leaves_out([without_groups(line) for line in some]):
        return
    if len(some) * 2 > len(plain) and len(plain) >= AT_LEAST:
        yield keyed(_literal_lines(some)), len(some) == len(plain)


def _paired(text: Text) -> Iterator[Found]:
    if pairs := notations.paired(text.joined):
        yield keyed([(key, Box(text=body)) for key, body in pairs]), True


def _flat_groups(text: Text) -> Iterator[Found]:
    groups = [*_FLAT.finditer(text.joined)]
    for kinds in ("[({", *"[({"):  # those of a kind, where headings have another: (108 boxes)
        some = [group for group in groups if group[0][0] in kinds]
        if len(some) == BOXES:
            if not leaves_out(between(text.joined, some)):
                yield [box_of_words(group[0][1:-1]) for group in some], True
            return


def _topmost_groups(text: Text) -> Iterator[Found]:
    if mixed := notations.topmost(text.joined):
        yield [box_of_words(body) for body in mixed], True


def _below_keys(text: Text) -> Iterator[Found]:
    merged = _yaml(text.plain)
    if merged is not None:
        yield keyed(merged), True


def _in_grids(text: Text) -> Iterator[Found]:
    grids = _grids(text.plain)
    if len(grids) == BOXES:
        yield grids, True


def _after_numbers(text: Text) -> Iterator[Found]:
    for pattern, base in ((_LINE_NUMBER, 10), (_LINE_OF_SIXTEENS, 16)):
        numbered = _numbered(text.plain, pattern, base)
        if len(numbered) == BOXES:
            yield [Box(text=body) for body in numbered], True


def _after_keys(text: Text) -> Iterator[Found]:
    plain = text.plain
    halved = [found.groups() for line in plain if (found := _KEYED.fullmatch(line.rstrip()))]
    if len(halved) * 2 > len(plain):
        entries = [(key, box_of_body(body)) for key, body in halved if body.strip()]
        yield keyed(entries), len(halved) == len(plain)
        if len(entries) != BOXES:
            usual = Counter(_kind(body) for _, body in halved).most_common(1)[0][0]
            entries = [(k, box_of_body(body)) for k, body in halved if _kind(body) == usual]
            yield keyed(entries), False


def _after_labels(text: Text) -> Iterator[Found]:
    yield [Box(text=_after_label(line)) for line in text.plain], True
    if len(text.likely) != len(text.plain):
        yield [Box(text=_after_label(line)) for line in text.likely], False


def _blocks(text: Text) -> Iterator[Found]:
    """Boxes of several lines each, of which the last has the beads."""
    blocks: list[list[str]] = [[]]
    for line in text.lines:
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
        for some in (text.plain, text.likely):
            if len(some) == BOXES * period:
                yield [Box(text=_after_label(some[i + period - 1]))
                       for i in range(0, len(some), period)], False  # fmt: skip


def _on_one_line(text: Text) -> Iterator[Found]:
    longest = [line for line in text.plain if len(line) * 20 > len(text.joined)]
    bare = [_after_label(line) for line in text.plain if not _HEADING_OR_RULE.fullmatch(line)]
    for some in (longest, text.likely, bare, _likely(bare)):
        for separator in (*BETWEEN_BOXES, None):
            for together in {" ".join(some), (separator or " ").join(some)}:
                pieces = [piece for piece in together.split(separator) if piece.strip()]
                if len(pieces) == BOXES:
                    yield [Box(text=piece) for piece in pieces], True


WAYS: Final[tuple[Callable[[Text], Iterator[Found]], ...]] = (
    _vectors,
    _after_pictures,
    _in_brackets,
    _literals,
    _paired,
    _flat_groups,
    _topmost_groups,
    _below_keys,
    _in_grids,
    _after_numbers,
    _after_keys,
    _after_labels,
    _blocks,
    _on_one_line,
)
"""Those in which a mistake is least likely first."""


def _numbered(lines: Sequence[str], pattern: re.Pattern[str], base: int) -> list[str]:
    """What follows the numbers of the lines that are numbered 0, 1, 2 ... or 1, 2, 3 ...

    A line before them may begin with such a number as well: a score, `1-0-2`.
    """
    bodies: list[str] = []
    following: int | None = None
    for line in lines:
        if found := pattern.match(line):
            number = number_of(found[1]) if base == 10 else int(found[1], base)
            if number <= 1 and number != following and len(bodies) <= 1:
                bodies = [found[2]]
                following = number + 1
            elif number == following:
                bodies.append(found[2])
                following = number + 1
    return bodies


def _literal_lines(lines: Sequence[str]) -> list[tuple[str, Box]]:
    return [*filter(None, map(_literal_line, lines))]


@lru_cache(maxsize=1 << 14)
def _literal_line(line: str) -> tuple[str, Box] | None:
    """What names a box, and its beads; most boxes are printed again and again."""
    if numbered := _NUMBERED.fullmatch(line):
        line = f"{numbered[1]}: {numbered[2]}"
    root = parse(_ITEM.sub("", line, count=1))
    groups = [(i, item) for i, item in enumerate(root.items) if isinstance(item, Group)]
    if not groups:
        return None
    place, last = groups[-1]
    key = root.keys[place] if root.keys else ""
    key = key or " ".join(item for item in root.items[:place] if isinstance(item, str))
    if not key and len(groups) > 1:
        key = str(root.items[groups[0][0]])
    return key, box_of_item(last)


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
    places = [at for at, line in enumerate(lines) if _row_of_grid(line)]
    if len(places) > ROW * BOXES:
        places = records.in_threes(places)
    rows = [_row_of_grid(lines[at]) for at in places]
    boxes = []
    for at in range(0, len(rows) - 2, ROW):
        cells = [*rows[at], *rows[at + 1], *rows[at + 2]]
        counts = [(str(i), c) for i, c in enumerate(cells) if c.strip("0").isdecimal()]
        boxes.append(Box(counts=counts))
    return boxes


@lru_cache(maxsize=1 << 16)
def _row_of_grid(line: str) -> Sequence[str]:
    """The three squares that a line shows; nothing where it shows none."""
    cells = [c.strip() for c in line.split("|")] if "|" in line else words_of(line)
    if len(cells) in (4, 5) and not cells[0] and not cells[-1]:
        cells = cells[1:-1]
    if len(cells) == 4 and len(cells[0]) == 3 and all(c.isdecimal() for c in cells[1:]):
        cells = cells[1:]  # a row of the picture, and how many beads name its squares
    if len(cells) == 6 and not any(map(str.isdecimal, cells[:3])):
        cells = cells[3:]  # the same, with blanks in the row
    named = "".join(cells).lower() in COLUMNS
    return cells if len(cells) == 3 and all(map(_is_square, cells)) and not named else ()


def _is_square(cell: str) -> bool:
    return cell.isdecimal() or len(cell) <= 1


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


@lru_cache(maxsize=1 << 16)
def _brackets(line: str) -> str:
    """The brackets, quotes and colons of a line, without what stands between two brackets."""
    return _NO_BRACKET.sub("", _WITHIN.sub(r"\1\2", line))


def _kind(body: str) -> tuple[bool, bool]:
    return any(c.isdecimal() for c in body), any(c.isalpha() for c in body)
