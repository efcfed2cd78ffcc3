"""What is seen of a character: its text, and the style that tells it from others."""

import pytest

from harness.cells import BLANK, HIDDEN_HALF, Cell, Character, can_be_seen, cell_of

SHOWN = [
    (Character("w"), "w", ""),
    (Character("w", fg="red"), "w", "red"),
    (Character("w", bg="blue"), "w", "on-blue"),
    (Character("w", fg="red", bg="blue", bold=True), "w", "bold+red+on-blue"),
    (Character("w", bold=True, italics=True, blink=True), "w", "bold+italic+blink"),
    (Character("w", underscore=True, strikethrough=True), "w", "underlined+struck"),
    (Character("w", reverse=True), "w", "reverse"),
    (Character("w", fg="red", reverse=True), "w", "on-red"),
    (Character("w", bg="red", reverse=True), "w", "red+on-foreground"),
    (Character("w", fg="red", bg="blue", reverse=True), "w", "blue+on-red"),
    # A blank shows neither its colour nor its weight, but what is drawn through it or behind it.
    (Character(" ", fg="red", bold=True, italics=True, blink=True), " ", ""),
    (Character(" ", bg="blue"), " ", "on-blue"),
    (Character(" ", reverse=True), " ", "reverse"),
    (Character(" ", bg="red", reverse=True), " ", "reverse"),
    (Character(" ", fg="red", reverse=True), " ", "on-red"),
    (Character(" ", underscore=True), " ", "underlined"),
    (Character(" ", strikethrough=True), " ", "struck"),
    (Character("\u00a0", fg="red"), " ", ""),
    (Character("\u3000"), " ", ""),
    (Character("\u2800", bg="blue"), " ", "on-blue"),
    # What is concealed, or of the colour of its ground, is a blank, without what is drawn on it.
    (Character("w", conceal=True), " ", ""),
    (Character("w", fg="red", bold=True, underscore=True, conceal=True), " ", ""),
    (Character("w", bg="blue", conceal=True), " ", "on-blue"),
    (Character("w", reverse=True, conceal=True), " ", "reverse"),
    (Character("w", fg="red", bg="red"), " ", "on-red"),
    (Character("w", fg="red", bg="red", reverse=True, underscore=True), " ", "underlined+on-red"),
    # The right half of a wide character.
    (Character(""), HIDDEN_HALF, ""),
    (Character("", bg="blue"), HIDDEN_HALF, "on-blue"),
    (Character("", fg="red", bg="red"), HIDDEN_HALF, "on-red"),
]


@pytest.mark.parametrize(("character", "text", "style"), SHOWN)
def test_what_a_person_sees(character: Character, text: str, style: str) -> None:
    assert cell_of(character._replace(stamp=7)) == Cell(text, style, 7)


def test_a_blank_cell_is_that_of_a_blank() -> None:
    assert cell_of(Character(" ")) == BLANK


@pytest.mark.parametrize(
    "change", [{"data": "w"}, {"data": ""}, {"bg": "red"}, {"reverse": True},
               {"underscore": True}, {"strikethrough": True}],
)  # fmt: skip
def test_what_leaves_a_trace(change: dict[str, object]) -> None:
    assert can_be_seen(Character(" ")._replace(**change))  # type: ignore[arg-type]


@pytest.mark.parametrize("change", [{}, {"fg": "red"}, {"bold": True}, {"blink": True}])
def test_what_leaves_none(change: dict[str, object]) -> None:
    assert not can_be_seen(Character(" ")._replace(**change))  # type: ignore[arg-type]
