"""The commands `bytes` and `scoreboard`: how long the golfed scripts are."""

import argparse
import json
from pathlib import Path

from rich.table import Table

from harness import report
from harness.entry import all_entries
from harness.golf import scoreboard
from harness.places import ROOT
from harness.verdict import UsageError


def add_bytes_options(parser: argparse.ArgumentParser) -> None:
    """Add what `bytes` understands."""
    parser.add_argument("files", nargs="*", metavar="FILE", help="any other files to be measured")
    parser.add_argument("--json", action="store_true", help="print the sizes as JSON")
    parser.set_defaults(run=run_bytes)


def run_bytes(options: argparse.Namespace) -> int:
    """Print the size of every golfed script, and of the files named."""
    try:
        others = [(name, _size(Path(name))) for name in options.files]
    except OSError as error:
        raise UsageError(f"{error.filename}: {error.strerror}") from error
    rows = scoreboard.rows(all_entries(ROOT))
    if options.json:
        sizes = {name: size for name, size, *_ in rows} | dict(others)
        print(json.dumps(sizes, indent=1))
        return 0
    table = Table(box=None, pad_edge=False)
    table.add_column("script")
    for column in ("bytes", "characters", "bar"):
        table.add_column(column, justify="right")
    table.add_column("what it is")
    for name, size, characters, bar, about in rows:
        over = bar is not None and size > bar
        limit = "" if bar is None else str(bar)
        table.add_row(name, str(size), str(characters), limit, about, style="red" if over else None)
    for name, size in others:
        table.add_row(name, str(size))
    report.console_for(as_json=False).print(table)
    return 0


def _size(path: Path) -> int:
    if path.is_dir():
        raise UsageError(f"{path}: a folder, not a file")
    return path.stat().st_size


def run_scoreboard(_: argparse.Namespace) -> int:
    """Write the READMEs' tables of sizes."""
    entries = all_entries(ROOT)
    for document in (ROOT / "README.md", ROOT / "solutions" / "README.md"):
        changed = scoreboard.write(document, entries)
        print(f"{document.relative_to(ROOT)}: {'written' if changed else 'already right'}")
    return 0
