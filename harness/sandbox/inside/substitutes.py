"""What a program puts into /tmp or /dev/shm by these very names: it has it in its run's own folder.

Many programs do not ask TMPDIR: C's `tmpfile`, Lua's `os.tmpname`, Java, and every lock that
processes share. The launcher does for them what they ask, in the folder of the run: it opens, makes
and removes there, and hands descriptors over. So nothing outlives the run, and no other sees it.
The name was read once and no link is followed, so there is nothing to swap meanwhile. What only
asks about a name is answered by `looks`.

Source: openat2(2), tmpfile(3), sem_overview(7), shm_overview(7).
"""

from __future__ import annotations

import errno
import os
import stat

from harness.sandbox.inside.memory import read_string
from harness.sandbox.inside.reach import PLACES, beneath
from harness.sandbox.inside.unswapped import held_by_no_link

TYPE_CHECKING = False  # true for mypy; typing itself is not imported: see launcher
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Final

    from harness.sandbox.inside.notifier import Request

_HELD: Final = os.O_PATH | os.O_NOFOLLOW | os.O_CLOEXEC
_REMOVE_FOLDER: Final = 0x200
_NO_REPLACE: Final = 1
_MAKES_NAMELESS: Final = os.O_TMPFILE & ~os.O_DIRECTORY
_OPENS: Final = ("open", "openat", "creat")
_REMOVES: Final = ("unlink", "unlinkat", "rmdir")
_MODES: Final = {"mkdir": 1, "mkdirat": 2, "mknod": 1, "mknodat": 2, "chmod": 1, "fchmodat": 2}
"""The arguments that hold a mode."""
_MAKES: Final = ("mkdir", "mkdirat", "mknod", "mknodat")
_FILES: Final = (0, stat.S_IFREG, stat.S_IFIFO)  # and no device
_LINKS: Final = ("symlink", "symlinkat")  # in the folder that TMPDIR names, and not in /tmp
_OF_TWO: Final = ("link", "linkat", "rename", "renameat", "renameat2")


def opened(own: str, request: Request, path: str) -> int | None:
    """The descriptor of what is opened in the run's own folder instead of a path.

    None where nothing is to be opened instead. Raises OSError where that cannot be.
    """
    if request.name not in _OPENS or request.flags & os.O_PATH:
        return None
    flags = request.flags | os.O_CLOEXEC | os.O_NOCTTY | os.O_NONBLOCK | os.O_NOFOLLOW
    if path in PLACES:
        if flags & os.O_TMPFILE != os.O_TMPFILE:
            return None
        return os.open(own, flags, request.mode)
    found = Place.of(own, path)
    if found is None:
        return None
    with found:
        if not (flags & (os.O_CREAT | _MAKES_NAMELESS) or found.exists()) or found.folder < 0:
            _missing(own, path)
            return None
        return os.open(found.name, flags, request.mode, dir_fd=found.folder)


def fifo(own: str, request: Request, path: str) -> int | None:
    """A descriptor that holds the named pipe that a call would wait to open; None for others."""
    waits = request.flags & os.O_ACCMODE != os.O_RDWR and not request.flags & os.O_NONBLOCK
    if request.name not in _OPENS or request.flags & os.O_PATH or not waits or path in PLACES:
        return None
    found = Place.of(own, path)
    if found is None or found.folder < 0:
        return None
    with found:
        try:
            held = os.open(found.name, _HELD, dir_fd=found.folder)
        except OSError:
            return None
    if stat.S_ISFIFO(os.fstat(held).st_mode):
        return held
    os.close(held)
    return None


def done(own: str, request: Request, paths: Sequence[str]) -> bool:
    """Whether a call that opens nothing was done in the run's own folder instead.

    Raises OSError where it failed.
    """
    is_link = request.name in _LINKS
    if request.name not in (*_REMOVES, *_MODES, *_LINKS, *_OF_TWO):
        return False
    if is_link and not all(beneath(path, own) for path in paths):
        return False
    places = [Place.of(own, path) for path in paths]
    try:
        first, last = places[0], places[-1]
        if first is None or last is None:
            return False
        if last.folder < 0 or not (is_link or request.name in _MAKES or first.exists()):
            _missing(own, paths[0])
            if request.name in _REMOVES and not os.path.lexists(paths[0]):
                raise OSError(errno.ENOENT, "it is not there")  # as `rm -f` makes sure of
            return False
        _do(request, first, last)
        return True
    finally:
        for place in places:
            if place is not None:
                place.close()


def _missing(own: str, path: str) -> None:
    """Raises OSError where what is not there would be in the run's own folder by its own name."""
    if path.startswith(own + "/"):
        raise OSError(errno.ENOENT, "it is not there")


def _do(request: Request, first: Place, last: Place) -> None:
    name, arguments = request.name, request.arguments
    if name in _REMOVES:
        if name == "rmdir" or (name == "unlinkat" and arguments[2] & _REMOVE_FOLDER):
            os.rmdir(first.name, dir_fd=first.folder)  # no Path, see launcher
        else:
            os.unlink(first.name, dir_fd=first.folder)
    elif name in _LINKS:
        leads_to = read_string(request.pid, arguments[0])
        if not leads_to:
            raise OSError(errno.ENOENT if leads_to == b"" else errno.EFAULT, "it leads nowhere")
        os.symlink(leads_to, os.fsencode(last.name), dir_fd=last.folder)  # no Path, see launcher
    elif name in ("link", "linkat"):
        os.link(
            first.name, last.name, src_dir_fd=first.folder, dst_dir_fd=last.folder,
            follow_symlinks=False,
        )  # fmt: skip
    elif name in _OF_TWO:
        flags = arguments[4] & 0xFFFFFFFF if name == "renameat2" else 0
        if flags & ~_NO_REPLACE:
            raise OSError(errno.EINVAL, "unknown flags")
        if flags and last.exists():
            raise OSError(errno.EEXIST, "it is there")
        os.rename(first.name, last.name, src_dir_fd=first.folder, dst_dir_fd=last.folder)
    else:
        mode = arguments[_MODES[name]] & 0xFFFF
        if name.startswith("mkdir"):
            os.mkdir(first.name, mode & 0o777, dir_fd=first.folder)
        elif name.startswith("mknod"):
            if stat.S_IFMT(mode) not in _FILES:
                raise OSError(errno.EPERM, "not permitted")
            os.mknod(first.name, stat.S_IFMT(mode) | mode & 0o777, dir_fd=first.folder)
        else:
            held = os.open(first.name, os.O_PATH | os.O_NOFOLLOW, dir_fd=first.folder)
            try:
                os.chmod(f"/proc/self/fd/{held}", mode & 0o777)  # noqa: PTH101
            finally:
                os.close(held)


class Place:
    """A name in the run's own folder: the folder of it, held open, and its last part."""

    def __init__(self, folder: int, name: str) -> None:
        self.folder, self.name = folder, name

    @classmethod
    def of(cls, own: str, path: str) -> Place | None:
        """The one that stands for a path; None for a path that is elsewhere."""
        for root in (own, *PLACES):
            if path.startswith(root + "/"):
                above, _, name = path[len(root) + 1 :].rpartition("/")
                return cls(_folder(own, above or "."), name)
        return None

    def exists(self) -> bool:
        """Whether it is there; a link, too."""
        try:
            os.stat(self.name, dir_fd=self.folder, follow_symlinks=False)
        except OSError:
            return False
        return True

    def is_link(self) -> bool:
        """Whether it is a link; it must be there."""
        found = os.stat(self.name, dir_fd=self.folder, follow_symlinks=False)
        return stat.S_ISLNK(found.st_mode)

    def close(self) -> None:
        """Let the folder go. May be called again."""
        if self.folder >= 0:
            os.close(self.folder)
        self.folder = -1

    def __enter__(self) -> Place:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _folder(own: str, name: str) -> int:
    """A folder in the run's own, by no link; -1 where there is none."""
    held = os.open(own, os.O_PATH | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        return held_by_no_link(name, os.O_DIRECTORY, folder=held)
    except OSError:
        return -1
    finally:
        os.close(held)
