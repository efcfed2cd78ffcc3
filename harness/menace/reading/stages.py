"""All boxes in several literals, one for each stage, with or without headings between them."""

import re
from collections.abc import Callable, Sequence
from itertools import pairwise, takewhile
from typing import Final

from harness.menace.classes import BOXES
from harness.menace.reading.events import Dump, Event
from harness.menace.reading.literals import Span

_BOX_AT_LEAST: Final = 9  # characters, and brackets: less is a square of a board
_SQUARE: Final = re.compile(r"[\[({]\s*[^\s\[\](){}]?\s*[\])}]")
_TOGETHER_AT_MOST: Final = 8  # literals
_HEADING_AT_MOST: Final = 120  # characters before the boxes of a stage, on
_LINES_OF_HEADING: Final = 3  # lines at the most
_TAG_OF_LINE: Final = re.compile(r"^\[[\w:. +-]{1,32}\][ \t]+[^\W\d_]{2,}", re.MULTILINE)


def together(
    text: str,
    spans: Sequence[Span],
    first: Event | None,
    literal: Callable[[str], Event | None],
    shows_board: Callable[[Sequence[str]], bool],
) -> tuple[Event | None, Span]:
    """The boxes in the first of these literals, one for each stage, and where those stand.

    Else what the first of them is, which the caller found, and where that stands. A heading may
    stand before each. `literal` reads one, and `shows_board` tells whether lines have a board.
    """
    if _is_tag(text, spans[0]) or (isinstance(first, Dump) and len(first.boxes) == BOXES):
        return first, spans[0]
    some = [span for span in spans[:_TOGETHER_AT_MOST] if not _is_tag(text, span)]
    if _are_squares(text, some):
        return first, spans[0]

    def may_be_heading(said: str) -> bool:
        lines = said.strip().split("\n")
        short = len(said.strip()) <= _HEADING_AT_MOST and len(lines) <= _LINES_OF_HEADING
        return short and not shows_board(lines)

    between = [text[a.end : b.start] for a, b in pairwise(some)]
    # The first may be the empty board's box alone, with few beads left.
    long = 1 + len([*takewhile(lambda span: span.end - span.start >= _BOX_AT_LEAST, some[1:])])
    if not any(map(str.strip, between)):
        whole = [text[span.start : span.end] for span in some]
        # What is said in brackets may follow: (304 boxes).
        tried = ((end, f"[{', '.join(whole[:end])}]") for end in range(long, 1, -1))
    else:
        headings = len([*takewhile(may_be_heading, between)])
        ends = range(min(headings + 1, long), 1, -1)
        tried = ((end, _one_list(text, some[:end])) for end in ends)
    for end, joined in tried:
        event = literal(joined) if len(joined) > BOXES else None
        if isinstance(event, Dump) and len(event.boxes) == BOXES:
            return event, Span(some[0].start, some[end - 1].end, 0)
    return first, spans[0]


def _is_tag(text: str, span: Span) -> bool:
    """Whether these brackets mark what the line says after them: `[12:30:05] Game 2 is over`."""
    return _TAG_OF_LINE.match(text, span.start) is not None


def _are_squares(text: str, spans: Sequence[Span]) -> bool:
    """Whether the first of these are squares of a board: only one list may have a single bead."""
    singles = sum(_SQUARE.fullmatch(text[span.start : span.end]) is not None for span in spans)
    before = text[max(0, spans[0].start - 2) : spans[0].start].strip(" ")[-1:] if spans else ""
    return singles > 1 or (singles == 1 and before in ("]", ")", "}"))


def _one_list(text: str, spans: Sequence[Span]) -> str:
    """The items of these lists as those of one."""
    items = ", ".join(text[span.start + 1 : span.end - 1] for span in spans)
    return text[spans[0].start] + items + text[spans[0].end - 1]
