"""The file that keeps a machine from day to day, which no crash can spoil.

    menace.json         the machine as it was after the last game that was saved
    menace.json.tmp     a newer one, while it is being written; worthless if found later
    menace.json.lock    empty; held by the one process that may write

A save writes the whole temporary file, waits until the disk has it, and only then renames it over
the old one, which the file system does entirely or not at all. So what is found after a crash is
the machine of the last save or of the one before, never half of one; a checksum tells of any other
damage.
"""

import fcntl
import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Final

from reference.menace.boxes import Bead, boxes_of
from reference.menace.machine import Machine, check_contents
from reference.menace.rulesets import Ruleset, WhenEmpty

FORMAT: Final = "golfproof MENACE"
VERSION: Final = 1


class StoreError(Exception):
    """The file cannot be used, and why; it is left as it was."""


@dataclass(frozen=True)
class Saved:
    """A machine between games. `history` has a mark for each game, its winner or '-' for a draw."""

    contents: tuple[tuple[Bead, ...], ...]
    ruleset: Ruleset
    history: str

    @classmethod
    def of(cls, machine: Machine, history: str) -> "Saved":
        """What to keep of a machine that is not in the middle of a game."""
        if machine.draws:
            raise ValueError("a game is in play, and its beads are out of their boxes")
        return cls(tuple(map(tuple, machine.contents)), machine.ruleset, history)

    def machine(self) -> Machine:
        """The machine as it was."""
        return Machine(self.contents, self.ruleset)


class MachineFile:
    """Exclusive use of a machine's file. Use it as a context manager."""

    def __init__(self, path: Path) -> None:
        # A link is followed now: renaming over it would otherwise leave its target behind.
        self.path = path.expanduser().resolve()
        self._temporary = self.path.with_name(self.path.name + ".tmp")
        self._lock: int | None = None

    def __enter__(self) -> "MachineFile":
        """Take the lock. Raises StoreError when another process has it, or without a folder."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            lock = os.open(self.path.with_name(self.path.name + ".lock"), _WRITE, 0o600)
        except OSError as error:
            raise StoreError(
                f"cannot keep boxes in {self.path.parent}: {error.strerror}"
            ) from error
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(lock)
            raise StoreError(
                f"another game is being played with the boxes in {self.path}"
            ) from None
        self._lock = lock
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Release the lock. Its file stays: removing it would let two processes hold one each."""
        assert self._lock is not None
        os.close(self._lock)
        self._lock = None

    def load(self) -> Saved | None:
        """The machine that was saved last, or None when there is no file. Raises StoreError."""
        try:
            raw = self.path.read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise StoreError(f"cannot read {self.path}: {error.strerror}") from error
        try:
            return decode(raw)
        except StoreError as error:
            raise StoreError(f"{self.path} {error}") from error

    def save(self, saved: Saved) -> None:
        """Put this machine in the place of the old one, for good when it returns.

        Raises StoreError when the disk refuses; the old file is then still there.
        """
        if self._lock is None:
            raise ValueError("the file is saved to only while it is locked")
        try:
            self._write_temporary(encode(saved))
            os.replace(self._temporary, self.path)  # noqa: PTH105 - the call the promise rests on
            _synchronise(self.path.parent)
        except OSError as error:
            raise StoreError(f"cannot save to {self.path}: {error.strerror}") from error

    def _write_temporary(self, raw: bytes) -> None:
        # One name is enough, and leaves nothing to collect, since the lock admits one writer.
        with os.fdopen(os.open(self._temporary, _WRITE | os.O_TRUNC, 0o600), "wb") as file:
            file.write(raw)
            file.flush()
            os.fsync(file.fileno())


_WRITE: Final = os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW


def encode(saved: Saved) -> bytes:
    """The file's bytes: one JSON object, readable by eye, with a checksum over its machine."""
    ruleset = asdict(saved.ruleset) | {"when_empty": saved.ruleset.when_empty.value}
    machine = {"ruleset": ruleset, "history": saved.history, "boxes": saved.contents}
    document = {
        "format": FORMAT,
        "version": VERSION,
        "sha256": _checksum(machine),
        "machine": machine,
    }
    return _canonical(document) + b"\n"


def decode(raw: bytes) -> Saved:
    """The machine in the file's bytes. Raises StoreError, saying what is wrong with them."""
    try:
        document = json.loads(raw)
    except ValueError as error:  # bytes that are not UTF-8 included
        raise StoreError("is damaged: not JSON") from error
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise StoreError("is not a file of MENACE's boxes")
    if document.get("version") != VERSION:
        raise StoreError(f"is of version {document.get('version')}; this program reads {VERSION}")
    machine = document.get("machine")
    if not isinstance(machine, dict) or document.get("sha256") != _checksum(machine):
        raise StoreError("is damaged: its checksum does not fit")
    try:
        return _saved(machine)
    except (KeyError, TypeError, ValueError) as error:
        raise StoreError(f"holds no machine: {error}") from error


def _saved(machine: Mapping[str, Any]) -> Saved:
    fields = dict(machine["ruleset"])
    fields["when_empty"] = WhenEmpty(fields["when_empty"])
    first, second, third, fourth = fields["start"]
    fields["start"] = (first, second, third, fourth)
    ruleset = Ruleset(**fields)
    contents = tuple(map(tuple, machine["boxes"]))
    check_contents(contents, boxes_of("X"), ruleset)
    history = str(machine["history"])
    if set(history) - set("XO-"):
        raise ValueError(f"results other than X, O and -: {history}")
    return Saved(contents, ruleset, history)


def _canonical(value: object) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode()


def _checksum(machine: Mapping[str, Any]) -> str:
    # JSON keeps the order of keys, so what was read back has the bytes that were written.
    return hashlib.sha256(_canonical(machine)).hexdigest()


def _synchronise(folder: Path) -> None:
    # The new name is a change of the folder, and reaches the disk only with that.
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
