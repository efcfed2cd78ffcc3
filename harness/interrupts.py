"""Ctrl-C while a command is starting, and SIGTERM while it works."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def quiet_interrupt() -> Iterator[None]:
    """Let Ctrl-C end the process without a message: nothing has been done yet that could be lost.

    A process that does not listen to Ctrl-C, or listens in a way of its own, is left alone.
    """
    before = signal.getsignal(signal.SIGINT)
    if before is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        if before is not None:  # a handler that is not Python's cannot be put back
            signal.signal(signal.SIGINT, before)


class Terminated(KeyboardInterrupt):
    """SIGTERM came."""


@contextmanager
def told_of_sigterm() -> Iterator[None]:
    """Have SIGTERM end the work as Ctrl-C does.

    A process that does not end at SIGTERM by itself, or ends in a way of its own, is left alone.
    """

    def end(number: int, frame: FrameType | None) -> None:
        signal.signal(number, lambda number, frame: None)  # told once is enough
        raise Terminated

    ends = signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    if ends:
        signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        if ends:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
