"""The journal: whole matches or nothing, each once, and one process at a time."""

import os
import signal
import sqlite3
import subprocess
import sys
import zlib
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from harness.meta_tic_tac_toe.match import play
from harness.tournament.data_record import DataBefore
from harness.tournament.journal import Entrant, Journal, opened
from harness.tournament.task import PlayedMatch
from harness.verdict import HarnessError, UsageError
from tests.harness.tournament.support import a_match, asking, first, matches, silent

SETTINGS = {"the schedule": "all", "the rounds": "250"}
ENTRANTS = {"xbot": Entrant(b"archive x\x00", b"known"), "obot": Entrant(b"archive o", b"")}


def begun(journal: Journal) -> None:
    journal.begin(SETTINGS, ENTRANTS)


def a_played(number: int, x_data: bytes = b"x", o_data: bytes = b"o") -> PlayedMatch:
    return PlayedMatch(number, a_match(rounds=3), x_data, o_data, "kept in")


def test_what_is_put_in_is_there_when_it_is_opened_again(tmp_path: Path) -> None:
    with opened(tmp_path / "new" / "one") as journal:
        assert journal.settings is None
        begun(journal)
        assert dict(journal.settings or {}) == SETTINGS
        assert (journal.matches(), journal.seconds) == ({}, 0.0)
        assert journal.entrant("xbot") == ENTRANTS["xbot"]
        journal.commit(a_played(2, b"two"), 1.5)
        journal.commit(a_played(1, b"one"), 2.5)
    with opened(tmp_path / "new" / "one") as journal:
        assert journal.settings == SETTINGS
        assert journal.matches() == {1: a_match(rounds=3), 2: a_match(rounds=3)}
        assert list(journal.matches()) == [1, 2]
        assert journal.entrant("xbot") == Entrant(b"archive x\x00", b"one")
        assert journal.entrant("obot") == Entrant(b"archive o", b"o")
        assert (journal.seconds, journal.isolations) == (2.5, ["kept in"])


@settings(max_examples=30)  # each of them waits for the disk
@given(matches())
def test_any_match_survives(tmp_path_factory: pytest.TempPathFactory, match: object) -> None:
    with opened(tmp_path_factory.mktemp("journal")) as journal:
        begun(journal)
        journal.commit(a_played(1)._replace(match=match), 0.0)  # type: ignore[arg-type]
        assert journal.matches() == {1: match}


def test_a_match_is_in_it_once_and_the_second_changes_nothing(tmp_path: Path) -> None:
    with opened(tmp_path) as journal:
        begun(journal)
        journal.commit(a_played(1, b"first"), 1.0)
        other = PlayedMatch(1, play("obot", "xbot", asking(first), asking(silent)), b"", b"", "")
        with pytest.raises(HarnessError, match="match 1 is kept already"):
            journal.commit(other, 2.0)
        assert journal.matches() == {1: a_match(rounds=3)}
        assert (journal.entrant("xbot").data, journal.seconds) == (b"first", 1.0)


class Stopped(BaseException):
    pass


class StoppingConnection:
    """The connection of a journal, stopped before one of its statements."""

    def __init__(self, journal: Journal, statement: int) -> None:
        self._connection: Any = journal._connection
        self._left = statement
        journal._connection = self  # type: ignore[assignment]

    def execute(self, sql: str, *values: object) -> object:
        self._left -= 1
        if self._left == -1:
            raise Stopped
        return self._connection.execute(sql, *values)

    def close(self) -> None:
        self._connection.close()


@pytest.mark.parametrize("statement", range(7))
def test_a_commit_that_is_stopped_in_the_middle_is_none(tmp_path: Path, statement: int) -> None:
    with opened(tmp_path) as journal:
        begun(journal)
        journal.commit(a_played(1, b"first"), 1.0)
        StoppingConnection(journal, statement)
        with suppress(Stopped):
            journal.commit(a_played(2, b"second"), 2.0)
    with opened(tmp_path) as journal:
        whole = 2 in journal.matches()
        assert whole == (statement == 6)  # after: begin, insert, three updates, commit
        assert journal.entrant("xbot").data == (b"second" if whole else b"first")
        assert journal.seconds == (2.0 if whole else 1.0)


def test_what_was_in_a_data_file_before_a_call(tmp_path: Path) -> None:
    records = (
        DataBefore(1, "X", b""),
        DataBefore(2, "O", b"o"),
        DataBefore(3, "X", b"x" * 9999),
        DataBefore(7, "X", None),
    )
    with opened(tmp_path) as journal:
        begun(journal)
        journal.commit(a_played(1), 1.0)
        journal.commit(a_played(2)._replace(data_before=records), 2.0)
    with opened(tmp_path) as journal:
        found = [journal.data_before(2, call, "X") for call in (1, 2, 3, 6, 7, 9)]
        assert found == [b"", b"", b"x" * 9999, b"x" * 9999, None, None]
        assert [journal.data_before(2, call, "O") for call in (1, 2, 8)] == [None, b"o", b"o"]
        assert journal.data_before(1, 1, "X") is None
        journal._connection.execute("UPDATE data_before SET data = 'abc' WHERE call = 2")
        with pytest.raises(HarnessError, match=r"match 2: a data\.txt is spoilt"):
            journal.data_before(2, 2, "O")


def test_fresh_forgets_everything(tmp_path: Path) -> None:
    with opened(tmp_path) as journal:
        begun(journal)
        (tmp_path / "matches").mkdir()
        (tmp_path / "matches" / "001.match").write_text("")
    with opened(tmp_path, fresh=True) as journal:
        assert journal.settings is None
        assert not (tmp_path / "matches").exists()


HOLDS = """
import sys, time
from pathlib import Path
from harness.tournament.data_record import DataBefore
from harness.tournament.journal import opened
with opened(Path(sys.argv[1])):
    print("open", flush=True)
    time.sleep(600)
"""


def test_one_process_at_a_time_even_when_it_was_killed(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", HOLDS, tmp_path], stdout=subprocess.PIPE, text=True
    ) as other:
        try:
            assert other.stdout is not None
            assert other.stdout.readline() == "open\n"
            with pytest.raises(UsageError, match="another process plays this tournament"):
                opened(tmp_path).__enter__()
            with pytest.raises(UsageError, match="another process"):
                opened(tmp_path, fresh=True).__enter__()
        finally:
            os.kill(other.pid, signal.SIGKILL)
    with opened(tmp_path) as journal:
        begun(journal)


def test_what_is_no_journal_is_the_harness_s_failure(tmp_path: Path) -> None:
    (tmp_path / "journal.sqlite").write_text("no database" * 100)
    with pytest.raises(HarnessError, match=r"journal\.sqlite: file is not a database"):
        opened(tmp_path).__enter__()
    with opened(tmp_path, fresh=True) as journal:
        begun(journal)


def test_a_journal_of_another_version_says_so(tmp_path: Path) -> None:
    with opened(tmp_path) as journal:
        begun(journal)
    with sqlite3.connect(tmp_path / "journal.sqlite") as connection:
        connection.execute("PRAGMA user_version = 7")
    connection.close()
    with pytest.raises(UsageError, match="version 7, not 4; --fresh begins anew"):
        opened(tmp_path).__enter__()


def test_a_match_that_is_spoilt_says_so(tmp_path: Path) -> None:
    with opened(tmp_path) as journal:
        begun(journal)
        journal.commit(a_played(1), 1.0)
        for record in (b"no match", zlib.compress(b"golfproof nonsense")):
            journal._connection.execute("UPDATE match SET record = ?", (record,))
            with pytest.raises(HarnessError, match="match 1 is spoilt in the journal: "):
                journal.matches()


EDITS = {
    "a record that is text": ("UPDATE match SET record = 'abc'", "match 1 is spoilt"),
    "another name": (
        "UPDATE match SET x = 'zzz'",
        "match 1 is spoilt in the journal: it is of zzz",
    ),
    "no bot": ("DELETE FROM bot", "the bot xbot is spoilt"),
    "files that are text": ("UPDATE bot SET archive = 'abc'", "the bot xbot is spoilt"),
    "data that are text": ("UPDATE bot SET data = 'abc'", "the bot xbot is spoilt"),
    "other data": ("UPDATE bot SET data = X'61'", "the data.txt of xbot is not as its last match"),
    "no clock": ("DELETE FROM clock", "the clock is spoilt"),
    "a clock that is text": ("UPDATE clock SET seconds = 'abc'", "the clock is spoilt"),
}


def read_all(journal: Journal) -> None:
    """As a tournament does that goes on."""
    journal.matches()
    journal.check_data()
    journal.entrant("xbot")
    assert journal.seconds >= 0


@pytest.mark.parametrize("edit", EDITS)
def test_an_edited_row_says_so(tmp_path: Path, edit: str) -> None:
    statement, words = EDITS[edit]
    with opened(tmp_path) as journal:
        begun(journal)
        journal.commit(a_played(1), 1.0)
        read_all(journal)
        journal._connection.execute("PRAGMA foreign_keys = OFF")
        journal._connection.execute(statement)
        with pytest.raises(HarnessError, match=words):
            read_all(journal)


@pytest.mark.parametrize("kind", ["a folder", "text"])
def test_a_journal_that_is_none_says_so(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "journal.sqlite"
    if kind == "text":
        path.write_text("no journal of any kind " * 20)
    else:
        path.mkdir()
    with pytest.raises((UsageError, HarnessError), match=r"journal\.sqlite: "), opened(tmp_path):
        pass


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match="file/one: Not a directory"):
        opened(tmp_path / "file" / "one").__enter__()


def test_a_folder_with_other_files_is_left_as_it_is(tmp_path: Path) -> None:
    """As `tournament mybots --into .` names the folder of the bots themselves."""
    (tmp_path / "play").mkdir()
    (tmp_path / "play" / "mine").write_text("x")
    for fresh in (False, True):
        with pytest.raises(UsageError, match=r"it holds other files and no tournament: name ano"):
            opened(tmp_path, fresh).__enter__()
    assert [path.name for path in tmp_path.rglob("*")] == ["play", "mine"]


def test_a_tournament_that_was_killed_while_it_began_anew_begins_anew(tmp_path: Path) -> None:
    with opened(tmp_path) as journal:
        begun(journal)
    (tmp_path / "matches").mkdir()
    (tmp_path / "z.html").touch()
    left = []
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Path, "unlink", lambda path: left.append(path.name))
        opened(tmp_path, fresh=True).__enter__()
    assert left[-1] == "journal.sqlite"
    (tmp_path / "journal.sqlite").unlink()
    with opened(tmp_path / "only a lock") as journal:
        pass
    (tmp_path / "only a lock" / "journal.sqlite").unlink()
    with opened(tmp_path / "only a lock") as journal:
        begun(journal)
