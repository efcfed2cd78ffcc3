"""The screen: the quick way for plain text shows what the emulator shows."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from harness.emulator import Emulator
from harness.screen import Display, Size, Snapshot, TerminalKind, shown

SIZE = Size(6, 12)


def screen(text: str, *, returns: bool = True) -> list[str]:
    display = Display(SIZE, lambda snapshot: None, returns=returns)
    display.feed(text)
    return [row.rstrip() for row in shown(display.snapshot())]


@given(st.text("ab |-\n", max_size=120), st.booleans())
def test_plain_text_needs_no_emulator(text: str, returns: bool) -> None:
    if not returns:
        text = text.replace("\n", "\r\n")
    emulated = screen(f"\x1b[m{text}", returns=returns)
    assert screen(text, returns=returns) == emulated


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("a\x1b[31mred\x1b[0m\n\x1b[2;1Hzz", ["ared", "zz"]),
        ("\x1b(0lqk\x1b(B", ["┌─┐"]),
        ("main\x1b[?1049habc\x1b[?1049l!", ["main!"]),
        ("a\x1b[3bz", ["aaaaz"]),
        ("\x1b[8mhid\x1b[28mseen", ["   seen"]),
        ("\x1b[38:2::1:2:3mx\x1b[31;41mno\x1b[m.", ["x  ."]),
        ("abc\bX\tY", ["abX     Y"]),
        ("a\u200bb", ["ab"]),
        ("\x1b]0;title\x07T\x1bP+q\x1b\\D", ["TD"]),
        ("\x1b[2;4r\x1b[4;1Ha\nb\nc\nd", ["", "b", "c", "d"]),
        ("a\x1b[1;2;3;4Ab\x1bcz", ["z"]),
        ("\x1b7ab\x1b8c\x1b8d", ["db"]),
    ],
)
def test_what_terminals_understand(text: str, rows: list[str]) -> None:
    assert screen(text) == rows


@given(st.text("ab\x1b[]()0;12?hlmHJKLMrABCDc78\x07\n\r\t\b⚫é\u0301\ud800", max_size=60))
def test_nothing_that_is_printed_breaks_it(text: str) -> None:
    assert screen(text) == screen(text)


def moments(text: str) -> list[Snapshot]:
    """The screen whenever something was about to disappear from it, and at the end."""
    found: list[Snapshot] = []
    display = Display(SIZE, found.append, returns=True, margin=3)
    display.feed(text)
    return [*found, display.snapshot()]


@given(st.text("ab ─é⚫\u0301\x1b[m;47A\r\n\b", max_size=60).map(lambda text: f"\x1b[m{text}"))
@example("\x1b[mabc\ra c")
@example("\x1b[m⚫b\ra")
@example("\x1b[m\x1b[4hab\rc")
def test_to_write_many_characters_at_once_is_the_same_as_one_by_one(text: str) -> None:
    at_once = moments(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Emulator, "_draw_at_once", lambda emulator, data: 0)
        assert at_once == moments(text)


KINDS = [TerminalKind(), TerminalKind(Size(24, 80), True, False), TerminalKind(errors=True)]


@pytest.mark.parametrize("kind", KINDS)
def test_kinds_are_written_down(kind: TerminalKind) -> None:
    assert TerminalKind.parse(str(kind)) == kind


@pytest.mark.parametrize("number", ["9999", "9" * 5000, "\u00b2", "1?2", "4"])
@pytest.mark.parametrize("final", "ABCDEFGHIJKLMPSTXZ@bdfghlmnrsu`")
def test_no_number_of_a_sequence_ends_the_emulator(final: str, number: str) -> None:
    display = Display(Size(5, 20), lambda snapshot: None, returns=True, at_moves=True)
    for private in ("", "?"):
        display.feed(f"ab\x1b[{private}{number}{final}c\x1b[{private}1;{number}{final}d")
    display.feed("\x1bc\x1b[2;2Hseen")
    assert "seen" in "".join(line.text for line in display.snapshot().lines)


@pytest.mark.slow
def test_what_fills_the_screen_is_obeyed_so_often_and_no_more() -> None:
    display = Display(Size(5, 100), lambda snapshot: None, returns=True)
    for fills, once in (("x\x1b[9999b" * 20_000, "x\x1b[3b"), ("\x1b#8" * 20_000, "x\x1b#8")):
        display.feed(f"\x1bc{once}")
        assert display.snapshot().lines[0].text != "x"
        display.feed(f"{fills}\x1bc{once}")
        assert display.snapshot().lines[0].text == "x"
    display.feed("a" + "\u0301\u0302" * 100_000)
    display.feed("\x1bc\x1b[2;2Hseen")
    assert display.snapshot().lines[1].text == " seen"
