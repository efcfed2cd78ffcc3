"""The process that starts the runs of programs: inside the sandbox, as its first, if there is one.

It lives as long as its program is in play, so a run costs the start of one process and no new
sandbox; with limits alone nothing of it is one program's, and it serves all programs of the
harness's process. `protocol` tells what it is sent and what it replies. When its input ends, it
ends everything that it started, and then itself.

A program cannot harm it: in a namespace of processes it is the first, which no signal from within
can end; elsewhere the filter has every signal and every change of limits asked about. Nobody may
look into its memory.

A sandbox is made twice for each match: in 15 ms, of which 8 are Python's own. To import typing
would take 12 more, json 9, and signal, threading or contextlib 5 each, so none of its modules does.
They come with it: see `bootstrap`.
"""

from __future__ import annotations

import _thread
import ctypes
import gc
import marshal
import os
import resource
import select
import sys

from harness.sandbox.inside import seccomp, terminal_run, watch
from harness.sandbox.inside.captured_run import CapturedRun, Streams
from harness.sandbox.inside.notifier import Notifier
from harness.sandbox.inside.program import AdmittedProgram, LauncherContext
from harness.sandbox.inside.reach import Reach
from harness.sandbox.inside.spawn import Place, Spawner
from harness.sandbox.inside.terminal_run import TerminalRun
from harness.sandbox.inside.watch import WatchThread
from harness.sandbox.protocol import SIZE_BYTES, framed, size_of

TYPE_CHECKING = False  # true for mypy
if TYPE_CHECKING:
    from typing import Any, BinaryIO, Final, NoReturn

    from harness.sandbox.protocol import (
        CallMessage,
        LauncherMessage,
        ProgramMessage,
        Report,
        TerminalMessage,
    )

_PR_SET_DUMPABLE, _PR_CAPBSET_DROP, _PR_SET_CHILD_SUBREAPER = 4, 24, 36
_CAPABILITIES: Final = 64
_SIGHUP, _SIGINT, _SIGTTOU, _IGNORED = 1, 2, 22, 1
_FAR_DESCRIPTOR: Final = 255  # as shells have one: it makes the tables of whom they start larger

_libc = ctypes.CDLL(None, use_errno=True)


class Launcher:
    """Starts runs one after the other."""

    def __init__(self, config: LauncherMessage, control: int) -> None:
        self._config, self._control = config, control
        _libc.prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)
        if config["owns_processes"] and config["processes_before"]:
            _use_up(config["processes_before"])
            if config["watched"]:  # or nothing would keep a program from ending it
                _go_on_in_a_child()
        # Begun by this thread: one of the confined thread would ask itself.
        self._watch_thread = WatchThread() if config["watched"] else None
        self._programs: dict[int, AdmittedProgram] = {}
        self._streams = Streams()
        _libc.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
        _libc.signal(_SIGINT, None)  # as usual: from a program, as any other that would end it
        _libc.signal(_SIGHUP, ctypes.c_void_p(_IGNORED))
        _libc.signal(_SIGTTOU, ctypes.c_void_p(_IGNORED))  # or it could not do as `foreground` says
        for kind, bound in (
            (resource.RLIMIT_CORE, 1),  # of 0 a program that gathers dumps would hear nevertheless
            (resource.RLIMIT_FSIZE, config["file_bytes"]),
            (resource.RLIMIT_DATA, config["memory_bytes"]),
        ):
            resource.setrlimit(kind, (bound, bound))
        # Nothing that a sandbox or Landlock denies is left to the thread that starts programs.
        apart = config["watched"] or config["hides_files"] or config["ruleset"] is not None
        spawner = Spawner(self._confine, apart)
        poll = select.poll()
        poll.register(control, 0)  # that the harness is gone is told anyway
        null = os.open(os.devnull, os.O_RDWR)
        os.dup2(null, _FAR_DESCRIPTOR, inheritable=False)
        os.close(null)
        self.context = LauncherContext(config, control, poll, spawner, self._watch_thread)

    def _confine(self) -> None:
        """In the thread that starts programs: give up all that they shall not have."""
        for capability in range(_CAPABILITIES):
            _libc.prctl(_PR_CAPBSET_DROP, capability, 0, 0, 0)
        ruleset = self._config["ruleset"]
        if ruleset is not None:
            from harness.sandbox.landlock import enter  # it costs much: pathlib and more

            enter(ruleset)
            os.close(ruleset)
        if seccomp.MACHINE is None:
            return
        listener = seccomp.enter(
            seccomp.MACHINE, self._config["watched"], self._config["has_temporary"]
        )
        if self._watch_thread is not None and listener is not None:
            opens_itself = watch.always
            if self._config["hides_files"]:
                opens_itself = watch.never
            elif ruleset is not None and not self._config["has_temporary"]:
                opens_itself = watch.what_rules_cannot_tell
            notifier = Notifier(seccomp.MACHINE, listener, opens_itself is watch.always)
            self._watch_thread.attend(notifier, opens_itself)

    def admit(self, message: ProgramMessage) -> None:
        """Register a program under its number."""
        reach = Reach(hides_files=self._config["hides_files"], **message["reach"])
        place = Place(**message["place"])
        self._programs[message["number"]] = AdmittedProgram(message, place, reach)

    def dismiss(self, number: int) -> None:
        """Forget a program."""
        del self._programs[number]

    def call(self, message: CallMessage) -> None:
        """Run a program to its end, with all that it started, and reply what came of it."""
        program = self._programs[message["number"]]
        run = CapturedRun(self.context, program, self._streams, message["arguments"])
        self._reply(run.run())
        self._streams.close()
        self._streams = Streams()

    def run_on_terminal(self, message: TerminalMessage, stream: BinaryIO) -> None:
        """Run a program on a terminal until the harness ends it, and reply what came of it."""
        run = TerminalRun(self.context, self._programs[message["number"]])
        failed = run.start(message)
        if failed:
            self._reply(failed)
            return
        terminal_run.send(self._control, framed(marshal.dumps({})), run.passed)
        run.close_passed()
        run.wait()
        is_asked = bool(stream.peek(1))  # type: ignore[attr-defined]  # it is a BufferedReader
        report = run.end()
        if is_asked:
            _heard(stream)
            self._reply(report)

    def _reply(self, report: Report) -> None:
        data = framed(marshal.dumps(dict(report)))
        while data:
            data = data[os.write(self._control, data) :]


def _use_up(numbers: int) -> None:
    """Use up so many numbers of processes: a thread has one as well, and costs the least."""
    ended = _thread.allocate_lock()
    ended.acquire()
    for _ in range(numbers):
        _thread.start_new_thread(ended.release, ())
        ended.acquire()


def _go_on_in_a_child() -> None:
    """Have a child go on, whose number is a usual one; the first process only waits for its end.

    Who starts a program from a shell is not the first process of the machine, and leads a session.
    """
    child = os.fork()
    if child:
        _, status = os.waitpid(child, 0)
        os._exit(os.waitstatus_to_exitcode(status) & 0xFF)
    os.setsid()


def serve() -> None:
    """Run programs until the input ends."""
    control = os.dup(0)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    with os.fdopen(control, "rb", closefd=False) as stream:
        launcher = Launcher(_heard(stream), control)
        os.write(control, framed(b""))
        gc.freeze()
        while (message := _heard(stream)) is not None:
            if isinstance(message, int):
                launcher.dismiss(message)
            elif "place" in message:
                launcher.admit(message)
            elif "arguments" in message:
                launcher.call(message)
            else:
                launcher.run_on_terminal(message, stream)


def _heard(stream: BinaryIO) -> Any:
    """The next message; None when the input has ended, and for a message that says None."""
    size = stream.read(SIZE_BYTES)
    return marshal.loads(stream.read(size_of(size))) if size else None


def main() -> NoReturn:
    """Be the launcher, to the end of the process."""
    status = 0
    try:
        serve()
    except BaseException as error:  # a broken pipe, when the harness was killed
        print(f"{type(error).__name__}: {error}", file=sys.stderr, flush=True)
        status = 1
    # Without Python's own end: there the confined thread opens a library (pthread_exit loads
    # libgcc_s), which the filter asks this process about, which waits for that thread: for ever.
    os._exit(status)
