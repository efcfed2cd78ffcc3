"""What a program puts into /tmp, /dev/shm or its home by these very names: its run's folder has it.

Many programs do not ask TMPDIR: C's `tmpfile`, Lua's `os.tmpname`, Java, and every lock that
processes share; and interpreters keep a history, or what they have compiled, at home. The launcher
does for them what they ask, in the folder of the run: it opens, makes and removes there, and hands
descriptors over. So nothing outlives the run, and no other sees it. The name was read once and no
link is followed, so there is nothing to swap meanwhile. What only asks about a name is answered by
`looks`.

Source: openat2(2), tmpfile(3), sem_overview(7), shm_overview(7).
"""

from __future__ import annotations

import errno
import os
import stat

from harness.sandbox.inside.memory import read_string
from harness.sandbox.inside.resolve import beneath
from harness.sandbox.inside.run_folder import PLACES

TYPE_CHECKING = False  # true for mypy; typing itself is not imported: see launcher
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Final

    from harness.sandbox.inside.notifier import Request
    from harness.sandbox.inside.run_folder import Place, RunFolder

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


def opened(own: RunFolder, request: Request, path: str) -> int | None:
    """The descriptor of what is opened in the run's own folder instead of a path.

    None where nothing is to be opened instead. Raises OSError where that cannot be.
    """
    if request.name not in _OPENS or request.flags & os.O_PATH:
        return None
    flags = request.flags | os.O_CLOEXEC | os.O_NOCTTY | os.O_NONBLOCK | os.O_NOFOLLOW
    if path in PLACES:
        if flags & os.O_TMPFILE != os.O_TMPFILE:
            return None
        return os.open(own.folder, flags, request.mode)
    found = own.named(path)
    if found is None:
        return None
    with found:
        if not (flags & (os.O_CREAT | _MAKES_NAMELESS) or found.exists()) or found.folder < 0:
            _missing(own, path, found)
            return None
        return os.open(found.name, flags, request.mode, dir_fd=found.folder)


def fifo(own: RunFolder, request: Request, path: str) -> int | None:
    """A descriptor that holds the named pipe that a call would wait to open; None for others."""
    waits = request.flags & os.O_ACCMODE != os.O_RDWR and not request.flags & os.O_NONBLOCK
    if request.name not in _OPENS or request.flags & os.O_PATH or not waits or path in PLACES:
        return None
    found = own.named(path)
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


def done(own: RunFolder, request: Request, paths: Sequence[str]) -> bool:
    """Whether a call that opens nothing was done in the run's own folder instead.

    Raises OSError where it failed.
    """
    is_link = request.name in _LINKS
    if request.name not in (*_REMOVES, *_MODES, *_LINKS, *_OF_TWO):
        return False
    if is_link and not all(beneath(path, own.folder) for path in paths):
        return False
    places = [own.named(path) for path in paths]
    try:
        first, last = places[0], places[-1]
        if first is None or last is None:
            return False
        if last.folder < 0 or not (is_link or request.name in _MAKES or first.exists()):
            _missing(own, paths[0], first)
            return False
        _do(request, first, last)
        return True
    finally:
        for place in places:
            if place is not None:
                place.close()


def _missing(own: RunFolder, path: str, place: Place) -> None:
    """Raises OSError where what is not in the run's own folder is nowhere else either.

    A folder that is not in the run's own may be there, and a try to make something in it counts.
    """
    nowhere = path if place.folder >= 0 else os.path.dirname(path)  # noqa: PTH120
    if path.startswith(own.folder + "/") or not os.path.lexists(nowhere):
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
