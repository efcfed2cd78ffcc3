"""A program under test: how it is started, in what environment, and what it may read.

Every run gets the same small environment, so that the caller's decides nothing (an inherited
PYTHONUNBUFFERED hides a program that forgets to flush).
"""

import dataclasses
import os
import re
import shlex
import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Final

from harness.languages import BY_SUFFIX
from harness.plain_python import plain_python
from harness.sandbox.confined import Bounds, ConfinedProgram
from harness.sandbox.levels import Files, Level, best_level, can_notify, describe
from harness.sandbox.readable import lists_its_folder, readable_paths
from harness.screen import TerminalKind
from harness.session import Limits
from harness.terminal import PtySession
from harness.verdict import UsageError

ENVIRONMENT: Final = {
    "PATH": "/usr/local/bin:/usr/bin:/bin",
    "HOME": "/home/golfer",
    "USER": "golfer",  # some greet whoever plays
    "LOGNAME": "golfer",
    "SHELL": "/bin/sh",
    "LANG": "C.UTF-8",
    "LC_ALL": "C.UTF-8",
    "TERM": "dumb",
    "PYTHONDONTWRITEBYTECODE": "1",  # it may write no file, so let it not try
    "GUILE_AUTO_COMPILE": "0",  # likewise
}
PROCESSES_OF_A_SHELL: Final = 3000
"""How many processes a usual machine has started before a person starts a program."""
_PYTHON: Final = re.compile(r"python3?")
_NAME: Final = re.compile(r"[^-=\s][^=\s]*")


@dataclass(frozen=True)
class Program:
    """A command and what belongs to it. `command` is as a user would type it, in folder `cwd`."""

    command: tuple[str, ...]
    cwd: Path
    own: bool = False  # part of this project: runs in its environment and may read its modules
    limits: Limits = field(default_factory=Limits)
    more_environment: Mapping[str, str | None] = field(default_factory=dict)  # None: not even that
    level: Level | None = None  # None: the best that is here
    more_readable: tuple[Path, ...] = ()
    processes_before: int = 0  # in its sandbox, which otherwise numbers its processes from 1

    @property
    def shown(self) -> str:
        """The command as it can be pasted into a shell."""
        return shlex.join(self.command)

    @cached_property
    def argv(self) -> list[str]:
        """The command as it is run: `python3` is the interpreter of this harness.

        It has neither the virtual environment, which a golfer's script does not have, nor the
        installation's hooks: see `plain_python`.
        """
        if "/" in self.command[0]:  # relative to the program's folder, as a shell has it
            return [os.path.normpath(self.cwd / self.command[0]), *self.command[1:]]
        if not _PYTHON.fullmatch(self.command[0]):
            return list(self.command)
        return [sys.executable if self.own else str(plain_python()), *self.command[1:]]

    @cached_property
    def readable(self) -> tuple[Path, ...]:
        """What a run may read."""
        more = [*self.more_readable]
        if self.own:
            more += [self.cwd / "reference", Path(sys.prefix), Path(sys.base_prefix)]
        return readable_paths(self.argv, self.cwd, more, self._search)

    @cached_property
    def confined(self) -> ConfinedProgram:
        """The program in the sandbox. Raises UsageError when the command cannot be run at all."""
        if not self.command or not self.command[0]:
            raise UsageError("there is no command to run")
        found = self.argv[0]
        if "/" not in found:
            path = shutil.which(found, path=self._search)
            if path is None:
                raise UsageError(f"{found}: does not start: it is not on the PATH")
            found = path
        # To import a module Python lists the folder that it may be in.
        listed = [self.cwd] if self.own else [p.parent for p in self.more_readable if p.is_file()]
        if lists_its_folder(self.command):
            listed.append(self.cwd)
        files = Files(self.cwd.resolve(), self.readable, listed=tuple(listed))
        command = (found, *self.argv[1:])
        return ConfinedProgram(
            command, self.environment, files, Bounds(), self.level, temporary=True,
            processes_before=self.processes_before, name=self._name,
        )  # fmt: skip

    @property
    def _name(self) -> str | None:
        """What the program is told of its command's first word; None for the path that is run.

        It is as typed, but for Python, which finds its modules by it.
        """
        return None if _PYTHON.fullmatch(self.command[0]) else self.command[0]

    def on_a_terminal(self) -> "Program":
        """The same program on a terminal that moves the cursor, unless another one was named."""
        environment = {"TERM": "xterm-256color", **self.more_environment}
        return dataclasses.replace(self, more_environment=environment)

    def on_a_usual_machine(self, more_environment: Mapping[str, str | None]) -> "Program":
        """The same program in another environment, on a machine that has run for a while.

        A variable whose value is None is not there at all. What was set for every run stays.
        """
        environment = {**more_environment, **self.more_environment}
        return dataclasses.replace(
            self, more_environment=environment, processes_before=PROCESSES_OF_A_SHELL
        )

    def among_all_files(self) -> "Program":
        """The same program where no file is hidden, if its level is not given and runs are watched.

        In a sandbox of mounts most of a usual machine's files are not there, and any program can
        ask whether one is.
        """
        if self.level is not None or not can_notify():
            return self
        return dataclasses.replace(self, level=best_level(hides_files=False))

    def in_haste(self, seconds: float) -> "Program":
        """The same program with its time for an answer cut to this."""
        seconds = min(seconds, self.limits.move_seconds)
        limits = dataclasses.replace(self.limits, move_seconds=seconds)
        return dataclasses.replace(self, limits=limits)

    def start(self, kind: TerminalKind | None = None) -> PtySession:
        """A new run on this kind of terminal. Raises UsageError when it does not start."""
        return PtySession(self.confined, self.limits, kind)

    def describe_isolation(self) -> str:
        """What keeps the program from other files, and whether its runs are watched."""
        level, seeing = self.level or best_level(), self.among_all_files().level
        told = describe(level, can_notify())
        if seeing in (None, level):
            return told
        left = seeing.not_held(True)
        return f"{told}; {seeing.describe()} in runs from which no file is hidden ({left})"

    @property
    def environment(self) -> Mapping[str, str]:
        """The environment of every run: fixed, but for the PATH, on which a user's tools are."""
        wanted = {**ENVIRONMENT, "PATH": _path(), **self.more_environment}
        return {name: value for name, value in wanted.items() if value is not None}

    @property
    def _search(self) -> str:
        """Where its command is looked for, also if it is told no PATH itself."""
        return self.environment.get("PATH") or _path()

    def check(self) -> None:
        """Raises UsageError in one clear line when the command cannot be run at all."""
        if not self.command or not self.command[0]:
            raise UsageError("there is no command to run")
        for argument in self.command[1:]:
            if _is_source(argument) and not (self.cwd / argument).exists():
                raise UsageError(f"{argument}: no such file (of the command {self.shown})")
        for path in self.more_readable:
            try:
                path.stat()
            except OSError as error:
                raise UsageError(f"--readable {path}: {error.strerror}") from error


def _path() -> str:
    return os.environ.get("PATH", ENVIRONMENT["PATH"])


def _is_source(argument: str) -> bool:
    return bool(_NAME.fullmatch(argument)) and Path(argument).suffix in BY_SUFFIX
