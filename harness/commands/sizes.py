"""The commands `bytes` and `scoreboard`: how long golfed scripts are, and were."""

import argparse
import json
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path

from rich.table import Table

from harness import report, verify
from harness.challenges import challenge_named
from harness.entry import Entry, all_entries
from harness.golf import kept, records, scoreboard
from harness.golf.measure import Measure, measure
from harness.golf.source import read
from harness.messages import printable
from harness.places import ROOT
from harness.session import Limits
from harness.verdict import Verdict

HISTORY = ROOT / "solutions" / records.FILE


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of `bytes`."""
    parser.description = (
        "Print the bytes and characters of golfed scripts, plain and packed, and the difference to "
        "the shortest that was ever accepted. With files, of any language: theirs alone, each with "
        "the line that heads an answer on Code Golf."
    )
    parser.add_argument("files", nargs="*", metavar="FILE", help="measure these files instead")
    parser.add_argument("--json", action="store_true", help="print the sizes as JSON")
    parser.set_defaults(run=run_bytes)


def add_scoreboard_options(parser: argparse.ArgumentParser) -> None:
    """Set what runs `scoreboard`, which has no options."""
    parser.set_defaults(run=run_scoreboard)


def run_bytes(options: argparse.Namespace) -> int:
    """Print the size of every golfed script, or of the files named."""
    rows: list[tuple[str, Measure, int | None, int | None]] = []
    best = records.best(records.load(HISTORY))
    entries = {e.source.resolve(): e for e in all_entries(ROOT) if e.source is not None}
    for path in map(Path, options.files) if options.files else entries:
        size = measure(path, read(path))
        entry = entries.get(path.resolve())
        shown = entry.name if entry is not None and not options.files else str(path)
        shortest = best.get(entry.name) if entry is not None else None
        bar = entry.bytes_at_most if entry is not None else None
        rows.append((shown, size, None if shortest is None else shortest.bytes, bar))
    if options.json:
        print(json.dumps([_as_json(*row) for row in rows], indent=1))
        return 0
    report.console_for(as_json=False).print(_table(rows))
    if options.files:
        for name, size, _, _ in rows:
            print(size.header if len(rows) == 1 else f"{size.header}    {name}")
    return 0


def _as_json(name: str, size: Measure, best: int | None, bar: int | None) -> dict[str, object]:
    return {"name": name, **asdict(size), "header": size.header, "best": best, "bar": bar}


def _table(rows: list[tuple[str, Measure, int | None, int | None]]) -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column("script", overflow="fold")
    for column in ("bytes", "characters", "plain", "packed", "to best", "bar"):
        table.add_column(column, justify="right")
    for name, size, best, bar in rows:
        over = bar is not None and size.bytes > bar
        table.add_row(
            printable(name),
            str(size.bytes),
            str(size.characters),
            str(size.plain),
            "" if size.packed is None else str(size.packed),
            "" if best is None else f"{size.bytes - best:+d}",
            "" if bar is None else str(bar),
            style="red" if over else None,
        )
    return table


def run_scoreboard(_: argparse.Namespace) -> int:
    """Verify and record what is new, then write the READMEs' tables and the picture of sizes."""
    entries = [entry for entry in all_entries(ROOT) if entry.source is not None]
    refused = [entry.name for entry in entries if not _recorded(entry)]
    history = records.load(HISTORY)
    pages = {
        document: scoreboard.updated(
            document.read_text(encoding="utf-8"), scoreboard.markdown(entries, document.parent)
        )
        for document in (ROOT / "README.md", ROOT / "solutions" / "README.md")
    }
    readme = ROOT / "solutions" / "README.md"
    table = kept.markdown(entries, readme.parent)
    pages[readme] = scoreboard.updated(pages[readme], table, kept.BEGIN, kept.END)
    pages[HISTORY.with_name(records.PICTURE)] = records.chart(history)
    for document, text in pages.items():
        changed = not document.exists() or document.read_text(encoding="utf-8") != text
        document.write_text(text, encoding="utf-8")
        print(f"{document.relative_to(ROOT)}: {'written' if changed else 'already right'}")
    for name in refused:
        print(f"{name}: not accepted, so not recorded; see golfproof verify {name}")
    return 1 if refused else 0


def _recorded(entry: Entry) -> bool:
    """Whether the entry's file stands in the history, where need be after a verification."""
    assert entry.source is not None
    data = entry.source.read_bytes()
    if records.known(records.load(HISTORY), entry.name, data):
        return True
    job = verify.job_of(entry, Limits(move_seconds=15.0), games=20, seed=0)
    result = verify.run(challenge_named(entry.challenge), job, lambda what, share: None)
    if result.verdict is not Verdict.ACCEPTED:
        return False
    today = datetime.now(UTC).date().isoformat()
    proved = records.proof(result.facts)
    records.add(HISTORY, records.record_of(entry.name, entry.source, data, today, proved))
    print(f"{entry.name}: {len(data)} bytes recorded")
    return True
