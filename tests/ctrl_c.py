"""Ctrl-C, pressed at a program on a pseudo-terminal of pexpect."""

from contextlib import closing

import pexpect

from harness.sandbox.activity import Family


def press_ctrl_c(child: "pexpect.spawn[str]") -> None:
    """Press Ctrl-C once the program sleeps until it is typed to.

    CPython notes a signal that comes just before it reads, and then reads: it raises
    KeyboardInterrupt after the line that is typed next.
    """
    assert child.pid is not None
    with closing(Family(child.pid)) as family:
        while child.isalive() and not family.look().reads_terminal:
            pass
    child.sendintr()
