"""Boxes whose numbers or marks stand in cells, restated as words between blanks.

Counts of all nine squares in rows, `0 1 0 / 2 0 0 / 1 1 0`; tables with a column for each square;
rows of grids in frames and brackets; pictures in cells, `[X][ ][O]`.
Each restatement needs all 304 boxes to have what it looks for, and leaves other lines as they are.
"""

import re
from collections.abc import Sequence
from typing import Final

from harness.digits import number_of
from harness.menace.classes import BOXES
from harness.menace.reading.notations import are_pictures

_Lines = tuple[str, ...]

_CELL: Final = r"[XxOo.\- _]"
_PICTURE: Final = re.compile(rf"(?:\[{_CELL}\]\s?){{9}}|\|(?:\s?{_CELL}\s?\|){{9}}")
_MARK: Final = re.compile(r"(?<=[\[|])\s?([XxOo.\- _])\s?(?=[\]|])")
_SQUARE: Final = r"(?:\d+|[XxOo])"
_ROW: Final = rf"{_SQUARE}[ ,]\s*{_SQUARE}[ ,]\s*{_SQUARE}"
_ROWS: Final = re.compile(
    rf"(?<![\w,]){_ROW}\s*(?P<wall>[/|;])\s*{_ROW}\s*(?P=wall)\s*{_ROW}\s*[\])}}]?\s*$"
)
_SOLID_ROWS: Final = re.compile(
    r"(?P<label>.*[\s:=])?(?P<rows>[\dXxOo]{3}(?P<wall>[/|])[\dXxOo]{3}(?P=wall)[\dXxOo]{3})\s*"
)
_WALLS: Final = str.maketrans("/|;,", "    ")
_ROW_IN_BRACKETS: Final = re.compile(r"[\s,]*[\[(]{1,2}\s*((?:\d+[\s,]+){2}\d+)\s*[\])]{1,2}[\s,]*")
_ROW_BESIDE: Final = re.compile(
    r"\s*([XxOo.\-_](?: ?[XxOo.\-_]){2})\s*[|:]\s*((?:\d+\s+){2}\d+)\s*\|?\s*"
)
_OPEN_PICTURE: Final = re.compile(
    r"(?P<bar>[|\u2502]?)(?P<picture>[XxOo ]{9})(?P=bar)(?:\s*[:=|>-]+)?\s+(?P<beads>[^\s:=|>-].*)"
)
_FRAMED_ROW: Final = re.compile(
    rf"\s*(?:[│║|]\s*{_SQUARE}\s*[│║|]\s*{_SQUARE}\s*[│║|]\s*{_SQUARE}\s*[│║|]\s*)+"
)
_FRAME: Final = re.compile(r"[\s\u2500-\u257f+=|-]*")
_BARS: Final = str.maketrans("│║|", "   ")
_NONE: Final = frozenset(("", "-", ".", "·"))
_NINE: Final = 9
_THREE: Final = 3


def usual(lines: _Lines) -> _Lines:
    """The lines in the usual form; the very same where they have it."""
    lines = _pictures(_open_pictures(lines))
    for restate in (_padded, _rows_in_lines, _table, _grids):
        if (restated := restate(lines)) is not lines:
            return restated
    return lines


def _open_pictures(lines: _Lines) -> _Lines:
    """`X-O------:` for `X O      ` where each box's line begins with it, bare or between bars."""
    found = [m for line in lines if (m := _OPEN_PICTURE.match(line))]
    pictures = [m["picture"].replace(" ", "-") for m in found]
    if len(found) != BOXES or not are_pictures(pictures) or "-" not in "".join(pictures):
        return lines
    return tuple(f"{p}: {m['beads']}" for p, m in zip(pictures, found, strict=True))


def _pictures(lines: _Lines) -> _Lines:
    """`X-O------` for `[X][ ][O]...` and for `|X| |O|...`."""
    found = [_PICTURE.search(line) for line in lines]
    if sum(map(bool, found)) < BOXES:
        return lines
    return tuple(
        f"{line[: m.start()]}{_in_one_word(m[0])} {line[m.end() :]}" if m else line
        for line, m in zip(lines, found, strict=True)
    )


def _in_one_word(picture: str) -> str:
    marks = [*"".join(_MARK.findall(picture))]
    if len(marks) != _NINE:
        return picture
    empty = next((mark for mark in marks if mark in ".-_"), "-")
    return "".join(marks).replace(" ", empty)


def _rows_in_lines(lines: _Lines) -> _Lines:
    """Nine words for three rows on one line."""
    solid = [m for line in lines if (m := _SOLID_ROWS.fullmatch(line))]
    if len(solid) == BOXES and any(any(map(str.isdecimal, m["rows"])) for m in solid):
        return tuple(
            _label(m["label"] or "") + " ".join(m["rows"].replace(m["wall"], "")) for m in solid
        )
    found = [_ROWS.search(line) for line in lines]
    if sum(map(bool, found)) < BOXES:
        return lines
    return tuple(
        _label(line[: m.start()]) + " ".join(m[0].translate(_WALLS).split()) if m else line
        for line, m in zip(lines, found, strict=True)
    )


def _padded(lines: _Lines) -> _Lines:
    """Nine numbers at the end of a line without the noughts before them: `3` for `003`."""
    split = [line.split() for line in lines]
    padded = [words[-_NINE:] if len(words) > _NINE else [] for words in split]
    padded = [words if _are_padded(words) else [] for words in padded]
    if sum(map(bool, padded)) < BOXES:
        return lines
    return tuple(
        f"{words[-_NINE - 1]}: {' '.join(str(number_of(n)) for n in numbers)}" if numbers else line
        for line, words, numbers in zip(lines, split, padded, strict=True)
    )


def _are_padded(words: Sequence[str]) -> bool:
    """Whether these are numbers of one width, some of them with noughts before them."""
    if len({*map(len, words)}) != 1 or not all(map(str.isdecimal, words)):
        return False
    return len(words[0]) > 1 and any(word[0] == "0" for word in words)


def _label(text: str) -> str:
    """What stands before the counts of a box, with a colon."""
    bare = text.strip().removesuffix("->").rstrip(":=|>").rstrip()
    return f"{bare}: " if bare else text


def _table(lines: _Lines) -> _Lines:
    """The label and nine numbers of a table's rows; a sign or a blank stands for none."""
    found = [row for line in lines if (row := _row_of_table(line))]
    if len(found) == BOXES + 1 and len({*found[0][1]}) == _NINE:
        del found[0]  # the names of the columns
    labels = [label for label, _ in found]
    if len(found) != BOXES or len(set(labels)) != BOXES:
        return lines
    return tuple(f"{label}: {' '.join(counts)}" for label, counts in found)


def _row_of_table(line: str) -> tuple[str, list[str]] | None:
    cells = [cell.strip(" `'\"") for cell in line.strip().strip("|│").replace("│", "|").split("|")]
    if len(cells) <= _NINE:
        return None
    label, counts = cells[-_NINE - 1], cells[-_NINE:]
    if not label or not all(cell.isdecimal() or cell in _NONE for cell in counts):
        return None
    if not any(map(str.isdecimal, counts)):
        return None
    return label, [cell if cell.isdecimal() else "0" for cell in counts]


def _grids(lines: _Lines) -> _Lines:
    """The rows of grids without frames, brackets and bars."""
    for pattern in (_ROW_IN_BRACKETS, _ROW_BESIDE):
        rows = [pattern.fullmatch(line) for line in lines]
        if sum(map(bool, rows)) == _THREE * BOXES:
            return tuple(
                " ".join(" ".join(m.groups()).replace(",", " ").split()) for m in rows if m
            )
    framed = [line for line in lines if _FRAMED_ROW.fullmatch(line)]
    grids = sum(len(line.translate(_BARS).split()) for line in framed)
    if grids != _NINE * BOXES:
        return lines
    return tuple(
        " ".join(line.translate(_BARS).split()) if _FRAMED_ROW.fullmatch(line) else line
        for line in lines
        if _FRAMED_ROW.fullmatch(line) or not _FRAME.fullmatch(line)
    )
