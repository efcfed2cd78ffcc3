"""A terminal's screen without an end: what control sequences do to rows that never scroll away.

`emulator` has the screen that a person sees, of the size of a terminal. Here every row that was
ever printed is still there, or the first and last of very many; only a region that a program has
set scrolls. Widths are passed over, and so are colours but for those of signs, blanks and digits,
which may tell stones and beads apart: these come with the sequences that choose and end them.
"""

import copy
import itertools
import re
from collections.abc import Mapping
from typing import Final, Self, TypeAlias

from harness.corrected_screen import LINE_DRAWING, NOT_TRANSLATED
from harness.digits import number_of
from harness.menace.reading.looks import PLAIN, Look, is_sign
from harness.screen import TerminalKind

ALTERNATE: Final = frozenset({"?47", "?1047", "?1049"})
_KEEPS_CURSOR: Final = frozenset({"?1048", "?1049"})
NEW_AT_MOST: Final = 1_000  # characters remembered as new
_ROWS_AT_MOST, _ROWS_KEPT = 2_000, 500  # kept at the top and at the bottom
_ROW_AT_MOST: Final = 5_000  # columns of a row in which anything is moved
_MOVED_AT_MOST: Final = 10_000_000  # rows, in one run: nobody scrolls more, and it would take long
_RIGHTMOST: Final = 1000
_LOWEST: Final = 10_000
_NO_END: Final = 1 << 60
_TAB: Final = 8  # columns
_ROWS_OF_TERMINAL: Final = TerminalKind().size.rows

_Sets: TypeAlias = tuple[Mapping[int, str], Mapping[int, str]]  # of characters
_Cursor: TypeAlias = tuple[int, int, int, _Sets, Look]  # row, column, which set, the sets, colours
_HOME: Final[_Cursor] = (0, 0, 0, (NOT_TRANSLATED, NOT_TRANSLATED), PLAIN)


class EndlessScreen:
    """The rows, and the cursor on them."""

    def __init__(self) -> None:
        self._own: set[int] | None = None  # rows that no other screen shares; None: all
        self._moved = 0  # rows, in all
        self._changed: set[int] = set()  # rows, since someone has looked,
        self._new: list[str] = []  # and characters where others stood, if they are few
        self._reset()

    def _reset(self) -> None:
        self._rows: dict[int, list[str]] = {}
        self._row = self._column = 0
        self._end = 0  # the row where output went on after the alternate screen was left
        self._region = 0, _NO_END  # the first and last row of those that scroll
        self._saved = _HOME
        self._main: tuple[dict[int, list[str]], _Cursor] | None = None
        # the rows of the main screen and the cursor kept there, while the alternate one is shown
        self._sets: _Sets = (NOT_TRANSLATED, NOT_TRANSLATED)
        self._set = 0  # which of them characters are taken from
        self._look = PLAIN
        self._inserts = False  # whether characters push on what follows them
        self._repeatable = ""  # the character that was written just before

    def copied(self) -> Self:
        """Another screen that shows the same; what is drawn on it does not show on this one."""
        other = copy.copy(self)
        other._rows, other._own = {**self._rows}, set()
        other._changed, other._new = set(), []
        return other

    def obey(self, token: re.Match[str]) -> str:
        """Write text, or do what a control character or a sequence says; what was written."""
        if text := token["text"]:
            text = text.translate(self._sets[self._set])
            self._write(text)
            self._repeatable = text[-1]
            return text
        self._do(token)
        self._row, self._column = max(0, self._row), max(0, self._column)
        self._repeatable = ""  # no terminal repeats it after anything else
        return ""

    def _do(self, token: re.Match[str]) -> None:
        """Do what a control character or a sequence says."""
        if final := token["final"]:
            given = token["numbers"]
            numbers = [number_of(n) if n.isdecimal() else 0 for n in given.lstrip("?").split(";")]
            if final in "hl":
                self._switch(given, on=final == "h")
            elif final in "JKX@P":
                self._erase(final, numbers[0])
            elif final in "LMST":
                row = self._row if final in "LM" else self._region[0]
                rows = max(1, min(numbers[0], _LOWEST))
                self._shift(row, rows if final in "LT" else -rows)
                if final in "LM" and self._region[0] <= row <= self._region[1]:
                    self._column = 0
            elif final == "r" and not given.startswith("?"):
                self._scroll_within(numbers)
            elif final == "b":
                room = max(0, _RIGHTMOST - self._column)
                self._write(self._repeatable * min(max(1, numbers[0]), room))
            elif final == "m" and given[:1] not in ("?", ">", "<", "="):
                self._look = self._look.after(given)
            elif final in "su" and not numbers[0]:
                self._keep_cursor(restores=final == "u")
            else:
                self._move(final, numbers)
        elif token["set"] in ("(", ")"):
            table = LINE_DRAWING if token["code"] == "0" else NOT_TRANSLATED
            first, second = self._sets
            self._sets = (table, second) if token["set"] == "(" else (first, table)
        else:
            self._control(token["control"] or token["escape"])

    def _control(self, char: str | None) -> None:
        """Do what a control character says, or the letter after an escape."""
        match char:
            case "\n" | "\x85" | "E":
                self._go_down()
                self._column = 0
            case "\v" | "\f" | "\x84" | "D":
                self._go_down()
            case "\r":
                self._column = 0
            case "\b":
                self._column -= 1
            case "\t":
                self._column += _TAB - self._column % _TAB
            case "\x0e" | "\x0f":
                self._set = int(char == "\x0e")
            case "\x8d" | "M" if self._row == self._region[0]:
                self._shift(self._row, 1)
            case "\x8d" | "M":
                self._row -= 1
            case "7" | "8":
                self._keep_cursor(restores=char == "8")
            case "c":
                self._reset()
            case _:
                pass

    def _switch(self, mode: str, *, on: bool) -> None:
        """Switch to what a mode says: another screen, a cursor kept, or characters inserted."""
        if mode == "4":
            self._inserts = on
        if mode in _KEEPS_CURSOR and on:
            self._keep_cursor(restores=False)
        if mode in ALTERNATE:
            self._alternate(on=on)
        if mode in _KEEPS_CURSOR and not on:
            self._keep_cursor(restores=True)
        if mode in ALTERNATE:
            self._end = 0 if on else self._row

    def _alternate(self, *, on: bool) -> None:
        """Show the alternate screen, empty, or the main one."""
        if on and self._main is None:
            self._main = kept(self._rows), self._saved
            self._saved = _HOME
        if on:
            self._rows = {}
        elif self._main is not None:
            rows, self._saved = self._main
            self._rows, self._main = {**rows}, None
        if self._own is not None:
            self._own = set()

    def _keep_cursor(self, *, restores: bool) -> None:
        if restores:
            self._row, self._column, self._set, self._sets, self._look = self._saved
        else:
            self._saved = self._row, self._column, self._set, self._sets, self._look

    def _scroll_within(self, numbers: list[int]) -> None:
        """Scroll these rows only; without an end, if a terminal's last row is among them."""
        top, bottom = (*numbers, 0)[:2]
        self._region = max(1, top) - 1, bottom - 1 if 0 < bottom < _ROWS_OF_TERMINAL else _NO_END
        self._row = self._column = 0

    def _go_down(self) -> None:
        if self._row == self._region[1]:
            self._shift(self._region[0], -1)
        else:
            self._row += 1

    def _shift(self, first: int, rows: int) -> None:
        """Insert so many rows before this one, or take so many away from it on, where negative."""
        last = self._region[1]
        self._moved += len(self._rows)
        if not self._region[0] <= first <= last or self._moved > _MOVED_AT_MOST:
            return
        moved = {n: n + rows if first <= n <= last else n for n in self._rows}
        moved = {n: to for n, to in moved.items() if to == n or first <= to <= last}
        self._rows = {to: self._rows[n] for n, to in moved.items()}
        if self._own is not None:
            self._own = {to for n, to in moved.items() if n in self._own}
        if last < _NO_END:
            self._changed.update(range(first, last + 1))

    def _here(self) -> list[str]:
        row = self._rows.setdefault(self._row, [])
        if self._own is not None and self._row not in self._own:
            row = self._rows[self._row] = [*row]
            self._own.add(self._row)
        return row

    def _write(self, text: str) -> None:
        """Write characters at the cursor, each in a column."""
        row, first = self._here(), self._column
        row.extend(" " * (first - len(row)))
        inserts = self._inserts and len(row) <= _ROW_AT_MOST
        last = first if inserts else first + len(text)
        before = row[first:last]
        written = self._coloured(text)
        row[first:last] = written
        if inserts or before != written:
            self._changed.add(self._row)
            stood = itertools.chain(before, itertools.repeat(" "))
            if len(self._new) < NEW_AT_MOST:
                self._new += [
                    new for new, at, old in zip(text, written, stood, strict=False) if at != old
                ]
        self._column += len(text)

    def _coloured(self, text: str) -> list[str]:
        """The characters, those with their colours that may tell something by them."""
        if self._look == PLAIN:
            return [*text]
        fills = self._look.fills and text.isspace()  # and not between words
        return [
            self._look.on(char) if is_sign(char) or char.isdecimal() or fills else char
            for char in text
        ]

    def _erase(self, final: str, number: int) -> None:
        """Erase a part of the screen or of a row, or make room in a row, or close it up."""
        row, column = self._here(), self._column
        if final == "J" and number in (2, 3):
            self._rows = {}
            return
        if final == "J":  # 0: what follows the cursor; 1: what is before it
            self._rows = {n: r for n, r in self._rows.items()
                          if n == self._row or (n < self._row) == (number == 0)}  # fmt: skip
        after = row[column:]
        count = max(1, min(number, _RIGHTMOST))
        match final, number:
            case "J" | "K", 0:
                new = []
            case _ if len(row) > _ROW_AT_MOST:
                return  # as no terminal is as wide
            case "J" | "K", 1:
                self._blank(row, column)
                new = [" ", *after[1:]]
            case "K", 2:
                self._blank(row, column)
                new = []
            case "X", _:
                new = [" "] * min(count, len(after)) + after[count:]
            case "@", _:
                new = [" "] * count + after if after else after
            case "P", _:
                new = after[count:]
            case _:
                return
        if "".join(new).rstrip() != "".join(after).rstrip():
            self._changed.add(self._row)
        row[column:] = new

    def _blank(self, row: list[str], column: int) -> None:
        """Make blanks of all that stands before this column of the cursor's row."""
        if any(char != " " for char in row[:column]):
            self._changed.add(self._row)
        row[:column] = [" "] * column

    def _move(self, command: str, numbers: list[int]) -> None:
        first = numbers[0]
        steps = min(max(1, first), _LOWEST)
        top, bottom = self._region
        match command:
            case "H" | "f":
                column = numbers[1] if len(numbers) > 1 else 1
                self._row, self._column = steps - 1, max(1, column) - 1
            case "A" | "F":
                self._row = max(self._row - steps, top if top <= self._row else 0)
            case "B" | "E":
                self._row = min(self._row + steps, bottom if self._row <= bottom else _NO_END)
            case "e":
                self._row += steps
            case "C" | "a":
                self._column += steps
            case "D":
                self._column -= steps
            case "G" | "`":
                self._column = steps - 1
            case "d":
                self._row = steps - 1
            case _:
                pass
        if command in "EF":
            self._column = 0
        if command in "HfCaG`":
            self._column = min(self._column, _RIGHTMOST)

    def _shown(self, number: int) -> str:
        return "".join(self._rows.get(number, ())).rstrip()


def kept(rows: dict[int, list[str]]) -> dict[int, list[str]]:
    """The rows, or the first and last of very many."""
    if len(rows) <= _ROWS_AT_MOST:
        return rows
    last = max(rows) - _ROWS_KEPT
    return {number: row for number, row in rows.items() if number < _ROWS_KEPT or number > last}
