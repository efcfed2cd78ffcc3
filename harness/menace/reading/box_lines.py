"""Reading the contents of all boxes from lines, of which some may be talk.

Lines are read in every way that they allow; of these the first with 304 boxes is taken, else the
first. The way is told, because the next boxes of the same program will be found in it.
"""

import itertools
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from harness.menace.classes import BOXES
from harness.menace.reading import (
    bars,
    bead_forms,
    codes,
    forms,
    grids,
    kind_lines,
    notations,
    picture_blocks,
    pictured,
    restated,
    separators,
    shares,
    spellings,
    squares,
    tidy,
    totals,
)
from harness.menace.reading.events import Dump
from harness.menace.reading.holdings import AT_LEAST
from harness.menace.reading.kinds import NAMES_AT_MOST, are_boxes
from harness.menace.reading.ways import Text

_HEADER: Final = re.compile(r"\W*(?:match)?box\b\D{0,9}(\d+)", re.IGNORECASE)
_BARS: Final = frozenset("│┃║")
_BRACKETS: Final = frozenset("[](){}<>")
_PAIR: Final = 2
_LINES_A_BOX: Final = 1.5  # on average, so that some take more than one
_KEPT: Final = 64  # texts: where boxes are printed at every step, each comes several times
_FORMS_KEPT: Final = 4  # of one text: it is read as it is, and without what may be totals

_Lines = tuple[str, ...]


class Way(NamedTuple):
    """How all boxes were found: in which spelling of the lines, and where by which forms.

    Before that `block` is the way in which pictures and beads were put on one line, `total` the
    kind of totals that were left out of the lines, `pictured` tells whether their pictures were put
    first, `restated` are the restatements that gave them their usual form, and `separated` is the
    form of the beads where unusual signs stood between them; `gridded` is what stood between the
    squares of grids, and `joined` what lines looked like that had one kind of bead each. `coded`
    tells whether codes in place of numbers stood before the beads, and `barred` whether a bar
    stood beside each count; `shares` are the kinds of shares that did;
    `tidy` tells whether each kind of bead had a row of a table.
    """

    spelling: int
    forms: Sequence[forms.Form]
    place: forms.Place
    restated: tuple[int, ...] = ()
    block: int | None = None
    total: int | None = None
    pictured: bool = False
    separated: bead_forms.Form | None = None
    gridded: str | None = None
    joined: kind_lines.Shape | None = None
    coded: bool = False
    barred: bool = False
    shares: tuple[int, ...] = ()
    tidy: bool = False


class Read(NamedTuple):
    """The boxes in some lines, if any, and the way in which all were found, if they were."""

    dump: Dump | None
    way: Way | None = None

    def by(self, **how: Any) -> "Read":
        """The same boxes, with more of the way in which all were found."""
        return Read(self.dump, self.way and self.way._replace(**how))


def of_lines(lines: Sequence[str]) -> Read:
    """The boxes in these lines."""
    return _of_kept_lines(tuple(lines))


def again(lines: Sequence[str], way: Way) -> Dump | None:
    """All boxes in these lines, where they are found in a way that found this program's before."""
    return _again(tuple(lines), way)


@lru_cache(maxsize=_KEPT)
def _of_kept_lines(lines: _Lines) -> Read:
    for found in shares.without(lines):
        read = _of_lines_with_bars(found.lines)
        if read.way and shares.fit(found, read.dump):
            return read.by(shares=found.kinds)
    return _of_lines_with_bars(lines)


def _of_lines_with_bars(lines: _Lines) -> Read:
    if (counts := bars.without(lines)) and (read := _of_coded_lines(counts)).way:
        return read.by(barred=True)
    return _of_coded_lines(lines)


def _of_coded_lines(lines: _Lines) -> Read:
    if (boxes := tidy.usual(lines)) and (read := _of_numbered_lines(boxes)).way:
        return read.by(tidy=True)
    if (numbered := codes.usual(lines)) and (read := _of_numbered_lines(numbered)).way:
        return read.by(coded=True)
    return _of_numbered_lines(lines)


def _of_numbered_lines(lines: _Lines) -> Read:
    if (gridded := grids.usual(lines)) and (read := _best(gridded.lines)).way:
        return read.by(gridded=gridded.between)
    for joined in kind_lines.usual(lines):
        found = separators.usual(joined.lines)
        if found and (read := _best(found.lines)).way:
            return read.by(separated=found.form, joined=joined.shape)
    found = separators.usual(lines)
    if found and (read := _best(found.lines)).way:
        return read.by(separated=found.form)
    return _best(lines)


def _best(lines: _Lines) -> Read:
    """The boxes as the lines say, or as they say without totals or by their pictures."""
    plain = _in_usual_form(lines)
    if len(lines) < BOXES:
        return plain  # several boxes on a line, or not yet all of them
    return next((other.read for other in _otherwise(lines) if _is_better(other, plain)), plain)


class _Other(NamedTuple):
    """All boxes as they are read without totals, or by their pictures.

    `told` says whether totals that were left out fit; `pictures` are those of all boxes.
    """

    read: Read
    told: bool = False
    pictures: Sequence[str] = ()


def _is_better(other: _Other, plain: Read) -> bool:
    """Whether this is to be preferred to what the lines say as they are.

    For as many beads of other names it is not, unless brackets were taken for parts of them: the
    places of beads on their lines may tell what they are. A total may be taken for a bead more.
    """
    if other.pictures and not pictured.fit(other.pictures, other.read.dump):
        return False
    if not plain.way:
        return True
    more = _beads(plain.dump) - _beads(other.read.dump)
    names, others = _names(plain.dump), _names(other.read.dump)
    if names <= {half for name in others if "," in name for half in name.split(",")}:
        return True  # each half of a pair was taken for a bead
    if len(names) == 1 < len(others):
        return True  # such as the word "beads" behind the total
    if more == 0:
        if names == others:
            return bool(other.pictures) and _contents(plain.dump) == _contents(other.read.dump)
        bracketed = any(_BRACKETS & {*name} for name in names - others)
        return bracketed or (other.told and len(others) < len(names))
    if other.pictures and not pictured.fit(other.pictures, plain.dump):
        return True
    if other.pictures and more < 0 and names == others:
        return True  # counts of beads in brackets were left out, say
    if not _several(plain.dump) and _several(other.read.dump):
        return True  # where one bead a box was read, the others may have been left out
    # The same total in each box may as well be a count of one of its beads.
    return other.told and (more % BOXES == 0 or len(set(map(len, _boxes(other.read.dump)))) > 1)


def _otherwise(lines: _Lines) -> Iterator[_Other]:
    """The boxes by pictures of three rows, without totals, and by pictures on their lines."""
    bare = [*totals.without(lines)]
    for block, found in enumerate(picture_blocks.usual(lines)):
        for other in _without_totals(found.lines, totals.without(found.lines)):
            # The totals may be in the headings of the pictures.
            told = other.told or any(totals.fit(some.totals, other.read.dump) for some in bare)
            yield _Other(other.read.by(block=block), told, found.pictures)
    yield from _without_totals(lines, bare)


def _without_totals(lines: _Lines, without: Iterable[totals.Without]) -> Iterator[_Other]:
    for bare in without:
        for other in _by_pictures(bare.lines):
            if totals.fit(bare.totals, other.read.dump):
                yield other._replace(read=other.read.by(total=bare.kind), told=True)
    yield from _by_pictures(lines)


def _by_pictures(lines: _Lines) -> Iterator[_Other]:
    if found := pictured.usual(lines):
        read = _in_usual_form(found.lines)
        if read.way:
            yield _Other(read.by(pictured=True), pictures=found.pictures)
    read = _in_usual_form(lines)
    if read.way:
        yield _Other(read)


@lru_cache(maxsize=_FORMS_KEPT)
def _in_usual_form(lines: _Lines) -> Read:
    lines, by = restated.usual(lines)
    read = _in_every_way(lines)
    return Read(read.dump, read.way and read.way._replace(restated=by))


def _in_every_way(lines: _Lines) -> Read:
    """The boxes in lines that are in the usual form."""
    for read in _all_boxes(forms.WITH_MARKS, Text(lines), _AS_PRINTED):
        return read
    lines = _plain(lines)
    first = _of_plain_lines(lines, _PLAIN)
    complete = first.dump is not None and are_boxes(first.dump)
    if complete and _several(first.dump):
        return first
    for spelling in (_UNFRAMED, _USUAL):
        spelled = _SPELLINGS[spelling](lines)
        if spelled is lines:
            continue
        other = _of_plain_lines(spelled, spelling)
        if other.dump is None or not are_boxes(other.dump):
            continue
        # Where one bead a box was read, the others may have been left out.
        if first.dump is None or not complete or _beads(other.dump) > _beads(first.dump):
            return other
    return first


@lru_cache(maxsize=_KEPT)
def _again(lines: _Lines, way: Way) -> Dump | None:
    lines = shares.again(lines, way.shares)
    if way.barred:
        lines = bars.without(lines) or lines
    if way.tidy:
        if not (boxes := tidy.usual(lines)):
            return None
        lines = boxes
    if way.coded:
        if not (numbered := codes.usual(lines)):
            return None
        lines = numbered
    if way.gridded is not None:
        if not (in_lines := grids.in_form(lines, way.gridded)):
            return None
        lines = in_lines.lines
    if way.joined:
        if not (joined := kind_lines.in_form(lines, way.joined)):
            return None
        lines = joined.lines
    if way.separated:
        found = separators.in_form(lines, way.separated)
        if not found:
            return None
        lines = found.lines
    if way.block is not None:
        blocks = itertools.islice(picture_blocks.usual(lines), way.block, None)
        lines = next((found.lines for found in blocks), lines)
    if way.total is not None:
        lines = next((bare.lines for bare in totals.without(lines, way.total)), lines)
    if way.pictured and (first := pictured.usual(lines)):
        lines = first.lines
    lines, _ = restated.usual(lines, way.restated)
    if way.spelling != _AS_PRINTED:
        lines = _plain(lines)
    spelled = _SPELLINGS[way.spelling](lines)
    for read in _all_boxes(way.forms, Text(spelled), way.spelling, way.place):
        return read.dump if _several(read.dump) else None
    return None


def _beads(dump: Dump | None) -> int:
    return sum(map(len, _boxes(dump)))


def _names(dump: Dump | None) -> set[str]:
    return {bead for box in _boxes(dump) for bead in box}


def _contents(dump: Dump | None) -> Counter[tuple[str, ...]]:
    """How many boxes hold the same beads."""
    return Counter(tuple(sorted(box)) for box in _boxes(dump))


def _several(dump: Dump | None) -> bool:
    """Whether a box has several beads."""
    return any(len(box) > 1 for box in _boxes(dump))


def _boxes(dump: Dump | None) -> Sequence[Sequence[str]]:
    return dump.boxes if dump else ()


def _of_plain_lines(lines: Sequence[str], spelling: int) -> Read:
    first: Dump | None = None
    doubtful: Dump | None = None
    text = Text(lines)
    for read in _all_boxes(forms.ROWS, text, spelling):
        return read
    for place, dump, boxes, sure in forms.seen(forms.WAYS, text):
        if len(dump.boxes) == BOXES:
            if are_boxes(dump):
                read = Read(dump, Way(spelling, forms.WAYS, place))
                return read if sure else _fuller(read, text, spelling)
            doubtful = doubtful or dump
            continue
        if len(dump.boxes) >= AT_LEAST:
            bare = all(box.text is not None for box in boxes)
            few = all(len(box) < _PAIR for box in dump.boxes)
            if (bare and len(boxes) > BOXES and few) or squares.is_of_squares(len(boxes)):
                dump = Dump(dump.boxes, sure=False)  # a line may well be a bead, or a square
            first = first or dump
    for last in (forms.RECORDS, forms.LABELLED):
        for read in _all_boxes(last, text, spelling):
            return read
    if (number := _numbered_otherwise(text)) is not None:
        return Read(Dump(((),) * number))
    if first and len({bead for beads in first.boxes for bead in beads}) > NAMES_AT_MOST:
        first = Dump(first.boxes, sure=False)  # too many names: lines of talk among them, say
    return Read(doubtful or first)


def _all_boxes(
    kind: Sequence[forms.Form], text: Text, spelling: int, only: forms.Place | None = None
) -> Iterator[Read]:
    """All boxes, as often as forms of this kind find them."""
    for place, dump, _, _ in forms.seen(kind, text, only):
        if are_boxes(dump):
            yield Read(dump, Way(spelling, kind, place))


def _numbered_otherwise(text: Text) -> int | None:
    """How many boxes there are, where each has lines of its own below its number, if not 304."""
    numbers = [found[1] for line in text.full if (found := _HEADER.match(line))]
    if len(numbers) == BOXES or not AT_LEAST <= len(numbers) <= len(text.full) // _PAIR:
        return None
    return len(numbers) if notations.are_in_order(numbers) else None


def _fuller(read: Read, text: Text, spelling: int) -> Read:
    """The reading that leaves the fewest beads out, of boxes that take several lines each."""
    if len(text.full) < _LINES_A_BOX * BOXES:
        return read
    others = _all_boxes(forms.RECORDS, text, spelling)
    return max([read, *others], key=lambda one: _beads(one.dump))


def _plain(lines: _Lines) -> _Lines:
    """The lines without the marks of lists and the stops of sentences."""
    return tuple(spellings.without_marks(spellings.without_stops(lines)))


def _same(lines: _Lines) -> _Lines:
    return lines


def _without_frame(lines: Sequence[str]) -> Sequence[str]:
    """The lines of a table, with plain bars between columns and none around them; else as given."""
    inner = [line.strip() for line in lines]
    framed = [len(i) > 1 and i[0] == i[-1] and i[0] in _BARS for i in inner]
    if sum(framed) < AT_LEAST or sum(framed) * 2 < len(lines):
        return lines
    plain = str.maketrans(dict.fromkeys(_BARS, "|"))
    return [i[1:-1].translate(plain) for i, f in zip(inner, framed, strict=True) if f]


_SPELLINGS: Final[Sequence[Callable[[_Lines], Sequence[str]]]] = (
    _same, _same, _without_frame, spellings.usual
)  # fmt: skip
_AS_PRINTED, _PLAIN, _UNFRAMED, _USUAL = range(len(_SPELLINGS))
"""The lines as they are, without marks, and of these without frames or in the usual spelling."""
