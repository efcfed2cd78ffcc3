"""In which order the verifications of many entries begin."""

from pathlib import Path

from harness.entry import Entry, all_entries
from harness.parallel import in_turn
from harness.program import Program


def entry(challenge: str, size: int | None, folder: Path) -> Entry:
    source = None
    if size is not None:
        source = folder / f"{challenge}-{size}.py"
        source.write_bytes(b"#" * size)
    stem = "reference" if source is None else source.stem
    return Entry(challenge, stem, Program(("true",), folder), source, "", None, {})


def test_of_what_is_new_each_challenge_has_its_turn_with_its_longest(tmp_path: Path) -> None:
    given = [("a", 5), ("a", 7), ("a", None), ("b", 3), ("b", 4), ("c", 1), ("a", 6)]
    found = in_turn([entry(challenge, size, tmp_path) for challenge, size in given], {})
    assert [(one.challenge, one.source_bytes) for one in found] == [
        ("a", None), ("b", 4), ("c", 1), ("a", 7), ("b", 3), ("a", 6), ("a", 5)
    ]  # fmt: skip


def test_what_took_longest_comes_first_but_for_what_is_new(tmp_path: Path) -> None:
    entries = [entry("a", size, tmp_path) for size in (1, 2, 3, 4)]
    seconds = {"a/a-1": 9.0, "a/a-2": 30.0, "a/a-3": 20.0}
    assert [one.source_bytes for one in in_turn(entries, seconds)] == [4, 2, 3, 1]


def test_every_entry_has_its_turn_once() -> None:
    entries = all_entries()
    assert sorted(e.name for e in in_turn(entries, {})) == sorted(e.name for e in entries)
    assert in_turn([], {}) == []
