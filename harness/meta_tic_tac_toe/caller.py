"""A bot as a process: one for each move, within limits, kept in its folder, and ended.

The arena's side of it: `launcher` is the process that starts the calls, in the sandbox.
"""

import os
import shutil
import stat
import tempfile
from collections.abc import Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Final, NamedTuple, Self

from harness.closing import Closing
from harness.languages import EMPTY_PROGRAMS
from harness.meta_tic_tac_toe.bot import Answer, Bot, CallLimits
from harness.program import Program
from harness.sandbox import landlock, levels
from harness.sandbox.bootstrap import carried
from harness.sandbox.client import GRACE_SECONDS, Launched, shared
from harness.sandbox.inside.call import USUAL
from harness.sandbox.inside.reach import DATA, TEMPORARY, Reach, Reached, beneath, counted
from harness.sandbox.levels import Isolation, Watch, best_isolation
from harness.session import Ending
from harness.verdict import HarnessError, UsageError

_SHEBANG_BYTES: Final = 256
_HARMED: Final = "the arena's own process, which it ended or stopped"


class Opened(NamedTuple):
    """What an interpreter opens by itself: what counts, and names that `Reach` knows from then."""

    outside: frozenset[str] = frozenset()
    settled: frozenset[str] = frozenset()


class BotCaller(Closing):
    """A bot in play, called once for each move. A context manager; not for several threads.

    `arena` is the working directory and holds a folder of the bot's name. The sandbox is made at
    the first call. Raises UsageError for a level that this machine does not have, HarnessError when
    the arena or the machine under it fails.
    """

    def __init__(
        self,
        bot: Bot,
        arena: Path,
        limits: CallLimits | None = None,
        isolation: Isolation | None = None,
        watch: Watch = Watch.EVERY,
    ) -> None:
        self.isolation = isolation or best_isolation()
        if not levels.is_available(self.isolation):
            raise UsageError(f"{self.isolation}: not to be had on this machine")
        self._arena = arena.resolve()
        self._limits = limits or CallLimits()
        self._watch = watch
        self._program = Program(bot.command, self._arena)
        self._launcher: Launched | None = None
        self._number = 0  # of the bot, for its launcher
        self._own = self._arena / bot.name
        self._data = self._own / DATA
        self._readable = tuple(
            path
            for path in landlock.readable_paths(self._program.argv, self._arena, [])
            if not path.is_relative_to(self._arena)  # the folder of another bot is that of another
        )
        self._opened = Opened()
        self._refusing = True
        self._settled: frozenset[str] = frozenset()  # told where nothing is refused

    def __call__(self, arguments: Sequence[str]) -> Answer:
        """Run the bot's command once. Everything it started is ended before this returns."""
        program = self._program.argv[0]
        if self._found is None:
            return Answer("", 0.0, Ending.UNSTARTED, None, stderr=f"{program}: not found")
        self._keep_data()
        launcher = self._ready(self._found)
        told = launcher.call(self._number, arguments, self._limits.seconds)
        if told is None:
            why, was_ended = launcher.complaint, launcher.was_ended()
            launcher.close()
            if not was_ended or self.isolation is Isolation.BUBBLEWRAP:
                raise HarnessError(f"the launcher of {self._own} is lost: {why}")
            return Answer("", 0.0, Ending.DEADLINE, None, reached=(_HARMED,))
        if "spent" in told:
            self.close()
        return self._answer(told)

    def describe(self) -> str:
        """What keeps the bot in its folder, in a few words."""
        return levels.describe(self.isolation, self.is_watched)

    @property
    def is_watched(self) -> bool:
        """Whether what the bot opens is seen: where it shall be, and the kernel can."""
        return self._watch is Watch.EVERY and levels.can_notify()

    @cached_property
    def _reach(self) -> Reach:
        return Reach(
            str(self._arena), str(self._own),
            tuple(str(path) for path in self._readable if path != Path("/proc")),
            landlock.DEVICES, self.isolation is Isolation.BUBBLEWRAP, self._opened.outside,
        )  # fmt: skip

    def close(self) -> None:
        """End the sandbox, with the bot's launcher. May be called again, and a call may follow."""
        if self._launcher is not None:
            if self.isolation is Isolation.RLIMITS:
                self._launcher.dismiss(self._number)
            else:
                self._launcher.close()
            self._launcher = None

    def __enter__(self) -> Self:
        """Have the sandbox made beforehand, while that of the other bot is, and not by a move."""
        if self._found is not None:
            self._keep_data()
            self._ready(self._found)
        return self

    @cached_property
    def _found(self) -> str | None:
        """Where the command's program is: a path as it stands, or a name found on the PATH."""
        program = self._program.argv[0]
        if "/" in program:
            return program if (self._arena / program).is_file() else None
        return shutil.which(program, path=self._program.environment["PATH"])

    def _environment(self) -> dict[str, str]:
        """That of any program under test, but with no folders on the PATH that it may not read."""
        environment = dict(self._program.environment)
        roots = [str(path) for path in self._readable]
        folders = [str(Path(folder)) for folder in environment["PATH"].split(":")]
        readable = [folder for folder in folders if beneath(folder, *roots)]
        return environment | {"PATH": ":".join(readable)}

    def _opened_by(self, program: str) -> Opened:
        """What the interpreter of a program opens by itself.

        It is run to find out, so it must be one that no bot can have put there.
        """
        interpreter = _interpreter(self._arena / program)
        if interpreter.is_relative_to(self._arena) or _beneath_temporary(interpreter):
            return Opened()
        return opened_by(interpreter)

    def _keep_data(self) -> None:
        """Have a `data.txt` that the bot may write, and the arena too: it may have changed that.

        A link in its place, which a bot may come with, would open another file to it.
        """
        data = self._data
        try:
            try:
                mode = os.lstat(data).st_mode
            except FileNotFoundError:
                mode = 0
            if not stat.S_ISREG(mode):
                data.unlink(missing_ok=True)
                data.touch()
            elif mode & 0o600 != 0o600:
                data.chmod(0o644)
        except OSError as error:
            raise HarnessError(f"{data}: {error.strerror}") from error

    def _ready(self, program: str) -> Launched:
        """A launcher that knows this bot. At limits alone it is that of all bots."""
        if self._launcher is not None and not self._launcher.is_closed:
            return self._launcher
        if self._refusing and self.is_watched:
            self._opened = self._opened_by(program)
        if self.isolation is Isolation.RLIMITS:
            kind = (self.is_watched, self._limits.memory_bytes, self._limits.file_bytes)
            self._launcher = shared.launcher(kind, self._launched)
        else:
            self._launcher = self._launched()
        self._number = self._launcher.admit(self._about(program))
        return self._launcher

    def _about(self, program: str) -> dict[str, Any]:
        """What a launcher is to know of this bot."""
        reach, limits = self._reach, self._limits
        return {
            "place": {
                "folder": str(self._arena),
                "environment": self._environment(),
                "command": [program, *self._program.argv[1:]],
            },
            "reach": {
                "arena": reach.arena,
                "own": reach.own,
                "readable": reach.readable,
                "devices": reach.devices,
                "excused": sorted(reach.excused),
                "known": sorted(self._opened.settled),
            },
            "refusing": self._refusing,
            "seconds": limits.seconds,
            "output_bytes": limits.output_bytes,
            "processes": limits.processes,
        }

    def _launched(self) -> Launched:
        sandboxed = self.isolation is Isolation.BUBBLEWRAP
        denied = landlock.Sandbox((), None)
        if self.isolation is Isolation.LANDLOCK:
            denied = landlock.sandbox((*self._readable, self._own), log=self._data)
        config = {
            "sandboxed": sandboxed,
            "watched": self.is_watched,
            "ruleset": denied.ruleset,
            "memory_bytes": self._limits.memory_bytes,
            "file_bytes": self._limits.file_bytes,
        }
        sandbox = None
        if sandboxed:
            readable = (*self._readable, *map(Path, self._opened.outside))
            sandbox = levels.bubblewrap(self._arena, self._own, readable)
        try:
            return Launched(
                levels.launcher_command(sandbox),
                config,
                levels.LAUNCHER_ENVIRONMENT,
                Path("/") if self.isolation is Isolation.RLIMITS else self._arena,
                [carried()] if denied.ruleset is None else [carried(), denied.ruleset],
            )
        finally:
            denied.close()

    def _answer(self, told: dict[str, Any]) -> Answer:
        if len(told) == 2:
            return Answer(told["said"], told["seconds"])
        told = {**USUAL, **told}
        tries: Sequence[Reached] = told["tries"]
        if tries:  # what an interpreter opens is excused also where a shell's script runs it
            run = map(self._opened_by, told["programs"])
            self._reach.excused = self._opened.outside.union(*(opened.outside for opened in run))
        self._settled = frozenset(told["settled"])
        return Answer(
            told["said"],
            told["seconds"],
            Ending(told["ending"]),
            told["status"],
            told["signal"],
            told["stderr"],
            told["left_running"],
            (*told["sockets"], *counted(self._reach, tries)),
            *(told["scheduled"] or (None, None)),
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
def opened_by(interpreter: Path) -> Opened:
    """What an interpreter opens by itself, before any program runs: locales, a site's hooks."""
    name = interpreter.name.rstrip("0123456789.")
    if name not in EMPTY_PROGRAMS:
        return Opened()
    with tempfile.TemporaryDirectory(prefix="golfproof-") as arena:
        own = Path(arena, "empty")
        own.mkdir()
        bot = Bot(own.name, (str(interpreter), *EMPTY_PROGRAMS[name]))
        caller = BotCaller(bot, Path(arena), CallLimits(GRACE_SECONDS), Isolation.RLIMITS)
        caller._refusing = False  # nor asked, as every other is, what its interpreter opens
        with caller:
            return Opened(frozenset(caller([]).reached), caller._settled)
