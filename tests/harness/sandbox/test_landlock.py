"""What a program under test cannot reach, and what is seen when it tries."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from harness.sandbox import landlock
from harness.sandbox.landlock import Sandbox, reached_for, readable_paths, sandbox

VERSION = landlock.landlock_version()
needs_landlock = pytest.mark.skipif(VERSION < 1, reason="this kernel has no Landlock")
needs_network_rules = pytest.mark.skipif(VERSION < 4, reason="Landlock 4 came with TCP rules")
needs_scopes = pytest.mark.skipif(VERSION < 6, reason="Landlock 6 came with scopes for signals")
needs_strace = pytest.mark.skipif(landlock.strace() is None, reason="strace is not installed")


class Runner:
    """Runs Python code that may read the interpreter and one folder."""

    def __init__(self, home: Path) -> None:
        self.home = home
        readable = readable_paths([sys.executable], home, [home, Path(sys.prefix)])
        self._sandbox = sandbox((*readable, Path(sys.base_prefix)))

    def __call__(self, code: str) -> str:
        assert self._sandbox.ruleset is not None
        done = subprocess.run(
            [sys.executable, "-S", "-c", code],
            preexec_fn=self._sandbox.enter,
            pass_fds=[self._sandbox.ruleset],
            cwd=self.home,
            capture_output=True,
            text=True,
            check=False,
        )
        return done.stdout.strip() or done.stderr.strip().rpartition("\n")[2]

    def close(self) -> None:
        self._sandbox.close()


@pytest.fixture
def run(tmp_path: Path) -> Iterator[Runner]:
    home = tmp_path / "home"
    home.mkdir()
    (home / "own").write_text("mine")
    (tmp_path / "secret").write_text("secret")
    runner = Runner(home)
    yield runner
    runner.close()


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
    readable = (*readable_paths([sys.executable], tmp_path, []), Path(sys.base_prefix))
    box = sandbox(readable, listed=[tmp_path])
    assert box.ruleset is not None
    code = "import os; print(os.listdir()); open('secret')"
    done = subprocess.run(
        [os.path.realpath(sys.executable), "-S", "-c", code],
        preexec_fn=box.enter,
        pass_fds=[box.ruleset],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    box.close()
    assert done.stdout == "['secret']\n"
    assert "PermissionError" in done.stderr


def test_without_landlock_nothing_is_entered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(landlock, "landlock_version", lambda: 0)
    box = sandbox([Path("/usr")])
    assert box == Sandbox((Path("/usr"),), None)
    box.enter()
    box.close()
    assert landlock.describe(0) == "not denied (no Landlock here), not watched"


def test_the_level_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(landlock, "landlock_version", lambda: 7)
    assert landlock.describe(2) == "denied by Landlock 7, watched by strace in 2 runs"


def test_a_command_reads_what_it_names(tmp_path: Path) -> None:
    (tmp_path / "my.py").write_text("")
    (tmp_path / "other.py").write_text("")
    paths = readable_paths(["python3", "my.py", "-x", "missing"], tmp_path, [Path("/dev/null")])
    assert tmp_path / "my.py" in paths
    assert Path("/dev/null") in paths
    assert Path("/usr") in paths
    assert not {tmp_path, tmp_path / "other.py", tmp_path / "missing"} & {*paths}
    assert tmp_path not in readable_paths(["python3", "."], tmp_path, [])


def test_an_interpreter_behind_links_is_readable(tmp_path: Path) -> None:
    real = tmp_path / "opt" / "lang" / "bin" / "lang"
    real.parent.mkdir(parents=True)
    real.write_text("#!/bin/sh\n")
    real.chmod(0o755)
    link = tmp_path / "tools" / "shims" / "lang"
    link.parent.mkdir(parents=True)
    link.symlink_to(real)
    paths = readable_paths([str(link)], tmp_path, [])
    assert {real, real.parent.parent, link, link.parent.parent} <= {*paths}


LOG = """\
10 openat(AT_FDCWD</home>, "own.py", O_RDONLY|O_CLOEXEC) = 3</home/own.py>
10 openat(AT_FDCWD</home>, "/usr/lib/x.so", O_RDONLY) = 3</usr/lib/x.so>
10 openat(AT_FDCWD</home>, "missing", O_RDONLY) = -1 ENOENT (No such file or directory)
10 openat(AT_FDCWD</home>, "own.py/x", O_RDONLY) = -1 ENOTDIR (Not a directory)
10 openat(AT_FDCWD</home>, "/etc", O_RDONLY|O_NONBLOCK|O_CLOEXEC|O_DIRECTORY) = 3</etc>
10 openat(AT_FDCWD</home>, "/dev/null", O_RDWR) = 3</dev/null>
10 socket(AF_UNIX, SOCK_STREAM|SOCK_CLOEXEC, 0) = 3
10 +++ exited with 0 +++
"""


def reached(more: str, log: str = LOG) -> tuple[str, ...]:
    return reached_for(log + more, Path("/home"), [Path("/home/own.py"), Path("/usr")])


def test_what_is_allowed_is_not_told() -> None:
    assert reached("") == ()


@pytest.mark.parametrize(
    ("line", "seen"),
    [
        ('10 openat(AT_FDCWD</home>, "/etc/passwd", O_RDONLY) = 3</etc/passwd>', "/etc/passwd"),
        ('10 openat(AT_FDCWD</home>, "other.py", O_RDONLY) = 3</home/other.py>', "/home/other.py"),
        ('10 openat(AT_FDCWD</home>, "../x", O_RDONLY) = -1 EACCES (Permission denied)', "/x"),
        ('10 openat(5</etc>, "shadow", O_RDONLY) = -1 EACCES (Permission denied)', "/etc/shadow"),
        ('10 open("/etc/passwd", O_RDONLY) = 3</etc/passwd>', "/etc/passwd"),
        ('10 creat("own.py", 0644) = -1 EACCES (Permission denied)', "/home/own.py"),
        ('10 openat(AT_FDCWD</home>, "own.py", O_WRONLY|O_CREAT, 0666) = 3</home/own.py>',
         "/home/own.py"),
        ('10 openat(AT_FDCWD</home>, "/usr/x", O_RDWR) = 3</usr/x>', "/usr/x"),
        ('10 openat(AT_FDCWD</home>, "/usrx", O_RDONLY) = 3</usrx>', "/usrx"),
        ("10 socket(AF_INET, SOCK_STREAM, IPPROTO_IP) = 3", "a network socket (AF_INET)"),
        ("10 socket(AF_INET6, SOCK_DGRAM, IPPROTO_IP) = 3", "a network socket (AF_INET6)"),
        ("10 socket(AF_INET, SOCK_STREAM <unfinished ...>\n11 +++ exited with 0 +++\n"
         "10 <... socket resumed>, IPPROTO_IP) = 3", "a network socket (AF_INET)"),
        ("10 socket(AF_PACKET, SOCK_RAW, 768) = 3", "a network socket (AF_PACKET)"),
        ('10 openat(AT_FDCWD</home>, "/etc/passwd", O_RDONLY <unfinished ...>\n'
         '11 openat(AT_FDCWD</home>, "own.py", O_RDONLY) = 3</home/own.py>\n'
         "10 <... openat resumed>) = 3</etc/passwd>", "/etc/passwd"),
    ],
)  # fmt: skip
def test_what_is_not_allowed_is_told_once(line: str, seen: str) -> None:
    assert reached(f"{line}\n{line}\n") == (seen,)


@needs_strace
def test_a_watched_program_is_seen(tmp_path: Path) -> None:
    log = tmp_path / "log"
    (tmp_path / "secret").write_text("")
    code = "open('secret'); import socket; socket.socket()"
    command = landlock.watched([sys.executable, "-c", code], log)
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False)
    if done.returncode:
        pytest.skip("strace may not trace here")
    readable = [*readable_paths([sys.executable], tmp_path, []), Path(sys.prefix),
                Path(sys.base_prefix), Path("/etc")]  # fmt: skip
    seen = reached_for(log.read_text(), tmp_path, readable)
    assert set(seen) >= {str(tmp_path / "secret"), "a network socket (AF_INET)"}


def test_watching_needs_strace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(landlock, "strace", lambda: None)
    with pytest.raises(ValueError, match="not installed"):
        landlock.watched(["true"], Path("log"))
