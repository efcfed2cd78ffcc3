"""A line that a person types on a terminal, and Ctrl-C in place of one."""

import io
import os
import pty
import signal
import threading
import tty
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

import pytest

from harness.play.typed import typed_line

PATIENCE = 30.0  # seconds until a line is typed into a wait that nothing else has ended


@contextmanager
def typing() -> Iterator[tuple[int, TextIO]]:
    """Where keys are sent, and the terminal on which they are typed."""
    keys, terminal = pty.openpty()
    with os.fdopen(keys, "wb", 0), os.fdopen(terminal, "r") as stream:
        yield keys, stream


def test_each_line_of_what_was_pasted_is_read() -> None:
    with typing() as (keys, stream):
        os.write(keys, b"one\ntwo\nthree\n")
        assert [typed_line(stream) for _ in range(3)] == ["one\n", "two\n", "three\n"]


def test_the_end_of_the_lines_is_an_empty_one() -> None:
    with typing() as (keys, stream):
        os.write(keys, b"\x04")
        assert typed_line(stream) == ""
    assert typed_line(io.StringIO("no terminal\n")) == "no terminal\n"


def test_ctrl_c_that_another_thread_gets_ends_the_wait() -> None:
    """As does one that comes between Python's last look at its flag and the wait."""

    def interrupt() -> None:
        signal.pthread_kill(threading.get_ident(), signal.SIGINT)

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with typing() as (keys, stream):
            for seconds in (0.0, 0.001, 0.1):
                later = threading.Timer(seconds, interrupt)
                giving_up = threading.Timer(PATIENCE, os.write, (keys, b"nothing ended the wait\n"))
                giving_up.start()
                with pytest.raises(KeyboardInterrupt):
                    _line_and(later, stream)
                later.join()
                giving_up.cancel()
    finally:
        signal.signal(signal.SIGINT, before)


def _line_and(later: threading.Timer, stream: TextIO) -> str:
    later.start()
    return typed_line(stream)


def test_what_was_to_be_woken_before_is_again() -> None:
    woken, waking = os.pipe2(os.O_NONBLOCK)
    before = signal.set_wakeup_fd(waking)
    try:
        with typing() as (keys, stream):
            tty.setraw(stream)
            os.write(keys, b"a\n")
            typed_line(stream)
        assert signal.set_wakeup_fd(-1) == waking
    finally:
        signal.set_wakeup_fd(before)
        os.close(woken)
        os.close(waking)
