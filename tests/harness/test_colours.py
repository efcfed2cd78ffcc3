"""Colours that a program redefines, and which of them no eye tells apart."""

import pytest

from harness.cells import Character, cell_of
from harness.colours import Palette, numbered, parsed, same_colour


@pytest.mark.parametrize(
    ("written", "colour"),
    [
        ("rgb:ff/88/00", "ff8800"),
        ("rgb:f/8/0", "ff8800"),
        ("rgb:ffff/8888/0000", "ff8800"),
        ("#f80", "f08000"),
        ("#ff8800", "ff8800"),
        ("#ffff88880000", "ff8800"),
        ("navy blue", "navyblue"),
    ],
)
def test_the_ways_to_write_a_colour(written: str, colour: str) -> None:
    assert parsed(written) == colour


def test_a_colour_by_its_name_and_by_its_number_are_one() -> None:
    assert same_colour("red", numbered(1))
    assert same_colour("101010", "121212")
    assert not same_colour("red", "blue")


def style(palette: Palette, character: Character) -> str:
    return cell_of(palette.shown(character)).style


def test_what_is_redefined_changes_what_was_chosen_by_its_number() -> None:
    palette = Palette()
    assert palette.changed_by("4;1;rgb:00/00/ff;21;#0000ff")
    red, blue = Character("x", fg="red"), Character("x", fg=numbered(21))
    assert style(palette, red) == style(palette, blue) == "0000ff"
    assert style(palette, Character("x", fg="ff0000")) == "ff0000"
    assert palette.changed_by("104;1")
    assert style(palette, red) == "red"
    assert palette.changed_by("104")
    assert not palette
    assert not palette.changed_by("0;a title")


def test_text_in_the_colour_of_its_ground_is_not_seen() -> None:
    palette = Palette()
    palette.changed_by("11;#cd0000")
    assert cell_of(palette.shown(Character("x", fg="red"))).text == " "
    assert cell_of(palette.shown(Character("x"))).text == "x"
    palette.changed_by("10;#cc0000")
    assert cell_of(palette.shown(Character("x"))).text == " "
    palette.changed_by("110")
    palette.changed_by("111")
    assert cell_of(palette.shown(Character("x", fg="red"))).text == "x"


def test_plain_text_on_its_own_ground_stays_plain() -> None:
    palette = Palette()
    palette.changed_by("10;#839496;#002b36")
    assert style(palette, Character("x")) == ""
    assert style(palette, Character(" ")) == ""
    assert style(palette, Character(" ", bg="red")) == "on-red"
