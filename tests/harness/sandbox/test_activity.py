"""What a program's processes and threads are seen to do, and that nothing of it is missed."""

import contextlib
import os
import pty
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from harness.sandbox import activity
from harness.sandbox.activity import NOTHING, Activity, Family, Thread
from harness.sandbox.waits import Wait, wait_of

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
POLL = "import os, select; p = select.poll(); r, w = os.pipe(); "
SELECT = "import os, select; r, w = os.pipe(); "


@pytest.mark.parametrize(
    "code",
    [
        f"{EPOLL}e.register(r, 1); e.register(0, 1); e.poll()",  # as node's event loop
        f"{SELECT}select.select([0], [], [])",  # as Python's own line editor
        f"{SELECT}select.select([r, 0], [], [])",
        f"{SELECT}os.dup2(0, 700); select.select([700, r], [], [700])",
        f"{POLL}p.register(r, 1); p.register(0, 1); p.poll()",
        "import os; os.readv(0, [bytearray(9)])",  # as the C library musl reads
    ],
)
def test_to_wait_for_the_terminal_for_ever_is_to_read_it(code: str) -> None:
    with on_a_terminal(code) as family:
        assert until(family, lambda seen: seen.reads_terminal)
        assert until(family, lambda seen: seen.looks_for_input and not seen.naps)
        assert family.look().names_terminal == ("epoll" not in code)


@pytest.mark.parametrize(
    "code",
    [
        f"{EPOLL}e.register(0, 1); e.poll(600)",  # as node, where something is to be done later
        f"{SELECT}select.select([0, r], [], [], 600)",
        f"{POLL}p.register(0, 1); p.poll(600_000)",
    ],
)
def test_to_wait_for_it_until_some_time_is_to_look_for_input(code: str) -> None:
    with on_a_terminal(code) as family:
        assert until(family, lambda seen: seen.looks_for_input)
        assert never(family, lambda seen: seen.reads_terminal or seen.naps or seen.names_terminal)


@pytest.mark.parametrize(
    "code",
    [
        f"{EPOLL}e.register(r, 1); e.poll()",  # another's line, perhaps
        f"{EPOLL}e.register(r, 1); e.poll(600)",
        f"{EPOLL}e.register(r, 1); e.register(0, 0); e.poll()",
        f"{SELECT}select.select([r], [], [0])",
        f"{SELECT}select.select([r], [], [], 600)",
        f"{POLL}p.register(r, 1); p.register(0, 0); p.poll()",
        "import os; os.readv(os.pipe()[0], [bytearray(9)])",
    ],
)
def test_other_waiting_is_none_for_the_terminal(code: str) -> None:
    with on_a_terminal(code) as family:
        assert until(family, _waits_for_descriptors)
        assert never(family, lambda seen: seen.reads_terminal or seen.looks_for_input)


def _waits_for_descriptors(seen: Activity) -> bool:
    """Whether all sleep in a call that waits for descriptors."""
    found = [wait_of(thread.folder, thread.call) for thread in seen.threads]
    return seen.is_quiet and all(wait and wait.descriptors for wait in found)


@pytest.mark.parametrize(
    "code",
    [
        "import time; time.sleep(600)",
        "import select; select.select([], [], [], 600)",  # as Perl sleeps for half a second
        "import select; select.poll().poll(600_000)",
    ],
)
def test_to_wait_for_a_time_alone_is_a_nap(code: str) -> None:
    with on_a_terminal(code) as family:
        assert until(family, lambda seen: seen.is_quiet and seen.naps)
        assert never(family, lambda seen: seen.reads_terminal or seen.looks_for_input)


def test_what_the_call_says_is_read() -> None:
    code = f"{SELECT}os.dup2(0, 700); select.select([r, 700], [], [], 600.5)"
    with on_a_terminal(code) as family:
        assert until(family, lambda seen: seen.looks_for_input)
        (thread,) = family.look().threads
        wait = wait_of(thread.folder, thread.call)
        assert wait is not None
        assert (len(wait.descriptors), wait.descriptors[-1]) == (2, 700)
        assert wait.seconds == pytest.approx(600.5)
    assert wait_of(thread.folder, (b"running",)) is None
    assert wait_of(thread.folder, ()) is None
    assert wait_of("/proc/0/task/0", thread.call) in (None, Wait((), 0.0))


def test_a_thread_may_be_who_reads_the_terminal() -> None:
    code = "import threading; t = threading.Thread(target=input); t.start(); t.join()"
    with on_a_terminal(code) as family:
        assert until(family, lambda seen: seen.reads_terminal and seen.names_terminal)


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


def worked(*times: tuple[float, float]) -> Activity:
    """Threads that had a processor for so many seconds, and waited so many for one."""
    return Activity(
        tuple(
            Thread(str(number), b"%d %d 1" % (ran * 1e9, waited * 1e9), "R", ())
            for number, (ran, waited) in enumerate(times)
        ),
        is_stable=True,
    )


@pytest.mark.parametrize(
    ("before", "now", "seconds", "waited"),
    [
        (NOTHING, worked((1, 9)), 10, 9),  # others had the processors
        (worked((5, 50)), worked((6, 59)), 10, 9),
        (NOTHING, worked((1, 0)), 10, 0),  # it slept
        (NOTHING, worked((1, 9), (0, 10)), 10, 9),  # the one that worked tells
        (NOTHING, worked((1, 20)), 10, 9.5),  # no more than there was time
        (NOTHING, worked(*[(1, 19)] * 40), 20, 0),  # its own threads had the processors
        (worked((1, 9)), NOTHING, 10, 0),
    ],
)
def test_a_wait_for_a_processor_is_told_from_sleep_and_from_its_own_work(
    before: Activity, now: Activity, seconds: float, waited: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(activity, "_PROCESSORS", 2)
    assert now.waited_since(before, seconds) == pytest.approx(waited)


def test_who_shares_a_processor_waits_for_it() -> None:
    # All of these together have one processor.
    with contextlib.ExitStack() as stack:
        shared = {min(os.sched_getaffinity(0))}
        families = [stack.enter_context(started(BUSY)) for _ in "abc"]
        for child, _ in families:
            os.sched_setaffinity(child.pid, shared)
        first = [family.look() for _, family in families]
        began = time.monotonic()
        _, family = families[0]
        assert until(family, lambda seen: seen.seconds_since(first[0]) > 0.2)
        seconds = time.monotonic() - began
        assert family.look().waited_since(first[0], seconds) > 0.2
