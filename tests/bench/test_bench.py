"""The bench measures what it says. How fast anything is, no test asks."""

import json

import pytest

from harness.verdict import UsageError
from tests.bench import __main__ as bench
from tests.bench.calls import Cost
from tests.bench.champion import Speed as Search
from tests.bench.menace_judge import Speed


@pytest.fixture(autouse=True)
def one_sample(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "SAMPLES", 1)
    monkeypatch.setattr(bench, "TRIPS", 1)


def test_terminals_are_held_against_the_raw_one() -> None:
    rows = bench.terminal_rows()
    assert len(rows) == 6
    for row in rows:
        assert row.seconds > 0
        assert (row.ratio is None) == row.what.endswith("raw pseudo-terminal")
        if row.ratio is not None:
            raw = next(r for r in rows if r.what == f"{row.what.partition(',')[0]}, {row.to}")
            assert row.ratio == pytest.approx(row.seconds / raw.seconds)


@pytest.mark.slow
def test_a_proof_is_held_against_bare_starts() -> None:
    proof, bare, typed, played, judged = bench.proof_rows(bench.entry_named("mu_torere/reference"))
    assert proof.ratio == pytest.approx(proof.seconds / bare.seconds)
    assert proof.to == typed.to == bare.what.removesuffix(" of its interpreter")
    assert judged.ratio == pytest.approx(judged.seconds / played.seconds)


def test_the_default_is_an_entry() -> None:
    assert bench.entry_named(None).name in bench.DEFAULTS
    with pytest.raises(UsageError, match="nonsense: no such entry; there are mu_torere"):
        bench.entry_named("nonsense")


def test_figures_for_people_and_machines(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench, "proof_rows", lambda entry: [bench.Row("proof", 1.5, 2.5, "x")])
    monkeypatch.setattr(bench, "terminal_rows", list)
    monkeypatch.setattr(bench, "speeds", lambda: [Speed("batches", 5e6, 70.0)])
    monkeypatch.setattr(bench, "costs", lambda: [Cost("a match", 0.5, 0.125, 0.1, 0.15, 1.25, 10)])
    monkeypatch.setattr(bench, "searches", lambda: [Search(12, 9, 100_000, 0.5)])
    assert bench.main([]) == 0
    printed = " ".join(capsys.readouterr().out.split())
    assert printed.startswith("what ms ratio to proof 1,500.000 2.5 x MENACE")
    assert "batches 5,000,000 70 ms more bots of meta tic-tac-toe ms a move" in printed
    assert "a match 500 12.50 10.00 to 15.00 1.25 champion" in printed
    assert "12 9 200,000 0.50 200,000 nodes a second, depth 9-9" in printed
    assert bench.main(["--json"]) == 0
    row, speed, cost, search = json.loads(capsys.readouterr().out)
    assert row == {"what": "proof", "seconds": 1.5, "ratio": 2.5, "to": "x"}
    assert speed == {"what": "batches", "games": 5e6, "ratio": 70.0}
    assert cost == {
        "what": "a match", "seconds": 0.5, "more": 0.125, "least": 0.1, "most": 0.15,
        "ratio": 1.25, "moves": 10,
    }  # fmt: skip
    assert search == {"tiles": 12, "depth": 9, "nodes": 100_000, "seconds": 0.5}


def test_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert bench.main(["nonsense"]) == 2
    assert capsys.readouterr().err.startswith("golfproof: nonsense: no such entry")
