"""A terminal emulator whose cells say when they were written: pyte's screen, extended.

pyte's parser raises on sequences with too many numbers and knows no strings but OSC, so the
sequences are cut out here. pyte's screen lacks: the alternate screen, concealed text, repeated
characters, scrolling up and down, and character sets in UTF-8; colours with colons are rewritten.
"""

import copy
import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias

import pyte
from pyte import charsets, modes
from pyte.graphics import FG_BG_256
from pyte.screens import Margins
from wcwidth import wcwidth

from harness.cells import BLANK, Cell, Character, can_be_seen, cell_of
from harness.colours import Palette, numbered
from harness.sequences import ERASING, MOVING, TOKEN, UNFINISHED, with_semicolons

_COLUMN_MODE: Final = 3  # 132 columns: terminals of today refuse it, unless they are told to
_ALTERNATE: Final = frozenset({47, 1047, 1049})
_CURSOR_SAVED: Final = frozenset({1048, 1049})
_REPEATED_AT_MOST: Final = 10_000
_HELD_BACK: Final = 4096  # characters of an unfinished sequence, after which it is given up
_PARTS: Final = re.compile("(?P<narrow>[ -~\u2500-\u257f\u2580-\u259f]+)"
                           "|[^ -~\u2500-\u257f\u2580-\u259f]+")  # fmt: skip
_COMBINING: Final = frozenset({"Mn", "Mc", "Me"})
_IGNORABLE: Final = re.compile("[\u034f\u061c\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
                               "\ufe00-\ufe0f\ufeff\U000e0000-\U000e0fff]")  # fmt: skip
Row: TypeAlias = tuple[str, int, Mapping[int, Cell], bool]
"""The text of a row, 0, its cells, and whether it is of double width."""

# How large the characters of a row are, by what follows ESC #.
TOP_HALF, BOTTOM_HALF, SINGLE, DOUBLE_WIDTH = "3456"


class Emulator(pyte.Screen):
    """The screen of a terminal. `look` is called before anything visible disappears from it."""

    cursor: Any  # of pyte, but its attributes are a `Character`
    buffer: Any

    def __init__(
        self,
        lines: int,
        columns: int,
        look: Callable[[], None],
        *,
        returns: bool,
        margin: int,
        at_moves: bool,
    ) -> None:
        self._look, self._returns, self._margin = look, returns, margin
        self._at_moves = at_moves
        self._held = ""
        self._fresh = False
        self._stamp = 1
        self._last = ""
        self._written_as: tuple[Any, int] = (None, 0)  # the attributes and the stamp of these:
        self._characters: dict[str, Any] = {}
        self._other: Any = None  # the main screen, while the alternate one is shown
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

    # What comes in.

    def feed(self, text: str) -> None:
        """Take output; an unfinished sequence waits for its rest."""
        text = self._held + text
        self._held = ""
        at = 0
        while at < len(text):
            token = TOKEN.match(text, at)
            if token is None:
                if UNFINISHED.match(text, at) and len(text) - at < _HELD_BACK:
                    self._held = text[at:]
                    return
                at += 1  # what begins no sequence: its first character is passed over
                continue
            at = token.end()
            self._take(token)

    def _take(self, token: re.Match[str]) -> None:
        kind = token.lastgroup
        if kind == "text":
            self.draw(token["text"])
            self._last = token["text"][-1]
        elif kind == "final":
            self._control_sequence(token["numbers"], token["between"], token["final"])
        elif kind == "code":
            self._define_set(token["set"], token["code"])
        elif kind == "sharp":
            self._sharp(token["sharp"])
        elif kind == "command":
            self._command(token["command"])
        elif kind == "escape":
            self._escape(token["escape"])
        elif kind == "control":
            self._control(token["control"])

    def _sharp(self, char: str) -> None:
        if char == "8":
            self._before()
            self.alignment_display()
        elif char in (TOP_HALF, BOTTOM_HALF, SINGLE, DOUBLE_WIDTH):
            self._before()
            self.buffer[self.cursor.y].kind = char
            self._stretched = self._stretched or char != SINGLE
            self.dirty.add(self.cursor.y)
            self._fresh = True

    def _command(self, command: str) -> None:
        if command[:1] != "1" and command[:2] != "4;":
            return
        self._before()
        if self._palette.changed_by(command):
            self._cache.clear()
            self._changed_rows |= set(range(self.lines))
            self._fresh = True

    def _control(self, char: str) -> None:
        if char in "\n\v\f\x84":
            self.linefeed()
            if self._returns and char == "\n":
                self.carriage_return()
        elif char == "\x85":
            self.linefeed()
            self.carriage_return()
        elif char == "\r":
            self.carriage_return()
        elif char == "\b":
            self.cursor.x = min(self.cursor.x, self.columns - 1)
            self.cursor_back()
        elif char == "\t":
            self.tab()
        elif char == "\x0e":
            self.charset = 1
        elif char == "\x0f":
            self.charset = 0
        elif char == "\x8d":
            self.reverse_index()
        elif char == "\x88":
            self.set_tab_stop()

    def _escape(self, char: str) -> None:
        if char == "c":
            self._before()
            self.reset()
        elif char == "D":
            self.index()
        elif char == "E":
            self.linefeed()
            self.carriage_return()
        elif char == "M":
            self.reverse_index()
        elif char == "H":
            self.set_tab_stop()
        elif char == "7":
            self.save_cursor()
        elif char == "8":
            self._moved()
            self.restore_cursor()

    def _define_set(self, which: str, code: str) -> None:
        table = charsets.VT100_MAP if code == "0" else charsets.LAT1_MAP
        if which == "(":
            self.g0_charset = table
        elif which == ")":
            self.g1_charset = table

    def _control_sequence(self, given: str, between: str, final: str) -> None:
        private = given[:1] if given[:1] in ("<", "=", ">", "?") else ""
        if final == "m" and not private and not between:
            given = with_semicolons(given)
        numbers = [
            min(int(number), 9999) if number.isdecimal() else 0
            for number in (part.partition(":")[0] for part in given.lstrip("<=>?").split(";"))
        ]
        if between == "!" and final == "p":
            self._soft_reset()
        elif between or private not in ("", "?"):
            return
        elif private:
            self._private(numbers, final)
        elif final in ERASING:
            self._before()
            getattr(self, ERASING[final])(numbers[0])
        elif final in MOVING:
            self._moved()
            getattr(self, MOVING[final])(numbers[0])
        elif final in "Hf":
            self._moved()
            self.cursor_position(numbers[0], numbers[1] if len(numbers) > 1 else 1)
        elif final == "m":
            self._render(numbers)
        elif final == "b":
            if self._last:
                self.draw(self._last * min(max(1, numbers[0]), _REPEATED_AT_MOST))
        elif final == "S":
            self._before()
            self._scroll(max(1, numbers[0]))
        elif final == "T" and len(numbers) == 1:
            self._before()
            self._scroll(-max(1, numbers[0]))
        elif final == "r":
            self._margins_set(numbers)
        elif final == "s":
            self.save_cursor()
        elif final == "u":
            self._moved()
            self.restore_cursor()
        elif final == "g":
            self.clear_tab_stop(numbers[0])
        elif final in "hl":
            for mode in (n for n in numbers if n in (modes.IRM, modes.LNM)):
                (self.set_mode if final == "h" else self.reset_mode)(mode)
        elif final == "I":
            for _ in range(min(max(1, numbers[0]), self.columns)):
                self.tab()
        elif final == "Z":
            self._tab_back(max(1, numbers[0]))

    def _private(self, numbers: list[int], final: str) -> None:
        if final in "JK":
            self._before()
            erase = self.erase_in_display if final == "J" else self.erase_in_line
            erase(numbers[0])
            return
        if final not in "hl":
            return
        on = final == "h"
        for mode in numbers:
            if mode in _ALTERNATE or mode in _CURSOR_SAVED:
                self._alternate(on, mode)
            elif mode != _COLUMN_MODE:
                if mode << 5 == modes.DECSCNM:
                    continue  # the whole screen reversed: everything stays as legible as it was
                (self.set_mode if on else self.reset_mode)(mode, private=True)

    def _alternate(self, on: bool, mode: int) -> None:
        self._before()
        if mode in _CURSOR_SAVED and on:
            self.save_cursor()
        if mode in _ALTERNATE and on and self._other is None:
            self._other = (self.buffer, self.margins)
            self.buffer = type(self.buffer)(self.buffer.default_factory)
            self.margins = None
            self.dirty.update(range(self.lines))
        elif mode in _ALTERNATE and not on and self._other is not None:
            self.buffer, self.margins = self._other
            self._other = None
            self.dirty.update(range(self.lines))
        if mode in _CURSOR_SAVED and not on:
            self.restore_cursor()

    def _soft_reset(self) -> None:
        self.margins = None
        self.mode -= {modes.IRM, modes.DECOM}
        self.mode.add(modes.DECAWM)
        self.charset, self.g0_charset = 0, charsets.LAT1_MAP
        self.cursor.attrs = self.default_char

    def _render(self, numbers: list[int]) -> None:
        self.select_graphic_rendition(*numbers)
        conceal = bool(self.cursor.attrs.conceal)
        at = 0
        while at < len(numbers):
            number = numbers[at]
            if number in (38, 48, 58):
                at += {5: 2, 2: 4}.get(numbers[at + 1] if at + 1 < len(numbers) else 0, 0)
            elif number in (0, 28):
                conceal = False
            elif number == 8:
                conceal = True
            at += 1
        self.cursor.attrs = self.cursor.attrs._replace(conceal=conceal)

    def select_graphic_rendition(self, *numbers: int, **_: object) -> None:
        """Set colours and attributes; 58 (the colour of the underline) is passed over."""
        kept: list[int] = []
        at = 0
        while at < len(numbers):
            number = numbers[at]
            length = 1
            if number in (38, 48, 58):
                length += {5: 2, 2: 4}.get(numbers[at + 1] if at + 1 < len(numbers) else 0, 0)
            part = numbers[at : at + length]
            at += length
            if number in (38, 48) and part[1:2] == (5,) and 0 <= part[-1] < len(FG_BG_256):
                if kept:
                    super().select_graphic_rendition(*kept)
                    kept = []
                colour = numbered(part[-1])
                field = {"fg": colour} if number == 38 else {"bg": colour}
                self.cursor.attrs = self.cursor.attrs._replace(**field)
                continue
            if number == 58 or (number in (38, 48) and max(part[2:], default=256) > 255):
                continue
            if number == 22:
                self.cursor.attrs = self.cursor.attrs._replace(bold=False)
            elif number == 2:
                continue
            else:
                kept += part
        if kept:
            super().select_graphic_rendition(*kept)

    def _margins_set(self, numbers: list[int]) -> None:
        self._moved()
        top = numbers[0]
        bottom = numbers[1] if len(numbers) > 1 else 0
        if not top and not bottom:
            self.margins = None
            self.cursor_position()
        else:
            self.set_margins(top or 1, bottom or self.lines)

    def _tab_back(self, times: int) -> None:
        for _ in range(min(times, self.columns)):
            before = [stop for stop in self.tabstops if stop < self.cursor.x]
            self.cursor.x = max(before, default=0)

    # What it does to the screen.

    @property
    def default_char(self) -> Any:
        """A blank cell."""
        return Character(" ")

    def draw(self, data: str) -> None:
        """Write characters at the cursor, each as wide as it is."""
        table = self.g1_charset if self.charset else self.g0_charset
        if table is not charsets.LAT1_MAP:
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
            else:
                cursor.x = max(0, self.columns - width)
        if modes.IRM in self.mode:
            self._before()
            self.insert_characters(width)
        line = self.buffer[cursor.y]
        new = self._character(char)
        x = cursor.x
        for column in range(x, x + width):
            old = line.get(column)
            if old is not None and old[:10] != new[:10] and can_be_seen(old):
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
        if column >= 0 and column in line:
            old = line[column]
            joined = unicodedata.normalize("NFC", old.data + char)
            line[column] = old._replace(data=joined, stamp=self._stamp)
            self.dirty.add(self.cursor.y)

    def erase_in_display(self, how: int = 0, *args: object, **kwargs: object) -> None:
        """Erase; lines that are erased whole are of single width again."""
        at = self.cursor.y
        first, last = {0: (at + 1, self.lines), 1: (0, at)}.get(how, (0, self.lines))
        for row in range(first, last):
            if row in self.buffer:
                self.buffer[row].kind = SINGLE
        super().erase_in_display(how, *args, **kwargs)

    def index(self) -> None:
        """Move down one row, and scroll where there is none below."""
        top, bottom = self.margins or Margins(0, self.lines - 1)
        if self.cursor.y != bottom:
            if self.cursor.y < self.lines - 1:
                self.cursor.y += 1
            return
        if top == 0 and bottom == self.lines - 1:
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
        top, _ = self.margins or Margins(0, self.lines - 1)
        if self.cursor.y == top:
            self._before()
            super().reverse_index()
        elif self.cursor.y > 0:
            self.cursor.y -= 1

    def _scroll(self, rows: int) -> None:
        """Scroll the region up by so many rows, or down where negative; the cursor stays."""
        top, bottom = self.margins or Margins(0, self.lines - 1)
        at = self.cursor.y
        for _ in range(min(abs(rows), bottom - top + 1)):
            if rows > 0:
                self.cursor.y = bottom
                pyte.Screen.index(self)
            else:
                self.cursor.y = top
                pyte.Screen.reverse_index(self)
        self.cursor.y = at

    def linefeed(self) -> None:
        """Move down one row."""
        self.index()
        if modes.LNM in self.mode:
            self.carriage_return()

    def reset(self) -> None:
        """Forget everything, as after RIS."""
        self._other = None
        super().reset()
        self.cursor.attrs = self.default_char
        self.mode.discard(modes.LNM)

    def save_cursor(self) -> None:
        """Remember the cursor: once, as terminals do, where pyte keeps a stack."""
        self.savepoints.clear()
        super().save_cursor()

    def restore_cursor(self) -> None:
        """Bring the remembered cursor back, as often as asked."""
        kept = copy.deepcopy(self.savepoints)  # pyte goes on with the cursor that was kept
        super().restore_cursor()
        self.savepoints[:] = kept

    def write_process_input(self, data: str) -> None:
        """Nobody answers what the program asks of its terminal."""

    def _before(self) -> None:
        """Let whoever looks see the screen before something disappears from it."""
        if self._fresh:
            self._look()
            self._fresh = False

    def _moved(self) -> None:
        if self._at_moves:
            self._before()
