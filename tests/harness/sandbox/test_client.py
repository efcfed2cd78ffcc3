"""The launcher of all bots at limits alone: who shares it, what becomes of it, and when it ends."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from types import FrameType

import pytest

from harness.meta_tic_tac_toe.bot import Bot, CallLimits
from harness.meta_tic_tac_toe.caller import BotCaller
from harness.places import ROOT
from harness.sandbox import levels
from harness.sandbox.client import pool as launchers
from harness.sandbox.inside import seccomp
from harness.sandbox.levels import LIMITS
from tests.harness.sandbox.hostile_bots import running_in

PATIENT = CallLimits(seconds=60)
TELLS = "echo $PPID"


@pytest.fixture
def arena(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path
    assert running_in(tmp_path) == []


def entered(arena: Path, script: str, name: str = "me") -> Bot:
    (arena / name).mkdir(parents=True, exist_ok=True)
    (arena / name / "bot.sh").write_text(script)
    return Bot(name, ("sh", f"{name}/bot.sh"))


def caller(arena: Path, bot: Bot, watch: bool = True, limits: CallLimits = PATIENT) -> BotCaller:
    return BotCaller(bot, arena, limits, LIMITS, watch)


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def waits_until(condition: Callable[[], bool]) -> None:
    until = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.01)


@pytest.mark.parametrize("watch", [True, False])
def test_it_is_that_of_both_bots_and_of_the_next_match(arena: Path, watch: bool) -> None:
    seen = set()
    for match in ("one", "two"):
        bots = [entered(arena / match, f"{TELLS}; pwd", name) for name in ("me", "other")]
        with (
            caller(arena / match, bots[0], watch) as x,
            caller(arena / match, bots[1], watch) as o,
        ):
            for call in (x, o, x):
                launcher, folder = call(()).said.split()
                assert folder == str(arena / match)
                seen.add(launcher)
    assert len(seen) == 2  # one for each bot of a match, and the same in the next match


def test_each_kind_of_limits_has_its_own(arena: Path) -> None:
    bot = entered(arena, TELLS)
    smaller = CallLimits(60, memory_bytes=PATIENT.memory_bytes // 2)
    said = {
        caller(arena, bot, watch, limits)(()).said
        for watch in (True, False)
        for limits in (PATIENT, smaller)
    }
    assert len(said) == (4 if levels.can_notify() else 2)


def test_whoever_ends_it_is_alone_to_blame(arena: Path) -> None:
    killer = entered(arena, "kill -KILL $PPID && sleep 600", "killer")
    bot = entered(arena, TELLS)
    with caller(arena, bot) as fair, caller(arena, killer) as hostile:
        before = fair(())
        assert hostile(()).exit.reached
        after = fair(())
    assert before.said == after.said
    assert after.exit.reached == ()
    assert after.exit.status == 0


def test_a_signal_that_python_would_hear_ends_it_as_any_other(arena: Path) -> None:
    with caller(arena, entered(arena, "kill -INT $PPID && sleep 600")) as hostile:
        assert hostile(()).exit.reached


@pytest.mark.skipif(seccomp.MACHINE is None, reason="there is no filter on this processor")
def test_no_bot_sets_limits_or_priorities_of_it(arena: Path) -> None:
    script = """
import os, resource
whose = os.getppid()
tries = (
    lambda: resource.prlimit(whose, resource.RLIMIT_NOFILE, (8, 8)),
    lambda: os.setpriority(os.PRIO_PROCESS, whose, 19),
    lambda: os.setpriority(os.PRIO_PGRP, whose, 19),
    lambda: os.setpriority(os.PRIO_USER, os.getuid(), 19),
    lambda: os.sched_setaffinity(whose, {0}),
)
for attempt in (*tries, lambda: os.nice(1)):
    try:
        attempt()
        print("done")
    except PermissionError:
        print("denied")
"""
    (arena / "me").mkdir()
    (arena / "me" / "bot.py").write_text(script)
    with caller(arena, Bot("me", ("python3", "me/bot.py"))) as call:
        assert call(()).said.split() == ["denied"] * 5 + ["done"]


class GivenUpError(Exception):
    pass


def test_a_call_that_is_given_up_ends_it(arena: Path) -> None:
    def give_up(number: int, frame: FrameType | None) -> None:
        if not any("sleep" in command_line(pid) for pid in running_in(arena)):
            signal.setitimer(signal.ITIMER_REAL, 0.01)  # not yet in the middle of the call
            return
        raise GivenUpError

    sleeper, bot = entered(arena, "sleep 600", "sleeper"), entered(arena, TELLS)
    before = signal.signal(signal.SIGALRM, give_up)
    try:
        with caller(arena, bot) as fair:
            launcher = int(fair(()).said)
            signal.setitimer(signal.ITIMER_REAL, 0.01)
            with pytest.raises(GivenUpError), caller(arena, sleeper) as call:
                call(())
            assert running_in(arena) == []
            assert int(fair(()).said) == launcher
    finally:
        signal.signal(signal.SIGALRM, before)


def command_line(pid: str) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_text()
    except OSError:
        return ""


def test_threads_wait_for_one_another(arena: Path) -> None:
    bots = [entered(arena, f"echo {name}", name) for name in "abcd"]

    def answers(bot: Bot) -> list[str]:
        with caller(arena, bot) as call:
            return [call(()).said for _ in range(5)]

    with ThreadPoolExecutor(4) as pool:
        said = list(pool.map(answers, bots))
    assert said == [[f"{name}\n"] * 5 for name in "abcd"]


def launcher_of(arena: Path) -> int:
    with caller(arena, entered(arena, TELLS)) as call:
        return int(call(()).said)


def test_a_forked_process_has_its_own_and_keeps_none_alive(arena: Path) -> None:
    own = launcher_of(arena)
    with ProcessPoolExecutor(1, get_context("fork")) as pool:
        other = pool.submit(launcher_of, arena).result()
        assert other != own
        assert launcher_of(arena) == own
        launchers.close()
        assert not is_running(own)
    waits_until(lambda: not is_running(other))


def test_it_is_closed_and_put_anew(arena: Path) -> None:
    before = launcher_of(arena)
    launchers.close()
    assert not is_running(before)
    assert launcher_of(arena) != before


ENDS = """
import sys, time
from pathlib import Path
from tests.harness.sandbox.test_client import launcher_of
print(launcher_of(Path(sys.argv[1])), flush=True)
time.sleep(float(sys.argv[2]))
"""


@pytest.mark.parametrize("seconds", [0, 600], ids=["by itself", "killed"])
def test_it_does_not_outlive_its_arena(arena: Path, seconds: int) -> None:
    command = [sys.executable, "-c", ENDS, str(arena), str(seconds)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        launcher = int(process.stdout.readline())
        if seconds:
            assert is_running(launcher)
            os.kill(process.pid, signal.SIGKILL)
    assert process.returncode == (-signal.SIGKILL if seconds else 0)
    waits_until(lambda: not is_running(launcher))
