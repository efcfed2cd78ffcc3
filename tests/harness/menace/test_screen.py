"""The screen: text -> boards and boxes. What prints them here is nothing of the harness's own."""

import json
from collections.abc import Callable, Sequence

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from harness.menace.form import Form
from harness.menace.screen import Dump, Event, NewGame, Screen, Shown, counted

AUTO, EXACT = Screen(Form()), Screen(Form(exact=True))
BLANK = Screen(Form(marks=("X", "O", " ")))
DIGITS = Screen(Form(marks=("1", "2", "0")))
BOARD = "X---O--X-"

boards = st.text("XO-", min_size=9, max_size=9)
# Of three kinds at most, since most boxes have no more empty squares.
box = st.lists(st.integers(0, 8), min_size=1, max_size=6).map(
    lambda beads: [bead for bead in beads if bead in [*dict.fromkeys(beads)][:3]]
)
# And of other kinds in other boxes, since no kind is in all of them.
boxes = st.lists(box, min_size=1, max_size=6).map(
    lambda some: [
        [(bead + number) % 9 for bead in beads] for number, beads in enumerate((some * 304)[:304])
    ]
)
talk = (
    st.text("abcdeXO ,.:;!?'\"-", max_size=20)
    .filter(lambda said: sum(c in "XO-." for c in said) < 9)
    .map(lambda said: f"Menace says: {said}\n")
)


def rows(board: str) -> list[str]:
    return [board[:3], board[3:6], board[6:]]


def drawn(cell: str, wall: str, between: str = "\n") -> Callable[[str], str]:
    return lambda board: between.join(wall.join(cell.format(c) for c in r) for r in rows(board))


SHAPES: dict[str, Callable[[str], str]] = {
    "three lines": drawn("{}", ""),
    "spaced": drawn("{}", " "),
    "framed": drawn("{}", "|"),
    "padded": drawn(" {} ", "|"),
    "one line": lambda board: board,
    "one quoted line": repr,
    "list": lambda board: str(list(board)),
    "tuple": lambda board: str(tuple(board)),
    "JSON": lambda board: json.dumps(list(board)),
    "JSON, indented": lambda board: json.dumps([list(row) for row in rows(board)], indent=1),
    "nested": lambda board: str([list(row) for row in rows(board)]),
    "rows": lambda board: str(rows(board)),
    "a list a row": lambda board: "\n".join(str(list(row)) for row in rows(board)),
    "carriage returns": drawn("{}", "", "\r\n"),
}


@pytest.mark.parametrize("empty", ["-", ".", "_", "·"])
@pytest.mark.parametrize("shape", SHAPES)
@given(first=boards, second=boards)
@example(first="---------", second="XXXXXXXXX")
def test_boards_in_any_shape(shape: str, empty: str, first: str, second: str) -> None:
    draw = SHAPES[shape]
    text = f"{draw(first)}\n{draw(second)}\n".replace("-", empty)
    assert AUTO.events(text) == [Shown(first), Shown(second)]


WALLED = [
    ("padded", drawn(" {} ", "|", "\n---+---+---\n")),
    ("padded, no lines", drawn(" {} ", "|")),
    ("walls", drawn("{}", "|", "\n-+-+-\n")),
]


@pytest.mark.parametrize(
    "draw",
    [SHAPES[s] for s in ("three lines", "framed", "list", "nested", "rows", "a list a row")]
    + [draw for _, draw in WALLED],
)
@given(first=boards, second=boards)
@example(first="---------", second="--X------")
def test_an_empty_square_may_be_blank(draw: Callable[[str], str], first: str, second: str) -> None:
    one, two = (draw(board.replace("-", " ")) for board in (first, second))
    assert BLANK.events(f"{one}\nYour move? \n{two}\n") == [Shown(first), Shown(second)]


@pytest.mark.parametrize("shape", ["three lines", "list", "nested", "JSON, indented"])
@given(board=boards)
def test_marks_may_be_digits(shape: str, board: str) -> None:
    digits = SHAPES[shape](board.translate(str.maketrans("XO-", "120"))).replace("'", "")
    assert DIGITS.events(f"{digits}\n") == [Shown(board)]


@given(talk, boards, talk)
@example("Menace says: OOX\n", "OOOOOOOOO", "")
@example("Menace says: OOO\n", "OOOOOOOO-", "Menace says: \n")
def test_talk_round_boards_is_not_read(before: str, board: str, after: str) -> None:
    text = before + "\n".join(rows(board)) + "\n" + after
    assert AUTO.events(text) == [Shown(board)]


@pytest.mark.parametrize(
    "said",
    [
        "Your move [LMR][LMR]: ",
        "You are O, MENACE is X\n",
        "MENACE is X.\n",
        "Thinking.........\n",
        "Sorry :( or (maybe) not\n",
        "-----------\n",
        "a red bead, a blue bead\n",
        "pick from ['a', 'b']: ",
        "boxes: {}\n",
        "XOXO\n",
    ],
)
def test_talk_is_neither_board_nor_boxes(said: str) -> None:
    assert AUTO.events(said) == []
    text = f"{said}\n{SHAPES['three lines'](BOARD)}\n"
    assert AUTO.events(text) == [Shown(BOARD)]


@pytest.mark.parametrize("said", ["New game\n", "new game!", "*** NEW  GAME 7 ***\n", "new-game"])
def test_a_new_game_in_any_case(said: str) -> None:
    assert AUTO.events(said) == [NewGame()]


def test_a_new_game_has_two_words() -> None:
    assert AUTO.events("Newgame\n") == []


# --- boxes ---------------------------------------------------------------------------------------

Boxes = Sequence[Sequence[str]]
DUMPS: dict[str, Callable[[Boxes], str]] = {
    "lists": lambda boxes: str([[int(b) for b in box] for box in boxes]),
    "lists of names": str,
    "tuples": lambda boxes: str(tuple(tuple(box) for box in boxes)),
    "JSON": json.dumps,
    "JSON, indented": lambda boxes: json.dumps(boxes, indent=2),
    "mapping": lambda boxes: str({f"{i:03}": box for i, box in enumerate(boxes)}),
    "mapping of texts": lambda boxes: str({f"{i:03}": "".join(b) for i, b in enumerate(boxes)}),
    "keys are boards": lambda boxes: str({tuple(f"{i:09b}"): b for i, b in enumerate(boxes)}),
    "pairs": lambda boxes: str([(f"{i:09b}", box) for i, box in enumerate(boxes)]),
    "texts": lambda boxes: str(["".join(box) for box in boxes]),
    "lines": lambda boxes: "\n".join(" ".join(box) for box in boxes),
    "solid lines": lambda boxes: "\n".join("".join(box) for box in boxes),
    "numbered lines": lambda boxes: "\n".join(f"{i}: {' '.join(b)}" for i, b in enumerate(boxes)),
    "a list a line": lambda boxes: "\n".join(str(box) for box in boxes),
    "lines with commas": lambda boxes: "\n".join(", ".join(box) for box in boxes),
}


@pytest.mark.parametrize("shape", DUMPS)
@settings(max_examples=settings().max_examples * 2 // 5)  # of 304 boxes each
@given(boxes, boards)
@example(numbers=[[0], [1], [2], [0]] * 76, board="OOOOOOOOO")
def test_boxes_in_any_shape(shape: str, numbers: list[list[int]], board: str) -> None:
    printed = [[str(bead) for bead in box] for box in numbers]
    # Where no box has two beads, a word may be many; where all have pairs, every second is a count.
    printed[0] = ["0", "1", "0"]
    text = "\n".join(rows(board)) + f"\n{DUMPS[shape](printed)}\nNew game\n"
    assert AUTO.events(text) == [Shown(board), Dump(tuple(map(tuple, printed))), NewGame()]


NAMED = set(DUMPS) - {"lists", "texts", "mapping of texts", "solid lines"}


@pytest.mark.parametrize("shape", sorted(NAMED))
@settings(max_examples=settings().max_examples * 2 // 5)
@given(boxes)
def test_a_bead_may_be_a_word(shape: str, numbers: list[list[int]]) -> None:
    names = ("red", "green", "blue", "x1", "12", "gold", "-1", "e", "f")
    printed = [[names[bead] for bead in box] for box in [[0, 1], *numbers[1:]]]
    events = AUTO.events(DUMPS[shape](printed) + "\n")
    assert events == [Dump(tuple(map(tuple, printed)))]


# A box with the one bead `red` was once a box with the beads r, e and d.
def test_the_only_word_of_a_box_is_one_bead() -> None:
    (dump,) = AUTO.events(str([["red", "blue"]] * 99 + [["red"]]))
    assert dump == Dump((*[("red", "blue")] * 99, ("red",)))


def test_empty_boxes_are_boxes() -> None:
    expected = [Dump((("1",), (), *[("2", "3")] * 60))]
    assert AUTO.events(str([[1], [], *[[2, 3]] * 60])) == expected
    assert AUTO.events(str(((1,), (), *[(2, 3)] * 60))) == expected


def test_a_mapping_is_read_by_its_keys() -> None:
    boxes = {f"{i:03}": [i % 9, 8] for i in range(304)}
    expected = [Dump(tuple((str(i % 9), "8") for i in range(304)))]
    assert AUTO.events(str(boxes)) == expected
    assert AUTO.events(str(dict(reversed(boxes.items())))) == expected


def test_few_lines_are_talk_and_many_are_boxes() -> None:
    line = "red blue\n"
    assert AUTO.events(line * 49) == []
    assert AUTO.events(line * 50) == [Dump((("red", "blue"),) * 50)]
    assert Screen(Form(dump="literal")).events(line * 50) == []
    assert EXACT.events(line * 50) == []


def test_few_texts_are_no_boxes_and_many_are() -> None:
    assert AUTO.events(str(["01"] * 49)) == []
    assert AUTO.events(str(["01"] * 50)) == [Dump((("0", "1"),) * 50)]


def test_lines_at_the_end_are_boxes_only_when_nothing_follows() -> None:
    lines = "0 1\n" * 60
    assert AUTO.events(lines, whole=False) == []
    assert AUTO.events(lines + "New game\n", whole=False) == [
        Dump((("0", "1"),) * 60),
        NewGame(),
    ]


@given(boxes, st.integers(1, 400))
def test_an_unfinished_literal_is_not_yet_there(numbers: list[list[int]], missing: int) -> None:
    text = SHAPES["three lines"](BOARD) + "\n" + str(numbers)
    assert AUTO.events(text[: max(13, len(text) - missing)], whole=False) == [Shown(BOARD)]


# --- exact ---------------------------------------------------------------------------------------


@given(st.lists(boards, max_size=3), boxes)
def test_exact_reads_the_challenges_own_format(shown: list[str], numbers: list[list[int]]) -> None:
    text = "New game\n" + "".join("\n".join(rows(board)) + "\n" for board in shown)
    text += f"{numbers}\n"
    dump = Dump(tuple(tuple(map(str, box)) for box in numbers))
    expected: list[Event] = [NewGame(), *map(Shown, shown), dump]
    assert EXACT.events(text) == expected
    assert EXACT.rest(text) == "\n"


@pytest.mark.parametrize(
    "text",
    ["X--\n---\n---", "X- -\n---\n---\n", " X--\n---\n---\n", "X--------\n",
     "new game\n", "New game", "X--\n\n---\n---\n", "X--\r\n---\r\n---\r\n"],
)  # fmt: skip
def test_exact_reads_nothing_else(text: str) -> None:
    assert EXACT.events(text) == []
    assert EXACT.rest(text) == text


def test_the_rest_is_what_was_not_read() -> None:
    assert EXACT.rest("Hello\nNew game\nX--\n---\n---\n? [[1], [2]] bye") == "Hello\n?  bye"


def test_beads_are_counted_without_their_order() -> None:
    assert counted(("b", "a", "b")) == counted(("b", "b", "a")) != counted(("b", "a", "a"))


@pytest.mark.parametrize("rule", ["~~~", "---", "***", "+++"])
@pytest.mark.parametrize("later", ["XX.\n...\n.O.", "XOX\nOXO\nOXX"])
def test_a_rule_of_three_signs_is_no_row_where_empty_squares_are_shown_otherwise(
    rule: str, later: str
) -> None:
    text = f"X..\n...\n.O.\n{rule}\n{later}\n{rule}\n"
    shown = later.replace("\n", "").replace(".", "-")
    assert Screen(Form()).events(text) == [Shown("X------O-"), Shown(shown)]


@pytest.mark.parametrize("rows", ["---\n-X-\n---", "***\n*X*\n***", "---\n---\n--X"])
def test_a_row_of_empty_squares_is_one(rows: str) -> None:
    shown = rows.replace("\n", "").replace("*", "-")
    assert Screen(Form()).events(f"New game\n{rows}\n") == [NewGame(), Shown(shown)]


def test_the_picture_of_a_box_that_a_sentence_names_is_no_board() -> None:
    said = "MENACE opens box 3 (X-O------) and draws bead 4"
    text = f"X-O\n---\n---\n{said}\nX-O\n-X-\n---\n"
    assert Screen(Form()).events(text) == [Shown("X-O------"), Shown("X-O-X----")]
    assert Screen(Form()).events("The board is (X-O-X----).\n") == [Shown("X-O-X----")]


def test_rows_in_tags_are_a_board() -> None:
    text = "<board>\n<row>X--</row>\n<row>-O-</row>\n<row>---</row>\n</board>\n"
    assert Screen(Form()).events(text) == [Shown("X---O----")]


@pytest.mark.parametrize("name", ["E", "Free", "_1"])
def test_a_list_may_have_one_name_for_every_empty_square(name: str) -> None:
    rows = f"[[{name}, {name}, X], [O, {name}, {name}], [X, {name}, {name}]]"
    read = [Shown("--XO--X--")] if name.isalpha() else []
    assert [*Screen(Form()).events(rows)] == read


@pytest.mark.parametrize(
    "rows",
    ["[[E, F, X], [E, E, E], [E, E, E]]", "[[E, E, E], [E, E, E], [E, E, E]]",
     "[[E, -, X], [E, E, E], [E, E, E]]"],
)  # fmt: skip
def test_two_names_or_no_stone_are_no_board(rows: str) -> None:
    assert [*Screen(Form()).events(rows)] == []
