"""What Landlock denies to a thread that has entered it, and to all that it starts."""

import os
import socket
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from harness.sandbox import landlock
from harness.sandbox.inside.reach import DEVICES
from harness.sandbox.readable import readable_paths

VERSION = landlock.landlock_version()
needs_landlock = pytest.mark.skipif(VERSION < 1, reason="this kernel has no Landlock")
needs_network_rules = pytest.mark.skipif(VERSION < 4, reason="Landlock 4 came with TCP rules")
needs_scopes = pytest.mark.skipif(VERSION < 6, reason="Landlock 6 came with scopes for signals")


class Runner:
    """Runs Python code that may read the interpreter and one folder."""

    def __init__(self, home: Path, own: bool = True, listed: Sequence[Path] = ()) -> None:
        self.home, self._listed = home, listed
        python = os.path.realpath(sys.executable)
        more = [Path(sys.prefix), Path(sys.base_prefix), *([home] if own else [])]
        self._python, self._readable = python, readable_paths([python], home, more)

    def __call__(self, code: str) -> str:
        writable = [Path(name) for name in DEVICES]
        with landlock.ruleset(self._readable, self._listed, writable) as descriptor:
            done = subprocess.run(
                [self._python, "-S", "-c", code],
                preexec_fn=lambda: landlock.enter(descriptor),
                pass_fds=[descriptor],
                cwd=self.home,
                capture_output=True,
                text=True,
                check=False,
            )
        return done.stdout.strip() or done.stderr.strip().rpartition("\n")[2]


@pytest.fixture
def run(tmp_path: Path) -> Runner:
    home = tmp_path / "home"
    home.mkdir()
    (home / "own").write_text("mine")
    (tmp_path / "secret").write_text("secret")
    return Runner(home)


@needs_landlock
def test_reads_its_own_and_no_other_file(run: Runner) -> None:
    assert run("print(open('own').read())") == "mine"
    assert "PermissionError" in run("print(open('../secret').read())")
    assert "PermissionError" in run("import os; print(os.listdir('..'))")


@needs_landlock
@pytest.mark.parametrize(
    "code",
    [
        "open('new', 'w')",
        "open('own', 'a')",
        "import os; os.remove('own')",
        "import os; os.mkdir('new')",
        "import os; os.rename('own', 'new')",
        "import os; os.symlink('own', 'new')",
        "import os; os.mkfifo('new')",
        "import os; os.truncate('own', 0)",
        "import tempfile; tempfile.TemporaryFile()",
    ],
)
def test_writes_nothing(run: Runner, code: str) -> None:
    said = run(f"{code}; print('done')")
    assert "PermissionError" in said or "No usable temporary directory" in said
    assert [path.name for path in run.home.iterdir()] == ["own"]
    assert (run.home / "own").read_text() == "mine"


@needs_landlock
def test_devices_stay_usable(run: Runner) -> None:
    code = "open('/dev/null', 'w').write('x'); print(len(open('/dev/urandom', 'rb').read(8)))"
    assert run(code) == "8"


@needs_network_rules
def test_connects_nowhere(run: Runner) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        connect = f"import socket; socket.create_connection(('127.0.0.1', {port})); print('in')"
        assert "PermissionError" in run(connect)
    assert "PermissionError" in run("import socket; socket.create_server(('127.0.0.1', 0))")


@needs_scopes
def test_signals_nobody_outside(run: Runner) -> None:
    with subprocess.Popen(["sleep", "600"]) as outside:
        assert "PermissionError" in run(f"import os; os.kill({outside.pid}, 9)")
        assert outside.poll() is None
        outside.kill()


@needs_landlock
def test_a_listed_folder_shows_names_only(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("secret")
    run = Runner(tmp_path, own=False, listed=[tmp_path])
    assert run("import os; print(os.listdir())") == "['secret']"
    assert "PermissionError" in run("open('secret')")
