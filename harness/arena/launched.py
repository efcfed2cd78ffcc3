"""The arena's side of a launcher: the process, what is said to it, and its end."""

import json
import os
import select
import subprocess
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from harness import processes
from harness.verdict import HarnessError

GRACE_SECONDS: Final = 30.0  # beyond a call's own time: then the launcher itself is lost
_EXIT_SECONDS: Final = 1.0  # from the last word of a launcher to its end
_CHUNK: Final = 1 << 16


class Launched:
    """A launcher. That it does not start is seen at the first call. Raises HarnessError then."""

    def __init__(
        self, command: Sequence[str], env: Mapping[str, str], cwd: Path, passed: Sequence[int]
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
        self._said = b""
        self._is_ready = False
        self._poll = select.poll()
        self._poll.register(self._process.stdout or -1, select.POLLIN)

    @property
    def complaint(self) -> str:
        """The last line that it wrote to its standard error."""
        text = os.pread(self._stderr, _CHUNK, 0).decode(errors="replace").strip()
        return text.rpartition("\n")[2] or "it said nothing"

    def call(self, command: Sequence[str], seconds: float) -> dict[str, Any] | None:
        """What came of one call; None when the launcher is lost."""
        assert self._process.stdin is not None, "it is a pipe"
        if not self._is_ready and self._line(GRACE_SECONDS) is None:
            raise HarnessError(f"the launcher of bots does not start: {self.complaint}")
        self._is_ready = True
        with suppress(BrokenPipeError):
            self._process.stdin.write(json.dumps(command).encode() + b"\n")
            line = self._line(seconds + GRACE_SECONDS)
            return None if line is None else dict(json.loads(line))
        return None

    def _line(self, seconds: float) -> bytes | None:
        assert self._process.stdout is not None, "it is a pipe"
        until = time.monotonic() + seconds
        stream = self._process.stdout.fileno()
        while b"\n" not in self._said:
            if not self._poll.poll(max(0.0, until - time.monotonic()) * 1000):
                return None
            data = os.read(stream, _CHUNK)
            if not data:
                return None
            self._said += data
        line, _, self._said = self._said.partition(b"\n")
        return line

    def was_ended(self) -> bool:
        """Whether another ended or stopped it; else it ended by a failure of its own."""
        try:
            return self._process.wait(_EXIT_SECONDS) < 0
        except subprocess.TimeoutExpired:
            return True

    def close(self) -> None:
        """End it, and what it left."""
        self._process.kill()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                stream.close()
        self._process.wait()
        try:
            processes.end_left_behind(self._process.pid)
        except TimeoutError as error:
            raise HarnessError(str(error)) from error
        os.close(self._stderr)
