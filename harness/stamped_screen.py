"""pyte's screen, extended: each cell knows when it was written, and nothing disappears unseen.

Also extended are lines of double width and height, colours that a program redefines, and characters
that combine. `emulator` reads the sequences that draw on it.
"""

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from pyte import modes
from wcwidth import wcwidth

from harness.cells import BLANK, Cell, can_be_seen, cell_of
from harness.colours import Palette
from harness.corrected_screen import CorrectedScreen

_PARTS: Final = re.compile("(?P<narrow>[ -~\u2500-\u257f\u2580-\u259f]+)"
                           "|[^ -~\u2500-\u257f\u2580-\u259f]+")  # fmt: skip
_COMBINING: Final = frozenset({"Mn", "Mc", "Me"})
_JOINED_AT_MOST: Final = 32  # characters in a cell
_IGNORABLE: Final = re.compile("[\u034f\u061c\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
                               "\ufe00-\ufe0f\ufeff\U000e0000-\U000e0fff]")  # fmt: skip

Row: TypeAlias = tuple[str, int, Mapping[int, Cell], bool]
"""The text of a row, 0, its cells, and whether it is of double width."""

# How large the characters of a row are, by what follows ESC #.
TOP_HALF, BOTTOM_HALF, SINGLE, DOUBLE_WIDTH = "3456"


class StampedScreen(CorrectedScreen):
    """What a terminal shows. `look` is called before anything visible disappears from it.

    Where lines scroll away it is called only when one of the first `margin` rows has changed.
    """

    def __init__(self, lines: int, columns: int, look: Callable[[], None], *, margin: int) -> None:
        self._look, self._margin = look, margin
        self._fresh = False
        self._stamp = 1
        self._written_as: tuple[Any, int] = (None, 0)  # the attributes and the stamp of these:
        self._characters: dict[str, Any] = {}
        self._cache: dict[int, Row] = {}
        self._palette = Palette()
        self._stretched = False  # whether any line is of double width
        self._changed_rows: set[int] = set()
        self.scrolled = 0
        super().__init__(columns, lines)
        self.dirty.clear()

    def begin(self, rows: Sequence[str], scrolled: int, changed_from: int) -> None:
        """Put plain lines on the empty screen, as if they had been printed."""
        self.scrolled = scrolled
        for number, row in enumerate(rows):
            self._stamp = scrolled + number  # and one more as it is drawn
            self.cursor.y, self.cursor.x = number, 0
            self.draw(row)
        self._stamp = scrolled + len(rows) + 1
        self._changed_rows = set(range(changed_from, len(rows)))
        self.dirty.clear()
        self._fresh = True

    def take(self, *, keep: bool) -> tuple[list[Row], range]:
        """Every row, and the rows changed since the last time."""
        if self._stretched:  # the halves of a line of double height are seen together
            self.dirty |= {row + beside for row in self.dirty for beside in (-1, 1)}
        self._changed_rows |= {row for row in self.dirty if 0 <= row < self.lines}
        for row in self.dirty:
            self._cache.pop(row, None)
        self.dirty.clear()
        lines = []
        for row in range(self.lines):
            if row not in self._cache:
                self._cache[row] = self._line(row)
            lines.append(self._cache[row])
        changed = self._changed_rows
        found = range(min(changed), max(changed) + 1) if changed else range(0)
        if not keep:
            self._changed_rows = set()
            self._fresh = False
        return lines, found

    def _line(self, row: int) -> Row:
        line = self.buffer.get(row)
        if not line:
            return "", 0, {}, False
        kind = self._kind_of(row)
        if kind == BOTTOM_HALF and self._is_pair(row - 1):
            return "", 0, {}, True  # its top half stands for both
        halved = kind in (TOP_HALF, BOTTOM_HALF) and not self._is_pair(row)
        columns = self.columns if kind == SINGLE else self.columns // 2
        cells: dict[int, Cell] = {}
        texts = [" "] * self.columns
        width = 0
        known: dict[int, tuple[Cell, str, bool]] = {}  # most cells of a row share few characters
        for column, char in line.items():
            if column >= columns:
                continue
            found = known.get(id(char))
            if found is None:
                cell = cell_of(self._palette.shown(char) if self._palette else char)
                if halved and cell.text != " ":
                    cell = cell._replace(text="\ufffd")
                text = cell.text if len(cell.text) == 1 else "\ufffd"
                found = known[id(char)] = cell, text, cell.text != " " or bool(cell.style)
            cells[column], texts[column], inked = found
            if inked and column >= width:
                width = column + 1
        text = "".join(texts[:width])
        return text, 0, cells or {0: BLANK}, kind != SINGLE

    def _kind_of(self, row: int) -> str:
        """How large the characters of a row are."""
        return getattr(self.buffer.get(row), "kind", SINGLE)

    def _is_pair(self, row: int) -> bool:
        """Whether this row and the next are the halves of one line of double height."""
        if self._kind_of(row) != TOP_HALF or self._kind_of(row + 1) != BOTTOM_HALF:
            return False
        top, bottom = self.buffer[row], self.buffer[row + 1]
        return all(top[column][:10] == bottom[column][:10] for column in {*top, *bottom})

    def draw(self, data: str) -> None:
        """Write characters at the cursor, each as wide as it is."""
        table = self.g1_charset if self.charset else self.g0_charset
        if table:
            data = data.translate(table)
        self._stamp += 1
        for part in _PARTS.finditer(data):
            run = part[0]
            for char in run[self._draw_at_once(run) :] if part.lastgroup == "narrow" else run:
                self._draw(char)
        self._fresh = True

    def _draw(self, char: str) -> None:
        """Write one character, whatever it is."""
        if "\ud800" <= char <= "\udfff":
            char = "\ufffd"
        width = 1 if " " <= char <= "~" else wcwidth(char)
        if width > 0:
            self._put(char, width)
        elif width == 0 and unicodedata.category(char) in _COMBINING:
            self._combine(char)

    def _draw_at_once(self, data: str) -> int:
        """Write narrow characters in one row, up to where something seen would disappear.

        Returns how many were written.
        """
        cursor = self.cursor
        x = cursor.x
        if x + len(data) > self.columns or modes.IRM in self.mode:
            return 0
        line = self.buffer[cursor.y]
        blank = None  # the last character that was found to leave no trace
        done = len(data)
        for offset, char in enumerate(data):
            old = line.get(x + offset)
            if old is not None and old is not blank:
                if can_be_seen(old):
                    done = offset
                    break
                blank = old
            line[x + offset] = self._character(char)
        if done:
            self.dirty.add(cursor.y)
            self._fresh = True
            cursor.x = x + done
        return done

    def _put(self, char: str, width: int) -> None:
        cursor = self.cursor
        if cursor.x + width > self.columns:
            if modes.DECAWM in self.mode:
                self.carriage_return()
                self.linefeed()
            elif width > 1:
                return  # there is no room for it
            else:
                cursor.x = self.columns - width
        if modes.IRM in self.mode:
            self._before()
            self.insert_characters(width)
        line = self.buffer[cursor.y]
        new = self._character(char)
        x = cursor.x
        for column in range(x, x + width):
            old = line.get(column)
            here = new if column == x else new._replace(data="")
            if old is not None and old[:10] != here[:10] and can_be_seen(old):
                if self._fresh:
                    self._before()
                    self._stamp += 1
                    new = self._character(char)
                if old.data == "" and column == x and x:
                    line[x - 1] = line[x - 1]._replace(data=" ")
                follower = line.get(column + 1)
                if follower is not None and follower.data == "" and column == x + width - 1:
                    line[column + 1] = follower._replace(data=" ")
        line[x] = new
        for column in range(x + 1, min(x + width, self.columns)):
            line[column] = new._replace(data="")
        self.dirty.add(cursor.y)
        self._fresh = True
        cursor.x = x + width

    def _character(self, char: str) -> Any:
        """This character as it is written now: one object for all that are alike."""
        now = self.cursor.attrs, self._stamp
        if self._written_as[0] is not now[0] or self._written_as[1] != now[1]:
            self._written_as, self._characters = now, {}
        found = self._characters.get(char)
        if found is None:
            found = self._characters[char] = now[0]._replace(data=char, stamp=now[1])
        return found

    def _combine(self, char: str) -> None:
        if _IGNORABLE.match(char):
            return
        column = min(self.cursor.x, self.columns) - 1
        line = self.buffer[self.cursor.y]
        while column > 0 and column in line and line[column].data == "":
            column -= 1
        if column >= 0 and column in line and len(line[column].data) < _JOINED_AT_MOST:
            old = line[column]
            joined = unicodedata.normalize("NFC", old.data + char)
            line[column] = old._replace(data=joined, stamp=self._stamp)
            self.dirty.add(self.cursor.y)

    def _erase_row(self, row: int) -> None:
        """Erase a row whole; it is of single width again."""
        super()._erase_row(row)
        self.buffer[row].kind = SINGLE

    def index(self) -> None:
        """Move down one row, and scroll where there is none below."""
        top, bottom = self._region()
        if self.cursor.y != bottom:
            super().index()
        elif top == 0 and bottom == self.lines - 1:
            changed = self._changed_rows | self.dirty
            if self._fresh and min(changed, default=self.lines) < self._margin:
                self._before()
                changed = self._changed_rows | self.dirty
            dirty = set(self.dirty)
            super().index()
            self.dirty = {row - 1 for row in dirty if row} | {self.lines - 1}
            self._changed_rows = {row - 1 for row in self._changed_rows if row}
            self._cache = {row - 1: line for row, line in self._cache.items() if row}
            self.scrolled += 1
        else:
            self._before()
            super().index()

    def reverse_index(self) -> None:
        """Move up one row, and scroll down where there is none above."""
        if self.cursor.y == self._region().top:
            self._before()
        super().reverse_index()

    def _scroll(self, rows: int) -> None:
        """Scroll the region up by so many rows, or down where negative; the cursor stays."""
        shift = self._shift_up if rows > 0 else self._shift_down
        shift(*self._region(), abs(rows))

    def write_process_input(self, data: str) -> None:
        """Nobody answers what the program asks of its terminal."""

    def _before(self) -> None:
        """Let whoever looks see the screen before something disappears from it."""
        if self._fresh:
            self._look()
            self._fresh = False
