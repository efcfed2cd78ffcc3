"""The folder that a run has for its files, and the names by which a program may mean it.

They are those in /tmp, /var/tmp and /dev/shm, and those in the home that the program was told of,
which need not be there at all.
"""

from __future__ import annotations

import os
import stat

from harness.sandbox.inside.resolve import beneath
from harness.sandbox.inside.unswapped import held_by_no_link

TYPE_CHECKING = False  # true for mypy; typing itself is not imported: see launcher
if TYPE_CHECKING:
    from typing import Final

PLACES: Final = ("/tmp", "/dev/shm", "/var/tmp")


class RunFolder:
    """The folder, and the names that stand for it. `home` is a path, or None for no such name.

    What is at home, and the folders that lead there, have the same path in this folder.
    """

    def __init__(self, folder: str, home: str | None = None) -> None:
        self.folder, self.home = folder, home

    def is_meant(self, path: str) -> bool:
        """Whether a path is a name of the folder, or of something in it."""
        return beneath(path, *PLACES) or self._is_of_home(path)

    def named(self, path: str) -> Place | None:
        """What is in the folder by this path; None for a path that means something else."""
        for root in (self.folder, *PLACES):
            if path.startswith(root + "/"):
                return self._place(path[len(root) + 1 :])
        return self._place(path[1:]) if self._is_of_home(path) else None

    def lead_to(self, path: str) -> None:
        """Make the folders in which something at home is to be made, as far as they lead there.

        A program can have put a link in their place, so none is followed.
        """
        if self.home in (None, "/") or not self._is_of_home(path):
            return
        above = path.rpartition("/")[0] if beneath(self.home, path) else self.home
        parts = above.split("/")[1:]
        for end in range(1, len(parts) + 1):
            with self._place("/".join(parts[:end])) as place:
                if place.folder >= 0 and not place.exists():
                    os.mkdir(place.name, 0o700, dir_fd=place.folder)

    def _place(self, name: str) -> Place:
        above, _, last = name.rpartition("/")
        return Place(_folder(self.folder, above or "."), last)

    def _is_of_home(self, path: str) -> bool:
        if self.home == "/":  # what programs keep there: `/.cache`
            return path.startswith("/.")
        home = self.home
        return home is not None and path != "/" and (beneath(path, home) or beneath(home, path))


class Place:
    """A name in the run's own folder: the folder of it, held open, and its last part."""

    def __init__(self, folder: int, name: str) -> None:
        self.folder, self.name = folder, name

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
