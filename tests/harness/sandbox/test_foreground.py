"""A program started as by a shell has job control, and cannot turn it against the launcher."""

from pathlib import Path
from typing import Final

import pytest

from harness.program import PROCESSES_OF_A_SHELL, Program
from harness.sandbox.levels import Level, can_notify
from harness.session import Exit, Limits
from tests.harness.sandbox.levels import at_each_level

pytestmark = pytest.mark.skipif(not can_notify(), reason="nothing is watched here")
LIMITS = Limits(move_seconds=60.0, asks_seconds=60.0)
SHELLS: Final = {"as a shell starts it": PROCESSES_OF_A_SHELL, "in a session of its own": 0}
BEGINS: Final = (
    "import fcntl, os, signal, termios\n"
    "for number in (signal.SIGTTOU, signal.SIGINT): signal.signal(number, signal.SIG_IGN)\n"
)
JOBS: Final = (
    "child = os.fork()\n"
    "if child == 0:\n"
    "    os.setpgid(0, 0); os.tcsetpgrp(0, os.getpid())\n"
    "    print('child', input(), os.tcgetpgrp(0) == os.getpid(), flush=True); os._exit(0)\n"
    "os.waitpid(child, 0); os.tcsetpgrp(0, os.getpgrp())\n"
    "print('parent', os.tcgetpgrp(0) == os.getpgrp())\n"
)
# What is typed would end or stop the launcher, and with it the run.
TURNED: Final = {
    "what is typed interrupts its parent": (
        "parts = termios.tcgetattr(0); parts[3] |= termios.ISIG\n"
        "parts[6][termios.VINTR] = b'5'; termios.tcsetattr(0, termios.TCSANOW, parts)\n"
        "os.tcsetpgrp(0, os.getppid())\n"
    ),
    "what is typed kills its parent": (
        "own = os.getpgrp(); os.tcsetpgrp(0, os.getppid())\n"
        "fcntl.fcntl(0, fcntl.F_SETSIG, 9)\n"
        "fcntl.fcntl(0, fcntl.F_SETFL, fcntl.fcntl(0, fcntl.F_GETFL) | os.O_ASYNC)\n"
    ),
    "a signal to its group reaches its parent": (
        "os.setpgid(0, os.getppid()); os.killpg(0, signal.SIGKILL)\n"
    ),
}


def ran(code: str, folder: Path, level: Level, processes_before: int) -> tuple[str, Exit]:
    """What a program prints to whom a 5 is typed, and its end."""
    (folder / "my.py").write_text(BEGINS + code)
    program = Program(
        ("python3", "my.py"), folder, limits=LIMITS, level=level, processes_before=processes_before
    )
    with program.start() as session:
        if "ready" in code:
            assert session.read(lambda text: "ready" in text).text == "ready\n"
        session.send("5")
        return session.read(lambda text: False).text, session.close()


@at_each_level
@pytest.mark.parametrize("start", SHELLS)
def test_a_child_may_have_the_terminal(tmp_path: Path, level: Level, start: str) -> None:
    said, exit_ = ran(JOBS, tmp_path, level, SHELLS[start])
    assert said == "child 5 True\nparent True\n"
    assert (exit_.status, exit_.reached) == (0, ())


@at_each_level
@pytest.mark.parametrize("start", SHELLS)
@pytest.mark.parametrize("way", TURNED)
def test_it_is_denied_and_seen(tmp_path: Path, level: Level, start: str, way: str) -> None:
    body = "".join(f"    {line}\n" for line in TURNED[way].splitlines())
    code = f"try:\n{body}except OSError: pass\nprint('ready', flush=True); input(); print('on')\n"
    said, exit_ = ran(code, tmp_path, level, SHELLS[start])
    assert (said, exit_.status) == ("on\n", 0)
    if SHELLS[start] or "setpgid" in code:  # of another session the kernel refuses it
        (reached,) = exit_.reached
        assert reached.startswith("a process that it did not start")


@pytest.mark.slow
@at_each_level
def test_the_number_of_a_group_is_not_swapped_meanwhile(tmp_path: Path, level: Level) -> None:
    code = (
        "import ctypes, threading\n"
        "ioctl = ctypes.CDLL(None).ioctl\n"
        "number = ctypes.c_int()\n"
        "def swaps():\n"
        "    for _ in range(50000): number.value = os.getppid(); number.value = os.getpgrp()\n"
        "thread = threading.Thread(target=swaps); thread.start()\n"
        "found = set()\n"
        "while thread.is_alive():\n"
        "    ioctl(0, 0x5410, ctypes.byref(number)); found.add(os.tcgetpgrp(0))\n"
        "print('ready', flush=True); input(); print(found == {os.getpgrp()})\n"
    )
    assert ran(code, tmp_path, level, PROCESSES_OF_A_SHELL)[0] == "True\n"
