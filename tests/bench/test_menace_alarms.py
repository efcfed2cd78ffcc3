"""The count of false alarms: what is told of fair tests, and of one that errs too often."""

import json
import math
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from rich.console import Console

from tests.bench import menace_alarms
from tests.bench.menace_alarms import (
    LEVELS,
    SINGLE,
    Chances,
    likelihood,
    main,
    rows_of,
    single,
    table,
)


@pytest.mark.parametrize("name", SINGLE)
def test_no_statistic_errs_more_often_than_it_says(name: str) -> None:
    sets = 100
    below = single(name, 1, sets)
    assert all(likelihood(n, sets, level) > 1e-6 for n, level in zip(below, LEVELS, strict=True)), (
        below
    )


def test_the_chance_of_as_many_small_p() -> None:
    assert likelihood(10, 1_000, 0.01) == 1.0
    assert math.isclose(likelihood(1, 10, 0.001), 1 - 0.999**10)
    at_least_three = 1 - 0.9**5 - 5 * 0.1 * 0.9**4 - 10 * 0.1**2 * 0.9**3
    assert math.isclose(likelihood(3, 5, 0.1), at_least_three)
    assert likelihood(50, 1_000, 0.01) < 1e-15


def test_a_test_that_errs_too_often_is_named() -> None:
    rows = [("fair", 1_000, [95, 12, 1, 0, 0, 0]), ("unfair", 1_000, [100, 10, 8, 0, 0, 0])]
    told, odd = table("both", rows)
    assert odd == ["unfair"]
    console = Console(width=120, record=True, file=None, quiet=True)
    console.print(told)
    assert told.row_count == 2


def test_the_rows_of_whole_verifications() -> None:
    found: list[Chances] = [
        {"one": 0.05, "other": None, "verdict": 1.0},
        {"one": 0.0005, "other": 0.5, "verdict": 1.0},
    ]
    assert rows_of(found) == [("one", 2, [2, 1, 1, 0, 0, 0]), ("other", 1, [0] * 6)]


def test_what_is_in_the_journal_is_not_worked_out_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = tmp_path / "alarms.sqlite"
    below = [200] * len(LEVELS)  # of 2,000
    rows = sorted((json.dumps([name, 0]), json.dumps(below)) for name in SINGLE)
    with closing(sqlite3.connect(journal)) as kept, kept:
        kept.execute("CREATE TABLE told (job TEXT PRIMARY KEY, told TEXT NOT NULL)")
        kept.executemany("INSERT INTO told VALUES (?, ?)", rows)
    assert main(["single", "2000", str(journal)]) == 1
    assert "more small p than a right test has: " + ", ".join(SINGLE) in capsys.readouterr().out
    with closing(sqlite3.connect(journal)) as kept:
        assert sorted(kept.execute("SELECT job, told FROM told")) == rows


def test_what_is_told_of_a_batch_is_kept_and_added_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(menace_alarms, "_BATCH", 3)
    assert main(["single", "6", str(tmp_path / "alarms")]) == 0
    told = capsys.readouterr()
    assert main(["single", "6", str(tmp_path / "alarms")]) == 0
    assert capsys.readouterr() == (told.out, "")  # nothing was worked out


@pytest.mark.parametrize("arguments", [[], ["both"], ["single", "many"]])
def test_what_cannot_be_asked_is_refused(arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as raised:
        main(arguments)
    assert raised.value.code == 2


@pytest.mark.slow
def test_a_whole_verification_is_kept_in_the_journal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = f"{tmp_path}/build/alarms.sqlite"
    assert main(["whole", "1", journal]) == 0
    assert main(["whole", "1", journal]) == 0  # nothing is left to do
    assert capsys.readouterr().out.count("0 of 1 refused") == 2
