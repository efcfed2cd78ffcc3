"""What a program under test may open: Landlock where the kernel has it, and strace to see tries.

Landlock (Linux 5.13) denies: nothing outside the interpreter, the system's libraries and the
program's own files can be read, nothing at all can be written, no TCP connection made, and no
process outside can be signalled. Denial is not detection, so one run of a verification is also
watched by strace where that is installed; what it saw is in the transcript, for the referee.

Source: the kernel's Documentation/userspace-api/landlock.rst.
"""

import ctypes
import os
import re
import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446  # the same on every architecture
_RULE_PATH_BENEATH = 1
_PR_SET_NO_NEW_PRIVS = 38

_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = 1 << 0, 1 << 1, 1 << 2, 1 << 3
_TRUNCATE = 1 << 14
_READ = _EXECUTE | _READ_FILE | _READ_DIR
_FILE_RIGHTS = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE
# All rights to files that each version of Landlock handles.
_FS_RIGHTS = {1: (1 << 13) - 1, 2: (1 << 14) - 1, 3: (1 << 15) - 1}

SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/opt", "/proc", "/sys")
SYSTEM_FILES = (
    "/etc/ld.so.cache",
    "/etc/ld.so.preload",
    "/etc/localtime",
    "/etc/locale.alias",
    "/etc/alternatives",
    "/etc/ssl/openssl.cnf",
    "/etc/nsswitch.conf",
    "/etc/inputrc",
)
DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", "/dev/tty")
TERMINALS = "/dev/pts"

ReachedFor = Callable[[], tuple[str, ...]]
"""Asked when a watched run has ended: what it reached for outside its own files."""

_libc = ctypes.CDLL(None, use_errno=True)


class _RulesetAttr(ctypes.Structure):
    _fields_ = (("fs", ctypes.c_uint64), ("net", ctypes.c_uint64), ("scoped", ctypes.c_uint64))


class _PathBeneathAttr(ctypes.Structure):
    _pack_ = 1
    _fields_ = (("allowed", ctypes.c_uint64), ("parent", ctypes.c_int32))


@cache
def landlock_version() -> int:
    """The version of Landlock that the kernel offers; 0 where there is none."""
    return max(0, int(_libc.syscall(_CREATE_RULESET, None, 0, 1)))


@cache
def strace() -> str | None:
    """Where strace is, when it is installed."""
    return shutil.which("strace")


def describe(watched_runs: int) -> str:
    """What kept a program from other files, in a few words for the report."""
    version = landlock_version()
    denial = f"denied by Landlock {version}" if version else "not denied (no Landlock here)"
    watch = f"watched by strace in {watched_runs} runs" if watched_runs else "not watched"
    return f"{denial}, {watch}"


def readable_paths(command: Sequence[str], folder: Path, more: Iterable[Path]) -> tuple[Path, ...]:
    """What a command needs to read to run at all: system, interpreter, the files that it names."""
    paths = [Path(name) for name in (*SYSTEM, *SYSTEM_FILES)]
    found = shutil.which(command[0])
    if found:
        # /opt/x/bin/python may need /opt/x, behind links; a version manager's shim its own folder.
        for place in (Path(os.path.abspath(found)), Path(found).resolve()):  # noqa: PTH100
            if place.parent.name in ("bin", "shims") and len(place.parts) > 3:
                paths.append(place.parent.parent)
            paths.append(place)
    named = (folder / argument for argument in command if not argument.startswith("-"))
    paths += [path for path in named if path.exists() and path.resolve() != folder.resolve()]
    return tuple(path for path in (*paths, *more) if path.exists())


@dataclass(frozen=True, slots=True)
class Sandbox:
    """What one program may read. `ruleset` is a descriptor to be passed to the child, if any."""

    readable: tuple[Path, ...]
    ruleset: int | None

    def enter(self) -> None:
        """In the child, before exec: give up everything else for good."""
        if self.ruleset is None:
            return
        if _libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) or _libc.syscall(
            _RESTRICT_SELF, self.ruleset, 0
        ):
            raise OSError(ctypes.get_errno(), "Landlock could not be entered")

    def close(self) -> None:
        """Give the descriptor back."""
        if self.ruleset is not None:
            os.close(self.ruleset)


def sandbox(
    readable: Sequence[Path], listed: Sequence[Path] = (), log: Path | None = None
) -> Sandbox:
    """A sandbox that can read these paths, and write to terminals and to the log file only.

    In `listed` folders it can see names, but open nothing.
    """
    version = landlock_version()
    if not version:
        return Sandbox(tuple(readable), None)
    handled = _FS_RIGHTS[min(version, 3)]
    attr = _RulesetAttr(handled, 3 if version >= 4 else 0, 3 if version >= 6 else 0)
    size = 24 if version >= 6 else 16 if version >= 4 else 8
    ruleset = _libc.syscall(_CREATE_RULESET, ctypes.byref(attr), size, 0)
    if ruleset < 0:
        return Sandbox(tuple(readable), None)
    for path in readable:
        _allow(ruleset, path, _READ & handled)
    for device in (*DEVICES, TERMINALS):
        _allow(ruleset, Path(device), (_READ_FILE | _WRITE_FILE | _READ_DIR) & handled)
    for folder in listed:
        _allow(ruleset, folder, _READ_DIR)
    if log is not None:
        _allow(ruleset, log, (_WRITE_FILE | _TRUNCATE) & handled)
    return Sandbox(tuple(readable), ruleset)


def _allow(ruleset: int, path: Path, rights: int) -> None:
    try:
        descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    try:
        attr = _PathBeneathAttr(rights if path.is_dir() else rights & _FILE_RIGHTS, descriptor)
        _libc.syscall(_ADD_RULE, ruleset, _RULE_PATH_BENEATH, ctypes.byref(attr), 0)
    finally:
        os.close(descriptor)


def watched(command: Sequence[str], log: Path) -> list[str]:
    """The command under strace, which writes every open and every socket to the log."""
    program = strace()
    if program is None:
        raise ValueError("strace is not installed")
    calls = "trace=?open,openat,?openat2,?creat,socket"
    return [program, "-f", "-y", "-qq", "--seccomp-bpf", "-e", calls, "-e", "signal=none",
            "-o", str(log), "--", *command]  # fmt: skip


# The folder (with -y in angle brackets) that a name is relative to, the name, flags, the outcome.
_OPEN = re.compile(
    r'(?:open|openat|openat2|creat)\((?:[^"<,]*(?:<([^">]*)>)?, )?"((?:[^"\\]|\\.)*)"(.*) = (.*)$'
)
_NOTHING_THERE = ("-1 ENOENT", "-1 ENOTDIR")
_RESUMED = re.compile(r"<\.\.\. \w+ resumed>")
_SOCKET = re.compile(r"socket\((AF_INET6?|AF_PACKET)\b")


def reached_for(log: str, folder: Path, readable: Iterable[Path]) -> tuple[str, ...]:
    """Other files and sockets that a watched program reached for, in the order of its tries.

    A file that is not there cannot have been read, and looking through a folder is what importers
    do: neither counts. A file that is there counts even when it was denied.
    """
    allowed = [os.path.realpath(path) for path in (*readable, *map(Path, (*DEVICES, TERMINALS)))]
    seen: dict[str, None] = {}
    for line in _whole_lines(log):
        if found := _SOCKET.search(line):
            seen[f"a network socket ({found[1]})"] = None
        found = _OPEN.search(line)
        if not found or "O_DIRECTORY" in found[3] or found[4].startswith(_NOTHING_THERE):
            continue
        path = os.path.realpath(folder / (found[1] or "") / found[2])
        writes = found[0].startswith("creat(") or any(
            flag in found[3] for flag in ("O_WRONLY", "O_RDWR", "O_CREAT")
        )
        inside = any(path == root or path.startswith(root + "/") for root in allowed)
        if not inside or (writes and not path.startswith("/dev/")):
            seen[path] = None
    return tuple(seen)


def _whole_lines(log: str) -> Iterator[str]:
    """The calls of a log; one that another process interrupted stands there in two pieces."""
    begun: dict[str, str] = {}
    for line in log.splitlines():
        pid, _, call = line.partition(" ")
        if call.endswith("<unfinished ...>"):
            begun[pid] = call.removesuffix("<unfinished ...>")
        elif found := _RESUMED.search(call):
            yield begun.pop(pid, "") + call[found.end() :]
        else:
            yield call
