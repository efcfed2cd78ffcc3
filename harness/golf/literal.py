"""Any bytes as a Python string literal in a Latin-1 source, in as few bytes as can be."""

import re
from typing import Final

_QUOTES: Final = (b"'", b'"', b"'''", b'"""')
_ESCAPES: Final = frozenset(b"\n\\'\"abfnrtvxNuU01234567")  # what a backslash says more before


def shortest(data: bytes) -> bytes:
    """The shortest literal, in Latin-1, whose characters have these codes."""
    made = [_quoted(data, quote) for quote in _QUOTES]
    made += [raw for quote in _QUOTES if (raw := _raw(data, quote)) is not None]
    return min(made, key=len)


def _quoted(data: bytes, quote: bytes) -> bytes:
    made = bytearray()
    for at, byte in enumerate(data):
        rest = data[at + 1 :] + quote
        character = bytes((byte,))
        if byte == 0:
            made += b"\\x00" if rest[0] in b"01234567" else b"\\0"
        elif byte == 13:
            made += b"\\r"
        elif byte == 10:
            made += b"\\n" if len(quote) == 1 else b"\n"
        elif character == quote[:1] and (len(quote) == 1 or _would_end(data, at, quote)):
            made += b"\\" + character
        elif byte == 92:
            following = rest[0] in _ESCAPES or rest[0] in (0, 13)
            made += b"\\\\" if following else b"\\"
        else:
            made.append(byte)
    return quote + bytes(made) + quote


def _would_end(data: bytes, at: int, quote: bytes) -> bool:
    """Whether a quote here would, with those after it, end a literal in triple quotes."""
    return at + 1 == len(data) or data[at : at + 3] == quote


def _raw(data: bytes, quote: bytes) -> bytes | None:
    """As r'...', where that can be."""
    if re.search(rb"[\x00\r]", data) or quote in data or data.endswith((b"\\", quote[:1])):
        return None
    if len(quote) == 1 and b"\n" in data:
        return None
    return b"r" + quote + data + quote
