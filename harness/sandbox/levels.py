"""The levels of isolation: bubblewrap where it runs, else Landlock, else limits alone.

Each is an object with one interface, so whoever starts a program need not know which it is.
"""

import os
import subprocess
import sys
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from shutil import which
from typing import Final

from harness.sandbox import landlock
from harness.sandbox.bootstrap import beginning
from harness.sandbox.inside import seccomp
from harness.sandbox.inside.reach import CGROUPS, DEVICES, MACHINE_FILES
from harness.sandbox.inside.resolve import beneath
from harness.sandbox.readable import LINKS

LAUNCHER_ENVIRONMENT: Final = {"LC_ALL": "C.UTF-8"}  # the program has another
_TEMPORARY_BYTES: Final = 64 << 20
SANDBOX_TEMPORARY: Final = Path("/tmp/.private")  # in a sandbox of mounts
_NOT_BOUND: Final = ("/proc", "/sys", "/dev")
_TERMINALS: Final = Path("/dev/pts")


@dataclass(frozen=True)
class Files:
    """What a program may touch, as a level needs to know it.

    Of a bot, `folder` holds the folders of all bots, of which it sees `own` alone, and may write
    `data`; of other programs there is neither. In `listed` folders names can be seen. `built` is a
    folder in which a compiler may make, change and remove what it will, and in `temporary` there is
    one for what a run puts down, which the launcher makes for it and removes after it.
    """

    folder: Path
    readable: tuple[Path, ...]
    own: Path | None = None
    data: Path | None = None
    listed: tuple[Path, ...] = ()
    built: Path | None = None
    temporary: Path | None = None


class Level:
    """How a program is kept from what is not its own."""

    name: str
    hides_files = False  # what may not be read does not exist
    owns_processes = False  # they are in a namespace: all end with its first, the launcher
    is_for_one_program = True  # else its launcher may start any program

    def is_available(self) -> bool:
        """Whether this machine has it."""
        raise NotImplementedError

    def describe(self) -> str:
        """What keeps a program in, in a few words for the result."""
        raise NotImplementedError

    def not_held(self, watched: bool) -> str:
        """What a program could still do here, in a line; empty where nothing is known."""
        raise NotImplementedError

    def prefix(self, files: Files) -> list[str]:
        """What stands before the launcher's command."""
        return []

    def ruleset(self, files: Files) -> AbstractContextManager[int | None]:
        """The descriptor of what Landlock is to enforce, if anything."""
        return nullcontext(None)

    def working_directory(self, files: Files) -> Path:
        """Where the launcher starts; programs start in their own folder."""
        return files.folder

    def __str__(self) -> str:
        return self.name

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return level_named, (self.name,)


class Bubblewrap(Level):
    """Namespaces of mounts, processes, network and IPC: nothing else exists."""

    name = "bubblewrap"
    hides_files = owns_processes = True

    def is_available(self) -> bool:
        """Whether it is installed, and may make a sandbox."""
        return bubblewrap_works()

    def describe(self) -> str:
        """What keeps a program in."""
        return "kept in by bubblewrap"

    def not_held(self, watched: bool) -> str:
        """What a program could still do."""
        return "" if watched else "tries to reach out are denied, but not seen"

    def prefix(self, files: Files) -> list[str]:
        """The command of bubblewrap."""
        return bubblewrap(files)


class Landlock(Level):
    """The kernel denies other files, TCP and signals; metadata can be read."""

    name = "landlock"

    def is_available(self) -> bool:
        """Whether the kernel has it."""
        return landlock.landlock_version() > 0

    def describe(self) -> str:
        """What keeps a program in."""
        return f"kept in by Landlock {landlock.landlock_version()}"

    def not_held(self, watched: bool) -> str:
        """What a program could still do."""
        more = "" if watched else "; times and modes of files can be set, and nothing is seen"
        return f"whether other files exist, and when they changed or were read, can be asked{more}"

    @contextmanager
    def ruleset(self, files: Files) -> Iterator[int | None]:
        """Rules for the files; for what is in /proc the watcher opens it, where there is one."""
        machine = map(Path, (*MACHINE_FILES, CGROUPS))
        readable = [*files.readable, *machine, *([files.own] if files.own else [])]
        if not can_notify():
            readable.append(Path("/proc"))
        writable = [*map(Path, DEVICES), *([files.data] if files.data else [])]
        if files.temporary:  # it runs on a terminal, which comes to be after the rules
            writable.append(_TERMINALS)
        built = [files.built] if files.built else []
        temporary = [files.temporary] if files.temporary else []
        with landlock.ruleset(readable, files.listed, writable, built, temporary) as descriptor:
            yield descriptor


class Limits(Level):
    """Time, memory and processes are bounded; only the watcher denies anything."""

    name = "rlimits"
    is_for_one_program = False

    def is_available(self) -> bool:
        """Everywhere."""
        return True

    def describe(self) -> str:
        """What keeps a program in."""
        return "not kept in, limits alone"

    def not_held(self, watched: bool) -> str:
        """What a program could still do."""
        if not watched:
            return "it can read and write what its user can, and use the network"
        return (
            "whether other files exist, and what its user's processes have open, can be asked; "
            "another program can be run in a race"
        )

    def working_directory(self, files: Files) -> Path:
        """The root: the launcher serves programs of any folder."""
        return Path("/")


BUBBLEWRAP: Final = Bubblewrap()
LANDLOCK: Final = Landlock()
LIMITS: Final = Limits()
LEVELS: Final[tuple[Level, ...]] = (BUBBLEWRAP, LANDLOCK, LIMITS)
"""The best first."""


def level_named(name: str) -> Level:
    """The level of a name. Raises KeyError when there is none."""
    return {level.name: level for level in LEVELS}[name]


def available_levels() -> list[Level]:
    """Those that this machine has, the best first; bubblewrap only where it really runs."""
    return [level for level in LEVELS if level.is_available()]


def best_level(hides_files: bool = True) -> Level:
    """The best that this machine has. With `hides_files` false: of those that hide no file."""
    return next(level for level in available_levels() if hides_files or not level.hides_files)


def describe(level: Level, watched: bool) -> str:
    """What kept a program in, and whether its tries were seen, in a few words for the result."""
    watch = "every run watched by seccomp" if watched else "not watched"
    left = level.not_held(watched)
    return f"{level.describe()}, {watch}" + (f" ({left})" if left else "")


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


_NAMESPACES: Final = (
    "--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try",
    "--die-with-parent", "--cap-drop", "ALL",
)  # fmt: skip


def launcher_command() -> list[str]:
    """The command of a launcher, without what a level puts before it."""
    # -I: it starts in the folder of all bots, and one of them may be called ctypes.
    return [str(_python()), "-I", "-S", "-B", "-c", beginning()]


def bubblewrap(files: Files) -> list[str]:
    """The start of a command that runs in a sandbox in which these files exist, and no others."""
    folder, own, data = files.folder, files.own, files.data
    words = ["bwrap", *_NAMESPACES, "--as-pid-1", "--proc", "/proc", "--dev", "/dev"]
    outer: list[str] = []
    temporary = ["/tmp", "/dev/shm"]
    for place in temporary:
        words += ["--size", str(_TEMPORARY_BYTES), "--tmpfs", place]
    words += _links()
    bound = {str(path) for path in (*files.readable, *_of_the_launcher())}
    bound = {_behind_links(path) for path in bound if _is_bound(path)}
    machine = (path for path in (*MACHINE_FILES, CGROUPS) if path.startswith("/sys/"))
    bound |= {path for path in machine if Path(path).exists()}
    readable = _outermost(bound)
    words += _bound("--ro-bind", readable)
    if own is None:
        words += ["--dir", str(folder)]
    else:
        if folder.parts[:2] == ("/", "tmp"):  # where a bot could write beside its folder
            outer = [str(Path(*folder.parts[:3]))]
        for place in dict.fromkeys([*outer, str(folder)]):
            words += ["--tmpfs", place]
        hidden = [path for path in readable if beneath(path, *outer)]
        words += _bound("--ro-bind", [path for path in hidden if not beneath(path, str(folder))])
        words += _names_beside(own, folder)
        words += ["--ro-bind", str(own), str(own)]
        outer.insert(0, str(folder))
    if data is not None:
        words += ["--bind", str(data), str(data)]
    if files.built is not None:
        words += ["--bind", str(files.built), str(files.built)]
    if files.temporary is not None:
        words += ["--size", str(_TEMPORARY_BYTES), "--tmpfs", str(files.temporary)]
    for place in (*outer, *(() if data else temporary), "/dev", "/"):
        words += ["--remount-ro", place]
    return [*words, "--chdir", str(folder)]


def _names_beside(own: Path, folder: Path) -> Iterator[str]:
    """Empty folders, and files that cannot be opened, named as what is beside a bot's folder.

    At the other levels a bot sees these names when it lists the working directory.
    """
    for beside in sorted(folder.iterdir()) if folder.is_dir() else ():
        if beside != own:
            yield from ("--dir",) if beside.is_dir() else ("--ro-bind", os.devnull)
            yield str(beside)


def _python() -> Path:
    """The interpreter below a virtual environment, which the launcher runs on."""
    return Path(os.path.realpath(getattr(sys, "_base_executable", None) or sys.executable))


def _of_the_launcher() -> list[Path]:
    """What Python itself needs; where it is the system's, that is there anyway."""
    return [] if sys.base_prefix == "/usr" else [Path(sys.base_prefix), _python()]


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
    for path in map(Path, LINKS):
        if path.is_symlink():
            yield from ("--symlink", str(path.readlink()), str(path))


def _behind_links(path: str) -> str:
    """The path, by its place in /usr where it begins with a link there.

    /bin/true is in /usr/bin, and there only when that is bound: where the link leads then, nothing
    can be made.
    """
    top = next((link for link in LINKS if path.startswith(f"{link}/")), None)
    return path if top is None else os.path.realpath(top) + path[len(top) :]


def _is_bound(path: str) -> bool:
    return not path.startswith(_NOT_BOUND) and not (path in LINKS and Path(path).is_symlink())
