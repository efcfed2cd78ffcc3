"""A program under test on a real pseudo-terminal, by pexpect; the only module that imports it.

The launcher in the sandbox opens the terminal and starts the program on it; pexpect has our end.
The kind of terminal tells its size, whether it echoes, and whether output bytes are rewritten (with
carriage returns). Standard error goes to a file of its own, because only standard output counts.
"""

import codecs
import contextlib
import os
import select
import time

import pexpect
from pexpect.fdpexpect import fdspawn

from harness.closing import Closing
from harness.sandbox import processes
from harness.sandbox.client import NotStartedError
from harness.sandbox.confined import ConfinedProgram, LostRunError
from harness.screen import TerminalKind
from harness.session import Complete, Ending, Exit, Limits, Reply
from harness.verdict import UsageError

_CHUNK = 1 << 16
_SLICE_SECONDS = 0.05  # how often a silent program is looked at
_SETTLE_SECONDS = 0.05  # how long a complete reply may still grow while the program is busy
_GRACE_SECONDS = 5.0  # from closing its terminal to ending: busy machines shut down slowly
_STDERR_KEPT_BYTES = 4096


class PtySession(Closing):
    """One run of a program on a pseudo-terminal of its own.

    Raises UsageError when the command does not start.
    """

    def __init__(
        self, program: ConfinedProgram, limits: Limits, kind: TerminalKind | None = None
    ) -> None:
        kind = kind or TerminalKind()
        self._program, self._limits = program, limits
        self._enter = "\r" if kind.echo else "\n"  # the Enter key sends CR, which the driver maps
        self._decoder = codecs.getincrementaldecoder("utf-8")("surrogateescape")
        self._exit: Exit | None = None
        self._ended = self._took_too_much = False
        try:
            self._run = program.start_on_terminal(
                kind.size.rows, kind.size.columns, kind.echo, kind.returns
            )
        except NotStartedError as error:
            raise UsageError(f"{program.command[0]}: does not start: {error}") from error
        # Bytes, not text: what the end of a run leaves undecoded is to be told as well.
        self._child: fdspawn[bytes] = fdspawn(self._run.process.terminal, use_poll=True)
        self._pid = self._run.process.pid
        self._readable, self._dead, self._either = select.poll(), select.poll(), select.poll()
        for poll in (self._readable, self._either):
            poll.register(self._child.child_fd, select.POLLIN)
        for poll in (self._dead, self._either):
            poll.register(self._run.process.pidfd, select.POLLIN)
        # Found once, when it first speaks, because it takes long: a shell sleeps while the program
        # under it goes on printing.
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
                self.close()
                ending = Ending.EXCESS if self._took_too_much else Ending.ENDED
                return self._reply(text, began, ending, now - began)
            if left <= 0:
                return self._reply(text, began, Ending.DEADLINE)
            received = self._receive(min(left, _SLICE_SECONDS))
            if received is None:
                if not processes.waits_for_terminal(self._pid):
                    asks_since = None
                elif asks_since is None:
                    asks_since = now
                elif now - asks_since >= self._limits.asks_seconds:
                    return self._reply(text, began, Ending.ASKS)
                continue
            text += received
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
                self._child.send(f"{line}{self._enter}".encode("utf-8", "surrogateescape"))

    def overhear(self) -> Reply:
        """What was printed since the last reply, without waiting for more."""
        text = ""
        while not self._ended and len(text) <= self._limits.reply_bytes:
            received = self._receive(0)
            if received is None:
                break
            text += received
        flooded = len(text) > self._limits.reply_bytes
        quiet = Ending.ENDED if self._ended else Ending.READY
        return Reply(text, 0.0, Ending.OVERFLOW if flooded else quiet)

    def close(self) -> Exit:
        """End the program and everything that it started. May be called again."""
        if self._exit is None:
            # One that has closed its terminal is given a moment to end.
            self._dead.poll(_GRACE_SECONDS * 1000 if self._ended else 0)
            try:
                self._exit = self._ended_run()
            except LostRunError as error:
                self._exit = Exit(None, None, "", reached=(str(error),))
            finally:
                self._ended = True
                self._run.process.close()
        return self._exit

    def _ended_run(self) -> Exit:
        report = self._run.end()
        self._took_too_much = report["ending"] == Ending.EXCESS
        return Exit(
            status=report["status"],
            signal=report["signal"],
            stderr=os.pread(self._run.process.stderr, _STDERR_KEPT_BYTES, 0).decode(
                errors="replace"
            ),
            left_running=report["left_running"],
            reached=self._program.reached(report),
        )

    def _receive(self, seconds: float) -> str | None:
        """What is there to read within this time; '' at the end; None when nothing came."""
        if not self._either.poll(seconds * 1000):
            return None
        data = b""
        # What it started may still have the terminal when it has ended itself, but the kernel has
        # hung that up: nothing more comes.
        if self._readable.poll(0):
            with contextlib.suppress(pexpect.EOF):  # nobody has the other end any more
                data = self._child.read_nonblocking(_CHUNK, timeout=0)
        self._ended = not data
        return self._decoder.decode(data, final=self._ended)

    def _settle(self, size: int) -> str:
        """What is still printed, though the reply is complete, before the program falls silent."""
        more = ""
        self._tree = self._tree or processes.tree(self._pid)
        until = time.monotonic() + _SETTLE_SECONDS
        while time.monotonic() < until and size + len(more) <= self._limits.reply_bytes:
            quiet = all(map(processes.is_quiet, self._tree))  # asked first: its output is there now
            received = self._receive(0)
            if received is None:
                if quiet:
                    break
                time.sleep(0)
            else:
                more += received
            if self._ended:
                break
        return more

    def _reply(
        self, text: str, began: float, ending: Ending, seconds: float | None = None
    ) -> Reply:
        now = time.monotonic()
        self._allowed_from = now
        return Reply(text, now - began if seconds is None else seconds, ending)
