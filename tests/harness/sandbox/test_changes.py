"""Times, modes, owners and sizes: a program sets those of its own files, and of no others.

A second thread swaps a name, or a descriptor, for those of another file meanwhile.
"""

import os
from pathlib import Path
from typing import Final

import pytest

from harness.program import Program
from harness.sandbox.levels import Level, can_notify
from harness.session import Exit, Limits
from tests.harness.sandbox.levels import at_each_level

pytestmark = pytest.mark.skipif(not can_notify(), reason="nothing is watched here")
LIMITS = Limits(move_seconds=60.0, asks_seconds=60.0)
BEGINS: Final = "import os, stat\nname = os.environ['TMPDIR'] + '/x'\n"
SETS: Final = (
    "own = os.open(name, os.O_RDWR | os.O_CREAT, 0o600)\n"
    "os.write(own, b'12345')\n"
    "for one in name, own, f'/proc/self/fd/{own}':\n"
    "    os.utime(one, ns=(1_000_000_007, 2_000_000_008)); found = os.stat(one)\n"
    "    print(found.st_atime_ns, found.st_mtime_ns)\n"
    "    os.utime(one); print(os.stat(one).st_mtime > 1e9)\n"
    "    os.chmod(one, 0o640); print(oct(stat.S_IMODE(os.stat(one).st_mode)))\n"
    "    os.chmod(one, 0o600); os.chown(one, -1, os.getgid()); os.chown(one, os.getuid(), -1)\n"
    "    os.truncate(one, 3); print(os.stat(one).st_size); os.truncate(one, 5)\n"
    "os.unlink(name)\n"
    "os.fchmod(own, 0o400); os.utime(own, (5, 6))\n"
    "print(oct(stat.S_IMODE(os.fstat(own).st_mode)), os.fstat(own).st_mtime)\n"
    "os.symlink('leads/on', name); os.chown(name, -1, -1, follow_symlinks=False)\n"
    "os.utime(name, (5, 6), follow_symlinks=False); print(os.readlink(name))\n"
    "os.fchmod(2, 0o600)\n"
    "for wrong in (\n"
    "    lambda: os.chown(name, 12345, -1, follow_symlinks=False), lambda: os.truncate(name, 1),\n"
    "    lambda: os.utime(name + 'y'), lambda: os.utime(name, (5, 6)),\n"
    "):\n"
    "    try: wrong()\n"
    "    except FileNotFoundError: print('missing')\n"
    "    except OSError: print('denied')\n"  # a number that an own namespace does not know
)
SAID: Final = (
    "1000000007 2000000008\nTrue\n0o640\n3\n" * 3
    + "0o400 6.0\nleads/on\ndenied\n"
    + "missing\n" * 3
)
CHANGES: Final = {
    "times": "call(280, 88, -100, name, bytes(32), 0)",
    "owner": "call(260, 54, -100, name, -1, os.getgid(), 0)",
    "attribute": "call(188, 5, name, b'user.a', b'1', 1, 0)",
    "mode": "call(268, 53, -100, name, 0o640)",
    "size": "call(76, 45, name, 1)",
    "link": "call(266, 36, b'x', -100, name)",
    "mode of a descriptor": "call(91, 52, seven, 0o640)",
    "times of a descriptor": "call(280, 88, seven, None, bytes(32), 0)",
    "owner of a descriptor": "call(93, 55, seven, -1, os.getgid())",
    "attribute of a descriptor": "call(190, 7, seven, b'user.a', b'1', 1, 0)",
}
SWAPS: Final = (
    "import ctypes, platform, threading\nlibc = ctypes.CDLL(None)\n"
    "def call(x86_64, aarch64, *words):\n"
    "    return libc.syscall(x86_64 if platform.machine() == 'x86_64' else aarch64, *words)\n"
    "short, long = sorted((name, os.path.realpath(VICTIM)), key=len)\n"
    "both = [('/' * (len(long) - len(short)) + short).encode(), long.encode()]\n"
    "open(name, 'w').close()\n"
    "name, seven = ctypes.create_string_buffer(4096), 7\n"
    "files = [os.open(one, os.O_RDONLY) for one in both if b'new' not in one]\n"
    "def swaps():\n"
    "    for number in range(15000):\n"
    "        name.value = both[number % 2]; os.dup2(files[number % len(files)], seven)\n"
    "os.dup2(files[0], seven); name.value = both[0]\n"
    "thread = threading.Thread(target=swaps); thread.start()\n"
    "while thread.is_alive(): CHANGE\n"
)


def ran(code: str, folder: Path, level: Level) -> tuple[str, Exit]:
    (folder / "my.py").write_text(BEGINS + code)
    program = Program(("python3", "my.py", "victim"), folder, limits=LIMITS, level=level)
    with program.start() as session:
        return session.read(lambda text: False).text, session.close()


@at_each_level
def test_what_it_sets_of_its_own_files(tmp_path: Path, level: Level) -> None:
    said, exit_ = ran(SETS, tmp_path, level)
    assert (said, exit_.status, exit_.reached) == (SAID, 0, ()), exit_


@pytest.mark.slow
@at_each_level
@pytest.mark.parametrize("change", CHANGES)
def test_nothing_is_swapped_meanwhile(tmp_path: Path, level: Level, change: str) -> None:
    victim = tmp_path / "victim"
    victim.write_text("12345")
    before = victim.stat()
    name = "victim" if change != "link" else "new"
    code = SWAPS.replace("VICTIM", repr(name)).replace("CHANGE", CHANGES[change])
    exit_ = ran(code, tmp_path, level)[1]
    assert exit_.status == 0, exit_.stderr
    after = victim.stat()
    for field in ("st_mtime_ns", "st_ctime_ns", "st_mode", "st_size"):
        assert getattr(after, field) == getattr(before, field), field
    assert sorted(os.listdir(tmp_path)) == ["my.py", "victim"]  # noqa: PTH208
