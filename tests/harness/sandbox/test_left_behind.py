"""What a program on a terminal leaves running is ended with its run, however it was started."""

import time
from pathlib import Path

import pytest

from harness.program import PROCESSES_OF_A_SHELL, Program
from harness.sandbox.levels import Level
from harness.session import Limits
from tests.harness.sandbox.levels import at_each_level

LIMITS = Limits(move_seconds=60.0)
LEFT = {
    "in its session": "if os.fork() == 0: time.sleep(600)",
    "in a session of its own": "if os.fork() == 0: os.setsid(); time.sleep(600)",
    "hung up with its terminal": "signal.signal(signal.SIGHUP, signal.SIG_DFL)\n"
    "if os.fork() == 0: time.sleep(600)",
    "of a child that has ended": "if pid := os.fork(): os.waitpid(pid, 0)\n"
    "else: os.fork() and os._exit(0); time.sleep(600)",
}


def running(word: str) -> list[str]:
    """The commands of processes that have this word in them."""
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        try:
            command = (place / "cmdline").read_text()
            state = (place / "stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            continue
        if word in command and state not in "ZX":
            found.append(command)
    return found


@at_each_level
@pytest.mark.parametrize("before", [0, PROCESSES_OF_A_SHELL], ids=["alone", "from a shell"])
@pytest.mark.parametrize("left", LEFT)
def test_it_is_ended_and_counted(tmp_path: Path, level: Level, before: int, left: str) -> None:
    code = f"import os, signal, time\nsignal.signal(signal.SIGHUP, signal.SIG_IGN)\n{LEFT[left]}\n"
    (tmp_path / "my.py").write_text(code)
    word = f"left-{time.monotonic_ns()}"
    command = ("python3", "my.py", word)
    program = Program(command, tmp_path, limits=LIMITS, level=level, processes_before=before)
    for _ in range(2):  # the launcher of the first run has the second, too
        with program.start() as session:
            session.read(lambda text: False)
            exit_ = session.close()
        assert (exit_.status, exit_.left_running) == (0, 1)
        assert running(word) == []
