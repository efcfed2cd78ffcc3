"""The process that starts a bot's calls: inside the sandbox, where there is one, as its first.

  python -m harness.arena.launcher CONFIG

It lives as long as its bot is in play, so that a call costs the start of one process and no new
sandbox. Each line of its standard input is a call: the command, as JSON. Each line of its standard
output is what came of it. When its input ends, so does it, with all that it started.

A bot cannot harm it: in a sandbox it is the first process of its namespace, which no signal from
within can end, and nobody may look into its memory.
"""

import contextlib
import ctypes
import errno
import json
import os
import resource
import select
import signal
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from harness import processes
from harness.arena import seccomp
from harness.arena.reach import TEMPORARY, Reach, Reached
from harness.arena.seccomp import Notifier, Request
from harness.arena.spawn import Spawner
from harness.isolation import Sandbox

_PR_SET_DUMPABLE, _PR_CAPBSET_DROP = 4, 24
_CAPABILITIES: Final = 64
_LOOK_SECONDS: Final = 0.02  # how often a call that runs on is looked at for memory and processes
_STDERR_BYTES: Final = 1 << 16  # more than any traceback; of these the first are kept
_STDERR_KEPT_BYTES: Final = 4096
_CHUNK: Final = 1 << 16
_KEPT_TRIES: Final = 256
_PAGE: Final = os.sysconf("SC_PAGE_SIZE")

_libc = ctypes.CDLL(None, use_errno=True)


class Launcher:
    """Starts calls one after the other. The configuration is what `bot_process` writes."""

    def __init__(self, config: Mapping[str, Any], control: int) -> None:
        self._config = config
        self._control = control
        self._sandboxed = bool(config["sandboxed"])
        reach = config["reach"]
        self._reach = Reach(
            reach["arena"], reach["own"], tuple(reach["readable"]), tuple(reach["devices"]),
            self._sandboxed, frozenset(reach["excused"]),
        )  # fmt: skip
        self._null = os.open(os.devnull, os.O_RDWR)
        self._notifier: Notifier | None = None
        processes.become_subreaper()
        _libc.prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)
        for kind, bound in (
            (resource.RLIMIT_CORE, 0),
            (resource.RLIMIT_FSIZE, config["file_bytes"]),
            (resource.RLIMIT_DATA, config["memory_bytes"]),
        ):
            resource.setrlimit(kind, (bound, bound))
        self._spawner = Spawner(self._confine)

    def _confine(self) -> None:
        """In the thread that starts the bot: give up all that the bot shall not have."""
        for capability in range(_CAPABILITIES):
            _libc.prctl(_PR_CAPBSET_DROP, capability, 0, 0, 0)
        ruleset = self._config["ruleset"]
        if ruleset is not None:
            Sandbox((), ruleset).enter()
            os.close(ruleset)
        if seccomp.MACHINE is not None:
            listener = seccomp.enter(seccomp.MACHINE, bool(self._config["watched"]))
            if listener is not None:
                self._notifier = Notifier(seccomp.MACHINE, listener)

    @property
    def is_watched(self) -> bool:
        """Whether what the bot opens is seen."""
        return self._notifier is not None

    def call(self, command: Sequence[str]) -> dict[str, Any]:
        """Run one call to its end, and end all that it started."""
        return _Call(self, command).run()


class _Call:
    def __init__(self, launcher: Launcher, command: Sequence[str]) -> None:
        self._of = launcher
        self._config = launcher._config
        self._command = command
        self._said, self._stderr = bytearray(), bytearray()
        self._tries: dict[Reached, None] = {}
        self._sockets: dict[str, None] = {}
        self._tasks_left = int(self._config["processes"])
        self._programs: dict[str, None] = {}
        self._begun = False

    def run(self) -> dict[str, Any]:
        of, config = self._of, self._config
        out, out_end = os.pipe()
        err, err_end = os.pipe()
        for stream in (out, err):
            os.set_blocking(stream, False)
        began = time.monotonic()
        deadline = began + config["seconds"]
        of._spawner.start(self._command, config["environment"], (of._null, out_end, err_end))
        pid = self._await_start()
        os.close(out_end)
        os.close(err_end)
        if not pid:
            os.close(out)
            os.close(err)
            return self._result(began, "unstarted", stderr=os.strerror(of._spawner.started.error))
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

    def _await_start(self) -> int:
        """The process's number, or 0; what its start asks of the filter is answered meanwhile."""
        spawner, notifier = self._of._spawner, self._of._notifier
        if notifier is not None:
            poll = select.poll()
            poll.register(spawner.done, select.POLLIN)
            poll.register(notifier.descriptor, select.POLLIN)
            while spawner.done not in (found := dict(poll.poll())):
                if notifier.descriptor in found:
                    self._answer(notifier)
        started = spawner.finish()
        return 0 if started.error else started.pid

    def _follow(self, pidfd: int, out: int, err: int, deadline: float) -> str:
        """Read and answer until the bot has ended or must be; how it came to its end."""
        notifier, control = self._of._notifier, self._of._control
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
        request = notifier.receive()
        if request is None:
            return
        if request.name in ("clone", "fork", "vfork"):
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
        outside, refused = self._of._reach.asked(request)
        if request.name == "execve" and len(self._programs) < _KEPT_TRIES:
            self._programs.update(dict.fromkeys(self._of._reach.programs(request)))
        if len(self._tries) < _KEPT_TRIES:
            self._tries.update(dict.fromkeys(outside))
        if refused and self._config["refusing"]:
            notifier.refuse(request, errno.EACCES)
        else:
            notifier.allow(request)

    def _may_start(self) -> bool:
        """Whether one more process or thread is within the limit; counted when it may not be."""
        if self._tasks_left <= 0:
            self._tasks_left = self._config["processes"] - sum(task.threads for task in _tasks())
        self._tasks_left -= 1
        return self._tasks_left >= 0

    def _is_too_much(self) -> bool:
        found = _tasks()
        most, most_bytes = 2 * int(self._config["processes"]), int(self._config["memory_bytes"])
        return (
            sum(task.threads for task in found) > most
            or sum(task.resident_bytes for task in found) > most_bytes
        )

    def _end_all(self, pid: int) -> int:
        """End what the bot left; the number of processes that were alive."""
        if _childless():
            return 0
        if not self._of._sandboxed:
            return processes.end_left_behind(pid)
        ended = sum(task.state not in "ZX" for task in _tasks())
        while not _childless():
            with contextlib.suppress(ProcessLookupError):
                os.kill(-1, signal.SIGKILL)
            with contextlib.suppress(ChildProcessError):
                os.waitpid(-1, 0)
        return ended

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
            "spent": self._of._sandboxed and any(map(_holds_files, TEMPORARY)),
        }


_NETWORKS: Final = {2: "AF_INET", 10: "AF_INET6", 17: "AF_PACKET"}


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


class _Task(NamedTuple):
    """A process below this one."""

    state: str
    threads: int
    resident_bytes: int


def _tasks() -> list[_Task]:
    found = []
    for pid in processes.tree(os.getpid())[1:]:
        with contextlib.suppress(OSError, IndexError):
            line = Path(f"/proc/{pid}/stat").read_text(errors="replace")
            fields = line.rpartition(")")[2].split()  # before it is a name that may hold anything
            found.append(_Task(fields[0], int(fields[17]), int(fields[21]) * _PAGE))
    return found


def _childless() -> bool:
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return True
    return False


def _holds_files(folder: str) -> bool:
    """Whether a bot left anything there; what the arena mounted does not count."""
    return any(not entry.is_dir() or not _is_mount(entry.path) for entry in os.scandir(folder))


def _is_mount(path: str) -> bool:
    return os.lstat(path).st_dev != os.lstat(Path(path).parent).st_dev


def main(arguments: Sequence[str]) -> int:
    """Answer calls until the input ends."""
    control, reply = os.dup(0), os.dup(1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    launcher = Launcher(json.loads(arguments[0]), control)
    answer = json.dumps({"watched": launcher.is_watched})
    os.write(reply, answer.encode() + b"\n")
    with os.fdopen(control, "rb") as calls:
        for line in calls:
            answer = json.dumps(launcher.call(json.loads(line)))
            os.write(reply, answer.encode() + b"\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
