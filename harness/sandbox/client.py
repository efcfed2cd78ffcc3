"""The arena's side of a launcher: the process, what is said to it, and its end."""

import atexit
import marshal
import os
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Hashable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from harness.closing import Closing
from harness.sandbox import processes
from harness.sandbox.inside.launcher import SIZE_BYTES, framed
from harness.verdict import HarnessError

GRACE_SECONDS: Final = 30.0  # beyond a call's own time: then the launcher itself is lost
_EXIT_SECONDS: Final = 1.0  # from the last word of a launcher to its end
_CHUNK: Final = 1 << 16


class Launched(Closing):
    """A launcher, told what it is to be: `config`, as `launcher` reads it.

    In a sandbox its process is bubblewrap, and the launcher the child of that.

    That it does not start is seen at the first call. Raises HarnessError then.

    Several threads may use it; one call waits for the other.
    """

    def __init__(
        self,
        command: Sequence[str],
        config: Mapping[str, Any],
        env: Mapping[str, str],
        cwd: Path,
        passed: Sequence[int],
    ) -> None:
        if not processes.become_subreaper():
            raise HarnessError("this system cannot gather the orphans of a bot")
        self._stderr = os.memfd_create("stderr")
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._stderr,
                env=env,
                cwd=cwd,
                pass_fds=passed,
                start_new_session=True,
                bufsize=0,
            )
        except OSError as error:
            os.close(self._stderr)
            raise HarnessError(f"{command[0]}: {error.strerror}") from error
        processes.began(self._process.pid)
        assert self._process.stdin is not None, "it is a pipe"
        assert self._process.stdout is not None, "it is a pipe"
        self._calls, self._answers = self._process.stdin.fileno(), self._process.stdout.fileno()
        self._said = b""
        self._is_ready = self._is_asked = self.is_closed = False
        self._is_sandboxed = bool(config["sandboxed"])
        self._numbers = 0
        self._lock = threading.RLock()
        self._poll = select.poll()
        self._poll.register(self._answers, select.POLLIN)
        self._tell(config)

    @property
    def complaint(self) -> str:
        """The last line that it wrote to its standard error."""
        text = os.pread(self._stderr, _CHUNK, 0).decode(errors="replace").strip()
        return text.rpartition("\n")[2] or "it said nothing"

    def admit(self, about: Mapping[str, Any]) -> int:
        """Tell it of a bot; the number that the bot has from now on."""
        with self._lock:
            self._numbers += 1
            self._tell({**about, "number": self._numbers})
            return self._numbers

    def dismiss(self, number: int) -> None:
        """Have it forget a bot. In the middle of a call that is the end of the launcher."""
        with self._lock:
            if self._is_asked:
                self.close()
            elif not self.is_closed:
                self._tell({"number": number})

    def call(self, number: int, arguments: Sequence[str], seconds: float) -> dict[str, Any] | None:
        """What came of one call; None when the launcher is lost."""
        with self._lock:
            if not self._is_ready and self._heard(GRACE_SECONDS) is None:
                raise HarnessError(f"the launcher of bots does not start: {self.complaint}")
            self._is_ready = self._is_asked = True
            self._tell((number, *arguments))
            heard = self._heard(seconds + GRACE_SECONDS)
            if heard is None:
                return None
            self._is_asked = False
            return dict(marshal.loads(heard))

    def _tell(self, what: Any) -> None:
        data = framed(marshal.dumps(what))
        try:
            while data:
                data = data[os.write(self._calls, data) :]
        except BrokenPipeError:  # it is seen when it does not answer
            return

    def _heard(self, seconds: float) -> bytes | None:
        """What it tells next; None when it is lost."""
        until = time.monotonic() + seconds
        while len(self._said) < (end := self._end()):
            if not self._poll.poll(max(0.0, until - time.monotonic()) * 1000):
                return None
            data = os.read(self._answers, _CHUNK)
            if not data:
                return None
            self._said += data
        heard, self._said = self._said[SIZE_BYTES:end], self._said[end:]
        return heard

    def _end(self) -> int:
        """How much there is to be of what it is telling, as far as can be known."""
        return SIZE_BYTES + int.from_bytes(self._said[:SIZE_BYTES], sys.byteorder)

    def was_ended(self) -> bool:
        """Whether another ended or stopped it; else it ended by a failure of its own."""
        try:
            return self._process.wait(_EXIT_SECONDS) < 0
        except subprocess.TimeoutExpired:
            return True

    def close(self) -> None:
        """End it, and what it left. May be called again."""
        with self._lock:
            if self.is_closed:
                return
            self.is_closed = True
            if self._process.returncode is None:
                os.killpg(self._process.pid, signal.SIGKILL)
            self._close_streams()
            self._process.wait()
            if self._is_sandboxed:  # with the first process of a namespace all others end
                processes.await_group(self._process.pid)
                return
            try:
                processes.end_left_behind(self._process.pid)
            except TimeoutError as error:
                raise HarnessError(str(error)) from error

    def _close_streams(self) -> None:
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                stream.close()
        os.close(self._stderr)

    def leave_to_parent(self) -> None:
        """In a process that was forked from the launcher's: keep nothing that keeps it alive."""
        self.is_closed = True
        self._process.returncode = 0  # as far as this process is concerned
        self._close_streams()


class Shared:
    """The launchers that belong to no bot: one of each kind, for all of this process's life.

    At its end they are ended; by its mere death too, for then their input ends.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._launchers: dict[Hashable, Launched] = {}
        atexit.register(self.close)
        os.register_at_fork(after_in_child=self._leave_to_parent)

    def launcher(self, kind: Hashable, start: Callable[[], Launched]) -> Launched:
        """The launcher of a kind, which is started when there is none, or none any more."""
        with self._lock:
            found = self._launchers.get(kind)
            if found is None or found.is_closed:
                found = self._launchers[kind] = start()
            return found

    def close(self) -> None:
        """End them all. Those that are asked for after that are new."""
        with self._lock:
            for launcher in self._launchers.values():
                launcher.close()
            self._launchers.clear()

    def _leave_to_parent(self) -> None:
        self._lock = threading.Lock()  # another thread of the parent may have had it
        for launcher in self._launchers.values():
            launcher.leave_to_parent()
        self._launchers = {}


shared: Final = Shared()
