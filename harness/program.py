"""A program under test: how it is started, in what environment, and what it may read.

Every run gets the same small environment, so that nothing of the caller's decides (an inherited
PYTHONUNBUFFERED hides a program that forgets to flush).
"""

import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Final

from harness.languages import BY_SUFFIX, EMPTY_PROGRAMS
from harness.sandbox import landlock
from harness.screen import TerminalKind
from harness.session import Limits
from harness.terminal import PtySession
from harness.verdict import UsageError

ENVIRONMENT: Final = {
    "PATH": "/usr/local/bin:/usr/bin:/bin",
    "HOME": "/",
    "LANG": "C.UTF-8",
    "LC_ALL": "C.UTF-8",
    "TERM": "dumb",
    "PYTHONDONTWRITEBYTECODE": "1",  # it may write no file, so let it not try
}
_PYTHON: Final = re.compile(r"python3?")
_NAME: Final = re.compile(r"[^-=\s][^=\s]*")


@dataclass(frozen=True)
class Program:
    """A command and what belongs to it. `command` is as a user would type it, in folder `cwd`."""

    command: tuple[str, ...]
    cwd: Path
    own: bool = False  # part of this project: runs in its environment and may read its modules
    limits: Limits = field(default_factory=Limits)
    more_environment: Mapping[str, str] = field(default_factory=dict)  # beside the usual one

    @property
    def shown(self) -> str:
        """The command as it can be pasted into a shell."""
        return shlex.join(self.command)

    @cached_property
    def argv(self) -> list[str]:
        """The command as it is run: `python3` is the interpreter of this harness.

        It is the one below the virtual environment, which a golfer's script does not have.
        """
        if "/" in self.command[0]:  # relative to the program's folder, as a shell has it
            return [os.path.normpath(self.cwd / self.command[0]), *self.command[1:]]
        if not _PYTHON.fullmatch(self.command[0]):
            return list(self.command)
        base = str(getattr(sys, "_base_executable", None) or sys.executable)
        return [sys.executable if self.own else os.path.realpath(base), *self.command[1:]]

    @cached_property
    def readable(self) -> tuple[Path, ...]:
        """What a run may read."""
        more = [self.cwd / "reference", Path(sys.prefix), Path(sys.base_prefix)] if self.own else []
        return landlock.readable_paths(self.argv, self.cwd, more)

    @cached_property
    def _sandbox(self) -> landlock.Sandbox:
        return landlock.sandbox(self.readable, self._listed)

    @property
    def _listed(self) -> tuple[Path, ...]:
        """To import a module Python lists the folder that it may be in."""
        return (self.cwd,) if self.own else ()

    def start(self, kind: TerminalKind | None = None) -> PtySession:
        """A new run on this kind of terminal. Raises UsageError when it does not start."""
        return self._session(self.argv, self._sandbox, kind=kind)

    def start_watched(self, kind: TerminalKind | None = None) -> PtySession:
        """A new run, whose exit tells what other files and sockets it reached for.

        Where strace cannot watch, a run as any other.
        """
        if not can_watch():
            return self.start(kind)
        excused = self._opened_by_interpreter
        descriptor, name = tempfile.mkstemp(prefix="golfproof-", suffix=".strace")
        os.close(descriptor)
        log = Path(name)

        def reached_for() -> tuple[str, ...]:
            try:
                text = log.read_text(errors="replace")
            finally:
                log.unlink()
            seen = landlock.reached_for(text, self.cwd, self.readable)
            return tuple(path for path in seen if path not in excused)

        sandbox = landlock.sandbox(self.readable, self._listed, log)
        try:
            return self._session(landlock.watched(self.argv, log), sandbox, reached_for, kind)
        finally:
            sandbox.close()

    @cached_property
    def _opened_by_interpreter(self) -> frozenset[str]:
        """What the interpreter reaches for before any program runs: locales, a site's hooks."""
        name = Path(self.argv[0]).name.rstrip("0123456789.")
        if name not in EMPTY_PROGRAMS:
            return frozenset()
        with tempfile.NamedTemporaryFile("r", suffix=".strace") as log:
            command = landlock.watched([self.argv[0], *EMPTY_PROGRAMS[name]], Path(log.name))
            subprocess.run(command, env=dict(self.environment), capture_output=True, check=False)
            return frozenset(landlock.reached_for(log.read(), self.cwd, self.readable))

    def _session(
        self,
        argv: Sequence[str],
        sandbox: landlock.Sandbox,
        reached_for: landlock.ReachedFor | None = None,
        kind: TerminalKind | None = None,
    ) -> PtySession:
        return PtySession(
            argv,
            cwd=self.cwd,
            env=self.environment,
            sandbox=sandbox,
            limits=self.limits,
            reached_for=reached_for,
            kind=kind,
        )

    @property
    def environment(self) -> Mapping[str, str]:
        """The environment of every run: fixed, but for the PATH, on which a user's tools are."""
        path = os.environ.get("PATH", ENVIRONMENT["PATH"])
        return {**ENVIRONMENT, "PATH": path, **self.more_environment}

    def check(self) -> None:
        """Raises UsageError in one clear line when the command cannot be run at all."""
        if not self.command or not self.command[0]:
            raise UsageError("there is no command to run")
        for argument in self.command[1:]:
            if _is_source(argument) and not (self.cwd / argument).exists():
                raise UsageError(f"{argument}: no such file (of the command {self.shown})")


def _is_source(argument: str) -> bool:
    return bool(_NAME.fullmatch(argument)) and Path(argument).suffix in BY_SUFFIX


@cache
def can_watch() -> bool:
    """Whether strace is installed and allowed to trace on this machine."""
    if landlock.strace() is None:
        return False
    command = landlock.watched(["true"], Path(os.devnull))
    return subprocess.run(command, capture_output=True, check=False).returncode == 0
