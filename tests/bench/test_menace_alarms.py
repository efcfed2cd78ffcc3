"""The count of false alarms: what is told of fair tests, and of one that errs too often."""

import json
import math

import pytest
from rich.console import Console

from tests.bench import menace_alarms
from tests.bench.menace_alarms import LEVELS, SINGLE, likelihood, main, of_journal, single, table


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


def test_the_rows_of_a_journal() -> None:
    lines = [
        json.dumps({"seed": 0, "p": {"one": 0.05, "other": None, "verdict": 1.0}}),
        json.dumps({"seed": 1, "p": {"one": 0.0005, "other": 0.5, "verdict": 1.0}}),
    ]
    assert of_journal(lines) == [("one", 2, [2, 1, 1, 0, 0, 0]), ("other", 1, [0] * 6)]


def test_a_biased_statistic_is_told_with_exit_status_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def in_order(lines: object, todo: object) -> list[list[int]]:
        return [[400, 300, 3, 0, 0, 0]]

    class Pool:
        map = staticmethod(in_order)

        def __enter__(self) -> "Pool":
            return self

        def __exit__(self, *raised: object) -> None:
            """Nothing is to be ended."""

    monkeypatch.setattr(menace_alarms, "ProcessPoolExecutor", Pool)
    assert main(["single", "2000"]) == 1
    assert "more small p than a right test has: " + ", ".join(SINGLE) in capsys.readouterr().out


@pytest.mark.slow
def test_a_whole_verification_is_kept_in_the_journal(
    tmp_path: object, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = f"{tmp_path}/build/alarms.jsonl"
    assert main(["whole", "1", journal]) == 0
    assert main(["whole", "1", journal]) == 0  # nothing is left to do
    assert capsys.readouterr().out.count("0 of 1 refused") == 2
