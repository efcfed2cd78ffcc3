"""Crews: processes and dask workers that play matches, are lost, and leave nothing behind."""

import contextlib
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import Future, wait
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import pytest

from harness.places import ROOT
from harness.tournament import workers as workers_module
from harness.tournament.task import MatchTask, PlayedMatch, play_task
from harness.tournament.workers import Dask, Processes
from harness.verdict import UsageError
from tests.harness.tournament.bots import AlwaysKiller, Learner, SlowLearner
from tests.harness.tournament.dask_check import dask_workers
from tests.harness.tournament.test_task import a_task


def tasks(tmp_path: Path, count: int, caller: type[Learner] = Learner) -> list[MatchTask]:
    made = a_task(tmp_path, caller=caller)
    return [made._replace(number=number) for number in range(1, count + 1)]


def test_processes_play_as_the_caller_does(tmp_path: Path) -> None:
    work = tasks(tmp_path, 5)
    with Processes(2) as crew:
        assert crew.slots == 2
        futures = [crew.submit(task) for task in work]
        found = [future.result() for future in futures]
    assert found == [play_task(task) for task in work]


def test_a_lost_worker_is_said_to_be_lost_and_another_takes_its_place(tmp_path: Path) -> None:
    (killing, fair) = (tasks(tmp_path, 1, caller)[0] for caller in (AlwaysKiller, Learner))
    with Processes(1) as crew:
        error = crew.submit(killing).exception()
        assert isinstance(error, crew.lost)
        assert isinstance(error, BrokenProcessPool)
        assert crew.submit(fair).result() == play_task(fair)


def alive(pids: set[int]) -> set[int]:
    """Those that run; the dead wait to be reaped where this process gathers orphans."""
    found = set()
    for pid in pids:
        with contextlib.suppress(OSError):
            if Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX":
                found.add(pid)
    return found


def workers() -> set[int]:
    return {child.pid for child in multiprocessing.active_children() if child.pid}


def test_leaving_ends_the_workers_in_the_middle_of_a_match(tmp_path: Path) -> None:
    before = workers()
    with Processes(2) as crew:
        futures = [crew.submit(task) for task in tasks(tmp_path, 4, SlowLearner)]
        while not (tmp_path / "play").exists():
            time.sleep(0.01)
        begun = workers() - before
        assert begun
    assert alive(begun) == set()
    given = [future for future in futures if not future.cancelled() and not future.exception()]
    assert len(given) < 4
    assert list((tmp_path / "play").iterdir()) == []


def test_workers_that_have_nothing_to_do_end_by_themselves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A signal in the middle of a worker's own end would be a complaint on the user's terminal."""
    told: list[object] = []
    monkeypatch.setattr(multiprocessing.process.BaseProcess, "terminate", told.append)
    before = workers()
    with Processes(2) as crew:
        wait([crew.submit(task) for task in tasks(tmp_path, 4)])
        begun = workers() - before
    assert begun
    assert alive(begun) == set()
    assert told == []


SERVES = """
import sys, time
from pathlib import Path
from harness.tournament.workers import Processes
from tests.harness.tournament.test_workers import tasks, SlowLearner
if __name__ == "__main__":
    with Processes(2) as crew:
        for task in tasks(Path(sys.argv[1]), 1000, SlowLearner):
            crew.submit(task)
        print("begun", flush=True)
        time.sleep(600)
"""


def children_of(pid: int) -> set[int]:
    path = Path(f"/proc/{pid}/task/{pid}/children")
    return {int(word) for word in path.read_text().split()}


def test_workers_die_with_their_killed_parent(tmp_path: Path) -> None:
    (tmp_path / "serves.py").write_text(SERVES)
    with subprocess.Popen(
        [sys.executable, tmp_path / "serves.py", tmp_path], stdout=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)}, stderr=subprocess.DEVNULL,
    ) as parent:  # fmt: skip
        assert parent.stdout is not None
        assert parent.stdout.readline() == "begun\n"
        while not (tmp_path / "play").exists() or not list((tmp_path / "play").iterdir()):
            time.sleep(0.01)
        begun = children_of(parent.pid)
        assert begun
        os.kill(parent.pid, signal.SIGKILL)
    for _ in range(1000):
        if not alive(begun):
            return
        time.sleep(0.01)
    pytest.fail(f"still there: {alive(begun)}")


def results(futures: list[Future[PlayedMatch]]) -> list[PlayedMatch]:
    wait(futures)
    return [future.result() for future in futures]


@pytest.mark.slow
def test_dask_workers_of_which_one_is_killed_in_the_middle(tmp_path: Path) -> None:
    work = tasks(tmp_path, 12, SlowLearner)
    with dask_workers(tmp_path / "dask") as (address, _, pids), Dask(address) as crew:
        while crew.slots < 2:
            time.sleep(0.05)
        futures = [crew.submit(task) for task in work]
        wait(futures, return_when="FIRST_COMPLETED")
        os.kill(pids[0], signal.SIGKILL)
        assert not all(future.done() for future in futures)
        found = results(futures)
        while crew.slots > 1:
            time.sleep(0.05)
    assert found == [play_task(task) for task in work]


@pytest.mark.slow
def test_a_dask_worker_plays_one_match_at_a_time(tmp_path: Path) -> None:
    with (
        dask_workers(tmp_path / "dask", workers=1, threads=2) as (address, *_),
        Dask(address) as crew,
    ):
        while not crew._client.nthreads():
            time.sleep(0.05)
        with pytest.raises(UsageError, match="--nthreads 1"):
            _ = crew.slots


def test_no_dask_scheduler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers_module, "_CONNECT_SECONDS", 0.2)
    with pytest.raises(UsageError, match="no dask scheduler answers"):
        Dask("tcp://127.0.0.1:9")
    with pytest.raises(UsageError, match="no dask scheduler answers"):
        Dask("nonsense://x")


def test_no_dask(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(UsageError, match="--dask needs golfproof's extra 'distributed'"):
        Dask("tcp://127.0.0.1:9")
