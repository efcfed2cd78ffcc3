"""Boxes in lines that are spelled unusually, written as they usually are.

The end of a sentence after each box, the places that R prints before a vector, raised numbers,
dots that lead to a number, rows of LaTeX. Each is told from all lines together, and left alone
where few have it.
"""

import re
from collections.abc import Sequence
from typing import Final

from harness.menace.classes import BOXES
from harness.menace.reading import shares
from harness.menace.reading.literals import Group, parse

_PLACE: Final = re.compile(r"\s*\[(\d+)\]\s+(?=\S)")
_FULL_STOP: Final = re.compile(r"(?<=\w)\.\s*$")
_RAISED: Final = re.compile(r"(?<=\w)\s?([⁰¹²³⁴⁵⁶⁷⁸⁹]+)")
_DIGITS: Final = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
_LEADER: Final = re.compile(r"(?<!\s)\s*+(?:\.{3,}|…+|(?:\. ){3,}\.?|·{3,})\s*(?=\S)")
_TOTAL: Final = re.compile(r"\s*\d+ beads?\b[\s:,|]*(?=\S)")
_RULE: Final = "\\hline"
_END_OF_ROW: Final = "\\\\"
_MACRO: Final = re.compile(r"\\[a-z]+\{([^{}]*)\}|[{}$]")
_LINES_MARKED: Final = 3  # a line in so many at the least
_MOSTLY: Final = 0.95


def usual(lines: Sequence[str]) -> Sequence[str]:
    """The lines as they are usually spelled; the very same where they are."""
    return _one_a_line(_without_places(lines))


def without_stops(lines: tuple[str, ...]) -> tuple[str, ...]:
    """The lines without the full stop at the end of each."""
    if sum(line.rstrip().endswith(".") for line in lines) < _MOSTLY * len(lines):
        return lines
    return tuple(_FULL_STOP.sub("", line) for line in lines)


def without_marks(lines: tuple[str, ...]) -> tuple[str, ...]:
    """The lines without characters that only mark off the beads."""
    return _of_latex(_without_totals(_with_usual_counts(lines)))


def _with_usual_counts(lines: tuple[str, ...]) -> tuple[str, ...]:
    """`A*2` for the raised number in `A²`, and `3: 2` for `3 ..... 2`."""
    text = "\n".join(lines)
    if text.isascii() and ".." not in text and ". ." not in text:
        return lines
    if _are_most(sum(_RAISED.search(line) is not None for line in lines), lines):
        lines = tuple(_RAISED.sub(lambda n: f"*{n[1].translate(_DIGITS)}", line) for line in lines)
    if _are_most(sum(_LEADER.search(line.strip()) is not None for line in lines), lines):
        lines = tuple(_LEADER.sub(": ", line) for line in lines)
    return lines


def _without_totals(lines: tuple[str, ...]) -> tuple[str, ...]:
    """The lines without percentages, whatever they are of, and totals of beads before these."""
    text = "\n".join(lines)
    if "%" in text:
        lines = shares.again(lines, shares.PERCENTAGES)
    if "bead" in text and _are_most(sum(_TOTAL.match(line) is not None for line in lines), lines):
        lines = tuple(_TOTAL.sub("", line) for line in lines)
    return lines


def _of_latex(lines: tuple[str, ...]) -> tuple[str, ...]:
    """The cells of a table's rows between bars; only these, without what LaTeX calls them by."""
    rows = [line.strip().removesuffix(_RULE).rstrip() for line in lines if "\\" in line]
    found = [
        _MACRO.sub(lambda macro: macro[1] or "", row.removesuffix(_END_OF_ROW))
        for row in rows
        if row.endswith(_END_OF_ROW) and "&" in row
    ]
    if len(found) < BOXES:
        return lines
    cells = [[cell.strip() for cell in row.split("&")] for row in found]
    around = "|" if any(not some[-1] for some in cells) else ""  # or that cell would be lost
    return tuple(f"{around}{'|'.join(some)}{around}" for some in cells)


def _are_most(marked: int, lines: Sequence[str]) -> bool:
    return marked >= BOXES and marked * _LINES_MARKED >= len(lines)


def _without_places(lines: Sequence[str]) -> Sequence[str]:
    """The vectors of R without the place of the first item in each line: `[1] 3 5 5`.

    A vector that takes several lines is put on one.
    """
    places = [found[1] if (found := _PLACE.match(line)) else None for line in lines]
    if places.count("1") < BOXES:
        return lines
    kept: list[str] = []
    for line, place in zip(lines, places, strict=True):
        bare = _PLACE.sub("", line)
        if place in (None, "1"):
            kept.append(bare)
        else:
            kept[-1] += f" {bare}"
    return kept


def _one_a_line(lines: Sequence[str]) -> Sequence[str]:
    """The values of a mapping on one line, a key and a value after each other, as in Tcl."""
    for line in reversed(lines):  # the last of several listings
        if len(line) > BOXES and not line.startswith("("):
            items = parse(line).items
            if len(items) == 2 * BOXES and all(isinstance(item, Group) for item in items[1::2]):
                boxes = [item for item in items[1::2] if isinstance(item, Group)]
                if all(isinstance(bead, str) for box in boxes for bead in box.items):
                    return [" ".join(map(str, box.items)) for box in boxes]
    return lines
