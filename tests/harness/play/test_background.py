"""Threads that nobody waits for, and the results that come too late."""

import asyncio
from threading import Event, current_thread

import pytest

from harness.play.background import in_background


def test_what_the_work_returns_or_raises() -> None:
    assert asyncio.run(in_background(lambda: 3)) == 3
    with pytest.raises(ZeroDivisionError):
        asyncio.run(in_background(lambda: 1 // 0))


def test_a_thread_outlives_its_work_and_is_used_again() -> None:
    first = asyncio.run(in_background(current_thread))
    second = asyncio.run(in_background(current_thread))
    assert first.is_alive()
    assert first.daemon
    assert second.is_alive()


@pytest.mark.parametrize("discarded", [True, False])
def test_a_result_that_comes_too_late_is_discarded(discarded: bool) -> None:
    go_on, ended = Event(), Event()
    got: list[int] = []

    def work() -> int:
        assert go_on.wait(60)
        return 5

    def discard(result: int) -> None:
        got.append(result)
        ended.set()

    async def run() -> None:
        task = asyncio.create_task(in_background(work, discard))
        await asyncio.sleep(0.01)
        if discarded:
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
        go_on.set()
        if not discarded:
            assert await task == 5

    asyncio.run(run())
    assert ended.wait(60 if discarded else 0) == discarded
    assert got == [5] * discarded


def test_work_without_an_end_keeps_nobody() -> None:
    async def run() -> None:
        task = asyncio.create_task(in_background(Event().wait))
        await asyncio.sleep(0.01)
        task.cancel()

    asyncio.run(run())
