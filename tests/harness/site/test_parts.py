"""Scripts cut into parts."""

from dataclasses import replace
from pathlib import Path

import pytest

from harness.entry import Entry, all_entries
from harness.places import ROOT
from harness.site.data import parts
from harness.site.data.parts import Part

NOTES = """# How
## one.py: what it does

### Parts of one.py

Joined, they are the file.

- `a=1␊` sets `a`
- `` b='`'␊`` a mark
- ` if a:` begins with a blank
- ` and ` blanks at both ends
- ``` `` ``` marks alone

### Why so
- `not a part` of it
### Parts of two.py
- `other` is of another script
"""

GOLFED = [entry for entry in all_entries(ROOT) if entry.source is not None]


def test_parts_are_read_as_they_stand() -> None:
    assert parts.parts(NOTES, "one.py") == [
        Part("a=1\n", "sets `a`"),
        Part(" b='`'\n", "a mark"),
        Part(" if a:", "begins with a blank"),
        Part(" and ", "blanks at both ends"),
        Part("``", "marks alone"),
    ]
    assert parts.parts(NOTES, "two.py") == [Part("other", "is of another script")]
    assert parts.parts(NOTES, "three.py") == []


@pytest.mark.parametrize("entry", GOLFED, ids=lambda entry: str(entry.name))
def test_the_parts_in_the_notes_are_the_file_byte_for_byte(entry: Entry) -> None:
    assert entry.source is not None
    notes = (entry.source.parent / "NOTES.md").read_text(encoding="utf-8")
    found = parts.parts(notes, entry.source.name)
    assert len(found) > 4
    assert all(part.about for part in found)
    assert "".join(part.text for part in found) == parts.plain(entry.source.read_bytes())


def test_a_packed_file_is_shown_unpacked() -> None:
    packed = {script["name"]: script["packed"] for script in parts.scripts(GOLFED)}
    assert {name for name, is_packed in packed.items() if is_packed} == {
        "menace/packed",
        "meta_tic_tac_toe/packed",
    }


def test_every_script_is_shown_whole() -> None:
    for entry, script in zip(GOLFED, parts.scripts(GOLFED), strict=True):
        assert entry.source is not None
        whole = parts.shown(parts.plain(entry.source.read_bytes()))
        assert "".join(piece["text"] for piece in script["pieces"]) == whole


def test_a_script_whose_notes_are_stale_is_one_piece(tmp_path: Path) -> None:
    (tmp_path / "NOTES.md").write_text(NOTES, encoding="utf-8")
    source = tmp_path / "one.py"
    source.write_bytes(b"a=2\x01")
    (script,) = parts.scripts([replace(GOLFED[0], source=source)])
    assert script["pieces"] == [{"text": "a=2\\x01", "about": ""}]
