"""The harness's side of a launcher: its process, the messages to it, its end; and a pool."""

from __future__ import annotations

import atexit
import marshal
import os
import select
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Hashable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

from harness.closing import Closing
from harness.sandbox import levels, processes
from harness.sandbox.bootstrap import carried
from harness.sandbox.levels import Files, Level
from harness.sandbox.protocol import CLEAN_RUN, SIZE_BYTES, framed, size_of
from harness.verdict import HarnessError

if TYPE_CHECKING:  # the launcher has no typing, so these are not there when this runs
    from harness.sandbox.protocol import (
        CallMessage,
        LauncherMessage,
        ProgramMessage,
        Report,
        TerminalMessage,
    )

GRACE_SECONDS: Final = 30.0  # beyond a run's own time: then the launcher itself is lost
_EXIT_SECONDS: Final = 10.0  # from the last word of a launcher to its end
_CHUNK: Final = 1 << 16
_DESCRIPTORS: Final = 3


_starting: Final[dict[int, ThreadPoolExecutor]] = {}  # by process: one that was forked has none
_left: Final[list[ExitStack]] = []  # of launchers that are a parent's: kept, so not let go


class NotStartedError(Exception):
    """The program could not be started; the text is the system's reason."""


class LauncherLostError(Exception):
    """The launcher has ended, or does not answer; the text is its complaint."""


class TerminalProcess(NamedTuple):
    """A run on a terminal: descriptors of the terminal, of the process and of its standard error.

    Whoever has it closes them.
    """

    terminal: int
    pidfd: int
    stderr: int

    @property
    def pid(self) -> int:
        """The number of the process as this one sees it."""
        with open(f"/proc/self/fdinfo/{self.pidfd}") as file:  # noqa: PTH123  # often, and quick
            return next(int(line[4:]) for line in file if line.startswith("Pid:"))

    def close(self) -> None:
        """Close all of them."""
        for descriptor in self:
            os.close(descriptor)


class LauncherClient(Closing):
    """A launcher. A failed start surfaces at the first run, as HarnessError.

    In a sandbox its process is bubblewrap, and the launcher the child of that. For one thread at a
    time. `held` is closed when the launcher has ended. Raises HarnessError when nothing can be
    started at all.
    """

    def __init__(
        self, level: Level, files: Files, watched: bool, memory_bytes: int, file_bytes: int,
        held: ExitStack | None = None, processes_before: int = 0,
    ) -> None:  # fmt: skip
        if not processes.become_subreaper():
            raise HarnessError("this system cannot gather the orphans of a program under test")
        self.level, self.temporary = level, files.temporary
        self._held = held or ExitStack()
        self._count = 0
        self._numbers: dict[Hashable, int] = {}
        self._received = b""
        self._is_ready = self._is_busy = self.is_closed = False
        self._socket, other = socket.socketpair()
        self._stderr = os.memfd_create("stderr")
        try:
            with level.ruleset(files) as ruleset, other:
                self._process = _by_a_lasting_thread(
                    lambda: self._started(level, files, ruleset, other)
                )
        except OSError as error:
            self._close_streams()
            raise HarnessError(f"the launcher does not start: {error}") from error
        self._poll = select.poll()
        self._poll.register(self._socket, select.POLLIN)
        config: LauncherMessage = {
            "owns_processes": level.owns_processes,
            "hides_files": level.hides_files,
            "watched": watched,
            "has_temporary": files.temporary is not None,
            "processes_before": processes_before,
            "ruleset": ruleset,
            "memory_bytes": memory_bytes,
            "file_bytes": file_bytes,
        }
        self._send(config)

    def _started(
        self, level: Level, files: Files, ruleset: int | None, control: socket.socket
    ) -> subprocess.Popen[bytes]:
        with processes.starting():
            process = subprocess.Popen(
                [*level.prefix(files), *levels.launcher_command()],
                stdin=control.fileno(),
                stdout=self._stderr,
                stderr=self._stderr,
                env=levels.LAUNCHER_ENVIRONMENT,
                cwd=level.working_directory(files),
                pass_fds=[carried()] if ruleset is None else [carried(), ruleset],
                start_new_session=True,
            )
            processes.began(process.pid)
            return process

    @property
    def complaint(self) -> str:
        """The last line that the launcher wrote to its standard error."""
        text = os.pread(self._stderr, _CHUNK, 0).decode(errors="replace").strip()
        return text.rpartition("\n")[2] or "it said nothing"

    def number_of(self, program: Hashable) -> int | None:
        """The number of an admitted program; None for another."""
        return self._numbers.get(program)

    def admit(self, program: Hashable, message: ProgramMessage) -> int:
        """Tell the launcher of a program; returns the number that the program has from now on."""
        self._count += 1
        self._numbers[program] = self._count
        self._send({**message, "number": self._count})
        return self._count

    def dismiss(self, number: int) -> None:
        """Have the launcher forget a program; in the middle of a run, end the launcher."""
        self._numbers = {key: its for key, its in self._numbers.items() if its != number}
        if self._is_busy:
            self.close()
        elif not self.is_closed:
            self._send(number)

    def call(self, number: int, arguments: Sequence[str], seconds: float) -> Report:
        """The report of one run whose output goes to pipes. Raises LauncherLostError."""
        self._begin()
        message: CallMessage = {"number": number, "arguments": list(arguments)}
        self._send(message)
        report = self._report(seconds + GRACE_SECONDS)
        self._is_busy = False
        return report

    def start_on_terminal(self, message: TerminalMessage) -> TerminalProcess:
        """Start a run on a new terminal. Raises NotStartedError, or LauncherLostError."""
        self._begin()
        self._send(message)
        passed: list[int] = []
        report = self._report(GRACE_SECONDS, passed)
        if len(passed) == _DESCRIPTORS:
            return TerminalProcess(*passed)
        self._is_busy = False
        raise NotStartedError(report["stderr"])

    def end_run(self) -> Report:
        """End the run on the terminal, with all that it started. Raises LauncherLostError."""
        self._send(None)
        report = self._report(GRACE_SECONDS)
        self._is_busy = False
        return report

    def _begin(self) -> None:
        if not self._is_ready and self._receive(GRACE_SECONDS) is None:
            raise HarnessError(f"the launcher does not start: {self.complaint}")
        self._is_ready = self._is_busy = True

    def _report(self, seconds: float, passed: list[int] | None = None) -> Report:
        data = self._receive(seconds, passed)
        if data is None:
            raise LauncherLostError(self.complaint)
        return cast("Report", {**CLEAN_RUN, **marshal.loads(data)})

    def _send(self, message: Any) -> None:
        with suppress(BrokenPipeError, ConnectionResetError):  # it is seen when it does not answer
            self._socket.sendall(framed(marshal.dumps(message)))

    def _receive(self, seconds: float, passed: list[int] | None = None) -> bytes | None:
        """The next message, with the descriptors that come with it; None when it is lost."""
        until = time.monotonic() + seconds
        while len(self._received) < (end := SIZE_BYTES + size_of(self._received)):
            if not self._poll.poll(max(0.0, until - time.monotonic()) * 1000):
                return None
            try:
                if passed is None:
                    data = self._socket.recv(_CHUNK)
                else:
                    data, found, _, _ = socket.recv_fds(self._socket, _CHUNK, _DESCRIPTORS)
                    passed += found
            except ConnectionResetError:
                return None
            if not data:
                return None
            self._received += data
        message, self._received = self._received[SIZE_BYTES:end], self._received[end:]
        return message

    def was_ended(self) -> bool:
        """Whether another process ended or stopped the launcher; else it failed by itself."""
        try:
            return self._process.wait(_EXIT_SECONDS) < 0
        except subprocess.TimeoutExpired:
            return True

    def close(self) -> None:
        """End the launcher and what it left. May be called again."""
        if self.is_closed:
            return
        self.is_closed = True
        if self._process.returncode is None:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._close_streams()
        self._process.wait()
        with self._held:
            if self.level.owns_processes:  # with the first process of a namespace all others end
                processes.await_group(self._process.pid)
                return
            try:
                processes.end_left_behind(self._process.pid)
            except TimeoutError as error:
                raise HarnessError(str(error)) from error

    def _close_streams(self) -> None:
        self._socket.close()
        os.close(self._stderr)

    def leave_to_parent(self) -> None:
        """In a child that was forked: close what would keep the parent's launcher alive."""
        self.is_closed = True
        _left.append(self._held)
        self._process.returncode = 0  # as far as this process is concerned
        self._close_streams()


def _by_a_lasting_thread(start: Callable[[], subprocess.Popen[bytes]]) -> subprocess.Popen[bytes]:
    """Start a process by a thread that lives as long as this process.

    Bubblewrap ends with the thread that started it (PR_SET_PDEATHSIG), and the next one may take
    the launcher from the pool.
    """
    if threading.current_thread() is threading.main_thread():
        return start()
    return _starting.setdefault(os.getpid(), ThreadPoolExecutor(1)).submit(start).result()


class LauncherPool:
    """Idle launchers, by their kind; whoever takes one has it alone.

    All end with this process, even when it is killed, because their input ends then.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._idle: dict[LauncherClient, Hashable] = {}  # the one given back last is the last
        self._taken: set[LauncherClient] = set()
        atexit.register(self.close)
        os.register_at_fork(after_in_child=self._leave_to_parent)

    def take(self, kind: Hashable, start: Callable[[], LauncherClient]) -> LauncherClient:
        """A launcher of a kind, which is started when none is idle."""
        with self._lock:
            recent = reversed(self._idle.items())
            found = next((client for client, its in recent if its == kind), None)
            if found is not None:
                del self._idle[found]
                self._taken.add(found)
                return found
        client = start()
        with self._lock:
            self._taken.add(client)
        return client

    def give_back(self, kind: Hashable, client: LauncherClient) -> None:
        """Put a launcher back for others to take. A closed one is forgotten."""
        with self._lock:
            self._taken.discard(client)
            if not client.is_closed:
                self._idle[client] = kind
            ended = list(self._idle)[: -self._most] if len(self._idle) > self._most else []
            for old in ended:
                del self._idle[old]
        for old in ended:
            old.close()

    def close(self) -> None:
        """End all idle launchers. Those that are taken after that are new."""
        with self._lock:
            idle, self._idle = list(self._idle), {}
        for client in idle:
            client.close()

    def _leave_to_parent(self) -> None:
        self._lock = threading.Lock()  # another thread of the parent may have had it
        for client in (*self._idle, *self._taken):
            if not client.is_closed:
                client.leave_to_parent()
        self._idle, self._taken = {}, set()


pool: Final = LauncherPool(most=4)
