"""The process that starts a bot's calls: inside the sandbox, where there is one, as its first.

  python -m harness.arena.launcher CONFIG

It lives as long as its bot is in play, so that a call costs the start of one process and no new
sandbox. Each line of its standard input is a call: the command, as JSON. Each line of its standard
output is what came of it. When its input ends, so does it, with all that it started.

A bot cannot harm it: in a sandbox it is the first process of its namespace, which no signal from
within can end, and nobody may look into its memory. It imports little, for it is started twice for
each match: dataclasses, pathlib and re alone would cost more than twenty starts of a compiled bot.
"""

import ctypes
import json
import os
import resource
import sys
from collections.abc import Mapping, Sequence
from typing import Any, Final

from harness.arena import seccomp
from harness.arena.call import Call, Cell
from harness.arena.reach import Reach
from harness.arena.seccomp import Notifier
from harness.arena.spawn import Spawner

_PR_SET_DUMPABLE, _PR_CAPBSET_DROP, _PR_SET_CHILD_SUBREAPER = 4, 24, 36
_CAPABILITIES: Final = 64

_libc = ctypes.CDLL(None, use_errno=True)


class Launcher:
    """Starts calls one after the other. The configuration is what `bot_process` writes."""

    def __init__(self, config: Mapping[str, Any], control: int) -> None:
        self._config = config
        self._notifier: Notifier | None = None
        _libc.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
        _libc.prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)
        for kind, bound in (
            (resource.RLIMIT_CORE, 0),
            (resource.RLIMIT_FSIZE, config["file_bytes"]),
            (resource.RLIMIT_DATA, config["memory_bytes"]),
        ):
            resource.setrlimit(kind, (bound, bound))
        # Nothing that a sandbox or Landlock denies to the bot is left to the thread that starts it.
        apart = config["watched"] or config["sandboxed"] or config["ruleset"] is not None
        spawner = Spawner(self._confine, config["environment"], apart)
        self._cell = Cell(
            config, control, os.open(os.devnull, os.O_RDWR),
            Reach(sandboxed=config["sandboxed"], **config["reach"]), spawner, self._notifier,
        )  # fmt: skip

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
            listener = seccomp.enter(seccomp.MACHINE, bool(self._config["watched"]))
            if listener is not None:
                self._notifier = Notifier(seccomp.MACHINE, listener)

    def call(self, command: Sequence[str]) -> dict[str, Any]:
        """Run one call to its end, and end all that it started."""
        return Call(self._cell, command).run()


def main(arguments: Sequence[str]) -> int:
    """Answer calls until the input ends."""
    control, reply = os.dup(0), os.dup(1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    launcher = Launcher(json.loads(arguments[0]), control)
    os.write(reply, b"\n")  # it is ready
    with os.fdopen(control, "rb") as calls:
        for line in calls:
            answer = json.dumps(launcher.call(json.loads(line)))
            os.write(reply, answer.encode() + b"\n")
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
