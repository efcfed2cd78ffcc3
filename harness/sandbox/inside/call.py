"""One call of a bot: its process started, followed to its end, and all that it left ended.

Imported by the launcher, in the sandbox where there is one.

What bounds a call beside its time and its output: RLIMIT_DATA, the private memory of each process
(not RLIMIT_AS, for node, Java and Haskell reserve far more than they use); RLIMIT_FSIZE, and that
nothing but its data can be written; the filter, which is asked for each process and thread (not
RLIMIT_NPROC, which does not hold for root and counts what else the user runs); and a look, from
time to time, at all its processes together and at what they have printed. Nothing else is waited
for but the bot's end: what it prints stays in its pipes meanwhile, or it waits itself.
"""

from __future__ import annotations

import os
import select
import sys
import time

from harness.sandbox.inside.reach import TEMPORARY
from harness.sandbox.inside.tasks import SIGKILL, childless, end_all, tasks
from harness.sandbox.inside.watch import Seen

TYPE_CHECKING = False  # true for mypy; typing itself is not imported: see launcher
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any, Final

    from harness.sandbox.inside.reach import Reach
    from harness.sandbox.inside.spawn import Place, Spawner
    from harness.sandbox.inside.watch import Answering

_LONG_SECONDS: Final = 0.25  # a call so long may have waited for a processor
_LOOK_SECONDS: Final = 0.02  # how often a call that runs on is looked at
_STDERR_BYTES: Final = 1 << 16  # more than any traceback; of these the first are kept
_STDERR_KEPT_BYTES: Final = 4096
_CHUNK: Final = 1 << 16
USUAL: Final[Mapping[str, Any]] = {
    "ending": "ended", "status": 0, "signal": None, "stderr": "", "left_running": 0,
    "sockets": (), "tries": (), "programs": (), "spent": False, "settled": (), "scheduled": None,
}  # fmt: skip
"""What comes of a call unless it is said otherwise."""


class Cell:
    """What the calls of all bots of a launcher have in common. `control` ends when the arena does.

    `poll` is of the control.
    """

    def __init__(
        self,
        config: Mapping[str, Any],
        control: int,
        null: int,
        poll: select.poll,
        spawner: Spawner,
        answering: Answering | None,
    ) -> None:
        self.config, self.control, self.null, self.poll = config, control, null, poll
        self.spawner, self.answering = spawner, answering


class Lodger:
    """What the calls of one bot have in common."""

    def __init__(self, config: Mapping[str, Any], place: Place, reach: Reach) -> None:
        self.config, self.place, self.reach = config, place, reach


class Streams:
    """The pipes that a bot prints to in one call.

    They are made before it is asked for and put away when its answer is on its way: the arena has
    its own work to do then.
    """

    def __init__(self) -> None:
        self.out, self.out_end = os.pipe()
        self.err, self.err_end = os.pipe()
        os.set_blocking(self.out, False)
        os.set_blocking(self.err, False)

    def close_ends(self) -> None:
        """Leave the ends that are printed to to the bot alone."""
        os.close(self.out_end)
        os.close(self.err_end)

    def close(self) -> None:
        """Put away what is left of them after a call."""
        os.close(self.out)
        os.close(self.err)


class Call:
    """One call; to be run once."""

    def __init__(
        self, cell: Cell, lodger: Lodger, streams: Streams, arguments: Sequence[str]
    ) -> None:
        self._cell, self._lodger, self._arguments = cell, lodger, arguments
        self._streams = streams
        self._most = int(lodger.config["output_bytes"])
        self._said, self._stderr = bytearray(), bytearray()

    def run(self) -> dict[str, Any]:
        """What came of it, as `bot_process` reads it, but for what is `USUAL`.

        Everything that it started is ended.
        """
        answering, config = self._cell.answering, self._lodger.config
        if answering is None:
            return self._run()
        seen = Seen(self._lodger.reach, config["processes"], config["refusing"], answering.waits)
        answering.begin(seen, self._lodger.reach)
        try:
            found = self._run()
        finally:
            answering.end()
        for name, what in (("sockets", seen.sockets), ("programs", seen.programs)):
            if what:
                found[name] = list(what)
        if seen.tries:
            found["tries"] = list(seen.tries)
        if not config["refusing"]:  # it is asked what an interpreter opens by itself
            found["settled"] = [os.fsdecode(name) for name in self._lodger.reach.settled if name]
        return found

    def _run(self) -> dict[str, Any]:
        streams = self._streams
        began = time.monotonic()
        pid, error = self._cell.spawner.start(
            self._lodger.place,
            self._arguments,
            (self._cell.null, streams.out_end, streams.err_end),
        )
        streams.close_ends()
        if error:
            return {
                "said": "", "seconds": time.monotonic() - began, "ending": "unstarted",
                "status": None, "stderr": os.strerror(error),
            }  # fmt: skip
        return self._followed(pid, began)

    def _followed(self, pid: int, began: float) -> dict[str, Any]:
        pidfd = os.pidfd_open(pid)
        self._cell.poll.register(pidfd, select.POLLIN)
        ending = self._follow(began + self._lodger.config["seconds"])
        found: dict[str, Any] = {"said": "", "seconds": time.monotonic() - began}
        if found["seconds"] > _LONG_SECONDS:
            found["scheduled"] = _scheduled(pid)
        if ending != "ended":
            found["ending"] = ending
            os.kill(pid, SIGKILL)  # the number is its own until it is waited for
        code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        self._cell.poll.unregister(pidfd)
        os.close(pidfd)
        if left := self._end_all(pid):
            found["left_running"] = left
        if ending != "ended" or code:
            by_itself = ending == "ended"
            found["status"] = code if by_itself and code > 0 else None
            found["signal"] = -code if by_itself and code < 0 else None
        found["said"] = self._said[: self._most].decode(errors="replace")
        if self._stderr:
            found["stderr"] = self._stderr[:_STDERR_KEPT_BYTES].decode(errors="replace")
        if self._cell.config["sandboxed"] and any(map(_holds_files, TEMPORARY)):
            found["spent"] = True
        return found

    def _follow(self, deadline: float) -> str:
        """Wait until the bot has ended or must be; how it came to its end."""
        poll, control = self._cell.poll, self._cell.control
        now = time.monotonic()
        look_at = now + _LOOK_SECONDS
        while now < deadline:
            if now >= look_at:
                if not self._drain():
                    return "overflow"
                if self._is_too_much():
                    return "excess"
                look_at = now + _LOOK_SECONDS
            found = poll.poll(max(0.0, min(deadline, look_at) - now) * 1000 + 0.5)
            now = time.monotonic()
            for descriptor, _ in found:
                if descriptor == control:
                    self._end_all(0)
                    sys.exit(0)
            if found and now < deadline:
                return "ended" if self._drain() else "overflow"
        self._drain()
        return "deadline"

    def _drain(self) -> bool:
        """Take what has been printed so far; False when it is more than may be.

        What a bot has printed before its end is in the pipes then; what it left may print on.
        """
        _drain(self._streams.err, self._stderr, _STDERR_BYTES)
        _drain(self._streams.out, self._said, self._most)
        return len(self._said) <= self._most and len(self._stderr) <= _STDERR_BYTES

    def _is_too_much(self) -> bool:
        config, found = self._lodger.config, tasks()
        most, most_bytes = 2 * int(config["processes"]), int(self._cell.config["memory_bytes"])
        return (
            sum(task.threads for task in found) > most
            or sum(task.resident_bytes for task in found) > most_bytes
        )

    def _end_all(self, pid: int) -> int:
        """End what the bot left; the number of processes that were alive."""
        if childless():
            return 0
        if self._cell.config["sandboxed"]:
            return end_all()
        from harness.sandbox import processes

        return processes.end_left_behind(pid)


def _drain(stream: int, kept: bytearray, most: int) -> None:
    """Take what is there, up to more than may be."""
    while len(kept) <= most:
        try:
            data = os.read(stream, _CHUNK)
        except BlockingIOError:
            return
        if not data:
            return
        kept += data


def _scheduled(pid: int) -> tuple[float, float] | None:
    """How long a call's processes ran, and how long they were ready to run and had no processor.

    In seconds; of the processes still there the one that worked longest. None where the kernel does
    not tell. Source: the kernel's Documentation/scheduler/sched-stats.rst.
    """
    found = []
    for each in (pid, *(task.pid for task in tasks())):
        try:
            with open(f"/proc/{each}/schedstat", "rb") as file:  # noqa: PTH123  # see launcher
                ran, waited = map(int, file.read().split()[:2])
        except (OSError, ValueError):
            continue
        found.append((ran / 1e9, waited / 1e9))
    return max(found, default=None)


def _holds_files(folder: str) -> bool:
    """Whether a bot left anything there; what the arena mounted does not count."""
    return any(not entry.is_dir() or not _is_mount(entry.path) for entry in os.scandir(folder))


def _is_mount(path: str) -> bool:
    return os.lstat(path).st_dev != os.lstat(os.path.dirname(path)).st_dev  # noqa: PTH120
