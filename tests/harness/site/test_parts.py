"""Scripts cut into parts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.entry import Entry, all_entries
from harness.site.data import parts

NOTES = """# How
## one.py: what it does
- `a=1` sets a, over
  two lines
- no code here
- `zzzz` then `print(a)` shows it
## two.py
- `other` is of another script
"""


def test_the_points_of_a_script_are_below_its_heading() -> None:
    about = parts.points(NOTES, "one.py")
    assert about == [
        "`a=1` sets a, over two lines",
        "no code here",
        "`zzzz` then `print(a)` shows it",
    ]


def test_pieces_are_marked_where_the_code_stands() -> None:
    pieces = parts.cut("abcd=1;print(a);end", parts.points(NOTES, "one.py"))
    assert [(p["text"], bool(p["about"])) for p in pieces] == [
        ("abcd=1;", False), ("print(a)", True), (";end", False),
    ]  # fmt: skip


@given(st.text(alphabet="ab`- c\n", max_size=40), st.lists(st.text(alphabet="ab`c ", max_size=12)))
def test_the_pieces_are_the_source(source: str, about: list[str]) -> None:
    assert "".join(piece["text"] for piece in parts.cut(source, about)) == source


@pytest.mark.parametrize("entry", all_entries(), ids=lambda entry: str(entry.name))
def test_every_script_is_shown_whole(entry: Entry) -> None:
    for script in parts.scripts([entry]):
        assert entry.source is not None
        shown = parts.shown(entry.source.read_bytes())
        assert "".join(piece["text"] for piece in script["pieces"]) == shown


def test_bytes_that_cannot_be_read_are_escapes() -> None:
    assert parts.shown(b"a\x01\xff\n") == "a\\x01\\xff\n"
