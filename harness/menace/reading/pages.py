"""What a program draws by moving the cursor, as lines that can be read one after another.

A page is as a terminal would show it, but has as many rows as are printed: what a terminal scrolls
away is still to be read. Whenever the cursor goes back, and after every stone that is put down by
itself, the rows that have changed are told again, with those around them.
"""

import re
from collections import deque
from collections.abc import Iterator
from typing import Final

from harness.digits import number_of
from harness.menace.reading.events import NEW_GAME

_ADDRESSED: Final = re.compile(r"\x1b\[(?:\d+;\d+[Hf]|\d*[ABCDEFGd])")
_PART: Final = re.compile(r"\x1b\[([?\d;]*)([A-Za-z@`])|\x1b[()].|\x1b.|([^\x1b])", re.DOTALL)
_STONES: Final = frozenset("XxOo0❌⭕")
_AROUND: Final = 12  # rows of a board at the most
_UPWARDS: Final = "AF"
_ROWS_AT_MOST, _ROWS_KEPT = 2_000, 500  # kept at the top and at the bottom
_LAST_AT_MOST: Final = 10_000  # characters
_RIGHTMOST: Final = 1000
_LOWEST: Final = 10_000


class Page:
    """The page of one run. Until something is drawn, it is empty and costs nothing."""

    def __init__(self) -> None:
        self._rows: dict[int, list[str]] = {}
        self._own: set[int] | None = None  # rows that no other page shares; None: all
        self._row = self._column = 0
        self._last = ""  # what was printed before anything was drawn, to go back to
        self.drawn = False

    def take(self, text: str, sent: str | None) -> str:
        """A whole reply as lines. A terminal would have shown what was `sent` as well."""
        if not self.drawn:
            found = _ADDRESSED.search(text) if "\x1b" in text else None
            if found is None:
                self._last = text[-_LAST_AT_MOST:]
                return text
            self.drawn = True
            if found[0][-1] in _UPWARDS:
                deque(self._told(self._last), maxlen=0)
        if sent is not None:  # with the Enter after it
            self._row, self._column = self._row + 1, 0
        told = "\n".join(self._told(text))
        if len(self._rows) > _ROWS_AT_MOST:
            last = max(self._rows) - _ROWS_KEPT
            self._rows = {n: r for n, r in self._rows.items() if n < _ROWS_KEPT or n > last}
        return told

    def would_be(self, text: str, sent: str | None) -> str:
        """What `take` would return, without taking it."""
        if not self.drawn and not is_drawn(text):
            return text
        copy = Page()
        copy._rows, copy._own = {**self._rows}, set()
        copy._row, copy._column, copy.drawn = self._row, self._column, self.drawn
        copy._last = self._last
        return copy.take(text, sent)

    def _told(self, text: str) -> Iterator[str]:
        changed: set[int] = set()
        written = ""
        anew = False  # the page is drawn from the beginning
        for part in _PART.finditer(text):
            numbers, command, char = part.groups()
            if char is not None:
                if char not in "\r\n":
                    written += char
                self._write(char, changed)
                continue
            if command is None:
                continue
            before = self._row, self._column
            cleared = command == "J" and numbers in ("", "2", "3") and any(self._rows.values())
            alternates = command in "hl" and numbers in ("?47", "?1047", "?1049")
            if cleared or alternates:
                yield from self._rows_of(changed)
                changed.clear()
                self._erase(whole=alternates or numbers != "")
                anew = True
            elif command == "K" and numbers in ("", "0"):
                if any(c != " " for c in self._here()[self._column :]):
                    changed.add(self._row)
                del self._here()[self._column :]
            else:
                self._move(command, [number_of(n) for n in numbers.replace("?", "").split(";")])
            moved = (self._row, self._column) != before
            back = (self._row, self._column) < before
            if moved and changed and (back or (written in _STONES and not anew)):
                yield from self._rows_of(changed)
                changed.clear()
            if moved:
                written = ""
        yield from self._rows_of(changed)

    def _here(self) -> list[str]:
        row = self._rows.setdefault(self._row, [])
        if self._own is not None and self._row not in self._own:
            row = self._rows[self._row] = [*row]
            self._own.add(self._row)
        return row

    def _write(self, char: str, changed: set[int]) -> None:
        if char == "\n":
            self._row, self._column = self._row + 1, 0
            return
        if char == "\r":
            self._column = 0
            return
        if char < " ":
            return
        row = self._here()
        row.extend(" " * (self._column + 1 - len(row)))
        if row[self._column] != char:
            row[self._column] = char
            changed.add(self._row)
        self._column += 1

    def _erase(self, *, whole: bool) -> None:
        """Erase the page, or what comes after the cursor."""
        if not whole:
            del self._here()[self._column :]
        self._rows = {n: r for n, r in self._rows.items() if n <= self._row and not whole}

    def _move(self, command: str, numbers: list[int]) -> None:
        first = numbers[0]
        steps = min(max(1, first), _LOWEST)
        match command:
            case "H" | "f":
                column = numbers[1] if len(numbers) > 1 else 1
                self._row, self._column = steps - 1, max(1, column) - 1
            case "A" | "F":
                self._row -= steps
            case "B" | "E":
                self._row += steps
            case "C":
                self._column += steps
            case "D":
                self._column -= steps
            case "G" | "`":
                self._column = steps - 1
            case "d":
                self._row = steps - 1
            case _:
                return
        if command in "EF":
            self._column = 0
        self._row = max(0, self._row)
        self._column = min(max(0, self._column), _RIGHTMOST)

    def _rows_of(self, changed: set[int]) -> Iterator[str]:
        """The rows that changed, and those around them as far as the next `New game`."""
        if not changed:
            return
        shown = {row: self._shown(row) for row in changed}
        for row in changed:
            for way in (-1, 1):
                for number in range(row + way, row + way * (_AROUND + 1), way):
                    text = self._shown(number)
                    if number < 0 or NEW_GAME.search(text):
                        break
                    shown[number] = text
        last = max(self._rows)
        yield from (text for number, text in sorted(shown.items()) if number <= last)

    def _shown(self, number: int) -> str:
        return "".join(self._rows.get(number, ())).rstrip()


def is_drawn(text: str) -> bool:
    """Whether the text moves the cursor to some place."""
    return "\x1b" in text and _ADDRESSED.search(text) is not None
