"""Ending what a program left behind. Each test runs in a process of its own.

There the only children are those of the test, and the worker of pytest keeps its own.
"""

import json
import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

from harness.sandbox import processes

ROOT = Path(__file__).parents[3]
PATIENCE = 60
PRELUDE = """
import json, os, signal, subprocess, sys, time
from harness.sandbox import processes
from harness.sandbox.inside import seccomp
assert processes.become_subreaper()

def confine():
    if seccomp.MACHINE is not None:
        seccomp.enter(seccomp.MACHINE, notify=False)

def start(code):
    # As the harness starts a program: in a session of its own, under its filter of calls.
    child = subprocess.Popen([sys.executable, "-S", "-c", code], start_new_session=True,
                             stdout=subprocess.PIPE, text=True, preexec_fn=confine)
    processes.began(child.pid)
    return child

def finish(child):
    # The program itself is ended and reaped; its descriptors may live on in what it left.
    child.kill()
    child.wait()
    return processes.end_left_behind(child.pid)

def alive(pid):
    return processes._stat(pid) is not None
"""
SLEEPER = "import time; time.sleep(600)"
DOUBLE_FORK = """
import os, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        print(os.getpid(), flush=True)
        time.sleep(600)
    os._exit(0)
time.sleep(600)
"""


# There the session, begun outside, has the number 0, and so has that of each process in it.
WITHOUT_NUMBER = ("bwrap", "--dev-bind", "/", "/", "--unshare-pid", "--proc", "/proc")


def run(code: str, before: tuple[str, ...] = ()) -> object:
    """What the code prints as JSON, in a new interpreter."""
    done = subprocess.run(
        [*before, sys.executable, "-c", PRELUDE + textwrap.dedent(code)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_a_setsid_double_fork_is_found_and_ended() -> None:
    assert run(f"""
        child = start({DOUBLE_FORK!r})
        hidden = int(child.stdout.readline())
        before = alive(hidden)
        print(json.dumps([before, finish(child), alive(hidden)]))
    """) == [True, 1, False]  # fmt: skip


def test_what_was_born_unseen_is_ended() -> None:
    # A scan of /proc may miss a process that is begun in its midst by one that ends at once.
    assert run(f"""
        child = start({DOUBLE_FORK!r})
        hidden = int(child.stdout.readline())
        seen, scans = processes._orphans, []
        processes._orphans = lambda own: seen(own) if len(scans) > 1 else scans.append(1) or []
        print(json.dumps([finish(child), alive(hidden)]))
    """) == [1, False]  # fmt: skip


def test_a_killed_group_is_waited_for() -> None:
    family = "import os, time; [os.fork() for _ in 'ab']; print('x', flush=True); time.sleep(600)"
    assert run(f"""
        child = start({family!r})
        child.stdout.read(8)
        group = processes.tree(child.pid)
        os.killpg(child.pid, signal.SIGKILL)
        child.wait()
        processes.await_group(child.pid)
        print(json.dumps([len(group), *map(alive, group), processes._childless()]))
    """) == [4, False, False, False, False, True]  # fmt: skip


@pytest.mark.skipif(os.uname().machine != "x86_64", reason="exit(2) has another number here")
def test_a_process_without_its_first_thread_is_ended() -> None:
    headless = """
import ctypes, os, threading, time
if os.fork() == 0:
    os.setsid()
    threading.Thread(target=time.sleep, args=(600,)).start()
    print(os.getpid(), flush=True)
    ctypes.CDLL(None).syscall(60, 0)  # exit of this thread alone
time.sleep(600)
"""
    assert run(f"""
        child = start({headless!r})
        hidden = int(child.stdout.readline())
        while processes._stat(hidden)[0] != "Z":
            time.sleep(0.01)
        print(json.dumps([finish(child), alive(hidden)]))
    """) == [1, False]  # fmt: skip


@pytest.mark.parametrize("depth", [5])  # 2 ** 5 - 1 descendants, each in a session of its own
def test_a_fork_storm_is_ended(depth: int) -> None:
    storm = f"""
import os, signal, time
signal.signal(signal.SIGHUP, signal.SIG_IGN)
signal.signal(signal.SIGTERM, signal.SIG_IGN)
for _ in range({depth}):
    if os.fork() == 0:
        os.setsid()
print("x", end="", flush=True)
time.sleep(600)
"""
    count = 2**depth
    assert run(f"""
        child = start({storm!r})
        assert child.stdout.read({count}) == "x" * {count}
        ended = finish(child)
        print(json.dumps([ended, processes._orphans(os.getsid(0)), processes._childless()]))
    """) == [count - 1, [], True]  # fmt: skip


def test_a_storm_that_still_rages_is_ended() -> None:
    endless = """
import os, time
print("x", flush=True)
os.setpriority(os.PRIO_PROCESS, 0, 19)
while True:
    if os.fork() == 0:
        os.setsid()
        time.sleep(600)
    time.sleep(0.002)
"""
    assert run(f"""
        child = start({endless!r})
        child.stdout.read(1)
        processes._running.discard(child.pid)  # as if it had fallen to the harness itself
        while len(processes._children()[child.pid]) < 10:
            time.sleep(0.005)
        ended = processes.end_left_behind(child.pid)
        print(json.dumps([ended > 10, alive(child.pid), processes._orphans(os.getsid(0))]))
    """) == [True, False, []]  # fmt: skip


def test_nothing_of_the_callers_own_is_touched() -> None:
    assert run(f"""
        own = subprocess.Popen([sys.executable, "-c", {SLEEPER!r}])
        parent = subprocess.Popen(["sh", "-c", "sleep 600 & echo $!; wait"],
                                  stdout=subprocess.PIPE, text=True)
        grandchild = int(parent.stdout.readline())
        other = start({SLEEPER!r})  # another program under test, that runs on
        child = start({DOUBLE_FORK!r})
        child.stdout.readline()
        ended = finish(child)
        states = [processes._stat(pid)[0] for pid in (own.pid, parent.pid, grandchild, other.pid)]
        print(json.dumps([ended, "Z" in states]))
        own.kill(); os.kill(grandchild, signal.SIGKILL); parent.wait(); finish(other)
    """) == [1, False]  # fmt: skip


# Children that died of SIGKILL a moment after the last look were left as zombies.
def test_no_zombie_is_left() -> None:
    assert run(f"""
        for _ in range(5):
            child = start({DOUBLE_FORK!r})
            child.stdout.readline()
            finish(child)
        states = [processes._stat(pid)[0] for pid in processes._children()[os.getpid()]]
        print(json.dumps(states))
    """) == []  # fmt: skip


def test_an_orphan_that_ended_by_itself_is_reaped_and_not_counted() -> None:
    brief = DOUBLE_FORK.replace("        time.sleep(600)\n    os._exit", "    os._exit")
    assert run(f"""
        child = start({brief!r})
        hidden = int(child.stdout.readline())
        while alive(hidden) and processes._stat(hidden)[0] != "Z":
            time.sleep(0.005)
        print(json.dumps([finish(child), alive(hidden)]))
    """) == [0, False]  # fmt: skip


def test_dies_with_its_parent() -> None:
    pid = run("""
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"],
                                 stdout=subprocess.DEVNULL, start_new_session=True,
                                 preexec_fn=lambda: processes.die_with_parent(os.getppid()))
        print(json.dumps(child.pid), flush=True)
        os._exit(0)
    """)
    assert isinstance(pid, int)
    until = time.monotonic() + PATIENCE
    while not gone(pid) and time.monotonic() < until:
        time.sleep(0.01)
    assert gone(pid)


def gone(pid: int) -> bool:
    fields = processes._stat(pid)
    return fields is None or fields[0] == "Z"


def works(before: tuple[str, ...]) -> bool:
    try:
        return subprocess.run([*before, "true"], check=False, capture_output=True).returncode == 0
    except FileNotFoundError:
        return False


# A bot's launcher was closed in a thread while another asked the champion for a hint.
def test_what_a_library_has_started_in_a_session_of_its_own_is_no_orphan() -> None:
    assert run(f"""
        own = subprocess.Popen(["sleep", "600"], start_new_session=True)
        child = start({DOUBLE_FORK!r})
        child.stdout.readline()
        print(json.dumps([finish(child), own.poll()]))
        own.kill()
    """) == [1, None]  # fmt: skip


def test_where_the_kernel_tells_of_no_filters_what_is_in_another_session_is_an_orphan() -> None:
    code = """
        processes._filters = lambda pid: None
        left = subprocess.Popen(["sleep", "600"], start_new_session=True)
        print(json.dumps([processes.end_left_behind(0), alive(left.pid)]))
    """
    assert run(code) == [1, False]


def test_a_process_that_another_thread_just_starts_is_no_orphan() -> None:
    code = """
        import threading
        processes._filters = lambda pid: None  # else it is told apart by that
        subprocess.Popen(["sleep", "600"], start_new_session=True)
        with processes.starting():
            child = subprocess.Popen(["sleep", "600"], start_new_session=True)
            ended = []
            sweep = threading.Thread(target=lambda: ended.append(processes.end_left_behind(0)))
            sweep.start()
            sweep.join(0.5)
            processes.began(child.pid)
        sweep.join()
        print(json.dumps([ended, child.poll()]))
        finish(child)
    """
    assert run(code) == [[1], None]


@pytest.mark.parametrize("before", [(), WITHOUT_NUMBER], ids=["here", "pid namespace"])
def test_what_is_left_in_its_own_session_is_ended_by_who_started_nothing_else(
    before: tuple[str, ...],
) -> None:
    if before and not works(before):
        pytest.skip("bubblewrap makes no namespaces here")
    number = "0" if before else "os.getsid(0)"
    code = f"""
        assert os.getsid(0) == {number}
        child = subprocess.Popen(["sh", "-c", "sleep 600 & echo $!"], stdout=subprocess.PIPE)
        left = int(child.stdout.readline())
        child.wait()
        mine = processes.end_left_behind(child.pid)
        was = alive(left)
        ended = processes.end_left_behind(child.pid, of_any_session=True)
        print(json.dumps([mine, was, ended, alive(left)]))
    """
    assert run(code, before) == [0, True, 1, False]


def test_any_command_name_is_read(tmp_path: Path) -> None:
    odd = tmp_path / "a) S (b\n"
    odd.symlink_to("/bin/sleep")
    with subprocess.Popen([str(odd), "600"]) as child:
        fields = processes._stat(child.pid)
        child.kill()
    assert fields is not None
    assert fields[1] == str(os.getpid())


def work_interrupted(done: list[str]) -> None:
    with processes.uninterrupted():
        signal.raise_signal(signal.SIGINT)
        done.append("the work")


def test_an_interrupt_is_put_off_until_the_work_is_done() -> None:
    done: list[str] = []
    before = signal.getsignal(signal.SIGINT)
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may have had it ignored
    try:
        with pytest.raises(KeyboardInterrupt):
            work_interrupted(done)
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)  # as it was before
    finally:
        signal.signal(signal.SIGINT, before)
    assert done == ["the work"]


def test_who_ignores_interrupts_goes_on_ignoring_them() -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with processes.uninterrupted():
            signal.raise_signal(signal.SIGINT)
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)
