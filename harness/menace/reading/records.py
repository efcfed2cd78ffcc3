"""Boxes that take several lines each, or of which several share a line, whatever marks them off.

Each function gives what stands for every box, a text or the counts of its beads, and nothing where
the lines have no such form.
"""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from harness.digits import number_of
from harness.menace.classes import BOXES
from harness.menace.reading.tokens import Counts

Body: TypeAlias = str | Counts

_DIGITS: Final = re.compile(r"\d+")
_PICTURE: Final = re.compile(
    r"(['\"`]).{9}\1|(?<![^\s\[({:=|'\"`])(?!([*#+@|])\2{8})[^\s'\"`\[\](){}]{9}(?![^\s\])}:=|'\"`])"
)
_NUMBER: Final = re.compile(r"(?<!\S)(?:[Bb]ox\s*)?[#(\[]?(\d{1,3})\s*[:.)\]]+(?=\s)")
_FIELD: Final = re.compile(r"[\s\-*]*['\"]?([^\s:='\"]+)['\"]?\s*(?:[:=|]|=>|->)\s*(\S.*)?")
_ITEM: Final = re.compile(r"\s*[-*•+]\s+(\S.*)")
_ONE_WORD: Final = re.compile(r"\s*((?![XO]+\b)[^\W\d_]{2,}|\d+),?\s*")
_BAR: Final = re.compile(r"([^\w\s:=,.;-])\1*")  # as long as there are beads
_RUN: Final = re.compile(r"([^\w\s])\1+")
_QUOTES: Final = " '\"`,"
_BRANCH: Final = re.compile(r"([│|\s]*)[├└+`╰][─-]+┬?\s")
_COUNTED: Final = re.compile(r"[\s\-*]*(\S+)\s+(?:[x×*]\s?(\d+)|\((\d+)\))")
_PICTURE_ROW: Final = re.compile(r"\s*[^\s\d]{3}(?:\s+(\S.*))?")
_SIGN: Final = r"([XOxo_]|[^\w\s|])"
_OPEN_ROW: Final = re.compile(rf"\s*{_SIGN}\s+{_SIGN}\s+{_SIGN}\s*")
_WALLED_ROW: Final = re.compile(
    r"\s*\|?\s*([XOxo_]|[^\w|])\s*(?:\|\s*([XOxo_]|[^\w|])\s*){2}\|?\s*"
)
_FRAME: Final = re.compile(r"[\s\-+=|\u2500-\u257f]*")
_ROW: Final = 3
_SQUARES: Final = 9
_GRIDS_AT_MOST: Final = 40  # beside one another


def without_branches(lines: Sequence[str]) -> list[str]:
    """The lines without what draws the branches of a tree."""
    return [_BRANCH.sub(lambda branch: "- " if branch[1] else "", line, 1) for line in lines]


def beside_rows(lines: Sequence[str]) -> list[Body]:
    """What stands beside one of the three rows of every picture, whatever stands between pictures.

    Nothing unless these are 304 boxes.
    """
    rows = [_PICTURE_ROW.fullmatch(line) for line in lines]
    found: list[Body] = []
    at = 0
    while at + _ROW <= len(rows):
        bodies = [row[1] for row in rows[at : at + _ROW] if row]
        beside = [body for body in bodies if body]
        if len(bodies) == _ROW and len(beside) == 1:
            found += beside
            at += _ROW
        else:
            at += 1
    return found if len(found) == BOXES else []


def below_rows(lines: Sequence[str]) -> list[Body]:
    """What stands in a line below the three rows of every picture, with blanks or bars in them.

    Nothing unless these are 304 boxes. The first picture may be missing: that of the empty board
    is drawn as frames are.
    """
    lines = [*map(_with_bars, lines)]
    rows = [bool(_OPEN_ROW.fullmatch(line) or _WALLED_ROW.fullmatch(line)) for line in lines]
    if sum(rows) < _ROW * (BOXES - 1):
        return []
    kept = [(line, row) for line, row in zip(lines, rows, strict=True)
            if row or not _FRAME.fullmatch(line)]  # fmt: skip
    found: list[Body] = []
    for at in range(_ROW, len(kept)):
        line, row = kept[at]
        if not row and all(before for _, before in kept[at - _ROW : at]):
            found.append(line.strip())
    if len(found) == BOXES - 1 and not kept[0][1]:
        found.insert(0, kept[0][0].strip())
    return found if len(found) == BOXES else []


def _sparse(lines: Sequence[str]) -> list[Body]:
    """A line for each kind of bead in each box: the box, the bead and how many, or the bead."""
    rows = [re.split(r"[\s,;|:=]+", line.strip(" |")) for line in lines]
    width = Counter(map(len, rows)).most_common(1)[0][0] if rows else 0
    if width not in (2, 3):
        return []
    boxes: dict[str, list[list[str]]] = {}
    last = None
    for row in rows:
        if len(row) != width:
            continue
        if row[0] in boxes and row[0] != last:
            return []
        boxes.setdefault(row[0], []).append(row[1:])
        last = row[0]
    if width == 2:
        return [" ".join(bead for (bead,) in box) for box in boxes.values()]
    header = next(iter(boxes), None)
    if header is not None and not all(n.isdecimal() for _, n in boxes[header]):
        del boxes[header]
    if not all(n.isdecimal() for box in boxes.values() for _, n in box):
        return []
    return [[(bead, n) for bead, n in box] for box in boxes.values()]


def _side_by_side(lines: Sequence[str]) -> list[Body]:
    """Grids of three rows, several beside one another, with how many beads name each square."""
    of_lines = [line.replace("|", " ").split() for line in lines]
    places = [
        at
        for at, cells in enumerate(of_lines)
        if cells and len(cells) % _ROW == 0 and all(c.isdecimal() or len(c) == 1 for c in cells)
    ]
    if len(places) % _ROW:
        places = in_threes(places)
    rows = [of_lines[at] for at in places]
    found: list[Body] = []
    for at in range(0, len(rows), _ROW):
        block = rows[at : at + _ROW]
        many = len(block[0]) // _ROW
        if many > _GRIDS_AT_MOST or any(len(row) != len(block[0]) for row in block):
            return []
        for number in range(many):
            cells = [c for row in block for c in row[_ROW * number : _ROW * (number + 1)]]
            found.append([(str(i), c) for i, c in enumerate(cells) if c.strip("0").isdecimal()])
    return found


def in_threes(places: Sequence[int]) -> list[int]:
    """Those of these lines that come in runs of three, six ...: rows of boxes, not of a table."""
    runs: list[list[int]] = []
    for at in places:
        if runs and at == runs[-1][-1] + 1:
            runs[-1].append(at)
        else:
            runs.append([at])
    return [at for run in runs if len(run) % _ROW == 0 for at in run]


def _within_lines(lines: Sequence[str]) -> list[Body]:
    """What follows the numbers 0, 1, 2 ... or 1, 2, 3 ..., several on a line."""
    text = "\n".join(lines)
    labels: list[re.Match[str]] = []
    for label in _NUMBER.finditer(text):
        number = number_of(label[1])
        if (not labels and number in (0, 1)) or (labels and number == number_of(labels[-1][1]) + 1):
            labels.append(label)
    ends = [label.start() for label in labels[1:]]
    if labels:
        end = text.find("\n", labels[-1].end())
        ends.append(len(text) if end < 0 else end)
    return [text[label.end() : end].strip() for label, end in zip(labels, ends, strict=True)]


def _columns(lines: Sequence[str]) -> list[Body]:
    """The last column of a table with bars, after its header."""
    rows = [line.strip(" |").split("|") for line in map(_with_bars, lines) if "|" in line]
    if not rows:
        return []
    width = Counter(map(len, rows)).most_common(1)[0][0]
    rows = [row for row in rows if len(row) == width > 1]
    last = [row[-1].strip(_QUOTES) for row in rows]
    bodies = [body for body in last if any(map(str.isalnum, body)) or not body.isascii()]
    return list(bodies[-BOXES:]) if BOXES <= len(bodies) <= BOXES + 1 else []


def _with_bars(line: str) -> str:
    return line.replace("│", "|").replace("┃", "|").replace("║", "|")


def _one_line(lines: Sequence[str]) -> list[Body]:
    """The boxes of the last line that has all of them, where they are printed again and again."""
    for line in reversed(lines):
        for separator in (";", "|", "/", "  ", " "):
            pieces = [piece.strip() for piece in line.split(separator) if piece.strip()]
            if len(pieces) == BOXES:
                return list(pieces)
    return []


def _sections(lines: Sequence[str]) -> list[Body]:
    """Boxes of some lines each, with items or fields below a header or a first field."""
    blocks = sections(lines)
    fields = [[_field(line) for line in block] for block in blocks]
    always = _always(fields)
    bodies = [_body(block, some, always) for block, some in zip(blocks, fields, strict=True)]
    return [body for body in bodies if body]


def sections(lines: Sequence[str]) -> list[Sequence[str]]:
    """The lines of every box, which begin with one of a kind; nothing unless there are 304."""
    kinds = [_kind(line) for line in lines]
    times = Counter(kinds)
    first = next((kind for kind in kinds if times[kind] == BOXES), None)
    if first is None:
        return []
    starts = [at for at, kind in enumerate(kinds) if kind == first]
    # What follows the last box may be talk: no box has more kinds of lines than the others.
    usual = {kind for at, kind in enumerate(kinds) if starts[0] < at < starts[-1]}
    end = starts[-1] + 1
    while end < len(lines) and kinds[end] in usual:
        end += 1
    return [lines[a:b] for a, b in zip(starts, [*starts[1:], end], strict=True)]


def _kind(line: str) -> str:
    """The line, whatever its numbers and its picture are, and however long its bar is."""
    return _RUN.sub(r"\1", _DIGITS.sub("0", _PICTURE.sub("P", line))).strip()


def _field(line: str) -> tuple[str, str] | None:
    if counted := _COUNTED.fullmatch(line):
        return counted[1].strip(_QUOTES), counted[2] or counted[3]
    if line.lstrip().startswith(("{", "[", "(")):
        return None  # a literal: what stands before its first colon is a part of it, and no name
    found = _FIELD.fullmatch(line.strip(" ,"))
    return (found[1], (found[2] or "").strip(_QUOTES)) if found else None


def _always(fields: Sequence[Sequence[tuple[str, str] | None]]) -> set[str]:
    """The names of fields that every box has: none of them is a bead, but where nine are counts."""
    times = Counter(name for some in fields for name in {field[0] for field in some if field})
    always = {name for name, n in times.items() if n == len(fields)}
    texts = {field[0] for some in fields for field in some if field and not field[1].isdecimal()}
    numbers = always - texts
    return always - numbers if len(numbers) == _SQUARES else always


def _body(block: Sequence[str], fields: Sequence[tuple[str, str] | None], always: set[str]) -> Body:
    """Counts in fields of their own; else items or words; else what the last line or field says."""
    counts = [field for field in fields if field and field[0] not in always]
    bars = any(_BAR.fullmatch(n) for _, n in counts)
    counts = [(k, str(len(n)) if not n or _BAR.fullmatch(n) else n) for k, n in counts if n or bars]
    if counts and all(n.isdecimal() for _, n in counts):
        return counts
    items = [found[1].strip(_QUOTES) for line in block[1:] if (found := _ITEM.fullmatch(line))]
    if items and not counts:
        return " ".join(items)
    words = [found[1] for line in block[1:] if (found := _ONE_WORD.fullmatch(line))]
    if len(words) == len(block) - 1 > 0:
        return " ".join(words)
    last = fields[-1]
    body = last[1] if last else block[-1]
    return body.strip(" []{}()<>")


FORMS: Final[tuple[Callable[[Sequence[str]], Sequence[Body]], ...]] = (
    _sparse,
    _side_by_side,
    _within_lines,
    _columns,
    _one_line,
    _sections,
)
"""Of lines without branches."""
