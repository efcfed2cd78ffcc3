"""The table of sizes in the READMEs, generated from the manifests between two marks."""

import os
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from harness.entry import Entry
from harness.places import ROOT
from harness.verdict import UsageError

BEGIN: Final = "<!-- scoreboard: written by `make scoreboard` -->"
END: Final = "<!-- end of scoreboard -->"


def rows(entries: Iterable[Entry]) -> list[tuple[str, int, int, int | None, str]]:
    """Name, bytes, characters, the bar and what it is, for every golfed entry."""
    return [
        (e.name, e.source_bytes, e.source_characters or 0, e.bytes_at_most, e.about)
        for e in entries
        if e.source_bytes is not None
    ]


def markdown(entries: Iterable[Entry], folder: Path = ROOT) -> str:
    """The table in Markdown, with links for a document in this folder."""
    lines = ["| script | bytes | bar | what it is |", "|---|---:|---:|---|"]
    for entry in entries:
        if entry.source is not None:
            link = f"[{entry.name}]({os.path.relpath(entry.source, folder)})"
            bar = "" if entry.bytes_at_most is None else entry.bytes_at_most
            lines.append(f"| {link} | {entry.source_bytes} | {bar} | {entry.about} |")
    return "\n".join(lines)


def updated(text: str, table: str, begin: str = BEGIN, end: str = END) -> str:
    """The document with the table between the marks. Raises UsageError where there are none."""
    pattern = re.compile(re.escape(begin) + ".*?" + re.escape(end), re.DOTALL)
    if not pattern.search(text):
        raise UsageError(f"the document has no place marked by {begin}")
    return pattern.sub(lambda found: f"{begin}\n{table}\n{end}", text)


def write(document: Path, entries: Sequence[Entry]) -> bool:
    """Bring the document's table up to date; whether that changed it."""
    old = document.read_text(encoding="utf-8")
    new = updated(old, markdown(entries, document.parent))
    document.write_text(new, encoding="utf-8")
    return new != old
