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
_BLOCK: Final = 512  # of what stat counts


def holds_little(folder: str, pids: Iterable[int]) -> bool:
    """Whether a folder holds no more than it may, with what these processes hold without a name."""
    size = 0
    for number, found in enumerate(_files(folder, pids)):
        size += found.st_blocks * _BLOCK
        if size > _MOST_BYTES or number > _MOST_FILES:
            return False
    return True


def _files(folder: str, pids: Iterable[int]) -> Iterator[os.stat_result]:
    names = [folder]
    device = -1
    while names:
        name = names.pop()
        try:
            found = os.lstat(name)
            if name == folder:
                device = found.st_dev
            if stat.S_ISDIR(found.st_mode):
                names += (entry.path for entry in os.scandir(name))
        except OSError:  # it is gone
            continue
        yield found
    for pid in pids:
        for name in _names(f"/proc/{pid}/fd"):
            try:
                found = os.stat(name)  # noqa: PTH116  # no Path, see launcher
            except OSError:
                continue
            if stat.S_ISREG(found.st_mode) and found.st_dev == device and not found.st_nlink:
                yield found


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
