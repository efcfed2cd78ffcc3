"""Boxes with something odd in them end no reading, whatever it makes of them."""

import random
from collections.abc import Callable
from typing import Final

import pytest

from harness.menace.form import Form
from tests.harness.menace import formats
from tests.harness.menace.reading.test_formats import state_of
from tests.thinned import one_in

ODD: Final = (
    "²", "٣", "--1", "-", "9" * 12, "0x1f", "½", "é", "\0", "\t", "[", "]", "{", "}", "(", ")", '"',
    "'", "%", "0.5", "1/0", "50%", "#", "##", ":", ",", "|", "null", "X", "O", "\n", "New game",
    "1e9", "-0", "00", "１", "a" * 30, "",
)  # fmt: skip
FORMS: Final = (
    Form(), Form(marks=("1", "2", "0")), Form(marks=("X", "O", " ")), Form(dump="lines"),
    Form(dump="literal"),
)  # fmt: skip
Edit = Callable[[str, random.Random], str]


def some_signs(text: str, chance: random.Random) -> str:
    signs = list(text)
    for _ in range(chance.randrange(1, 40)):
        signs[chance.randrange(len(signs))] = chance.choice(ODD)
    return "".join(signs)


def one_sign_everywhere(text: str, chance: random.Random) -> str:
    return text.replace(chance.choice("0123456789 ,:[](){}|-XO\n"), chance.choice(ODD))


def many_digits(text: str, chance: random.Random) -> str:
    odd, every = chance.choice(ODD), chance.randrange(2, 30)
    digits = [at for at, sign in enumerate(text) if sign.isdigit()][::every]
    changed = {*digits}
    return "".join(odd if at in changed else sign for at, sign in enumerate(text))


def a_part_gone(text: str, chance: random.Random) -> str:
    return text[: chance.randrange(len(text))] + text[chance.randrange(len(text)) :]


@pytest.mark.parametrize("edit", [some_signs, one_sign_everywhere, many_digits, a_part_gone])
@pytest.mark.parametrize("seed", one_in(100, range(300)))
def test_what_is_odd_ends_no_reading(seed: int, edit: Edit) -> None:
    chance = random.Random(seed)
    dump = formats.DUMPS[chance.choice([*formats.DUMPS])]
    if seed % 2:
        dump, _ = chance.choice(formats.MADE_BY)(chance)
    board = formats.BOARDS[chance.choice(["solid", "bars and lines", "labels", "list"])]
    story = formats.Story(
        chance, 2, board, lambda boxes: edit(dump(boxes), chance), formats.MOVES[""],
        said=formats.random_said(chance), beads=chance.choice([0, 1, 5]),
    )  # fmt: skip
    assert state_of(story, chance.choice(FORMS)) is not None
