"""Temporary folders that are gone when this process is, also when it was killed at any moment.

<temporary>/golfproof-scratch-0123456789abcdef/    held by a lock as long as it is used

A process of its own, the remover, is told of every such folder before it is made. When its input
ends, which is when this process ends however that happens, it removes those that are left. Should
the remover be killed as well, whoever makes a folder next removes those that no process holds.
"""

import atexit
import fcntl
import os
import secrets
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from harness import removal
from harness.sandbox import processes

_PREFIX: Final = "golfproof-scratch-"
_UNHELD_SECONDS: Final = 60.0  # from making a folder to holding it, at the very most
# The remover. Signals of the terminal are for the harness; a program that is being ended may still
# write into a folder, so a folder is removed until it is gone.
_REMOVER: Final = """
import os, signal, sys, time
for number in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM):
    signal.signal(number, signal.SIG_IGN)
left = {}
for line in sys.stdin.buffer:
    name = os.fsdecode(bytes.fromhex(line[1:].decode()))
    if line[:1] == b"+":
        left[name] = None
    else:
        left.pop(name, None)
for name in left:
    for _ in range(100):
        if not os.path.lexists(name):
            break
        for command in (["chmod", "-R", "u+rwX"], ["rm", "-rf"]):
            try:
                os.spawnvp(os.P_WAIT, command[0], [*command, "--", name])
            except OSError:
                break
        time.sleep(0.01)
"""


class _Remover:
    """The remover of one process, which is started when the first folder is reserved."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._owner = 0

    def tell(self, sign: str, folder: Path) -> None:
        """Have it remove the folder at the end, or no more."""
        # It was killed: the next to make a folder sees to it. Or all of this process is ending.
        with self._lock, suppress(OSError, ValueError):
            if self._owner != os.getpid():
                self._start()
            assert self._process is not None, "it is started"
            assert self._process.stdin is not None, "it is a pipe"
            self._process.stdin.write(f"{sign}{os.fsencode(folder).hex()}\n".encode())
            self._process.stdin.flush()

    def _start(self) -> None:
        if self._process is not None:  # that of the process which this one was forked from
            self._process.returncode = 0
        python = getattr(sys, "_base_executable", None) or sys.executable
        with processes.starting():
            self._process = subprocess.Popen(
                [python, "-I", "-S", "-B", "-c", _REMOVER],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                cwd="/",
                start_new_session=True,
            )
            processes.began(self._process.pid)  # no orphan of a program under test
        self._owner = os.getpid()
        atexit.register(self._close)
        _sweep(Path(tempfile.gettempdir()))

    def _close(self) -> None:
        if self._process is not None and self._owner == os.getpid():
            with suppress(OSError):
                assert self._process.stdin is not None, "it is a pipe"
                self._process.stdin.close()
            self._process.wait()


_remover: Final = _Remover()


@contextmanager
def reserved(folder: Path) -> Iterator[None]:
    """Remove this folder, which is made in the block, before the block and after it.

    Raises HarnessError when it cannot be removed.
    """
    folder, owner = folder.absolute(), os.getpid()
    _remover.tell("+", folder)
    removal.remove(folder)
    try:
        yield
    finally:
        if os.getpid() == owner:  # else a child of it ends, which was forked in the block
            removal.remove(folder)
            _remover.tell("-", folder)


@contextmanager
def scratch_folder() -> Iterator[Path]:
    """A new and empty folder, by its real path; it is gone after the block."""
    folder = Path(os.path.realpath(tempfile.gettempdir()), _PREFIX + secrets.token_hex(8))
    with reserved(folder):
        folder.mkdir(mode=0o700)
        held = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            fcntl.flock(held, fcntl.LOCK_SH)
            yield folder
        finally:
            os.close(held)


def _sweep(place: Path) -> None:
    """Remove the folders that no living process holds."""
    for folder in place.glob(f"{_PREFIX}*"):
        with suppress(OSError):
            found = folder.lstat()
            if found.st_uid != os.getuid() or time.time() - found.st_ctime < _UNHELD_SECONDS:
                continue
            held = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
            try:
                fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
                removal.remove(folder)
            finally:
                os.close(held)
