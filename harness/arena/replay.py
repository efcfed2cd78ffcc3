"""The command `replay` for match files: a match is shown, a folder of them scored line by line."""

import dataclasses
import json
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from harness.arena import record
from harness.arena.display import score_line
from harness.arena.scoring import score
from harness.arena.show import show_match


def match_files(path: Path) -> list[Path]:
    """The match files that are meant: this one, or all of this folder; none when it is no such."""
    if path.is_dir():
        return sorted(path.rglob(f"*{record.SUFFIX}"))
    return [path] if path.suffix == record.SUFFIX else []


def replay(console: Console, files: Sequence[Path], ply: int | None, as_json: bool) -> None:
    """Score matches again from their files, and show one if it is alone.

    Raises UsageError when a file holds no match, or the match no such ply.
    """
    matches = [(path, record.load(path)) for path in files]
    if as_json:
        print(json.dumps({str(p): dataclasses.asdict(score(match)) for p, match in matches}))
    elif len(matches) == 1:
        show_match(console, matches[0][1], ply)
    else:
        for path, match in matches:
            console.print(f"{path.name}: {score_line(match, score(match))}", soft_wrap=True)
