"""What the filter asks about a bot, answered by a thread of the launcher, and kept for its call.

In a thread of its own, for then it waits for the next question alone, and a question costs no look
at anything else: a start of Python asks a hundred. Whoever waits for the bot's end need not know.
"""

from __future__ import annotations

import errno
import os
import sys
from _thread import allocate_lock, get_native_id, start_new_thread

from harness.sandbox.inside.reach import TOO_MANY
from harness.sandbox.inside.tasks import tasks

TYPE_CHECKING = False  # true for mypy; typing itself is not imported: see launcher
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Final

    from harness.sandbox.inside.notifier import Notifier, Request
    from harness.sandbox.inside.reach import Reach, Reached

_KEPT: Final = 1024  # names of one call
_NETWORKS: Final = {2: "AF_INET", 10: "AF_INET6", 17: "AF_PACKET"}


class Seen:
    """What a bot was seen to ask for in one call. `processes` counts threads too.

    `waits` tells whether a request still waits for its answer.
    """

    def __init__(
        self, reach: Reach, processes: int, refusing: bool, waits: Callable[[Request], bool]
    ) -> None:
        self.tries: dict[Reached, None] = {}
        self.sockets: dict[str, None] = {}
        self.programs: dict[str, None] = {}
        self._reach, self._refusing, self._waits = reach, refusing, waits
        self._processes = self._tasks_left = processes
        self._begun = False

    def judge(self, request: Request) -> int:
        """The error that a call fails with; 0 for one that goes on."""
        if request.starts:
            return 0 if self._may_start() else errno.EAGAIN
        if request.name == "socket":
            family = _NETWORKS.get(request.arguments[0])
            if family is None:
                return 0
            self.sockets[f"a network socket ({family})"] = None
            return errno.EACCES
        if not self._begun and request.name == "execve":  # the arena's own, to start the bot
            self._begun = True
            return 0
        return self._judge_path(request)

    def _judge_path(self, request: Request) -> int:
        outside, refused = self._reach.asked(request)
        programs = self._reach.programs(request) if request.name == "execve" else []
        if not (outside or programs):
            return 0
        if not self._waits(request):  # it died meanwhile: what was read may be another's
            return 0
        if len(self.programs) < _KEPT:
            self.programs.update(dict.fromkeys(programs))
        if len(self.tries) < _KEPT:
            self.tries.update(dict.fromkeys(outside))
        elif outside:  # so many that what counts could hide behind what does not
            self.tries[TOO_MANY, True] = None
        return errno.EACCES if refused and self._refusing else 0

    def _may_start(self) -> bool:
        """Whether one more process or thread is within the limit; counted when it may not be."""
        if self._tasks_left <= 0:
            self._tasks_left = self._processes - sum(task.threads for task in tasks())
        self._tasks_left -= 1
        return self._tasks_left >= 0


class Answering:
    """The thread. Between `begin` and `end` all that is asked is of one call."""

    def __init__(self) -> None:
        self.thread = 0  # the kernel's number of it
        self._lock = allocate_lock()
        self._seen: Seen | None = None
        self._notifier: Notifier
        self._begun, self._attends = allocate_lock(), allocate_lock()  # held until it is so
        self._begun.acquire()
        self._attends.acquire()
        start_new_thread(self._run, ())
        self._begun.acquire()

    def waits(self, request: Request) -> bool:
        """Whether the call waits still: its caller is alive, and its number no other's."""
        return self._notifier.waits(request)

    def attend(self, notifier: Notifier) -> None:
        """Answer what this one takes. To be called once, before any call."""
        self._notifier = notifier
        self._attends.release()

    def begin(self, seen: Seen, reach: Reach) -> None:
        """Answer for a call from now on, by what its bot may have."""
        with self._lock:
            self._seen = seen
            self._notifier.settled = reach.settled

    def end(self) -> None:
        """Nothing more is kept for the call, all of whose processes are ended."""
        with self._lock:
            self._seen = None

    def _run(self) -> None:
        try:
            self.thread = get_native_id()
            self._begun.release()
            self._attends.acquire()
            notifier = self._notifier
            while True:
                request = notifier.receive()
                with self._lock:
                    # One that was taken for a call that has ended meanwhile is of nobody.
                    if self._seen is not None and notifier.waits(request):
                        _answer(notifier, request, self._seen)
        except BaseException as error:
            print(f"{type(error).__name__}: {error}", file=sys.stderr, flush=True)
            os._exit(1)  # without it every bot would wait for ever


def _answer(notifier: Notifier, request: Request, seen: Seen) -> None:
    error = seen.judge(request)
    if error:
        notifier.refuse(request, error)
    else:
        notifier.allow(request)
