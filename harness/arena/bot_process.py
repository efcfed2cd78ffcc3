"""A bot as a process: one for each move, within limits, kept in its folder, and ended.

The arena's side of it: `launcher` is the process that starts the calls, in the sandbox.
"""

import json
import os
import select
import shutil
import subprocess
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict
from functools import cache, cached_property
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from harness import isolation as landlock
from harness import processes
from harness.arena import confinement
from harness.arena.bot import Answer, Bot, CallEnding, CallLimits
from harness.arena.confinement import Isolation, Watch, best_isolation
from harness.arena.reach import DATA, TEMPORARY, Reach, Reached, counted
from harness.program import EMPTY_PROGRAMS, Program
from harness.verdict import HarnessError

_GRACE_SECONDS: Final = 30.0  # beyond a call's own time: then the launcher itself is lost
_EXIT_SECONDS: Final = 1.0  # from the last word of a launcher to its end
_CHUNK: Final = 1 << 16
_SHEBANG_BYTES: Final = 256
_HARMED: Final = "the arena's own process, which it ended or stopped"


class BotCaller:
    """A bot in play, called once for each move. A context manager; not for several threads.

    `arena` is the working directory and holds a folder of the bot's name. The sandbox is made at
    the first call. Raises HarnessError when the arena or the machine under it fails.
    """

    def __init__(
        self,
        bot: Bot,
        arena: Path,
        limits: CallLimits | None = None,
        isolation: Isolation | None = None,
        watch: Watch = Watch.EVERY,
    ) -> None:
        self._bot = bot
        self._arena = arena.resolve()
        self._limits = limits or CallLimits()
        self.isolation = isolation or best_isolation()
        self._watch = watch
        self._program = Program(bot.command, self._arena)
        self._launcher: _Launcher | None = None
        self._own = self._arena / bot.name
        self._readable = landlock.readable_paths(self._program.argv, self._arena, [])
        self._excused: frozenset[str] = frozenset()
        self._refusing = True

    def __call__(self, arguments: Sequence[str]) -> Answer:
        """Run the bot's command once. Everything it started is ended before this returns."""
        program, *rest = self._program.argv
        found = self._found(program)
        if found is None:
            return Answer("", 0.0, CallEnding.UNSTARTED, None, stderr=f"{program}: not found")
        command = [found, *rest, *arguments]
        self._keep_data()
        if self._launcher is None:
            if self._refusing and self._watch is Watch.EVERY:
                self._excused = self._opened_by(found)
            self._launcher = self._launched()
        launcher = self._launcher
        told = launcher.call(command, self._limits.seconds)
        if told is None:
            why, was_ended = launcher.complaint, launcher.was_ended()
            self.close()
            if not was_ended or self.isolation is Isolation.BUBBLEWRAP:
                raise HarnessError(f"the launcher of {self._own} is lost: {why}")
            return Answer("", 0.0, CallEnding.DEADLINE, None, reached=(_HARMED,))
        if told["spent"]:
            self.close()
        return self._answer(told)

    def describe(self) -> str:
        """What keeps the bot in its folder, in a few words."""
        return confinement.describe(self.isolation, self._watch is Watch.EVERY)

    @cached_property
    def _reach(self) -> Reach:
        return Reach(
            str(self._arena), str(self._own),
            tuple(str(path) for path in self._readable if path != Path("/proc")),
            landlock.DEVICES, self.isolation is Isolation.BUBBLEWRAP, self._excused,
        )  # fmt: skip

    def close(self) -> None:
        """End the launcher, and so the sandbox. May be called again, and a call may follow."""
        if self._launcher is not None:
            self._launcher.close()
            self._launcher = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def _found(self, program: str) -> str | None:
        """Where the command's program is: a path as it stands, or a name found on the PATH."""
        if "/" in program:
            return program if (self._arena / program).is_file() else None
        return shutil.which(program, path=self._program.environment["PATH"])

    def _environment(self) -> dict[str, str]:
        """That of any program under test, but with no folders on the PATH that it may not read."""
        environment = dict(self._program.environment)
        folders = map(Path, environment["PATH"].split(":"))
        readable = [f for f in folders if any(f.is_relative_to(root) for root in self._readable)]
        return environment | {"PATH": ":".join(map(str, readable))}

    def _opened_by(self, program: str) -> frozenset[str]:
        """What the interpreter of a program opens by itself.

        It is run to find out, so it must be one that no bot can have put there.
        """
        interpreter = _interpreter(self._arena / program)
        if interpreter.is_relative_to(self._arena) or _beneath_temporary(interpreter):
            return frozenset()
        return opened_by(interpreter)

    def _keep_data(self) -> None:
        """Have a `data.txt` that the bot may write, and the arena too: it may have changed that."""
        data = self._own / DATA
        try:
            if not data.exists():
                data.touch()
            elif data.stat().st_mode & 0o600 != 0o600:
                data.chmod(0o644)
        except OSError as error:
            raise HarnessError(f"{data}: {error.strerror}") from error

    def _launched(self) -> "_Launcher":
        sandboxed = self.isolation is Isolation.BUBBLEWRAP
        denied = landlock.Sandbox((), None)
        if self.isolation is Isolation.LANDLOCK:
            denied = landlock.sandbox((*self._readable, self._own), log=self._own / DATA)
        limits, reach = self._limits, self._reach
        config = {
            "sandboxed": sandboxed,
            "watched": self._watch is Watch.EVERY,
            "refusing": self._refusing,
            "ruleset": denied.ruleset,
            "reach": {
                "arena": reach.arena,
                "own": reach.own,
                "readable": reach.readable,
                "devices": reach.devices,
                "excused": sorted(reach.excused),
            },
            "environment": self._environment(),
            **asdict(limits),
        }
        sandbox = None
        if sandboxed:
            readable = (*self._readable, *map(Path, self._excused))
            sandbox = confinement.bubblewrap(self._arena, self._own, readable)
        try:
            return _Launcher(
                confinement.launcher_command(config, sandbox),
                confinement.launcher_environment(sandboxed),
                self._arena,
                [] if denied.ruleset is None else [denied.ruleset],
            )
        finally:
            denied.close()

    def _answer(self, told: dict[str, Any]) -> Answer:
        tries = [Reached(path, writes) for path, writes in told["tries"]]
        if tries:  # what an interpreter opens is excused also where a shell's script runs it
            self._reach.excused = self._excused.union(*map(self._opened_by, told["programs"]))
        return Answer(
            told["said"],
            told["seconds"],
            CallEnding(told["ending"]),
            told["status"],
            told["signal"],
            told["stderr"],
            told["left_running"],
            (*told["sockets"], *counted(self._reach, tries)),
        )


def _interpreter(program: Path) -> Path:
    """The program that runs a script by its first line; a program that is no script itself."""
    try:
        with program.open("rb") as file:
            line = file.readline(_SHEBANG_BYTES)
    except OSError:
        return program.resolve()
    words = line[2:].split()
    return (Path(os.fsdecode(words[0])) if line[:2] == b"#!" and words else program).resolve()


def _beneath_temporary(path: Path) -> bool:
    return any(path.is_relative_to(folder) for folder in TEMPORARY)


@cache
def opened_by(interpreter: Path) -> frozenset[str]:
    """What an interpreter opens by itself, before any program runs: locales, a site's hooks."""
    name = interpreter.name.rstrip("0123456789.")
    if name not in EMPTY_PROGRAMS:
        return frozenset()
    with tempfile.TemporaryDirectory(prefix="golfproof-") as arena:
        own = Path(arena, "empty")
        own.mkdir()
        bot = Bot(own.name, (str(interpreter), *EMPTY_PROGRAMS[name]))
        with BotCaller(bot, Path(arena), CallLimits(_GRACE_SECONDS), Isolation.RLIMITS) as caller:
            caller._refusing = False
            return frozenset(caller([]).reached)


class _Launcher:
    """The process that starts the calls, and what is said to it and by it."""

    def __init__(
        self, command: Sequence[str], env: Mapping[str, str], cwd: Path, passed: Sequence[int]
    ) -> None:
        if not processes.become_subreaper():
            raise HarnessError("this system cannot gather the orphans of a bot")
        self._stderr = os.memfd_create("stderr")
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._stderr,
                env=env,
                cwd=cwd,
                pass_fds=passed,
                start_new_session=True,
                bufsize=0,
            )
        except OSError as error:
            os.close(self._stderr)
            raise HarnessError(f"{command[0]}: {error.strerror}") from error
        processes.began(self._process.pid)
        self._said = b""
        if self._line(_GRACE_SECONDS) is None:
            complaint = self.complaint
            self.close()
            raise HarnessError(f"the launcher of bots does not start: {complaint}")

    @property
    def complaint(self) -> str:
        """The last line that it wrote to its standard error."""
        text = os.pread(self._stderr, _CHUNK, 0).decode(errors="replace").strip()
        return text.rpartition("\n")[2] or "it said nothing"

    def call(self, command: Sequence[str], seconds: float) -> dict[str, Any] | None:
        """What came of one call; None when the launcher is lost."""
        assert self._process.stdin is not None, "it is a pipe"
        with suppress(BrokenPipeError):
            self._process.stdin.write(json.dumps(command).encode() + b"\n")
            line = self._line(seconds + _GRACE_SECONDS)
            return None if line is None else dict(json.loads(line))
        return None

    def _line(self, seconds: float) -> bytes | None:
        assert self._process.stdout is not None, "it is a pipe"
        until = time.monotonic() + seconds
        stream = self._process.stdout.fileno()
        poll = select.poll()
        poll.register(stream, select.POLLIN)
        while b"\n" not in self._said:
            if not poll.poll(max(0.0, until - time.monotonic()) * 1000):
                return None
            data = os.read(stream, _CHUNK)
            if not data:
                return None
            self._said += data
        line, _, self._said = self._said.partition(b"\n")
        return line

    def was_ended(self) -> bool:
        """Whether another ended or stopped it; else it ended by a failure of its own."""
        try:
            return self._process.wait(_EXIT_SECONDS) < 0
        except subprocess.TimeoutExpired:
            return True

    def close(self) -> None:
        """End it, and what it left."""
        self._process.kill()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                stream.close()
        self._process.wait()
        try:
            processes.end_left_behind(self._process.pid)
        except TimeoutError as error:
            raise HarnessError(str(error)) from error
        os.close(self._stderr)
