"""A terminal emulator: what control characters and sequences do to a screen.

pyte's parser raises on sequences with too many numbers and knows no strings but OSC, so the
sequences are cut out here. pyte lacks: the alternate screen, concealed text, repeated characters,
scrolling up and down, and character sets in UTF-8; colours with colons are rewritten.
"""

import re
from collections.abc import Callable
from typing import Any, Final

from pyte import modes
from pyte.graphics import FG_BG_256

from harness.colours import numbered
from harness.corrected_screen import LINE_DRAWING, NOT_TRANSLATED
from harness.digits import number_of
from harness.sequences import (
    ERASING,
    INTERRUPTED,
    MOVING,
    TOKEN,
    UNFINISHED,
    with_semicolons,
)
from harness.stamped_screen import BOTTOM_HALF, DOUBLE_WIDTH, SINGLE, TOP_HALF, StampedScreen

_COLUMN_MODE: Final = 3  # 132 columns: terminals of today refuse it, unless they are told to
_ALTERNATE: Final = frozenset({47, 1047, 1049})
_CURSOR_SAVED: Final = frozenset({1048, 1049})
_CLEARED_AT_THE_END: Final = 1047
_REPEATED_AT_MOST: Final = 10_000
_REPEATED_IN_ALL: Final = 1_000_000  # of one run: nobody draws more, and it would take hours
_ALIGNED_AT_MOST: Final = 100  # screens full of E, each of which takes long
_RECOLOURED_AT_MOST: Final = 1000  # colours redefined, after each of which all is read anew
_PARTS_TO_ERASE: Final = {"J": 2, "K": 2}  # what is beyond erases nothing of the screen
_PLACING_CONTROLS: Final = "\n\v\f\r\b\x84\x85\x8d"
_CANCELLING: Final = "\x18\x1a\x1b"
_HELD_BACK: Final = 4096  # characters of an unfinished sequence, after which it is given up


class Emulator(StampedScreen):
    """A terminal of this size, and what it shows.

    `returns`: a line feed returns the cursor to the first column. `at_moves`: the screen is looked
    at also before the cursor is put elsewhere. `look` and `margin` are those of the screen.
    """

    _hidden: tuple[Any, Any]  # rows and saved cursor of that of two screens which is not shown

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
        self._returns, self._at_moves = returns, at_moves
        self._held = ""
        self._last = ""
        self._repeated = self._aligned = self._recoloured = 0
        self._is_alternate = False
        super().__init__(lines, columns, look, margin=margin)

    def feed(self, text: str) -> None:
        """Take output; an unfinished sequence waits for its rest."""
        text = self._held + text
        self._held = ""
        at = 0
        while at < len(text):
            token = TOKEN.match(text, at)
            if token is None:
                if begun := INTERRUPTED.match(text, at):
                    at = self._take_interrupted(begun[0], text, begun.end())
                    continue
                if UNFINISHED.match(text, at) and len(text) - at < _HELD_BACK:
                    self._held = text[at:]
                    return
                at += 1  # what begins no sequence: its first character is passed over
                continue
            at = token.end()
            self._take(token)

    def _take_interrupted(self, begun: str, text: str, at: int) -> int:
        """Take a sequence in which control characters stand, and tell where it ends.

        Each is obeyed at once, and the sequence goes on; three of them end it without an effect.
        """
        while at < len(text):
            char = text[at]
            if char in _CANCELLING:
                return at + (char != "\x1b")  # that one begins the next
            at += 1
            if char < " ":
                self._control(char)
                continue
            begun += char
            if token := TOKEN.fullmatch(begun):
                self._take(token)
                return at
            if len(begun) > _HELD_BACK or not UNFINISHED.fullmatch(begun):
                return at
        self._held = begun
        return at

    def _take(self, token: re.Match[str]) -> None:
        kind = token.lastgroup
        if kind == "text":
            self.draw(token["text"])
            self._last = token["text"][-1]
            return
        if kind == "final":
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
        self._last = ""  # no terminal repeats it after anything else

    def _sharp(self, char: str) -> None:
        if char == "8":
            self._aligned += 1
            if self._aligned <= _ALIGNED_AT_MOST:
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
        if self._recoloured >= _RECOLOURED_AT_MOST:
            return
        self._before()
        if self._palette.changed_by(command):
            self._recoloured += 1
            self._cache.clear()
            self._changed_rows |= set(range(self.lines))
            self._fresh = True

    def _control(self, char: str) -> None:
        if char in _PLACING_CONTROLS:
            self.cancel_wrap()
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
        if char in "DEM":
            self.cancel_wrap()
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
        table = LINE_DRAWING if code == "0" else NOT_TRANSLATED
        if which == "(":
            self.g0_charset = table
        elif which == ")":
            self.g1_charset = table

    def _control_sequence(self, given: str, between: str, final: str) -> None:
        private = given[:1] if given[:1] in ("<", "=", ">", "?") else ""
        if final == "m" and not private and not between:
            given = with_semicolons(given)
        numbers = [
            min(number_of(number), 9999) if number.isdecimal() else 0
            for number in (part.partition(":")[0] for part in given.lstrip("<=>?").split(";"))
        ]
        if between == "!" and final == "p":
            self._soft_reset()
        elif between or private not in ("", "?"):
            return
        elif private:
            self._private(numbers, final)
        elif final in ERASING:
            self._erase(final, numbers[0])
        elif final in MOVING:
            self._moved()
            self.cancel_wrap()
            getattr(self, MOVING[final])(numbers[0])
        elif final in "Hf":
            self._moved()
            self.cursor_position(numbers[0], numbers[1] if len(numbers) > 1 else 1)
        elif final == "m":
            self._render(numbers)
        elif final == "b":
            self._repeat(max(1, numbers[0]))
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
            for _ in range(max(1, numbers[0])):
                before = self.cursor.x
                self.tab()
                if self.cursor.x == before:
                    break
        elif final == "Z":
            self._tab_back(max(1, numbers[0]))

    def _erase(self, final: str, number: int) -> None:
        """Erase as a sequence says; ignore a part that is not of the screen."""
        if number <= _PARTS_TO_ERASE.get(final, number):
            self._before()
            self.cancel_wrap()
            getattr(self, ERASING[final])(number)

    def _repeat(self, times: int) -> None:
        """Write the last character so many times more."""
        times = min(times, _REPEATED_AT_MOST, _REPEATED_IN_ALL - self._repeated)
        if self._last and times > 0:
            self._repeated += times
            self.draw(self._last * times)

    def _private(self, numbers: list[int], final: str) -> None:
        if final in "JK":
            self._erase(final, numbers[0])
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
        if mode in _ALTERNATE:
            if on is not self._is_alternate:
                self._show_other(clear=mode == _CLEARED_AT_THE_END and not on)
            if on and mode in _CURSOR_SAVED:
                self.buffer.clear()
            self.dirty.update(range(self.lines))
        if mode in _CURSOR_SAVED and not on:
            self.restore_cursor()

    def _show_other(self, *, clear: bool) -> None:
        """Show the alternate screen in the place of the main one, or the other way round."""
        if clear:
            self.buffer.clear()
        shown = self.buffer, self.savepoints
        (self.buffer, self.savepoints), self._hidden = self._hidden, shown
        self._is_alternate = not self._is_alternate

    def _soft_reset(self) -> None:
        self.margins = None
        self.mode -= {modes.IRM, modes.DECOM}
        self.mode.add(modes.DECAWM)
        self.charset, self.g0_charset = 0, NOT_TRANSLATED
        self.cursor.attrs = self.default_char
        at = self.cursor.x, self.cursor.y
        self.cursor.x = self.cursor.y = 0
        self.save_cursor()
        self.cursor.x, self.cursor.y = at

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

    def reset(self) -> None:
        """Forget everything, as after RIS."""
        super().reset()
        self._is_alternate = False
        self._hidden = self._blank_rows(), list(self.savepoints)

    def _moved(self) -> None:
        if self._at_moves:
            self._before()
