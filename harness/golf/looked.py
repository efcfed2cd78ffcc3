"""What a search for a formula has looked at already, for the next one after an interruption."""

import hashlib
import json
import os

from harness.golf import native


class Looked:
    """Parts of long lengths in which nothing was found, kept in a file for the next search.

    build/golf/formula/<digest of the question and the room>.json    [[length, part], ...]
    """

    def __init__(self, question: object, room: int) -> None:
        about = f"{question!r} {room} {native.digest('formula')}"
        name = hashlib.sha256(about.encode()).hexdigest()[:16]
        self._path = native.cache_folder() / "formula" / f"{name}.json"
        try:
            self._parts = {(int(n), int(part)) for n, part in json.loads(self._path.read_text())}
        except (OSError, ValueError, TypeError):
            self._parts = set()

    def has(self, length: int, part: int) -> bool:
        """Whether nothing was found in this part."""
        return (length, part) in self._parts

    def add(self, length: int, part: int) -> None:
        """Note, on disk, that nothing was found in this part."""
        self._parts.add((length, part))
        self._path.parent.mkdir(parents=True, exist_ok=True)
        new = self._path.with_suffix(f".{os.getpid()}")
        new.write_text(json.dumps(sorted(self._parts)))
        new.replace(self._path)
