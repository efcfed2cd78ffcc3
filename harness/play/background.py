"""Work in threads that the end of the application does not wait for.

A program under test may be silent for as long as it likes; whoever leaves need not wait for it.
The threads never end: the kernel ends a program together with the thread that has started it.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Final, TypeVar

_T = TypeVar("_T")


class Threads:
    """As many threads as there is work at a time."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._idle = 0
        self._jobs: SimpleQueue[Callable[[], object]] = SimpleQueue()

    def begin(self, job: Callable[[], object]) -> None:
        """Do the job in an idle thread, or in a new one."""
        with self._lock:
            has_idle = self._idle > 0
            self._idle -= has_idle
        self._jobs.put(job)
        if not has_idle:
            Thread(target=self._work, daemon=True).start()

    def _work(self) -> None:
        while True:
            self._jobs.get()()
            with self._lock:
                self._idle += 1


THREADS: Final = Threads()


async def in_background(
    work: Callable[[], _T], discard: Callable[[_T], object] | None = None
) -> _T:
    """What `work` returns or raises, done in a thread.

    A result that nobody waits for any more goes to `discard`, in a thread too.
    """
    loop = asyncio.get_running_loop()
    done: asyncio.Future[None] = loop.create_future()
    lock = Lock()
    results: list[_T] = []
    errors: list[Exception] = []
    is_wanted = True

    def finish() -> None:
        if not done.done():
            done.set_result(None)

    def run() -> None:
        try:
            result = work()
        except Exception as error:  # raised below, where the result is awaited
            errors.append(error)
        else:
            with lock:
                results.append(result)
                unwanted = not is_wanted
            if unwanted and discard is not None:
                discard(result)
        with suppress(RuntimeError):  # the loop is closed: nobody waits
            loop.call_soon_threadsafe(finish)

    THREADS.begin(run)
    try:
        await done
    except asyncio.CancelledError:
        with lock:
            is_wanted = False
            unwanted = [*results]
        if discard is not None:
            for result in unwanted:
                THREADS.begin(partial(discard, result))
        raise
    if errors:
        raise errors[0]
    return results[0]
