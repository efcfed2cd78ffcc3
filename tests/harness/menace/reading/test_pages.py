"""Pages against the terminal emulator, and what is told of them."""

from collections.abc import Sequence

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from harness.menace.reading.looks import without_sequences
from harness.menace.reading.pages import Page
from harness.screen import Display, Size

ROWS, COLUMNS = 50, 500
AT_MOST = st.integers(0, 12)
TEXTS = st.text("XO-| ab", min_size=1, max_size=6)
CONTROLS = st.sampled_from(
    ["\n", "\r", "\b", "\t", "\x0e", "\x0f", "\x1bM", "\x1bD", "\x1bE", "\x1b7", "\x1b8",
     "\x1b(0", "\x1b(B", "\x1b)0", "\x1b[m", "\x1b[31m", "\x1b[4h", "\x1b[4l", "\x1b[?25l",
     "\x1b[s", "\x1b[u", "\x1b[?1049h", "\x1b[?1049l", "\x1b]0;X O\x07", "\x1b[r", "\x1b[1;50r",
     "\x1b[2;9r", "\x1b[3;6r", "\x1bc", "\v", "\x84", "\x8d", "\x1b[?1048h", "\x1b[?1048l"]
)  # fmt: skip
ONE_NUMBER = st.builds(
    lambda number, final: f"\x1b[{number}{final}", AT_MOST, st.sampled_from("ABCDEFG`adeXP@LMSTb")
)
PLACES = st.builds(lambda row, column: f"\x1b[{row};{column}H", AT_MOST, AT_MOST)
ERASING = st.builds(
    lambda part, final: f"\x1b[{part}{final}", st.integers(0, 2), st.sampled_from("JK")
)
PARTS = st.lists(st.one_of(TEXTS, CONTROLS, ONE_NUMBER, PLACES, ERASING), max_size=30)


def on_a_terminal(text: str) -> list[str]:
    """The rows of the terminal, from the first to the last that is not blank."""
    display = Display(Size(ROWS, COLUMNS), lambda snapshot: None, returns=True)
    display.feed(text)
    return trimmed([line.text.rstrip() for line in display.snapshot().lines])


def on_a_page(text: str) -> list[str]:
    page = Page()
    page.take(text, None)
    return trimmed([without_sequences(page._shown(number)) for number in range(ROWS)])


def trimmed(rows: Sequence[str]) -> list[str]:
    kept = [*rows]
    while kept and not kept[-1]:
        kept.pop()
    return kept


@given(PARTS)
@example(["\x1b(0", "ab", "\x1b[3b", "\x1b)0\x1b(B", "ab", "\x0e", "ab"])  # the terminal's lines
@example(["\x1b(0", "\x1b[31m", "a"])  # in colour
@example(["\x1b[3;6r\x1b[4h\x1b(0\x1b[?1049h", "\x1bc", "a\n" * 9, "\ra\b|"])  # all is forgotten
def test_a_page_shows_what_a_terminal_shows(parts: Sequence[str]) -> None:
    text = "\x1b[1;1H" + "".join(parts)
    assert on_a_page(text) == on_a_terminal(text)


@given(PARTS, st.integers(0, 80))
def test_what_would_be_is_what_comes_to_be(parts: Sequence[str], at: int) -> None:
    text = "\x1b[1;1H" + "".join(parts)
    page, other = Page(), Page()
    for some in (page, other):
        some.take(text[: at + 6], None)
    would_be = page.would_be(text[at + 6 :], "LL")
    assert would_be == page.take(text[at + 6 :], "LL") == other.take(text[at + 6 :], "LL")


BOARD = "\x1b[H\x1b[2JNew game\x1b[3;1HX | - | -\x1b[4;1H- | - | -\x1b[5;1H- | - | -\x1b[8;1H? "


@pytest.mark.parametrize(
    "move",
    [
        "\x1b[3;5HO\x1b[4;1HX\x1b[8;3H",
        "\x1b[3;5HO\x1b[4;2H\bX\x1b[8;3H",
        "\x1b[3;5HO | -\r\x1b[BX\x1b[8;3H",  # with what stands beside it
        "\x1b[3;3H| O\x1b[4;1HX |\x1b[8;3H",
        "\x1b[3;5HO\x1b[4d\x1b[GX\x1b[8;3H",
    ],
)
def test_each_stone_put_on_a_page_is_told(move: str) -> None:
    page = Page()
    page.take(BOARD, None)
    told = page.take(move, "LM")
    assert "X | O | -\n- | - | -\n" in told
    assert "X | O | -\nX | - | -\n" in told


def test_a_page_that_is_drawn_for_the_first_time_is_told_once() -> None:
    told = Page().take("\x1b[1;1HX--\x1b[2;1H---\x1b[3;1H-O-\x1b[5;1H", None)
    assert told == "X--\n---\n-O-"


def test_a_page_is_told_when_the_cursor_goes_back() -> None:
    """As from a board to what is written above it, and to the next board in its place."""
    page = Page()
    page.take(BOARD, None)
    told = page.take("\x1b[3;5HO | O\x1b[1;1HAgain\x1b[3;5H- | -\x1b[8;1H", "LM")
    assert "X | O | O\n" in told
    assert told.rindex("X | - | -\n") > told.index("X | O | O\n")


def test_a_page_behind_another_is_not_told_again() -> None:
    """The boxes of the game before are no part of the next ones."""
    page = Page()
    page.take("\x1b[?1049h" + BOARD + "\x1b[?1049l1 2 3\n4 5 6\n", None)
    told = page.take("\x1b[?1049h" + BOARD + "\x1b[?1049l7 8 9\n1 1 1\n", None)
    assert told.endswith("7 8 9\n1 1 1")
    assert "1 2 3" not in told


def test_a_part_of_a_sequence_is_not_told() -> None:
    page = Page()
    page.take(BOARD, None)
    assert "[3" not in page.would_be("\x1b[3;5HO\x1b[3", "LM")


def test_blanks_between_words_have_no_background() -> None:
    """As curses draws a page: all of it before the same background."""
    page = Page()
    told = page.take("\x1b[37;40m\x1b[H\x1b[2JNew game\x1b[3;1H   \x1b[31;40m●\x1b[37;40m   ", None)
    blank, disc = "\x1b[37;40m \x1b[m", "\x1b[31;40m●\x1b[m"
    assert told.split("\n") == ["New game", "", 3 * blank + disc + 3 * blank]


def test_a_disc_in_another_colour_is_told() -> None:
    page = Page()
    board = "\x1b[H\x1b[2JNew game\x1b[3;1H\x1b[31m● · ·\x1b[4;1H· · ·\x1b[5;1H· · ·\x1b[8;1H"
    page.take(board, None)
    told = page.take("\x1b[34m\x1b[3;3H●\x1b[31m\x1b[4;1H●\x1b[8;1H", "LM")
    assert told.count("\x1b[34m●") == 2  # after the human's move, and after MENACE's
