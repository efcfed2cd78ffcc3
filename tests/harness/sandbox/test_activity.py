"""What a program's processes and threads are seen to do, and that nothing of it is missed."""

import os
import pty
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from harness.sandbox import activity
from harness.sandbox.activity import Activity, Family

PATIENCE = 60
BUSY = "while True: pass"


@contextmanager
def started(code: str) -> Iterator[tuple["subprocess.Popen[str]", Family]]:
    """A Python program that prints a line and takes one, before it goes on with what is asked."""
    with subprocess.Popen(
        [sys.executable, "-S", "-c", code], text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as child:
        try:
            yield child, Family(child.pid)
        finally:
            child.kill()


def until(family: Family, holds: Callable[[Activity], bool]) -> bool:
    end = time.monotonic() + PATIENCE
    while not holds(family.look()) and time.monotonic() < end:
        time.sleep(0.005)
    return holds(family.look())


def never(family: Family, holds: Callable[[Activity], bool]) -> bool:
    return not any(holds(family.look()) for _ in range(50))


def test_sees_a_read_of_the_terminal() -> None:
    pid, terminal = pty.fork()
    if pid == 0:
        os.execvp("sh", ["sh", "-c", "read x; exec sleep 600"])
    try:
        family = Family(pid)
        assert until(family, lambda seen: seen.reads_terminal)
        os.write(terminal, b"x\n")
        assert until(family, lambda seen: not seen.reads_terminal)
    finally:
        os.kill(pid, 9)
        os.waitpid(pid, 0)
        os.close(terminal)


@contextmanager
def on_a_terminal(code: str) -> Iterator[Family]:
    pid, terminal = pty.fork()
    if pid == 0:
        os.execv(sys.executable, [sys.executable, "-S", "-c", code])
    try:
        yield Family(pid)
    finally:
        os.kill(pid, 9)
        os.waitpid(pid, 0)
        os.close(terminal)


EPOLL = "import os, select; e = select.epoll(); r, w = os.pipe(); "


@pytest.mark.parametrize(
    "code",
    [
        f"{EPOLL}e.register(r, 1); e.register(0, 1); e.poll()",  # as node's event loop
        "import select; select.select([0], [], [])",  # as Python's own line editor
    ],
)
def test_to_wait_for_the_terminal_for_ever_is_to_read_it(code: str) -> None:
    with on_a_terminal(code) as family:
        assert until(family, lambda seen: seen.reads_terminal)


@pytest.mark.parametrize(
    "code",
    [
        f"{EPOLL}e.register(0, 1); e.poll(600)",  # it goes on by itself
        f"{EPOLL}e.register(r, 1); e.poll()",  # another's line, perhaps
        "import select; select.select([0], [], [], 600)",
        "import os, select; select.select([os.pipe()[0]], [], [])",
    ],
)
def test_other_waiting_is_none_for_the_terminal(code: str) -> None:
    with on_a_terminal(code) as family:
        assert until(family, lambda seen: seen.is_quiet and _waits_in(seen))
        assert never(family, lambda seen: seen.reads_terminal)


def _waits_in(seen: Activity) -> bool:
    """Whether all sleep in a call that waits for descriptors."""
    calls = activity._EPOLL_CALLS + activity._SELECT_CALLS
    return all(thread.call[0] in calls for thread in seen.threads)


def test_a_thread_may_be_who_reads_the_terminal() -> None:
    code = "import threading; t = threading.Thread(target=input); t.start(); t.join()"
    with on_a_terminal(code) as family:
        assert until(family, lambda seen: seen.reads_terminal)


def test_quiet_is_asleep_stopped_or_gone() -> None:
    with started("print(flush=True); input(); input()") as (child, family):
        assert until(family, lambda seen: seen.is_quiet)
        child.send_signal(19)
        assert until(family, lambda seen: seen.is_quiet)
        child.kill()
        assert until(family, lambda seen: seen.is_quiet)
    assert family.look().is_quiet
    assert not Family(os.getpid()).look().is_quiet  # it is this very process that runs


@pytest.mark.parametrize(
    "later",
    [
        f"import subprocess, sys; subprocess.run([sys.executable, '-S', '-c', {BUSY!r}])",
        f"import os\nif os.fork() == 0:\n    if os.fork() == 0:\n        {BUSY}\n    os.wait()\n"
        "os.wait()",
        f"import threading\ndef work():\n    {BUSY}\n"
        "t = threading.Thread(target=work); t.start(); t.join()",
    ],
    ids=["child", "grandchild", "thread"],
)
def test_what_is_started_later_is_seen_to_work(later: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for few in (500, -1):  # as when the kernel gives numbers from the first on again
        monkeypatch.setattr(activity, "_FEW", few)
        with started(f"print(flush=True); input()\n{later}") as (child, family):
            assert child.stdin is not None
            assert child.stdout is not None
            child.stdout.readline()
            assert until(family, lambda seen: seen.is_quiet)
            child.stdin.write("\n")
            child.stdin.flush()
            assert until(family, lambda seen: seen.seconds_since(Activity((), True)) > 0.05)
            assert never(family, lambda seen: seen.is_quiet)
            for thread in family.look().threads:
                subprocess.run(["kill", "-9", thread.folder.split("/")[2]], check=False)


def test_a_thread_of_a_child_is_seen_once() -> None:
    child = "import threading; [threading.Thread(target=input).start() for _ in 'abc']"
    code = f"import subprocess, sys; subprocess.run([sys.executable, '-S', '-c', {child!r}])"
    with started(code) as (_, family):
        assert until(family, lambda seen: len(seen.threads) == 5)
        numbers = [thread.folder.rpartition("/")[2] for thread in family.look().threads]
        assert len({*numbers}) == len(numbers) == 5


def test_the_time_is_that_of_a_processor() -> None:
    with started("print(flush=True); input()\nwhile True: pass") as (child, family):
        assert child.stdin is not None
        assert until(family, lambda seen: seen.is_quiet)
        first = family.look()
        time.sleep(0.1)
        assert family.look().seconds_since(first) < 0.1
        child.stdin.write("\n")
        child.stdin.flush()
        assert until(family, lambda seen: seen.seconds_since(first) > 0.1)
