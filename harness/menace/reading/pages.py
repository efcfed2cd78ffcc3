"""What a program draws by moving the cursor, as lines that can be read one after another.

A page is as a terminal would show it, but has as many rows as are printed: what a terminal scrolls
away is still to be read. Whenever the cursor goes back, and after every stone that is put down by
itself, the rows that have changed are told again, with those around them.
"""

import re
from collections import deque
from collections.abc import Iterator
from typing import Final

from harness.menace.reading.endless import ALTERNATE, NEW_AT_MOST, EndlessScreen, kept
from harness.menace.reading.looks import is_sign
from harness.menace.reading.new_games import says_new_game
from harness.sequences import TOKEN, UNFINISHED

_ADDRESSED: Final = re.compile(r"\x1b\[(?:\d+;\d+[Hf]|\d*[ABCDEFGd])")
_STONES: Final = frozenset("XxOo0❌⭕")
_AROUND: Final = 12  # rows of a board at the most
_UPWARDS: Final = "AF"
_LAST_AT_MOST: Final = 10_000  # characters


class Page(EndlessScreen):
    """The page of one run. Until something is drawn, it is empty and costs nothing."""

    def __init__(self) -> None:
        super().__init__()
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
        self._rows = kept(self._rows)
        return told

    def would_be(self, text: str, sent: str | None) -> str:
        """What `take` would return, without taking it."""
        if not self.drawn and not is_drawn(text):
            return text
        return self.copied().take(text, sent)

    def _told(self, text: str) -> Iterator[str]:
        written = ""
        anew = not any(self._rows.values())  # the page is drawn from the beginning
        at = 0
        while at < len(text):
            token = TOKEN.match(text, at)
            if token is None:
                if UNFINISHED.match(text, at):
                    break  # its rest is still to come
                at += 1
                continue
            at = token.end()
            before = self._row, self._column
            if self._redraws(token):
                yield from self._news()
                anew = True
            if chars := self.obey(token):
                written += chars
                continue
            ends_line = token["control"] and (text[at - 1] == "\n" or text[at : at + 1] == "\n")
            if ends_line or (self._row, self._column) == before:
                continue
            back = (self._row, self._column) < before and not token["control"]
            if back or (not anew and _are_stones(written) and self._has_new_stone):
                yield from self._news()
            written = ""
        yield from self._news()

    def _redraws(self, token: re.Match[str]) -> bool:
        """Whether the page is another one, or an empty one, after this sequence."""
        if token["final"] == "J":
            return token["numbers"] in ("", "2", "3")
        changes = token["final"] in ("h", "l") and token["numbers"] in ALTERNATE
        return changes or token["escape"] == "c"

    @property
    def _has_new_stone(self) -> bool:
        """Whether just one stone stands where another sign was when the page was last told."""
        few = len(self._new) < NEW_AT_MOST
        return few and sum(map(_is_stone, self._new)) == 1

    def _news(self) -> Iterator[str]:
        """The rows that changed, and those around them as far as the next `New game`."""
        changed = self._changed
        self._changed, self._new = set(), []
        shown = {row: self._shown(row) for row in changed}
        for row in changed:
            for way in (-1, 1):
                if row + way in changed:
                    continue  # from there on it goes further
                for number in range(row + way, row + way * (_AROUND + 1), way):
                    text = self._shown(number)
                    if number < 0 or says_new_game(text):
                        break
                    if (number < self._end) != (row < self._end):
                        break  # such as the last game's boxes
                    shown[number] = text
        last = max(self._rows, default=-1)
        yield from (text for number, text in sorted(shown.items()) if number <= last)


def _are_stones(written: str) -> bool:
    """Whether these are stones, perhaps with blanks or lines beside them."""
    return any(map(_is_stone, written)) and not any(
        char.isalnum() and char not in _STONES for char in written
    )


def _is_stone(char: str) -> bool:
    return char in _STONES or is_sign(char)


def is_drawn(text: str) -> bool:
    """Whether the text moves the cursor to some place."""
    return "\x1b" in text and _ADDRESSED.search(text) is not None
