"""A dask scheduler and its workers, each a real process that can be killed."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from harness.places import ROOT

DASK = ("-m", "distributed.cli.dask_scheduler"), ("-m", "distributed.cli.dask_worker")


class Cluster(NamedTuple):
    """Where the scheduler is to be found, and the processes."""

    address: str
    scheduler: int
    workers: list[int]


@contextmanager
def dask_workers(folder: Path, workers: int = 2, threads: int = 1) -> Iterator[Cluster]:
    """A scheduler and workers, each a process of its own."""
    folder.mkdir()
    log = (folder / "log").open("w")
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    environment |= {"DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "10s"}
    running: list[subprocess.Popen[bytes]] = []

    def start(which: int, *words: str) -> int:
        command = [sys.executable, *DASK[which], *words]
        process = subprocess.Popen(
            command, cwd=folder, stdout=log, stderr=log, env=environment, start_new_session=True
        )
        running.append(process)
        return process.pid

    try:
        known = folder / "scheduler.json"
        start(0, "--host", "127.0.0.1", "--port", "0", "--no-dashboard",
              "--scheduler-file", str(known))  # fmt: skip
        while not known.exists() or not known.stat().st_size:
            assert running[0].poll() is None, (folder / "log").read_text()
            time.sleep(0.05)
        words = ("--scheduler-file", str(known), "--no-nanny", "--no-dashboard")
        pids = [start(1, *words, "--nthreads", str(threads)) for _ in range(workers)]
        yield Cluster(json.loads(known.read_text())["address"], running[0].pid, pids)
    finally:
        for process in reversed(running):
            process.kill()
            process.wait()
        log.close()
