"""Measure the harness's speed, as ratios within one run, for seconds alone tell of the machine.

  python -m tests.bench                       the proof of mu_torere/strict, and the terminal
  python -m tests.bench mu_torere/reference   the proof of another entry
  python -m tests.bench.formats               Mu Torere in many languages and formats, no option

A proof is held against as many starts of the bare interpreter as it starts the program, and against
the same games on a bare pseudo-terminal, which tell how much of it is the program's own; a session
against pexpect with its own defaults, and against a pseudo-terminal without any library. MENACE's
games a second are those of batches, of one plain machine, and of programs on the terminal. What the
arena of meta tic-tac-toe costs is held against bare starts of the bots. The champion's search is
measured by the processor's time of a move.
"""

import argparse
import json
import os
import pty
import select
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple

import pexpect
from rich.table import Table

from harness import messages, report
from harness.challenge import Job
from harness.entry import Entry, all_entries
from harness.mu_torere.declaration import declared
from harness.mu_torere.explorer import explore
from harness.mu_torere.referee import judge
from harness.mu_torere.screen import Form
from harness.mu_torere.table import Table as Games
from harness.program import Program
from harness.transcript import Transcript
from harness.verdict import UsageError
from tests.bench.calls import costs
from tests.bench.champion import measure as searches
from tests.bench.champion import summary as search_summary
from tests.bench.menace_judge import speeds

DEFAULTS: Final = ("mu_torere/strict", "mu_torere/reference")
ECHO: Final = "cat"  # answers every line with the line; echo is off
SAMPLES: Final = 15  # of which the median counts
TRIPS: Final = 5  # lines and answers in each of them
_TOLD_BY: Final = 30  # so many last bytes of a reply tell that it is whole
_LOST_SECONDS: Final = 60.0  # without a byte


class Row(NamedTuple):
    """One figure: what took how long, and how many times as long as what."""

    what: str
    seconds: float
    ratio: float | None = None
    to: str = ""


def seconds_of(work: Callable[[], object]) -> float:
    """Seconds that the work takes, once."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def proof_rows(entry: Entry) -> list[Row]:
    """The explorer's proof, bare starts of its interpreter, and how fast games are judged."""
    kept: list[Transcript] = []
    job = Job(entry.name, entry.program, entry.form)
    form = declared(entry.form)
    if not isinstance(form, Form):
        raise SystemExit(f"{entry.name}: its manifest declares no drawing")
    games = Games(job, form, lambda name, transcript: kept.append(transcript))
    bare = partial(
        subprocess.run,
        [entry.program.argv[0], "-c", "pass"],
        env=dict(entry.program.environment),
        check=True,
    )
    bare()
    proof = seconds_of(lambda: explore(games.open, record=games.record))
    starts = len(kept)
    bare_starts = sum(seconds_of(bare) for _ in range(starts))
    rounds = max(1, sum(len(judge(game).rounds) for game in kept))
    judging = median(seconds_of(lambda: [judge(g) for g in kept]) for _ in range(SAMPLES)) / rounds
    playing = proof / rounds
    typed = sum(seconds_of(partial(_typed_again, entry, game)) for game in kept)
    return [
        Row(f"proof of {entry.name}", proof, proof / bare_starts, f"{starts} bare starts"),
        Row(f"{starts} bare starts of its interpreter", bare_starts),
        Row("the same games, not judged", typed, typed / bare_starts, f"{starts} bare starts"),
        Row("a round, played and judged", playing),
        Row("a round, judged again", judging, judging / playing, "the same, played"),
    ]


def _typed_again(entry: Entry, game: Transcript) -> None:
    """Type a game's lines on a pseudo-terminal without any library, each after what was said."""
    raw = _Raw(entry.program.argv, entry.program.cwd, entry.program.environment, echo=True)
    for turn in game.turns:
        if turn.sent is not None:
            raw.type(turn.sent)
        raw.await_end(turn.said)
    raw.close()


def terminal_rows() -> list[Row]:
    """Starting and ending a session, and one line there and back."""
    raw = "raw pseudo-terminal"
    makers: Mapping[str, Callable[[], _Echo]] = {
        raw: _Raw,
        "PtySession": _Own,
        "pexpect's defaults": _Pexpect,
    }
    started: dict[str, list[float]] = {name: [] for name in makers}
    answered: dict[str, list[float]] = {name: [] for name in makers}
    for _ in range(SAMPLES):  # in turn, so that a busy moment of the machine meets all
        for name, make in makers.items():
            began = time.perf_counter()
            echo = make()
            ready = time.perf_counter()
            echo.round_trip()  # the program itself is still starting
            answered[name] += [seconds_of(echo.round_trip) for _ in range(TRIPS)]
            started[name].append(ready - began + seconds_of(echo.close))
    rows = []
    for what, figures in (("start and end", started), ("line and answer", answered)):
        for name, samples in figures.items():
            seconds = median(samples)
            ratio = None if name == raw else seconds / median(figures[raw])
            rows.append(Row(f"{what}, {name}", seconds, ratio, "" if name == raw else raw))
    return rows


class _Echo:
    """A running `cat` on a terminal."""

    def round_trip(self) -> None:
        raise NotImplementedError

    def close(self) -> None:
        raise NotImplementedError


class _Own(_Echo):
    def __init__(self) -> None:
        self._session = Program((ECHO, "-"), Path.cwd()).start()

    def round_trip(self) -> None:
        self._session.send("x")
        self._session.read(lambda text: text.endswith("x\n"))

    def close(self) -> None:
        self._session.close()


class _Pexpect(_Echo):
    def __init__(self) -> None:
        self._child = pexpect.spawn(ECHO, ["-"], echo=False)

    def round_trip(self) -> None:
        self._child.sendline("x")
        self._child.expect_exact("x\r\n")

    def close(self) -> None:
        self._child.close(force=True)


class _Raw(_Echo):
    def __init__(
        self,
        command: Sequence[str] = (ECHO,),
        folder: Path | None = None,
        environment: Mapping[str, str] = os.environ,
        *,
        echo: bool = False,
    ) -> None:
        self._pid, self._terminal = pty.fork()
        if self._pid == 0:
            os.chdir(folder or Path.cwd())
            os.execvpe(command[0], list(command), dict(environment))
        attributes = termios.tcgetattr(self._terminal)
        attributes[1] &= ~termios.OPOST
        if not echo:
            attributes[3] &= ~termios.ECHO
        termios.tcsetattr(self._terminal, termios.TCSANOW, attributes)

    def type(self, line: str) -> None:
        os.write(self._terminal, line.encode() + b"\n")

    def await_end(self, said: str) -> None:
        """Read until this was said, by its end."""
        end, seen = said.encode()[-_TOLD_BY:], b""
        while not seen.endswith(end):
            if not select.select([self._terminal], [], [], _LOST_SECONDS)[0]:
                raise SystemExit("the program does not say again what it said")
            try:
                seen += os.read(self._terminal, 4096)
            except OSError:  # it has ended
                return

    def round_trip(self) -> None:
        self.type("x")
        self.await_end("x\n")

    def close(self) -> None:
        os.kill(self._pid, signal.SIGKILL)
        os.waitpid(self._pid, 0)
        os.close(self._terminal)


def entry_named(name: str | None) -> Entry:
    """The entry to be proved. Raises UsageError when there is none of the name."""
    entries = {entry.name: entry for entry in all_entries() if entry.challenge == "mu_torere"}
    wanted = DEFAULTS if name is None else (name,)
    found = next((entries[known] for known in wanted if known in entries), None)
    if found is None:
        raise UsageError(f"{wanted[0]}: no such entry; there are {', '.join(entries)}")
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; 2 for wrong usage."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("name", nargs="?", help="an entry of mu_torere to be proved")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    options = parser.parse_args(arguments)
    try:
        rows = [*proof_rows(entry_named(options.name)), *terminal_rows()]
    except UsageError as error:
        messages.complain(str(error))
        return 2
    games, arena, champion = speeds(), costs(), searches()
    if options.json:
        found: list[dict[str, object]] = []
        for figures in (rows, games, arena, champion):
            found += [figure._asdict() for figure in figures]
        print(json.dumps(found, indent=1))
        return 0
    console = report.console_for(as_json=False)
    for table in (
        _table(
            ("what", "ms", "ratio", "to"),
            ((row.what, f"{row.seconds * 1000:,.3f}", _ratio(row.ratio), row.to) for row in rows),
        ),
        _table(
            ("MENACE against an opponent at random", "games a second", "ratio to plain"),
            ((speed.what, f"{speed.games:,.0f}", _ratio(speed.ratio)) for speed in games),
        ),
        _table(
            ("bots of meta tic-tac-toe", "ms", "ms more\na move", "95 %", "ratio"),
            (
                (
                    cost.what,
                    _figure(cost.seconds),
                    _figure(cost.more / cost.moves),
                    f"{_figure(cost.least / cost.moves)} to {_figure(cost.most / cost.moves)}",
                    _ratio(cost.ratio),
                )
                for cost in arena
            ),
        ),
        _table(
            ("champion's search, by tiles taken", "depth in plies", "nodes a second", "seconds"),
            (
                (
                    str(search.tiles),
                    str(search.depth),
                    f"{search.nodes / search.seconds:,.0f}",
                    f"{search.seconds:.2f}",
                )
                for search in champion
            ),
        ),
    ):
        console.print(table)
        console.print()
    console.print(search_summary(champion))
    return 0


def _table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> Table:
    """What is measured, then its figures."""
    table = Table(box=None, pad_edge=False)
    for number, column in enumerate(columns):
        table.add_column(column, justify="left" if number == 0 else "right", no_wrap=number == 0)
    for row in rows:
        table.add_row(*row)
    return table


def _figure(seconds: float) -> str:
    """As milliseconds, with as many places as tell something."""
    return f"{seconds * 1000:,.{2 if abs(seconds) < 0.1 else 0}f}"


def _ratio(ratio: float | None) -> str:
    return "" if ratio is None else f"{ratio:.3g}"


if __name__ == "__main__":
    sys.exit(main())
