"""What a first print says of a form that nobody has declared: the drawing, the stones, the numbers.

The drawing and the stones are read from the screen; who is black, and how the nodes are numbered,
may be left open: then there are several forms, the likeliest first, and `trial` plays them.
"""

import re
import shlex
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, TypeAlias

from harness.cells import HIDDEN_HALF
from harness.mu_torere.reading.boards import torn
from harness.mu_torere.reading.frames import unframed, unsided
from harness.mu_torere.reading.lattice import right_wheels, wheels
from harness.mu_torere.reading.numbering import (
    legend,
    listed,
    offsets,
    round_about,
    seldom,
    squared,
    usual,
)
from harness.mu_torere.reading.picture import SQUARE
from harness.mu_torere.reading.places import named
from harness.mu_torere.reading.spacing import closer
from harness.mu_torere.reading.stones import (
    Content,
    Stones,
    Symbol,
    colourings,
    labels_of,
    looks,
    readings,
    typed_as,
)
from harness.mu_torere.reading.strokes import (
    ANYTHING,
    DOT,
    Box,
    at,
    dotted,
    of_columns,
    with_other_signs,
)
from harness.mu_torere.reading.wheel import SQUARE_SHAPE, Wheel, reading_order, shape
from harness.mu_torere.screen import Form
from harness.screen import Line, Snapshot
from reference.mu_torere.rules import NODES, PUTAHI, STONES_A_SIDE, Node

_MOST_FORMS: Final = 1500
_LATE: Final = 8  # numberings before a colouring that looks less likely
_MARKS: Final = "123456789"
_COLOURED: Final = "\x01"  # in a row: a blank on a coloured ground
_IN_SQUARE: Final = [Box(row, column, 1) for row in (0, 2, 4) for column in (0, 2, 4)]


Colouring: TypeAlias = tuple[Symbol, Symbol, Symbol]  # for black, white and empty
_Numbered: TypeAlias = tuple[str, Stones, list[tuple[str, ...]]]  # a picture and its numberings


@dataclass(frozen=True, slots=True)
class Hints:
    """The declared parts of a form; the reader infers the others."""

    symbols: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()
    exact: bool = False
    clean_end: bool = False
    prelude: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Guess:
    """Forms that a print may have. `sure`: the print itself shows the nodes' numbers."""

    forms: tuple[Form, ...]
    sure: bool = False

    @property
    def faulty(self) -> bool:
        """Whether the only form is that of a misdrawn board."""
        return len(self.forms) == 1 and bool(self.forms[0].drawing.faults or self.forms[0].alike)


def guess(snapshot: Snapshot, hints: Hints) -> Guess | None:
    """The forms that this screen may be read in; None where nothing looks like a board."""
    found = _guess(snapshot, hints)
    if found is not None and not found.faulty:
        return found
    for way in closer(snapshot):
        spaced = _guess(way.snapshot, hints)
        if spaced is not None and not spaced.faulty:
            forms = [replace(form, picture=way.spaced(form.picture)) for form in spaced.forms
                     if way.may_space(form.picture)]  # fmt: skip
            if forms:
                return replace(spaced, forms=tuple(forms))
    return found


def _guess(snapshot: Snapshot, hints: Hints) -> Guess | None:
    found: list[Wheel] = []
    for rows, look in ((rows, look) for rows in _views(snapshot) for look in _LOOKS):
        seen = [wheel for wheel in look(rows) if wheel.within and not _torn(snapshot, wheel)]
        found += seen
        candidates = _with_stones(snapshot, [wheel for wheel in seen if wheel.right])
        if candidates:  # else what is right may be a legend, whose strokes are others
            right = [wheel for wheel in found if wheel.right]
            return _forms(snapshot, _likeliest(candidates), right, hints)
    if any(_of_signs([_inked(line) for line in snapshot.lines], "Il?")):  # no picture declares them
        return None
    for wheel in found:
        if not labels_of([text for text, _ in _contents(snapshot, wheel)]):
            return _misdrawn(snapshot, wheel, hints)
    return None


def _views(snapshot: Snapshot) -> Iterator[list[str]]:
    """The rows in which a board is looked for, the likeliest first: the others are seldom needed.

    With and without marks for coloured blanks, with and without what stands round a board.
    """
    printed = [_inked(line) for line in snapshot.lines]
    plain = [of_columns(line.text) for line in snapshot.lines]
    ways = [printed] if plain == printed else [printed, plain]
    marks = Counter("".join(row.strip() for row in printed))
    if marks[_COLOURED] > marks[" "]:  # a coloured ground, which tells nothing of single nodes
        ways.reverse()
    for rows in ways:
        yield rows
        yield from unsided(rows)


def _likeliest(candidates: list[tuple[int, Wheel, Stones]]) -> list[tuple[Wheel, Stones]]:
    candidates.sort(key=lambda candidate: candidate[0])
    least = candidates[0][0]
    return [(wheel, stones) for doubt, wheel, stones in candidates if doubt <= least + 12]


def _with_stones(snapshot: Snapshot, right: Sequence[Wheel]) -> list[tuple[int, Wheel, Stones]]:
    """These boards with the stones that they may show, and how doubtful each reading is."""
    return [
        (_doubt(stones) + rank, wheel, stones)
        for wheel in right
        for rank, stones in enumerate(
            readings(wheel.boxes[0].width, partial(_contents, snapshot, wheel))
        )
    ]


def _torn(snapshot: Snapshot, wheel: Wheel) -> bool:
    """Whether some rows of a board have double width and others do not."""
    return torn([snapshot.lines[row] for row in wheel.hull[0]])


def _of_frames(rows: Sequence[str]) -> Iterator[Wheel]:
    """Boards whose nodes stand in frames, with the rows as printed."""
    for changed in unframed(rows):
        yield from (replace(wheel, printed=rows) for wheel in right_wheels(changed))


def _of_dots(rows: Sequence[str]) -> Iterator[Wheel]:
    """Boards with dotted strokes, with the rows as printed."""
    found: dict[tuple[Box, ...], Wheel] = {}
    for changed in dotted(rows):
        for wheel in right_wheels(changed):
            dots = not _has_dots(wheel) and _is_dotted(wheel)
            if dots and wheel.is_redrawn_evenly(rows):
                found.setdefault(wheel.boxes, replace(wheel, printed=rows))
    yield from found.values()


def _of_signs(rows: Sequence[str], letters: str = "") -> Iterator[Wheel]:
    """Boards with strokes of an unusual sign, or of letters, with the rows as printed."""
    for changed in with_other_signs(rows, letters):
        yield from (replace(wheel, printed=rows) for wheel in right_wheels(changed)
                    if wheel.is_redrawn_evenly(rows))  # fmt: skip


_LOOKS: Final[tuple[Callable[[Sequence[str]], Iterable[Wheel]], ...]] = (
    wheels,
    _of_frames,
    _of_dots,
    _of_signs,
)


def _has_dots(wheel: Wheel) -> bool:
    """Whether a dot of a stroke is taken for a part of a node."""
    return any(DOT in wheel.rows[box.row][box.column : box.last + 1]
               for box in wheel.boxes)  # fmt: skip


def _is_dotted(wheel: Wheel) -> bool:
    """Whether the edges of some directions are all dotted, and of the others none: no misprint."""
    drawn: dict[str, set[bool]] = defaultdict(set)
    for (one, other), strokes in wheel.edges.items():
        ends = wheel.boxes[one], wheel.boxes[other]
        level, upright = ends[0].row == ends[1].row, ends[0].middle == ends[1].middle
        direction = "level" if level else "upright" if upright else "slanted"
        cells = strokes.cells if strokes else ()
        drawn[direction].add(any(at(wheel.rows, *cell) == DOT for cell in cells))
    return sorted(map(len, drawn.values()))[-1] == 1 and {True} in drawn.values()


def _doubt(stones: Stones) -> int:
    doubt = 0 if stones.counts == (4, 4, 1) else 60
    return doubt + (0 if stones.is_start else 20) + (0 if stones.placement[PUTAHI] == 2 else 10)


def _contents(
    snapshot: Snapshot, wheel: Wheel, offset: int = 0, size: int | None = None
) -> list[Content]:
    """The contents of every box of a wheel, whole or of some columns."""
    lines = snapshot.lines
    return [lines[b.row].content(b.column + offset, size or b.width) for b in wheel.boxes]


def _forms(
    snapshot: Snapshot, near: Sequence[tuple[Wheel, Stones]], right: Sequence[Wheel], hints: Hints
) -> Guess | None:
    forms: dict[Form, None] = {}
    sure = bool(hints.numbers)
    said = [line.text for line in snapshot.lines]
    common: list[_Numbered] = []
    rare: list[_Numbered] = []

    def add(picture: str, stones: Stones, numberings: Sequence[tuple[str, ...]]) -> None:
        for numbers, colouring in _pairs(numberings, colourings(stones)):
            symbols = tuple(map(str, colouring))
            if not hints.symbols or _agree(symbols, hints.symbols):
                form = Form(picture, symbols, numbers, hints.exact, hints.clean_end, hints.prelude)
                forms[form] = None

    for wheel, stones in near:
        order = reading_order(wheel)
        picture = picture_of(wheel, stones)
        shown = _shown_numbers(snapshot, wheel, right)
        if hints.numbers:
            numberings: list[tuple[str, ...]] = [hints.numbers]
        elif stones.labels:
            numberings, sure = _in_cases(stones.labels[node] for node in order), True
        else:
            places = [_within(wheel, node) for node in order]
            numberings = list(dict.fromkeys([
                *shown, *usual(order, shape(wheel)), *listed(said), *offsets(picture, places),
                *(offsets(SQUARE, _IN_SQUARE) if shape(wheel) == SQUARE_SHAPE else ()),
            ]))  # fmt: skip
            sure = sure or bool(shown)
            others = list(seldom(order, shape(wheel)))
            rare.append((picture, stones, _with_own(snapshot, wheel, stones, others)))
            add(picture, stones, _with_own(snapshot, wheel, stones, shown))
        if not stones.labels:
            numberings = _with_own(snapshot, wheel, stones, numberings)
        common.append((picture, stones, numberings))
    for picture, stones, numberings in [*common, *rare]:  # after what is shown, in every reading
        add(picture, stones, numberings)
    return Guess(tuple(forms)[:_MOST_FORMS], sure) if forms else None


def _with_own(
    snapshot: Snapshot, wheel: Wheel, stones: Stones, numberings: Sequence[tuple[str, ...]]
) -> list[tuple[str, ...]]:
    """The numberings that the nodes agree with which show their own numbers."""
    own = {place: _content(snapshot, wheel, stones, node)
           for place, node in enumerate(reading_order(wheel))
           if stones.symbols[stones.placement[node]].text is None}  # fmt: skip
    cased = any(symbol.case or symbol.style for symbol in stones.symbols)
    return [n for n in numberings if all(
        n[place] == text or (cased and n[place].lower() == text.lower())
        for place, text in own.items())]  # fmt: skip


def _in_cases(labels: Iterable[str]) -> list[tuple[str, ...]]:
    """The labels as they may be typed: those of some stones may be capitals, of others not."""
    shown = tuple(labels)
    lower, upper = (tuple(map(case, shown)) for case in (str.lower, str.upper))
    if len({*lower}) < len(shown):
        return [shown]
    first = [shown] if shown in (lower, upper) else []
    return list(dict.fromkeys([*first, lower, upper, shown]))


def _pairs(
    numberings: Sequence[tuple[str, ...]], ways: Sequence[Colouring]
) -> Iterator[tuple[tuple[str, ...], Colouring]]:
    """Every numbering with every colouring, the likeliest pairs first.

    A less likely colouring starts `_LATE` numberings later, with the usual numberings still first.
    """
    late = 0 if len({looks(way) for way in ways}) == 1 else _LATE
    ranked = [(number + late * rank, rank, numbers, way) for rank, way in enumerate(ways)
              for number, numbers in enumerate(numberings)]  # fmt: skip
    for _, _, numbers, way in sorted(ranked, key=lambda pair: pair[:2]):
        yield numbers, way


def _within(wheel: Wheel, node: int) -> Box:
    """The box of a node, within the board."""
    rows, columns = wheel.hull
    box = wheel.boxes[node]
    return box._replace(row=box.row - rows.start, column=box.column - columns.start)


def _agree(found: Sequence[str], wanted: Sequence[str]) -> bool:
    return [symbol.strip() for symbol in found] == [symbol.strip() for symbol in wanted]


def _inked(line: Line) -> str:
    """The text of a line, with a mark for every blank that its background colour makes visible."""
    if not line.cells:
        return line.text
    return "".join(
        _COLOURED if char == " " and line.content(column, 1)[1] else char
        for column, char in enumerate(of_columns(line.text))
    )


def _content(snapshot: Snapshot, wheel: Wheel, stones: Stones, node: Node) -> str:
    """What the stone's columns of a node show."""
    box = wheel.boxes[node]
    text, _ = snapshot.lines[box.row].content(box.column + stones.offset, stones.width)
    return typed_as(text.strip())


def _shown_numbers(
    snapshot: Snapshot, wheel: Wheel, right: Sequence[Wheel]
) -> list[tuple[str, ...]]:
    """Numbers that the print shows apart from the board: on a second drawing, or in rows."""
    found = []
    for other in right:
        labels = labels_of([text for text, _ in _contents(snapshot, other)])
        if labels and _beside(other, wheel) and shape(other) == shape(wheel):
            found.append(tuple(labels[node] for node in reading_order(other)))
    if labels := round_about([line.text for line in snapshot.lines], wheel):
        found.append(tuple(labels[node] for node in reading_order(wheel)))
    if by_place := named([line.text for line in snapshot.lines]):
        order, rank = reading_order(wheel), shape(wheel)
        found.append(by_place if rank == SQUARE_SHAPE else squared(by_place, order, rank))
    rows, columns = wheel.hull
    lines = [
        line.text if number not in rows else line.text[: columns.start].ljust(columns.start)
        + " " * len(columns) + line.text[columns.stop :]
        for number, line in enumerate(snapshot.lines)
    ]  # fmt: skip
    rank = shape(wheel)
    if beside := legend(lines, rank):
        found.append(beside)
    elif rank != SQUARE_SHAPE and (beside := legend(lines, SQUARE_SHAPE)):
        found.append(squared(beside, reading_order(wheel), rank))
    return found


def _beside(one: Wheel, other: Wheel) -> bool:
    """Whether two boards stand in different places."""
    rows, columns = one.hull
    other_rows, other_columns = other.hull
    return not (range(max(rows[0], other_rows[0]), min(rows[-1], other_rows[-1]) + 1)
                and range(max(columns[0], other_columns[0]),
                          min(columns[-1], other_columns[-1]) + 1))  # fmt: skip


def picture_of(wheel: Wheel, stones: Stones | None) -> str:
    """The picture that declares this wheel: marks, strokes, and `?` for what does not count."""
    rows, columns = wheel.hull
    cells = {}
    for row in rows:
        for column in columns:
            char = at(wheel.printed or wheel.rows, row, column)
            if (row, column) in wheel.strokes:
                cells[(row, column)] = char
            elif char != " ":
                cells[(row, column)] = ANYTHING
    for mark, node in zip(_MARKS, reading_order(wheel), strict=True):
        box = wheel.boxes[node]
        first, width = (stones.offset, stones.width) if stones else (0, box.width)
        for offset in range(box.width):
            cells[(box.row, box.column + offset)] = ANYTHING
        for offset in range(first, first + width):
            cells[(box.row, box.column + offset)] = mark
    return "\n".join(
        "".join(cells.get((row, column), " ") for column in columns).rstrip() for row in rows
    )


def _misdrawn(snapshot: Snapshot, wheel: Wheel, hints: Hints) -> Guess | None:
    """The form of a board whose drawing is wrong, or whose stones cannot be told apart."""
    contents = _contents(snapshot, wheel)
    kinds = list(dict.fromkeys(contents))
    if wheel.right:
        if len(kinds) > 2:
            return None
        form = Form(picture_of(wheel, None), _indistinct(contents), prelude=hints.prelude)
        return Guess((form,))
    rows, columns = wheel.hull
    marked = {
        (wheel.boxes[node].row, wheel.boxes[node].column + offset): mark
        for mark, node in zip(_MARKS, reading_order(wheel), strict=True)
        for offset in range(wheel.boxes[node].width)
    }
    if len(set(marked.values())) != len(NODES):
        return None
    picture = "\n".join(
        "".join(marked.get((row, c)) or _unmarked(wheel, row, c) for c in columns) for row in rows
    )
    form = Form(picture, hints.symbols or "bwo", prelude=hints.prelude)
    return Guess((form,)) if form.drawing.faults else None


def _indistinct(contents: Sequence[Content]) -> tuple[str, str, str]:
    """The symbols of a board that shows one or two kinds: blanks tell apart what nobody can."""
    kinds = Counter(text.replace(HIDDEN_HALF, "") for text, _ in contents).most_common()
    most, times = kinds[0]
    if len(kinds) == 1:
        return most, f"{most} ", f"{most}  "
    if times >= 2 * STONES_A_SIDE:
        return most, f"{most} ", kinds[1][0]
    return kinds[1][0], most, f"{most} "


def _unmarked(wheel: Wheel, row: int, column: int) -> str:
    char = at(wheel.rows, row, column)
    if (row, column) in wheel.strokes:
        return char
    return ANYTHING if char.isalnum() or char in (HIDDEN_HALF, "_") else char


def options(form: Form) -> str:
    """The options that declare this form, to be pasted into a shell."""
    words = []
    if form.picture != SQUARE:
        words.append(f"--picture {quoted(form.picture)}")
    symbols = "".join(form.symbols)
    if any(len(symbol) > 1 for symbol in form.symbols):
        symbols = ",".join(form.symbols)
    if symbols != "bwo":
        words.append(f"--symbols {quoted(symbols)}")
    if form.numbers != tuple(form.drawing.marks):
        words.append(f"--numbers {quoted(','.join(form.numbers))}")
    if form.prelude:
        words.append(f"--prelude {quoted(','.join(form.prelude))}")
    words += ["--exact"] if form.exact else []
    words += ["--clean-end"] if form.clean_end else []
    return " ".join(words)


def quoted(text: str) -> str:
    """A word for a shell in one line: bash, zsh and ksh know `$'...'`."""
    if "\n" not in text:
        return shlex.quote(text)
    escaped = re.sub(r"[\\']", lambda found: "\\" + found[0], text).replace("\n", "\\n")
    return f"$'{escaped}'"
