"""One run of a program on a terminal of its own, which the harness reads and writes.

The launcher makes the terminal, so that it is in the sandbox's own /dev/pts, and passes it on.
Where a program is to be started as by a shell, the launcher is to it what the shell would be: it
leads the session that the terminal controls, and the program is a group of processes in it, in the
foreground. Otherwise the program leads a session of its own.
"""

from __future__ import annotations

import fcntl
import os
import select
import struct

from harness.sandbox.inside.foreground import CONTROLLING
from harness.sandbox.inside.program import ended_all, finished, is_too_much
from harness.sandbox.inside.spawn import CAN_FOLLOW, FOLLOWS, LEADS
from harness.sandbox.inside.tasks import SIGKILL
from harness.sandbox.inside.temporary import make, removed

TYPE_CHECKING = False  # true for mypy; typing itself is not imported: see launcher
if TYPE_CHECKING:
    from typing import Final

    from harness.sandbox.inside.program import AdmittedProgram, LauncherContext
    from harness.sandbox.protocol import Report, TerminalMessage

_LOOK_SECONDS: Final = 0.1  # how often a run that goes on is looked at
_TIOCSCTTY, _TIOCNOTTY = 0x540E, 0x5422
_NO_EXECUTION: Final = 0x08  # MFD_NOEXEC_SEAL, Linux 6.3
_ADD_SEALS, _SEAL_OF_SEALS = 1033, 0x01
_INPUT_FLAGS, _OUTPUT_FLAGS, _LOCAL_FLAGS = 0, 1, 3  # places in what termios tells
_IUTF8 = 0x4000  # which termios does not name


class TerminalRun:
    """One run, from `start` to `end`. Between them the launcher follows it by `wait`."""

    def __init__(self, context: LauncherContext, program: AdmittedProgram) -> None:
        self._context, self._program = context, program
        self._ending = "ended"
        self._pid = 0
        self.passed: list[int] = []  # the terminal, the process, its standard error

    def start(self, message: TerminalMessage) -> Report:
        """Start the run. The report names a failure; it is empty when the start succeeded."""
        terminal, slave = os.openpty()
        _prepare(slave, message)
        stderr = _file_in_memory()
        name = os.ttyname(slave)
        temporary = self._program.reach.temporary
        if temporary is not None:
            make(temporary)
        self._log = self._context.begin(self._program, name)
        self._leads_session = message["from_shell"] and _took(slave)
        belongs = FOLLOWS if self._leads_session else LEADS
        try:
            self._pid, error = self._context.spawner.start(
                self._program.place, (), (name, belongs, -1 if message["errors"] else stderr)
            )
            if not error:
                self.passed = [terminal, os.pidfd_open(self._pid), stderr]
                return {}
        finally:
            os.close(slave)
        self._let_go()
        self._context.end()
        if temporary is not None:
            removed(temporary)
        os.close(terminal)
        os.close(stderr)
        return {"ending": "unstarted", "stderr": os.strerror(error)}

    def close_passed(self) -> None:
        """Close what the harness has now; the process stays open here, to be followed."""
        terminal, self._pidfd, stderr = self.passed
        os.close(terminal)
        os.close(stderr)

    def wait(self) -> None:
        """Wait until the harness speaks; end what takes too much meanwhile."""
        poll = select.poll()
        poll.register(self._context.control, select.POLLIN)
        while not poll.poll(_LOOK_SECONDS * 1000):
            if self._ending == "ended" and is_too_much(self._context, self._program):
                self._ending = "excess"
                os.kill(self._pid, SIGKILL)

    def end(self) -> Report:
        """End the run, with all that it started; the report of it."""
        by_itself = os.waitid(os.P_PID, self._pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        if by_itself is None:
            os.kill(self._pid, SIGKILL)
        code = os.waitstatus_to_exitcode(os.waitpid(self._pid, 0)[1])
        os.close(self._pidfd)
        left = ended_all(self._context, self._pid)
        self._let_go()
        self._context.end()
        found: Report = {"left_running": left, "ending": self._ending}
        ended = by_itself is not None and self._ending == "ended"
        found["status"] = code if ended and code >= 0 else None
        found["signal"] = -code if ended and code < 0 else None
        return finished(found, self._context, self._program, self._log)

    def _let_go(self) -> None:
        """Let the terminal control the launcher's session no more, so that the next one can."""
        if not self._leads_session:
            return
        try:
            terminal = os.open(CONTROLLING, os.O_RDWR | os.O_NOCTTY | os.O_CLOEXEC)
        except OSError:
            return  # it was hung up, and so let go
        try:
            fcntl.ioctl(terminal, _TIOCNOTTY)
        except OSError:
            pass  # as above, meanwhile
        finally:
            os.close(terminal)


def _file_in_memory() -> int:
    """The descriptor of a file for standard error, which no program can run, nor seal."""
    try:
        found = os.memfd_create("stderr", os.MFD_CLOEXEC | _NO_EXECUTION)
    except OSError:
        return os.memfd_create("stderr")
    fcntl.fcntl(found, _ADD_SEALS, _SEAL_OF_SEALS)
    return found


def _took(terminal: int) -> bool:
    """Whether the launcher leads a session, which this terminal controls from now on."""
    if not CAN_FOLLOW or os.getsid(0) != os.getpid():
        return False
    try:
        fcntl.ioctl(terminal, _TIOCSCTTY, 0)
    except OSError:
        return False
    return True


def _prepare(terminal: int, message: TerminalMessage) -> None:
    """Make a terminal what the message wants."""
    import termios  # it costs, and most launchers do without it

    attributes = termios.tcgetattr(terminal)
    if message["plain"]:
        attributes[_OUTPUT_FLAGS] &= ~termios.OPOST
    else:
        attributes[_INPUT_FLAGS] |= _IUTF8  # as terminals do that people sit before
    if not message["echo"]:
        attributes[_LOCAL_FLAGS] &= ~termios.ECHO
    termios.tcsetattr(terminal, termios.TCSANOW, attributes)
    size = struct.pack("HHHH", message["rows"], message["columns"], 0, 0)
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, size)


def send(control: int, data: bytes, descriptors: list[int]) -> None:
    """Send a message with descriptors, by the socket that the launcher's input is."""
    import _socket  # socket itself costs ten times as much

    packed = struct.pack(f"{len(descriptors)}i", *descriptors)
    connection = _socket.socket(fileno=os.dup(control))
    try:
        connection.sendmsg([data], [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, packed)])
    finally:
        connection.close()
