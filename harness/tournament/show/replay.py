"""The command `replay` for match files: a match is shown, a folder of them scored line by line."""

import dataclasses
import json
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from harness.meta_tic_tac_toe import match_file
from harness.meta_tic_tac_toe.scoring import score
from harness.tournament.show.console import score_line
from harness.tournament.show.steps import show_match


def match_files(path: Path) -> list[Path]:
    """The match files that are meant: this one, or all of this folder; none when it is no such."""
    if path.is_dir():
        return sorted(path.rglob(f"*{match_file.SUFFIX}"))
    return [path] if path.suffix == match_file.SUFFIX else []


def replay(console: Console, files: Sequence[Path], ply: int | None, as_json: bool) -> None:
    """Score matches again from their files, and show one if it is alone.

    Raises UsageError when a file holds no match, or the match no such ply.
    """
    matches = [(path, match_file.load(path)) for path in files]
    if as_json:
        print(json.dumps({str(p): dataclasses.asdict(score(match)) for p, match in matches}))
    elif len(matches) == 1:
        show_match(console, matches[0][1], ply)
    else:
        for path, match in matches:
            console.print(f"{path.name}: {score_line(match, score(match))}", soft_wrap=True)
