"""Running verifications: what is kept on disk, and the harness's own failures."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from harness import transcript, verify
from harness.challenge import Job
from harness.entry import Entry
from harness.mu_torere.challenge import MuTorere
from harness.program import Program
from harness.sandbox.confined import LostLauncherError
from harness.session import Limits
from harness.verdict import Finding, HarnessError, Result, UsageError, Verdict
from tests.harness.support import game
from tests.harness.test_report import printed

LIMITS = Limits()


@pytest.fixture(autouse=True)
def build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GOLFPROOF_BUILD", str(tmp_path / "build"))
    monkeypatch.setattr(verify, "ROOT", tmp_path)
    return tmp_path / "build"


class Failing(MuTorere):
    """A challenge that fails as it is told, or keeps a game and accepts."""

    def __init__(self, error: Exception | None = None) -> None:
        self._error = error

    def verify(self, job, progress, keep):  # type: ignore[no-untyped-def]  # a stand-in
        if self._error:
            raise self._error
        keep("001", game("9"))
        return Result(job.name, Verdict.ACCEPTED)


def ran(error: Exception | None = None) -> Result:
    job = Job("mu_torere/x", Program(("x",), Path()), {})
    return verify.run(Failing(error), job, lambda what, share: None)


def test_games_are_kept_at_once_and_old_ones_are_not(build: Path) -> None:
    folder = build / "transcripts" / "mu_torere" / "x"
    folder.mkdir(parents=True)
    (folder / "099.interaction").write_text("of an earlier run")
    assert ran().verdict is Verdict.ACCEPTED
    assert [path.name for path in folder.iterdir()] == ["001.interaction"]
    assert transcript.load(folder / "001.interaction") == game("9")


def test_the_harness_s_failure_is_a_judge_error(build: Path) -> None:
    result = ran(HarnessError("no terminal"))
    assert (result.verdict, result.facts) == (Verdict.JUDGE_ERROR, {"error": "no terminal"})


def test_what_lost_its_launcher_is_done_again_once(build: Path) -> None:
    class Unlucky(Failing):
        def __init__(self, losses: int) -> None:
            self.losses = losses

        def verify(self, job, progress, keep):  # type: ignore[no-untyped-def]  # a stand-in
            self.losses -= 1
            self._error = LostLauncherError("lost") if self.losses >= 0 else None
            return super().verify(job, progress, keep)  # type: ignore[no-untyped-call]

    job = Job("mu_torere/x", Program(("x",), Path()), {})
    for losses, verdict in ((1, Verdict.ACCEPTED), (2, Verdict.JUDGE_ERROR)):
        assert verify.run(Unlucky(losses), job, lambda what, share: None).verdict is verdict


def test_a_bug_is_a_judge_error_with_its_traceback_kept(build: Path) -> None:
    result = ran(ZeroDivisionError("oops"))
    assert result.verdict is Verdict.JUDGE_ERROR
    assert "ZeroDivisionError: oops" in str(result.facts["error"])
    assert "Traceback" in (build / "judge_error.txt").read_text()


def test_the_caller_s_fault_passes_through() -> None:
    with pytest.raises(UsageError, match="does not start"):
        ran(UsageError("does not start"))


@pytest.fixture
def entry(tmp_path: Path) -> Entry:
    source = tmp_path / "x.py"
    source.write_text("pass")
    return Entry("mu_torere", "x", Program(("python3", "x.py"), tmp_path), source, "", 5, {})


def test_results_are_stored_while_nothing_changes(entry: Entry, build: Path) -> None:
    def mark(entry: Entry, games: int = 20, seed: int = 0, limits: Limits = LIMITS) -> str:
        return verify.fingerprint(entry, games, seed, limits)

    accepted = Result(entry.name, Verdict.ACCEPTED, facts={"positions": 3}, source_bytes=4)
    verify.store(entry, mark(entry), accepted)
    assert verify.stored(entry, mark(entry)) == accepted
    assert entry.source is not None
    other_form = replace(entry, form={"exact": True})
    marks = {mark(entry), mark(entry, games=1), mark(entry, seed=1), mark(other_form),
             mark(entry, limits=Limits(1.0))}  # fmt: skip
    assert len(marks) == 5
    entry.source.write_text("changed")
    assert mark(entry) not in marks
    assert verify.stored(entry, mark(entry)) is None


def test_only_accepted_results_are_taken_for_granted(entry: Entry) -> None:
    assert verify.stored(entry, "mark") is None
    finding = Finding("mu_torere/boards", Verdict.WRONG_ANSWER, 0, "", "")
    verify.store(entry, "mark", Result(entry.name, Verdict.WRONG_ANSWER, (finding,)))
    assert verify.stored(entry, "mark") is None


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"fingerprint": "mark"}'])
def test_a_spoilt_store_is_no_store(entry: Entry, build: Path, text: str) -> None:
    path = build / "results" / "mu_torere" / "x.json"
    path.parent.mkdir(parents=True)
    path.write_text(text)
    assert verify.stored(entry, "mark") is None


def test_a_job_of_an_entry(entry: Entry) -> None:
    job = verify.job_of(entry, Limits(move_seconds=3.0), games=7, seed=2)
    assert (job.name, job.source_bytes, job.games, job.seed) == ("mu_torere/x", 4, 7, 2)
    assert job.program.limits.move_seconds == 3.0
    finding = Finding("mu_torere/boards", Verdict.WRONG_ANSWER, 2, "", "", ("4", "1"))
    again = job.with_replay(finding).replay
    assert again == "python -m harness verify mu_torere/x --line '4,1'"
    assert job.with_all_again(finding).replay == "python -m harness verify mu_torere/x --seed 2"


def test_a_result_tells_the_seed_of_its_opponents() -> None:
    job = Job("mu_torere/x", Program(("x",), Path()), {}, seed=7)
    result = verify.run(Failing(), job, lambda what, share: None)
    assert result.facts["seed"] == 7
    assert "--seed 7 draws the same chances" in printed(result)


def test_how_long_it_took_is_known_whatever_it_came_to(entry: Entry, build: Path) -> None:
    assert verify.seconds_before(entry) is None
    for facts, seconds in (({}, None), ({"seconds": "long"}, None), ({"seconds": 1.5}, 1.5)):
        verify.store(entry, "mark", Result(entry.name, Verdict.INCONCLUSIVE, facts=facts))
        assert verify.seconds_before(entry) == seconds


def test_stored_results_are_json(entry: Entry, build: Path) -> None:
    verify.store(entry, "mark", Result(entry.name, Verdict.ACCEPTED))
    text = (build / "results" / "mu_torere" / "x.json").read_text()
    assert json.loads(text)["result"]["verdict"] == "AC"
