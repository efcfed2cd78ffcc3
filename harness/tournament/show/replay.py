"""The command `replay` for match files: a match is shown, a folder of them scored line by line."""

import dataclasses
import json
import shlex
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from harness.messages import printable
from harness.meta_tic_tac_toe import match_file
from harness.meta_tic_tac_toe.scoring import score
from harness.places import command_name
from harness.tournament.call_again import call_again
from harness.tournament.show.console import score_line
from harness.tournament.show.steps import show_match


def match_files(path: Path) -> list[Path]:
    """The match file with this path, or all of this folder; none where there is none."""
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
        ((path, match),) = matches
        command = f"{command_name()} replay {shlex.quote(str(path))}"
        show_match(console, match, ply, again=lambda number: f"{command} --ply {number} --run")
    else:
        for path, match in matches:
            console.print(f"{path.name}: {score_line(match, score(match))}", soft_wrap=True)


def run_again(console: Console, file: Path, number: int) -> None:
    """Run a call of a match again, and print its answer beside the answer in the match."""
    match = match_file.load(file)
    again = call_again(file, match, number)
    if not again.had_its_data:
        console.print(
            "the bot gets its data.txt as it is now: it wrote more in this match than the "
            "tournament keeps",
            soft_wrap=True,
        )
    for when, each in (("then", match.calls[number - 1].answer), ("now", again.answer)):
        run = each.exit
        end = f"status {run.status}" if run.signal is None else f"signal {run.signal}"
        console.print(
            f"{when}: printed {each.said!r}, {each.ending} after {each.seconds:.3f} s, {end}",
            soft_wrap=True,
            markup=False,
        )
        for line in run.stderr.splitlines():
            console.print(f"    standard error: {printable(line)}", soft_wrap=True, markup=False)
