"""Each golfed script in the parts into which its notes cut it.

NOTES.md has a heading `### Parts of SCRIPT` and a point for each part, in order: the part's text as
code, then what it does. Control characters are written as their Unicode pictures (␊ is a newline).
The parts joined are the file, or what a packed file unpacks to.
"""

import re
from pathlib import Path
from typing import Any, Final, NamedTuple

from harness.entry import Entry
from harness.golf import shell

_POINT: Final = re.compile(r"^- (`+)( ?)(.+?)\2\1 (.+)$", re.MULTILINE)
_PICTURES: Final = {0x2400 + code: chr(code) for code in range(32)}


class Part(NamedTuple):
    """A piece of a script, a character for each byte, and what it does."""

    text: str
    about: str


def parts(notes: str, script: str) -> list[Part]:
    """The parts of a script, in order; none where the notes do not cut it."""
    below = notes.partition(f"\n### Parts of {script}\n")[2]
    section = re.split(r"^#", below, maxsplit=1, flags=re.MULTILINE)[0]
    # A blank is put inside the marks only beside a ` of the code's own; others are the code's.
    return [
        Part((code if "`" in code else f"{blank}{code}{blank}").translate(_PICTURES), about)
        for _, blank, code, about in _POINT.findall(section)
    ]


def plain(data: bytes) -> str:
    """A source, or what a packed one unpacks to, a character for each byte."""
    unpacked = shell.unpack(data)
    return (data if unpacked is None else unpacked.text).decode("latin-1")


def shown(text: str) -> str:
    """A text as it can be read: what is no printable ASCII as escapes."""
    return "".join(c if c == "\n" or " " <= c <= "~" else f"\\x{ord(c):02x}" for c in text)


def scripts(entries: list[Entry]) -> list[dict[str, Any]]:
    """Every golfed script in its parts."""
    return [_script(entry, entry.source) for entry in entries if entry.source is not None]


def _script(entry: Entry, source: Path) -> dict[str, Any]:
    notes = source.parent / "NOTES.md"
    data = source.read_bytes()
    found = parts(notes.read_text(encoding="utf-8"), source.name) if notes.exists() else []
    if "".join(part.text for part in found) != plain(data):
        found = [Part(plain(data), "")]
    return {
        "name": entry.name,
        "bytes": entry.source_bytes,
        "packed": shell.unpack(data) is not None,
        "notes": f"solutions/{entry.challenge}/NOTES.md",
        "pieces": [{"text": shown(part.text), "about": part.about} for part in found],
    }
