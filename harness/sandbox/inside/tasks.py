"""The processes below this one: how many, how big, and their end. Imported by the launcher.

It shares nothing with `processes`, which does the same where there is no sandbox and a namespace
does not help: here there are no processes but those of one run.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False  # true for mypy; typing itself is not imported: see launcher
if TYPE_CHECKING:
    from typing import Final

SIGKILL: Final = 9
_SIGHUP: Final = 1
_PAGE: Final = os.sysconf("SC_PAGE_SIZE")
_SHARED_BY_NO_FILE: Final = b"/dev/zero (deleted)"  # as the kernel calls it
_STAT_BYTES: Final = 1024  # more than there can be


class Task:
    """A process below this one."""

    __slots__ = ("pid", "resident_bytes", "state", "threads")

    def __init__(self, pid: int, state: str, threads: int, resident_bytes: int) -> None:
        self.pid = pid
        self.state, self.threads, self.resident_bytes = state, threads, resident_bytes


def tasks() -> list[Task]:
    """All processes below this one."""
    found: dict[int, tuple[int, Task]] = {}
    for name in filter(str.isdigit, os.listdir("/proc")):  # noqa: PTH208  # no Path, see launcher
        fields = _fields(name)
        if fields:
            task = Task(int(name), fields[0].decode(), int(fields[17]), int(fields[21]) * _PAGE)
            found[int(name)] = int(fields[1]), task
    below: list[Task] = []
    parents = {os.getpid()}
    while parents:
        children = {pid for pid, (parent, _) in found.items() if parent in parents}
        below += [found[pid][1] for pid in children]
        parents = children
    return below


def open_files(pid: int) -> int:
    """How many files a process has open; 0 when it is gone. Source: proc(5), of /proc/pid/fd."""
    name = f"/proc/{pid}/fd"
    try:
        return os.stat(name).st_size or len(os.listdir(name))  # noqa: PTH116, PTH208  # before 6.2
    except OSError:
        return 0


def is_below(number: int) -> bool:
    """Whether a process or thread was started by this one, or by what it started, or is not there.

    The leader of a group stands for the group: nobody joins one of another session.
    """
    own, first = os.getpid(), number
    fields = _fields(str(number))
    if not fields:
        return not _is_group(number)
    while fields:
        if number == own or number in _own_threads():
            return False
        number = int(fields[1])
        if number == own:
            return True
        fields = _fields(str(number)) if number > 1 else [b""]
        if not fields:  # it ended meanwhile, and what it started has another parent
            return is_below(first)
        if number <= 1:
            return False
    return False


def is_of_a_file(pid: int, address: int, own: str) -> bool:
    """Whether other processes may have the same memory of a file there; also if it cannot be told.

    What a process may change without the file is its own, and so is what it shares with its
    children by no file, or by one in the run's `own` folder.
    """
    try:
        with open(f"/proc/{pid}/maps", "rb") as file:  # noqa: PTH123  # see launcher
            lines = file.read().splitlines()
    except OSError:
        return True
    for line in lines:
        fields = line.split(maxsplit=5)
        first, _, end = fields[0].partition(b"-")
        if int(first, 16) <= address < int(end, 16):
            name = fields[5] if len(fields) > 5 else b""
            is_own = fields[1][1:2] == b"w" and fields[1][3:4] == b"p"
            if own and name.startswith(os.fsencode(own) + b"/"):
                return False
            return fields[4] != b"0" and not is_own and name != _SHARED_BY_NO_FILE
    return False


def _own_threads() -> set[int]:
    return set(map(int, os.listdir("/proc/self/task")))  # noqa: PTH208


def _is_group(number: int) -> bool:
    """Whether a group whose leader is gone has processes that this one did not start."""
    for name in filter(str.isdigit, os.listdir("/proc")):  # noqa: PTH208
        fields = _fields(name)
        if fields and int(fields[2]) == number and not is_below(int(name)):
            return True
    return False


def _fields(name: str) -> list[bytes]:
    """What the kernel tells of a process, from its state on; nothing when it is gone.

    Without a file object, which costs as much again: out of a sandbox there are many processes.
    """
    try:
        descriptor = os.open(f"/proc/{name}/stat", os.O_RDONLY)
    except OSError:
        return []
    try:
        return os.read(descriptor, _STAT_BYTES).rpartition(b")")[2].split()  # names may hold any
    except OSError:
        return []
    finally:
        os.close(descriptor)


def childless() -> bool:
    """Whether this process has no child at all, alive or dead."""
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return True
    return False


def end_all() -> int:
    """As the first process of a namespace: end all others; how many of them were alive.

    Those count, too, that the hang-up of the terminal has ended just before.
    """
    alive = {task.pid for task in tasks() if task.state not in "ZX"}
    while not childless():
        _kill_others()
        pid, status = os.waitpid(-1, 0)
        if os.WIFSIGNALED(status) and os.WTERMSIG(status) == _SIGHUP:
            alive.add(pid)
    return len(alive)


def _kill_others() -> None:
    try:
        os.kill(-1, SIGKILL)
    except ProcessLookupError:  # those that are left are dead
        return
