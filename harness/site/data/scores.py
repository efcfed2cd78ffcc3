"""The scoreboard: sizes now, and over time as the project's history has them."""

import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from harness.entry import Entry
from harness.places import ROOT


def scores(entries: Iterable[Entry]) -> list[dict[str, Any]]:
    """Each golfed script with its size and what its file was in earlier commits, oldest first."""
    return [
        {
            "name": entry.name,
            "bytes": entry.source_bytes,
            "bar": entry.bytes_at_most,
            "about": entry.about,
            "history": _history(entry.source),
        }
        for entry in entries
        if entry.source is not None
    ]


def _history(source: Path) -> list[tuple[str, int]]:
    """Date and size at each commit that changed the file; empty outside a repository."""
    name = source.relative_to(ROOT).as_posix()
    log = _git("log", "--reverse", "--format=%h %cs", "--", name).split("\n")
    found: list[tuple[str, int]] = []
    for line in filter(None, log):
        commit, date = line.split()
        size = _git("cat-file", "-s", f"{commit}:{name}").strip()
        if size and (not found or found[-1][1] != int(size)):
            found.append((date, int(size)))
    return found


def _git(*words: str) -> str:
    try:
        done = subprocess.run(
            ["git", *words], cwd=ROOT, capture_output=True, text=True, check=False
        )
    except OSError:
        return ""
    return done.stdout if done.returncode == 0 else ""
