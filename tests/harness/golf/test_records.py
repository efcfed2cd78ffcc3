"""The history of sizes, and that what the documents say of sizes is true today."""

import hashlib
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from harness.entry import all_entries
from harness.golf import kept, records, scoreboard
from harness.places import ROOT
from harness.verdict import UsageError

HISTORY = ROOT / "solutions" / records.FILE
GOLFED = [entry for entry in all_entries(ROOT) if entry.source is not None]


def test_a_record_is_read_back(tmp_path: Path) -> None:
    path = tmp_path / records.FILE
    assert records.load(path) == []
    made = [
        records.record_of("game/a", Path("a.py"), b"print(%d)" % size, "2026-11-22", "accepted")
        for size in (100, 10, 20)
    ]
    for record in made:
        records.add(path, record)
    assert records.load(path) == made
    assert records.best(made)["game/a"].bytes == 9
    assert records.known(made, "game/a", b"print(10)")
    assert not records.known(made, "game/b", b"print(10)")
    path.write_text('{"entry": "x"}')
    with pytest.raises(UsageError, match=":1: not a record"):
        records.load(path)


def test_nothing_is_compared_with_a_withdrawn_record(tmp_path: Path) -> None:
    path = tmp_path / records.FILE
    long, short = (
        records.record_of("game/a", Path("a.py"), b"print(%d)" % size, "2026-11-22", "accepted")
        for size in (100, 1)
    )
    for record in (long, replace(short, withdrawn="it errs & fails")):
        records.add(path, record)
    history = records.load(path)
    assert records.best(history)["game/a"] == long
    assert records.known(history, "game/a", b"print(1)")
    root = ET.fromstring(records.chart(history))
    said = {"".join(node.itertext()) for node in root}
    assert "10 game/a" in said
    assert "8 game/a, withdrawn: it errs & fails" in said
    ET.fromstring(records.chart(history[1:]))


@pytest.mark.parametrize("entry", GOLFED, ids=lambda entry: entry.name)
def test_a_shorter_file_is_landed_or_withdrawn(entry: object) -> None:
    """Write into the shorter record why it is `withdrawn` when this fails."""
    found = next(e for e in GOLFED if e is entry)
    assert records.best(records.load(HISTORY))[found.name].bytes == found.source_bytes


def test_what_was_proved() -> None:
    said = records.proof({"positions": 91, "seconds": 2.5, "clean_ends": 4, "why": "x", "b": True})
    assert said == "accepted; positions 91; clean ends 4"


def test_the_picture_shows_every_entry_and_its_last_size() -> None:
    history = records.load(HISTORY)
    root = ET.fromstring(records.chart(history))
    texts = {"".join(node.itertext()) for node in root}
    for name in {record.entry for record in history}:
        last = [record for record in records.standing(history) if record.entry == name][-1]
        assert f"{last.bytes} {name}" in texts
    ET.fromstring(records.chart([]))


@pytest.mark.parametrize("entry", GOLFED, ids=lambda entry: entry.name)
def test_the_history_has_todays_file(entry: object) -> None:
    """Run `make scoreboard` when this fails: it verifies what is new and writes it down."""
    found = next(e for e in GOLFED if e is entry)
    assert found.source is not None
    assert records.known(records.load(HISTORY), found.name, found.source.read_bytes())


def test_records_say_what_their_figures_say() -> None:
    history = records.load(HISTORY)
    assert history == sorted(history, key=lambda record: record.date)
    for entry in GOLFED:
        assert entry.source is not None
        data = entry.source.read_bytes()
        (record,) = [
            r for r in history
            if r.entry == entry.name and r.digest == hashlib.sha256(data).hexdigest()
        ][-1:]  # fmt: skip
        assert record.bytes == len(data)


@pytest.mark.parametrize("name", ["README.md", "solutions/README.md"])
def test_no_table_is_stale(name: str) -> None:
    """Run `make scoreboard` when this fails."""
    document = ROOT / name
    text = document.read_text(encoding="utf-8")
    assert scoreboard.updated(text, scoreboard.markdown(GOLFED, document.parent)) == text


def test_the_table_of_certificates_is_not_stale() -> None:
    """Run `make scoreboard` when this fails."""
    document = ROOT / "solutions" / "README.md"
    text = document.read_text(encoding="utf-8")
    table = kept.markdown(GOLFED, document.parent)
    assert scoreboard.updated(text, table, kept.BEGIN, kept.END) == text


def test_the_picture_is_not_stale() -> None:
    """Run `make scoreboard` when this fails."""
    kept = HISTORY.with_name(records.PICTURE).read_text(encoding="utf-8")
    assert kept == records.chart(records.load(HISTORY))
