"""Boxes in lines with unusual labels and signs, restated as a label, a colon and the beads.

Each restatement needs all 304 boxes to have what it looks for, and leaves other lines as they
are: labels beside beads without a blank, `12(ABC) 13(AD)`, labels after the beads, a sign that
every line begins with, bars of letters, LaTeX's formulas, and pairs such as `0,1 2,2`.
"""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from harness.menace.classes import BOXES
from harness.menace.reading import cells, columns, fields
from harness.menace.reading.notations import are_in_order, are_pictures

_Lines = tuple[str, ...]

_PIECE: Final = re.compile(r"[^\s,;]+")
_LABEL_FIRST: Final = re.compile(
    r"[#(]?(?P<label>\d{1,3}|[^\s()\[\]{}<>]{9})(?:\)|[\[({<:=#/|_.@-])"
    r"(?P<beads>[A-Za-z\d]+)[\])}>]?"
)
_LABEL_LAST: Final = re.compile(
    r"(?P<beads>[A-Za-z\d]+)[\[({<:=#/|_.@-]#?(?P<label>\d{1,3})[\])}>]?"
)
_NUMBER_LAST: Final = re.compile(r"(?<![\w.])(\d{1,3})[\])}]?$")
_NAME_LAST: Final = re.compile(r"\b(?:box|matchbox|no\.?)$", re.IGNORECASE)
_BETWEEN: Final = " \t,;:|=@#<-←/[({"  # the beads and a label after them
_AROUND: Final = "[](){}'\""
_SIGNS: Final = re.compile(r"\s*([^\w\s\[\](){}'\"|]+)(?=\s|\w)")
_CLOSING: Final = re.compile(r"[^\w\s\])}]")  # a sign at the end of a line
_BAR: Final = re.compile(r"(?<![^\s,;|])(\w+)\s?[:=]\s?(([^\W\d_])\3*)(?![^\s,;|])")
_BAR_ALONE: Final = re.compile(r"\s+(\w+)\s*+(?:[:=|]\s*+)?(?<!\w)(([^\W\d_])\3*)\s*")
_POWER: Final = re.compile(r"([^\W\d_])\^(\d+)(?=[^\W\d_]\^)")
_ROW_AND_COLUMN: Final = re.compile(r"(?<![\w,])(\d),(\d)(?![\w,])")
_ROWS_AND_COLUMNS: Final = re.compile(r"(?:[^:]*:)?\s*+(?:\d,\d(?:\s++|$))+")
_FORMULA: Final = re.compile(r"\$|\\times|\\item|\\[{}]")
_IN_WORDS: Final = {"\\times": "x", "\\{": "(", "\\}": ")", "$": "", "\\item": ""}
_MOSTLY: Final = 0.95
_SAID: Final = 6  # words beside the boxes
_SQUARES: Final = 9


class Restated(NamedTuple):
    """Lines in the usual form, and by which restatements: by none they are the very same."""

    lines: _Lines
    by: tuple[int, ...]


def usual(lines: _Lines, by: Sequence[int] | None = None) -> Restated:
    """The lines in the usual form, by any restatements, or by some.

    Columns that touch are set apart in any case, because they may touch only after some games.
    """
    did: list[int] = []
    for number, restate in enumerate(_RESTATEMENTS):
        if by is None or number in by or restate is columns.apart:
            before, lines = lines, restate(lines)
            if lines is not before:
                did.append(number)
    return Restated(lines, tuple(did))


def _without_formulas(lines: _Lines) -> _Lines:
    """LaTeX's formulas as plain text. The rows of its tables are left to `spellings`."""
    if sum("\\" in line for line in lines) < BOXES:
        return lines
    return tuple(_FORMULA.sub(lambda m: _IN_WORDS[m[0]], line) for line in lines)


def _one_a_line(lines: _Lines) -> _Lines:
    """Pieces that each are a label and beads, several on a line or one."""
    pieces = [piece for line in lines for piece in _PIECE.findall(line)]
    for pattern in (_LABEL_FIRST, _LABEL_LAST):
        found = [m for piece in pieces if (m := pattern.fullmatch(piece))]
        if len(found) == BOXES and len(pieces) <= len(found) + _SAID:
            labels = [m["label"] for m in found]
            if _are_labels(labels):
                return tuple(f"{m['label']}: {m['beads']}" for m in found)
    return lines


def _label_first(lines: _Lines) -> _Lines:
    """The label of every line before its beads."""
    full = [line.strip() for line in lines if line.strip()]
    for split in (_number_last, _picture_last):
        found = [both for line in full if (both := split(line))]
        if len(found) < max(BOXES, _MOSTLY * len(full)):
            continue
        some = found[-BOXES:]
        firsts = [beads.split()[0] for beads, _ in some]
        if _are_labels([label for _, label in some]) and not _are_labels(firsts):
            return tuple(f"{label}: {beads}" for beads, label in some)
    return lines


def _number_last(line: str) -> tuple[str, str] | None:
    """The beads and the number of the box after them."""
    if not (found := _NUMBER_LAST.search(line)):
        return None
    before = _NAME_LAST.sub("", line[: found.start()].rstrip(_BETWEEN)).rstrip(_BETWEEN)
    return (before, found[1]) if before else None


def _picture_last(line: str) -> tuple[str, str] | None:
    """The beads and the picture of the box after them."""
    words = line.rsplit(maxsplit=1)
    before = words[0].rstrip(_BETWEEN)
    return (before, words[1].strip(_AROUND)) if len(words) > 1 and before else None


def _are_labels(labels: Sequence[str]) -> bool:
    """Whether these are 0, 1, 2 ..., or 1, 2, 3 ..., or different pictures."""
    if all(map(str.isdecimal, labels)):
        return are_in_order(labels)
    return {len(label) for label in labels} == {_SQUARES} and are_pictures(labels)


def _without_sign(lines: _Lines) -> _Lines:
    """The lines without the sign that each begins with, where most have one."""
    full = [line for line in lines if line.strip()]
    times = Counter(m[1] for line in full if (m := _SIGNS.match(line)))
    sign, most = times.most_common(1)[0] if times else ("", 0)
    if most < BOXES or most < _MOSTLY * len(full) or len(full) - most >= BOXES:
        return lines  # lines without it may name the boxes
    if sum(_CLOSING.match(line.rstrip()[-1:]) is not None for line in full) >= _MOSTLY * len(full):
        return lines  # the beads stand between two signs
    return tuple(
        line[m.end() :] if (m := _SIGNS.match(line)) and m[1] == sign else line for line in lines
    )


def _of_letter_bars(lines: _Lines) -> _Lines:
    """`Ax2` for `A:AA` and for `A:oo`; every bar is of the bead's letter, or all of one letter.

    Where each bar has a line of its own, `A: 2`.
    """
    alone = [_BAR_ALONE.fullmatch(line) for line in lines]
    if _are_bars([m for m in alone if m]):
        both = zip(alone, lines, strict=True)
        return tuple(f"  {m[1]}: {len(m[2])}" if m else line for m, line in both)
    if _are_bars([m for line in lines for m in _BAR.finditer(line)]):
        return tuple(_BAR.sub(lambda m: f"{m[1]}x{len(m[2])}", line) for line in lines)
    return lines


def _are_bars(found: Sequence[re.Match[str]]) -> bool:
    """Whether these are beads and letters, so many as there are of each."""
    if len(found) < BOXES or not any(len(m[2]) > 1 for m in found):
        return False
    one = len({m[3] for m in found}) == 1 < len({m[1] for m in found})
    return one or all(m[1] == m[3] for m in found)


def _apart(lines: _Lines) -> _Lines:
    """`a^2 b^1` for `a^2b^1`."""
    if sum("^" in line for line in lines) < BOXES:
        return lines
    return tuple(_POWER.sub(r"\1^\2 ", line) for line in lines)


def _in_one_word(lines: _Lines) -> _Lines:
    """`0_1 2_2` for `0,1 2,2`: a row and a column each."""
    full = [line for line in lines if _ROW_AND_COLUMN.search(line)]
    if len(full) < BOXES or not all(map(_ROWS_AND_COLUMNS.fullmatch, full)):
        return lines
    if not any(len(_ROW_AND_COLUMN.findall(line)) > 1 for line in full):
        return lines
    return tuple(_ROW_AND_COLUMN.sub(r"\1_\2", line) for line in lines)


_RESTATEMENTS: Final[tuple[Callable[[_Lines], _Lines], ...]] = (
    columns.apart,
    *fields.RESTATEMENTS,
    cells.usual,
    _without_formulas,
    _one_a_line,
    _without_sign,
    _label_first,
    _of_letter_bars,
    _apart,
    _in_one_word,
)
