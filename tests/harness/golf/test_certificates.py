"""The certificates of the golfed scripts: each is of today's file, and leaves nothing open.

solutions/<game>/certificates/<file>.json    as `golfproof shave` wrote it
"""

from pathlib import Path

import pytest

from harness.entry import all_entries
from harness.golf import certificate, checking
from harness.golf.trial import OPEN
from harness.places import ROOT

FILES = sorted((ROOT / "solutions").glob("*/certificates/*.json"))


def script_of(file: Path) -> Path:
    return file.parent.parent / file.stem


def test_each_is_of_a_golfed_script() -> None:
    golfed = {
        entry.source.resolve()
        for entry in all_entries(ROOT)
        if entry.source is not None and entry.source.is_relative_to(ROOT / "solutions")
    }
    assert FILES
    assert {script_of(file) for file in FILES} <= golfed


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT / "solutions")))
def test_it_is_of_todays_file_and_nothing_is_open(file: Path) -> None:
    script, values = script_of(file), certificate.load(file)
    assert values["deletions_up_to"] >= 3
    assert values["rewrites"] == (script.suffix == ".py")
    assert values["bytes"] == script.stat().st_size
    assert len(values["outcomes"]) == values["candidates"]
    assert list(certificate.faults(script.read_bytes(), values, None, script.name, None, 0)) == []
    assert not [row for row in values["outcomes"] if row[3] in OPEN]


@pytest.mark.slow
@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT / "solutions")))
def test_what_was_refuted_is_refuted_again(file: Path) -> None:
    script, values = script_of(file), certificate.load(file)
    entry = checking.entry_of(script)
    assert entry is not None
    _, *command = str(values["checked_by"]).split(", ", 1)
    check = checking.chosen(script, command[0] if command else None, entry.name, False,
                            values.get("otherwise", ()))  # fmt: skip
    assert list(certificate.faults(script.read_bytes(), values, check, script.name, 5, 0)) == []
