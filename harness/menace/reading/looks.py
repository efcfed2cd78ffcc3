"""How a character looks by the control sequences before it, which may tell stones apart."""

import itertools
import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple, Self

from harness.digits import number_of
from harness.sequences import with_semicolons

_RENDITION: Final = re.compile(r"(?:\x1b\[|\x9b)([\d;:]*)m")
_SEQUENCE: Final = re.compile(
    r"\x1b(?:\[[\d;:?]*[A-Za-z]|[()][A-Z0-9])|[\ufe0f\u20e3]|\r(?=\n)|\x07"
)
_SEQUENCES_HAVE: Final = "\x1b\ufe0f\u20e3\r\x07"
_OVERWRITTEN: Final = re.compile(r"^[^\n]*\r(?!\n)", re.MULTILINE)
_FRAMES: Final = range(0x2500, 0x2580)
_ASCII_SIGNS: Final = frozenset("*#@")
_SIGNS: Final = frozenset(("So", "Sm", "Po"))  # categories of Unicode: symbols and such as a bullet
_BY_NUMBER, _BY_PARTS = 5, 2  # what follows 38 and 48: one number, or red, green and blue


class Look(NamedTuple):
    """The colours of a character, as the numbers that choose them ('' for the terminal's own)."""

    front: str = ""
    back: str = ""
    reversed: bool = False

    def after(self, numbers: str) -> Self:
        """The look after a sequence that selects one, of which these are the numbers."""
        look = self
        left = iter(number_of(n) if n else 0 for n in with_semicolons(numbers).split(";"))
        for number in left:
            match number:
                case 0:
                    look = type(self)()
                case 7 | 27:
                    look = look._replace(reversed=number == 7)
                case 39:
                    look = look._replace(front="")
                case 49:
                    look = look._replace(back="")
                case 38:
                    look = look._replace(front=_one_of_many(number, left))
                case 48:
                    look = look._replace(back=_one_of_many(number, left))
                case _ if number in range(30, 38) or number in range(90, 98):
                    look = look._replace(front=str(number))
                case _ if number in range(40, 48) or number in range(100, 108):
                    look = look._replace(back=str(number))
        return look

    @property
    def fills(self) -> bool:
        """Whether a blank is to be seen."""
        return bool(self.back) or self.reversed

    def on(self, char: str) -> str:
        """The character with the sequences that give it this look, and end it."""
        numbers = [self.front, self.back, "7" if self.reversed else ""]
        return f"\x1b[{';'.join(filter(None, numbers))}m{char}\x1b[m"


PLAIN: Final = Look()


def _one_of_many(number: int, left: Iterator[int]) -> str:
    """The numbers of a colour that is one of 256 or of millions."""
    kind = next(left, 0)
    count = {_BY_NUMBER: 1, _BY_PARTS: 3}.get(kind, 0)
    return ";".join(map(str, (number, kind, *(next(left, 0) for _ in range(count)))))


def has_sequences(text: str) -> bool:
    """Whether the text has anything that `without_sequences` takes away."""
    return any(sign in text for sign in _SEQUENCES_HAVE)


def without_sequences(text: str) -> str:
    """The text without control sequences and what a line is overwritten with; lines stay lines."""
    return _OVERWRITTEN.sub("", _SEQUENCE.sub("", text))


def pieces(text: str, look: Look = PLAIN) -> Iterator[tuple[str, Look]]:
    """The text without the sequences that select a look, in pieces of which each has one.

    The text begins with this look, and the last piece, which may be empty, has that of its end.
    """
    for one, some in itertools.groupby(_looks(text, look), key=lambda piece: piece[0]):
        yield "".join(piece for _, piece in some), one


def _looks(text: str, look: Look) -> Iterator[tuple[Look, str]]:
    """What stands between two sequences that select a look, wherever there is something."""
    at = 0
    for found in _RENDITION.finditer(text):
        if found.start() > at:
            yield look, text[at : found.start()]
        look, at = look.after(found[1]), found.end()
    yield look, text[at:]


@lru_cache(maxsize=1 << 12)
def is_sign(char: str) -> bool:
    """Whether a character is a sign that can be a stone: no letter, and no part of a frame."""
    if char.isascii():
        return char in _ASCII_SIGNS
    return unicodedata.category(char) in _SIGNS and ord(char) not in _FRAMES
