"""Which names a bot may ask for, and which of its tries count as reaching outside its folder.

The folder of the bot may be read. `data.txt` in it may be read and written. To write anything else
there is refused, but does not disqualify: it is not outside. Everything else but the system and the
interpreter is outside: to open a file that is there, or to change or make one, counts, also when it
was denied; a file that is not there cannot have been read, and to look through folders is what
importers do, unless it is the folder of another bot.
"""

from __future__ import annotations

import os
import stat

TYPE_CHECKING = False  # true for mypy; typing itself is not imported: see launcher
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Final, TypeAlias

    from harness.sandbox.inside.notifier import Request

TEMPORARY: Final = ("/tmp", "/dev/shm")  # empty and private in the sandbox
DATA: Final = "data.txt"
_AT_CWD: Final = -100
_OWN_STREAMS: Final = ("/dev/fd", "/dev/stdin", "/dev/stdout", "/dev/stderr")
UNREADABLE: Final = "a name that cannot be read"
TOO_MANY: Final = "more names than any program needs"
_SETTLED_NAMES: Final = 4096
_KEPT_NAMES: Final = 32  # of one call; a bot that reaches for more is disqualified just so


Reached: TypeAlias = tuple[str, bool]
"""A name outside that a bot asked for, by its real path, and whether to change it."""


class Reach:
    """What one bot may have. Paths are absolute; `arena` holds the folders of all bots.

    In a sandbox the names that a bot asks for mostly are not there, so that only who is outside can
    tell whether they count; out of one, what counts is refused at once. `known` are names that its
    interpreter opens by itself, followed before.
    """

    def __init__(
        self,
        arena: str,
        own: str,
        readable: Iterable[str],
        devices: Iterable[str],
        sandboxed: bool,
        excused: Iterable[str] = (),
        known: Iterable[str] = (),
    ) -> None:
        self.arena, self.own = arena, own
        self.readable, self.devices = tuple(readable), tuple(devices)
        self.sandboxed = sandboxed
        self.excused = frozenset(excused)
        # Names that may be read and that no bot can change: the system's, and those excused.
        self.settled: set[bytes | None] = {
            os.fsencode(name) for name in known if self._may_be_settled(os.path.normpath(name))
        }
        self.settled.update(os.fsencode(name) for name in self.excused if name.startswith("/"))
        self._folders: dict[str, bool] = {}  # whether they are, with all in them but links

    def asked(self, request: Request) -> tuple[list[Reached], bool]:
        """What a call reaches for outside, and whether it is to be refused."""
        outside: list[Reached] = []
        refused = False
        writes = request.writes
        for folder, name in request.paths():
            text = None if name is None else os.fsdecode(name)
            if text is not None and not writes and self._settle(text):
                continue
            path = UNREADABLE if text is None else _real(request.pid, folder, text, writes)
            if path is None or self._is_inside(path, writes, request.renames):
                continue
            outside.append((path, writes))
            if not self.sandboxed:
                refused = refused or beneath(path, self.own) or self.counts(path, writes)
        return outside, refused

    def programs(self, request: Request) -> list[str]:
        """The real path of the program that a call runs."""
        named = ((folder, name) for folder, name in request.paths() if name is not None)
        real = (_real(request.pid, folder, os.fsdecode(name), False) for folder, name in named)
        return [path for path in real if path is not None]

    def counts(self, path: str, writes: bool) -> bool:
        """Whether to reach for this disqualifies; only who sees the real files can tell."""
        if beneath(path, self.own) or path in self.excused:
            return False
        if path.startswith("/proc/") or path in (UNREADABLE, TOO_MANY):
            return True
        try:
            mode = os.lstat(path).st_mode
        except OSError:
            return writes and not self._is_private(path)
        return writes or not stat.S_ISDIR(mode) or path.startswith(self.arena + "/")

    def _is_inside(self, path: str, writes: bool, renames: bool = False) -> bool:
        if path == f"{self.own}/{DATA}" or path in self.devices:
            return not renames  # a link in the place of its data would lead the arena elsewhere
        if beneath(path, self.own):
            return not writes
        if beneath(path, self.arena):
            return path == self.arena and not writes
        return not writes and beneath(path, *self.readable)

    def _is_private(self, path: str) -> bool:
        """Whether it is a new file in a folder that only this call has."""
        return self.sandboxed and beneath(path, *TEMPORARY) and not beneath(path, self.arena)

    def _settle(self, name: str) -> bool:
        """Whether a name may be read, now and later: then it is not asked about again."""
        folder, _, last = name.rpartition("/")
        is_settled = self._folders.get(folder)
        if is_settled is None:
            is_settled = self._stays_readable(folder)
            if len(self._folders) < _SETTLED_NAMES:
                self._folders[folder] = is_settled
        if not is_settled or last in ("", ".", "..") or _is_link(name):
            is_settled = self._stays_readable(name)
        if is_settled and len(self.settled) < _SETTLED_NAMES:
            self.settled.add(os.fsencode(name))
        return is_settled

    def _stays_readable(self, name: str) -> bool:
        plain = os.path.normpath(name)  # a way back out of the system may be changed tomorrow
        return self._may_be_settled(plain) and self._may_be_settled(os.path.realpath(name))

    def _may_be_settled(self, path: str) -> bool:
        if self.sandboxed and beneath(path, self.own):  # where that is mounted to be read alone
            return True
        return beneath(path, *self.readable) and not beneath(path, self.arena, "/proc")


def _is_link(name: str) -> bool:
    try:
        return stat.S_ISLNK(os.lstat(name).st_mode)
    except OSError:
        return False


def _real(pid: int, folder: int | None, name: str, writes: bool) -> str | None:
    """The real path of a name as its caller sees it; None for what is the caller's own anyway."""
    if name.startswith(_OWN_STREAMS):
        return None
    if not name.startswith("/"):
        base = "cwd" if folder is None or folder == _AT_CWD else f"fd/{folder}"
        try:
            name = f"{os.readlink(f'/proc/{pid}/{base}')}/{name}"  # noqa: PTH115
        except OSError:
            return UNREADABLE
    parts = os.path.normpath(name).split("/")
    if parts[1:2] != ["proc"]:
        name = os.path.realpath(name)
        parts = name.split("/")
    return _own_proc(pid, name, parts, writes) if parts[1:2] == ["proc"] else name


def _own_proc(pid: int, name: str, parts: list[str], writes: bool) -> str | None:
    """A name under /proc: None unless it is of another process, or leads elsewhere."""
    if len(parts) < 3 or not (parts[2].isdigit() or parts[2] in ("self", "thread-self")):
        return "/".join(parts) if writes else None  # settings of the whole machine
    if parts[2].isdigit() and parts[2] not in _own_numbers(pid):
        return "/".join(parts)
    # Not the normal form: the folder above that of a descriptor is not the one above its link.
    own = name.replace(f"/{parts[2]}", f"/{pid}", 1)
    real = os.path.realpath(own)
    return None if real.startswith("/proc/") else real


def _own_numbers(pid: int) -> set[str]:
    """The numbers of a process and its thread, in every namespace."""
    try:
        with open(f"/proc/{pid}/status") as file:  # noqa: PTH123  # it imports little: see launcher
            lines = file.read().splitlines()
    except OSError:
        return set()
    return {
        number
        for line in lines
        if line.startswith(("NSpid:", "NStgid:", "Tgid:"))
        for number in line.split()[1:]
    }


def beneath(path: str, *roots: str) -> bool:
    """Whether a path, as it stands, is one of the roots or in one."""
    return any(path == root or path.startswith(root + "/") for root in roots)


def counted(reach: Reach, names: Iterable[Reached]) -> tuple[str, ...]:
    """Those that count, each once, in the order of the tries."""
    seen = dict.fromkeys(path for path, writes in names if reach.counts(path, writes))
    return tuple(seen)[:_KEPT_NAMES]
