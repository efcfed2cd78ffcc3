"""Who plays the matches: processes of this machine, or dask workers of many.

Both are a `concurrent.futures.Executor`. A crew opens one, says how many matches it may be given at
a time, and which exceptions mean that a worker was lost. A lost worker's match was not finished; it
is played again from the same data.
"""

import atexit
import contextlib
import importlib
import logging
import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from types import FrameType
from typing import Any, Final

from harness import removal
from harness.closing import Closing
from harness.sandbox import processes
from harness.tournament.task import MatchTask, PlayedMatch, arena_of, play_task
from harness.verdict import HarnessError, UsageError

_GRACE_SECONDS: Final = 5.0  # for a worker to end its bots
_CONNECT_SECONDS: Final = 10.0


class Crew(Closing):
    """The workers of a tournament; a context manager, which ends what still runs."""

    lost: tuple[type[BaseException], ...] = (BrokenExecutor,)

    def __init__(self, open_: Callable[[], Executor], slots: int = 1) -> None:
        self._in_play: set[Future[PlayedMatch]] = set()
        self._open = open_
        self._slots = slots
        self._executor: Executor | None = None

    @property
    def slots(self) -> int:
        """How many matches it may be given at a time."""
        return self._slots

    def submit(self, task: MatchTask) -> Future[PlayedMatch]:
        """Have a match played."""
        if self._executor is None:
            self._executor = self._open()
        try:
            future = self._executor.submit(work, task)
        except BrokenExecutor:
            # Once it has lost a worker a pool of processes takes no more work.
            self.close()
            self._executor = self._open()
            future = self._executor.submit(work, task)
        self._in_play.add(future)
        future.add_done_callback(self._in_play.discard)
        return future

    def close(self) -> None:
        """Give up what is not finished. May be called again, and a match may be submitted after."""
        if self._executor is not None:
            self._executor.shutdown(wait=False)
        self._executor = None


class Processes(Crew):
    """Processes of this machine. They die with this one, however it ends."""

    def __init__(self, jobs: int) -> None:
        super().__init__(self._pool, jobs)
        self._others = frozenset(multiprocessing.active_children())

    def _pool(self) -> ProcessPoolExecutor:
        # Forking would copy a process that has threads, and hand on the lock of the journal.
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self._slots, context, _begin_worker, (os.getpid(),))

    def close(self) -> None:
        """End the workers: at once if a match is in play, which may have minutes to go."""
        interrupts = bool(self._in_play)
        workers = set(multiprocessing.active_children()) - self._others
        if self._executor is not None:
            self._executor.shutdown(wait=False, cancel_futures=True)
        self._executor = None
        for worker in workers:
            if interrupts:
                worker.terminate()
        for worker in workers:
            worker.join(_GRACE_SECONDS)
            worker.kill()


def work(task: MatchTask) -> PlayedMatch:
    """Play a match in a worker, which ends when it is told to in the middle."""
    try:
        return play_task(task)
    except SystemExit:
        removal.remove(arena_of(task))  # it may have come in the middle of just that
        os._exit(1)  # a pool would take it for the match's result, and go on with the next


def _begin_worker(parent: int) -> None:
    processes.die_with_parent(parent)
    # Ctrl-C is for the parent to see. A handler, unlike SIG_IGN, is not handed on to the bots.
    signal.signal(signal.SIGINT, lambda number, frame: None)
    signal.signal(signal.SIGTERM, _leave)
    # Registered last, so called first: a worker that is leaving already must not be told to again.
    atexit.register(signal.signal, signal.SIGTERM, signal.SIG_IGN)


def _leave(number: int, frame: FrameType | None) -> None:
    signal.signal(signal.SIGTERM, lambda number, frame: None)  # told once is enough
    raise SystemExit(128 + number)  # through every `with`, so that bots are ended


class Dask(Crew):
    """The workers of a dask scheduler, on any machines that have this project."""

    def __init__(self, address: str) -> None:
        try:
            # An extra, which only those need who play on many machines, and without types.
            distributed: Any = importlib.import_module("distributed")
        except ImportError as error:
            raise UsageError(f"--dask needs golfproof's extra 'distributed': {error}") from None
        try:
            # A client of a malformed address cannot even be closed: it complains as it is deleted.
            distributed.comm.get_address_host(address)
            self._client = distributed.Client(
                address, timeout=_CONNECT_SECONDS, set_as_default=False
            )
        except (OSError, ValueError) as error:
            raise UsageError(f"{address}: no dask scheduler answers: {error}") from error
        # A lost worker is not reported: its match is played again. A lost scheduler is, below.
        logging.getLogger("distributed").setLevel(logging.CRITICAL)
        self.lost = (distributed.KilledWorker,)
        # By its arguments alone dask would take one match for another, and play it once.
        super().__init__(lambda: self._client.get_executor(pure=False))

    @property
    def slots(self) -> int:
        """One for each worker. Raises UsageError when a worker plays several matches at a time."""
        with self._scheduler():
            threads = self._client.nthreads()
        if any(count != 1 for count in threads.values()):
            raise UsageError("a bot's second is its own: start dask workers with --nthreads 1")
        return max(1, len(threads))

    def submit(self, task: MatchTask) -> Future[PlayedMatch]:
        """Have a match played by any worker."""
        with self._scheduler():
            return super().submit(task)

    @contextmanager
    def _scheduler(self) -> Iterator[None]:
        try:
            yield
        except Exception as error:  # of many kinds, which dask does not promise
            raise HarnessError(f"the connection to the dask scheduler is lost: {error}") from error

    def close(self) -> None:
        """Give up what is not finished, and leave the workers to their scheduler, for good."""
        super().close()
        with contextlib.suppress(OSError, TimeoutError):
            self._client.close()
