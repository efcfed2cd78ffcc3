"""Named pipes in the folder of a run: to open one waits for whoever opens its other end.

What a program opens in /tmp the launcher opens for it, which must wait for nothing; so a thread for
each such call waits instead, and hands the descriptor over.

Source: fifo(7).
"""

from __future__ import annotations

import errno
import os
import time
from _thread import allocate_lock, start_new_thread

TYPE_CHECKING = False  # true for mypy; typing itself is not imported: see launcher
if TYPE_CHECKING:
    from typing import Final

    from harness.sandbox.inside.notifier import Notifier, Request

_MOST: Final = 64
_NAP_SECONDS: Final = 0.001


class Fifos:
    """The calls of a run that wait to open a named pipe."""

    def __init__(self) -> None:
        self._waiting: set[int] = set()  # what holds each pipe
        self._lock = allocate_lock()

    def open(self, notifier: Notifier, request: Request, held: int) -> None:
        """Answer with the pipe as soon as it is open; `held` is closed then."""
        with self._lock:
            is_one_more = len(self._waiting) < _MOST
            if is_one_more:
                self._waiting.add(held)
        if is_one_more:
            start_new_thread(self._open, (notifier, request, held))
        else:
            os.close(held)
            notifier.refuse(request, errno.EMFILE)

    def _open(self, notifier: Notifier, request: Request, held: int) -> None:
        try:
            flags = request.flags & os.O_ACCMODE | os.O_CLOEXEC
            notifier.hand_over(request, os.open(f"/proc/self/fd/{held}", flags))
        except OSError as error:
            notifier.refuse(request, error.errno or errno.EACCES)
        finally:
            with self._lock:
                self._waiting.discard(held)
                os.close(held)

    def end(self) -> None:
        """Have no call wait on; all who called have ended."""
        while True:
            with self._lock:
                for held in self._waiting:
                    pipe = f"/proc/self/fd/{held}"
                    os.chmod(pipe, 0o600)  # noqa: PTH101  # no Path, see launcher
                    # Whoever opens both ends lets all go on who wait for either.
                    os.close(os.open(pipe, os.O_RDWR | os.O_NONBLOCK))
                if not self._waiting:
                    return
            time.sleep(_NAP_SECONDS)
