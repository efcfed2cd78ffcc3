"""The process that starts the calls of bots: inside the sandbox, where there is one, as its first.

It lives as long as its bot is in play, so that a call costs the start of one process and no new
sandbox; and where nothing of it is one bot's, at limits alone, as long as the arena's process, for
all its bots. What it is told on its standard input and tells on its standard output are values of
`marshal`, each after its length. First it is told what it is to be, and tells nothing when it is.
From then on a mapping tells of a bot and its number, or that a number is done with; a tuple is a
call, the number and the arguments, and what it tells is what came of it. When its input ends, so
does it, with all that it started.

A bot cannot harm it: in a sandbox it is the first process of its namespace, which no signal from
within can end, and nobody may look into its memory. With limits alone it can be ended, for which
the bot that was in its call is to blame, but nobody may set limits or priorities of it, which the
next bot would have of it.

It is started twice for each match in a sandbox: in 15 ms, of which 8 are Python's own. To import
typing would take 12 more, json 9, and signal, threading or contextlib 5 each, so none of its
modules does. They come with it: see `carried`.
"""

from __future__ import annotations

import ctypes
import gc
import marshal
import os
import resource
import select
import sys
from _thread import get_native_id

from harness.sandbox.inside import seccomp
from harness.sandbox.inside.call import Call, Cell, Lodger, Streams
from harness.sandbox.inside.notifier import Notifier
from harness.sandbox.inside.reach import Reach
from harness.sandbox.inside.spawn import Place, Spawner
from harness.sandbox.inside.watch import Answering

TYPE_CHECKING = False  # true for mypy
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any, BinaryIO, Final, NoReturn

_PR_SET_DUMPABLE, _PR_CAPBSET_DROP, _PR_SET_CHILD_SUBREAPER = 4, 24, 36
_CAPABILITIES: Final = 64
_SIGINT: Final = 2
SIZE_BYTES: Final = 4  # of the length of what is told

_libc = ctypes.CDLL(None, use_errno=True)


class Launcher:
    """Starts calls one after the other. The configuration is what `bot_process` writes."""

    def __init__(self, config: Mapping[str, Any], control: int) -> None:
        self._config = config
        # Begun by this thread: one of the confined thread would ask itself.
        self._answering = Answering() if config["watched"] else None
        self._lodgers: dict[int, Lodger] = {}
        self._streams = Streams()
        _libc.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
        _libc.prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)
        _libc.signal(_SIGINT, None)  # as usual: from a bot, as any other that would end it
        for kind, bound in (
            (resource.RLIMIT_CORE, 0),
            (resource.RLIMIT_FSIZE, config["file_bytes"]),
            (resource.RLIMIT_DATA, config["memory_bytes"]),
        ):
            resource.setrlimit(kind, (bound, bound))
        # Nothing that a sandbox or Landlock denies to the bot is left to the thread that starts it.
        apart = config["watched"] or config["sandboxed"] or config["ruleset"] is not None
        spawner = Spawner(self._confine, apart)
        poll = select.poll()
        poll.register(control, 0)  # that the arena is gone is told anyway
        null = os.open(os.devnull, os.O_RDWR)
        self._cell = Cell(config, control, null, poll, spawner, self._answering)

    def _confine(self) -> None:
        """In the thread that starts the bot: give up all that the bot shall not have."""
        for capability in range(_CAPABILITIES):
            _libc.prctl(_PR_CAPBSET_DROP, capability, 0, 0, 0)
        ruleset = self._config["ruleset"]
        if ruleset is not None:
            from harness.sandbox.landlock import (
                Sandbox,  # it costs much, and a sandbox does not need it
            )

            Sandbox((), ruleset).enter()
            os.close(ruleset)
        if seccomp.MACHINE is not None:
            listener = seccomp.enter(seccomp.MACHINE, bool(self._config["watched"]), self._spared())
            if self._answering is not None and listener is not None:
                self._answering.attend(Notifier(seccomp.MACHINE, listener))

    def _spared(self) -> set[int]:
        """All numbers by which a bot could set limits of this process, and of the arena's."""
        spared = {os.getpid(), get_native_id()}
        if self._answering is not None:
            spared.add(self._answering.thread)
        arena = os.getppid()  # 0 where it is in another namespace
        return spared | {arena, os.getpgid(arena)} if arena else spared

    def admit(self, about: Mapping[str, Any]) -> None:
        """Know a bot by its number, or know it no more."""
        number = about["number"]
        if "place" not in about:
            del self._lodgers[number]
            return
        reach = Reach(sandboxed=self._config["sandboxed"], **about["reach"])
        self._lodgers[number] = Lodger(about, Place(**about["place"]), reach)

    def call(self, number: int, arguments: Sequence[str]) -> dict[str, Any]:
        """Run one call of a bot to its end, and end all that it started."""
        return Call(self._cell, self._lodgers[number], self._streams, arguments).run()

    def tidy(self) -> None:
        """Be ready for the next call."""
        self._streams.close()
        self._streams = Streams()


def serve() -> None:
    """Answer calls until the input ends."""
    control, reply = os.dup(0), os.dup(1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    with os.fdopen(control, "rb") as stream:
        launcher = Launcher(_heard(stream), control)
        os.write(reply, framed(b""))
        gc.freeze()
        while told := _heard(stream):
            if isinstance(told, dict):
                launcher.admit(told)
            else:
                number, *words = told
                os.write(reply, framed(marshal.dumps(launcher.call(number, words))))
                launcher.tidy()


def framed(data: bytes) -> bytes:
    """Data as it is told."""
    return len(data).to_bytes(SIZE_BYTES, sys.byteorder) + data


def _heard(stream: BinaryIO) -> Any:
    """The next value; None when the input has ended."""
    size = stream.read(SIZE_BYTES)
    return marshal.loads(stream.read(int.from_bytes(size, sys.byteorder))) if size else None


def main() -> NoReturn:
    """Be the launcher, to the end of the process."""
    status = 0
    try:
        serve()
    except BaseException as error:  # a broken pipe, when the arena was killed
        print(f"{type(error).__name__}: {error}", file=sys.stderr, flush=True)
        status = 1
    # Without Python's own end: there the confined thread opens a library (pthread_exit loads
    # libgcc_s), which the filter asks this one about, which waits for that one: for ever.
    os._exit(status)
