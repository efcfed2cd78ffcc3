"""What a terminal answers, on its own, to what a program asks it: its state, its kind, its cursor.

A program may print such a question and read the answer as if it had been typed; on a terminal that
is silent it would wait for ever. The answers are those of xterm's manual ("XTerm Control
Sequences"), of a terminal that can do what the emulator does.
"""

import re
from typing import Final

from harness.screen import Display, Size

_QUESTION: Final = re.compile(
    r"(?:\x1b\[|\x9b)(?:"
    r"(?P<state>5n)|(?P<place>\??6n)|(?P<kind>0?c)|(?P<version>>0?c)|(?P<size>18t)"
    r"|\?(?P<mode>\d+)\$p)"
    r"|\x1b\](?P<colour>1[01]);\?(?:\x07|\x1b\\)"
)
_TAIL: Final = 16  # characters in which the begin of a question may stand
_KEPT: Final = 1 << 20  # characters, of which the last screens tell where the cursor is
_AT_MOST: Final = 64  # answers between two inputs: a program that reads none must not fill the line
_FIXED: Final = {
    "state": "\x1b[0n",  # it is well
    "kind": "\x1b[?62;22c",  # a VT220 with colours
    "version": "\x1b[>1;0;0c",
}
_GROUND: Final = {"10": "ffff/ffff/ffff", "11": "0000/0000/0000"}  # of text, and behind it


class Answers:
    """The answers of one terminal, which is given all that a program prints."""

    def __init__(self, size: Size, *, returns: bool) -> None:
        self._size = size
        self._display = Display(size, lambda snapshot: None, returns=returns)
        self._unseen: list[str] = []  # what the display has not been given
        self._held = 0  # characters of it
        self._tail = ""
        self._left = _AT_MOST

    def renew(self) -> None:
        """Something was typed: the program has read on."""
        self._left = _AT_MOST

    def to(self, printed: str) -> str:
        """What the terminal answers to this, mostly nothing."""
        self._unseen.append(printed)
        self._held += len(printed)
        if self._held > 2 * _KEPT:
            self._unseen = ["".join(self._unseen)[-_KEPT:]]
            self._held = _KEPT
        text = self._tail + printed
        answers = []
        at = 0
        if "\x1b" in text or "\x9b" in text:
            for question in _QUESTION.finditer(text):
                if self._left:
                    self._left -= 1
                    after = len(text) - question.end()
                    answers.append(self._answer(question, after))
                at = question.end()
        self._tail = text[max(at, len(text) - _TAIL) :]
        return "".join(answers)

    def _answer(self, question: re.Match[str], after: int) -> str:
        """The answer to a question after which so many characters were printed."""
        asked = question.lastgroup or ""
        if asked == "place":
            row, column = self._cursor(after)
            private = "?" if "?" in question[asked] else ""
            return f"\x1b[{private}{row + 1};{column + 1}R"
        if asked == "size":
            return f"\x1b[8;{self._size.rows};{self._size.columns}t"
        if asked == "mode":
            return f"\x1b[?{question[asked]};0$y"  # it knows no such mode
        if asked == "colour":
            return f"\x1b]{question[asked]};rgb:{_GROUND[question[asked]]}\x1b\\"
        return _FIXED[asked]

    def _cursor(self, after: int) -> tuple[int, int]:
        """Row and column of the cursor before the last `after` characters, both from 0."""
        text = "".join(self._unseen)
        cut = len(text) - after
        self._display.feed(text[:cut])
        self._unseen, self._held = [text[cut:]], after
        return self._display.cursor
