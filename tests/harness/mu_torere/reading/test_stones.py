"""Stones that can be told apart, and the ways to read nine nodes."""

from itertools import combinations

import pytest
from confusable_homoglyphs import confusables  # type: ignore[import-untyped]  # it has no types

from harness.mu_torere.reading.inference import Hints, guess
from harness.mu_torere.reading.numbering import listed, usual
from harness.mu_torere.reading.stones import Symbol, alike
from harness.mu_torere.reading.wheel import SQUARE_SHAPE
from harness.screen import Display, Size

READING = (0, 1, 2, 7, 8, 3, 6, 5, 4)


def test_what_is_alike_in_ascii_is_as_the_tables_say() -> None:
    """They are not read for it."""
    printable = [chr(code) for code in range(33, 127)]
    looks = {
        char: {other["c"] for found in confusables.is_confusable(char, greedy=True) or ()
               for other in found["homoglyphs"]}
        for char in printable
    }  # fmt: skip
    for one, other in combinations(printable, 2):
        told = alike([Symbol(one), Symbol(other), Symbol("zz")]) is not None
        by_the_tables = one in looks[other] or other in looks[one] or looks[one] & looks[other]
        assert told == bool(by_the_tables), (one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("c80000:o", "c90000:o"),
        ("bold+c80000:o", "bold+c40404:o"),
        ("on-c80000: ", "on-c80100: "),
        ("•", "∙"),
        ("\ue000", "\uf8ff"),
        ("\u0378", "\ue000"),
        ("o", "\u043e"),
    ],
)
def test_what_nobody_tells_apart(one: str, other: str) -> None:
    symbols = [Symbol.parse(one), Symbol.parse(other), Symbol("x")]
    assert alike(symbols) is not None


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("c80000:o", "0000c8:o"),
        ("bold+c80000:o", "c80000:o"),
        ("red:o", "c80000:o"),
        ("b", "\ue000"),
        ("黒", "白"),
        ("●", "○"),
    ],
)
def test_what_can_be_told_apart(one: str, other: str) -> None:
    assert alike([Symbol.parse(one), Symbol.parse(other), Symbol("x")]) is None


@pytest.mark.parametrize(
    "names",
    [
        "NW N NE W C E SW S SE",
        "nw n ne w o e sw s se",
        "a3 b3 c3 a2 b2 c2 a1 b1 c1",
        "A1 B1 C1 A2 B2 C2 A3 B3 C3",
        "1a 1b 1c 2a 2b 2c 3a 3b 3c",
        "11 21 31 12 22 32 13 23 33",
        "00 01 02 10 11 12 20 21 22",
    ],
)
def test_names_of_rows_and_columns_are_usual(names: str) -> None:
    assert tuple(names.split()) in set(usual(READING, SQUARE_SHAPE))


def test_names_that_a_prompt_lists() -> None:
    said = ["Mu Torere", "Which one (p q r s t u v w x)? "]
    assert list(listed(said)) == [tuple("pqrstuvwx")]
    assert list(listed(["b-b-b", "stones: 1 2 3 4 5 6 7 8"])) == []


def first_form(printed: str) -> tuple[str, ...] | None:
    display = Display(Size(24, 80), lambda snapshot: None, returns=True)
    display.feed(printed)
    found = guess(display.snapshot(), Hints())
    return tuple(found.forms[0].symbols) if found else None


def board(black: str, white: str, empty: str) -> str:
    cells = [{"b": black, "w": white, "o": empty}[kind] for kind in "wwwbowbbb"]
    a, b, c, d, e, f, g, h, i = cells
    return f"{a}-{b}-{c}\n|\\|/|\n{d}-{e}-{f}\n|/|\\|\n{g}-{h}-{i}\n"


def test_blanks_on_coloured_grounds_are_stones() -> None:
    printed = board("\x1b[41m \x1b[m", "\x1b[47m \x1b[m", "\x1b[100m \x1b[m")
    assert first_form(printed) is not None


def test_blanks_alone_are_none() -> None:
    assert first_form(board(" ", " ", " ")) is None


def test_stones_that_show_their_own_numbers() -> None:
    printed = "O-O-O\n|\\|/|\n4-.-O\n|/|\\|\n7-8-9\n"
    assert first_form(printed) == ("number", "O", ".")


@pytest.mark.parametrize(
    ("names", "empty"),
    [("123456789", "."), ("123456789", " "), ("123456789", "o"), ("abcdefghi", "."),
     ("abcdefghi", " ")],
)  # fmt: skip
def test_stones_that_show_their_own_numbers_in_two_styles(names: str, empty: str) -> None:
    printed = "{}-{}-{}\n|\\|/|\n{}-{}-{}\n|/|\\|\n{}-{}-{}\n".format(
        *[empty if node == 4 else f"\x1b[{31 if kind == 'b' else 36}m{name}\x1b[m"
          for node, (name, kind) in enumerate(zip(names, "wwwbowbbb", strict=True))]
    )  # fmt: skip
    symbols = first_form(printed)
    assert symbols is not None
    assert {*symbols} == {"red:number", "cyan:number", empty}


@pytest.mark.parametrize(("letters", "last"), [("abcdefghi", "e"), ("abchidgfe", "o")])
def test_an_empty_node_may_look_as_if_it_showed_its_own_letter(letters: str, last: str) -> None:
    """An `o` in the centre is that of an empty node, or the centre's own: both are read."""
    shown = [*letters[:4], "o", *letters[5:]]
    cells = [name if kind == "o" else f"\x1b[{31 if kind == 'b' else 36}m{name}\x1b[m"
             for name, kind in zip(shown, "wwwbowbbb", strict=True)]  # fmt: skip
    display = Display(Size(24, 80), lambda snapshot: None)
    display.feed("{}-{}-{}\r\n|\\|/|\r\n{}-{}-{}\r\n|/|\\|\r\n{}-{}-{}\r\n".format(*cells))
    found = guess(display.snapshot(), Hints())
    assert found is not None
    read = {(form.symbols[2], "".join(form.numbers)) for form in found.forms}
    assert ("number", "".join(shown)) in read
    assert ("o", "".join([*letters[:4], last, *letters[5:]])) in read


def test_numbers_of_stones_that_nobody_tells_apart() -> None:
    """Five in one style and three in another: that is no start, and no board of the game."""
    styles = dict(zip("123456789", "wwwwobbww", strict=True))
    cells = [f"\x1b[{31 if kind == 'b' else 36}m{name}\x1b[m" if kind != "o" else "."
             for name, kind in styles.items()]  # fmt: skip
    assert first_form("{}-{}-{}\n|\\|/|\n{}-{}-{}\n|/|\\|\n{}-{}-{}\n".format(*cells)) is None
