"""What the processes and threads of a program do just now. Linux, by /proc.

A look takes some microseconds a file, and a program goes on meanwhile. So what is seen counts only
when nothing of the program has run from the beginning of the look to its end.

Source: proc(5); the kernel's Documentation/scheduler/sched-stats.rst.
"""

import os
import stat
from collections.abc import Iterable
from typing import Final, NamedTuple

from harness.closing import Closing
from harness.sandbox import processes, waits
from harness.sandbox.inside import seccomp
from harness.sandbox.waits import contents

_PTS_MAJORS: Final = range(136, 144)
_TTY: Final = os.makedev(5, 0)
_MACHINE: Final = seccomp.MACHINE
# In one of these a thread waits for the watcher's answer, and goes on at once.
_ASKED_ABOUT: Final = frozenset(
    b"%d" % number
    for name, number in (_MACHINE.numbers.items() if _MACHINE else ())
    if name not in seccomp.MOSTLY_ALLOWED
)
_BYTES: Final = 1024
_THREADS_AT: Final = 17  # in /proc/PID/stat, counted from the state: how many threads there are
_PROCESSORS: Final = len(os.sched_getaffinity(0))
_FEW: Final = 500  # processes whose numbers are tried one by one


class Thread(NamedTuple):
    """A thread, by its folder in /proc. `ran` is from schedstat: how long it ran, and how often."""

    folder: str
    ran: bytes
    state: str
    call: tuple[bytes, ...]  # the system call that it sleeps in, and its arguments

    @property
    def is_busy(self) -> bool:
        """Whether it may print without any further event."""
        if self.state in "ZXTt":
            return False
        return self.state != "S" or self.call[:1] == (b"running",) or self.call[0] in _ASKED_ABOUT

    @property
    def reads_terminal(self) -> bool:
        """Whether it sleeps in a read of a terminal. A stopped one does not wait for input."""
        wait = self._terminal_wait()
        return wait is not None and wait.seconds is None

    @property
    def names_terminal(self) -> bool:
        """Whether the very call in which it sleeps until there is input names its terminal."""
        wait = self._terminal_wait()
        return wait is not None and wait.seconds is None and not wait.by_epoll

    @property
    def looks_for_input(self) -> bool:
        """Whether it sleeps until its terminal has input, or a time that it has set is over."""
        return self._terminal_wait() is not None

    def _terminal_wait(self) -> waits.Wait | None:
        """What it waits for, where that is or may be its terminal."""
        wait = waits.wait_of(self.folder, self.call) if self.state == "S" else None
        return wait if wait and any(map(self._is_terminal, wait.descriptors)) else None

    def _is_terminal(self, descriptor: int) -> bool:
        try:
            read = os.stat(f"{self.folder}/fd/{descriptor}")  # noqa: PTH116  # often
        except OSError:
            return False
        # By its number, because the name is that of another namespace of mounts.
        return stat.S_ISCHR(read.st_mode) and (
            os.major(read.st_rdev) in _PTS_MAJORS or read.st_rdev == _TTY
        )

    @property
    def naps(self) -> bool:
        """Whether it sleeps for a time that it has set itself."""
        wait = waits.wait_of(self.folder, self.call) if self.state == "S" else None
        return wait is not None and wait.seconds is not None and not wait.descriptors

    @property
    def seconds(self) -> float:
        """How long it has had a processor."""
        return int(self.ran.split()[0]) / 1e9 if self.ran else 0.0

    @property
    def waited(self) -> float:
        """How long it was ready to run, in seconds, and had no processor."""
        return int(self.ran.split()[1]) / 1e9 if self.ran else 0.0


class Activity(NamedTuple):
    """What all threads of a program do, itself and all processes below it."""

    threads: tuple[Thread, ...]
    is_stable: bool  # none of them ran while they were looked at

    @property
    def is_quiet(self) -> bool:
        """Whether all sleep, are stopped or gone: nothing is printed without a further event."""
        return self.is_stable and not any(thread.is_busy for thread in self.threads)

    @property
    def reads_terminal(self) -> bool:
        """Whether one of them sits in a read of its terminal; the others may be busy."""
        return any(thread.reads_terminal and _ran(thread) for thread in self.threads)

    @property
    def names_terminal(self) -> bool:
        """Whether one of them sits in a call that names its terminal."""
        return any(thread.names_terminal for thread in self.threads)

    @property
    def looks_for_input(self) -> bool:
        """Whether all sleep, and one of them until its terminal has input or a time is over."""
        return self.is_quiet and any(thread.looks_for_input for thread in self.threads)

    @property
    def naps(self) -> bool:
        """Whether one of them sleeps for a time of its own, and none waits for its terminal."""
        return any(thread.naps for thread in self.threads) and not self.reads_terminal

    def seconds_since(self, before: "Activity") -> float:
        """How long all of them had a processor since an earlier look."""
        return sum(ran for ran, _ in self._times_since(before))

    def waited_since(self, before: "Activity", seconds: float) -> float:
        """How long, of these seconds since an earlier look, others kept it from working.

        The thread that worked most tells how long it waited for a processor. Threads also wait for
        one another, and for that the program answers: so long as all of them together would have
        kept every processor busy is no wait.
        """
        times = self._times_since(before)
        _, waited = max(times, default=(0.0, 0.0))
        worked = sum(ran for ran, _ in times) / _PROCESSORS
        return max(0.0, min(waited, seconds - worked))

    def _times_since(self, before: "Activity") -> list[tuple[float, float]]:
        """For each thread, how long it had a processor since then, and waited for one."""
        known = {thread.folder: (thread.seconds, thread.waited) for thread in before.threads}
        return [
            (thread.seconds - ran, thread.waited - waited)
            for thread in self.threads
            for ran, waited in [known.get(thread.folder, (0.0, 0.0))]
        ]


NOTHING: Final = Activity((), is_stable=True)
"""What a program did before it was started."""


class Family(Closing):
    """A program's first process and all processes below it, which may become more and fewer.

    Most programs are one thread. The files in /proc of the first thread are kept open: every reply
    costs one look, and to open five files takes four times as long as to read them.
    """

    def __init__(self, pid: int) -> None:
        self._first = self._newest = pid
        self._pids = [pid]
        self._folder = f"/proc/{pid}/task/{pid}"
        self._kept: dict[str, int] = {}

    def close(self) -> None:
        """Close the files. May be called again, and a look after that opens them anew."""
        while self._kept:
            os.close(self._kept.popitem()[1])

    def look(self) -> Activity:
        """What all of them do.

        Children are looked for after the states are read, so that none is missed: a process that
        sleeps starts no more.
        """
        return self._look_at_one() or self._look_at_all()

    def _look_at_one(self) -> Activity | None:
        """What the first thread does; None where there may be others, and where it is dead."""
        if len(self._pids) > 1:
            return None
        folder = self._folder
        ran = self._read(f"{folder}/schedstat")
        fields = self._read(f"{folder}/stat").rpartition(b")")[2].split()
        if not ran or len(fields) <= _THREADS_AT or fields[_THREADS_AT] != b"1":
            return None
        call = tuple(self._read(f"{folder}/syscall").split()) or (b"",)
        thread = Thread(folder, ran, fields[0].decode(), call)
        if self._read(f"{folder}/children"):
            return None
        if f"{folder}/children" not in self._kept:  # a kernel that was built without it
            self._pids += self._born()
            if len(self._pids) > 1:
                return None
        return Activity((thread,), self._read(f"{folder}/schedstat") == ran)

    def _read(self, name: str) -> bytes:
        """A file of /proc as it is now; nothing where the thread is gone."""
        try:
            if name not in self._kept:
                self._kept[name] = os.open(name, os.O_RDONLY | os.O_CLOEXEC)
            return os.pread(self._kept[name], _BYTES, 0)
        except OSError:
            return b""

    def _look_at_all(self) -> Activity:
        threads: list[Thread] = []
        listed: list[tuple[int, list[str]]] = []
        while len(listed) < len(self._pids):
            for pid in self._pids[len(listed) :]:
                names = _listed(f"/proc/{pid}/task")
                listed.append((pid, names))
                threads += (_thread(f"/proc/{pid}/task/{name}") for name in names)
            self._pids += self._born()
        self._pids = [pid for pid, names in listed if names or pid == self._first]
        is_stable = all(map(_ran, threads)) and all(
            _listed(f"/proc/{pid}/task") == names for pid, names in listed
        )
        return Activity(tuple(threads), is_stable)

    def _born(self) -> list[int]:
        """The processes below these that are not known yet.

        The kernel numbers processes in their order and tells the newest number, so none but a few
        need be looked at: to look at all of a machine's takes as long as a program's whole reply.
        """
        newest = int(self._read("/proc/loadavg").split()[-1])
        numbers: Iterable[int] = range(self._newest + 1, newest + 1)
        if not 0 <= newest - self._newest <= _FEW:  # or numbers are given from the first on again
            numbers = processes.tree(self._first)[1:]
        self._newest = newest
        found: list[int] = []
        for number in numbers:
            fields = contents(f"/proc/{number}/stat").rpartition(b")")[2].split()
            parent = int(fields[1]) if fields else 0
            is_new = number not in self._pids and (parent in self._pids or parent in found)
            if is_new and _is_process(number):
                found.append(number)
        return found


def _is_process(number: int) -> bool:
    """Whether the number is that of a process, and not of a further thread of one."""
    return b"\nTgid:\t%d\n" % number in contents(f"/proc/{number}/status")


def _thread(folder: str) -> Thread:
    ran = contents(f"{folder}/schedstat")
    state = contents(f"{folder}/stat").rpartition(b")")[2][1:2].decode() or "X"
    return Thread(folder, ran, state, tuple(contents(f"{folder}/syscall").split()) or (b"",))


def _ran(thread: Thread) -> bool:
    """Whether the thread is there and has not run since it was looked at."""
    return contents(f"{thread.folder}/schedstat") == thread.ran


def _listed(folder: str) -> list[str]:
    try:
        return os.listdir(folder)  # noqa: PTH208  # a Path for every thread costs too much
    except OSError:
        return []
