"""Bots under test that prove the referee: each broken one breaks one clause, once.

tests/harness/program_cases.py says where they are and how they are written down. Bots that attack
the tournament are in `hostile/`, which tests/harness/sandbox/hostile_bots.py reads.
"""

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from harness import verify
from harness.clauses import clauses_of
from harness.meta_tic_tac_toe import challenge
from tests.harness.live import at_work_in, run, told
from tests.harness.meta_tic_tac_toe.in_process import InProcess
from tests.harness.program_cases import Case, cases, command_of
from tests.thinned import one_in

GAMES: Final = "2"  # besides the suite, which is asked of everyone

ALL: Final = cases("meta_tic_tac_toe")
# By what it remembers: the same position alone does not show it again.
NOT_AGAIN: Final = {"tires.py", "tires_late.py", "tires_within_a_match.py"}
OTHER_FILES: Final = "meta_tic_tac_toe/folder"  # seen only where the arena can watch


# One for each clause, and what only a process shows. The others are run live by `make test-all`.
LIVE: Final = {
    "accepted/first_legal.c", "run_time_error/null_pointer.c", "time_limit_exceeded/trickles.py",
    "wrong_answer/columns_first.py",
    "wrong_answer/floods.py", "wrong_answer/goes_where_it_is_sent.py",
    "wrong_answer/no_newline.py", "wrong_answer/only_of_a_young_machine.py",
    "wrong_answer/reads_another_file.py", "wrong_answer/status_one.py",
}  # fmt: skip
# What they do to their machine or ask of it, or how long they take, is what is wrong with them.
NOT_IN_PROCESS: Final = {
    "floods.py", "only_of_a_young_machine.py", "reads_another_file.py",
    "reads_what_others_remember.py", "reads_who_plays.py", "takes_all_memory.py",
    "thinks_a_little.py",
}  # fmt: skip
PURE: Final = [
    case
    for case in ALL
    if case.suffix == ".py" and case.verdict != "TLE" and case.file not in NOT_IN_PROCESS
]


def live() -> list[Any]:
    """All cases, those that are not in LIVE marked as slow."""
    return [
        pytest.param(case, id=case.name, marks=[] if case.name in LIVE else [pytest.mark.slow])
        for case in ALL
    ]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where the bot is; transcripts are kept beside it, and nothing may be left running there."""
    monkeypatch.setenv("GOLFPROOF_BUILD", str(tmp_path / "build"))
    monkeypatch.setattr(verify, "ROOT", tmp_path)
    (tmp_path / "bench").mkdir()
    monkeypatch.chdir(tmp_path / "bench")
    laid_out = tmp_path / "laid out"
    laid_out.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(laid_out))
    yield tmp_path
    assert list(laid_out.iterdir()) == [], "something was left behind"
    assert at_work_in(tmp_path) == [], "something was left running"


def test_enough_is_broken_in_enough_ways() -> None:
    broken = [case for case in ALL if case.clause]
    assert len(broken) >= 25
    assert {case.clause for case in broken} == set(clauses_of("meta_tic_tac_toe"))
    assert {case.verdict for case in broken} == {"WA", "TLE", "RTE"}
    assert all((case.clause is None) == (case.verdict == "AC") for case in ALL)
    assert len({case.suffix for case in ALL if case.verdict == "AC"}) >= 5


def test_one_of_each_clause_is_run_live() -> None:
    assert {case.name for case in ALL} >= LIVE
    found = {case.clause for case in ALL if case.name in LIVE}
    assert found == {*clauses_of("meta_tic_tac_toe"), None}


@pytest.mark.parametrize("case", live())
def test_gets_its_verdict_and_clause(case: Case, folder: Path) -> None:
    """In the live run, from its transcripts alone, and when it is asked the position again."""
    # What is to be found slow never ends; nothing else is to be slow, on a busy machine.
    seconds = "0.5" if case.name in LIVE else "1"
    check(case, folder, seconds if case.verdict == "TLE" else "30")


@pytest.mark.parametrize("case", one_in(3, PURE, name=lambda case: case.name))
def test_gets_them_in_process(case: Case, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every program that only computes, by the same commands and without a process."""
    monkeypatch.setattr(challenge, "BotCaller", InProcess)
    check(case, folder, "1")


def check(case: Case, folder: Path, seconds: str) -> None:
    command = command_of(case, Path())

    def verified(*more: str) -> dict[str, Any]:
        options = ("--json", "--games", GAMES, "--answer-seconds", seconds, *case.options, *more)
        return run("verify", "meta_tic_tac_toe", *options, "--", *command)

    live = verified()
    if case.clause == OTHER_FILES and "watched" not in str(live["facts"]["isolation"]):
        pytest.skip("what a bot opens is seen only where the arena can watch")
    assert told(live) == (case.verdict, case.clause), live

    (kept,) = (folder / "build" / "transcripts").glob("*/*")
    assert told(run("replay", "--json", str(kept))) == told(live)

    if live["findings"] and case.file not in NOT_AGAIN:
        line = ",".join(live["findings"][0]["line"])
        assert f"--line '{line}'" in live["findings"][0]["replay"]
        assert told(verified("--line", line)) == told(live)
