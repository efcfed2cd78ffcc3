"""What the arena costs is held against what it says. How much that is, no test asks."""

import shutil
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from harness.sandbox.levels import LEVELS
from harness.verdict import HarnessError
from tests.bench import calls


@pytest.mark.slow
def test_every_way_that_is_here_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calls, "MOVES", 1)
    monkeypatch.setattr(calls, "MATCHES", 1)
    rows = calls.costs()
    kinds = 2 if shutil.which("cc") else 1
    levels = sum(level.is_available() for level in LEVELS)
    of_moves = [row for row in rows if row.what.startswith("a move, ")]
    assert len(of_moves) == kinds * 2 * levels
    assert len([row for row in rows if row.what.startswith("a bare start")]) == kinds
    assert len([row for row in rows if row.what.startswith("a match, ")]) == kinds * 5
    floor = 0.0
    for row in rows:
        floor = row.seconds if row.ratio == 1.0 else floor
        assert row.seconds > 0
        assert row.ratio == pytest.approx(row.seconds / floor)
        assert row.more == pytest.approx(row.seconds - floor)
        assert row.least <= row.more <= row.most
        assert (row.moves > 10) is row.what.startswith("a match, ")


def test_more_is_what_is_more_than_the_floor_took_just_then() -> None:
    floor = [1.0, 2.0, 9.0]
    rows = calls._against(floor, {"floor": floor, "way": [1.5, 2.25, 10.0]}, 10)
    assert rows[0] == calls.Cost("floor", 2.0, 0.0, 0.0, 0.0, 1.0, 10)
    assert rows[1] == calls.Cost("way", 2.25, 0.5, 0.25, 1.0, 1.25, 10)


@pytest.mark.parametrize(("count", "rank"), [(1, 1), (5, 1), (6, 1), (10, 2), (20, 6), (24, 7)])
def test_how_sure_a_median_is(count: int, rank: int) -> None:
    """The ranks are those of the tables in books of statistics."""
    assert calls._rank(count) == rank


def test_matches_in_step_are_whole_and_take_turns() -> None:
    turns: list[str] = []

    def match(name: str, pauses: int) -> Iterator[None]:
        for _ in range(pauses):
            turns.append(name)
            yield

    taken = calls._in_step({"a": partial(match, "a", 3), "b": partial(match, "b", 3)})
    assert sorted(taken) == ["a", "b"]
    assert min(taken.values()) > 0
    assert [set(turns[at : at + 2]) for at in (0, 2, 4)] == [{"a", "b"}] * 3


def test_without_a_compiler_there_is_no_compiled_bot(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    assert calls._compiled(tmp_path) is None


def test_a_bare_start_that_fails_is_told() -> None:
    assert calls._start(["echo", "44"], {"PATH": "/bin:/usr/bin"}) == "44\n"
    with pytest.raises(HarnessError, match="does not run"):
        calls._start(["false"], {"PATH": "/bin:/usr/bin"})
