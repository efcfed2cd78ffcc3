"""Programs under test judged live: the options, the result, and what is left running."""

import argparse
import contextlib
import io
import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from harness.challenge import Challenge
from harness.command_line import main


def options_of(game: Challenge, words: Sequence[str]) -> argparse.Namespace:
    """What `verify` would make of these options, those of every challenge included."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--move-seconds", type=float, default=10.0)
    parser.add_argument("--exact", action="store_true")
    parser.add_argument("--clean-end", action="store_true")
    game.add_options(parser)
    return parser.parse_args(words)


def run(*words: str) -> dict[str, Any]:
    """The one result that a command prints as JSON."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        main(words)
    (result,) = json.loads(out.getvalue())
    assert isinstance(result, dict)
    return result


def told(result: dict[str, Any]) -> tuple[str, str | None]:
    """The verdict of such a result, and the clause of its first finding."""
    findings = result["findings"]
    return result["verdict"], findings[0]["clause"] if findings else None


def at_work_in(folder: Path) -> list[str]:
    """Processes that stand in this folder or were started with a name in it, by /proc."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        if process.name == str(os.getpid()):
            continue
        with contextlib.suppress(OSError):
            command = (process / "cmdline").read_text(errors="replace")
            if (process / "cwd").readlink() == folder or str(folder) in command:
                found.append(f"{process.name} {command}")
    return found
