"""The count of false alarms: what is told of fair tests, and of one that errs too often."""

import json
import math
from pathlib import Path

import pytest
from rich.console import Console

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
    journal = tmp_path / "alarms.jsonl"
    below = [200] * len(LEVELS)  # of 2,000
    lines = [json.dumps({"job": [name, 0], "told": below}) for name in SINGLE]
    journal.write_text("\n".join(lines) + "\n")
    assert main(["single", "2000", str(journal)]) == 1
    assert "more small p than a right test has: " + ", ".join(SINGLE) in capsys.readouterr().out
    assert journal.read_text().splitlines() == lines


@pytest.mark.slow
def test_a_whole_verification_is_kept_in_the_journal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = f"{tmp_path}/build/alarms.jsonl"
    assert main(["whole", "1", journal]) == 0
    assert main(["whole", "1", journal]) == 0  # nothing is left to do
    assert capsys.readouterr().out.count("0 of 1 refused") == 2
