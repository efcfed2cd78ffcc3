r"""The screen: text -> placements. Its inverse, drawing, is done here in another way as well."""

import re
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.mu_torere.reading.boards import Boards
from harness.mu_torere.reading.strokes import Box
from harness.mu_torere.screen import Form, _with_neighbours
from reference.mu_torere.rules import START, all_placements
from tests.harness.support import square


def boards(form: Form, text: str) -> list[str]:
    """What a person sees of this text, printed all at once."""
    reader = Boards(form)
    reader.hear(text)
    count, found = reader.count, reader.end_reply()
    assert count <= len(found)  # what is being changed counts only when it is left so
    return found


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
def test_reading_undoes_drawing(form: Form, shown: list[str]) -> None:
    text = "".join(f"{form.draw(board)}\n" for board in shown)
    assert boards(form, text) == shown


@given(forms(), placements, placements, st.text(string.ascii_letters + " :?>", max_size=20))
def test_prompts_stand_before_boards(form: Form, one: str, two: str, prompt: str) -> None:
    text = f"Your move{prompt}\n{form.draw(one)}\nMine:\n{form.draw(two)}\n{prompt}"
    assert boards(form, text) == [one, two]
    beside = f"Your move{prompt}{form.draw(one)}\nMine:\n{form.draw(two)}\n{prompt}"
    assert boards(form, beside) == [two]  # the first row stands elsewhere than its strokes go


@given(placements)
def test_the_default_is_the_square_form(placement: str) -> None:
    assert f"{Form().draw(placement)}\n" == square(placement)
    assert boards(Form(), square(placement)) == [placement]


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
        "".join(f"   {row}\n" for row in BOARD.splitlines()),
        BOARD.removesuffix("\n"),
        BOARD.replace("b", "\x1b[1;31mb\x1b[0m"),
        f"Nodes: 1-2-3 4-5-6 7-8-9\n\n{BOARD}Your move?",
        f"Hello\n\x1b[2J\x1b[H{BOARD}",
        f"\nYour move? \r\n{BOARD}",
        BOARD.replace("w-w-w", "w-w-w  <- you"),
    ],
    ids=["carriage returns", "trailing blanks", "indented", "no newline", "colours", "talk",
         "a cleared screen", "a prompt", "words beside it"],
)  # fmt: skip
def test_whatever_stands_around_a_board(text: str) -> None:
    assert boards(Form(), text) == [START.placement]


@pytest.mark.parametrize(
    "text",
    [
        BOARD.replace("|\\|/|", "|\\|\\|"),
        BOARD.replace("w-w-w", "w w-w"),
        BOARD.replace("o", " "),
        BOARD.replace("w-w-w", " w-w-w"),
        BOARD.replace("w-w-w", "w-w-w-"),
        BOARD.replace("\n", "\n\n"),
        BOARD.replace("b-b-b\n", ""),
    ],
)
def test_another_drawing_is_no_board(text: str) -> None:
    assert boards(Form(), text) == []


@pytest.mark.parametrize(
    ("text", "line", "seen"),
    [
        (BOARD.replace("|/|\\|", "|/|/|"), 4, "'/' in place of '\\\\'"),
        (BOARD.replace("o", "?"), 3, "'?' in place of a stone or an empty node"),
        (BOARD.replace("b-b-b", "b-b-"), 5, "nothing in place of a stone"),
        (BOARD.replace("w-w-w", ""), 1, "blank, and is to be as 'w-w-w'"),
        (BOARD.replace("|\\|/|", "  "), 2, "blank, and is to be as '|\\\\|/|'"),
        (BOARD.replace("b-b-b", "b b-b"), 5, "a blank in place of '-'"),
        (BOARD.replace("o", "?").replace("b-b-b", "b-b-!"), 3, "'?' in place of"),
        ("talk\n" * 30 + BOARD.replace("o", "?"), 3, "'?' in place of"),
    ],
)
def test_misprints_are_named(text: str, line: int, seen: str) -> None:
    said = Form().misprint(text.split("\n"))
    assert said is not None
    assert said.startswith(f"line {line} of a board is ")
    assert seen in said


@pytest.mark.parametrize("text", ["", "hello\n", BOARD, BOARD * 2, "y\n" * 1200])
def test_no_misprint_where_nothing_is_like_a_board(text: str) -> None:
    assert Form().misprint(text.split("\n")) is None


def misprint(text: str, form: Form | None = None) -> str:
    said = (form or Form()).misprint(text.split("\n"))
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
    assert Form().misprint(wrong.replace("o", "?").replace("-", "?", 2).split("\n")) is None


def test_what_stands_in_the_blanks_of_a_drawing_is_not_told() -> None:
    board = Form(SPREAD).draw(START.placement)
    filled = board.replace(" ", ".")
    assert "'?' in place of a stone" in misprint(filled.replace("o", "?"), Form(SPREAD))
    assert Form(SPREAD).misprint(filled.split("\n")) is None


def test_the_same_board_in_the_same_place_is_one() -> None:
    again = f"\x1b[2J\x1b[1;1H{BOARD}"
    other = f"\x1b[2J\x1b[1;1H{square(OTHER)}"
    assert boards(Form(), BOARD + again) == [START.placement]
    assert boards(Form(), BOARD + again + again) == [START.placement]
    assert boards(Form(), BOARD + other + again) == [START.placement, OTHER, START.placement]
    assert boards(Form(), BOARD + BOARD) == [START.placement] * 2  # below the other


def test_a_stone_moved_in_place_makes_a_new_board() -> None:
    moved = "\x1b[3;3Hb\x1b[5;1Ho"
    assert boards(Form(), f"\x1b[H{BOARD}{moved}") == [START.placement, "wwwwbbobb"]
    assert boards(Form(), f"\x1b[H{BOARD}\x1b[5;1Ho\x1b[3;3Hb") == [START.placement, "wwwwbbobb"]
    left_so = boards(Form(), f"\x1b[H{BOARD}\x1b[3;3Hb")
    assert left_so == [START.placement, "wwwwbbbbb"]


def test_a_game_drawn_in_one_place_shows_each_board_once() -> None:
    """Rows that stay as they were are written again too, after the board has become whole."""
    reader = Boards(Form())
    reader.hear(f"\x1b[H{BOARD}")
    assert reader.end_reply() == [START.placement]
    for due in (["wwwwobbbb", "wwwowbbbb"], ["owwbwbbwb", "wowbwbbwb"], ["wbwbwbbwo", "obwbwbbww"]):
        for placement in due:
            reader.hear("\x1b[H")
            for row in square(placement).splitlines():
                reader.hear(f"{row}\x1b[K\n")  # erases nothing, but might have
        assert reader.end_reply() == due


def test_a_board_that_is_being_redrawn_does_not_complete_a_reply() -> None:
    """However much of it the terminal has passed on: the rest may come late on a busy machine."""
    reader = Boards(Form())
    reader.hear(f"\x1b[H{BOARD}")
    assert reader.end_reply() == [START.placement]
    other = square(OTHER)
    first, rest, last_row = other[:16], other[16:-6], other[-6:]
    for piece in ("\x1b[H", first, rest):
        reader.hear(piece)
        assert reader.count == 0
    reader.hear(last_row)
    assert reader.count == 1
    assert reader.end_reply() == [OTHER]


@pytest.mark.parametrize(
    "text",
    [
        BOARD.replace("b", "\x1b[8mb\x1b[0m"),
        BOARD.replace("w", "\x1b[30;40mw\x1b[m"),
        BOARD.replace("b-o-w", "\x1b[2Cb-o-w"),
        BOARD.replace("|/|\\|", "|/|\\|\x1b[2J"),
        BOARD.replace("b-b-b", "\x1bcb-b-b"),
        BOARD.replace("b-o-w", "\tb-o-w"),
        BOARD.replace("b-b-b", "\x1b[3Ab-b-b"),
    ],
    ids=["concealed", "black on black", "moved aside", "cleared", "reset", "a tab", "overwritten"],
)
def test_what_nobody_can_see_is_no_board(text: str) -> None:
    assert boards(Form(), text) == []


def test_a_board_with_other_stones_counts_too() -> None:
    other = BOARD.replace("b", "x").replace("w", "y")
    assert boards(Form(), BOARD + other) == [START.placement, "????????o"]
    legend = "1-2-3\n|\\|/|\n4-5-6\n|/|\\|\n7-8-9\n"
    assert boards(Form(), legend + BOARD) == [START.placement]


OTHER = "wwwwbbobb"


@given(st.lists(st.sampled_from([BOARD, square(OTHER), "\x1b[H", "\x1b[2J", "\n", "> ", "\x1b[3A",
                                 "\x1b[31m", "\x1b[?1049h", "\x1b[?1049l", "\x1b[2L", "\x1bc",
                                 "⚫", "x\b", "\x1b[5;1Hw", "\x1b[3;3Ho"]), max_size=12),
       st.integers(1, 7))  # fmt: skip
def test_pieces_make_no_difference(parts: list[str], size: int) -> None:
    text = "".join(parts)
    reader = Boards(Form())
    for at in range(0, len(text), size):
        reader.hear(text[at : at + size])
        assert reader.count >= 0
    assert reader.end_reply() == boards(Form(), text)


def test_blank_rows_and_columns_round_a_picture_do_not_count() -> None:
    assert Form("\n \n" + Form().picture.replace("\n", "  \n") + "\n\n  \n") == Form()


# A flood of 64 KiB of `yes` once took seconds to be searched.
def test_a_flood_is_not_searched_to_its_end() -> None:
    wrong = BOARD.replace("o", "?")
    assert Form().misprint(("y\n" * 990 + wrong).split("\n")) is not None
    # By its first four rows a board is known, by three it is not.
    assert Form().misprint(("y\n" * 996 + wrong).split("\n")) is not None
    assert Form().misprint(("y\n" * 997 + wrong).split("\n")) is None


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


def numbered(stone: str) -> str:
    """A spread board whose nodes have cells that do not count on both sides."""
    row = "?{0}?---?{1}?---?{2}?".format
    slants = " | \\   |   / |\n |   \\ | /   |", " |   / | \\   |\n | /   |   \\ |"
    marks = [mark * len(stone) for mark in "abcdefghi"]
    return "\n".join((row(*marks[:3]), slants[0], row(*marks[3:6]), slants[1], row(*marks[6:])))


def test_strokes_may_end_at_cells_that_do_not_count() -> None:
    assert not Form(numbered("x")).drawing.faults
    assert Form(numbered("x")).boxes[8] == Box(3, 7, 1)


def test_strokes_may_end_at_the_mark_itself_beside_such_cells() -> None:
    """A number in brackets stands on one side of a node, and no stroke ends there."""
    octagon = r"""
???1-------2???
  / \     / \
 /   \   /   \
3-----\ /-----4
|      5      |
6-----/ \-----7
 \   /   \   /
  \ /     \ /
???8-------9???"""
    assert not Form(octagon).drawing.faults
    assert Form(re.sub(r" /$", "", octagon, flags=re.MULTILINE)).drawing.faults


@pytest.mark.parametrize(("column", "width"), [(0, 3), (4, 3), (8, 2)])
def test_a_node_has_the_cells_beside_it_that_do_not_count(column: int, width: int) -> None:
    box = Box(1, column + 1, 1)
    assert _with_neighbours(box, ["", "?a? ?b? ?c"]) == Box(1, column, width)


def test_a_node_without_such_cells_stays_as_it_is() -> None:
    rows = ["a-?-b", "??cc?"]
    assert _with_neighbours(Box(0, 0, 1), rows) == Box(0, 0, 1)
    assert _with_neighbours(Box(0, 4, 1), rows) == Box(0, 4, 1)
    assert _with_neighbours(Box(1, 2, 2), rows) == Box(1, 0, 5)


@pytest.mark.parametrize(
    ("symbols", "wide", "has_blank"),
    [
        (("b", "w", "o"), False, False),
        (("b", "w", " "), False, True),
        (("b", "w", "number"), False, False),
        (("bb", "ww", "oo"), True, False),
        (("bb", "ww", "o"), True, True),
        (("bb", "w ", "oo"), True, True),
        (("⚫", "⚪", "··"), True, True),
        (("red:x", "blue:x", "."), False, False),
    ],
)
def test_a_blank_may_be_a_stone_that_is_not_yet_drawn(
    symbols: tuple[str, ...], wide: bool, has_blank: bool
) -> None:
    picture = numbered("xx" if wide else "x").replace("?", "-" if wide else "?")
    assert Form(picture.replace("---", "--"), symbols).has_blank is has_blank


def test_wide_stones_are_drawn_over_their_columns() -> None:
    two = "\n".join(("aa--bb--cc", "| \\ | / |", "dd--ee--ff", "| / | \\ |", "gg--hh--ii"))
    drawn = Form(two, ("⚫", "W", "()"), tuple("123456789")).draw(START.placement).split("\n")
    assert drawn[0] == "W --W --W "
    assert drawn[2] == "⚫--()--W "
    assert drawn[4] == "⚫--⚫--⚫"


def test_misprints_of_wide_and_coloured_stones_are_of_strokes() -> None:
    """What a wide or a coloured stone shows is not looked at: which would be a guess."""
    two = "aa--bb--cc\n|\\  |  /|\ndd--ee--ff\n|/  |  \\|\ngg--hh--ii"
    form = Form(two, ("BB", "WW", "()"), tuple("123456789"))
    board = form.draw(START.placement)
    board = board.replace("WW", "XX")
    said = form.misprint(board.replace("--", "- ", 1).split("\n"))
    assert said is not None
    assert "a blank in place of '-'" in said
    coloured = Form(symbols=("red:@", "blue:@", "."))
    plain = square(START.placement).translate(str.maketrans("bwo", "@@."))
    plain = plain.replace("@", "#", 1)
    gone = coloured.misprint(plain.replace("@", " ", 1).split("\n"))
    assert gone is not None
    assert "a blank in place of a stone or an empty node" in gone


def test_a_wide_stone_that_cannot_be_seen_is_a_misprint_of_its_own_line() -> None:
    """Not of a line that another part of the screen has in its place."""
    two = "aa--bb--cc\n|\\  |  /|\ndd--ee--ff\n|/  |  \\|\ngg--hh--ii"
    form = Form(two, ("BB", "WW", "()"), tuple("123456789"))
    board = form.draw(START.placement)
    unseen = board[: board.rindex("BB")] + "\x1b[37;47mBB\x1b[0m"
    found = Boards(form)
    found.hear(f"{board}\n\n{unseen}\nYour move: ")
    assert found.end_reply() == [START.placement]
    said = found.misprint()
    assert said is not None
    assert said.startswith("line 5 of a board is 'BB--BB--")
    assert "in place of a stone or an empty node" in said


def test_a_whole_drawing_hides_the_lesser_likenesses_of_it() -> None:
    """Boards whose second and fourth rows are alike but for a slant look like one another."""
    two = "aa--bb--cc\n|\\  |  /|\ndd--ee--ff\n|/  |  \\|\ngg--hh--ii"
    form = Form(two, ("BB", "WW", "()"), tuple("123456789"))
    drawn = form.draw(START.placement).replace("WW", "??")
    assert form.misprint(drawn.split("\n")) is None


def test_a_misprint_is_found_where_it_stands() -> None:
    shifted = "".join(f"      {row}\n" for row in BOARD.replace("o", "?").splitlines())
    assert misprint(shifted).startswith("line 3 of a board is '      b-?-w'")
    beside = "".join(f"some: {row}\n" for row in BOARD.replace("o", "?").splitlines())
    assert "'?' in place of a stone or an empty node" in misprint(beside)
    late = "talk\n" * 990 + BOARD.replace("o", "?")
    assert misprint(late)
    too_late = "talk\n" * 1000 + BOARD.replace("o", "?")
    assert Form().misprint(too_late.split("\n")) is None


def test_what_a_form_remembers_does_not_make_it_another() -> None:
    one, other = Form(prelude=("2",)), Form(prelude=("2",))
    one.draw(START.placement)
    assert one == other
    assert hash(one) == hash(other)
    assert one != Form()
    assert Form.from_json(one.to_json()) == one
    assert "prelude" not in Form().to_json()
    with pytest.raises(ValueError, match="not a form of Mu Torere"):
        Form.from_json(Form().to_json() | {"prelude": "2"})


TWO_WIDE = "aa--bb--cc\n| \\ | / |\ndd--ee--ff\n| / | \\ |\ngg--hh--ii"
GENERAL = ("its strokes do not draw the sixteen edges",)


def without(picture: str, edges: int) -> str:
    """The wide board without so many of its level edges, and then of its others."""
    for _ in range(min(edges, 6)):
        picture = picture.replace("--", "  ", 1)
    return picture.replace("\\", " ", edges - 6) if edges > 6 else picture


def test_missing_edges_are_named_where_ten_are_drawn() -> None:
    assert not Form(TWO_WIDE).drawing.faults
    assert "the edge a-b is not drawn" in Form(without(TWO_WIDE, 1)).drawing.faults
    assert "the edge a-b is not drawn" in Form(without(TWO_WIDE, 6)).drawing.faults
    assert Form(without(TWO_WIDE, 7)).drawing.faults == GENERAL


@pytest.mark.parametrize(
    "marks", ["aabbccddeeffgghhii", "aa bb cc dd ee ff gg hh ii", "aabcdefghi"]
)
def test_marks_in_a_row_are_no_wheel(marks: str) -> None:
    assert Form(marks).drawing.faults


def test_strokes_may_be_of_dots() -> None:
    dots = SPREAD.translate(str.maketrans("-|/\\", "****"))
    assert not Form(dots).drawing.faults
    assert Form(dots).drawing.edges == Form(SPREAD).drawing.edges
    assert Form(dots.replace("***", "   ", 1)).drawing.faults


def test_what_a_node_shows_may_have_blanks_and_hidden_halves() -> None:
    form = Form(TWO_WIDE, ("B", "⚫", "()"), tuple("123456789"))
    texts = {"b": "B ", "w": "⚫\0", "o": "()"}
    contents = [(texts[kind], "") for kind in START.placement]
    assert form.placement(contents) == START.placement
    contents[8] = ("x ", "")
    assert form.placement(contents) == START.placement[:-1] + "?"


def test_a_node_may_show_its_own_number() -> None:
    form = Form(symbols=("b", "w", "number"))
    shown = [(kind, "") for kind in START.placement]
    for seen, kind in (("5", "o"), ("⑤", "o"), ("4", "?"), ("b", "b")):
        shown[8] = (seen, "")
        assert form.placement(shown)[8] == kind
    shown[0] = ("ⓦ", "")  # a letter in a circle is no stone that was declared
    assert form.placement(shown)[0] == "?"


def test_a_misprint_between_words_is_found() -> None:
    rows = BOARD.replace("o", "?").splitlines()
    lines = "".join(f"   {row}{' and so on' * (n % 2 + 1)}\n" for n, row in enumerate(rows))
    assert misprint(lines).startswith("line 3 of a board is '   b-?-w")


def test_symbols_that_look_the_same_are_named() -> None:
    assert Form(symbols=("o", "\u043e", ".")).alike == ("o", "\u043e")
    assert Form().alike is None


def test_symbols_are_kept_as_they_are_written() -> None:
    assert Form().to_json()["symbols"] == "bwo"
    assert Form(symbols=("b", "red:w", ".")).to_json()["symbols"] == ["b", "red:w", "."]


def test_colours_count_where_they_tell_kinds_apart() -> None:
    coloured = Form(symbols=("red:@", "blue:@", "."))
    style = {"b": coloured.kinds[0].style, "w": coloured.kinds[1].style}
    shown = [("@" if kind != "o" else ".", style.get(kind, "")) for kind in START.placement]
    assert coloured.placement(shown) == START.placement
    shown[0] = ("@", "")
    assert coloured.placement(shown)[0] == "?"
    assert Form().placement([(kind, "red") for kind in START.placement]) == START.placement


@pytest.mark.parametrize(
    ("picture", "words"),
    [("a-a-c\n|\\|/|\nd-e-f\n|/|\\|\ng-h-i", "in two places"), ("a-b-c", "nine different")],
)
def test_a_mark_names_one_node(picture: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Form(picture)


def test_an_empty_symbol_is_none() -> None:
    with pytest.raises(ValueError, match="symbols are three"):
        Form(symbols=("b", "w", ""))


def test_rows_are_patterns_of_what_is_fixed() -> None:
    form = Form(SPREAD)
    assert [fixed for fixed, _ in form.row_patterns] == [6, 5, 5, 5, 6, 5, 5, 5, 6]
    assert (form.anchor, form.width) == (0, 9)
    beside = Form("a-b-c\n|\\|/|\nd-e-f\n|/|\\|??\ng-h-i")
    assert beside.width == 7
    assert beside.row_patterns[3][1].match("|/|\\|xy")
    assert not beside.row_patterns[3][1].match("|/|\\/xy")
