"""Right programs in many languages and formats, each verified with no option at all.

  python -m tests.bench.formats               every program of tests/programs/mu_torere/accepted
  python -m tests.bench.formats php octagon   those with such a word in their names

Prints a row for each: what was found out of its format, the verdict, the seconds until the format
was known and those until the verdict; then the share whose format was inferred. Options that a
program's test gives are left out. Exit status 1 when a right program is not accepted.
"""

import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

import pytest
from rich.console import Console
from rich.table import Table

from harness.challenge import Job
from harness.languages import BY_SUFFIX
from harness.mu_torere.challenge import MuTorere
from harness.program import Program
from harness.sandbox.client import pool as launchers
from harness.transcript import Transcript
from harness.verdict import Verdict
from tests.harness.program_cases import Case, cases, command_of

GAMES: Final = 12  # against opponents
_QUICK: Final[Mapping[str, object]] = {"quick": True}
_SHOWN: Final = 60  # characters of a format


class Row(NamedTuple):
    """One program: `form` is what was inferred, as options; None when it could not be read."""

    name: str
    language: str
    form: str | None
    verdict: Verdict
    known_seconds: float
    seconds: float


def measure(case: Case, folder: Path) -> Row:
    """Verify one program with no option. Skips it where its language is not installed."""
    began = time.monotonic()
    known: list[float] = []

    def progress(doing: str, share: float | None) -> None:
        if doing != "reading its first print":
            known.append(time.monotonic() - began)

    job = Job(case.name, Program(command_of(case, folder), folder), _QUICK, games=GAMES)
    began = time.monotonic()
    result = MuTorere().verify(job, progress, _forget)
    seconds = time.monotonic() - began
    launchers.close()
    form = result.facts.get("read_as")
    return Row(
        case.name,
        BY_SUFFIX[case.suffix].name,
        None if form is None else str(form),
        result.verdict,
        known[0] if known else seconds,
        seconds,
    )


def _forget(name: str, transcript: Transcript) -> None:
    """Keep nothing."""


def summary(rows: Sequence[Row]) -> str:
    """The figures in sentences."""
    accepted = [row for row in rows if row.verdict is Verdict.ACCEPTED]
    inferred = [row for row in rows if row.form is not None]
    known, whole = [row.known_seconds for row in rows], [row.seconds for row in rows]
    return (
        f"{len(rows)} right programs in {len({row.language for row in rows})} languages, "
        f"{len({row.form for row in inferred})} formats\n"
        f"accepted with no option: {len(accepted)} of {len(rows)}\n"
        f"format inferred: {len(inferred)} of {len(rows)} ({len(inferred) / len(rows):.0%})\n"
        f"seconds until the format was known: median {median(known):.1f}, most {max(known):.1f}; "
        f"until the verdict: median {median(whole):.1f}, most {max(whole):.1f}"
    )


def table(rows: Sequence[Row]) -> Table:
    """A row for each program."""
    shown = Table("program", "language", "format", "verdict", "known, s", "verdict, s", box=None)
    for row in rows:
        form = "-" if row.form is None else row.form[:_SHOWN]
        seconds = f"{row.known_seconds:.1f}", f"{row.seconds:.1f}"
        shown.add_row(row.name, row.language, form, row.verdict, *seconds)
    return shown


def main(words: Sequence[str]) -> int:
    """Measure the programs with one of these words in their names, or all."""
    rows = []
    for case in cases("mu_torere"):
        if case.verdict != "AC" or not any(word in case.name for word in words or ("",)):
            continue
        with TemporaryDirectory() as folder:
            try:
                rows.append(measure(case, Path(folder)))
            except pytest.skip.Exception as skipped:
                print(skipped)
    console = Console(width=None if sys.stdout.isatty() else 160, markup=False)
    console.print(table(rows))
    console.print(summary(rows))
    return int(any(row.verdict is not Verdict.ACCEPTED for row in rows))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
