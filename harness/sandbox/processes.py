"""What a program under test leaves behind, found and ended. Linux, by /proc and a subreaper.

A program may fork, leave its process group by setsid, and fork again, so that no group reaches its
grandchild. The harness therefore makes itself a child subreaper: whatever loses its parent becomes
the harness's own child, and can be found and ended.
"""

import contextlib
import ctypes
import os
import signal
import threading
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator

from harness.sandbox.inside import seccomp

_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36
_SWEEPS = 2000  # a fork bomb that outruns so many is the harness's failure, and is said to be

_libc = ctypes.CDLL(None, use_errno=True)
_running: set[int] = set()  # programs that this process runs now: their trees are no orphans
_starting = threading.Lock()  # held while one is started, and while orphans are ended


def _forget_other_threads() -> None:
    """In a forked child: no thread is left that could let go of the lock."""
    global _starting
    _starting = threading.Lock()


os.register_at_fork(after_in_child=_forget_other_threads)


def become_subreaper() -> bool:
    """Make orphans of programs under test children of this process; False where it cannot be.

    To be asked again in each process: one that was forked from a subreaper is none.
    """
    return bool(_libc.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0)


def die_with_parent(parent: int) -> None:
    """Have this process killed when its parent dies, even by SIGKILL; at once if it is dead.

    To be exact, when the thread ends that started this process.
    """
    _libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:
        os._exit(1)


@contextlib.contextmanager
def uninterrupted() -> Iterator[None]:
    """Put off Ctrl-C until this is done.

    What CPython calls around a fork cannot pass KeyboardInterrupt on: it would be printed and lost.
    """
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(before):
        yield
        return
    heard: list[int] = []
    signal.signal(signal.SIGINT, lambda number, _: heard.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if heard:
            signal.raise_signal(signal.SIGINT)


@contextlib.contextmanager
def starting() -> Iterator[None]:
    """Start a process and say that it `began`, put off Ctrl-C, and let no thread come between.

    One that just then ends what a program left would take the new process for an orphan.
    """
    with uninterrupted(), _starting:
        yield


def began(pid: int) -> None:
    """Say that this child of the harness is a running program under test."""
    _running.add(pid)


def end_left_behind(pid: int, of_any_session: bool = False) -> int:
    """Kill all that a program, itself ended and reaped, left running; the number of processes.

    Stops them all before it kills any, so that nothing forks meanwhile. With `of_any_session` this
    process has started nothing but the program, which may be in its session. Raises TimeoutError
    when processes appear faster than they are ended.
    """
    # Not 0 for none: a session begun outside the namespace of this process has that number.
    own_session = None if of_any_session else os.getsid(0)
    _running.discard(pid)
    ended: set[int] = set()
    for _ in range(_SWEEPS):
        with _starting:
            # That none is seen alive is not enough: one may have forked, unseen, and died
            # meanwhile. But then it is among the dead.
            if _childless() or not _fallen(_children(), own_session):
                return len(ended)
            for victim in _orphans(own_session):
                _signal(victim, signal.SIGSTOP)
            for victim in _orphans(own_session):
                ended.add(victim)
                _signal(victim, signal.SIGKILL)
            time.sleep(0.0005)
            ended |= _reap(own_session)
    raise TimeoutError(f"processes started by {pid} could not all be ended")


def await_group(pid: int) -> None:
    """Wait for the end of all that a program, itself reaped, left in its process group.

    They were all killed, and nothing that it started has left the group, or outlives it otherwise.
    """
    _running.discard(pid)
    with contextlib.suppress(ChildProcessError):
        while True:
            os.waitpid(-pid, 0)


def tree(pid: int) -> tuple[int, ...]:
    """The process and all that are below it now."""
    return (pid, *_below([pid], _children()))


def _childless() -> bool:
    """Whether this process has no child at all, alive or dead: the quick and common case."""
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return True
    return False


def _orphans(own_session: int | None) -> list[int]:
    """Living processes that fell to this one, with all below them."""
    children = _children()
    fallen = _fallen(children, own_session)
    everyone = (*fallen, *_below(fallen, children))
    return [pid for pid in everyone if (fields := _stat(pid)) and _is_alive(fields)]


def _is_alive(fields: list[str]) -> bool:
    """Whether anything of a process runs: its first thread may be dead before the others."""
    return fields[0] not in "ZX" or int(fields[17]) > 1


def _fallen(children: defaultdict[int, list[int]], own_session: int | None) -> list[int]:
    """Children of this process, alive or dead, that a program under test began.

    A child that is not a program under test but shares the session of the harness is its own (a
    worker, a compiler); an orphan of a program is in the session that its terminal began, or in
    one of its own making. So may be what another thread of the harness has started, but that is
    not under the filter of system calls.
    """
    return [
        pid
        for pid in children[os.getpid()]
        if pid not in _running
        and (fields := _stat(pid))
        and int(fields[3]) != own_session
        and (own_session is None or _may_be_filtered(pid))
    ]


def _may_be_filtered(pid: int) -> bool:
    """Whether a process is under more filters of system calls than this one, as programs are.

    True where there is no such filter, and where the kernel does not tell (Linux before 5.9).
    """
    its, own = _filters(pid), _filters(os.getpid())
    return seccomp.MACHINE is None or its is None or own is None or its > own


def _filters(pid: int) -> int | None:
    with contextlib.suppress(OSError), open(f"/proc/{pid}/status", "rb") as file:  # noqa: PTH123
        for line in file:
            name, _, value = line.partition(b":")
            if name == b"Seccomp_filters":
                return int(value)
    return None


def _reap(own_session: int | None) -> set[int]:
    """Have the dead that fell to this process leave the table of processes.

    Returns those that were hung up: with the terminal, when the program ended before them.
    """
    hung_up = set()
    for pid in _fallen(_children(), own_session):
        with contextlib.suppress(ChildProcessError):
            _, status = os.waitpid(pid, os.WNOHANG)
            if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGHUP:
                hung_up.add(pid)
    return hung_up


def _below(roots: Iterable[int], children: defaultdict[int, list[int]]) -> list[int]:
    found: list[int] = []
    frontier = list(roots)
    while frontier:
        below = children[frontier.pop()]
        found += below
        frontier += below
    return found


def _children() -> defaultdict[int, list[int]]:
    children: defaultdict[int, list[int]] = defaultdict(list)
    for name in os.listdir("/proc"):  # noqa: PTH208  # a Path for every process costs too much
        if name.isdigit() and (fields := _stat(int(name))):
            children[int(fields[1])].append(int(name))
    return children


def _stat(pid: int) -> list[str] | None:
    """The fields of /proc/PID/stat from the state on; the command's name may hold anything."""
    try:
        descriptor = os.open(f"/proc/{pid}/stat", os.O_RDONLY)
    except OSError:
        return None
    try:
        return os.read(descriptor, 1024).decode(errors="replace").rpartition(")")[2].split() or None
    except OSError:
        return None
    finally:
        os.close(descriptor)


def _signal(pid: int, number: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(pid, number)
