"""Colours of a terminal: their names and numbers, and what a program makes of them.

A program may redefine the colours with numbers (OSC 4) and those of plain text and its ground (OSC
10 and 11), and have them back (104, 110, 111). What was printed before changes with them.
"""

import re
from collections.abc import Sequence
from functools import cache
from typing import Any, Final

import pyte.graphics as graphics

from harness.digits import number_of

_NAMES: Final = (*graphics.FG_ANSI.values(), *graphics.FG_AIXTERM.values())
OF_NAMES: Final = dict(zip((name for name in _NAMES if name != "default"),
                           graphics.FG_BG_256[:16], strict=True))  # fmt: skip
"""The sixteen colours that have names are also the first of those by number."""

_NUMBERS: Final = {name: number for number, name in enumerate(OF_NAMES)}
_UNSEEN: Final = 8  # of 255 in each of red, green and blue
_HEX: Final = re.compile("[0-9a-f]{6}")
_BY_PARTS: Final = re.compile("rgb:([0-9a-f]{1,4})/([0-9a-f]{1,4})/([0-9a-f]{1,4})")
_BY_DIGITS: Final = re.compile("#((?:[0-9a-f]{3}){1,4})")
_PLAIN, _GROUND = 10, 11  # the commands that redefine plain text's colour and its ground's
_BACK: Final = 100  # from such a command to the one that takes it back
_PALETTE: Final = 4
_LAST: Final = 255  # of the numbered colours


class Numbered(str):
    """A colour as six digits, which was chosen by its number."""

    __slots__ = ("number",)
    number: int


@cache
def numbered(number: int) -> Numbered:
    """The colour with this number, of 256."""
    found = Numbered(graphics.FG_BG_256[number])
    found.number = number
    return found


@cache
def same_colour(one: str, other: str) -> bool:
    """Whether no eye tells two colours apart, each a name or six digits."""
    one, other = OF_NAMES.get(one, one), OF_NAMES.get(other, other)
    if not (_HEX.fullmatch(one) and _HEX.fullmatch(other)):
        return one == other
    return all(abs(int(one[i : i + 2], 16) - int(other[i : i + 2], 16)) <= _UNSEEN
               for i in (0, 2, 4))  # fmt: skip


def in_reverse(fg: str, bg: str) -> tuple[str, str]:
    """The two colours of a character, exchanged; a default keeps the name of what it was."""
    return (
        "background" if bg == "default" else bg,
        "foreground" if fg == "default" else fg,
    )


def is_hidden(fg: str, bg: str) -> bool:
    """Whether a character of these colours cannot be told from its ground."""
    return fg != "default" and same_colour(fg, bg)


class Palette:
    """What a program has made of its terminal's colours."""

    def __init__(self) -> None:
        self._numbers: dict[int, str] = {}
        self._plain: dict[int, str] = {}  # by the command that redefines it

    def __bool__(self) -> bool:
        """Whether anything is redefined."""
        return bool(self._numbers or self._plain)

    def changed_by(self, command: str) -> bool:
        """Obey an operating system command; whether a colour is another now."""
        before = {**self._numbers}, {**self._plain}
        name, *words = command.lower().split(";")
        if name == str(_PALETTE):
            for number, colour in zip(words[::2], words[1::2], strict=False):
                if number.isdecimal() and number_of(number) <= _LAST and colour != "?":
                    self._numbers[number_of(number)] = parsed(colour)
        elif name in (str(_PLAIN), str(_GROUND)):
            for offset, colour in enumerate(words):
                if colour != "?":
                    self._plain[int(name) + offset] = parsed(colour)
        elif name == str(_BACK + _PALETTE):
            for number in words if any(words) else map(str, list(self._numbers)):
                if number.isdecimal():
                    self._numbers.pop(number_of(number), None)
        elif name in (str(_BACK + _PLAIN), str(_BACK + _GROUND)):
            self._plain.pop(int(name) - _BACK, None)
        return before != (self._numbers, self._plain)

    def shown(self, char: Any) -> Any:
        """The character of pyte's as it looks now: without reverse video, and with other colours.

        Plain text on its own ground keeps the names of both.
        """
        plain, ground = self._plain.get(_PLAIN, "default"), self._plain.get(_GROUND, "default")
        fg, bg = self._now(char.fg, plain), self._now(char.bg, ground)
        if char.reverse:
            fg, bg = in_reverse(fg, bg)
        hidden = is_hidden(fg, bg)
        if ground != "default" and same_colour(bg, ground):
            bg = "default"
        if plain != "default" and same_colour(fg, plain):
            fg = "default"
        return char._replace(fg=fg, bg=bg, reverse=False, conceal=char.conceal or hidden)

    def _now(self, colour: str, default: str) -> str:
        if colour == "default":
            return default
        number = colour.number if isinstance(colour, Numbered) else _NUMBERS.get(colour)
        return colour if number is None else self._numbers.get(number, colour)


def parsed(colour: str) -> str:
    """A colour as terminals take it, as six digits; a name that only they know stays one."""
    if parts := _BY_PARTS.fullmatch(colour):
        return _of_parts(parts.groups())
    if digits := _BY_DIGITS.fullmatch(colour):
        size = len(digits[1]) // 3
        return "".join(digits[1][i : i + size].ljust(2, "0")[:2]
                       for i in range(0, len(digits[1]), size))  # fmt: skip
    return "".join(letter for letter in colour if letter.isalnum())


def _of_parts(parts: Sequence[str]) -> str:
    """Each part is a fraction of what its digits can hold."""
    return "".join(f"{int(part, 16) * 255 // (16 ** len(part) - 1):02x}" for part in parts)
