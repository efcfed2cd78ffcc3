"""A bot as a process: one for each move, within limits, kept in its folder, and ended."""

import os
import shutil
import stat
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Self

from harness.closing import Closing
from harness.meta_tic_tac_toe.bot import Answer, Bot, CallLimits
from harness.program import Program
from harness.sandbox import levels
from harness.sandbox.confined import Bounds, ConfinedProgram, LostRunError
from harness.sandbox.inside.reach import DATA
from harness.sandbox.inside.resolve import beneath
from harness.sandbox.levels import Files, Level, best_level
from harness.sandbox.readable import is_file, readable_paths
from harness.session import Ending, Exit
from harness.verdict import HarnessError, UsageError


class BotCaller(Closing):
    """A bot in play, called once for each move. A context manager; not for several threads.

    `arena` is the working directory and holds a folder of the bot's name. The sandbox is made at
    the first call. Where it has a namespace of processes, the bot is numbered as if
    `processes_before` others had been started before it. Raises UsageError for a level that this
    machine does not have, HarnessError when the arena or the machine under it fails.
    """

    def __init__(
        self,
        bot: Bot,
        arena: Path,
        limits: CallLimits | None = None,
        isolation: Level | None = None,
        watch: bool = True,
        processes_before: int = 0,
    ) -> None:
        self.isolation = isolation or best_level()
        if not self.isolation.is_available():
            raise UsageError(
                f"{self.isolation}: this machine does not have this level of isolation"
            )
        self._arena = arena.resolve()
        self._limits = limits or CallLimits()
        self.is_watched = watch and levels.can_notify()
        self._program = Program(bot.command, self._arena, processes_before=processes_before)
        self._own = self._arena / bot.name
        self._data = self._own / DATA

    def __call__(self, arguments: Sequence[str]) -> Answer:
        """Run the bot's command once. Everything it started is ended before this returns."""
        if self._found is None:
            missing = f"{self._program.command[0]}: not found"
            return Answer("", 0.0, Ending.UNSTARTED, Exit(None, stderr=missing))
        self._keep_data()
        try:
            report = self._confined.call(arguments)
        except LostRunError as error:
            return Answer("", 0.0, Ending.DEADLINE, Exit(None, reached=(str(error),)))
        return Answer(
            report["said"],
            report["seconds"],
            Ending(report["ending"]),
            Exit(
                report["status"],
                report["signal"],
                report["stderr"],
                report["left_running"],
                self._confined.reached(report),
            ),
            *(report["scheduled"] or (None, None)),
        )

    def describe(self) -> str:
        """What keeps the bot in its folder, in a few words."""
        return levels.describe(self.isolation, self.is_watched)

    def close(self) -> None:
        """End the sandbox, with the bot's launcher. May be called again, and a call may follow."""
        if "_confined" in self.__dict__:
            self._confined.close()

    def __enter__(self) -> Self:
        """Begin to make the sandbox: both bots' are made at once, and no move waits for one."""
        if self._found is not None:
            self._keep_data()
            self._confined.ready()
        return self

    @cached_property
    def _confined(self) -> ConfinedProgram:
        assert self._found is not None, "it is asked first"
        limits = self._limits
        bounds = Bounds(
            limits.seconds, limits.output_bytes, limits.memory_bytes, limits.processes,
            limits.file_bytes,
        )  # fmt: skip
        return ConfinedProgram(
            (self._found, *self._program.argv[1:]),
            self._environment(),
            Files(self._arena, self._readable, self._own, self._data),
            bounds,
            self.isolation,
            self.is_watched,
            processes_before=self._program.processes_before,
        )

    @cached_property
    def _readable(self) -> tuple[Path, ...]:
        """What is in the folder of another bot is that bot's, though a command names it."""
        paths = readable_paths(self._program.argv, self._arena)
        return tuple(path for path in paths if not path.is_relative_to(self._arena))

    @cached_property
    def _found(self) -> str | None:
        """Where the command's program is: a path as it stands, or a name found on the PATH."""
        program = self._program.argv[0]
        if "/" in program:
            return program if is_file(self._arena / program) else None
        return shutil.which(program, path=self._program.environment["PATH"])

    def _environment(self) -> dict[str, str]:
        """That of any program under test, but with no folders on the PATH that it may not read."""
        environment = dict(self._program.environment)
        roots = [str(path) for path in self._readable]
        folders = [str(Path(folder)) for folder in environment["PATH"].split(":")]
        readable = [folder for folder in folders if beneath(folder, *roots)]
        return environment | {"PATH": ":".join(readable)}

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
