"""The READMEs' tables of sizes."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.entry import Entry
from harness.golf import scoreboard
from harness.program import Program
from harness.verdict import UsageError

PAGE = f"# Title\n\n{scoreboard.BEGIN}\nold\n{scoreboard.END}\nrest\n"


def entry(folder: Path, name: str, size: int | None, bar: int | None = None) -> Entry:
    source = None
    if size is not None:
        source = folder / f"{name}.py"
        source.write_bytes(b"x" * size)
    return Entry("game", name, Program(("x",), folder), source, f"about {name}", bar, {})


def test_the_table(tmp_path: Path) -> None:
    entries = [entry(tmp_path, "a", 7, 9), entry(tmp_path, "b", 8), entry(tmp_path, "ref", None)]
    table = scoreboard.markdown(entries, tmp_path).splitlines()
    assert table[2].startswith("| [game/a](a.py) ")
    assert table[2].endswith(" | 7 | 9 | about a |")
    assert table[3].endswith(" | 8 |  | about b |")
    assert len(table) == 4
    assert "| [game/a](../a.py) " in scoreboard.markdown(entries, tmp_path / "x")


def test_a_page_is_brought_up_to_date_once(tmp_path: Path) -> None:
    page = tmp_path / "README.md"
    page.write_text(PAGE)
    entries = [entry(tmp_path, "a", 7)]
    assert scoreboard.write(page, entries)
    text = page.read_text()
    assert "old" not in text
    assert text.startswith("# Title\n\n<!--")
    assert text.endswith("-->\nrest\n")
    assert not scoreboard.write(page, entries)
    assert page.read_text() == text


@pytest.mark.slow
@given(st.text())
def test_any_table_is_put_in_as_it_is(table: str) -> None:
    new = scoreboard.updated(PAGE, table)
    assert new == f"# Title\n\n{scoreboard.BEGIN}\n{table}\n{scoreboard.END}\nrest\n"


@pytest.mark.parametrize("text", ["", scoreboard.BEGIN, f"{scoreboard.END}{scoreboard.BEGIN}"])
def test_a_page_without_a_place_for_it(text: str) -> None:
    with pytest.raises(UsageError, match="no place marked"):
        scoreboard.updated(text, "table")
