"""Standings: points as the ledger has them, the crosstable by hand, and files that read back."""

import csv
import io
import json
from itertools import permutations
from pathlib import Path

import pytest
from rich.console import Console

from harness.meta_tic_tac_toe.match import play
from harness.meta_tic_tac_toe.scoring import score
from harness.tournament.ledger import Ledger
from harness.tournament.schedule import RoundRobin
from harness.tournament.standings import (
    Meetings,
    Standings,
    crosstable,
    crosstable_csv,
    crosstable_table,
    ratings_table,
    standings_of,
    to_csv,
    to_json,
    write,
)
from tests.harness.tournament.support import REACHING, asking, first, last, silent

ASKS = {
    "first": asking(first),
    "last, the": asking(last, seconds=0.5),
    "silent": asking(silent),
    "mute": asking(silent),
    "thief": lambda arguments: REACHING if "X" in arguments[-2] else asking(first)(arguments),
}


def tournament(*names: str) -> Ledger:
    ledger = Ledger(names, RoundRobin(len(names)))
    while due := list(ledger.ready(set())):
        x, o = names[due[0].x], names[due[0].o]
        ledger.add(due[0].number, play(x, o, ASKS[x], ASKS[o], rounds=20))
    return ledger


@pytest.fixture(scope="module")
def honest() -> Standings:
    return standings_of(tournament("silent", "first", "last, the"))


def test_the_most_points_come_first(honest: Standings) -> None:
    assert [total.name for total in honest.totals][-1] == "silent"
    points = [total.points for total in honest.totals]
    assert points == sorted(points, reverse=True)
    assert {total.name: total for total in honest.totals} == {
        total.name: total for total in tournament("silent", "first", "last, the").totals()
    }


def test_the_crosstable_by_hand() -> None:
    def met(x: str, o: str):  # type: ignore[no-untyped-def]  # a score
        return score(play(x, o, ASKS[x], ASKS[o], rounds=20))

    assert crosstable([met("first", "silent"), met("silent", "first")]) == {
        ("first", "silent"): Meetings(2, 0, 0, 344),
        ("silent", "first"): Meetings(0, 0, 2, -17),
    }
    mute = ("silent", "mute")
    assert crosstable([met(*mute), met(*mute)])[mute] == Meetings(0, 2, 0, -60)
    assert crosstable([met("first", "thief")]) == {}


def test_crosstable_and_totals_agree(honest: Standings) -> None:
    for total in honest.totals:
        rows = [met for (bot, _), met in honest.crosstable.items() if bot == total.name]
        assert sum(met.points for met in rows) == total.points
        assert sum(met.wins for met in rows) == total.wins
        assert sum(met.undecided for met in rows) == total.undecided
        assert sum(met.losses for met in rows) == total.losses
    for a, b in permutations([total.name for total in honest.totals], 2):
        assert honest.crosstable[a, b].wins == honest.crosstable[b, a].losses
    assert [rating.matches for rating in honest.ratings] == [4, 4, 4]


def test_who_is_out_comes_last_and_has_no_rating() -> None:
    found = standings_of(tournament("thief", "first", "silent"))
    assert [total.name for total in found.totals] == ["first", "silent", "thief"]
    assert {rating.name for rating in found.ratings} == {"first", "silent"}
    assert all("thief" not in pair for pair in found.crosstable)
    assert "thief" in to_csv(found)


def test_nothing_played_yet() -> None:
    found = standings_of(Ledger(["first", "silent"], RoundRobin(2)))
    assert found.crosstable == {}
    assert [rating.elo for rating in found.ratings] == [0, 0]


def test_json_has_everything(honest: Standings) -> None:
    values = json.loads(to_json(honest))
    assert [bot["points"] for bot in values["bots"]] == [total.points for total in honest.totals]
    assert len(values["crosstable"]) == 6
    assert values["ratings"][0]["name"] == honest.ratings[0].name


def test_csv_has_a_line_for_each_bot_whatever_its_name(honest: Standings) -> None:
    rows = list(csv.DictReader(io.StringIO(to_csv(honest))))
    assert [row["name"] for row in rows] == [total.name for total in honest.totals]
    assert [row["place"] for row in rows] == ["1", "2", "3"]
    assert [int(row["points"]) for row in rows] == [total.points for total in honest.totals]
    assert float(rows[0]["elo"]) > float(rows[-1]["elo"])
    pairs = list(csv.DictReader(io.StringIO(crosstable_csv(honest))))
    assert {(row["bot"], row["against"]) for row in pairs} == honest.crosstable.keys()


def test_files(honest: Standings, tmp_path: Path) -> None:
    for _ in range(2):
        write(honest, tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "crosstable.csv",
        "standings.csv",
        "standings.json",
    ]
    assert (tmp_path / "standings.json").read_text() == to_json(honest)


def test_tables_for_a_terminal(honest: Standings) -> None:
    console = Console(file=io.StringIO(), width=100)
    console.print(crosstable_table(honest))
    console.print(ratings_table(honest))
    shown = console.file.getvalue()  # type: ignore[attr-defined]  # a StringIO
    row = next(line for line in shown.splitlines() if " silent " in line)
    assert "0-0-2" in row
    assert "±" in shown
