"""Formats made by chance are read from their first print."""

import random

import pytest

from harness.mu_torere.reading.boards import Boards
from harness.mu_torere.screen import Form
from tests.harness.mu_torere.formats import OCTAGONS, Format, random_format, rows_of
from tests.harness.mu_torere.guessing import guessed

START = "wwwbowbbb"  # in reading order


def start_of(form: Format) -> str:
    cells = []
    for place, kind in enumerate(START):
        at = "bwo".index(kind)
        text = form.stones[at] or form.numbers[place]
        text = f"{form.colours[at]}{text}\x1b[0m" if form.colours[at] else text
        if form.labels == "before":
            text = form.numbers[place] + text
        cells.append(text + form.numbers[place] if form.labels == "after" else text)
    return "".join(f"{' ' * form.indent}{row}\n" for row in rows_of(form, cells))


@pytest.mark.parametrize("seed", range(40))
def test_a_format_made_by_chance_is_read(seed: int) -> None:
    form = random_format(random.Random(seed))
    found = guessed(start_of(form))
    assert found is not None, form.show()
    assert not found.faulty, form.show()
    assert form.octagon or form.numbers in [tried.numbers for tried in found.forms], form.show()


@pytest.mark.parametrize("seed", range(40))
def test_a_blank_line_after_every_line_changes_nothing(seed: int) -> None:
    form = random_format(random.Random(seed))
    found = guessed(start_of(form).replace("\n", "\n\n"))
    assert found is not None, form.show()
    assert not found.faulty, form.show()
    assert found.forms[0].drawing.faults == ()


def test_a_blank_after_every_sign_changes_nothing() -> None:
    formats = (random_format(random.Random(seed)) for seed in range(50))
    starts = [start_of(form) for form in formats if form.width == 1]
    plain = [start for start in starts if "\x1b" not in start]
    assert len(plain) > 20
    for start in plain:
        found = guessed("\n".join(" ".join(line) for line in start.split("\n")))
        assert found is not None, start
        assert not found.faulty, start
        assert found.forms[0].drawing.faults == ()


@pytest.mark.parametrize("name", OCTAGONS)
def test_numbers_words_and_legends_may_stand_beside_an_octagon(name: str) -> None:
    octagon = OCTAGONS[name].strip("\n")
    start = octagon.translate(str.maketrans("123456789", "wwwbowbbb")).split("\n")
    wide = max(map(len, start)) + 2
    legend = [f"{number + 1:3} {line}" for number, line in enumerate(start)]
    logged = [f"[board] {line}" for line in start]
    two = [line.ljust(wide) + key for line, key in zip(start, octagon.split("\n"), strict=True)]
    for lines in (legend, logged, two):
        found = guessed("\n".join(lines) + "\n")
        assert found is not None, lines
        assert not found.faulty, lines


@pytest.mark.parametrize("emphasis", ["1", "3", "4", "5"])
@pytest.mark.parametrize("rows", ["every row", "every second row"])
def test_stones_of_colours_in_rows_with_emphasis_are_of_their_kinds(
    emphasis: str, rows: str
) -> None:
    # Each stone ends its own colour, and so the emphasis of its row.
    chance = (random_format(random.Random(seed)) for seed in range(300))
    coloured = [form for form in chance if any(form.colours)][:12]
    for form in coloured:
        lines = start_of(form).split("\n")
        for at in range(0, len(lines) - 1, 1 if rows == "every row" else 2):
            lines[at] = f"\x1b[{emphasis}m{lines[at]}\x1b[0m"
        found = guessed("\n".join(lines))
        assert found is not None, form.show()
        assert not found.faulty, form.show()
        boards = Boards(found.forms[0])
        boards.hear("\n".join(lines))
        (board,) = boards.end_reply()
        assert sorted(board) == sorted(START), form.show()


def forms_of(text: str) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    found = guessed(text)
    assert found is not None
    return [(tuple(form.symbols), form.numbers) for form in found.forms]


def test_seldom_numberings_come_after_the_usual_ones_of_every_reading() -> None:
    """The empty node may show its number, or be shown by a digit always."""
    board = "w-w-w\n|\\|/|\nb-4-w\n|/|\\|\nb-b-b\n"
    forms = forms_of(board)
    usual = forms.index((("b", "w", "number"), tuple("012345678")))
    seldom = [index for index, (_, numbers) in enumerate(forms) if "x" in numbers]
    assert usual < min(seldom)


@pytest.mark.parametrize(
    "numbers",
    [
        "q w e a s d z x c",
        "A B C H O D G F E",
        "11 12 1 9 0 3 7 6 5",
        "-9 -8 -7 -6 -5 -4 -3 -2 -1",
        "10:30 12 1:30 9 0 3 7:30 6 4:30",
        "I II III IV V VI VII VIII IX",
    ],
)
def test_seldom_numberings_are_tried(numbers: str) -> None:
    forms = forms_of("w-w-w\n|\\|/|\nb-o-w\n|/|\\|\nb-b-b\n")
    assert (("b", "w", "o"), tuple(numbers.split())) in forms


DOTTED = """\
{} --- {} --- {}
| .   |   . |
|   . | .   |
{} --- {} --- {}
|   . | .   |
| .   |   . |
{} --- {} --- {}
"""
PLAIN = "{}-{}-{}\n|\\|/|\n{}-{}-{}\n|/|\\|\n{}-{}-{}\n"


def faulty(picture: str, start: str) -> bool:
    found = guessed(picture.format(*start))
    assert found is not None
    return found.faulty


@pytest.mark.parametrize("start", ["wwwb_wbbb", "wwwb.wbbb", "OOOX.OXXX"])
@pytest.mark.parametrize(
    "picture",
    [
        DOTTED,
        DOTTED.replace(".", "*"),
        DOTTED.replace(".", "#"),
        PLAIN.translate(str.maketrans("/\\", "..")),
        PLAIN.translate(str.maketrans("-|/\\", "####")),
        DOTTED.translate(str.maketrans("-|.", "███")),
    ],
    ids=["dots", "stars", "hashes", "one dot an edge", "hashes for all", "blocks for all"],
)
def test_edges_may_be_dotted(picture: str, start: str) -> None:
    assert not faulty(picture, start)


def test_a_legend_may_have_other_strokes_than_the_boards() -> None:
    legend = PLAIN.format(*"abcdefghi")
    assert not faulty(f"{legend}\n{DOTTED}", "wwwb.wbbb")
    assert forms_of(f"{legend}\n{DOTTED}".format(*"wwwb.wbbb"))[0] == (
        ("b", "w", "."),
        tuple("abcdefghi"),
    )


@pytest.mark.parametrize(
    "picture",
    [
        DOTTED.replace("| .   |   . |\n|   . | .   |", "| .   |     |\n|   . |     |", 1),
        PLAIN.replace("/", ".", 1),  # one of its kind alone
        PLAIN.replace("/", ".", 1) + "Please wait ...\n",
        PLAIN.replace("/", "."),
        PLAIN.replace("|", ".", 1) + "...\n",
        PLAIN.translate(str.maketrans("/\\", "..")).replace("|.|.|", "|.| |", 1),
    ],
)
def test_a_dot_for_one_stroke_is_none(picture: str) -> None:
    assert faulty(picture, "wwwb_wbbb")


BESIDE_A_KEY = """\
@-@-@    a b c
|\\|/|    d e f
#-e-@    g h i
|/|\\|
#-#-#
"""


def test_numbers_that_are_shown_are_tried_first_in_every_reading() -> None:
    """The empty node may be shown by its own number, or by the same letter always."""
    tried = [(symbols[2], numbers) for symbols, numbers in forms_of(BESIDE_A_KEY)[:4]]
    assert set(tried) == {("e", tuple("abcdefghi")), ("number", tuple("abcdefghi"))}


@pytest.mark.parametrize(
    ("empty", "key"), [("number", "123456789"), ("o", "ooooooooo"), ("5", "555555555")]
)
def test_a_drawing_without_stones_is_no_board(empty: str, key: str) -> None:
    form = Form(symbols=("b", "w", empty))
    boards = Boards(form)
    start = f"wwwb{key[4]}wbbb"
    boards.hear(f"{PLAIN.format(*key)}\n{PLAIN.format(*start)}\n")
    assert boards.end_reply() == ["wwwwbbbbo"]


@pytest.mark.parametrize(("key", "agrees"), [("123\n456\n789", True), ("321\n456\n789", False)])
def test_a_key_in_three_rows_is_laid_on_an_octagon_as_its_nodes_lie(key: str, agrees: bool) -> None:
    octagon = OCTAGONS["on a node"].strip("\n")
    form = Form(octagon, ("b", "w", "o"), tuple("213456798"))
    start = octagon.translate(str.maketrans("123456789", "wwwbowbbb"))
    boards = Boards(form)
    boards.hear("\n".join(" ".join(row) for row in key.split("\n")) + f"\n\n{start}\n")
    assert len(boards.end_reply()) == 1
    assert (boards.false_number is None) is agrees
