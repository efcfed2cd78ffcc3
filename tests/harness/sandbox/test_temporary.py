"""A run may put files down in a folder of its own, so much and no more; none sees another's."""

import dataclasses
from pathlib import Path
from typing import Any

import pytest

from harness.program import Program
from harness.sandbox.client import LauncherClient, pool
from harness.sandbox.inside.temporary import holds_little, make, removed
from harness.sandbox.levels import BUBBLEWRAP, Level, can_notify
from harness.session import Ending, Exit, Limits, Reply
from tests.harness.sandbox.levels import at_each_level

LIMITS = Limits(move_seconds=120.0, asks_seconds=60.0)
PUTS = "import os, time\nhome = os.environ['TMPDIR']\nprint(os.listdir(home), flush=True)\n"


def ran(code: str, folder: Path, level: Level) -> tuple[Reply, Exit]:
    return ran_at("/home/golfer", PUTS + code, folder, level)


def ran_at(home: str | None, code: str, folder: Path, level: Level) -> tuple[Reply, Exit]:
    (folder / "my.py").write_text(code)
    with Program(
        ("python3", "my.py"), folder, limits=LIMITS, more_environment={"HOME": home}, level=level
    ).start() as session:
        reply = session.read(lambda text: False)
        return reply, session.close()


@at_each_level
@pytest.mark.parametrize(
    "leaves",
    [
        "open(home + '/left', 'w').write('x')\n",
        "os.makedirs(home + '/a/b/c'); os.chmod(home + '/a/b', 0)\n",
        "os.chdir(home)\nfor _ in range(1100): os.mkdir('d'); os.chdir('d')\n",
        "os.symlink('/', home + '/link'); os.mkfifo(home + '/pipe')\n",
    ],
    ids=["a file", "a locked folder", "a deep folder", "links"],
)
def test_a_run_finds_nothing_of_the_one_before(tmp_path: Path, leaves: str, level: Level) -> None:
    for _ in range(2):
        reply, exit_ = ran(leaves, tmp_path, level)
        assert reply.text == "[]\n"
        assert (exit_.status, exit_.reached) == (0, ()), exit_


@pytest.mark.skipif(not BUBBLEWRAP.is_available(), reason="only its folders are kept")
@pytest.mark.skipif(not can_notify(), reason="what is not watched is not known to be unused")
@pytest.mark.parametrize(
    ("code", "launchers"),
    [
        ("open('/dev/urandom', 'rb').read(1)\n", 1),  # as Perl does in every run
        ("try: open('/dev/tty', 'r+')\nexcept OSError: pass\n", 1),  # and bash
        ("try: open('/etc/golfproof-missing')\nexcept OSError: pass\n", 1),
        ("open('/tmp/golfproof-left', 'x').close()\n", 3),
        ("try: open('/var/tmp/golfproof-missing')\nexcept OSError: pass\n", 1),
        ("try: open('/home/golfer/.missing')\nexcept OSError: pass\n", 1),
        ("open('/home/golfer/.left', 'x').close()\n", 3),
        ("open('/dev/shm/golfproof-left', 'x').close()\n", 3),
    ],
)
def test_only_what_is_about_the_runs_folder_ends_the_launcher(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str, launchers: int
) -> None:
    started: list[Level] = []
    original = LauncherClient.__init__

    def counted(self: LauncherClient, level: Level, *more: Any, **options: Any) -> None:
        started.append(level)
        original(self, level, *more, **options)

    (tmp_path / "my.py").write_text(code)
    program = Program(("python3", "my.py"), tmp_path, limits=LIMITS, level=BUBBLEWRAP)
    program.start().close()  # whatever is asked about the interpreter, beforehand
    pool.close()
    monkeypatch.setattr(LauncherClient, "__init__", counted)
    for number in range(3):
        # A launcher is used again in another environment.
        there = dataclasses.replace(program, more_environment={"NUMBER": str(number)})
        with there.start() as session:
            session.read(lambda text: False)
            assert session.close().status == 0
    assert len(started) == launchers


@at_each_level
def test_each_run_has_its_own_environment(tmp_path: Path, level: Level) -> None:
    (tmp_path / "my.py").write_text("import os\nprint(os.environ.get('NUMBER'))\n")
    program = Program(("python3", "my.py"), tmp_path, limits=LIMITS, level=level)
    for more, said in [({"NUMBER": "1"}, "1"), ({"NUMBER": "2"}, "2"), ({}, "None")]:
        there = dataclasses.replace(program, more_environment=more)
        with there.start() as session:
            assert session.read(lambda text: False).text == f"{said}\n"


@at_each_level
@pytest.mark.parametrize(
    "leaves",
    [
        "open('/tmp/golfproof-left', 'x').write('x')",
        "open('/dev/shm/golfproof-left', 'x').write('x')",
        "os.close(os.open('/tmp', os.O_TMPFILE | os.O_RDWR, 0o600))",
        "os.mkdir('/tmp/golfproof-left'); open('/tmp/golfproof-left/x', 'x').write('x')",
        "os.mkfifo('/tmp/golfproof-left')",
        "from multiprocessing import shared_memory as memory\n"
        "from multiprocessing import resource_tracker\n"
        "resource_tracker.register = print\n"
        "memory.SharedMemory('golfproof-left', create=True, size=9)",
    ],
    ids=["a file", "a file in memory", "no name", "a folder", "a pipe", "shared memory"],
)
def test_what_is_put_into_tmp_by_name_is_the_runs_own(
    tmp_path: Path, leaves: str, level: Level
) -> None:
    for _ in range(2):
        exit_ = ran(leaves, tmp_path, level)[1]
        assert (exit_.status, exit_.reached) == (0, ()), exit_
    for place in ("/tmp", "/dev/shm"):
        assert not Path(place, "golfproof-left").exists()


@at_each_level
@pytest.mark.parametrize("home", ["/home/golfer", "/home/no/one", "/", None, ""])
def test_what_is_kept_at_home_is_the_runs_own(
    tmp_path: Path, home: str | None, level: Level
) -> None:
    code = (
        "import os\nhome = os.path.expanduser('~').rstrip('/')\n"
        "print(os.path.exists(home + '/.golfproof'), end=' ')\n"
        "try: open(home + '/.golfproof-line', 'r+')\n"
        "except FileNotFoundError: pass\n"
        "try: os.mkdir(home + '/.golfproof/a')\n"
        "except FileNotFoundError: pass\n"
        "open(home + '/.golfproof-line', 'x').write('1')\n"
        "os.makedirs(home + '/.golfproof/a'); os.makedirs(home + '/.golfproof/b/c')\n"
        "open(home + '/.golfproof/b/c/x', 'w').write('2')\n"
        "print(open(home + '/.golfproof-line').read(), open(home + '/.golfproof/b/c/x').read())\n"
    )
    for _ in range(2):
        reply, exit_ = ran_at(home, code, tmp_path, level)
        assert (reply.text, exit_.status, exit_.reached) == ("False 1 2\n", 0, ()), exit_
    for place in (home or "/", Path.home()):
        assert not list(Path(place).glob(".golfproof*"))


@at_each_level
@pytest.mark.skipif(not can_notify(), reason="nothing is watched here")
def test_its_own_folder_at_home_is_not_the_runs(tmp_path: Path, level: Level) -> None:
    folder = tmp_path / "golf"
    folder.mkdir()
    exit_ = ran_at(str(tmp_path), "open('state', 'w')", folder, level)[1]
    assert (exit_.status, exit_.reached) == (1, (str(folder / "state"),))


@at_each_level
def test_no_link_leads_out_of_the_home(tmp_path: Path, level: Level) -> None:
    place = tmp_path / "elsewhere"
    place.mkdir(mode=0o777)
    code = (
        f"os.symlink({str(place)!r}, home + '/home')\n"
        "try: open('/home/golfer/x', 'w').write('x')\n"
        "except OSError: print('kept')\n"
    )
    reply, _ = ran(code, tmp_path, level)
    assert (reply.text, list(place.iterdir())) == ("[]\nkept\n", [])


# What was written where only the launcher still had the pipe to read was lost with its copy.
@at_each_level
def test_the_end_of_a_named_pipe_is_the_programs_alone(tmp_path: Path, level: Level) -> None:
    code = (
        "os.mkfifo('/tmp/pipe'); open_still = 0\n"
        "for _ in range(300):\n"
        "    if os.fork() == 0:\n"
        "        os.close(os.open('/tmp/pipe', os.O_WRONLY)); os._exit(0)\n"
        "    end = os.open('/tmp/pipe', os.O_RDONLY)\n"
        "    os.read(end, 1); os.close(end)\n"
        "    try: os.close(os.open('/tmp/pipe', os.O_WRONLY | os.O_NONBLOCK))\n"
        "    except OSError: pass\n"
        "    else: open_still += 1\n"
        "    os.wait()\n"
        "print(open_still)\n"
    )
    reply, exit_ = ran(code, tmp_path, level)
    assert (reply.text, exit_.status) == ("[]\n0\n", 0), exit_


@at_each_level
def test_it_is_found_by_the_same_name_and_by_no_link(tmp_path: Path, level: Level) -> None:
    code = (
        "open('/tmp/one', 'w').write('1'); os.rename('/tmp/one', '/tmp/two')\n"
        "os.chmod('/tmp/two', 0o600); os.link('/tmp/two', '/dev/shm/three')\n"
        "assert open('/dev/shm/three').read() == '1'\n"
        "os.unlink('/tmp/two'); os.unlink('/var/tmp/three')\n"
        "os.symlink('/etc', home + '/etc')\n"
        "try: open('/tmp/etc/passwd', 'x')\n"
        "except OSError: print('kept')\n"
    )
    reply, exit_ = ran(code, tmp_path, level)
    assert (reply.text, exit_.status) == ("[]\nkept\n", 0), exit_


@at_each_level
@pytest.mark.parametrize("code", ["", "open(home + '/x', 'w')", "open('/tmp/x', 'w')"])
def test_the_numbers_of_files_do_not_count_the_runs(
    tmp_path: Path, code: str, level: Level
) -> None:
    numbers = set()
    for _ in range(4):
        tells = f"{code}\nprint(os.stat(home).st_ino if {level.hides_files} else 0)\n"
        numbers.add(ran(tells, tmp_path, level)[0].text)
    assert len(numbers) == 1


@at_each_level
@pytest.mark.parametrize("mode", ["r", "w"])
def test_who_waits_for_a_pipe_is_ended_with_the_run(
    tmp_path: Path, level: Level, mode: str
) -> None:
    code = (
        "import threading\nos.mkfifo('/tmp/pipe')\n"
        f"def opens():\n    try: open('/tmp/pipe', {mode!r})\n    except OSError: pass\n"
        "for _ in range(80): threading.Thread(target=opens, daemon=True).start()\n"
        "time.sleep(0.1); os._exit(0)\n"
    )
    for _ in range(2):
        reply, exit_ = ran(code, tmp_path, level)
        assert (reply.text, exit_.status, exit_.left_running) == ("[]\n", 0, 0), exit_


@pytest.mark.slow
@at_each_level
def test_no_link_is_swapped_in_meanwhile(tmp_path: Path, level: Level) -> None:
    (tmp_path / "secret").write_text("secret")
    home = tmp_path / "home"
    home.mkdir()
    code = (
        "import ctypes, threading\nswap = ctypes.CDLL(None).syscall\n"
        "os.mkdir(home + '/d'); os.symlink('/', home + '/l')\n"
        "d, l = (home + '/d').encode(), (home + '/l').encode()\n"
        "def swaps():\n"
        "    for _ in range(20000): swap(316, -100, d, -100, l, 2)\n"
        "thread = threading.Thread(target=swaps); thread.start()\n"
        "while thread.is_alive():\n"
        f"    try: print(open(home + '/d{tmp_path}/secret').read())\n"
        "    except OSError: pass\n"
    )
    assert "secret" not in ran(code, home, level)[0].text


@at_each_level
@pytest.mark.parametrize("unseen", [False, True])
def test_a_run_may_not_fill_the_disk(tmp_path: Path, unseen: bool, level: Level) -> None:
    code = (
        "files = []\ntry:\n"
        "    for number in range(40):\n"
        "        files.append(open(f'{home}/{number}', 'wb', buffering=0))\n"
        "        for _ in range(15): files[-1].write(bytes(1 << 20))\n"
        f"        if {unseen}: os.unlink(f'{{home}}/{{number}}')\n"
        "except OSError as error: print(error.strerror, flush=True)\n"
        "time.sleep(600)\n"
    )
    (tmp_path / "my.py").write_text(PUTS + code)
    with Program(("python3", "my.py"), tmp_path, limits=LIMITS, level=level).start() as session:
        reply = session.read(lambda text: "No space" in text)
    assert reply.ending is Ending.EXCESS or "No space left" in reply.text


def test_what_is_in_it_counts(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    make(str(folder))
    (folder / "sub").mkdir()
    assert holds_little(str(folder), [])
    for number in range(5000):
        (folder / "sub" / str(number)).touch()
    assert not holds_little(str(folder), [])
    assert removed(str(folder))
    assert not folder.exists()
    assert not removed(str(folder))
