"""Ctrl-C while a command is starting."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def quiet_interrupt() -> Iterator[None]:
    """Let Ctrl-C end the process without a message: nothing has been done yet that could be lost.

    A caller that does not listen to Ctrl-C, or listens in a way of its own, is left alone.
    """
    before = signal.getsignal(signal.SIGINT)
    if before is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
