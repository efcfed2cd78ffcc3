"""A program reads and writes its own terminal, and no other of its user, by any name."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from harness.program import PROCESSES_OF_A_SHELL, Program
from harness.sandbox.levels import Level, can_notify
from harness.session import Limits
from tests.harness.sandbox.levels import at_each_level

pytestmark = pytest.mark.skipif(not can_notify(), reason="nothing is watched here")
LIMITS = Limits(move_seconds=60.0)
FIRST = "/dev/pts/0"  # of a sandbox of mounts, and of the machine where there is no other
SWAPS = (
    "import ctypes, os, threading\nopens = ctypes.CDLL(None).open\n"
    "both = [name.encode() for name in NAMES]\n"
    "both = ['/' * (max(map(len, both)) - len(name)) + name.decode() for name in both]\n"
    "both = [name.encode() for name in both]\n"
    "name = ctypes.create_string_buffer(both[0])\n"
    "def swaps():\n"
    "    for number in range(100000): name.value = both[number % 2]\n"
    "thread = threading.Thread(target=swaps); thread.start()\n"
    "while thread.is_alive():\n"
    "    found = opens(name, os.FLAGS | os.O_NOCTTY)\n"
    "    if found >= 0:\n"
    "        if os.isatty(found): print('out', flush=True)\n"
    "        os.close(found)\n"
)
OWN = (
    "import os, sys\nname = os.ttyname(1)\n"
    "for one in '/dev/tty', name, '/dev/stdin', '/proc/self/fd/0':\n"
    "    with open(one) as file: print(os.isatty(file.fileno()))\n"
    "open('/dev/stdout', 'w').write('printed\\n')\n"
    "print(os.isatty(0), os.isatty(1), os.ttyname(0) == name, os.tcgetpgrp(0) == os.getpgrp())\n"
)


@pytest.fixture
def other() -> Iterator[str]:
    """The name of another terminal, which is not that of its own in a sandbox of mounts."""
    ends = [*os.openpty()]
    while os.ttyname(ends[-1]) == FIRST:
        ends += os.openpty()
    yield os.ttyname(ends[-1])
    for end in ends:
        os.close(end)


@at_each_level
@pytest.mark.parametrize("before", [0, PROCESSES_OF_A_SHELL], ids=["alone", "from a shell"])
def test_its_own_is_there_by_every_name(tmp_path: Path, level: Level, before: int) -> None:
    (tmp_path / "my.py").write_text(OWN)
    program = Program(
        ("python3", "my.py"), tmp_path, limits=LIMITS, level=level, processes_before=before
    )
    with program.start() as session:
        said = session.read(lambda text: False).text
        exit_ = session.close()
    assert said == "True\n" * 4 + "printed\nTrue True True True\n", exit_
    assert exit_.reached == ()


@pytest.mark.slow
@at_each_level
@pytest.mark.parametrize(
    ("mine", "flags"), [("/dev/null", "O_RDWR"), ("/dev/null", "O_WRONLY"), ("/bin/sh", "O_RDONLY")]
)
def test_no_other_is_swapped_in(
    tmp_path: Path, level: Level, other: str, mine: str, flags: str
) -> None:
    code = SWAPS.replace("NAMES", repr([mine, other])).replace("FLAGS", flags)
    (tmp_path / "my.py").write_text(code)
    with Program(("python3", "my.py"), tmp_path, limits=LIMITS, level=level).start() as session:
        assert session.read(lambda text: False).text == ""
        assert session.close().status == 0
