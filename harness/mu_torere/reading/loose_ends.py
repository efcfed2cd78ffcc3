"""Strokes round a board that lead away from its nodes, as if there were more edges than sixteen."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from harness.mu_torere.reading.strokes import FALLING, LEVEL, RISING, STRAY, UPRIGHT, Box

_GOES_ON: Final = LEVEL - set("_~=:")
_SIGNS: Final = " " + "".join(sorted(STRAY))


class End(NamedTuple):
    """A place round a board, counted from its top left, and the strokes that reach a node there."""

    row: int
    column: int
    signs: frozenset[str]
    beside: bool  # in a row of the board, not above it or below it


def ends(boxes: Sequence[Box], rows: Sequence[str]) -> tuple[End, ...]:
    """Every place round a board with these nodes where a stroke would lead away from one of them.

    `rows` are those of its drawing.
    """
    width = max(map(len, rows))
    around = [
        End(row, column, signs & STRAY, beside=0 <= row < len(rows))
        for box in boxes
        for row, column, signs in _above_and_below(box)
        if not (0 <= row < len(rows) and 0 <= column < width)
    ]
    return (*around, *(end for box in boxes for end in _on_the_level(box, rows[box.row])))


def _above_and_below(box: Box) -> Iterator[tuple[int, int, frozenset[str]]]:
    for row, before, after in ((box.row - 1, FALLING, RISING), (box.row + 1, RISING, FALLING)):
        for column in range(box.column, box.last + 1):
            yield row, column, UPRIGHT
        yield row, box.column - 1, before
        yield row, box.last + 1, after


def _on_the_level(box: Box, row: str) -> Iterator[End]:
    if not row[box.last + 1 :].strip():
        yield End(box.row, box.last + 1, _GOES_ON, beside=True)
    if not row[: box.column].strip():
        yield End(box.row, box.column - 1, _GOES_ON, beside=True)


class Loose(NamedTuple):
    """A stroke that leads away from a node: its cell, and what is told of it."""

    row: int
    column: int
    told: str


def loose_ends(places: Sequence[End], lines: Sequence[str], top: int, left: int) -> Iterator[Loose]:
    """The strokes that stand at some of these places.

    The board begins in row `top` of these lines, in column `left`. Of the lines above and below it
    only those of nothing but strokes are looked at: any other says something.
    """
    for end in places:
        row, column = top + end.row, left + end.column
        text = lines[row] if 0 <= row < len(lines) else ""
        is_stroke = 0 <= column < len(text) and text[column] in end.signs
        if is_stroke and (end.beside or not text.strip(_SIGNS)):
            told = f"{text[column]!r} beside a board leads away from a node, in the line {text!r}"
            yield Loose(row, column, told)
