"""pyte's screen, corrected where it does something else than xterm.

tests/harness/test_against_xterm.py holds it to screens that xterm has shown.
"""

import copy
from typing import Any, Final

import pyte
from pyte import charsets, modes
from pyte.screens import Margins

from harness.cells import Character

# DEC's special graphics: pyte's table has arrows and a block for characters that stay as they are.
LINE_DRAWING: Final = {code: charsets.VT100_MAP[code] for code in range(0x5F, 0x7F)}
NOT_TRANSLATED: Final[dict[int, str]] = {}


class CorrectedScreen(pyte.Screen):
    """What a terminal shows; the cursor stands past the last column while a wrap is pending."""

    cursor: Any  # of pyte, but its attributes are a `Character`
    buffer: Any
    g0_charset: Any
    g1_charset: Any

    @property
    def default_char(self) -> Any:
        """A blank cell."""
        return Character(" ")

    @property
    def _erased(self) -> Any:
        """What erasing leaves: a blank in the background that is set, without other attributes."""
        return Character(" ", bg=self.cursor.attrs.bg)

    def _region(self) -> Margins:
        """The first and the last row that scroll."""
        return self.margins or Margins(0, self.lines - 1)

    def _blank_rows(self) -> Any:
        """Rows as the screen has them, none of which was written in."""
        return type(self.buffer)(self.buffer.default_factory)

    def reset(self) -> None:
        """Forget everything, as after RIS."""
        super().reset()
        self.cursor.attrs = self.default_char
        self.mode.discard(modes.LNM)
        self.g0_charset = self.g1_charset = NOT_TRANSLATED
        self.save_cursor()

    def cancel_wrap(self) -> None:
        """Bring the cursor back to the last column, where a wrap is pending."""
        self.cursor.x = min(self.cursor.x, self.columns - 1)

    def cursor_up(self, count: int | None = None) -> None:
        """Move up, within the region where the cursor is not above it."""
        top = self._region().top
        first = top if self.cursor.y >= top else 0
        self.cursor.y = max(self.cursor.y - (count or 1), first)

    def cursor_down(self, count: int | None = None) -> None:
        """Move down, within the region where the cursor is not below it."""
        bottom = self._region().bottom
        last = bottom if self.cursor.y <= bottom else self.lines - 1
        self.cursor.y = min(self.cursor.y + (count or 1), last)

    def cursor_to_line_below(self, count: int | None = None) -> None:
        """Move down, whatever the region."""
        self.cursor.y = min(self.cursor.y + (count or 1), self.lines - 1)

    def cursor_position(self, line: int | None = None, column: int | None = None) -> None:
        """Move to a place, which counts from the region and stays in it in origin mode."""
        self.cursor.x = (column or 1) - 1
        self.cursor_to_line(line)
        self.ensure_hbounds()

    def cursor_to_line(self, line: int | None = None) -> None:
        """Move to a row, which counts from the region and stays in it in origin mode."""
        self.cursor.y = (line or 1) - 1
        if modes.DECOM in self.mode:
            self.cursor.y += self._region().top
        self.ensure_vbounds()

    def insert_lines(self, count: int | None = None) -> None:
        """Insert blank lines at the cursor; those below move down as far as the region goes."""
        top, bottom = self._region()
        if top <= self.cursor.y <= bottom:
            self._shift_down(self.cursor.y, bottom, count or 1)
            self.carriage_return()

    def delete_lines(self, count: int | None = None) -> None:
        """Delete lines at the cursor; those below move up, and blank ones follow in the region."""
        top, bottom = self._region()
        if top <= self.cursor.y <= bottom:
            self._shift_up(self.cursor.y, bottom, count or 1)
            self.carriage_return()

    def _shift_up(self, first: int, last: int, count: int) -> None:
        """Move the rows up; the upper ones are lost, and blank ones come in below."""
        self.dirty.update(range(first, last + 1))
        for row in range(first, last + 1):
            self._bring(row, row + count, row + count <= last)

    def _shift_down(self, first: int, last: int, count: int) -> None:
        """Move the rows down; the lower ones are lost, and blank ones come in above."""
        self.dirty.update(range(first, last + 1))
        for row in range(last, first - 1, -1):
            self._bring(row, row - count, row - count >= first)

    def _bring(self, row: int, source: int, is_there: bool) -> None:
        """Put another row in the place of this one; a blank one where there is none."""
        line = self.buffer.pop(source, None) if is_there else None
        self.buffer.pop(row, None)
        if line is not None:
            self.buffer[row] = line
        elif not is_there and self._erased != self.default_char:
            self.buffer[row].update(dict.fromkeys(range(self.columns), self._erased))

    def index(self) -> None:
        """Move down one row, and scroll the region up where the cursor is at its bottom."""
        top, bottom = self._region()
        if self.cursor.y == bottom:
            self._shift_up(top, bottom, 1)
        else:
            self.cursor_down()

    def reverse_index(self) -> None:
        """Move up one row, and scroll the region down where the cursor is at its top."""
        top, bottom = self._region()
        if self.cursor.y == top:
            self._shift_down(top, bottom, 1)
        else:
            self.cursor_up()

    def erase_in_display(self, how: int = 0, *_: object, **__: object) -> None:
        """Erase from the cursor on (0), up to it (1) or all (2)."""
        first, last = {0: (self.cursor.y + 1, self.lines), 1: (0, self.cursor.y)}.get(
            how, (0, self.lines)
        )
        for row in range(first, last):
            self._erase_row(row)
        if how in (0, 1):
            self.erase_in_line(how)

    def _erase_row(self, row: int) -> None:
        """Erase a row whole, as a part of the screen."""
        self._fill(row, 0, self.columns)

    def erase_in_line(self, how: int = 0, private: bool = False) -> None:
        """Erase from the cursor (0), up to it (1) or the whole line (2)."""
        first = self.cursor.x if how == 0 else 0
        end = self.cursor.x + 1 if how == 1 else self.columns
        self._fill(self.cursor.y, first, end)

    def erase_characters(self, count: int | None = None) -> None:
        """Erase so many characters from the cursor on."""
        self._fill(self.cursor.y, self.cursor.x, min(self.cursor.x + (count or 1), self.columns))

    def _fill(self, row: int, first: int, end: int) -> None:
        """Erase the columns from the first to before the end."""
        self.dirty.add(row)
        erased = self._erased
        if first == 0 and end == self.columns and erased == self.default_char:
            self.buffer[row].clear()
            return
        self._split(row, first)
        self._split(row, end)
        self.buffer[row].update(dict.fromkeys(range(first, end), erased))

    def insert_characters(self, count: int | None = None) -> None:
        """Insert blanks at the cursor; what is pushed over the edge is lost."""
        self._shift(count or 1)

    def delete_characters(self, count: int | None = None) -> None:
        """Delete characters at the cursor; the rest of the line moves left."""
        self._shift(-(count or 1))

    def _shift(self, by: int) -> None:
        """Move the line from the cursor on by so many columns to the right, or to the left."""
        row, x = self.cursor.y, min(self.cursor.x, self.columns - 1)
        by = max(x - self.columns, min(by, self.columns - x))
        self.dirty.add(row)
        for column in (x, self.columns - by if by > 0 else x - by):
            self._split(row, column)
        line = self.buffer[row]
        before = {column: line[column] for column in range(x, self.columns) if column in line}
        for column in range(x, self.columns):
            source = column - by
            if x <= source < self.columns:
                line.pop(column, None)
                if source in before:
                    line[column] = before[source]
            else:
                line[column] = self._erased

    def _split(self, row: int, column: int) -> None:
        """Have blanks for both halves of a wide character that a change at this column cuts."""
        line = self.buffer[row]
        if 0 < column < self.columns and column in line and line[column].data == "":
            line[column - 1] = line[column - 1]._replace(data=" ")
            line[column] = line[column]._replace(data=" ")

    def tab(self) -> None:
        """Move to the next tab stop, or to the last column; a pending wrap stays pending."""
        at = self.cursor.x
        last = max(at, self.columns - 1)
        self.cursor.x = min((stop for stop in self.tabstops if stop > at), default=last)

    def save_cursor(self) -> None:
        """Remember the cursor: once, as terminals do, where pyte keeps a stack."""
        self.savepoints.clear()
        super().save_cursor()

    def restore_cursor(self) -> None:
        """Bring the remembered cursor back, as often as asked."""
        kept = self.savepoints[0]
        self.g0_charset, self.g1_charset = kept.g0_charset, kept.g1_charset
        self.charset = kept.charset
        (self.mode.add if kept.origin else self.mode.discard)(modes.DECOM)
        self.cursor = copy.copy(kept.cursor)
