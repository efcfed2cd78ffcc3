"""The folder that a run may put files down in: how much is in it, and its end.

It is made for each run and removed after it, so a later run finds nothing there, nor when it was. A
file system in memory numbers its files in their order, which would count the runs: in a sandbox of
mounts a folder that was not looked into stays, and one that was is the sandbox's last.
"""

from __future__ import annotations

import os
import stat

TYPE_CHECKING = False  # true for mypy; typing itself is not imported: see launcher
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Final

_MOST_BYTES: Final = 64 << 20  # as a sandbox of mounts has
_MOST_FILES: Final = 4096
_MOST_UNSEEN: Final = 256  # each of at most the bytes that a run's file may have
_BLOCK: Final = 512  # of what stat counts
_GONE: Final = b" (deleted)"
_SENT: Final = b"scm_fds:"  # in what /proc tells of a socket, as of Linux 5.1


def holds_little(folder: str, pids: Iterable[int]) -> bool:
    """Whether a folder holds no more than it may, with what these processes hold without a name."""
    size = 0
    for number, found in enumerate(_files(folder, pids)):
        if found is None:
            return False
        size += found.st_blocks * _BLOCK
        if size > _MOST_BYTES or number > _MOST_FILES:
            return False
    return True


def _files(folder: str, pids: Iterable[int]) -> Iterator[os.stat_result | None]:
    """All files; None for more than can be looked at."""
    names = [folder]
    device = -1
    while names:
        name = names.pop()
        try:
            found = os.lstat(name)
        except OSError:  # it is gone
            continue
        if name == folder:
            device = found.st_dev
        yield found
        if stat.S_ISDIR(found.st_mode):
            try:
                names += (entry.path for entry in os.scandir(name))
            except OSError:
                if found.st_mode & stat.S_IXUSR and os.path.lexists(name):
                    yield None  # files can be made in it, and nobody can list them
    unseen = 0
    for pid in pids:
        yield from _nameless(pid, device)
        unseen += _mapped(pid, folder) + _on_their_way(pid)
        if unseen > _MOST_UNSEEN:
            yield None


def _nameless(pid: int, device: int) -> Iterator[os.stat_result]:
    """The files of this device that a process has open and that have no name any more."""
    for name in _names(f"/proc/{pid}/fd"):
        try:
            found = os.stat(name)  # noqa: PTH116  # no Path, see launcher
        except OSError:
            continue
        if stat.S_ISREG(found.st_mode) and found.st_dev == device and not found.st_nlink:
            yield found


def _mapped(pid: int, folder: str) -> int:
    """How many files of the folder a process has in its memory that have no name any more.

    How big they are only a privileged process can ask.
    """
    try:
        with open(f"/proc/{pid}/maps", "rb") as file:  # noqa: PTH123  # see launcher
            lines = file.read().splitlines()
    except OSError:
        return 0
    own = os.fsencode(folder)
    return len({line.split(maxsplit=5)[4] for line in lines if own in line and _GONE in line})


def _on_their_way(pid: int) -> int:
    """How many descriptors wait in a process's sockets for whoever reads there."""
    found = 0
    for name in _names(f"/proc/{pid}/fd"):
        try:
            if not os.readlink(name).startswith("socket:"):  # noqa: PTH115
                continue
            with open(name.replace("/fd/", "/fdinfo/"), "rb") as file:  # noqa: PTH123
                lines = file.read().splitlines()
        except OSError:
            continue
        found += sum(int(line[len(_SENT) :]) for line in lines if line.startswith(_SENT))
    return found


def _names(folder: str) -> list[str]:
    try:
        return [entry.path for entry in os.scandir(folder)]
    except OSError:
        return []


def make(folder: str) -> None:
    """Make the folder, for its owner alone; one that the last run left gets new times."""
    try:
        os.mkdir(folder, 0o700)  # noqa: PTH102  # no Path, see launcher
    except FileExistsError:
        os.utime(folder)


def removed(folder: str) -> bool:
    """Remove the folder with all in it, when nothing runs that could change it; whether it went."""
    try:
        _remove(folder)
    except (OSError, RecursionError):
        return False
    return True


def _remove(folder: str) -> None:
    os.chmod(folder, 0o700)  # noqa: PTH101
    for entry in list(os.scandir(folder)):
        if entry.is_dir(follow_symlinks=False):
            _remove(entry.path)
        else:
            os.unlink(entry.path)  # noqa: PTH108
    os.rmdir(folder)  # noqa: PTH106
