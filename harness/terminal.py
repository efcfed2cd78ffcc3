"""A program under test on a real pseudo-terminal, by pexpect; the only module that imports it.

pexpect's default delays cost 50 ms a round trip and 100 ms a spawn; all are removed here. Echo is
off, the terminal is wide, output bytes are not rewritten (no carriage returns), and standard error
goes to a file of its own, for only standard output counts.
"""

import codecs
import contextlib
import os
import re
import resource
import signal
import termios
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pexpect
import ptyprocess  # type: ignore[import-untyped]  # it has no type information at all

from harness.closing import Closing
from harness.sandbox import processes
from harness.sandbox.landlock import ReachedFor, Sandbox
from harness.screen import TerminalKind
from harness.session import Complete, Ending, Exit, Limits, Reply
from harness.verdict import HarnessError, UsageError

_CHUNK = 1 << 16
_SLICE_SECONDS = 0.05  # how often a silent program is looked at
_SETTLE_SECONDS = 0.05  # how long a complete reply may still grow while the program is busy
_GRACE_SECONDS = 5.0  # from closing its terminal to ending: busy machines shut down slowly
_FILE_BYTES = 16 << 20  # of any file a program may write, its standard error included
_STDERR_KEPT_BYTES = 4096
_SPLIT_BY_PEXPECT = re.compile(r"[\s'\"\\]")


class _Child(pexpect.spawn):  # type: ignore[type-arg]  # generic in the stubs only
    """pexpect's spawn, passing descriptors to the child, which its constructor does not offer."""

    ptyproc: Any  # of ptyprocess, and not in the stubs

    def __init__(self, command: Sequence[str], pass_fds: Sequence[int], **options: Any) -> None:
        self._pass_fds = tuple(pass_fds)
        # Without arguments pexpect takes the command for a whole line, and splits it at blanks.
        name = command[0] if len(command) > 1 else _SPLIT_BY_PEXPECT.sub(r"\\\g<0>", command[0])
        super().__init__(name, list(command[1:]), **options)
        self.delaybeforesend = None
        self.delayafterread = None
        self.delayafterclose = self.delayafterterminate = 0
        self.ptyproc.delayafterclose = self.ptyproc.delayafterterminate = 0

    def isalive(self) -> bool:
        """Whether the program has yet to end, without waiting for that.

        At its end of file ptyprocess waits, and so for ever for a program that closes its terminal
        and runs on.
        """
        if not self.terminated and self.pid is not None:
            how = os.WEXITED | os.WNOHANG | os.WNOWAIT
            if os.waitid(os.P_PID, self.pid, how) is None:
                return True
        return bool(super().isalive())

    def _spawnpty(self, args: list[str], **options: Any) -> Any:
        return ptyprocess.PtyProcess.spawn(args, pass_fds=self._pass_fds, **options)


class PtySession(Closing):
    """One run of a command on a pseudo-terminal of its own.

    Raises UsageError when the command does not start.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        cwd: Path,
        env: Mapping[str, str],
        sandbox: Sandbox,
        limits: Limits,
        reached_for: ReachedFor | None = None,
        kind: TerminalKind | None = None,
    ) -> None:
        kind = kind or TerminalKind()
        if not command or not command[0]:
            raise UsageError("there is no command to run")
        if not processes.become_subreaper():
            raise HarnessError("this system cannot gather the orphans of a program under test")
        self._limits = limits
        self._reached_for = reached_for
        self._decoder = codecs.getincrementaldecoder("utf-8")("surrogateescape")
        self._exit: Exit | None = None
        self._ended = False
        self._stderr = os.memfd_create("stderr")
        passed = [self._stderr, *([] if sandbox.ruleset is None else [sandbox.ruleset])]

        def before_exec() -> None:
            os.dup2(self._stderr, 2)
            if kind.returns:
                _plain_output()
            _restore_signals()
            processes.die_with_parent()
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            resource.setrlimit(resource.RLIMIT_FSIZE, (_FILE_BYTES, _FILE_BYTES))
            sandbox.enter()

        try:
            with processes.uninterrupted():
                self._child = _Child(
                    command,
                    passed,
                    cwd=str(cwd),
                    env=dict(env),
                    echo=kind.echo,
                    dimensions=kind.size,
                    timeout=limits.move_seconds,
                    preexec_fn=before_exec,
                    use_poll=True,
                )
        except (OSError, pexpect.ExceptionPexpect) as error:
            os.close(self._stderr)
            raise UsageError(f"{command[0]}: does not start: {error}") from error
        assert self._child.pid is not None, "a spawn that did not fail has a child"
        self._pid = self._child.pid
        processes.began(self._pid)
        # Found once, when it first speaks, for it takes long: a shell or strace sleeps while the
        # program under it goes on printing.
        self._tree: tuple[int, ...] = ()
        self._allowed_from = time.monotonic()

    def read(self, complete: Complete) -> Reply:
        """Read until the reply is complete, the run has ended, or a limit is reached.

        The deadline is absolute: it counts from the last input, however much is printed meanwhile.
        """
        began = self._allowed_from
        text = ""
        asks_since: float | None = None
        while True:
            now = time.monotonic()
            left = began + self._limits.move_seconds - now
            if self._ended:
                return self._reply(text, began, Ending.ENDED)
            if left <= 0:
                return self._reply(text, began, Ending.DEADLINE)
            try:
                text += self._receive(min(left, _SLICE_SECONDS))
            except pexpect.TIMEOUT:
                if not processes.waits_for_terminal(self._pid):
                    asks_since = None
                elif asks_since is None:
                    asks_since = now
                elif now - asks_since >= self._limits.asks_seconds:
                    return self._reply(text, began, Ending.ASKS)
                continue
            asks_since = None
            if len(text) > self._limits.reply_bytes:
                return self._reply(text, began, Ending.OVERFLOW)
            if complete(text):
                seconds = time.monotonic() - began
                text += self._settle(len(text))
                flooded = len(text) > self._limits.reply_bytes
                ending = Ending.OVERFLOW if flooded else Ending.READY
                return self._reply(text, began, ending, seconds)

    def send(self, line: str) -> None:
        """Type one line and the Enter key. A program that has gone does not hear it: no error."""
        self._allowed_from = time.monotonic()
        if not self._ended:
            with contextlib.suppress(OSError):
                self._child.send(f"{line}\n".encode("utf-8", "surrogateescape"))

    def close(self) -> Exit:
        """End the program and everything that it started. May be called again."""
        if self._exit is None:
            by_itself = self._await_end()
            if not by_itself:
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.killpg(self._pid, signal.SIGKILL)
                self._child.kill(signal.SIGKILL)
                self._child.wait()
            try:
                left_running = processes.end_left_behind(self._pid)
            except TimeoutError as error:
                raise HarnessError(str(error)) from error
            self._child.close(force=True)
            self._exit = Exit(
                status=self._child.exitstatus if by_itself else None,
                signal=self._child.signalstatus if by_itself else None,
                stderr=os.pread(self._stderr, _STDERR_KEPT_BYTES, 0).decode(errors="replace"),
                left_running=left_running,
                opened=self._reached_for() if self._reached_for else (),
            )
            os.close(self._stderr)
        return self._exit

    def _receive(self, seconds: float) -> str:
        """What is there to read within this time; '' at the end. Raises pexpect.TIMEOUT."""
        try:
            data = self._child.read_nonblocking(_CHUNK, seconds)
        except pexpect.EOF:
            self._ended = True
            return self._decoder.decode(b"", final=True)
        return self._decoder.decode(data)

    def _settle(self, size: int) -> str:
        """What is still printed, though the reply is complete, before the program falls silent."""
        more = ""
        self._tree = self._tree or processes.tree(self._pid)
        until = time.monotonic() + _SETTLE_SECONDS
        while time.monotonic() < until and size + len(more) <= self._limits.reply_bytes:
            quiet = all(map(processes.is_quiet, self._tree))  # asked first: its output is there now
            try:
                more += self._receive(0)
            except pexpect.TIMEOUT:
                if quiet:
                    break
                time.sleep(0)
            if self._ended:
                break
        return more

    def _await_end(self) -> bool:
        """Whether the program has ended; one that has closed its terminal is given a moment."""
        until = time.monotonic() + (_GRACE_SECONDS if self._ended else 0)
        # pexpect's own question waits for ever when the terminal is closed and the program is not.
        while not self._child.terminated and not os.waitid(
            os.P_PID, self._pid, os.WEXITED | os.WNOHANG | os.WNOWAIT
        ):
            if time.monotonic() >= until:
                return False
            time.sleep(0.0002)
        self._child.wait()
        return True

    def _reply(
        self, text: str, began: float, ending: Ending, seconds: float | None = None
    ) -> Reply:
        now = time.monotonic()
        self._allowed_from = now
        return Reply(text, now - began if seconds is None else seconds, ending)


def _plain_output() -> None:
    attributes = termios.tcgetattr(0)
    attributes[1] &= ~termios.OPOST
    termios.tcsetattr(0, termios.TCSANOW, attributes)


def _restore_signals() -> None:
    # CPython ignores two, who runs in the background or by nohup ignores two more, and what is
    # ignored stays so across exec.
    for number in signal.valid_signals():
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)
