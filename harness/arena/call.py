"""One call of a bot: its process followed to its end, and what the filter asks about it answered.

Imported by the launcher, in the sandbox where there is one.

What bounds a call beside its time and its output: RLIMIT_DATA, the private memory of each process
(not RLIMIT_AS, for node, Java and Haskell reserve far more than they use); RLIMIT_FSIZE, and that
nothing but its data can be written; the filter, which is asked for each process and thread (not
RLIMIT_NPROC, which does not hold for root and counts what else the user runs); and a look, from
time to time, at all its processes together.
"""

import errno
import os
import select
import signal
import sys
import time
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from harness.arena.reach import TEMPORARY, TOO_MANY, Reach, Reached
from harness.arena.seccomp import Notifier, Request
from harness.arena.spawn import Spawner, Started
from harness.arena.tasks import childless, end_all, tasks

_LOOK_SECONDS: Final = 0.02  # how often a call that runs on is looked at for memory and processes
_STDERR_BYTES: Final = 1 << 16  # more than any traceback; of these the first are kept
_STDERR_KEPT_BYTES: Final = 4096
_CHUNK: Final = 1 << 16
_KEPT_TRIES: Final = 1024
_NETWORKS: Final = {2: "AF_INET", 10: "AF_INET6", 17: "AF_PACKET"}


class Cell(NamedTuple):
    """What all calls of a bot have in common."""

    config: Mapping[str, Any]
    control: int  # ends when the arena does
    null: int
    reach: Reach
    spawner: Spawner
    notifier: Notifier | None


class Call:
    """One call; to be run once."""

    def __init__(self, cell: Cell, command: Sequence[str]) -> None:
        self._cell = cell
        self._config = cell.config
        self._command = command
        self._said, self._stderr = bytearray(), bytearray()
        self._tries: dict[Reached, None] = {}
        self._sockets: dict[str, None] = {}
        self._tasks_left = int(self._config["processes"])
        self._programs: dict[str, None] = {}
        self._begun = False

    def run(self) -> dict[str, Any]:
        """What came of it, as `bot_process` reads it. Everything that it started is ended."""
        cell, config = self._cell, self._config
        out, out_end = os.pipe()
        err, err_end = os.pipe()
        for stream in (out, err):
            os.set_blocking(stream, False)
        began = time.monotonic()
        deadline = began + config["seconds"]
        cell.spawner.start(self._command, (cell.null, out_end, err_end))
        pid, error = self._await_start()
        os.close(out_end)
        os.close(err_end)
        if error:
            os.close(out)
            os.close(err)
            return self._result(began, "unstarted", stderr=os.strerror(error))
        pidfd = os.pidfd_open(pid)
        ending = self._follow(pidfd, out, err, deadline)
        seconds = time.monotonic() - began
        if ending != "ended":
            signal.pidfd_send_signal(pidfd, signal.SIGKILL)
        how = os.waitpid(pid, 0)[1]
        left = self._end_all(pid)
        for descriptor in (out, err, pidfd):
            os.close(descriptor)
        code = os.waitstatus_to_exitcode(how)
        by_itself = ending == "ended"
        return self._result(
            began, ending, seconds,
            status=code if by_itself and code >= 0 else None,
            signal=-code if by_itself and code < 0 else None,
            left=left,
        )  # fmt: skip

    def _await_start(self) -> Started:
        """The process, or why there is none; what its start asks is answered meanwhile."""
        spawner, notifier = self._cell.spawner, self._cell.notifier
        if notifier is not None:
            poll = select.poll()
            poll.register(spawner.done, select.POLLIN)
            poll.register(notifier.descriptor, select.POLLIN)
            while spawner.done not in (found := dict(poll.poll())):
                if notifier.descriptor in found:
                    self._answer(notifier)
        return spawner.finish()

    def _follow(self, pidfd: int, out: int, err: int, deadline: float) -> str:
        """Read and answer until the bot has ended or must be; how it came to its end."""
        notifier, control = self._cell.notifier, self._cell.control
        poll = select.poll()
        for descriptor in (pidfd, out, err):
            poll.register(descriptor, select.POLLIN)
        poll.register(control, 0)  # that the arena is gone is told anyway
        if notifier is not None:
            poll.register(notifier.descriptor, select.POLLIN)
        look_at = time.monotonic() + _LOOK_SECONDS
        while True:
            now = time.monotonic()
            if now >= deadline:
                return "deadline"
            if now >= look_at:
                if self._is_too_much():
                    return "excess"
                look_at = now + _LOOK_SECONDS
            found = dict(poll.poll(max(0.0, min(deadline, look_at) - now) * 1000 + 0.5))
            if control in found:
                self._end_all(0)
                sys.exit(0)
            if notifier is not None and notifier.descriptor in found:
                self._answer(notifier)
                if len(found) == 1:
                    continue
            for stream, kept, most in (
                (out, self._said, self._config["output_bytes"]),
                (err, self._stderr, _STDERR_BYTES),
            ):
                if stream in found and not _drain(stream, kept, most):
                    poll.unregister(stream)
                if len(kept) > most:
                    return "overflow"
            if pidfd in found:
                if time.monotonic() >= deadline:
                    return "deadline"
                return self._drain_all(out, err)

    def _drain_all(self, out: int, err: int) -> str:
        """What the bot has printed before its end is in the pipes now; others may print on."""
        _drain(err, self._stderr, _STDERR_BYTES)
        _drain(out, self._said, self._config["output_bytes"])
        return "overflow" if len(self._said) > self._config["output_bytes"] else "ended"

    def _answer(self, notifier: Notifier) -> None:
        request = notifier.receive(self._cell.reach.settled)
        if request is None:
            return
        if request.starts:
            if self._may_start():
                notifier.allow(request)
            else:
                notifier.refuse(request, errno.EAGAIN)
        elif request.name == "socket":
            family = _NETWORKS.get(request.arguments[0])
            if family:
                self._sockets[f"a network socket ({family})"] = None
                notifier.refuse(request, errno.EACCES)
            else:
                notifier.allow(request)
        else:
            self._answer_path(notifier, request)

    def _answer_path(self, notifier: Notifier, request: Request) -> None:
        if not self._begun and request.name == "execve":  # the arena's own, to start the bot
            self._begun = True
            notifier.allow(request)
            return
        outside, refused = self._cell.reach.asked(request)
        if request.name == "execve" and len(self._programs) < _KEPT_TRIES:
            self._programs.update(dict.fromkeys(self._cell.reach.programs(request)))
        if len(self._tries) < _KEPT_TRIES:
            self._tries.update(dict.fromkeys(outside))
        else:  # so many that what counts could hide behind what does not
            self._tries[Reached(TOO_MANY, True)] = None
        if refused and self._config["refusing"]:
            notifier.refuse(request, errno.EACCES)
        else:
            notifier.allow(request)

    def _may_start(self) -> bool:
        """Whether one more process or thread is within the limit; counted when it may not be."""
        if self._tasks_left <= 0:
            self._tasks_left = self._config["processes"] - sum(task.threads for task in tasks())
        self._tasks_left -= 1
        return self._tasks_left >= 0

    def _is_too_much(self) -> bool:
        found = tasks()
        most, most_bytes = 2 * int(self._config["processes"]), int(self._config["memory_bytes"])
        return (
            sum(task.threads for task in found) > most
            or sum(task.resident_bytes for task in found) > most_bytes
        )

    def _end_all(self, pid: int) -> int:
        """End what the bot left; the number of processes that were alive."""
        if childless():
            return 0
        if self._config["sandboxed"]:
            return end_all()
        from harness import processes  # it costs much, and a sandbox does not need it

        return processes.end_left_behind(pid)

    def _result(
        self,
        began: float,
        ending: str,
        seconds: float | None = None,
        *,
        status: int | None = None,
        signal: int | None = None,
        stderr: str | None = None,
        left: int = 0,
    ) -> dict[str, Any]:
        kept = self._stderr[:_STDERR_KEPT_BYTES].decode(errors="replace")
        return {
            "said": self._said[: self._config["output_bytes"]].decode(errors="replace"),
            "seconds": time.monotonic() - began if seconds is None else seconds,
            "ending": ending,
            "status": status,
            "signal": signal,
            "stderr": kept if stderr is None else stderr,
            "left_running": left,
            "sockets": list(self._sockets),
            "tries": [[name.path, name.writes] for name in self._tries],
            "programs": list(self._programs),
            "spent": self._config["sandboxed"] and any(map(_holds_files, TEMPORARY)),
        }


def _drain(stream: int, kept: bytearray, most: int) -> bool:
    """Take what is there, up to a byte more than may be; False at the end of the stream."""
    while len(kept) <= most:
        try:
            data = os.read(stream, _CHUNK)
        except BlockingIOError:
            return True
        if not data:
            return False
        kept += data
    return True


def _holds_files(folder: str) -> bool:
    """Whether a bot left anything there; what the arena mounted does not count."""
    return any(not entry.is_dir() or not _is_mount(entry.path) for entry in os.scandir(folder))


def _is_mount(path: str) -> bool:
    return os.lstat(path).st_dev != os.lstat(os.path.dirname(path)).st_dev  # noqa: PTH120
