"""A program in the sandbox: its runs, on a terminal or by calls, and what they reached for.

Terminal programs and bots alike are run by this module alone.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self

from harness.closing import Closing
from harness.sandbox import hidden, levels
from harness.sandbox.client import (
    LauncherClient,
    LauncherLostError,
    NotStartedError,
    TerminalProcess,
    pool,
)
from harness.sandbox.excuses import Opened, excused_by, searched
from harness.sandbox.inside.reach import Reach, counted
from harness.sandbox.levels import LIMITS, SANDBOX_TEMPORARY, Files, Level, best_level
from harness.sandbox.own_lines import own_lines, user_home
from harness.sandbox.readable import readable_paths
from harness.sandbox.scratch import scratch_folder
from harness.verdict import HarnessError

if TYPE_CHECKING:  # the launcher has no typing, so these are not there when this runs
    from harness.sandbox.protocol import ProgramMessage, Report, TerminalMessage

_ENVIRONMENT: Final = {"LC_ALL": "C.UTF-8", "PATH": "/usr/local/bin:/usr/bin:/bin"}
HARMED: Final = "the harness's own process, which it ended or stopped"


@dataclass(frozen=True, slots=True)
class Bounds:
    """What one run may use. Seconds and output bytes are of runs whose output goes to pipes."""

    seconds: float = 60.0
    output_bytes: int = 4096
    memory_bytes: int = 4 << 30
    processes: int = 256
    file_bytes: int = 16 << 20  # of any file, its standard error included


class LostRunError(Exception):
    """The program ended or stopped the launcher under its run."""


class LostLauncherError(HarnessError):
    """The launcher is lost, and nothing shows that the program ended it.

    Nothing may be said of the run, but all of it can be done again on another launcher.
    """


_suspects: Final[set[Hashable]] = set()  # programs whose launcher was lost, and nobody watched
_users_of_temporary: Final[set[Hashable]] = set()  # commands, with the folder that each runs in
_NAPS: Final = 3  # of a program, after which it is not expected to read when it wakes


class ConfinedProgram(Closing):
    """A command that is run again and again in the same sandbox. For one thread.

    The command's first word is a path, and the program is told `name` instead, if there is one. The
    sandbox is made at the first run. With `refusing` false the watcher denies nothing and only
    reports what it saw. With `temporary` each run on a terminal has a folder for its files, which
    TMPDIR names.

    With `processes_before` a run is as one from a shell: in a namespace of its own its process is
    numbered as if so many had been started before it, it is in the shell's session, and TMPDIR, of
    which most shells have none, is there only for a command that was seen to use its folder.
    """

    def __init__(
        self,
        command: Sequence[str],
        environment: Mapping[str, str],
        files: Files,
        bounds: Bounds,
        level: Level | None = None,
        watched: bool = True,
        refusing: bool = True,
        temporary: bool = False,
        processes_before: int = 0,
        name: str | None = None,
    ) -> None:
        self.level = level or best_level()
        self.is_watched = watched and levels.can_notify()
        self.command, self._environment = tuple(command), dict(environment)
        self._files, self._bounds, self._refusing = files, bounds, refusing
        self._temporary, self._processes_before = temporary, processes_before
        self._words = (name or command[0], *command[1:])
        self.naps_left = _NAPS
        self.looks_for_input = False  # it was seen to ask so: see `PtySession.read`
        self._client: LauncherClient | None = None  # for calls
        self._number = 0

    def describe(self) -> str:
        """What keeps the program in, and whether it is watched, in a few words."""
        return levels.describe(self.level, self.is_watched)

    def ready(self) -> None:
        """Make the sandbox beforehand."""
        if self._client is None or self._client.is_closed:
            self._client, self._number = self._take(self._kind_of_calls)

    def call(self, arguments: Sequence[str]) -> Report:
        """Run the command to its end. All that it started is ended before this returns.

        Raises LostRunError when the program ended or stopped the launcher, and LostLauncherError
        when the launcher was lost for another reason.
        """
        self.ready()
        client = self._client
        assert client is not None, "it is ready"
        try:
            report = client.call(self._number, arguments, self._bounds.seconds)
        except LauncherLostError as error:
            self._client = None
            raise self._blamed(client, error) from error
        if report["spent"]:
            client.close()
        return report

    def start_on_terminal(
        self,
        rows: int,
        columns: int,
        echo: bool = False,
        plain: bool = True,
        errors: bool = False,
    ) -> TerminalRun:
        """A new run on a terminal of its own, of this size. Several may run at a time.

        `echo`: it shows what is typed. `plain`: it adds no carriage returns. `errors`: standard
        error goes there too.

        Raises NotStartedError when the command cannot be started.
        """
        message: TerminalMessage = {
            "number": 0, "rows": rows, "columns": columns, "echo": echo, "plain": plain,
            "errors": errors, "from_shell": self._processes_before > 0,
        }  # fmt: skip
        try:
            return self._run_on_terminal(message)
        except LostLauncherError:  # it may have been lost while nothing was run
            return self._run_on_terminal(message)

    def _run_on_terminal(self, message: TerminalMessage) -> TerminalRun:
        client, message["number"] = self._take(self._kind_of_runs)
        try:
            process = client.start_on_terminal(message)
        except NotStartedError:
            pool.give_back(self._kind_of_runs, client)
            raise
        except LauncherLostError as error:
            raise self._blamed(client, error) from error
        except BaseException:
            client.close()
            raise
        return TerminalRun(process, lambda: self._end(client))

    def _end(self, client: LauncherClient) -> Report:
        try:
            report = client.end_run()
        except LauncherLostError as error:
            raise self._blamed(client, error) from error
        except BaseException:
            client.close()
            raise
        if report["used_temporary"]:
            _users_of_temporary.add((self.command, self._files.folder))
        if report["spent"]:
            client.close()
        pool.give_back(self._kind_of_runs, client)
        return report

    def _blamed(self, client: LauncherClient, error: LauncherLostError) -> Exception:
        # No program can end it that is watched, or in a namespace of its own. Another may have been
        # unlucky, but hardly twice.
        is_suspect = not (self.is_watched or self.level.owns_processes) and client.was_ended()
        client.close()
        pool.give_back(self._kind, client)
        if is_suspect and self._kind in _suspects:
            return LostRunError(HARMED)
        if is_suspect:
            _suspects.add(self._kind)
        return LostLauncherError(f"the launcher of {self.command[0]} is lost: {error}")

    def reached(self, report: Report) -> tuple[str, ...]:
        """What of a run is held against the program, each once: files, sockets, processes."""
        if not (report["tries"] or report["events"]):
            return ()
        reach, excused, changed = self._reach, self._opened.outside, self._opened.changed
        if self._refusing:
            # What an interpreter opens is excused also where a shell's script runs it.
            opened = [
                excused_by(Path(p), self._files.folder, self._home, run_empty)
                for p in report["programs"]
            ]
            along_path = searched(self._environment.get("PATH", ""), self._files.readable)
            excused = excused.union(along_path, *(found.outside for found in opened))
            changed = changed.union(*(found.changed for found in opened))
        reach.excused, reach.changed = excused, changed
        events = (event for event in report["events"] if event not in excused)
        return tuple(dict.fromkeys((*events, *counted(reach, report["tries"]))))

    def hidden(self, said: str) -> tuple[str, ...]:
        """The files beside the program that its output names and that it may not read."""
        if self.level is LIMITS:
            return ()
        return hidden.named(said, self.command, self._files.folder, self._files.readable)

    def close(self) -> None:
        """End the launcher of calls. May be called again, and a call may follow."""
        client, self._client = self._client, None
        if client is None:
            return
        if self.level.is_for_one_program:
            client.close()
        else:
            client.dismiss(self._number)
        pool.give_back(self._kind_of_calls, client)

    def __enter__(self) -> Self:
        self.ready()
        return self

    @cached_property
    def _reach(self) -> Reach:
        files = self._files
        return Reach(
            str(files.folder),
            None if files.own is None else str(files.own),
            None if files.data is None else str(files.data),
            tuple(dict.fromkeys(n for p in files.readable for n in (str(p), os.path.realpath(p)))),
            self.level.hides_files,
            built=None if files.built is None else str(files.built),
        )

    @cached_property
    def _opened(self) -> Opened:
        if not (self._refusing and self.is_watched):
            return Opened()
        program = self._files.folder / self.command[0]
        return excused_by(program, self._files.folder, self._home, run_empty, self.command[1:])

    @property
    def _home(self) -> str:
        """The folder in which the program keeps what is its user's; it need not be there."""
        told = self._environment.get("HOME", user_home()) or "/"
        return os.path.normpath(told) if self.level.hides_files else os.path.realpath(told)

    @property
    def _kind_of_calls(self) -> Hashable:
        """What a launcher of calls must be made for: with limits alone, for these limits."""
        if self.level.is_for_one_program:
            return self._kind
        return self.level, self.is_watched, self._bounds.memory_bytes, self._bounds.file_bytes

    @cached_property
    def _is_told_of_temporary(self) -> bool:
        """Whether TMPDIR names the folder of a run: elsewhere only the watcher leads there."""
        is_user = (self.command, self._files.folder) in _users_of_temporary
        return not (self._processes_before and self.is_watched) or is_user

    @cached_property
    def _kind_of_runs(self) -> Hashable:
        """What a launcher must be made for, whatever the environment of a run on a terminal."""
        about = (
            self.command, self._files, self._identities, self._bounds, self._refusing,
            self._temporary, self._processes_before,
        )  # fmt: skip
        return self.level, self.is_watched, about

    @cached_property
    def _identities(self) -> Hashable:
        """Which files the names stand for now.

        A launcher's sandbox holds these very files: one that was saved under the same name by an
        editor that writes a new file and renames it is not seen there.
        """
        return tuple(_identity(path) for path in (self._files.folder, *self._files.readable))

    @cached_property
    def _kind(self) -> Hashable:
        environment = tuple(sorted(self._environment.items()))
        return self._kind_of_runs, self._words, environment, self._is_told_of_temporary

    def _take(self, kind: Hashable) -> tuple[LauncherClient, int]:
        """A launcher of this kind that knows the program, and the program's number there."""
        client = pool.take(kind, self._started)
        number = client.number_of(self._kind)
        return client, number or client.admit(self._kind, self._message(client.temporary))

    def _started(self) -> LauncherClient:
        files = self._files
        if self.level.hides_files:  # a file that an interpreter looks into must be there
            opened = (Path(path) for path in self._opened.outside if path.startswith("/"))
            files = replace(files, readable=(*files.readable, *filter(Path.exists, opened)))
        bounds, held = self._bounds, ExitStack()
        if self._temporary:
            hides = self.level.hides_files
            place = SANDBOX_TEMPORARY if hides else held.enter_context(scratch_folder())
            files = replace(files, temporary=place)
        try:
            return LauncherClient(
                self.level, files, self.is_watched, bounds.memory_bytes, bounds.file_bytes, held,
                self._processes_before,
            )  # fmt: skip
        except BaseException:
            held.close()
            raise

    def _message(self, place: Path | None) -> ProgramMessage:
        """What a launcher is to know of this program, whose temporary folders are in this place."""
        reach, bounds, opened = self._reach, self._bounds, self._opened
        temporary = None if place is None else str(place / "run")
        more = {"TMPDIR": temporary} if temporary and self._is_told_of_temporary else {}
        return {
            "number": 0,
            "place": {
                "folder": str(self._files.folder),
                "environment": {**self._environment, **more},
                "path": self.command[0],
                "words": list(self._words),
            },
            "reach": {
                "folder": reach.folder,
                "own": reach.own,
                "data": reach.data,
                "built": reach.built,
                "temporary": temporary,
                "home": self._home,
                "readable": reach.readable,
                "excused": sorted(opened.outside),
                "changed": sorted(opened.changed),
                "known": sorted(opened.settled),
                "own_lines": own_lines(),
            },
            "refusing": self._refusing,
            "seconds": bounds.seconds,
            "output_bytes": bounds.output_bytes,
            "processes": bounds.processes,
        }


class TerminalRun:
    """A run on a terminal; `end` ends it, and is called once."""

    def __init__(self, process: TerminalProcess, end: Callable[[], Report]) -> None:
        self.process, self.end = process, end


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def run_empty(command: tuple[str, ...], folder: Path) -> Opened:
    """What a run of the command opens when nothing is denied to it; the folder is its home."""
    files = Files(folder, readable_paths(command[:1], folder))
    environment = {**_ENVIRONMENT, "HOME": str(folder)}
    with ConfinedProgram(command, environment, files, Bounds(), LIMITS, refusing=False) as empty:
        report = empty.call(())
        outside = frozenset(empty.reached(report))
        changed = outside.intersection(path for path, writes in report["tries"] if writes)
        settled = frozenset(report["settled"])
        return Opened(outside, settled, changed, os.path.realpath(folder))
