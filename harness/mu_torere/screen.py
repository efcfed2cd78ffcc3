"""How one program draws the board and names its nodes: the form in which its screen is read.

A form is the drawing with its nodes marked, three symbols, and what the human types for each node.
The square form of the challenge with `b`, `w`, `o` and the numbers 1-9 is the default.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import chain
from typing import Final

from harness.cells import HIDDEN_HALF
from harness.mu_torere.reading.loose_ends import End, Loose, ends, loose_ends
from harness.mu_torere.reading.picture import SQUARE, Drawing, trace
from harness.mu_torere.reading.spacing import closer_pictures
from harness.mu_torere.reading.stones import Content, Symbol, alike, typed_as, without_emphasis
from harness.mu_torere.reading.strokes import (
    ANYTHING,
    STRAY,
    Box,
    as_seen,
    dotted,
    of_columns,
    with_other_signs,
)
from harness.mu_torere.reading.wheel import Wheel, clockwise
from reference.mu_torere.rules import BLACK, EMPTY, NODES, START, WHITE, Node

UNREAD: Final = "?"  # in a placement: a node that shows none of the symbols
_NEARLY: Final = 10  # edges: so many tell what is wrong with the others
_LIKENESS: Final = 0.6  # so much of the drawing must be there for a misprint to count as a board
_PICTURES: Final = 64  # whose drawings are remembered
_MISPRINT_LINES: Final = 1000  # a flood is not searched to its end: 64 KiB of `yes` took seconds
_KINDS: Final = BLACK + WHITE + EMPTY


@dataclass(frozen=True)
class Form:
    """How one program prints and reads.

    `picture` marks each node with a letter or a digit of its own, as often as the stone is wide;
    `?` is a cell that does not count. `symbols` are for black, white and empty, written as
    `stones.Symbol` says. `numbers` are what the human types, for the marks of the picture in
    reading order; `prelude` is what he types before the first board. `exact` means: the
    challenge's own start, and nothing but boards on standard output; `clean_end`: status 0 and
    nothing on standard error once it has won. Raises ValueError for a picture that does not mark
    nine nodes, or symbols or numbers that are not three and nine.
    """

    picture: str = SQUARE
    symbols: Sequence[str] = _KINDS
    numbers: tuple[str, ...] = ()
    exact: bool = False
    clean_end: bool = False
    prelude: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        symbols = tuple(self.symbols)
        if len(set(symbols)) != 3 or len(symbols) != 3 or "" in symbols:
            told = ",".join(symbols)
            raise ValueError(f"symbols are three different ones, not {told}")
        if self.numbers and len(self.numbers) != len(NODES):
            raise ValueError(f"there are nine nodes to be numbered, not {len(self.numbers)}")
        object.__setattr__(self, "symbols", symbols)
        object.__setattr__(self, "picture", _trimmed(self.picture))
        object.__setattr__(self, "numbers", tuple(self.numbers) or tuple(self.drawing.marks))

    def __hash__(self) -> int:
        return hash(
            (self.picture, self.symbols, self.numbers, self.exact, self.clean_end, self.prelude)
        )

    @cached_property
    def rows(self) -> list[str]:
        """The rows of the picture."""
        return self.picture.split("\n")

    @property
    def _marks(self) -> Mapping[str, Box]:
        """The box of every mark. Raises ValueError unless nine are marked, each in one place."""
        return _marks_of(self.picture)

    @property
    def drawing(self) -> Drawing:
        """The traced picture: stroke by stroke, or edge by edge where the strokes do not touch."""
        return _traced(self.picture)

    @cached_property
    def nodes(self) -> tuple[Node, ...]:
        """The node at each mark of the picture, in reading order."""
        nodes = self.drawing.nodes()
        return tuple(nodes[mark] for mark in self.drawing.marks)

    @cached_property
    def boxes(self) -> tuple[Box, ...]:
        """Where each node 0-8 stands in the picture."""
        boxes = dict(zip(self.nodes, self._marks.values(), strict=True))
        return tuple(boxes[node] for node in NODES)

    @cached_property
    def plain_boards(self) -> dict[tuple[object, ...], str | None]:
        """Plain lines and a column, with the placement that was read there: kept by `Boards`."""
        return {}

    @cached_property
    def kinds(self) -> tuple[Symbol, Symbol, Symbol]:
        """The symbols for black, white and empty."""
        black, white, empty = map(Symbol.parse, self.symbols)
        return black, white, empty

    @cached_property
    def alike(self) -> tuple[str, str] | None:
        """Two symbols that look the same, if there are such."""
        found = alike(self.kinds)
        return None if found is None else (str(found[0]), str(found[1]))

    @cached_property
    def by_style(self) -> bool:
        """Whether colours tell the kinds apart."""
        return any(kind.style for kind in self.kinds)

    @cached_property
    def _by_emphasis(self) -> bool:
        """Whether bold, italic, blinking or underlined text is what tells some kind apart."""
        return any(kind.style != without_emphasis(kind.style) for kind in self.kinds)

    @cached_property
    def has_blank(self) -> bool:
        """Whether some kind shows a blank where another may show something."""
        width = max(box.width for box in self._marks.values())
        texts = [symbol.text or "" for symbol in self.kinds]
        return any(" " in text for text in texts) or (
            width > 1 and len({len(text) for text in texts}) > 1
        )

    @cached_property
    def number_of(self) -> Mapping[Node, str]:
        """What the human types for each node."""
        return dict(zip(self.nodes, self.numbers, strict=True))

    @cached_property
    def node_of(self) -> Mapping[str, Node]:
        """The node that each number means."""
        return dict(zip(self.numbers, self.nodes, strict=True))

    def to_json(self) -> dict[str, object]:
        """Plain values from which `from_json` makes the same form."""
        plain = all(len(symbol) == 1 for symbol in self.symbols)
        return {
            "picture": self.rows,
            "symbols": "".join(self.symbols) if plain else list(self.symbols),
            "numbers": list(self.numbers),
            "exact": self.exact,
            "clean_end": self.clean_end,
            **({"prelude": list(self.prelude)} if self.prelude else {}),
        }

    @classmethod
    def from_json(cls, values: Mapping[str, object]) -> "Form":
        """The form of `to_json`. Raises ValueError when a value is missing or of the wrong kind."""
        match values:
            case {
                "picture": [*rows],
                "symbols": str() | list() as symbols,
                "numbers": [*numbers],
                "exact": bool(exact),
                "clean_end": bool(clean_end),
            } if isinstance(prelude := values.get("prelude", []), list):
                picture = "\n".join(str(row) for row in rows)
                return _kept(
                    cls(picture, tuple(map(str, symbols)), tuple(map(str, numbers)), exact,
                        clean_end, tuple(map(str, prelude)))
                )  # fmt: skip
            case _:
                raise ValueError(f"not a form of Mu Torere: {values}")

    def text_of(self, node: Node, kind: str, width: int) -> str:
        """What a node of this kind shows."""
        return self.kinds[_KINDS.index(kind)].shown_at(self.number_of[node]).ljust(width)

    def draw(self, placement: str) -> str:
        """The board as the program is to print it, without colours."""
        if placement not in self._drawn:
            self._drawn[placement] = self._drawing_of(placement)
        return self._drawn[placement]

    @cached_property
    def _drawn(self) -> dict[str, str]:
        """The boards drawn so far: a few hundred at most are asked for."""
        return {}

    def _drawing_of(self, placement: str) -> str:
        rows = [list(row) for row in self.rows]
        for node, box in enumerate(self.boxes):
            rows[box.row][box.column : box.last + 1] = _columns(
                self.text_of(node, placement[node], box.width), box.width
            )
        return "\n".join("".join(row) for row in rows)

    def placement(self, contents: Sequence[Content]) -> str:
        """What nine nodes show, as a placement with `UNREAD` for what is none of the symbols."""
        return "".join(self._kind(node, *content) for node, content in enumerate(contents))

    def _kind(self, node: Node, text: str, style: str) -> str:
        text = text.replace("\0", "").rstrip()
        if self.by_style and not self._by_emphasis:
            style = without_emphasis(style)
        for symbol, kind in zip(self.kinds, _KINDS, strict=True):
            wanted = symbol.shown_at(self.number_of[node])
            shown = text.strip() if symbol.text is not None else typed_as(text.strip())
            if symbol.text is None and self._any_case:
                wanted, shown = wanted.lower(), shown.lower()
            if shown == wanted.strip() and (not self.by_style or style == symbol.style):
                return kind
        return UNREAD

    @cached_property
    def _any_case(self) -> bool:
        """Whether colours tell the kinds apart, so that a node's letter may be of either case."""
        names = {number.lower() for number in self.numbers}
        return len({kind.style for kind in self.kinds}) == 3 and len(names) == len(NODES)

    @cached_property
    def row_patterns(self) -> tuple[tuple[int, re.Pattern[str]], ...]:
        """For each row of the picture the number of its fixed cells, and what it must look like."""
        marked = {cell for box in self._marks.values() for cell in box.cells}
        own = {char for char in self.picture if not (char.isalnum() or char.isspace())}
        no_stroke = f"[^{re.escape(''.join(sorted(STRAY | own - {ANYTHING})))}]"
        patterns = []
        for r, row in enumerate(self.rows):
            wanted, fixed = "", 0
            half = ""  # a wide stroke, the second column of which comes next
            for c, char in enumerate(row):
                if (r, c) in marked or char == ANYTHING:
                    wanted += "."
                elif char == " ":
                    wanted += no_stroke
                elif char == half:
                    wanted, half = wanted + HIDDEN_HALF, ""
                else:
                    wanted += re.escape(char)
                    half = char if of_columns(char + HIDDEN_HALF) == char * 2 else ""
                    fixed += 1
            patterns.append((fixed, re.compile(wanted, re.DOTALL)))
        return tuple(patterns)

    @cached_property
    def anchor(self) -> int:
        """The row of the picture that has the most fixed cells: what to look for first."""
        patterns = self.row_patterns
        return max(range(len(patterns)), key=lambda row: patterns[row][0])

    @cached_property
    def width(self) -> int:
        """The columns of the picture."""
        return max(map(len, self.rows))

    def misprint(self, lines: Sequence[str]) -> str | None:
        """What is wrong with the most board-like part of these lines, which show no whole board.

        None when nothing in the first thousand looks like a board.
        """
        best: tuple[float, str | None] = _LIKENESS - 0.01, None
        lines = [of_columns(line.rstrip()) for line in lines[:_MISPRINT_LINES]]
        for top in range(len(lines)):
            window = (lines[top : top + len(self.rows)] + [""] * len(self.rows))[: len(self.rows)]
            for left in _lefts(self.rows, window):
                wrong = self._wrong(window, left)
                alike = 1 - len(wrong) / len(self._inked)
                if alike > best[0]:
                    fault = self._told(wrong[0], window, left) if wrong else None
                    loose = next(self.loose_ends(lines, top, left), None)
                    best = alike, fault or (loose and loose.told)
        return best[1]

    def nearly_at(self, window: Sequence[str]) -> list[tuple[int, int]]:
        """Where these lines, as many as the drawing has, are nearly a board, the likeliest first.

        Each with how many signs are wrong there, and the column.
        """
        wrong = [(len(self._wrong(window, left)), left) for left in _lefts(self.rows, window)]
        most = (1 - _LIKENESS) * len(self._inked)
        return sorted((signs, left) for signs, left in wrong if signs <= most)

    @cached_property
    def _inked(self) -> Sequence[tuple[int, int, str]]:
        """The row, column and sign of every stroke and of every cell of a node."""
        return [(r, c, char) for r, row in enumerate(self.rows) for c, char in enumerate(row)
                if char not in (" ", ANYTHING)]  # fmt: skip

    def _wrong(self, window: Sequence[str], left: int) -> list[tuple[int, int, str]]:
        return [sign for sign in self._inked if self._is_wrong(sign, window, left)]

    def loose_ends(self, lines: Sequence[str], top: int, left: int) -> Iterator[Loose]:
        """The strokes that lead away from the board in this row and column."""
        return loose_ends(self._ends, lines, top, left)

    @cached_property
    def _ends(self) -> tuple[End, ...]:
        return ends(self.boxes, self.rows)

    def _is_wrong(self, sign: tuple[int, int, str], window: Sequence[str], left: int) -> bool:
        """Whether a stroke is not where it is to be, or a node shows what no node can."""
        r, c, char = sign
        seen = window[r][left + c] if left + c < len(window[r]) else " "
        box = self._marks.get(char) if char.isalnum() else None
        if box is None:
            return seen != char
        texts = {symbol.text for symbol in self.kinds}
        if box.width == 1 and not self.by_style and None not in texts:
            return seen not in texts
        blank = not window[r][left + box.column : left + box.last + 1].strip()
        return blank and not self.has_blank

    def _told(self, wrong: tuple[int, int, str], window: Sequence[str], left: int) -> str:
        """The first sign of a board that is not as it is to be, and the line that it is in."""
        r, c, char = wrong
        if not window[r].strip():
            right = self.draw(START.placement).split("\n")[r].rstrip()
            return f"line {r + 1} of a board is blank, and is to be as {right!r}"
        wanted = repr(char)
        if any(box.row == r and box.column <= c <= box.last for box in self.boxes):
            wanted = "a stone or an empty node"
        seen = as_seen(window[r][left + c : left + c + 1])
        found = "nothing" if not seen else "a blank" if seen == " " else repr(seen)
        return f"line {r + 1} of a board is {as_seen(window[r])!r}: {found} in place of {wanted}"


@lru_cache(maxsize=64)
def _kept(form: Form) -> Form:
    """The first form that equals this one: what a form works out once serves all its games."""
    return form


def _lefts(rows: Sequence[str], window: Sequence[str]) -> set[int]:
    """The columns in which a board with these rows may begin in a window."""
    found = {0}
    for row, line in zip(rows, window, strict=True):
        if line.strip():
            indent = len(line) - len(line.lstrip())
            found.add(indent - (len(row) - len(row.lstrip())))
            found.add(len(line) - len(row))
    return {left for left in found if left >= 0}


def _columns(text: str, width: int) -> list[str]:
    """A stone's text over its columns: a wide character leaves the next column empty."""
    cells = list(text[:width])
    if len(text.strip()) < width and any(ord(c) > 0x1100 for c in text):
        cells = [text.strip(), *[""] * (width - 1)]
    return (cells + [" "] * width)[:width]


@lru_cache(maxsize=_PICTURES)
def _marks_of(picture: str) -> Mapping[str, Box]:
    """The box of every mark of a picture."""
    boxes: dict[str, Box] = {}
    for r, row in enumerate(picture.split("\n")):
        for found in re.finditer(r"([^\W_])\1*", row):
            if found[1] in boxes:
                raise ValueError(f"a picture marks a node with {found[1]!r} in two places")
            boxes[found[1]] = Box(r, found.start(), len(found[0]))
    if len(boxes) != len(NODES):
        marks = "".join(boxes)
        raise ValueError("a picture marks the nine nodes with nine different letters or digits,"
                         f" not {marks!r}")  # fmt: skip
    return boxes


@lru_cache(maxsize=_PICTURES)
def _traced(picture: str) -> Drawing:
    """The drawing of a picture, which many forms share: they differ in their numbers alone."""
    drawings = (_traced_lines(closer) for closer in (picture, *closer_pictures(picture)))
    first = next(drawings)
    if not first.faults:
        return first
    return next((drawing for drawing in drawings if not drawing.faults), first)


def _traced_lines(picture: str) -> Drawing:
    marked, printed = _marks_of(picture), picture.split("\n")
    marks = "".join(marked)
    wheel, names = _wheel(marked, printed)
    if wheel is not None and not wheel.right:
        plain = _wheel(marked, printed, beside=False)
        bent = replace(wheel, bent=True)
        others = chain([plain], _redrawn(marked, printed), [(bent, names)])
        right = (other for other in others if other[0] is not None and other[0].right)
        wheel, names = next(right, (wheel, names))
    if wheel is not None and wheel.right:
        edges = (frozenset(names[node] for node in pair) for pair in wheel.edges)
        return Drawing(marks, frozenset(edges), ())
    if wheel is not None and bent.drawn:
        return Drawing(marks, frozenset(), tuple(bent.faults(names)))
    narrow = all(box.width == 1 for box in marked.values())
    traced = trace(picture.replace(ANYTHING, " ")) if narrow else None
    if traced is not None and (not traced.faults or wheel is None):
        return traced
    faults = ("its strokes do not draw the sixteen edges",)
    if wheel is not None and wheel.drawn >= _NEARLY:
        return Drawing(marks, frozenset(), tuple(wheel.faults(names)))
    return traced or Drawing(marks, frozenset(), faults)


def _redrawn(
    marks: Mapping[str, Box], printed: Sequence[str]
) -> Iterator[tuple[Wheel | None, tuple[str, ...]]]:
    """The marks as wheels whose strokes are dots, or of a sign that is no usual stroke."""
    for rows in chain(dotted(printed), with_other_signs(printed)):
        wheel, names = _wheel(marks, rows)
        if wheel is not None and wheel.is_redrawn_evenly(printed):
            yield wheel, names


def _wheel(
    marks: Mapping[str, Box], rows: Sequence[str], beside: bool = True
) -> tuple[Wheel | None, tuple[str, ...]]:
    """The marks as a wheel, and the marks of its nodes 0-8; None where they are no wheel.

    With `beside` the cells next to a mark that do not count belong to its node.
    """
    names = list(marks)
    boxes = [_with_neighbours(box, rows) if beside else box for box in marks.values()]
    order = clockwise(boxes)
    if order is None:
        return None, ()
    plain = [row.replace(ANYTHING, " ") for row in rows]
    return Wheel(tuple(boxes[i] for i in order), plain), tuple(names[i] for i in order)


def _with_neighbours(box: Box, rows: Sequence[str]) -> Box:
    """The box with the cells beside it that do not count: a stroke may end at the node's number."""
    row, first, last = rows[box.row], box.column, box.last
    while first > 0 and row[first - 1] == ANYTHING:
        first -= 1
    while last + 1 < len(row) and row[last + 1] == ANYTHING:
        last += 1
    return Box(box.row, first, last - first + 1)


def _trimmed(picture: str) -> str:
    rows = [row.rstrip() for row in picture.split("\n")]
    while rows and not rows[0]:
        rows.pop(0)
    while rows and not rows[-1]:
        rows.pop()
    return "\n".join(rows)
