"""One process a move, on real processes: what comes back, what is kept, and what is ended."""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from harness.meta_tic_tac_toe.bot import Answer, Bot, CallLimits
from harness.meta_tic_tac_toe.caller import BotCaller
from harness.sandbox import excuses, levels
from harness.sandbox.confined import LostLauncherError, run_empty
from harness.sandbox.excuses import Opened, opened_by
from harness.sandbox.inside.resolve import beneath
from harness.sandbox.levels import BUBBLEWRAP, LEVELS, LIMITS, Level, bubblewrap_works
from harness.sandbox.readable import system_paths
from harness.session import Ending, Exit
from harness.verdict import HarnessError, UsageError
from tests.harness.sandbox.hostile_bots import running_in

EACH = [
    pytest.param(level, id=level.name, marks=[] if level.is_available() else [pytest.mark.skip])
    for level in LEVELS
]
needs_bubblewrap = pytest.mark.skipif(not bubblewrap_works(), reason="bubblewrap does not run here")
needs_filter = pytest.mark.skipif(not levels.can_notify(), reason="no filter of seccomp here")
PATIENT = CallLimits(seconds=60, processes=20)
ARGUMENTS = ("X", *["---------"] * 10, "xx")


class Arena:
    """A folder of bots that are scripts of the shell, and their callers."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._callers: list[BotCaller] = []

    def bot(self, script: str, name: str = "me", suffix: str = "sh") -> Bot:
        own = self.folder / name
        own.mkdir(parents=True, exist_ok=True)
        (own / f"bot.{suffix}").write_text(script)
        interpreter = "python3" if suffix == "py" else "sh"
        return Bot(name, (interpreter, f"{name}/bot.{suffix}"))

    def caller(self, bot: Bot, limits: CallLimits = PATIENT, **options: Any) -> BotCaller:
        self._callers.append(BotCaller(bot, self.folder, limits, **options))
        return self._callers[-1]

    def answer(self, script: str, limits: CallLimits = PATIENT, **options: Any) -> Answer:
        return self.caller(self.bot(script), limits, **options)(ARGUMENTS)

    def close(self) -> None:
        for caller in self._callers:
            caller.close()


@pytest.fixture
def arena(tmp_path: Path) -> Iterator[Arena]:
    made = Arena(tmp_path / "arena")
    yield made
    made.close()
    assert running_in(tmp_path) == []


@pytest.mark.parametrize("level", EACH)
def test_an_answer(arena: Arena, level: Level) -> None:
    answer = arena.answer("echo 44; echo why >&2; exit 3", isolation=level)
    assert answer._replace(seconds=0.0) == Answer("44\n", 0.0, exit=Exit(3, stderr="why\n"))
    assert 0 < answer.seconds < PATIENT.seconds


@pytest.mark.parametrize("level", EACH)
def test_a_signal_is_told(arena: Arena, level: Level) -> None:
    answer = arena.answer("echo 44; kill -SEGV $$", isolation=level)
    assert (answer.said, answer.ending) == ("44\n", Ending.ENDED)
    assert (answer.exit.status, answer.exit.signal) == (None, signal.SIGSEGV)


@pytest.mark.parametrize("level", EACH)
def test_what_a_bot_is_given(arena: Arena, level: Level) -> None:
    """Its limits in the order of core dumps, memory and files, as they are without a watcher."""
    script = """echo "$#:$1:${12}"; pwd; cat; echo "$HOME $LANG"; ulimit -c; ulimit -d; ulimit -f"""
    limits = CallLimits(seconds=60, memory_bytes=64 << 20, file_bytes=1 << 20)
    answer = arena.answer(script, limits, isolation=level, watch=False)
    blocks = limits.file_bytes // 512
    assert answer.said.splitlines() == [
        "12:X:xx", str(arena.folder), "/home/golfer C.UTF-8", "0", str(64 << 10), str(blocks),
    ]  # fmt: skip


@needs_filter
@pytest.mark.parametrize("level", EACH)
def test_the_names_beside_its_folder_are_there_and_nothing_behind_them(
    arena: Arena, level: Level
) -> None:
    arena.bot("echo 44", name="rival")
    (arena.folder / "instructions.txt").write_text("2\n")
    (arena.folder / "gone").symlink_to("nowhere")
    listing = "for name in *; do test -d $name && echo $name/ || echo $name; done"
    answer = arena.answer(listing, isolation=level)
    assert answer.said.split() == ["gone", "instructions.txt", "me/", "rival/"]
    assert answer.exit.reached == ()
    reading = "cat instructions.txt; cat rival/bot.sh; echo 1 > instructions.txt; ls rival"
    answer = arena.answer(reading, isolation=level)
    assert answer.said == ""
    if levels.can_notify():
        assert len(answer.exit.reached) >= 3


@pytest.mark.parametrize("level", EACH)
def test_a_watched_bot_is_told_the_limits_of_a_usual_shell(arena: Arena, level: Level) -> None:
    limits = CallLimits(seconds=60, memory_bytes=64 << 20, file_bytes=1 << 20)
    answer = arena.answer("ulimit -c; ulimit -d; ulimit -f", limits, isolation=level)
    assert answer.said.split() == ["0", "unlimited", "unlimited"]


@pytest.mark.parametrize("level", EACH)
@pytest.mark.parametrize("name", ["harness", "os", "json", "ctypes"])
def test_no_folder_of_a_bot_is_a_module_of_the_arena(arena: Arena, name: str, level: Level) -> None:
    bot = arena.bot("echo 44", name)
    for module in ("__init__.py", "arena/__init__.py", "arena/launcher.py"):
        path = arena.folder / name / module
        path.parent.mkdir(exist_ok=True)
        path.write_text("raise SystemExit('taken over')")
    assert arena.caller(bot, isolation=level)(ARGUMENTS).said == "44\n"


@needs_filter
@pytest.mark.parametrize("level", EACH)
def test_what_a_bot_is_not_given(arena: Arena, level: Level) -> None:
    script = "grep ^CapEff: /proc/self/status; ls /proc/self/fd"
    said = arena.answer(script, isolation=level).said.split()
    # 3 is the folder that ls reads.
    assert said == ["CapEff:", "0000000000000000", "0", "1", "2", "3"]


@needs_bubblewrap
def test_nothing_else_exists_in_the_sandbox(arena: Arena) -> None:
    arena.bot("", name="other")
    (arena.folder / "instructions.txt").write_text("1")
    script = (
        "ls; ls me; ls other; cat instructions.txt; cd /; "
        f"ls {arena.folder.parent}; ls /tmp | wc -l; ls /srv /home /etc/passwd"
    )
    answer = arena.answer(script, watch=False)
    names = ["instructions.txt", "me", "other"]
    assert answer.said.splitlines() == [*names, "bot.sh", "data.txt", "arena", "1"]
    assert answer.exit.stderr.count("No such file") == 3


@needs_bubblewrap
def test_no_process_and_no_network_is_in_the_sandbox(arena: Arena) -> None:
    answer = arena.answer("ls -d /proc/[0-9]* | wc -l; grep -c : /proc/net/dev", watch=False)
    processes, devices = map(int, answer.said.split())
    assert processes <= 4  # the launcher, the shell and the two of its line
    assert devices == 1  # the loopback


@pytest.mark.parametrize("level", EACH)
def test_its_data_is_kept_from_call_to_call(arena: Arena, level: Level) -> None:
    bot = arena.bot("cat me/data.txt; echo more >> me/data.txt")
    caller = arena.caller(bot, isolation=level)
    assert [caller(ARGUMENTS).said for _ in range(3)] == ["", "more\n", "more\nmore\n"]
    caller.close()
    assert arena.caller(bot, isolation=level)(ARGUMENTS).said == "more\n" * 3
    assert (arena.folder / "me" / "data.txt").read_text() == "more\n" * 4


@needs_filter
@pytest.mark.parametrize("level", EACH)
def test_its_program_cannot_be_changed(arena: Arena, level: Level) -> None:
    script = "echo 'echo changed' > me/bot.sh; echo x > me/new; rm -f me/bot.sh; echo 44"
    answer = arena.answer(script, isolation=level)
    assert answer.said == "44\n"
    assert answer.exit.reached == ()
    assert sorted(path.name for path in (arena.folder / "me").iterdir()) == ["bot.sh", "data.txt"]
    assert (arena.folder / "me" / "bot.sh").read_text() == script


@pytest.mark.parametrize("level", EACH)
def test_its_time_is_counted_from_its_start(arena: Arena, level: Level) -> None:
    limits = CallLimits(seconds=0.4)
    answer = arena.answer("while :; do echo 4; sleep 0.05; done", limits, isolation=level)
    assert answer.ending is Ending.DEADLINE
    assert answer.seconds >= 0.4
    assert (answer.exit.status, answer.exit.signal) == (None, None)


@pytest.mark.parametrize("level", EACH)
def test_a_child_that_holds_its_output_does_not_make_it_late(arena: Arena, level: Level) -> None:
    answer = arena.answer("sleep 600 & echo 44", isolation=level)
    assert (answer.said, answer.ending) == ("44\n", Ending.ENDED)
    assert answer.exit.left_running == 1


@pytest.mark.parametrize("level", EACH)
def test_what_left_its_session_is_ended(arena: Arena, level: Level) -> None:
    script = "trap '' TERM HUP; setsid sh -c 'sleep 601 & sleep 600' & echo 44"
    caller = arena.caller(arena.bot(script), isolation=level)
    caller(ARGUMENTS)
    shells = [pid for pid in running_in(arena.folder) if b"sleep" in command_line(pid)]
    assert shells == []


def command_line(pid: str) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


@pytest.mark.parametrize("level", EACH)
def test_a_flood_ends_the_call(arena: Arena, level: Level) -> None:
    answer = arena.answer("while :; do echo 4444444; done", isolation=level)
    assert answer.ending is Ending.OVERFLOW
    assert len(answer.said) == PATIENT.output_bytes
    answer = arena.answer("while :; do echo 4444444 >&2; done", isolation=level)
    assert answer.ending is Ending.OVERFLOW
    assert len(answer.exit.stderr) == 4096


def test_a_long_complaint_is_no_flood(arena: Arena) -> None:
    answer = arena.answer("head -c 50000 /dev/zero >&2; echo 44")
    assert (answer.said, answer.ending, len(answer.exit.stderr)) == ("44\n", Ending.ENDED, 4096)


@pytest.mark.parametrize("level", EACH)
def test_bytes_that_are_no_text(arena: Arena, level: Level) -> None:
    answer = arena.answer(r"printf '\377\0004'", isolation=level)
    assert answer.said == "\ufffd\x004"


@needs_filter
@pytest.mark.parametrize("level", EACH)
def test_processes_are_limited(arena: Arena, level: Level) -> None:
    script = "n=0; while [ $n -lt 60 ]; do sleep 600 & n=$((n + 1)); done; echo 44"
    answer = arena.answer(script, isolation=level)
    assert 0 < answer.exit.left_running < PATIENT.processes
    assert "ork" in answer.exit.stderr  # the shell could not fork


@pytest.mark.parametrize("level", EACH)
def test_memory_of_all_its_processes_is_limited(arena: Arena, level: Level) -> None:
    each = "import time; held = bytearray(40 << 20); time.sleep(600)"
    script = f"for n in 1 2 3 4 5; do {sys.executable} -S -c '{each}' & done; wait"
    limits = CallLimits(seconds=60, memory_bytes=100 << 20)
    bot = arena.bot(script.replace(sys.executable, "python3"))
    answer = arena.caller(bot, limits, isolation=level)(ARGUMENTS)
    assert answer.ending is Ending.EXCESS


@pytest.mark.parametrize("level", EACH)
def test_a_command_that_cannot_be_run(arena: Arena, level: Level) -> None:
    arena.bot("")
    for command, why in (
        (("no-such-program",), "no-such-program: not found"),
        (("me/missing",), "me/missing: not found"),
        (("me/bot.sh",), "Permission denied"),
    ):
        answer = arena.caller(Bot("me", command), isolation=level)(ARGUMENTS)
        assert answer.ending is Ending.UNSTARTED
        assert answer.exit.stderr == why
        assert answer.exit.status is None


@needs_filter
@pytest.mark.parametrize("level", EACH)
def test_what_an_interpreter_opens_itself_is_excused(arena: Arena, level: Level) -> None:
    bot = arena.bot("import random; print(44)", suffix="py")
    assert arena.caller(bot, isolation=level)(ARGUMENTS).exit.reached == ()
    script = arena.bot("python3 -c 'print(44)'; perl -e 'print 44'", name="shell")
    assert arena.caller(script, isolation=level)(ARGUMENTS).exit.reached == ()


@needs_filter
def test_what_an_interpreter_opens_itself_is_known_beforehand() -> None:
    python = Path(sys.executable).resolve()
    settled = opened_by(python, run_empty).settled
    assert any("encodings" in name for name in settled)
    roots = (sys.base_prefix, *map(str, system_paths()))
    assert [name for name in settled if not beneath(os.path.normpath(name), *roots)] == []


def test_no_program_of_a_bot_is_run_to_excuse_it(
    arena: Arena, monkeypatch: pytest.MonkeyPatch
) -> None:
    def asked(interpreter: Path, *_: object) -> Opened:
        assert not interpreter.is_relative_to(arena.folder), "the bot's own was run"
        return Opened()

    monkeypatch.setattr(excuses, "opened_by", asked)
    monkeypatch.setattr(excuses, "_TEMPORARY", ())
    arena.bot("")
    own = arena.folder / "me" / "perl"
    shutil.copy("/bin/echo", own)
    caller = arena.caller(Bot("me", ("me/perl", "44")))
    assert caller(()).said == "44\n"
    (arena.folder / "me" / "script").write_text(f"#!{own}\n")
    (arena.folder / "me" / "script").chmod(0o755)
    assert "script" in arena.caller(Bot("me", ("me/script",)))(()).said


@needs_filter
@needs_bubblewrap
def test_a_sandbox_with_something_left_in_it_is_not_used_again(arena: Arena) -> None:
    bot = arena.bot("ls /tmp /dev/shm; echo x > /dev/shm/left; echo y > /tmp/left")
    caller = arena.caller(bot)
    before = caller(ARGUMENTS)
    assert before.exit.reached == ()
    assert caller(ARGUMENTS).said == before.said


@needs_bubblewrap
def test_a_lost_sandbox_is_the_arenas_failure(arena: Arena) -> None:
    caller = arena.caller(arena.bot("echo 44"))
    caller(ARGUMENTS)
    for pid in running_in(arena.folder):
        os.kill(int(pid), signal.SIGKILL)
    with pytest.raises(HarnessError, match="is lost"):
        caller(ARGUMENTS)
    assert caller(ARGUMENTS).said == "44\n"


@needs_filter
@pytest.mark.parametrize("level", EACH)
def test_a_bot_cannot_end_its_launcher(arena: Arena, level: Level) -> None:
    answer = arena.caller(arena.bot("kill -KILL $PPID; echo 44"), isolation=level)(ARGUMENTS)
    assert (answer.said, answer.ending) == ("44\n", Ending.ENDED)
    assert answer.exit.reached == ("a process that it did not start (kill)",)


def test_a_launcher_that_its_bot_ends_is_the_bots_fault(arena: Arena) -> None:
    bot = arena.bot("kill -KILL $PPID; echo 44")
    call = arena.caller(bot, isolation=LIMITS, watch=False)
    with pytest.raises(LostLauncherError):  # once may be bad luck: who ended it is not known
        call(ARGUMENTS)
    answer = call(ARGUMENTS)
    assert answer.said == ""
    assert [path for path in answer.exit.reached if path.startswith("the harness's own process")]


@pytest.mark.parametrize("command", [["false"], ["no-such-program"]])
def test_a_launcher_that_does_not_start_is_the_arenas_failure(
    arena: Arena, monkeypatch: pytest.MonkeyPatch, command: list[str]
) -> None:
    monkeypatch.setattr(levels, "launcher_command", lambda: command)
    monkeypatch.setattr(levels.BUBBLEWRAP, "prefix", lambda files: [])
    with pytest.raises(HarnessError):
        arena.answer("echo 44")


def test_a_bot_without_a_folder_is_the_arenas_failure(arena: Arena) -> None:
    arena.bot("")
    with pytest.raises(HarnessError, match=r"other/data\.txt"):
        arena.caller(Bot("other", ("sh", "me/bot.sh")))(ARGUMENTS)


def test_a_level_that_is_not_here_is_refused(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels, "bubblewrap_works", lambda: False)
    with pytest.raises(UsageError, match="bubblewrap"):
        arena.answer("echo 44", isolation=BUBBLEWRAP)


def test_where_nothing_can_be_watched_it_says_so(
    arena: Arena, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(levels, "can_notify", lambda: False)
    (arena.folder / "other").mkdir(parents=True)
    (arena.folder / "other" / "data.txt").write_text("")
    caller = arena.caller(arena.bot("cat other/data.txt; echo 44"), isolation=LIMITS)
    assert caller(ARGUMENTS).exit == Exit()
    assert "not watched" in caller.describe()


def _called(arguments: tuple[Bot, Path]) -> str:
    with BotCaller(*arguments, PATIENT) as caller:
        return caller(ARGUMENTS).said


def test_it_works_in_worker_processes(arena: Arena) -> None:
    bots = [arena.bot(f"echo {name}", name=name) for name in "abcd"]
    with ProcessPoolExecutor(2) as pool:
        said = list(pool.map(_called, [(bot, arena.folder) for bot in bots]))
    assert said == ["a\n", "b\n", "c\n", "d\n"]


ONE_CALL = """
import sys
from pathlib import Path
from harness.meta_tic_tac_toe.bot import Bot, CallLimits
from harness.meta_tic_tac_toe.caller import BotCaller
from harness.sandbox.levels import level_named
caller = BotCaller(Bot("me", ("sh", "me/bot.sh")), Path(sys.argv[1]), CallLimits(600),
                   level_named(sys.argv[2]))
caller(())
"""


@pytest.mark.parametrize("level", EACH)
def test_nothing_outlives_an_arena_that_is_killed(arena: Arena, level: Level) -> None:
    arena.bot("sleep 600 & sleep 600")
    command = [sys.executable, "-c", ONE_CALL, str(arena.folder), level.name]
    with subprocess.Popen(command, cwd=Path(__file__).parents[3]) as process:
        waits_until(lambda: sum(b"sleep" in command_line(p) for p in running_in(arena.folder)) >= 2)
        process.kill()
    waits_until(lambda: not running_in(arena.folder))


def waits_until(condition: Callable[[], bool]) -> None:
    until = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.02)
