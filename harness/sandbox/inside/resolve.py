"""A name as the kernel resolves it for the process that asks: its links, its /proc, its root.

What leads elsewhere by no text, as /proc/self/fd/3 does, is followed in /proc of the process that
asks. Source: path_resolution(7), proc(5), openat2(2).
"""

from __future__ import annotations

import os
import stat

from harness.sandbox.inside.seccomp import NAMED_TERMINALS
from harness.sandbox.inside.tasks import is_below

TYPE_CHECKING = False  # true for mypy; typing itself is not imported: see launcher
if TYPE_CHECKING:
    from typing import Final

UNREADABLE: Final = "a name that cannot be read"
_LINKS: Final = 40  # as many as the kernel follows
_OWN: Final = ("self", "thread-self")
_REMOVED: Final = " (deleted)"  # behind where the link of a descriptor leads, in /proc
_MAGIC: Final = ("cwd", "root", "exe", "fd", "map_files")  # below /proc/PID, and its task/TID


class Name:
    """Where a name leads: a real path, or something of the process that asks.

    `is_own_process` holds for what is in /proc of the asking process and leads no further, and
    `is_stream` for a descriptor of it that has no path: a pipe, or what has no name any more.
    `is_written` holds for what a descriptor leads to that is open for writing, but not where it was
    opened as /dev/tty: see `named_terminal`. Where `is_settled` holds links may be on the path, but
    none that a program can change.
    """

    __slots__ = ("is_own_process", "is_settled", "is_stream", "is_written", "path")

    def __init__(
        self,
        path: str,
        is_own_process: bool,
        is_stream: bool = False,
        is_written: bool = False,
        is_settled: bool = False,
    ) -> None:
        self.path, self.is_own_process, self.is_stream = path, is_own_process, is_stream
        self.is_written, self.is_settled = is_written, is_settled


def resolved(
    pid: int, base: int | None, name: str, follow: bool = True, root: bool = False
) -> Name:
    """Where a name leads for process `pid`, from an open folder or from its working directory.

    With `root` the folder is also the root. The last part of the name need not exist.
    """
    walk = _Walk(pid)
    if root or not name.startswith("/"):
        link = f"/proc/{pid}/{'cwd' if base is None else f'fd/{base}'}"
        start = walk.magic(link)
        if start is None:
            return Name(UNREADABLE, False)
        if not name and start.endswith(_REMOVED):
            return Name(link, True, is_stream=True)
        walk.here, walk.top = start, start if root else ""
    walk.follow(name, follow)
    return walk.end()


class _Walk:
    """The way through a name, from one component to the next."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._own = {str(pid)}
        self._left = _LINKS
        self.here = ""  # without a final slash: the root is empty
        self.top = ""
        self._stream = self._written = False

    def follow(self, name: str, last: bool) -> None:
        """Go on by a name; a link at its end is followed only if `last`."""
        if name.startswith("/"):
            self.here = self.top
        parts = [part for part in name.split("/") if part not in ("", ".")]
        for number, part in enumerate(parts):
            if part == "..":
                if self.here != self.top:
                    self.here = self.here.rpartition("/")[0]
                continue
            self._step(part, last or number < len(parts) - 1 or name.endswith("/"))

    def _step(self, part: str, follow: bool) -> None:
        path = f"{self.here}/{part}"
        if self.here == "/proc" and part in _OWN:
            path = f"/proc/{self._pid}"
            if part == "thread-self":
                path += f"/task/{self._pid}"
            self.here = path
            return
        self.here = path
        if not follow:
            return
        try:
            target = os.readlink(path)  # noqa: PTH115  # no Path, see launcher
        except OSError:
            return
        self._left -= 1
        if self._left < 0:
            return
        if self._is_magic(path):
            if target.startswith("/") and not target.endswith(_REMOVED):
                self.here = "" if target == "/" else target
                self._written = _is_open_for_writing(path)
            else:
                self._stream = True
            return
        self.here = path.rpartition("/")[0]
        self.follow(target, True)

    @staticmethod
    def _is_magic(path: str) -> bool:
        parts = path.split("/")
        if len(parts) < 4 or parts[1] != "proc" or not parts[2].isdigit():
            return False
        if parts[3] == "task" and len(parts) > 5:
            parts = parts[2:]
        return parts[3] in _MAGIC or parts[3] == "ns"

    def magic(self, link: str) -> str | None:
        """Where such a link leads; None where that cannot be told."""
        try:
            target = os.readlink(link)  # noqa: PTH115
        except OSError:
            return None
        if not target.startswith("/"):
            self._stream = True
            return link
        return "" if target == "/" else target

    def end(self) -> Name:
        """Where the way has led."""
        parts = self.here.split("/")
        if parts[1:2] == ["proc"] and len(parts) > 2 and parts[2].isdigit():
            is_own = parts[2] in self._own or parts[2] in own_numbers(self._pid)
            # What it started is its own too: Java looks at a child before it waits for that.
            if not is_own and os.path.exists(f"/proc/{parts[2]}"):  # noqa: PTH110  # see launcher
                is_own = is_below(int(parts[2]))
            return Name(self.here, is_own, self._stream)
        return Name(self.here or "/", False, self._stream, self._written)


def _is_open_for_writing(link: str) -> bool:
    """Whether a link of /proc/PID/fd is that of a descriptor that can be written to."""
    number = link.rpartition("/")[2]
    if number.isdigit() and int(number) in NAMED_TERMINALS:
        return False
    try:
        return bool(os.lstat(link).st_mode & stat.S_IWUSR)
    except OSError:
        return False


def own_numbers(pid: int) -> set[str]:
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
