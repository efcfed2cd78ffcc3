"""A tournament on the console: its progress, the challenge's own lines of result, and tables.

Source: the challenge "Meta tic-tac-toe", spec clause "The tournament", for the result's lines.
"""

import math
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from rich.cells import cell_len
from rich.console import Console, Group
from rich.live import Live
from rich.table import Table
from rich.text import Text

from harness.messages import printable
from harness.meta_tic_tac_toe.match import Match, Over
from harness.meta_tic_tac_toe.scoring import Score
from harness.tournament.ledger import Finished, Ledger, Total
from harness.tournament.schedule import Pairing
from harness.tournament.tournament import Tell

_COLUMNS: Final = (
    "points", "wins", "undecided", "losses", "invalid", "of these late", "mean s", "max s",
)  # fmt: skip
_LEFT_OUT_FIRST: Final = (
    "mean s", "of these late", "max s", "undecided", "losses", "wins", "invalid",
)  # fmt: skip
_NAME_WIDTH: Final = 12  # columns are left out for so much of a name; a longer one is cut short
_FIGURE_WIDTH: Final = 5  # at least, as of 0.123
_GAP: Final = 2
_WIDEST: Final = 10_000  # columns, more than any table has


def result_lines(totals: Sequence[Total], seconds: float) -> list[str]:
    """The result as the challenge prints it; a disqualified bot has a line of another form."""
    lines = [
        f"Bot {total.number}, {total.name}, is disqualified: it reached for "
        f"{printable(', '.join(total.reached))}."
        if total.reached
        else f"Bot {total.number}, {total.name}, has {total.wins} wins and made {total.invalid} "
        f"illegal moves, for a total of {total.points} points."
        for total in totals
    ]
    end = f"With {len(totals)} bots, This program took {seconds:.3f} seconds to finish."
    return [*lines, end]


def void_lines(ledger: Ledger) -> list[str]:
    """A line for each disqualified bot: which of its matches were played and count for nobody."""
    lines = []
    for bot in sorted(ledger.out):
        numbers = [f.pairing.number for f in ledger.void if bot in f.pairing[1:]]
        unplayed = sum(
            bot in pairing[1:] and pairing.number not in ledger.finished
            for pairing in ledger.pairings
        )
        lines.append(
            f"{printable(ledger.names[bot])} is disqualified, so its matches count for nobody: "
            f"{len(numbers)} played (number {', '.join(map(str, numbers))}), {unplayed} not played."
        )
    return lines


def totals_table(totals: Sequence[Total], width: int | None = None) -> Table:
    """The bots' results as a table, the most points first.

    In a width that is too narrow for all columns, those in _LEFT_OUT_FIRST are left out.
    """
    longest = max(cell_len(name) for name in ("bot", *(total.name for total in totals)))
    columns = {name: _GAP + max(len(name), _FIGURE_WIDTH) for name in _COLUMNS}
    for name in _LEFT_OUT_FIRST:
        if width is None or min(longest, _NAME_WIDTH) + sum(columns.values()) <= width:
            break
        del columns[name]
    left = None if width is None else max(1, width - sum(columns.values()))
    table = Table(box=None, pad_edge=False, padding=(0, _GAP - 1))
    table.add_column("bot", no_wrap=left is not None, overflow="ellipsis", max_width=left)
    for name in columns:
        table.add_column(name, justify="right", no_wrap=True)
    ranked = sorted(totals, key=lambda total: (bool(total.reached), -total.points))
    for place, total in enumerate(ranked):
        out = bool(total.reached)
        seconds = (f"{total.mean_seconds:.3f}", f"{total.worst_seconds:.3f}")
        figures = dict(zip(_COLUMNS, (*map(str, total[2:8]), *seconds), strict=True))
        table.add_row(
            total.name,
            *("-" if out else figures[name] for name in columns),
            style="red" if out else "bold green" if place == 0 else None,
        )
    return table


def width_of(console: Console, table: Table) -> int:
    """How many columns of a console the whole table takes."""
    return console.measure(table, options=console.options.update(width=_WIDEST)).maximum


def finished_line(finished: Finished, of: str) -> str:
    """A finished match in one line; `of` says how many matches there are."""
    said = score_line(finished.match, finished.score)
    return f"match {finished.pairing.number} of {of}: {said}"


def score_line(match: Match, score: Score) -> str:
    """Who played, how it ended, and what it was worth."""
    match score.over:
        case Over.WON:
            how = f"{match.x if score.winner == 'X' else match.o} won"
        case Over.DISQUALIFIED:
            how = f"{match.x if score.x.reached else match.o} is disqualified"
        case Over.FULL:
            how = "undecided, all boards are closed,"
        case Over.ROUNDS:
            how = "undecided"
    return printable(
        f"{match.x} (X) against {match.o} (O): {how} after {score.rounds} rounds, "
        f"{score.x.points} to {score.o.points} points"
    )


@contextmanager
def telling(
    console: Console,
    ledger: Ledger,
    most_matches: int | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> Iterator[Tell]:
    """Prints each finished match; on a terminal the standings and the time left stand below.

    `most_matches` is given where the matches may end before those of the schedule are played.
    """
    began, before = clock(), len(ledger.settled)
    matches = ledger.matches if most_matches is None else min(most_matches, ledger.matches)
    of, about = (
        (str(matches), "about") if most_matches is None else (f"at most {matches}", "at most")
    )

    def print_finished(finished: Finished | None) -> None:
        if finished is not None:
            console.print(finished_line(finished, of), soft_wrap=True)

    if not console.is_terminal:
        yield lambda ledger, running, finished: print_finished(finished)
        return
    with Live(console=console, transient=True, auto_refresh=False) as live:

        def tell(ledger: Ledger, running: Sequence[Pairing], finished: Finished | None) -> None:
            print_finished(finished)
            done = len(ledger.settled) - before
            left = matches - len(ledger.settled)
            said = f"{len(ledger.settled)} of {of} done"
            if done and left > 0:
                said += f", {about} {_duration((clock() - began) / done * left)} left"
            if running:
                names = ledger.names
                said += "; now " + ", ".join(f"{names[p.x]} - {names[p.o]}" for p in running)
            table = totals_table(ledger.totals(), console.width)
            live.update(Group(table, Text(printable(said))), refresh=True)

        yield tell


def _duration(seconds: float) -> str:
    minutes = round(seconds / 60)
    if minutes < 1:
        return f"{math.ceil(seconds)} s"
    return f"{minutes} min" if minutes < 90 else f"{minutes / 60:.1f} h"
