"""What interaction files and match files have in common: a header, and lines with marks.

The first line says what the file is. The header is one `key value` a line, up to an empty line.
Below it each line begins with a mark: `>` stands before what a program printed, `>~` before a last
line without its newline; the other marks are those of the kind of file. Characters that would not
survive a text editor stand as hexadecimal code points between `⟪` and `⟫`.
"""

import dataclasses
import json
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final, TypeAlias

from harness.session import Exit

PRINTED: Final[Mapping[str, str]] = {">": "\n", ">~": ""}
"""What ends a line that a program printed, by the mark before it."""

Numbered: TypeAlias = Iterator[tuple[int, str]]
"""Lines with their numbers in the file, from 1."""

_UNSAFE: Final = re.compile(r"[^\n\x20-\x7e\xa0-\u2027\u2030-\u27e9\u27ec-\ud7ff\ue000-\U0010ffff]")
_SAFE_AGAIN: Final = re.compile(r"⟪([0-9a-f]+)⟫")


def save(text: str, path: Path) -> None:
    """Write the file, making its folder when it is missing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="")


def printed(said: str) -> Iterator[str]:
    """The lines of the file that hold what a program printed."""
    *whole, rest = said.split("\n")
    yield from (f"> {escape(line)}" for line in whole)
    if rest:
        yield f">~ {escape(rest)}"


def split(text: str, first: str) -> tuple[dict[str, str], Numbered]:
    """The header, and the lines below it. Raises ValueError when the first line is another."""
    lines = text.split("\n")
    if lines[0] != first:
        raise ValueError(f"line 1 is not {first!r}")
    header: dict[str, str] = {}
    body = 1
    while body < len(lines) and lines[body]:
        key, _, header[key] = lines[body].partition(" ")
        body += 1
    return header, enumerate(lines[body + 1 :], start=body + 2)


def take_all(lines: Numbered, take: Callable[[str], None]) -> None:
    """Give the lines to `take`, one by one. Raises ValueError that names the line it refused."""
    for number, line in lines:
        try:
            take(line)
        except (ValueError, OverflowError) as error:
            raise ValueError(f"line {number}: {error}") from error


def loads(text: str) -> object:
    """The value of JSON. Raises ValueError, also where it is nested thousands deep."""
    try:
        value: object = json.loads(text)
    except RecursionError as error:
        raise ValueError("nested too deep") from error
    return value


def exit_of(values: object) -> Exit:
    """How a run ended, from the fields that a file has of it. Raises ValueError."""
    if isinstance(values, dict):
        values = {"hidden": [], **values}  # absent from older files
    match values:
        case {
            "status": int() | None as status,
            "signal": int() | None as signal,
            "stderr": str(stderr),
            "left_running": int(left_running),
            "reached": [*reached],
            "hidden": [*hidden],
            **rest,
        } if not rest and all(isinstance(path, str) for path in [*reached, *hidden]):
            return Exit(status, signal, stderr, left_running, tuple(reached), tuple(hidden))
    known = ", ".join(field.name for field in dataclasses.fields(Exit))
    raise ValueError(f"the line does not say how a run ended ({known}): {values}")


def escape(text: str) -> str:
    """The text, with what would not survive a text editor as code points; line feeds stay."""
    return _UNSAFE.sub(lambda found: f"⟪{ord(found[0]):x}⟫", text)


def unescape(text: str) -> str:
    """The text that `escape` made this of. Raises ValueError or OverflowError: no character."""
    return _SAFE_AGAIN.sub(lambda found: chr(int(found[1], 16)), text)
