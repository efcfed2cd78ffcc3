"""What keeps a bot in its folder: bubblewrap, else Landlock, else limits alone.

In bubblewrap's sandbox the bot sees the system's libraries and its interpreter, read-only; its own
folder, read-only, and `data.txt` in it, which it may write; an empty /tmp; and nothing else: other
bots, the controller's files and other processes do not exist, nor does a network. The working
directory is the folder of all bots. Landlock denies the same files, but some of their metadata can
be asked and set. With limits alone nothing is denied that is not also watched.
"""

import os
import subprocess
import sys
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from enum import StrEnum
from functools import cache
from pathlib import Path
from shutil import which
from typing import Final

from harness.sandbox import landlock as landlock_module
from harness.sandbox.bootstrap import beginning
from harness.sandbox.inside import seccomp

LAUNCHER_ENVIRONMENT: Final = {"LC_ALL": "C.UTF-8"}  # the bot has another
_TEMPORARY_BYTES: Final = 64 << 20
_NOT_BOUND: Final = ("/proc", "/sys")


class Isolation(StrEnum):
    """How a bot is kept from what is not its own, the best first."""

    BUBBLEWRAP = "bubblewrap"
    LANDLOCK = "landlock"
    RLIMITS = "rlimits"


class Watch(StrEnum):
    """Whether what a bot opens is seen, by a filter in the kernel that asks the arena."""

    EVERY = "every"
    OFF = "off"


def best_isolation() -> Isolation:
    """The best that this machine has; bubblewrap only where it really runs."""
    return next(filter(is_available, Isolation))


def is_available(level: Isolation) -> bool:
    """Whether this machine has a level of isolation."""
    match level:
        case Isolation.BUBBLEWRAP:
            return bubblewrap_works()
        case Isolation.LANDLOCK:
            return landlock_module.landlock_version() > 0
        case Isolation.RLIMITS:
            return True


@cache
def bubblewrap_works() -> bool:
    """Whether bubblewrap is installed and may make a sandbox here."""
    program = which("bwrap")
    if program is None:
        return False
    command = [program, *_NAMESPACES, *_bound("--ro-bind", ["/usr"]), *_links(), "true"]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


@cache
def can_notify() -> bool:
    """Whether a filter may be entered here, and what it reports be answered."""
    machine = seccomp.MACHINE
    if machine is None:
        return False
    entered: list[int] = []

    def probe() -> None:
        with suppress(OSError):
            entered.append(seccomp.enter(machine, notify=True) or -1)

    thread = threading.Thread(target=probe)  # which takes the filter with it when it ends
    thread.start()
    thread.join()
    for listener in entered:
        os.close(listener)
    return bool(entered)


def describe(level: Isolation, watched: bool) -> str:
    """What kept the bots in their folders, in a few words for the result."""
    match level:
        case Isolation.BUBBLEWRAP:
            denial = "kept in by bubblewrap"
        case Isolation.LANDLOCK:
            denial = f"kept in by Landlock {landlock_module.landlock_version()}"
        case Isolation.RLIMITS:
            denial = "not kept in, limits alone"
    return f"{denial}, {'every call watched by seccomp' if watched else 'not watched'}"


_NAMESPACES: Final = (
    "--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try",
    "--die-with-parent", "--cap-drop", "ALL",
)  # fmt: skip


def launcher_command(sandbox: Sequence[str] | None) -> list[str]:
    """The command of a launcher; `sandbox` is what bubblewrap is told, where there is one."""
    python = os.path.realpath(getattr(sys, "_base_executable", None) or sys.executable)
    # -I: it starts in the folder of all bots, and one of them may be called ctypes.
    command = [python, "-I", "-S", "-B", "-c", beginning()]
    return command if sandbox is None else [*sandbox, "--", *command]


def bubblewrap(arena: Path, own: Path, readable: Sequence[Path]) -> list[str]:
    """What bubblewrap is told for a bot whose folder is `own`: the start of a command."""
    python = Path(os.path.realpath(getattr(sys, "_base_executable", None) or sys.executable))
    data = own / "data.txt"
    words = ["bwrap", *_NAMESPACES, "--as-pid-1", "--proc", "/proc", "--dev", "/dev"]
    outer: list[str] = []
    for folder in ("/tmp", "/dev/shm"):
        words += ["--size", str(_TEMPORARY_BYTES), "--tmpfs", folder]
    words += _links()
    bound = {str(path) for path in (*readable, Path(sys.base_prefix), python)}
    words += _bound("--ro-bind", _outermost(filter(_is_bound, bound)))
    if arena.parts[:2] == ("/", "tmp"):  # where a bot could write beside its folder
        outer = [str(Path(*arena.parts[:3]))]
    for folder in dict.fromkeys([*outer, str(arena)]):
        words += ["--tmpfs", folder]
    words += ["--ro-bind", str(own), str(own), "--bind", str(data), str(data)]
    for folder in (str(arena), *outer, "/dev", "/"):
        words += ["--remount-ro", folder]
    return [*words, "--chdir", str(arena)]


def _outermost(paths: Iterable[str]) -> list[str]:
    """Those that are in no other of them: there a link in a folder that is bound cannot be bound.

    The interpreter of a virtual environment is such a link.
    """
    found: list[str] = []
    for path in sorted(paths, key=lambda path: path.count("/")):
        if not any(path.startswith(f"{folder}/") for folder in found):
            found.append(path)
    return found


def _bound(how: str, paths: Sequence[str]) -> Iterator[str]:
    for path in paths:
        yield from (how, path, path)


def _links() -> Iterator[str]:
    """/bin and its like are links into /usr on most systems."""
    for path in map(Path, landlock_module.SYSTEM):
        if path.is_symlink():
            yield from ("--symlink", str(path.readlink()), str(path))


def _is_bound(path: str) -> bool:
    return not path.startswith(_NOT_BOUND) and not (
        path in landlock_module.SYSTEM and Path(path).is_symlink()
    )
