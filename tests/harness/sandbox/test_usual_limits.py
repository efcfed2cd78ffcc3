"""A run has limits that a shell has not: it is not told of them, and is held to them."""

import shutil
from pathlib import Path

import pytest

from harness.program import Program
from harness.sandbox.levels import Level, can_notify
from harness.session import Limits
from tests.harness.sandbox.levels import at_each_level

pytestmark = pytest.mark.skipif(not can_notify(), reason="nothing is watched here")
KINDS = (
    "import os, resource as r, subprocess\nkinds = r.RLIMIT_FSIZE, r.RLIMIT_DATA, r.RLIMIT_CORE\n"
)


def said(folder: Path, code: str, level: Level) -> str:
    (folder / "asks.py").write_text(KINDS + code)
    asks = Program(("python3", "asks.py"), folder, limits=Limits(move_seconds=60.0), level=level)
    with asks.start() as session:
        text = session.read(lambda text: False).text
        exit_ = session.close()
    assert (exit_.status, exit_.reached) == (0, ()), exit_
    return text


@at_each_level
@pytest.mark.parametrize(
    "code",
    [
        "print([r.getrlimit(k) for k in kinds])",
        "print([r.prlimit(os.getpid(), k) for k in kinds])",
        "import ctypes\npair = (ctypes.c_long * 2)()\nfound = []\n"
        "for k in kinds: ctypes.CDLL(None).getrlimit(k, pair); found.append(tuple(pair))\n"
        "print(found)",
        "child = 'import resource as r; print([r.getrlimit(k) for k in (1, 2, 4)])'\n"
        "import sys; subprocess.run([sys.executable, '-c', child], check=True)",
    ],
    ids=["its own", "by its number", "by the library", "of a child"],
)
def test_they_are_those_of_a_shell(tmp_path: Path, code: str, level: Level) -> None:
    assert said(tmp_path, code, level) == "[(-1, -1), (-1, -1), (0, -1)]\n"


@at_each_level
def test_their_list_is_that_of_a_shell(tmp_path: Path, level: Level) -> None:
    listed = said(tmp_path, "print(open('/proc/self/limits').read())", level)
    real = Path("/proc/self/limits").read_text().splitlines()
    told = dict(zip((line[:25] for line in real), listed.splitlines(), strict=False))
    assert told["Max file size            "].split()[3:] == ["unlimited", "unlimited", "bytes"]
    assert told["Max data size            "].split()[3:] == ["unlimited", "unlimited", "bytes"]
    assert told["Max core file size       "].split()[4:] == ["0", "unlimited", "bytes"]
    assert len(listed.strip().splitlines()) == len(real)


@at_each_level
def test_they_can_be_set_as_in_a_shell(tmp_path: Path, level: Level) -> None:
    sets = (
        "r.setrlimit(r.RLIMIT_FSIZE, (100, 1 << 40))\n"
        "print(r.getrlimit(r.RLIMIT_FSIZE)[0])\n"
        "r.setrlimit(r.RLIMIT_DATA, (r.RLIM_INFINITY, r.RLIM_INFINITY))\n"
        "print(r.getrlimit(r.RLIMIT_DATA))\n"
        "r.setrlimit(r.RLIMIT_CORE, (0, 0))\n"
        "for pair in ((0, 5), (5, 0)):\n"
        "    try: r.setrlimit(r.RLIMIT_CORE, pair)\n"
        "    except (OSError, ValueError): print('refused')\n"
    )
    assert said(tmp_path, sets, level) == "100\n(-1, -1)\nrefused\nrefused\n"


@at_each_level
def test_files_are_bounded_all_the_same(tmp_path: Path, level: Level) -> None:
    writes = (
        "import signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "r.setrlimit(r.RLIMIT_FSIZE, (r.RLIM_INFINITY, r.RLIM_INFINITY))\n"
        "with open(os.environ['TMPDIR'] + '/x', 'wb', 0) as file:\n"
        "    try:\n        for _ in range(40): file.write(bytes(1 << 20))\n"
        "    except OSError: print('bounded')\n"
    )
    assert said(tmp_path, writes, level) == "bounded\n"


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
@at_each_level
def test_a_shell_says_so_too(tmp_path: Path, level: Level) -> None:
    code = "subprocess.run(['bash', '-c', 'ulimit -f; ulimit -d; ulimit -c; ulimit -Hc'])"
    assert said(tmp_path, code, level).split() == ["unlimited", "unlimited", "0", "unlimited"]
