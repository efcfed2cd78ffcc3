"""A program under test on a real pseudo-terminal, by pexpect; the only module that imports it.

The launcher in the sandbox opens the terminal and starts the program on it; pexpect has our end.
The kind of terminal tells its size, whether it echoes, and whether output bytes are rewritten (with
carriage returns). Standard error goes to a file of its own, because only standard output counts; or
to the terminal as in a shell, where the kind of terminal says so. What a program asks the terminal
itself is answered.
"""

import codecs
import contextlib
import errno
import fcntl
import math
import os
import select
import signal
import struct
import termios
import threading
import time

import pexpect
from pexpect.fdpexpect import fdspawn

from harness.answers import Answers
from harness.closing import Closing
from harness.sandbox.activity import NOTHING, Activity, Family
from harness.sandbox.client import NotStartedError
from harness.sandbox.confined import ConfinedProgram, LostRunError
from harness.screen import Size, TerminalKind
from harness.session import Complete, Ending, Exit, Limits, Reply
from harness.verdict import UsageError

_CHUNK = 1 << 16
_SLICE_SECONDS = 0.05  # how often a silent program is looked at
_SETTLE_SECONDS = 0.05  # of its own work, in which a complete reply may still grow
_FLOOD_BYTES = 4096  # behind a complete reply: who prints more is read to its silence or a limit
_SETTLE_MOST_SECONDS = 2.0  # of the clock: a program may have to wait for a processor meanwhile
_PIECE_SECONDS = 0.001  # from one piece of a reply to the next, while the program is busy
_BURST_SECONDS = 0.02  # in which the pieces of most replies come
_SPIN_SECONDS = 0.002  # in which most programs fall silent
_NAP_SECONDS = 1.0  # that a program may sleep between its last board and its read
_GRACE_SECONDS = 5.0  # from closing its terminal to ending
_GRACE_MOST_SECONDS = 60.0  # while it works on: busy machines shut down slowly
_BUSY_FACTOR = 5  # one of its processes may sit in a read while another thinks
_MORE_SLICES = 40  # after the deadline, until it looks for input again
_LONG_SECONDS = 0.25  # in so long a program may have had to wait for a processor
_WAITS_AT_MOST = 4  # times the limit of a move, that it is given for such waits
_STDERR_KEPT_BYTES = 4096  # half of them its begin and half its end, where it is longer
_NO_SIZE = bytes(8)
_WITHOUT_INTERPRETER = frozenset(map(os.strerror, (errno.EACCES, errno.ENOEXEC)))
_NOT_EXECUTABLE = (
    " (name what runs it, as in `python3 my.py`; or chmod +x it, its first line #!...)"
)
_TIOCGPTPEER = 0x5441  # Linux 4.13: the other end of a terminal, whatever its name is here


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
        self._answers = Answers(kind.size, returns=kind.returns)
        self._decoder = codecs.getincrementaldecoder("utf-8")("surrogateescape")
        self._exit: Exit | None = None
        self._lost: Exception | None = None
        self._ended = self._took_too_much = self._closed = False
        self._lock = threading.Lock()  # held while that is looked at or changed
        try:
            self._run = program.start_on_terminal(
                kind.size.rows, kind.size.columns, kind.echo, kind.returns, kind.errors
            )
        except NotStartedError as error:
            hint = _NOT_EXECUTABLE if str(error) in _WITHOUT_INTERPRETER else ""
            raise UsageError(f"{program.command[0]}: does not start: {error}{hint}") from error
        # Bytes, not text: what the end of a run leaves undecoded is to be told as well.
        self._child: fdspawn[bytes] = fdspawn(self._run.process.terminal, use_poll=True)
        self._pid = self._run.process.pid
        self._readable, self._dead, self._either = select.poll(), select.poll(), select.poll()
        for poll in (self._readable, self._either):
            poll.register(self._child.child_fd, select.POLLIN)
        for poll in (self._dead, self._either):
            poll.register(self._run.process.pidfd, select.POLLIN)
        self._family = Family(self._pid)
        self._seen = self._seen_before = NOTHING  # by the last look, and by the last before a line
        self._allowed_from = time.monotonic()

    def read(self, complete: Complete) -> Reply:
        """Read until the reply is complete, the run has ended, or a limit is reached.

        The deadline is absolute: it counts from the last input, however much is printed meanwhile.
        What does not count, neither for it nor in the reply's seconds, is how long the program was
        ready to run and had no processor, because others had them all.
        """
        began = self._allowed_from
        text = ""
        asks_since: float | None = None
        looks_since: float | None = None  # for input, until a time of its own is over
        first_look: float | None = None  # when it was first seen to, with nothing printed since
        more_slices = _MORE_SLICES
        silent: Activity | None = None  # when it was first seen to print nothing
        while True:
            now = time.monotonic()
            left = began + self._limits.move_seconds - now
            if left <= 0:
                left += self._waited(now - began)
            if left <= 0 and first_look and not looks_since and more_slices:
                more_slices -= 1  # the time that it has set is over just now
                left = _SLICE_SECONDS
            if self._ended:
                self.close()
                ending = Ending.EXCESS if self._took_too_much else Ending.ENDED
                return self._reply(text, began, ending, now - began)
            received = self._receive(max(0.0, min(left, _SLICE_SECONDS)))
            quiet: Activity | None = None
            if received:
                more, quiet = self._burst(len(text) + len(received))
                received += more
            if received is None and left > 0:
                seen = self._look()
                silent = silent or seen
                if seen.seconds_since(silent) >= (self._limits.processor_seconds or math.inf):
                    return self._reply(text, began, Ending.DEADLINE)
                looks_since = (looks_since or now) if seen.looks_for_input else None
                first_look = first_look or looks_since
                if looks_since and self._asks_by_looking(now - looks_since):
                    return self._looks(text, began, looks_since)
                if not seen.reads_terminal or self._has_unread_input():
                    asks_since = None
                    continue
                asks_since = now if asks_since is None else asks_since
                patience = self._limits.asks_seconds * (1 if seen.is_quiet else _BUSY_FACTOR)
                if now - asks_since < patience:
                    continue
                received = self._receive(0)  # what it printed before it began to wait
                if received is None:
                    reply = self._reply(text, began, Ending.ASKS)
                    return reply._replace(only_looks=not seen.names_terminal)
            if left <= 0 and not received and looks_since and not self._has_unread_input():
                self._program.looks_for_input = True
                return self._looks(text, began, first_look or looks_since)
            text += received or ""
            asks_since = looks_since = first_look = None
            if len(text) > self._limits.reply_bytes:
                return self._reply(text, began, Ending.OVERFLOW)
            if received is not None and complete(text):
                seconds = time.monotonic() - began
                text += self._settle(len(text), quiet)
                flooded = len(text) > self._limits.reply_bytes
                ending = Ending.OVERFLOW if flooded else Ending.READY
                return self._reply(text, began, ending, seconds)
            if left <= 0 and not self._ended:
                return self._reply(text, began, Ending.DEADLINE)

    def send(self, line: str) -> None:
        """Type one line and the Enter key. A program that has gone does not hear it: no error."""
        self._allowed_from = time.monotonic()
        self._seen_before = self._seen
        self._answers.renew()
        self._type(f"{line}{self._enter}")

    def resize_and_back(self) -> None:
        """Make the window a column smaller and as large again: the program is sent SIGWINCH twice.

        The second time once it has taken the first: in Python, one that prints when it is sent the
        signal cannot be sent another meanwhile.
        """
        with contextlib.suppress(OSError):  # its end is seen when it is read
            rows, columns, _, _ = struct.unpack(
                "4H", fcntl.ioctl(self._child.child_fd, termios.TIOCGWINSZ, _NO_SIZE)
            )
            self.resize(Size(rows, columns - 1))
            until = time.monotonic() + _SETTLE_MOST_SECONDS
            while not (self._look().is_quiet or self._dead.poll(0) or time.monotonic() >= until):
                os.sched_yield()  # it may be waiting for this very processor
            self.resize(Size(rows, columns))

    def resize(self, size: Size) -> None:
        """Give the window another size, which stays.

        A program that asks for the cursor's place is answered as on the size that it began with.
        """
        with contextlib.suppress(OSError):  # as above
            fcntl.ioctl(self._child.child_fd, termios.TIOCSWINSZ, struct.pack("4H", *size, 0, 0))

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

    def kill(self) -> None:
        """Kill the program, so that a read in another thread ends. It is to be closed as ever."""
        with self._lock, contextlib.suppress(ProcessLookupError):
            if not self._closed:  # else the number of its descriptor may be another's
                signal.pidfd_send_signal(self._run.process.pidfd, signal.SIGKILL)

    def close(self) -> Exit:
        """End the program and everything that it started. May be called again.

        Raises LostLauncherError when nothing can be told of the run.
        """
        if self._lost is not None:
            raise self._lost
        if self._exit is None:
            if self._ended:
                self._await_death()
            try:
                self._exit = self._ended_run()
            except LostRunError as error:
                self._exit = Exit(None, None, "", reached=(str(error),))
            except Exception as error:  # told again by a second call: the run is ended once
                self._lost = error
                raise
            finally:
                self._ended = True
                self._family.close()
                with self._lock:
                    self._closed = True
                    self._run.process.close()
        return self._exit

    def _await_death(self) -> None:
        """Give a program that has closed its terminal a moment to end."""
        began = time.monotonic()
        while not self._dead.poll(_SLICE_SECONDS * 1000):
            waited = time.monotonic() - began
            if waited >= _GRACE_SECONDS and (
                waited >= _GRACE_MOST_SECONDS or self._family.look().is_quiet
            ):
                return

    def _ended_run(self) -> Exit:
        report = self._run.end()
        self._took_too_much = report["ending"] == Ending.EXCESS
        stderr = _ends_of(self._run.process.stderr).decode(errors="replace")
        return Exit(
            status=report["status"],
            signal=report["signal"],
            stderr=stderr,
            left_running=report["left_running"],
            reached=self._program.reached(report),
            hidden=self._program.hidden(stderr) if report["status"] else (),
        )

    def _receive(self, seconds: float) -> str | None:
        """What is there to read within this time; '' at the end; None when nothing came."""
        ready = self._either.poll(seconds * 1000)
        if not ready:
            return None
        data = b""
        # What it started may still have the terminal when it has ended itself, but the kernel has
        # hung that up: nothing more comes. It may have printed just before its end was seen.
        if self._child.child_fd in dict(ready) or self._readable.poll(0):
            with contextlib.suppress(pexpect.EOF):  # nobody has the other end any more
                data = self._child.read_nonblocking(_CHUNK, timeout=0)
        self._ended = not data
        text = self._decoder.decode(data, final=self._ended)
        if answer := self._answers.to(text):
            self._type(answer)
        return text

    def _type(self, text: str) -> None:
        if not self._ended:
            with contextlib.suppress(OSError):
                self._child.send(text.encode("utf-8", "surrogateescape"))

    def _burst(self, size: int) -> tuple[str, Activity | None]:
        """What follows at once, before it is asked whether the reply is complete.

        A terminal holds some thousand characters, so that a long reply comes in many pieces, and to
        read all of it anew with each of them takes longer than to print it. With it the look after
        which nothing more can come, where there was one.
        """
        more = ""
        until = time.monotonic() + _BURST_SECONDS
        while size + len(more) <= self._limits.reply_bytes and time.monotonic() < until:
            seen = self._look()  # first: see `_settle`
            received = self._receive(0 if seen.is_quiet else _PIECE_SECONDS)
            if received is None and seen.is_quiet:
                return more, seen
            if not received:
                break
            more += received
        return more, None

    def _settle(self, size: int, quiet: Activity | None) -> str:
        """What is still printed, though the reply is complete, before the program falls silent.

        Nothing, where a look has told that already.
        """
        if quiet is not None and not quiet.naps:
            return ""
        more = ""
        began = time.monotonic()
        first: Activity | None = None
        while size + len(more) <= self._limits.reply_bytes and not self._ended:
            seen = self._look()  # first: what was printed before is there to read now
            first = first or seen
            waited = time.monotonic() - began
            received = self._receive(0 if seen.is_quiet or waited < _SPIN_SECONDS else 0.001)
            floods = len(more) > _FLOOD_BYTES and waited < self._limits.move_seconds
            if received is not None:
                more += received
            elif seen.is_quiet or (waited >= _SETTLE_MOST_SECONDS and not floods):
                if seen.naps and self._program.naps_left:
                    more += self._await_its_waking()
                break
            else:
                os.sched_yield()  # it may be waiting for this very processor
            if seen.seconds_since(first) >= _SETTLE_SECONDS and not floods:
                break
        return more

    def _await_its_waking(self) -> str:
        """What is printed while a program sleeps that has shown its boards and will then read.

        Many throw away what was typed before they asked, and a person types when they ask. One
        that only looks for keys now and then sleeps as well, and is not waited for any more.
        """
        more = ""
        until = time.monotonic() + _NAP_SECONDS
        while not self._ended and len(more) <= self._limits.reply_bytes:
            if time.monotonic() >= until:
                self._program.naps_left -= 1
                break
            more += self._receive(_PIECE_SECONDS) or ""
            seen = self._look()
            if seen.is_quiet and not seen.naps:
                break
        return more

    def _asks_by_looking(self, seconds: float) -> bool:
        """Whether one that looks for input again and again, since so long, asks for it.

        It may look meanwhile for what it does by itself, until it was seen to do nothing else.
        """
        patience = self._limits.asks_seconds * _BUSY_FACTOR
        known = self._program.looks_for_input and seconds >= patience
        return known and not self._has_unread_input()

    def _has_unread_input(self) -> bool:
        """Whether something typed has not reached the program, which sits in a read nevertheless.

        The kernel hands on what is typed some time later. To poll the other end waits for that.
        """
        try:
            end = fcntl.ioctl(
                self._child.child_fd, _TIOCGPTPEER, os.O_RDWR | os.O_NOCTTY | os.O_CLOEXEC
            )
        except OSError:
            return False  # an older kernel, or it has hung up
        try:
            poll = select.poll()
            poll.register(end, select.POLLIN)
            return any(event & select.POLLIN for _, event in poll.poll(0))
        finally:
            os.close(end)

    def _reply(
        self, text: str, began: float, ending: Ending, seconds: float | None = None
    ) -> Reply:
        now = time.monotonic()
        if seconds is None:
            seconds = now - began
        if seconds > _LONG_SECONDS:
            seconds -= self._waited(seconds)
        self._allowed_from, self._seen_before = now, self._seen
        return Reply(text, seconds, ending)

    def _look(self) -> Activity:
        self._seen = self._family.look()
        return self._seen

    def _waited(self, seconds: float) -> float:
        """How long the program waited for a processor in this time since the last input.

        As far as that is excused: were there no bound, one could keep the harness waiting for ever.
        """
        waited = self._seen.waited_since(self._seen_before, seconds)
        return min(waited, _WAITS_AT_MOST * self._limits.move_seconds)

    def _looks(self, text: str, began: float, since: float) -> Reply:
        reply = self._reply(text, began, Ending.ASKS, since - began)
        return reply._replace(only_looks=True)


def _ends_of(file: int) -> bytes:
    """The begin and the end of a file: the last words of a long run stand at its end."""
    size = os.fstat(file).st_size
    if size <= _STDERR_KEPT_BYTES:
        return os.pread(file, _STDERR_KEPT_BYTES, 0)
    half = _STDERR_KEPT_BYTES // 2
    return os.pread(file, half, 0) + b"\n...\n" + os.pread(file, half, size - half)
