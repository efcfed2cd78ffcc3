"""The process that starts the calls of bots: inside the sandbox, where there is one, as its first.

  python -m harness.arena.launcher CONFIG

It lives as long as its bot is in play, so that a call costs the start of one process and no new
sandbox; and where nothing of it is one bot's, at limits alone, as long as the arena's process, for
all its bots. Each line of its standard input is JSON: an object tells of a bot and its number, or
that a number is done with; a list is a call, the number and the arguments. Each line of its
standard output is what came of a call. When its input ends, so does it, with all that it started.

A bot cannot harm it: in a sandbox it is the first process of its namespace, which no signal from
within can end, and nobody may look into its memory. With limits alone it can be ended, for which
the bot that was in its call is to blame, but nobody may set limits or priorities of it, which the
next bot would have of it. It imports little, for it is started twice for each match in a sandbox:
dataclasses, pathlib and re alone would cost more than twenty starts of a compiled bot.
"""

import ctypes
import gc
import json
import os
import resource
import select
import signal
import sys
import threading
from collections.abc import Mapping, Sequence
from typing import Any, Final

from harness.arena import seccomp
from harness.arena.answering import Answering
from harness.arena.call import Call, Cell, Lodger, Streams
from harness.arena.notifier import Notifier
from harness.arena.reach import Reach
from harness.arena.spawn import Place, Spawner

_PR_SET_DUMPABLE, _PR_CAPBSET_DROP, _PR_SET_CHILD_SUBREAPER = 4, 24, 36
_CAPABILITIES: Final = 64

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
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # from a bot, as any other that would end it
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
            from harness.isolation import Sandbox  # it costs much, and a sandbox does not need it

            Sandbox((), ruleset).enter()
            os.close(ruleset)
        if seccomp.MACHINE is not None:
            listener = seccomp.enter(seccomp.MACHINE, bool(self._config["watched"]), self._spared())
            if self._answering is not None and listener is not None:
                self._answering.attend(Notifier(seccomp.MACHINE, listener))

    def _spared(self) -> set[int]:
        """All numbers by which a bot could set limits of this process, and of the arena's."""
        spared = {os.getpid(), threading.get_native_id()}
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


def main(arguments: Sequence[str]) -> int:
    """Answer calls until the input ends."""
    control, reply = os.dup(0), os.dup(1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    launcher = Launcher(json.loads(arguments[0]), control)
    os.write(reply, b"\n")  # it is ready
    gc.freeze()
    read = json.JSONDecoder().raw_decode
    with os.fdopen(control, "rb") as lines:
        for line in lines:
            told, _ = read(line.decode())
            if isinstance(told, dict):
                launcher.admit(told)
            else:
                number, *words = told
                answer = json.dumps(launcher.call(number, words))
                os.write(reply, answer.encode() + b"\n")
                launcher.tidy()
    return 0


if __name__ == "__main__":
    try:
        status = main(sys.argv[1:])
    except BaseException as error:  # a broken pipe, when the arena was killed
        print(f"{type(error).__name__}: {error}", file=sys.stderr, flush=True)
        status = 1
    # Without Python's own end: there the confined thread opens a library (pthread_exit loads
    # libgcc_s), which the filter asks this one about, which waits for that one: for ever.
    os._exit(status)
