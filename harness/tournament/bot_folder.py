"""Where everything of a tournament is, and the one folder in which the bots of a match live.

build/arena/<tournament>/
  journal.sqlite          settings, bots, finished matches, every bot's data.txt as of now and
                          before each call
  lock                    held while a tournament runs
  matches/001.match       every finished match, for people and for `replay`
  play/<match>.<process>/ the arena of a match while it is played: what the challenge calls the
    instructions.txt      one folder, and the working directory of every call
    goodRandBot/          a fresh copy of what was entered
      bot.py
      data.txt            as the bot's last match left it
    naiveBot/

Every match is played on fresh copies, and `data.txt` alone outlives it: then a match depends on
nothing but what was entered and that file, it can be played on any machine, and played again from
the same beginning when a machine was lost in the middle of it. Of the other bots the arena has the
folders with the names of their files, all empty: so what a bot may not touch is there in each of
its matches alike.
"""

import hashlib
import io
import os
import stat
import tarfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, TypeAlias

from harness.meta_tic_tac_toe.compiling import FOLDER_BYTES
from harness.verdict import HarnessError, UsageError

Archive: TypeAlias = bytes
"""A bot's folder without its data.txt: a tar file, the same bytes for the same contents."""

DATA_FILE: Final = "data.txt"
_IGNORED: Final = ("__pycache__",)  # comes and goes without anyone having changed the bot


def pack(folder: Path) -> Archive:
    """The archive of a bot's folder. Raises UsageError when it holds more than plain files."""
    buffer = io.BytesIO()
    total = 0
    try:
        with tarfile.open(fileobj=buffer, mode="w", format=tarfile.PAX_FORMAT) as tar:
            for path in _contents(folder):
                info = tarfile.TarInfo(str(path.relative_to(folder)))
                info.mode = 0o755 if os.access(path, os.X_OK) else 0o644
                if _is_folder(path):
                    info.type = tarfile.DIRTYPE
                    tar.addfile(info)
                    continue
                content = _read(path, FOLDER_BYTES - total)
                info.size = len(content)
                total += info.size
                tar.addfile(info, io.BytesIO(content))
    except OSError as error:
        raise UsageError(f"{folder}: cannot be read: {error}") from error
    return buffer.getvalue()


def _contents(folder: Path, left_out: str = DATA_FILE) -> Iterator[Path]:
    for path in sorted(folder.iterdir()):
        if path.name not in (*_IGNORED, left_out):
            yield path
            if _is_folder(path):
                yield from _contents(path, left_out="")


def _is_folder(path: Path) -> bool:
    return path.is_dir() and not path.is_symlink()


def _read(path: Path, most_bytes: int) -> bytes:
    if path.is_symlink() or not path.is_file():
        raise UsageError(
            f"{path}: neither a plain file nor a folder: a bot's folder may hold nothing else"
        )
    if path.stat().st_size > most_bytes:
        raise UsageError(f"{path}: this file makes the bot larger than {FOLDER_BYTES >> 20} MiB")
    return path.read_bytes()


def unpack(archive: Archive, data: bytes, folder: Path) -> None:
    """Make a bot's folder of its archive and its data.txt."""
    folder.mkdir(parents=True)
    try:
        with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
            # `pack` made it, so nothing in it needs to be mistrusted; Python wants to be told so.
            tar.extraction_filter = getattr(tarfile, "tar_filter", lambda member, path: member)
            tar.extractall(folder)
    except tarfile.TarError as error:
        raise HarnessError(f"the files kept of {folder.name} are spoilt") from error
    (folder / DATA_FILE).write_bytes(data)


def file_names(archive: Archive) -> tuple[str, ...]:
    """The names of the files in an archive, and that of its data.txt."""
    try:
        with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
            return (*(member.name for member in tar if member.isfile()), DATA_FILE)
    except tarfile.TarError as error:
        raise HarnessError("the files kept of a bot are spoilt") from error


def stand_in(names: Sequence[str], folder: Path) -> None:
    """Make a folder with empty files of these names."""
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).touch()


def read_data(folder: Path, most_bytes: int) -> bytes:
    """A bot's data.txt after a match, at most so many bytes; nothing when it is no file any more.

    Whatever the bot made of it: a pipe would hang its reader, and a link lead it elsewhere.
    """
    path = folder / DATA_FILE
    try:
        found = path.lstat()
        if not stat.S_ISREG(found.st_mode) or found.st_nlink != 1:
            return b""
        path.chmod(0o644)
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return b""
    with os.fdopen(descriptor, "rb") as file:
        return file.read(most_bytes)


def fingerprint(content: bytes) -> str:
    """Changes with any change of the content."""
    return hashlib.sha256(content).hexdigest()
