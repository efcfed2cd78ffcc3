"""The journal of a tournament: what it is, every finished match, and every bot's data.txt, on disk.

One SQLite file. A match is committed in one transaction with both data.txt that it left, so after a
kill at any moment the journal holds whole matches only, and every bot's data.txt as its last match
left it. A match is in it once: its number is the key. One process at a time works on a journal.
"""

import fcntl
import math
import os
import sqlite3
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

from harness import removal
from harness.meta_tic_tac_toe import match_file
from harness.meta_tic_tac_toe.match import Match
from harness.tournament import bot_folder
from harness.tournament.bot_folder import Archive
from harness.tournament.task import PlayedMatch
from harness.verdict import HarnessError, UsageError
from reference.tic_tac_toe import Mark

Settings: TypeAlias = Mapping[str, str]
"""All that a result depends on, by a name that is shown when it differs."""

FILE: Final = "journal.sqlite"
_LOCK: Final = "lock"
_VERSION: Final = 4  # of the tables, and of what is in them
_TABLES: Final = """
    CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL);
    CREATE TABLE bot (name TEXT PRIMARY KEY, archive BLOB NOT NULL, data BLOB NOT NULL);
    CREATE TABLE match (
        number INTEGER PRIMARY KEY,
        x TEXT NOT NULL REFERENCES bot,
        o TEXT NOT NULL REFERENCES bot,
        record BLOB NOT NULL,        -- the match file, compressed
        x_data TEXT NOT NULL,        -- fingerprints of data.txt as the match left it
        o_data TEXT NOT NULL,
        isolation TEXT NOT NULL
    );
    CREATE TABLE data_before (       -- a call of a match, as by data_record
        number INTEGER NOT NULL REFERENCES match,
        call INTEGER NOT NULL,
        mark TEXT NOT NULL,
        data BLOB,                   -- compressed, or NULL where it was not kept
        PRIMARY KEY (number, mark, call)
    );
    CREATE TABLE clock (seconds REAL NOT NULL);
    INSERT INTO clock VALUES (0.0);
"""


class Entrant(NamedTuple):
    """What the journal keeps of a bot: all that it is played with."""

    archive: Archive
    data: bytes


class Journal:
    """An open journal that this process alone works on; made by `opened`."""

    def __init__(self, connection: sqlite3.Connection, folder: Path) -> None:
        self._connection = connection
        self.folder = folder

    @property
    def settings(self) -> Settings | None:
        """What the tournament is, or None as long as it has not begun."""
        if not self._rows("SELECT 1 FROM sqlite_master WHERE name = 'setting'"):
            return None
        return dict(self._rows("SELECT name, value FROM setting"))

    def begin(self, settings: Settings, entrants: Mapping[str, Entrant]) -> None:
        """Write down what the tournament is: settings, and bots by name, all or nothing.

        What was written down before is forgotten.
        """
        rows = [(name, *entrant) for name, entrant in entrants.items()]
        with self._transaction():
            for table in ("data_before", "match", "clock", "bot", "setting"):
                self._connection.execute(f"DROP TABLE IF EXISTS {table}")
            for statement in _TABLES.split(";"):
                self._connection.execute(statement)
            self._connection.executemany("INSERT INTO setting VALUES (?, ?)", settings.items())
            self._connection.executemany("INSERT INTO bot VALUES (?, ?, ?)", rows)
            self._connection.execute(f"PRAGMA user_version = {_VERSION}")

    def entrant(self, name: str) -> Entrant:
        """A bot as it goes into its next match."""
        match self._rows("SELECT archive, data FROM bot WHERE name = ?", name):
            case [(bytes() as archive, bytes() as data)]:
                return Entrant(archive, data)
            case _:
                raise HarnessError(f"the bot {name} is spoilt in the journal")

    def matches(self) -> dict[int, Match]:
        """All finished matches by number, ascending. Raises HarnessError when one is spoilt."""
        found = {}
        for number, x, o, record in self._rows(
            "SELECT number, x, o, record FROM match ORDER BY number"
        ):
            try:
                match = match_file.parse(zlib.decompress(record).decode())
            except (TypeError, ValueError, zlib.error) as error:
                raise HarnessError(f"match {number} is spoilt in the journal: {error}") from error
            if (match.x, match.o) != (x, o):
                raise HarnessError(f"match {number} is spoilt in the journal: it is of {x} and {o}")
            found[number] = match
        return found

    def data_before(self, number: int, call: int, mark: Mark) -> bytes | None:
        """The data.txt of a side before a call of a match, from 1; None when it was not kept."""
        rows = self._rows(
            "SELECT data FROM data_before WHERE number = ? AND mark = ? AND call <= ? "
            "ORDER BY call DESC LIMIT 1",
            number,
            mark,
            call,
        )
        try:
            return None if rows in ([], [(None,)]) else zlib.decompress(rows[0][0])
        except (TypeError, zlib.error) as error:
            raise HarnessError(f"match {number}: a data.txt is spoilt in the journal") from error

    def check_data(self) -> None:
        """Raises HarnessError when a data.txt is not as the bot's last match left it."""
        left: dict[str, object] = {}
        for x, o, x_data, o_data in self._rows(
            "SELECT x, o, x_data, o_data FROM match ORDER BY number"
        ):
            left |= {x: x_data, o: o_data}
        for name, fingerprint in left.items():
            if bot_folder.fingerprint(self.entrant(name).data) != fingerprint:
                raise HarnessError(f"the data.txt of {name} is not as its last match left it")

    @property
    def seconds(self) -> float:
        """How long the tournament has run, all its runs together, up to the last finished match."""
        match self._rows("SELECT seconds FROM clock"):
            case [(float() as seconds,)] if math.isfinite(seconds):
                return seconds
            case _:
                raise HarnessError("the clock is spoilt in the journal")

    @property
    def isolations(self) -> list[str]:
        """What kept the bots in their folders, in a few words for each kind of machine."""
        return [text for (text,) in self._rows("SELECT DISTINCT isolation FROM match ORDER BY 1")]

    def commit(self, played: PlayedMatch, seconds: float) -> None:
        """Put a finished match on disk with what it left of both data.txt.

        Raises HarnessError when it is there already. It is on the disk when this returns.
        """
        match = played.match
        row = (
            played.number, match.x, match.o, zlib.compress(match_file.dump(match).encode()),
            bot_folder.fingerprint(played.x_data), bot_folder.fingerprint(played.o_data),
            played.isolation,
        )  # fmt: skip
        try:
            with self._transaction():
                self._connection.execute("INSERT INTO match VALUES (?, ?, ?, ?, ?, ?, ?)", row)
                for call, mark, data in played.data_before:
                    kept = None if data is None else zlib.compress(data)
                    self._connection.execute(
                        "INSERT INTO data_before VALUES (?, ?, ?, ?)",
                        (played.number, call, mark, kept),
                    )
                for left, name in ((played.x_data, match.x), (played.o_data, match.o)):
                    self._connection.execute("UPDATE bot SET data = ? WHERE name = ?", (left, name))
                self._connection.execute("UPDATE clock SET seconds = ?", (seconds,))
        except sqlite3.IntegrityError as error:
            raise HarnessError(f"match {played.number} is kept already: {error}") from error

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._connection.execute("ROLLBACK")
            raise
        self._connection.execute("COMMIT")

    def _rows(self, query: str, *values: object) -> list[Any]:
        return self._connection.execute(query, values).fetchall()


@contextmanager
def opened(folder: Path, fresh: bool = False) -> Iterator[Journal]:
    """The journal of a tournament's folder, made when it is missing, and made anew if `fresh`.

    Raises UsageError when another process works on it, when it is no journal, or when the folder
    holds files of something else; HarnessError when the disk fails.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _check_is_a_tournaments(folder)
        descriptor = os.open(folder / _LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    except OSError as error:
        raise UsageError(f"{folder}: {error.strerror}") from error
    try:
        try:
            # The kernel gives it up with the process, however that ends.
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise UsageError(f"{folder}: another process plays this tournament") from None
        if fresh:
            _begin_anew(folder)
        path = folder / FILE
        try:
            connection = sqlite3.connect(path, isolation_level=None)
        except sqlite3.Error as error:
            raise UsageError(f"{path}: {error}") from error
        try:
            connection.execute("PRAGMA synchronous = FULL")
            version = connection.execute("PRAGMA user_version").fetchone()[0]
            journal = Journal(connection, folder)
            if version != (0 if journal.settings is None else _VERSION):
                raise UsageError(
                    f"{path}: of version {version}, not {_VERSION}; --fresh begins anew"
                )
            yield journal
        except sqlite3.DatabaseError as error:
            raise HarnessError(f"{path}: {error}") from error
        finally:
            connection.close()
    finally:
        os.close(descriptor)


def _check_is_a_tournaments(folder: Path) -> None:
    """Raises UsageError for a folder that is not empty and holds no journal.

    It may be the bots' own (`tournament mybots --into .`), from which a tournament would remove
    what it has no use for.
    """
    names = {path.name for path in folder.iterdir()} - {_LOCK}
    if names and FILE not in names:
        raise UsageError(
            f"{folder}: it holds other files and no tournament: name another folder by --name"
        )


def _begin_anew(folder: Path) -> None:
    """Remove everything, the journal last: while it is there, the folder is a tournament's."""
    for path in sorted(folder.iterdir(), key=lambda path: path.name == FILE):
        if path.name == _LOCK:
            continue
        if path.is_dir() and not path.is_symlink():
            removal.remove(path)
        else:
            path.unlink()
