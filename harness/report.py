"""Results for people and for machines: sentences and tables, in colour on a terminal, or JSON."""

import dataclasses
import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from harness import syntax_warnings
from harness.challenge import Challenge
from harness.challenge import Progress as Tell
from harness.clauses import sentence_of
from harness.messages import printable
from harness.parallel import Running
from harness.verdict import Finding, Result, Verdict

_STYLES: Final = {
    Verdict.ACCEPTED: "bold green",
    Verdict.INCONCLUSIVE: "bold yellow",
    Verdict.JUDGE_ERROR: "bold magenta",
}
_WORDS: Final = {
    Verdict.ACCEPTED: "accepted",
    Verdict.WRONG_ANSWER: "wrong answer",
    Verdict.TIME_LIMIT: "time limit exceeded",
    Verdict.RUN_TIME_ERROR: "run-time error",
    Verdict.INCONCLUSIVE: "inconclusive: nothing wrong was seen, but the proof is not closed",
    Verdict.JUDGE_ERROR: "judge error: the harness failed, nothing is said of the program",
}


def exit_status(results: Sequence[Result]) -> int:
    """0 when all are accepted, 2 when the judge failed, 1 otherwise."""
    verdicts = {result.verdict for result in results}
    if Verdict.JUDGE_ERROR in verdicts:
        return 2
    return 0 if verdicts <= {Verdict.ACCEPTED} else 1


def to_json(results: Sequence[Result]) -> str:
    """All results as one JSON document."""
    return json.dumps([dataclasses.asdict(result) for result in results], indent=1)


def print_result(console: Console, challenge: Challenge, result: Result) -> None:
    """One result: the verdict, its figures in sentences, and every finding."""
    head = Text(f"{result.verdict:<4}", _STYLES.get(result.verdict, "bold red"))
    head.append(f" {printable(result.name)}", "bold")
    if result.source_bytes is not None:
        head.append(f"  {result.source_bytes} bytes")
    if result.verdict is not Verdict.ACCEPTED:
        head.append(f"  {_WORDS[result.verdict]}", "dim")
    console.print(head, soft_wrap=True)
    for sentence in challenge.summary(result.facts):
        console.print(Text(f"     {sentence}"), soft_wrap=True)
    if "seed" in result.facts:
        said = f"--seed {result.facts['seed']} draws the same chances for the opponents again"
        console.print(Text(f"     {said}"), soft_wrap=True)
    if (warning := result.facts.get(syntax_warnings.FACT)) is not None:
        said = printable(syntax_warnings.sentence(warning))
        console.print(Text(f"     {said}"), soft_wrap=True)
    if "error" in result.facts:
        console.print(Text(f"     {printable(str(result.facts['error']))}"), soft_wrap=True)
    for finding in result.findings:
        _print_finding(console, finding)


def _print_finding(console: Console, finding: Finding) -> None:
    when = f"turn {finding.turn}" if finding.turn else "at the start"
    rows = {
        "clause": f"{finding.clause} ({when})",
        "": sentence_of(finding.clause),
        "seen": _shortened(finding.seen),
        "expected": finding.expected,
        "typed": _typed(finding.line),
        "again": finding.replay or "",
    }
    for label, text in rows.items():
        if text:
            line = Text(f"     {label:<9} ", "cyan").append(printable(text), "default")
            console.print(line, soft_wrap=True)
    if finding.picture:
        for number, row in enumerate(finding.picture.split("\n")):
            start = Text(f"     {'' if number else 'shown':<9} ", "cyan")
            console.print(start.append(printable(row), "bold"), soft_wrap=True)


def _typed(line: Sequence[str], most: int = 60) -> str:
    if len(line) <= most:
        return " ".join(line) or "nothing yet"
    return f"... {' '.join(line[-most // 2 :])} (the last of {len(line)} inputs)"


def _shortened(text: str, limit: int = 300) -> str:
    return text if len(text) <= limit else f"{text[: limit // 2]} ... {text[-limit // 2 :]}"


def print_table(console: Console, results: Sequence[Result]) -> None:
    """All results at a glance."""
    table = Table(box=None, pad_edge=False)
    for name in ("verdict", "program"):
        table.add_column(name)
    for name in ("bytes", "seconds"):
        table.add_column(name, justify="right")
    for result in results:
        seconds = result.facts.get("seconds")
        table.add_row(
            Text(result.verdict, _STYLES.get(result.verdict, "bold red")),
            printable(result.name),
            "" if result.source_bytes is None else str(result.source_bytes),
            "" if seconds is None else f"{seconds}",
        )
    console.print(table)


@contextmanager
def progress_on(console: Console, name: str) -> Iterator[Tell]:
    """A progress bar while a program is being verified; nothing when not on a terminal."""
    if not console.is_terminal:
        yield lambda what, share: None
        return
    columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(name, total=None)

        def tell(what: str, share: float | None) -> None:
            total = None if share is None else 1.0
            bar.update(task, description=f"{name}: {what}", total=total, completed=share or 0.0)

        yield tell


@contextmanager
def progress_of_many(console: Console, total: int) -> Iterator[Running]:
    """A bar of how many programs are done, and which are being verified now."""
    if not console.is_terminal:
        yield lambda names, done: None
        return
    columns = (SpinnerColumn(), BarColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("", total=total)

        def tell(names: Sequence[str], done: int) -> None:
            said = f"{done} of {total} done; now {', '.join(names)}"
            bar.update(task, description=said, completed=done)

        yield tell


class PipedConsole(Console):
    """A console whose reader may go away, as with `| head`: no verdict follows from that.

    By itself it would end the process with the status 1, which says that a program is rejected.
    """

    def on_broken_pipe(self) -> None:
        """Raise BrokenPipeError, and write no more."""
        self.quiet = True
        raise BrokenPipeError


def console_for(as_json: bool) -> Console:
    """Where people read: standard output, or standard error when JSON has the former."""
    return PipedConsole(stderr=as_json, highlight=False, emoji=False, markup=False)
