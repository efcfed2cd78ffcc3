"""The standings of a tournament: the challenge's points, a crosstable, ratings; JSON and CSV.

build/arena/<tournament>/
  standings.json     everything
  standings.csv      a line for each bot, the most points first
  crosstable.csv     a line for each two bots

Source: the challenge "Meta tic-tac-toe", spec clause "The tournament". The points decide; a rating
says how strong a bot is against these opponents, without regard to open tiles and invalid moves.
"""

import csv
import io
import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from rich.table import Table

from harness.meta_tic_tac_toe.scoring import Score
from harness.tournament.ledger import Ledger, Total
from harness.tournament.ratings import Rating, rate

JSON_FILE: Final = "standings.json"
CSV_FILE: Final = "standings.csv"
CROSSTABLE_FILE: Final = "crosstable.csv"


class Meetings(NamedTuple):
    """A bot's results against one other."""

    wins: int
    undecided: int
    losses: int
    points: int


@dataclass(frozen=True, slots=True)
class Standings:
    """How a tournament ends, or stands. Without a disqualified bot's matches, but for `totals`."""

    totals: tuple[Total, ...]  # the most points first, and last those that are disqualified
    crosstable: Mapping[tuple[str, str], Meetings]
    ratings: tuple[Rating, ...]  # the strongest first


def standings_of(ledger: Ledger) -> Standings:
    """The standings as a tournament's ledger has them."""
    return standings(ledger.totals(), ledger.counting.values())


def standings(totals: Sequence[Total], counting: Iterable[Score]) -> Standings:
    """The standings of these results; `counting` are the scores of the matches that count."""
    ranked = sorted(totals, key=lambda total: (bool(total.reached), -total.points))
    table = crosstable(counting)
    wins = {pair: met.wins + met.undecided / 2 for pair, met in table.items()}
    names = [total.name for total in ranked if not total.reached]
    return Standings(tuple(ranked), table, tuple(rate(names, wins)))


def crosstable(scores: Iterable[Score]) -> dict[tuple[str, str], Meetings]:
    """The results of each bot, named first, against each other, void matches left out."""
    counts: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for score in scores:
        if score.void:
            continue
        for own, other, mark in ((score.x, score.o, "X"), (score.o, score.x, "O")):
            won = None if score.winner is None else score.winner == mark
            met = counts[own.name, other.name]
            met["undecided" if won is None else "wins" if won else "losses"] += 1
            met["points"] += own.points
    return {pair: Meetings(**{key: met[key] for key in Meetings._fields})
            for pair, met in sorted(counts.items())}  # fmt: skip


def to_json(found: Standings) -> str:
    """Everything, for machines."""
    values = {
        "bots": [total._asdict() for total in found.totals],
        "crosstable": [
            {"bot": bot, "against": other, **met._asdict()}
            for (bot, other), met in found.crosstable.items()
        ],
        "ratings": [rating._asdict() for rating in found.ratings],
    }
    return json.dumps(values, indent=1, ensure_ascii=False)


def to_csv(found: Standings) -> str:
    """A line for each bot, with its rating."""
    rating_of = {rating.name: rating for rating in found.ratings}
    lines: list[Sequence[object]] = [("place", *Total._fields, "elo", "elo_error")]
    for place, total in enumerate(found.totals, start=1):
        rating = rating_of.get(total.name)
        figures = ("", "") if rating is None else (f"{rating.elo:.1f}", f"{rating.error:.1f}")
        values = total._asdict() | {"reached": "; ".join(total.reached)}
        lines.append((place, *values.values(), *figures))
    return _csv(lines)


def crosstable_csv(found: Standings) -> str:
    """A line for each two bots, in both orders."""
    lines: list[Sequence[object]] = [("bot", "against", *Meetings._fields)]
    lines += [(*pair, *met) for pair, met in found.crosstable.items()]
    return _csv(lines)


def write(found: Standings, folder: Path) -> None:
    """Write the three files into a folder, each whole or not at all."""
    files = {
        JSON_FILE: to_json(found),
        CSV_FILE: to_csv(found),
        CROSSTABLE_FILE: crosstable_csv(found),
    }
    for name, text in files.items():
        new = folder / f"{name}.new"
        new.write_text(text, encoding="utf-8", newline="")
        new.replace(folder / name)


def crosstable_table(found: Standings) -> Table:
    """The crosstable for a terminal: wins, undecided and lost of each row against each column."""
    names = [total.name for total in found.totals if not total.reached]
    table = Table(box=None, pad_edge=False)
    table.add_column("won-undecided-lost")
    for number, _ in enumerate(names, start=1):
        table.add_column(str(number), justify="right", no_wrap=True)
    for number, name in enumerate(names, start=1):
        cells = []
        for other in names:
            met = found.crosstable.get((name, other))
            cells.append("" if met is None else f"{met.wins}-{met.undecided}-{met.losses}")
        table.add_row(f"{number} {name}", *cells)
    return table


def ratings_table(found: Standings) -> Table:
    """The ratings for a terminal."""
    table = Table(box=None, pad_edge=False)
    table.add_column("bot")
    for column in ("Elo", "± (95 %)", "matches"):
        table.add_column(column, justify="right", no_wrap=True)
    for name, elo, error, matches in found.ratings:
        table.add_row(name, f"{round(elo):+}", f"{error:.0f}", str(matches))
    return table


def _csv(lines: Iterable[Sequence[object]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(lines)
    return text.getvalue()
