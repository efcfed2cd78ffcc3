"""How programs are started: their interpreter, their environment, and what they may read."""

import grp
import os
import pwd
import sys
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from harness.places import ROOT
from harness.program import ENVIRONMENT, Program
from harness.sandbox.client import LauncherClient, pool
from harness.sandbox.levels import Level, available_levels, can_notify
from harness.screen import TerminalKind
from harness.session import Ending, Limits
from harness.verdict import UsageError

LIMITS = Limits(move_seconds=60.0, asks_seconds=0.1)
needs_watching = pytest.mark.skipif(not can_notify(), reason="nothing is watched here")
HERE = available_levels()
at_each_level = pytest.mark.parametrize("level", HERE, ids=str)


def program(folder: Path, code: str, name: str = "my.py") -> Program:
    (folder / name).write_text(code)
    return Program(("python3", name), cwd=folder, limits=LIMITS)


def output(started: Program) -> str:
    with started.start() as session:
        return session.read(lambda text: False).text


# Editors save by renaming: `verify --watch` judged the old program again for most of its games.
@at_each_level
def test_a_file_that_was_saved_by_renaming_is_the_one_that_runs(
    tmp_path: Path, level: Level
) -> None:
    assert output(replace(program(tmp_path, "print(1)"), level=level)) == "1\n"
    program(tmp_path, "print(2)", "new.py")
    (tmp_path / "new.py").rename(tmp_path / "my.py")
    again = Program(("python3", "my.py"), tmp_path, limits=LIMITS, level=level)
    assert output(again) == "2\n"


def test_python_is_the_harness_s_own_below_its_environment(tmp_path: Path) -> None:
    code = "import sys; print(sys.version_info[:2], sys.base_prefix, sys.prefix)"
    version, base, prefix = output(program(tmp_path, code)).rsplit(maxsplit=2)
    assert (version, base) == (str(sys.version_info[:2]), sys.base_prefix)
    assert prefix != sys.prefix
    own = Program(("python3", "-c", "import sys; print(sys.prefix)"), ROOT, own=True, limits=LIMITS)
    assert output(own) == f"{sys.prefix}\n"


@pytest.mark.parametrize("name", ["python3.99", "pythonic", "sh"])
def test_other_commands_are_run_as_they_are(tmp_path: Path, name: str) -> None:
    assert Program((name, "x"), tmp_path).argv == [name, "x"]


def test_a_command_in_the_programs_folder_is_found_from_any_other(tmp_path: Path) -> None:
    assert Program(("./python3", "x"), tmp_path).argv == [str(tmp_path / "python3"), "x"]
    assert Program(("/bin/sh", "x"), tmp_path).argv == ["/bin/sh", "x"]


@pytest.mark.parametrize("name", ["python", "python3"])
def test_both_names_of_python(tmp_path: Path, name: str) -> None:
    argv = Program((name, "x.py"), tmp_path).argv
    assert Path(argv[0]).is_absolute()
    assert argv[1:] == ["x.py"]


def test_in_a_usual_environment_its_number_is_one_of_a_usual_machine(tmp_path: Path) -> None:
    young = program(tmp_path, "import os; print(os.getpid())")
    late = young.on_a_usual_machine({"USER": "me"})
    assert int(output(late)) > 1000
    if young.level is None and HERE[0].owns_processes:
        assert int(output(young)) < 1000


def test_in_a_usual_environment_it_is_not_started_by_the_first_process(tmp_path: Path) -> None:
    young = program(tmp_path, "import os; print(os.getppid())")
    assert int(output(young.on_a_usual_machine({"USER": "me"}))) > 1


AS_SHELLS_DO = """
import fcntl, os
p, s, g = os.getpid(), os.getsid(0), os.getpgrp()
print(s == os.getppid() != p, g == p == os.tcgetpgrp(0))
print(len({fcntl.fcntl(i, fcntl.F_GETFL) for i in (0, 1, 2)}), "TMPDIR" in os.environ)
of = dict(line.split(":", 1) for line in open("/proc/self/status"))
print(int(of["SigIgn"], 16) >> 31, int(of["FDSize"]))  # above 31: the C library's own two signals
"""


@needs_watching
@at_each_level
def test_in_a_usual_environment_it_is_started_as_a_shell_does(level: Level, tmp_path: Path) -> None:
    there = replace(program(tmp_path, AS_SHELLS_DO), level=level).on_a_usual_machine({})
    kind = TerminalKind(echo=True, errors=True)
    for _ in range(2):  # the second terminal controls the session that the first did
        with there.start(kind) as session:
            told = session.read(lambda text: False).text
        assert told == "True True\n1 False\n0 256\n"


@needs_watching
@at_each_level
def test_a_window_of_a_program_in_a_shells_session_can_be_resized(
    level: Level, tmp_path: Path
) -> None:
    code = (
        "import os, signal; signal.signal(signal.SIGWINCH, lambda *_: os.write(1, b'!'))\n"
        "print(input('?'))"
    )
    there = replace(program(tmp_path, code), level=level).on_a_usual_machine({})
    with there.start() as session:
        session.read(lambda text: "?" in text)
        session.resize_and_back()
        assert "!" in session.read(lambda text: "!" in text).text
        session.send("x")
        assert session.read(lambda text: "x\n" in text).text.endswith("x\n")


@needs_watching
@at_each_level
def test_who_uses_the_folder_for_files_is_told_of_it_in_every_environment(
    level: Level, tmp_path: Path
) -> None:
    code = "import os, tempfile; print('TMPDIR' in os.environ); tempfile.TemporaryFile()"
    usual = replace(program(tmp_path, code), level=level)
    there = usual.on_a_usual_machine({})
    assert output(there) == "False\n"  # and the file was made, where /tmp stands for the folder
    assert output(usual) == "True\n"
    assert output(usual.on_a_usual_machine({})) == "True\n"


@at_each_level
def test_a_launcher_outlives_the_thread_that_started_it(
    level: Level, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = replace(program(tmp_path, "print()"), level=level)
    output(one)  # what its interpreter opens is known from now on
    pool.close()
    started: list[int] = []

    def counted(client: LauncherClient, *given: Any) -> Any:
        started.append(1)
        return start(client, *given)

    start = LauncherClient._started
    monkeypatch.setattr(LauncherClient, "_started", counted)
    for _ in range(2):
        thread = threading.Thread(target=output, args=(one,))
        thread.start()
        thread.join()
    assert output(one) == "\n"
    assert len(started) == 1


@at_each_level
def test_a_program_is_told_its_own_name_as_it_was_typed(level: Level, tmp_path: Path) -> None:
    named = Program(("sh", "-c", "echo $0"), tmp_path, level=level, limits=LIMITS)
    assert output(named) == "sh\n"


def test_where_no_file_is_hidden_any_program_sees_the_machine(tmp_path: Path) -> None:
    one = program(tmp_path, "import os; print(os.path.exists('/etc/passwd'))")
    there = one.among_all_files()
    if can_notify():
        assert there.level is not None
        assert not there.level.hides_files
        assert output(there) == "True\n"
    given = replace(one, level=HERE[0])
    assert given.among_all_files() is given


def test_the_environment_is_small_and_fixed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONUNBUFFERED", "1")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    code = "import os; print(sorted(os.environ)); print(os.environ['PATH'])"
    names, path = output(program(tmp_path, code)).splitlines()
    assert names == str(sorted((*ENVIRONMENT, "TMPDIR")))
    assert path == os.environ["PATH"]


# PYTHONUNBUFFERED would hide that this program never flushes: here it must be seen to ask.
def test_a_program_that_forgets_to_flush_is_not_helped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONUNBUFFERED", "1")
    code = "import sys\nsys.stdout = open(1, 'w', 4096, closefd=False)\nprint('b')\n"
    started = program(tmp_path, code + "sys.stdin.readline()")
    with started.start() as session:
        assert session.read(lambda text: False)[0::2] == ("", Ending.ASKS)


@needs_watching
@at_each_level
def test_it_reads_itself_and_no_neighbour(tmp_path: Path, level: Level) -> None:
    (tmp_path / "other.py").write_text("x = 1")
    itself = program(tmp_path, "print(len(open(__file__).read()))")
    assert output(replace(itself, level=level)) == "33\n"
    neighbour = program(tmp_path, "import other; print(other.x)")
    assert output(replace(neighbour, level=level)) == ""
    command = ("python3", "-c", "import reference; print('in')")
    assert output(Program(command, ROOT, own=True, limits=LIMITS, level=level)) == "in\n"


@needs_watching
@at_each_level
def test_what_it_reaches_for_is_seen_in_every_run(tmp_path: Path, level: Level) -> None:
    (tmp_path / "secret").write_text("")
    started = replace(
        program(tmp_path, "try: open('secret')\nexcept OSError: print('no')"), level=level
    )
    for _ in range(3):
        with started.start() as session:
            assert session.read(lambda text: False).text == "no\n"
            assert session.close().reached == (str(tmp_path / "secret"),)


@needs_watching
@at_each_level
@pytest.mark.parametrize("command", [("python3", "-c", "print(1)"), ("sh", "-c", "echo 1")])
def test_an_honest_program_reaches_for_nothing(
    tmp_path: Path, command: tuple[str, ...], level: Level
) -> None:
    with Program(command, tmp_path, limits=LIMITS, level=level).start() as session:
        assert session.read(lambda text: False).text == "1\n"
        exit_ = session.close()
        assert (exit_.status, exit_.reached) == (0, ())


@needs_watching
@at_each_level
def test_more_can_be_allowed(tmp_path: Path, level: Level) -> None:
    (tmp_path / "words").write_text("kupu")
    asks = program(tmp_path, "print(open('words').read())")
    allowed = replace(asks, level=level, more_readable=(tmp_path / "words",))
    assert output(allowed) == "kupu\n"


@needs_watching
@at_each_level
def test_a_program_knows_its_own_user_and_no_others(tmp_path: Path, level: Level) -> None:
    files = Path("/etc/passwd"), Path("/etc/group")
    source = (
        "import grp, os, pwd\nprint(*(len(list(open(f'/etc/{n}'))) for n in ('passwd', 'group')))"
    )
    source += "\nprint(pwd.getpwuid(os.getuid()), grp.getgrgid(os.getgid())[0])"
    asks = program(tmp_path, source)
    own = f"{pwd.getpwuid(os.getuid())} {grp.getgrgid(os.getgid())[0]}\n"
    everyone = f"{' '.join(str(len(file.read_text().splitlines())) for file in files)}\n"
    for more, said in ((), f"1 1\n{own}"), (files, everyone + own):
        session = replace(asks, level=level, more_readable=more).start()
        assert session.read(lambda text: False).text == said
        assert session.close().reached == ()


@at_each_level
def test_nothing_is_left_in_the_temporary_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, level: Level
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    leaves = "import tempfile; print(tempfile.mkstemp()[1])"
    assert "/run/" in output(replace(program(tmp_path, leaves), level=level))
    (tmp_path / "my.py").unlink()
    pool.close()  # a launcher that waits for another run holds the folder of its runs
    assert list(tmp_path.iterdir()) == []


def test_it_is_shown_as_it_can_be_pasted() -> None:
    assert Program(("ruby", "my game.rb", "$x"), Path()).shown == "ruby 'my game.rb' '$x'"


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ((), "no command"),
        (("",), "no command"),
        (("python3", "missing.py"), "missing.py: no such file"),
        (("node", "--flag", "gone.js", "x"), "gone.js: no such file"),
    ],
)
def test_what_cannot_be_run_is_refused(
    tmp_path: Path, command: tuple[str, ...], words: str
) -> None:
    with pytest.raises(UsageError, match=words):
        Program(command, tmp_path).check()


@pytest.mark.parametrize(
    "command",
    [("python3", "-c", "x = 1.py"), ("x", "--out=a.py"), ("env", "a=b.py"), ("java", "A")],
)
def test_what_only_looks_like_a_file_is_let_pass(tmp_path: Path, command: tuple[str, ...]) -> None:
    Program(command, tmp_path).check()


def test_the_sandbox_is_made_once(tmp_path: Path) -> None:
    started = program(tmp_path, "print(1)")
    output(started)
    before = len(list(Path("/proc/self/fd").iterdir()))
    for _ in range(3):
        output(started)
    assert len(list(Path("/proc/self/fd").iterdir())) == before
