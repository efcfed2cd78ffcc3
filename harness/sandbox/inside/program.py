"""What the runs of a launcher have in common, and what every run ends with."""

from __future__ import annotations

import os

from harness.sandbox.inside.reach import TEMPORARY
from harness.sandbox.inside.tasks import childless, end_all, open_files, tasks
from harness.sandbox.inside.temporary import holds_little, removed
from harness.sandbox.inside.watch import RunLog

TYPE_CHECKING = False  # true for mypy; typing itself is not imported: see launcher
if TYPE_CHECKING:
    import select
    from collections.abc import Iterator
    from typing import Final

    from harness.sandbox.inside.reach import Reach
    from harness.sandbox.inside.spawn import Place, Spawner
    from harness.sandbox.inside.watch import WatchThread
    from harness.sandbox.protocol import LauncherMessage, ProgramMessage, Report

# A socket keeps 200 kB that no process is charged for, and to look at a million takes a minute.
_MOST_OPEN_FILES: Final = 8192


class AdmittedProgram:
    """A program that the launcher may run."""

    def __init__(self, message: ProgramMessage, place: Place, reach: Reach) -> None:
        self.message, self.place, self.reach = message, place, reach


class LauncherContext:
    """What all runs of a launcher use. `control` ends when the harness does; `poll` watches it."""

    def __init__(
        self,
        config: LauncherMessage,
        control: int,
        poll: select.poll,
        spawner: Spawner,
        watch_thread: WatchThread | None,
    ) -> None:
        self.config, self.control, self.poll = config, control, poll
        self.spawner, self._watch_thread = spawner, watch_thread
        # What the harness mounts there, in folders that lead to it.
        self._mounted = frozenset(self._temporary_names())

    def _temporary_names(self) -> Iterator[str]:
        for folder in TEMPORARY if self.config["hides_files"] else ():
            yield from _names_in(folder)

    @property
    def watch_thread_number(self) -> int:
        """The kernel's number of the thread that watches; 0 where nothing is watched."""
        return 0 if self._watch_thread is None else self._watch_thread.thread

    def leaves_something(self, log: RunLog | None) -> bool:
        """Whether a run left anything in the sandbox that another could find.

        One that was watched, and of whose calls none could change a file, left nothing.
        """
        if log is not None and not log.changes:
            return False
        return any(name not in self._mounted for name in self._temporary_names())

    def begin(self, program: AdmittedProgram, terminal: str = "") -> RunLog | None:
        """Watch the run that comes next, on this terminal; None where nothing is watched."""
        thread, message = self._watch_thread, program.message
        program.reach.terminal = terminal
        program.reach.is_used = program.reach.has_files = False
        if thread is None:
            return None
        log = RunLog(program.reach, message["processes"], message["refusing"], thread.waits)
        thread.begin(log, program.reach)
        return log

    def end(self) -> None:
        """Nothing more is kept for the run, all of whose processes are ended."""
        if self._watch_thread is not None:
            self._watch_thread.end()


def finished(
    report: Report, context: LauncherContext, program: AdmittedProgram, log: RunLog | None
) -> Report:
    """The report with what was seen of the run, and whether something is left in the sandbox."""
    if log is not None:
        if log.events:
            report["events"] = list(log.events)
        if log.programs:
            report["programs"] = list(log.programs)
        if log.tries:
            report["tries"] = list(log.tries)
    if program.reach.has_files:
        report["used_temporary"] = True
    if not program.message["refusing"]:  # the harness asks what an interpreter opens by itself
        report["settled"] = [os.fsdecode(name) for name in program.reach.settled if name]
    if context.leaves_something(log) or not _is_as_new(context, program, log):
        report["spent"] = True
    return report


def _is_as_new(context: LauncherContext, program: AdmittedProgram, log: RunLog | None) -> bool:
    """Whether the next run finds nothing in its folder of what this one did."""
    temporary = program.reach.temporary
    if temporary is None:
        return True
    if context.config["hides_files"] and log is not None:
        return not program.reach.is_used
    return removed(temporary)


def ended_all(context: LauncherContext, pid: int) -> int:
    """End what a program left behind when it was reaped; how many processes were alive."""
    if childless():
        return 0
    if context.config["owns_processes"]:
        return end_all()
    from harness.sandbox import processes  # it costs much, and a namespace does without it

    return processes.end_left_behind(pid, of_any_session=True)


def is_too_much(context: LauncherContext, program: AdmittedProgram) -> bool:
    """Whether a run has more processes, memory or files than it may, all of them together."""
    found, most = tasks(), 2 * program.message["processes"]
    pids = [task.pid for task in found]
    reach = program.reach
    has_files = reach.temporary and (reach.has_files or not context.config["watched"])
    return (
        sum(task.threads for task in found) > most
        or sum(task.resident_bytes for task in found) > context.config["memory_bytes"]
        or sum(map(open_files, pids)) > _MOST_OPEN_FILES
        or bool(has_files and not holds_little(str(reach.temporary), pids))
    )


def _names_in(folder: str) -> Iterator[str]:
    """Everything in a folder, without what is in a mount there."""
    try:
        entries = list(os.scandir(folder))
    except OSError:
        return
    for entry in entries:
        yield entry.path
        if entry.is_dir(follow_symlinks=False) and not _is_mount(entry.path):
            yield from _names_in(entry.path)


def _is_mount(path: str) -> bool:
    return os.lstat(path).st_dev != os.lstat(os.path.dirname(path)).st_dev  # noqa: PTH120
