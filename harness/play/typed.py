"""A line that a person types, for which a process with several threads waits."""

import os
import select
import signal
import threading
from typing import TextIO


def typed_line(stream: TextIO) -> str:
    """The next line of a terminal or a pipe; empty after the last one.

    Ctrl-C raises KeyboardInterrupt at any moment. While `readline` waits alone, one is lost that
    comes just before the wait, or that the kernel hands to another thread: Python's handler sets a
    flag, and nobody looks at it until a line has come.
    """
    if not stream.isatty() or threading.current_thread() is not threading.main_thread():
        return stream.readline()
    woken, waking = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
    before = signal.set_wakeup_fd(waking, warn_on_full_buffer=False)
    try:
        # A terminal hands over one line at a time, so the stream holds none that is not seen here.
        select.select([stream.fileno(), woken], [], [])
    finally:
        signal.set_wakeup_fd(before)
        os.close(woken)
        os.close(waking)
    return stream.readline()
