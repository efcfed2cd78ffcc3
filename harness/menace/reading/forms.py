"""The forms in which boxes may stand in lines, in the order in which they are tried.

A program prints its boxes in one form all the time. The place of what was found says how to find
the boxes of its next print, without all that was tried in vain.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import Final, NamedTuple, TypeAlias

from harness.menace.classes import BOXES
from harness.menace.reading import layouts, markup, records, squares, strips, ways
from harness.menace.reading.events import Dump
from harness.menace.reading.holdings import Box, dump_of
from harness.menace.reading.ways import Found, Text

_PAIR: Final = 2

Form: TypeAlias = Callable[[Text], Iterator[Found]]


class Place(NamedTuple):
    """Where boxes were found: by which of some forms, and as which of what it finds."""

    form: int
    which: int


_Placed: TypeAlias = tuple[Place, Found]


class Sighting(NamedTuple):
    """Boxes and their place; `sure` where no line was left out."""

    place: Place
    dump: Dump
    boxes: Sequence[Box]
    sure: bool


def seen(forms: Sequence[Form], text: Text, only: Place | None = None) -> Iterator[Sighting]:
    """What these forms find in a text.

    With `only` what the form of this place finds, and that at this place before the rest: boxes
    that were found where a line was left out are found elsewhere once no line needs to be.
    """
    if only is None:
        found: Iterable[_Placed] = _placed(forms, text)
    else:
        there = (one for one in _placed(forms, text, only.form) if one[0] == only)
        elsewhere = (one for one in _placed(forms, text, only.form) if one[0] != only)
        found = chain(there, elsewhere)
    for place, (boxes, sure) in found:
        if dump := dump_of(boxes, sure):
            yield Sighting(place, dump, boxes, sure)


def _placed(forms: Sequence[Form], text: Text, only: int | None = None) -> Iterator[_Placed]:
    for number, form in enumerate(forms):
        if only in (None, number):
            for which, found in enumerate(form(text)):
                yield Place(number, which), found


def _bodies(
    form: Callable[[Sequence[str]], Sequence[records.Body]],
    lines: Callable[[Text], Sequence[str]],
) -> Form:
    """The form that finds all boxes or none, in some lines of a text."""

    def found(text: Text) -> Iterator[Found]:
        bodies = form(lines(text))
        if len(bodies) == BOXES:
            yield [_box(body) for body in bodies], True

    return found


def _box(body: records.Body) -> Box:
    return Box(text=body) if isinstance(body, str) else Box(counts=body)


def _markup(text: Text) -> Iterator[Found]:
    for bodies in markup.all_of(text.lines):
        yield [_box(body) for body in bodies], True


def _labelled(text: Text) -> Iterator[Found]:
    """What follows the word or sign that stands before every box."""
    halves = [words for line in text.full if len(words := line.split(maxsplit=1)) == _PAIR]
    for label, times in Counter(word for word, _ in halves).items():
        if times == BOXES:
            yield [Box(text=body) for word, body in halves if word == label], True
            return


def _lines(text: Text) -> Sequence[str]:
    return text.lines


def _full(text: Text) -> Sequence[str]:
    return text.full


def _of_squares(text: Text) -> Sequence[str]:
    return text.of_squares


def _unbranched(text: Text) -> Sequence[str]:
    return text.unbranched


WITH_MARKS: Final[Sequence[Form]] = (
    _markup,
    _bodies(layouts.columns, _lines),
    _bodies(layouts.between_pictures, _lines),
    _bodies(strips.below_pictures, _lines),
    _bodies(squares.below_headers, _of_squares),
    _bodies(squares.named_with_boxes, _of_squares),
)
"""Of lines as they were printed, with the marks of lists and the stops of sentences."""

ROWS: Final[Sequence[Form]] = (
    _bodies(records.beside_rows, _full),
    _bodies(records.below_rows, _full),
)
"""Of boxes that no other form reads, and that take the others long."""

RECORDS: Final[Sequence[Form]] = tuple(_bodies(form, _unbranched) for form in records.FORMS)
"""Of boxes that take several lines each, or share one."""

LABELLED: Final[Sequence[Form]] = (_labelled,)
"""Of lines that no other form reads."""

WAYS: Final[Sequence[Form]] = ways.WAYS
"""Of any other lines."""
