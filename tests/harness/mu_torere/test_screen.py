r"""The screen: text -> placements. Its inverse, drawing, is done here in another way as well."""

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.mu_torere.screen import Form
from reference.mu_torere.rules import START, all_placements
from tests.harness.support import square

placements = st.sampled_from(all_placements())
SPREAD = """
a---b---c
|\\  |  /|
| \\ | / |
|  \\|/  |
d---e---f
|  /|\\  |
| / | \\ |
|/  |  \\|
g---h---i
"""


@st.composite
def forms(draw: st.DrawFn) -> Form:
    """Any form of the square or the spread drawing, with any three symbols."""
    picture = draw(st.sampled_from((Form().picture, SPREAD, SPREAD.replace("-", "─"))))
    symbols = draw(st.text("bwo.xO@#*01●○· ^]-[\\", min_size=3, max_size=3)
                   .filter(lambda s: len(set(s)) == 3))  # fmt: skip
    return Form(picture, symbols, exact=draw(st.booleans()))


@given(forms(), st.lists(placements, max_size=4))
def test_reading_undoes_drawing(form: Form, boards: list[str]) -> None:
    text = "".join(f"{form.draw(board)}\n" for board in boards)
    assert form.boards(text) == boards


@given(forms(), placements, placements, st.text(string.ascii_letters + " :?>", max_size=20))
def test_prompts_stand_before_boards(form: Form, one: str, two: str, prompt: str) -> None:
    text = f"Your move{prompt}{form.draw(one)}\nMine:\n{form.draw(two)}\n{prompt}"
    assert form.boards(text) == ([two] if form.exact else [one, two])


@given(placements)
def test_the_default_is_the_square_form(placement: str) -> None:
    assert f"{Form().draw(placement)}\n" == square(placement)
    assert Form().boards(square(placement)) == [placement]


def test_numbers_name_nodes_in_reading_order() -> None:
    assert Form().node_of == {
        "1": 0,
        "2": 1,
        "3": 2,
        "6": 3,
        "9": 4,
        "8": 5,
        "7": 6,
        "4": 7,
        "5": 8,
    }
    form = Form(numbers=tuple("876543210"))
    assert (form.node_of["8"], form.node_of["4"], form.number_of[4]) == (0, 8, "0")


BOARD = square(START.placement)


@pytest.mark.parametrize(
    "text",
    [
        BOARD.replace("\n", "\r\n"),
        BOARD.replace("\n", "  \n"),
        "".join(f"   {row}\n" for row in BOARD.splitlines()[:1]) + BOARD.partition("\n")[2],
        BOARD.removesuffix("\n"),
        BOARD.replace("b", "\x1b[1;31mb\x1b[0m"),
        f"Nodes: 1-2-3 4-5-6 7-8-9\n\n{BOARD}Your move?",
        f"Hello\n\x1b[2J\x1b[H{BOARD}",
        f"\nYour move? {BOARD}",
    ],
    ids=["carriage returns", "trailing blanks", "indented", "no newline", "colours", "talk",
         "a cleared screen", "the end of the last reply, which came late"],
)  # fmt: skip
def test_lenient_unless_exact(text: str) -> None:
    assert Form().boards(text) == [START.placement]
    assert Form(exact=True).boards(text) in ([], [START.placement])


@pytest.mark.parametrize("text", [BOARD.replace("\n", " \n"), BOARD[:-1], f"x{BOARD}"])
def test_exact_reads_nothing_else(text: str) -> None:
    assert Form(exact=True).boards(text) == []


@pytest.mark.parametrize(
    "text",
    [
        BOARD.replace("|\\|/|", "|\\|\\|"),
        BOARD.replace("w-w-w", "w w-w"),
        BOARD.replace("o", "?"),
        BOARD.replace("w-w-w", "w-w-wX"),
        BOARD.replace("w-w-w", "w-w-w-"),
        BOARD.replace("\n", "\n\n"),
        BOARD.replace("b-b-b\n", ""),
    ],
)
def test_another_drawing_is_no_board(text: str) -> None:
    assert Form().boards(text) == []


@pytest.mark.parametrize(
    ("text", "line", "seen"),
    [
        (BOARD.replace("|/|\\|", "|/|/|"), 4, "'/' in place of '\\\\'"),
        (BOARD.replace("o", "?"), 3, "'?' in place of a stone or an empty node"),
        (BOARD.replace("b-b-b", "b-b-"), 5, "' ' in place of a stone"),
        (BOARD.replace("w-w-w", "w-w-w--"), 1, "too long"),
        (BOARD + BOARD.replace("o", "?"), 3, "'?' in place of"),
        (BOARD.replace("o", "?") + BOARD, 3, "'?' in place of"),
        (BOARD.replace("o", "?").replace("b-b-b", "b-b-!"), 3, "'?' in place of"),
        (BOARD.replace("|/|\\|", "|/|\\|."), 4, "too long"),
        ("talk\n" * 30 + BOARD.replace("o", "?"), 3, "'?' in place of"),
    ],
)
def test_misprints_are_named(text: str, line: int, seen: str) -> None:
    said = Form().misprint(text)
    assert said is not None
    assert said.startswith(f"line {line} of a board is ")
    assert seen in said


@pytest.mark.parametrize("text", ["", "hello\n", BOARD, BOARD * 2, "y\n" * 5000])
def test_no_misprint_where_nothing_is_like_a_board(text: str) -> None:
    assert Form().misprint(text) is None


def misprint(text: str, form: Form | None = None) -> str:
    said = (form or Form()).misprint(text)
    assert said is not None
    return said


def test_the_misprint_most_like_a_board_is_told() -> None:
    bad, worse = BOARD.replace("o", "?"), BOARD.replace("o", "!").replace("b", "!")
    assert "'?'" in misprint(bad + worse)
    assert "'?'" in misprint(worse + bad)
    assert "'?'" in misprint(bad + BOARD.replace("o", "!"))  # as much alike: the first


def test_what_is_less_like_a_board_is_none() -> None:
    wrong = BOARD.replace("w", "?").replace("b", "?")  # eight cells of twenty-five
    assert misprint(wrong.replace("o", "?"))
    assert misprint(wrong.replace("o", "?").replace("-", "?", 1))  # fifteen are right
    assert Form().misprint(wrong.replace("o", "?").replace("-", "?", 2)) is None


def test_what_stands_in_the_blanks_of_a_drawing_is_not_told() -> None:
    board = Form(SPREAD).draw(START.placement)
    filled = board.replace(" ", ".")
    assert "'?' in place of a stone" in misprint(filled.replace("o", "?"), Form(SPREAD))
    assert Form(SPREAD).misprint(filled) is None


def test_the_cursor_may_be_moved_before_a_board() -> None:
    again = f"\x1b[2J\x1b[1;1H{BOARD}"
    assert Form().boards(BOARD + again + again) == [START.placement] * 3
    assert Form().boards(f"{BOARD}\x1b[2Q{BOARD}") == [START.placement]


def test_blank_rows_and_columns_round_a_picture_do_not_count() -> None:
    assert Form("\n \n" + Form().picture.replace("\n", "  \n") + "\n\n  \n") == Form()


# A flood of 64 KiB of `yes` once took seconds to be searched.
def test_a_flood_is_not_searched_to_its_end() -> None:
    wrong = BOARD.replace("o", "?")
    assert Form().misprint("y\n" * 990 + wrong) is not None
    # By its first four rows a board is known, by three it is not.
    assert Form().misprint("y\n" * 996 + wrong) is not None
    assert Form().misprint("y\n" * 997 + wrong) is None


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"symbols": "bw"}, "three different"),
        ({"symbols": "bwob"}, "three different"),
        ({"symbols": "bbw"}, "three different"),
        ({"numbers": tuple("12345678")}, "nine nodes"),
        ({"picture": "1-2"}, "nine"),
        ({"picture": ""}, "nine"),
        ({"picture": " \n \n"}, "nine"),
    ],
)
def test_no_form(options: dict[str, str], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Form(**options)  # type: ignore[arg-type]  # a mixture of kinds on purpose


@given(forms())
def test_json_and_back(form: Form) -> None:
    assert Form.from_json(form.to_json()) == form


@pytest.mark.parametrize("key", Form().to_json())
def test_json_without_a_value_or_with_a_wrong_one(key: str) -> None:
    values = Form().to_json()
    with pytest.raises(ValueError, match="not a form"):
        Form.from_json({k: v for k, v in values.items() if k != key})
    with pytest.raises(ValueError, match="not a form"):
        Form.from_json(values | {key: 7})
