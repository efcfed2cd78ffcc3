"""One run of a program whose output goes to pipes: started, followed to its end, and cleaned up.

Imported by the launcher, in the sandbox where there is one. What bounds a run beside its time and
its output: RLIMIT_DATA, the private memory of each process (not RLIMIT_AS: node, Java and Haskell
reserve far more than they use); RLIMIT_FSIZE, and that nothing but a bot's data can be written; the
filter, which is asked for each process and thread (not RLIMIT_NPROC, which does not hold for root
and counts what else the user runs); and a look, from time to time, at all its processes together
and at what they have printed. The launcher waits for nothing else but the program's end: what it
prints stays in its pipes meanwhile, or it waits itself.
"""

from __future__ import annotations

import os
import select
import sys
import time

from harness.sandbox.inside.program import ended_all, finished, is_too_much
from harness.sandbox.inside.tasks import SIGKILL, tasks

TYPE_CHECKING = False  # true for mypy; typing itself is not imported: see launcher
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Final

    from harness.sandbox.inside.program import AdmittedProgram, LauncherContext
    from harness.sandbox.protocol import Report

_LONG_SECONDS: Final = 0.25  # a run so long may have waited for a processor
_LOOK_SECONDS: Final = 0.02  # how often a run that goes on is looked at
_STDERR_BYTES: Final = 1 << 16  # more than any traceback; of these the first are kept
_STDERR_KEPT_BYTES: Final = 4096
_CHUNK: Final = 1 << 16


class Streams:
    """The pipes that a program prints to in one run, and the null device that it reads from.

    They are made before a run is asked for and closed while its report is on its way, when the
    harness is busy itself. The device is opened for each run: what fcntl sets of an open file (its
    flags, its signal) stays with that for whoever has it next.
    """

    def __init__(self) -> None:
        self.null = os.open(os.devnull, os.O_RDWR)
        self.out, self.out_end = os.pipe()
        self.err, self.err_end = os.pipe()
        os.set_blocking(self.out, False)
        os.set_blocking(self.err, False)

    def close_ends(self) -> None:
        """Close what the program has as well: it has its own."""
        for descriptor in (self.null, self.out_end, self.err_end):
            os.close(descriptor)

    def close(self) -> None:
        """Close what is left of them after a run."""
        os.close(self.out)
        os.close(self.err)


class CapturedRun:
    """One run; to be run once."""

    def __init__(
        self,
        context: LauncherContext,
        program: AdmittedProgram,
        streams: Streams,
        arguments: Sequence[str],
    ) -> None:
        self._context, self._program, self._arguments = context, program, arguments
        self._streams = streams
        self._most = program.message["output_bytes"]
        self._said, self._stderr = bytearray(), bytearray()

    def run(self) -> Report:
        """What came of it. All that it started is ended."""
        log = self._context.begin(self._program)
        try:
            found = self._run()
        finally:
            self._context.end()
        return finished(found, self._context, self._program, log)

    def _run(self) -> Report:
        streams = self._streams
        self._watch_waited = _waited(self._context.watch_thread_number)
        began = time.monotonic()
        pid, error = self._context.spawner.start(
            self._program.place,
            self._arguments,
            (streams.null, streams.out_end, streams.err_end),
        )
        streams.close_ends()
        if error:
            return {
                "said": "", "seconds": time.monotonic() - began, "ending": "unstarted",
                "status": None, "stderr": os.strerror(error),
            }  # fmt: skip
        return self._followed(pid, began)

    def _followed(self, pid: int, began: float) -> Report:
        pidfd = os.pidfd_open(pid)
        self._context.poll.register(pidfd, select.POLLIN)
        ending = self._follow(began + self._program.message["seconds"])
        found: Report = {"said": "", "seconds": time.monotonic() - began}
        if found["seconds"] > _LONG_SECONDS:
            watch_waited = _waited(self._context.watch_thread_number) - self._watch_waited
            found["scheduled"] = _scheduled(pid, watch_waited)
        if ending != "ended":
            found["ending"] = ending
            os.kill(pid, SIGKILL)  # the number is its own until it is waited for
        code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        self._context.poll.unregister(pidfd)
        os.close(pidfd)
        if left := ended_all(self._context, pid):
            found["left_running"] = left
        if ending != "ended" or code:
            by_itself = ending == "ended"
            found["status"] = code if by_itself and code > 0 else None
            found["signal"] = -code if by_itself and code < 0 else None
        found["said"] = self._said[: self._most].decode(errors="replace")
        if self._stderr:
            found["stderr"] = self._stderr[:_STDERR_KEPT_BYTES].decode(errors="replace")
        return found

    def _follow(self, deadline: float) -> str:
        """Wait until the program has ended or must be; how it came to its end."""
        poll, control = self._context.poll, self._context.control
        now = time.monotonic()
        look_at = now + _LOOK_SECONDS
        while now < deadline:
            if now >= look_at:
                if not self._drain():
                    return "overflow"
                if is_too_much(self._context, self._program):
                    return "excess"
                look_at = now + _LOOK_SECONDS
            found = poll.poll(max(0.0, min(deadline, look_at) - now) * 1000 + 0.5)
            now = time.monotonic()
            for descriptor, _ in found:
                if descriptor == control:
                    ended_all(self._context, 0)
                    sys.exit(0)
            if found and now < deadline:
                return "ended" if self._drain() else "overflow"
        self._drain()
        return "deadline"

    def _drain(self) -> bool:
        """Take what has been printed so far; False when it is more than may be.

        What a program has printed before its end is in the pipes then; what it left may print on.
        """
        _drain(self._streams.err, self._stderr, _STDERR_BYTES)
        _drain(self._streams.out, self._said, self._most)
        return len(self._said) <= self._most and len(self._stderr) <= _STDERR_BYTES


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


def _waited(thread: int) -> float:
    """For how many seconds the watch thread was ever ready to run and had no processor.

    A program waits for it at each call that is watched; 0 where nothing is.
    """
    return (_times(f"self/task/{thread}") or (0.0, 0.0))[1] if thread else 0.0


def _times(folder: str) -> tuple[float, float] | None:
    """For how many seconds a process or thread ran, and was ready to run and had no processor.

    None where the kernel does not tell. Source: the kernel's Documentation/scheduler/sched-stats.
    """
    try:
        with open(f"/proc/{folder}/schedstat", "rb") as file:  # noqa: PTH123  # see launcher
            ran, waited = map(int, file.read().split()[:2])
    except (OSError, ValueError):
        return None
    return ran / 1e9, waited / 1e9


def _scheduled(pid: int, watch_waited: float) -> tuple[float, float] | None:
    """How long the process of a run that worked longest ran, and had no processor, in seconds.

    What the watch thread `watch_waited` meanwhile is added to the latter. Of the processes still
    there; None where the kernel does not tell.
    """
    found = (_times(str(each)) for each in (pid, *(task.pid for task in tasks())))
    longest = max((times for times in found if times is not None), default=None)
    return None if longest is None else (longest[0], longest[1] + watch_waited)
