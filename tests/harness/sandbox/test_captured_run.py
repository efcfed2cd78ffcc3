"""What a late call tells of its time: how long it ran, and how long others kept it waiting."""

import os
import threading

import pytest

from harness.sandbox.inside import captured_run


def test_a_wait_for_the_watch_thread_is_a_wait_for_a_processor(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A ruby bot opens hundreds of files, and each waits for that thread on a busy machine."""
    monkeypatch.setattr(captured_run, "tasks", lambda: ())
    monkeypatch.setattr(captured_run, "_times", {"42": (0.125, 0.25), "43": None}.get)
    assert captured_run._scheduled(42, 0.5) == (0.125, 0.75)
    assert captured_run._scheduled(43, 0.5) is None


def test_the_kernel_tells_of_a_process_and_of_a_thread() -> None:
    number = threading.get_native_id()
    before = captured_run._waited(number)
    assert captured_run._waited(0) == 0.0
    assert 0.0 <= before <= captured_run._waited(number)
    assert (captured_run._times(str(os.getpid())) or (0.0,))[0] > 0.0
    assert captured_run._times("self/task/0") is None
