"""The screen of a terminal: what a person sees of a program's output, moment by moment.

`Display` takes the output piece by piece and calls `look` before anything visible disappears, so
that whoever looks sees everything that ever stood whole on the screen. What a program prints
without a control character or a wide one is kept as lines of text, which is ten times faster;
everything else goes through `emulator.Emulator`.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from harness.cells import BLANK, HIDDEN_HALF, Cell
from harness.emulator import Emulator

_PLAIN: Final = re.compile(r"(?:[ -~\u2500-\u257f\u2580-\u259f]|\r?\n)*")
_LARGEST: Final = 1000  # rows or columns
_KEPT_LINES: Final = 4  # screens of plain lines that are kept before the oldest are let go


class Size(NamedTuple):
    """Rows and columns of a terminal."""

    rows: int
    columns: int


_DRIVER: Final = frozenset({"echo", "crlf", "errors"})
_WIDE: Final = Size(50, 500)  # 80 columns would wrap a program that asks for the width


@dataclass(frozen=True, slots=True)
class TerminalKind:
    """What a program's terminal is like: its size, and what its driver does.

    `echo`: it shows what is typed. `returns`: it passes line feeds on as they are, and the screen
    takes each as the begin of a new line; otherwise it puts a carriage return before every one.
    `errors`: standard error goes to it as well, as in a shell.
    """

    size: Size = _WIDE
    echo: bool = False
    returns: bool = True
    errors: bool = False

    def __str__(self) -> str:
        words = [f"{self.size.rows}x{self.size.columns}"]
        words += ["echo"] if self.echo else []
        words += [] if self.returns else ["crlf"]
        return " ".join([*words, "errors"] if self.errors else words)

    @classmethod
    def parse(cls, text: str) -> "TerminalKind":
        """The kind that `str` made this text of. Raises ValueError."""
        size, *words = text.split()
        rows, cross, columns = size.partition("x")
        if not (rows.isdecimal() and cross and columns.isdecimal()) or {*words} - _DRIVER:
            raise ValueError(f"not a kind of terminal: {text!r}")
        if not (0 < int(rows) <= _LARGEST and 0 < int(columns) <= _LARGEST):
            raise ValueError(f"no terminal is as large as {size}")
        return cls(Size(int(rows), int(columns)), "echo" in words, "crlf" not in words,
                   "errors" in words)  # fmt: skip


class Line(NamedTuple):
    """One row: a character for every column up to the last that is not blank.

    Columns under the right half of a wide character hold `HIDDEN_HALF`, and invisible text is
    blank. `cells` are those of the emulator, by column; a plain line has none, and one stamp.
    """

    text: str
    stamp: int  # of the whole line, where it has no cells
    cells: Mapping[int, Cell]
    doubled: bool = False  # whether its characters are of double width

    def content(self, first: int, width: int) -> tuple[str, str]:
        """What stands in some columns: the text, and its styles one after another ('': none)."""
        if not self.cells:
            return self.text[first : first + width].ljust(width), ""
        cells = [self.cells.get(column, BLANK) for column in range(first, first + width)]
        styles = [cell.style for cell in cells if cell.text != HIDDEN_HALF]
        text = "".join(cell.text for cell in cells)
        inked = {cell.style for cell in cells if cell.text not in (" ", HIDDEN_HALF)} or {*styles}
        if len(inked) == 1:
            return text, inked.pop()
        return text, ",".join(style or "plain" for style in styles)

    def written(self, column: int) -> int:
        """The stamp of a cell: later ones are greater; 0 when nothing was ever written there."""
        if not self.cells:
            return self.stamp
        return self.cells.get(column, BLANK).stamp


_NO_CELLS: Final[Mapping[int, Cell]] = {}
_BLANK_LINE: Final = Line("", 0, _NO_CELLS)


class Snapshot(NamedTuple):
    """The screen at one moment."""

    lines: list[Line]
    scrolled: int  # lines that have left the screen at its top
    changed: range  # rows that changed since the last look, and perhaps others


Look = Callable[[Snapshot], None]


class Display:
    """A terminal's screen of this size, fed with what a program prints.

    `returns` says that a line feed alone also returns to the first column, as it does where the
    terminal driver rewrites nothing. `margin` is the most rows that anyone looks for at once, and
    `at_moves` asks for a look before every move of the cursor as well: where a blank means
    something, a blank can be overwritten without a trace.
    """

    def __init__(
        self,
        size: Size,
        look: Look,
        *,
        returns: bool = False,
        margin: int = 0,
        at_moves: bool = False,
    ) -> None:
        self._size, self._look, self._returns = size, look, returns
        self._margin, self._at_moves = min(margin, size.rows), at_moves
        self._lines: list[str] = [""]
        self._whole: list[Line] = []  # the same, but the last, as they are shown
        self._let_go = 0
        self._changed_from = 0  # the first plain line not yet looked at
        self._emulator: Emulator | None = None

    def feed(self, text: str) -> None:
        """Take what the program has printed; a sequence may go on in the next piece."""
        if self._emulator is None:
            plain = _PLAIN.match(text)
            end = plain.end() if plain else 0
            if end and text[end - 1] == "\r" and end < len(text):
                end -= 1
            if end == len(text) and self._take_plain(text):
                return
            self._emulator = self._emulated()
        self._emulator.feed(text)

    @property
    def at_line_start(self) -> bool:
        """Whether the cursor stands in the first column."""
        if self._emulator is not None:
            return bool(self._emulator.cursor.x == 0)
        return not self._lines[-1]

    @property
    def cursor(self) -> tuple[int, int]:
        """Row and column of the cursor, both from 0."""
        if self._emulator is not None:
            at = self._emulator.cursor
            return at.y, min(at.x, self._size.columns - 1)
        return min(len(self._lines), self._size.rows) - 1, len(self._lines[-1])

    def snapshot(self, *, keep: bool = False) -> Snapshot:
        """The screen now. With `keep`, the same changes are reported again next time."""
        if self._emulator is not None:
            rows, changed = self._emulator.take(keep=keep)
            return Snapshot([Line(*row) for row in rows], self._emulator.scrolled, changed)
        first = max(0, len(self._lines) - self._size.rows)
        lines = [*self._whole[first:], self._newest]
        changed = range(max(0, self._changed_from - first), len(lines))
        lines += [_BLANK_LINE] * (self._size.rows - len(lines))
        if not keep:
            self._changed_from = len(self._lines) - 1
        return Snapshot(lines, self._let_go + first, changed)

    @property
    def _newest(self) -> Line:
        """The last plain line, which may grow."""
        return Line(self._lines[-1].rstrip(), self._let_go + len(self._lines), _NO_CELLS)

    def _take_plain(self, text: str) -> bool:
        """Whether the text could be taken as plain lines; nothing is taken if not."""
        if "\r" in text or not self._returns:
            if "\r" in text.replace("\r\n", "") or (
                not self._returns and "\n" in text.replace("\r\n", "")
            ):
                return False
            text = text.replace("\r\n", "\n")
        added = text.split("\n")
        widest = max(len(self._lines[-1]) + len(added[0]), *map(len, added))
        if widest > self._size.columns:
            return False
        self._lines[-1] += added[0]
        if self._has_room_for(len(added) - 1):
            stamp = self._let_go + len(self._lines)
            lines = [self._lines[-1], *added[1:]]
            self._whole += [
                Line(line.rstrip(), number, _NO_CELLS)
                for number, line in enumerate(lines[:-1], stamp)
            ]
            self._lines += lines[1:]
            return True
        for line in added[1:]:
            self._scroll_plain()
            self._whole.append(self._newest)
            self._lines.append(line)
        return True

    def _has_room_for(self, more: int) -> bool:
        """Whether so many lines more need no look before them, and none to be let go."""
        last = len(self._lines) + more - 1  # lines there are when the last of them is added
        top = last - self._size.rows
        seen = top < 0 or self._changed_from - top >= self._margin
        return seen and last <= _KEPT_LINES * self._size.rows

    def _scroll_plain(self) -> None:
        """Have a look before lines that nobody has seen come near the top and leave."""
        top = max(0, len(self._lines) - self._size.rows)
        if len(self._lines) >= self._size.rows and self._changed_from - top < self._margin:
            self._look(self.snapshot())
        if len(self._lines) > _KEPT_LINES * self._size.rows:
            cut = len(self._lines) - self._size.rows
            del self._lines[:cut], self._whole[:cut]
            self._let_go += cut
            self._changed_from = max(0, self._changed_from - cut)

    def _emulated(self) -> Emulator:
        def look() -> None:
            self._look(self.snapshot())

        first = max(0, len(self._lines) - self._size.rows)
        emulator = Emulator(
            self._size.rows,
            self._size.columns,
            look,
            returns=self._returns,
            margin=self._margin,
            at_moves=self._at_moves,
        )
        emulator.begin(
            self._lines[first:], self._let_go + first, max(0, self._changed_from - first)
        )
        return emulator


def shown(snapshot: Snapshot) -> Iterator[str]:
    """The rows as a person sees them, without the blank ones at the end."""
    texts = [line.text.replace(HIDDEN_HALF, "") for line in snapshot.lines]
    while texts and not texts[-1]:
        texts.pop()
    yield from texts
