"""What the filter asks about a program, answered by a thread of the launcher, and kept for its run.

The thread waits for the next question alone, so a question costs no look at anything else: a start
of Python asks a hundred. Whoever waits for the program's end need not know.
"""

from __future__ import annotations

import errno
import os
import sys
from _thread import allocate_lock, get_native_id, start_new_thread

from harness.sandbox.inside import changes, foreground, looks, seccomp, substitutes, usual_limits
from harness.sandbox.inside.fifos import Fifos
from harness.sandbox.inside.memory import have_calls_restarted
from harness.sandbox.inside.named_terminal import NamedTerminal
from harness.sandbox.inside.notifier import FOREIGN
from harness.sandbox.inside.reach import TOO_MANY
from harness.sandbox.inside.resolve import beneath
from harness.sandbox.inside.tasks import is_below, is_of_a_file, tasks
from harness.sandbox.inside.unfiltered import is_status

TYPE_CHECKING = False  # true for mypy; typing itself is not imported: see launcher
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Final

    from harness.sandbox.inside.notifier import Notifier, Request
    from harness.sandbox.inside.reach import Reach
    from harness.sandbox.inside.resolve import Name
    from harness.sandbox.protocol import Reached

_KEPT: Final = 1024  # names of one run
_FAMILIES: Final = {1: "AF_UNIX", 2: "AF_INET", 10: "AF_INET6", 16: "AF_NETLINK", 17: "AF_PACKET",
                    38: "AF_ALG", 40: "AF_VSOCK"}  # fmt: skip
_SOCKETS: Final = ("socket", "socketpair")
# As the C library makes one to ask for a user's or group's name (nscd), whatever program wants it;
# when it is denied, the library reads /etc/passwd. Unix, a stream, closed at exec, without waiting.
_OF_NAMES: Final = (1, 0o2004001, 0)
_F_SETOWN: Final = 8
_MAKES_FOLDER: Final = ("mkdir", "mkdirat")
_RUNS: Final = ("execve", "execveat")


class RunLog:
    """What a program was seen to ask for in one run. `processes` counts threads too.

    `waits` tells whether a request still waits for its answer.
    """

    def __init__(
        self, reach: Reach, processes: int, refusing: bool, waits: Callable[[Request], bool]
    ) -> None:
        self.tries: dict[Reached, None] = {}
        self.events: dict[str, None] = {}
        self.programs: dict[str, None] = {}
        self.changes = False  # whether a call went on that can change a file, or make one
        self.named: Name | None = None  # where the last request led that may go on
        self.done = False  # it was done for the program, which only need be told
        self.opened: int | None = None  # what was opened for it
        self.fifo: int | None = None  # what holds a named pipe that is to be opened for it
        self._reach, self._refusing, self._waits = reach, refusing, waits
        self._processes = processes
        self._tasks_left = processes - 1  # the first is the launcher's to start

    def judge(self, request: Request) -> int:
        """The error that a call fails with; 0 for one that goes on."""
        self.named, self.done, self.opened, self.fifo = None, False, None, None
        if request.starts:
            if request.name == "clone" and request.makes_namespace:
                return self._refuse(request, "a new namespace", errno.EPERM)
            return 0 if self._may_start() else errno.EAGAIN
        if looks.is_one(request):
            return self._judge_look(request)
        if request.name == "rt_sigaction":
            have_calls_restarted(request.pid, request.arguments[1])
            return 0
        if request.name == "clone3":
            if request.makes_namespace:
                self._refuse(request, "a new namespace")
            return errno.ENOSYS  # libraries make do with clone
        if request.name in ("futex", "mincore"):
            return self._judge_memory(request)
        if request.name in seccomp.CLOCKS:
            if request.clock_of == 0 or is_below(request.clock_of):
                return 0
            return self._refuse(request, f"a process that it did not start ({request.name})")
        if request.name == "capget":
            if request.capable == 0 or is_below(request.capable):
                return 0
            return self._refuse(request, "a process that it did not start (capget)")
        if request.name in usual_limits.CALLS and self._may_set_limits(request):
            self.done = True
            return usual_limits.answered(request.pid, request.name, request.arguments)
        if request.name in (*seccomp.PATHS, *seccomp.DESCRIPTORS) or request.locks:
            return self._judge_path(request)
        if request.name in seccomp.PROCESSES and not self._sets_owner(request):
            if self._may_touch(request):
                return 0
            return self._refuse(request, f"a process that it did not start ({request.name})")
        if foreground.is_asked(request):
            return self._judge_foreground(request)
        if request.name in _SOCKETS:
            family = request.arguments[0] & 0xFFFFFFFF
            if request.name == "socket" and request.arguments[:3] == _OF_NAMES:
                return errno.EACCES
            what = f"a socket ({_FAMILIES.get(family, f'family {family}')})"
            return self._refuse(request, what, errno.EACCES)
        if request.name == FOREIGN:
            return self._refuse(request, "a system call of a program of 32 bits", errno.ENOSYS)
        error = seccomp.FORBIDDEN.get(request.name, errno.EPERM)
        return self._refuse(request, f"the system call {request.name}", error)

    def refuse_unread(self, request: Request) -> int:
        """The error of a call whose arguments nobody expects."""
        return self._refuse(request, f"a call that cannot be understood ({request.name})")

    def _refuse(self, request: Request, what: str, error: int = errno.EPERM) -> int:
        if self._waits(request) and len(self.events) < _KEPT:
            self.events[what] = None
        return error

    def _judge_memory(self, request: Request) -> int:
        """Of mincore, which is refused, and of a futex that may be other processes' too."""
        error = errno.ENOSYS if request.name == "mincore" else errno.EACCES
        own = self._reach.temporary or ""
        if any(is_of_a_file(request.pid, address, own) for address in request.addresses):
            return self._refuse(request, f"what others have in memory ({request.name})", error)
        return error if request.name == "mincore" else 0

    def _judge_look(self, request: Request) -> int:
        """Of what only asks about a name, which goes on but where it is the run's own."""
        own = self._reach.run_folder
        if own is None or not (self._refusing and self._waits(request)):
            return 0
        try:
            error = looks.answered(own, request)
        except OSError:  # it has gone meanwhile
            return 0
        self.done = error is not None
        return error or 0

    def _judge_foreground(self, request: Request) -> int:
        """Of tcsetpgrp, which is done for the program where it is in the launcher's session."""
        if not foreground.is_of_the_launchers_session(request):
            return 0
        group = foreground.wanted(request)
        if group is None:
            return errno.EFAULT
        if group <= 0 or not is_below(group):
            return self._refuse(request, "a process that it did not start (tcsetpgrp)")
        self.done = True
        return foreground.set_to(request, group, self._reach.terminal)

    def _judge_path(self, request: Request) -> int:
        outside, refused, self.named = self._reach.asked(request)
        made = self.named if self._refusing and request.name in _MAKES_FOLDER else None
        if made and os.path.isdir(made.path):  # noqa: PTH112  # no Path, see launcher
            return errno.EEXIST  # as `mkdir -p` asks for each folder on the way
        changes_or_opens = request.writes or request.opens
        if self._refusing and changes_or_opens and self._reach.may_be_instead():
            error = self._do_instead(request)
            if error or self.done or not (self.opened is self.fifo is None):
                return error
        runs = request.name in _RUNS
        if runs and (self._reach.has_written(self.named) or self._is_put_down(self.named)):
            return self._refuse(request, "a program that it has written", errno.EACCES)
        programs = self._reach.programs(request) if request.name == "execve" else []
        if not (outside or programs):
            return self._may_go_on(request)
        if not self._waits(request):  # it died meanwhile: what was read may be another's
            return 0
        if len(self.programs) < _KEPT:
            self.programs.update(dict.fromkeys(programs))
        if len(self.tries) < _KEPT:
            self.tries.update(dict.fromkeys(outside))
        elif outside:  # so many that what counts could hide behind what does not
            self.tries[TOO_MANY, True] = None
        if refused and self._refusing:
            return errno.EACCES
        return self._may_go_on(request)

    def _is_put_down(self, named: Name | None) -> bool:
        """Whether it is in the run's own folder, by a name in /tmp."""
        own = self._reach.run_folder
        if named is None or own is None or not self._reach.has_files:
            return False
        place = own.named(named.path)
        if place is None:
            return False
        with place:
            return place.folder >= 0 and place.exists()

    def _may_go_on(self, request: Request) -> int:
        """Of a call that is not refused for where it leads; 0 where it does not lead elsewhere."""
        if request.name == "openat2":
            return errno.ENOSYS  # its flags can be swapped after this look; all do without it
        self.changes = self.changes or request.writes
        named = self.named
        if named is None or not (self._refusing and changes.is_one(request)):
            return 0
        if self._reach.hides_files or not self._waits(request):
            return 0
        self.done = True
        return changes.made(request, named)

    def _may_set_limits(self, request: Request) -> bool:
        """Whether it is a call about the limits that a run has, of a process of its own."""
        kind = request.arguments[usual_limits.CALLS[request.name]] & 0xFFFFFFFF
        if kind not in usual_limits.KINDS:
            return False
        return request.name != "prlimit64" or self._may_touch(request)

    def _do_instead(self, request: Request) -> int:
        """Do it in the run's own folder, if it can be done there; the error, if it fails."""
        own, paths = self._reach.run_folder, self._reach.paths
        assert own is not None, "it was asked"
        reads = not (request.writes or self._reach.has_files)
        if reads or not self._waits(request):  # of what is read nothing can be there yet
            return 0
        self._reach.is_used = True
        try:
            if request.writes:
                own.lead_to(paths[-1])
            self.fifo = substitutes.fifo(own, request, paths[-1])
            if self.fifo is not None:
                return 0
            self.opened = substitutes.opened(own, request, paths[-1])
            self.done = self.opened is None and substitutes.done(own, request, paths)
        except OSError as error:
            return error.errno or errno.EACCES
        self._reach.has_files = self._reach.has_files or self.done or self.opened is not None
        return 0

    def _may_start(self) -> bool:
        """Whether one more process or thread is within the limit; counted when it may not be."""
        if self._tasks_left <= 0:
            self._tasks_left = self._processes - sum(task.threads for task in tasks())
        self._tasks_left -= 1
        return self._tasks_left >= 0

    @staticmethod
    def _sets_owner(request: Request) -> bool:
        """Whether it is the call of fcntl whose process stands in memory, not in an argument."""
        return request.name == "fcntl" and request.arguments[1] != _F_SETOWN

    @staticmethod
    def _may_touch(request: Request) -> bool:
        """Whether all that it concerns was started by the program, or is not there."""
        whose = seccomp.PROCESSES[request.name]
        number = request.arguments[whose] & 0xFFFFFFFF
        if request.name in seccomp.USER:
            kind = request.arguments[0] & 0xFFFFFFFF
            if kind == seccomp.USER[request.name]:
                return False
        if number & 0x80000000:  # a group by its negative number; -1 is everyone
            number = 0x100000000 - number
            return number != 1 and is_below(number)
        return number == 0 or is_below(number)


class WatchThread:
    """The thread. Between `begin` and `end` all that is asked is of one run."""

    def __init__(self) -> None:
        self.thread = 0  # the kernel's number of it
        self._lock = allocate_lock()
        self._log: RunLog | None = None
        self._reach: Reach | None = None
        self._named_terminal: NamedTerminal
        self._fifos = Fifos()
        self._notifier: Notifier
        self._opens_itself: Callable[[str, Reach | None], bool]
        self._begun, self._attends = allocate_lock(), allocate_lock()  # held until it is so
        self._begun.acquire()
        self._attends.acquire()
        start_new_thread(self._run, ())
        self._begun.acquire()

    def waits(self, request: Request) -> bool:
        """Whether the call waits still: its caller is alive, and its number no other's."""
        return self._notifier.waits(request)

    def attend(self, notifier: Notifier, opens_itself: Callable[[str, Reach | None], bool]) -> None:
        """Answer what this notifier takes. To be called once, before any run.

        `opens_itself` tells of a real path whether the launcher must open it for the program.
        """
        self._notifier, self._opens_itself = notifier, opens_itself
        self._attends.release()

    def begin(self, log: RunLog, reach: Reach) -> None:
        """Answer for a run from now on, by what its program may have."""
        with self._lock:
            self._log, self._reach = log, reach
            self._named_terminal = NamedTerminal(reach.terminal)
            self._notifier.settled = reach.settled
            self._notifier.has_files = lambda: reach.has_files
            self._notifier.starting = True

    def end(self) -> None:
        """Stop recording the run, all of whose processes have ended."""
        with self._lock:
            self._log = None
            self._fifos.end()

    def _run(self) -> None:
        try:
            self.thread = get_native_id()
            self._begun.release()
            self._attends.acquire()
            notifier = self._notifier
            notifier.set_up()
            while True:
                request = notifier.receive()
                with self._lock:
                    # One that was taken for a run that has ended meanwhile is of nobody.
                    if self._log is not None and notifier.waits(request):
                        self._answer_or_refuse(notifier, request, self._log)
        except BaseException as error:
            print(f"{type(error).__name__}: {error}", file=sys.stderr, flush=True)
            os._exit(1)  # without it every program would wait for ever

    def _answer_or_refuse(self, notifier: Notifier, request: Request, log: RunLog) -> None:
        try:
            self._answer(notifier, request, log)
        except OSError:  # the machine's, and no answer to the program
            raise
        except Exception:
            notifier.refuse(request, log.refuse_unread(request))

    def _answer(self, notifier: Notifier, request: Request, log: RunLog) -> None:
        if self._named_terminal.concerns(request):
            self._named_terminal.answer(notifier, request)
            return
        error = log.judge(request)
        if error:
            notifier.refuse(request, error)
            return
        if log.fifo is not None:
            self._fifos.open(notifier, request, log.fifo)
            return
        if log.opened is not None:
            notifier.hand_over(request, log.opened)
            return
        if log.done:
            notifier.refuse(request, 0)
            return
        named = log.named
        if named is None or not request.opens or request.name == "truncate":
            notifier.allow(request)
            return
        path = named.path
        terminal = "" if self._reach is None else self._reach.terminal
        if path == foreground.CONTROLLING and terminal:
            path = terminal
            if request.writes:
                self._named_terminal.open(notifier, request)
                return
        elif path == terminal != "" and request.writes and not named.is_written:
            # By its name, or as standard input: what is written there is not printed. Libraries
            # that try to open their output once more by its name do without.
            notifier.refuse(request, errno.EACCES)
            return
        is_read = not (request.writes or request.flags & (os.O_PATH | os.O_DIRECTORY))
        if is_status(path) and is_read:
            notifier.open_status(request, path)
        elif self._reach is not None and path in self._reach.own_lines and is_read:
            notifier.open_text(request, self._reach.own_lines[path])
        elif path and self._opens_itself(path, self._reach):
            if named.is_settled:
                notifier.open_settled(request, path, request.flags)
            else:
                notifier.open(request, path, named.is_stream)
        else:
            notifier.allow(request)


def always(path: str, reach: Reach | None) -> bool:
    """With limits alone the launcher opens every file for the program.

    So it does on a terminal under Landlock, whose rules cannot tell the run's terminal from others
    of its user: a name that is swapped for that of another would open it.
    """
    return True


def what_rules_cannot_tell(path: str, reach: Reach | None) -> bool:
    """Landlock cannot tell a process's own folder in /proc from others', so none is allowed it.

    Nor the folder in which a bot runs, whose names it may see, from those of the other bots in it.
    """
    return beneath(path, "/proc") or (reach is not None and path == reach.folder)


def never(path: str, reach: Reach | None) -> bool:
    """In a sandbox of mounts nothing else is there."""
    return False
