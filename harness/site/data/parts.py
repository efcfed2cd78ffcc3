"""Each golfed script cut into the parts that its notes explain.

A part is a piece of code that a point of the notes quotes and that the script has, word for word:
the first such code span of the point. Points are the lines of NOTES.md that start with `- `.
"""

import re
from pathlib import Path
from typing import Any, Final

from harness.entry import Entry

_POINT: Final = re.compile(r"^- (.*(?:\n(?!- |\n|#).*)*)", re.MULTILINE)
_CODE: Final = re.compile(r"`([^`]+)`")
_LEAST: Final = 4  # characters of code: less is found anywhere


def shown(data: bytes) -> str:
    """A source as it can be read: bytes that are no printable ASCII as escapes."""
    text = data.decode("latin-1")
    return "".join(c if c == "\n" or " " <= c <= "~" else f"\\x{ord(c):02x}" for c in text)


def points(notes: str, script: str) -> list[str]:
    """The points of the notes that are about a script: those below a heading with its name."""
    found = []
    for section in re.split(r"^(?=## )", notes, flags=re.MULTILINE):
        heading = section.partition("\n")[0]
        if script in heading:
            found += [" ".join(point.split()) for point in _POINT.findall(section)]
    return found


def cut(source: str, about: list[str]) -> list[dict[str, str]]:
    """The source in pieces, in order: each its text, and the point about it where there is one."""
    taken: list[tuple[int, int, str]] = []
    for point in about:
        for code in _CODE.findall(point):
            at = source.find(code) if len(code) >= _LEAST else -1
            if at >= 0 and not any(a < at + len(code) and at < b for a, b, _ in taken):
                taken.append((at, at + len(code), point))
                break
    pieces, end = [], 0
    for a, b, point in sorted(taken):
        if a > end:
            pieces.append({"text": source[end:a], "about": ""})
        pieces.append({"text": source[a:b], "about": point})
        end = b
    if end < len(source):
        pieces.append({"text": source[end:], "about": ""})
    return pieces


def scripts(entries: list[Entry]) -> list[dict[str, Any]]:
    """Every golfed script in its parts."""
    return [_script(entry, entry.source) for entry in entries if entry.source is not None]


def _script(entry: Entry, source: Path) -> dict[str, Any]:
    notes = source.parent / "NOTES.md"
    text = notes.read_text(encoding="utf-8") if notes.exists() else ""
    about = points(text, source.name)
    return {
        "name": entry.name,
        "bytes": entry.source_bytes,
        "notes": f"solutions/{entry.challenge}/NOTES.md",
        "pieces": cut(shown(source.read_bytes()), about),
    }
