"""Boards of the most different looks are read by where their squares stand, with no option."""

import random
from collections.abc import Callable
from typing import Final

import pytest

from harness.menace.form import Form
from harness.menace.reading.lattice import Lattice
from harness.verdict import Finding, Verdict
from tests.harness.menace import formats
from tests.harness.menace.formats.composed import random_board
from tests.harness.menace.reading.test_formats import state_of
from tests.thinned import one_in

DUMPS: Final = ("list", "mapping", "numbered lists", "boxes by name")
WRONG: Final[dict[str, Callable[[random.Random, str], str]]] = {
    "a stone of the human's is missing": lambda chance, board: put(chance, board, "O", "-"),
    "a stone is the human's": lambda chance, board: put(chance, board, "X", "O"),
    "a stone too many": lambda chance, board: put(chance, board, "-", "X"),
    "stones have changed hands": lambda chance, board: board.translate(str.maketrans("XO", "OX")),
    "all have moved": lambda chance, board: board[1:] + board[:1],
}
"""How a board with stones of both is wrong."""


def put(chance: random.Random, board: str, old: str, new: str) -> str:
    """The board with another mark on one of the squares that have this one."""
    at = chance.choice([at for at, mark in enumerate(board) if mark == old])
    return board[:at] + new + board[at + 1 :]


def findings(
    seed: int, unusual: int, wrong: Callable[[random.Random, str], str] | None = None
) -> tuple[tuple[Finding, ...], str]:
    """What is found in a run that shows boards so, of which one may be `wrong`; and how."""
    chance = random.Random(seed)
    show, printed = random_board(chance, unusual)
    dump, said = formats.DUMPS[chance.choice(DUMPS)], formats.QUIET
    if chance.random() < 0.4:
        said = formats.random_said(chance)
    left = chance.randrange(1, 8)

    def shown(board: str) -> str:
        nonlocal left
        if wrong and "O" in board and board.count("-") > 1:
            left -= 1
            board = wrong(chance, board) if left == 0 else board
        return show(board)

    story = formats.Story(chance, 3, shown, dump, formats.MOVES[""], said=said)
    found = state_of(story, Form()).findings
    assert wrong is None or left <= 0, "it was shown"
    return tuple(found), printed


@pytest.mark.parametrize("unusual", [1, 2, 3, 4])
@pytest.mark.parametrize("seed", one_in(20, range(200)))
def test_boards_put_together_by_chance_are_no_wrong_answer(seed: int, unusual: int) -> None:
    found, printed = findings(seed, unusual)
    assert [one for one in found if one.verdict is not Verdict.INCONCLUSIVE] == [], printed


@pytest.mark.parametrize(("unusual", "share"), [(1, 0.97), (2, 0.97), (3, 0.95)])
def test_nearly_all_of_them_are_read(unusual: int, share: float) -> None:
    seeds = range(1000, 1040)
    read = sum(findings(seed, unusual)[0] == () for seed in seeds)
    assert read >= share * len(seeds)


@pytest.mark.parametrize("unusual", [1, 2, 3])
@pytest.mark.parametrize("wrong", WRONG)
@pytest.mark.parametrize("seed", one_in(20, range(40)))
def test_a_wrong_board_is_refused(seed: int, wrong: str, unusual: int) -> None:
    found, printed = findings(seed, unusual, WRONG[wrong])
    (one,) = found
    # Where O's sign is seen on a wrong board first, it may be none.
    is_unread = one.verdict is Verdict.INCONCLUSIVE and "after the human's move" in str(one.seen)
    assert one.verdict is Verdict.WRONG_ANSWER or is_unread, printed


NEW: Final = "New game\n"
BESIDE: Final = NEW + "X|.|.   X: MENACE\n.|.|.   O: you\n.|.|.\n"


def restated(first: str, *more: tuple[str, str]) -> list[str]:
    """What a first reply and those after it are restated as, each after a board."""
    lattice = Lattice(Form())
    lattice.take(first, None)
    found = lattice.otherwise(first, None)
    lattice.adopt()
    return [found or first, *(lattice.take(text, before) for text, before in more)]


def test_a_board_is_restated_without_what_stands_beside_it() -> None:
    assert restated(BESIDE) == [NEW + "\nX|.|.\n.|.|.\n.|.|.\n\n"]


def test_until_a_place_is_known_nothing_is_restated() -> None:
    lattice = Lattice(Form())
    assert lattice.would_be(BESIDE, None) == lattice.take(BESIDE, None) == BESIDE
    assert lattice.would_be(BESIDE, None) == BESIDE  # it was tried by nobody
    assert lattice.otherwise(BESIDE, None) == restated(BESIDE)[0]
    assert lattice.would_be(BESIDE, None) == BESIDE  # nor adopted


@pytest.mark.parametrize("form", [Form(marks=("X", "O", ".")), Form(exact=True)])
def test_with_marks_that_are_declared_none_is_sought(form: Form) -> None:
    lattice = Lattice(form)
    assert not lattice.seeks_first
    assert lattice.otherwise(BESIDE, None) is None


def test_known_places_are_not_left_for_others() -> None:
    """A reply that is wrong by them is not read as if there were none."""
    lattice = Lattice(Form())
    lattice.take(BESIDE, None)
    lattice.otherwise(BESIDE, None)
    lattice.adopt()
    assert lattice.otherwise(BESIDE, None) is None


@pytest.mark.parametrize(
    ("printed", "square"),
    [
        ("1 2 3   a\n4 X 6   b\n7 8 9   c\n", 4),
        ("| | |X| a\n| | | | b\n| | | | c\n", 2),
        ("  { }{ }{ }  <- MENACE\n  {X}{ }{ }\n  { }{ }{ }\n", 3),
        ("a ... \nb .X. \nc ... \n", 4),
        ("A  .     .     .\n\n\nB  .     .    (X)\n\n\nC  .     .     .\n", 5),
        ("・ ・ ・ !\n・ ・ Ｘ !\n・ ・ ・ !\n", 5),
        ("🐧 🐧 🐧 !\n🐧 🐱 🐧 !\n🐧 🐧 🐧 !\n", 4),
        ("-|-|-  W:1\n-+-+-\n-|X|-  L:0\n-+-+-\n-|-|-  D:0\n", 4),
        ("-----\n- - -  a\nX - -  b\n- - -  c\n-----\n", 3),
        ("a b c\nd e f\ng h M\n", 8),
        ("   |   |   \n<X>|   |   \n   |   |   \n", 3),
        ("   |   |\n   |   |\n   |   |<X>\n", 8),
        ("  { }{ }{X}   a\n  { }{ }{ }   b\n  { }{ }{ }   c\n", 2),
        ("  'X' ' ' ' '   123\n  ' ' ' ' ' '   456\n  ' ' ' ' ' '   789\n", 0),
        ("+-----------+\n| ' '|' '|'X'| a\n| ' '|' '|' '| b\n| ' '|' '|' '| c\n", 2),
        ("e\u0301 .|X|.  a\nb .|.|.  b\nc .|.|.  c\n", 1),
    ],
)  # fmt: skip
def test_places_of_the_first_board(printed: str, square: int) -> None:
    plain = "".join("X" if at == square else "." for at in range(9))
    rows = ("|".join(plain[at : at + 3]) for at in (0, 3, 6))
    assert "\n".join(rows) in restated(NEW + printed)[0]


@pytest.mark.parametrize(
    "printed",
    [
        "no board at all, but words in a line\n" * 3,
        "----------\n----X-----\n----------\n",
        ".......\n..X....\n.......\n",
        "X X .\n. . .\n. . .\n",
        ". . .\n. O .\n. . .\n",
        "    \n  X \n    \n    \n",
        "word word word\nword X word\nword word word\n",
        ".a .a .a\n.a Xa .a\n.a .a .a\n",
        '"|.|.\n.|.|.\n.|.|.\n',
        ". . . .\n. X . .\n. . . .\n",
        "{ }{X}{ }{ }\n{ }{ }{ }{ }\n{ }{ }{ }{ }\n",
        "{ }{ }{X}{ }\n{ }{ }{ }{ }\n{ }{ }{ }{ }\n",
        ". . .\n. X .\n. . .\n. . .\n",
        "...\n...\n...\n.X.\n.X.\n...\n",
    ],
)  # fmt: skip
def test_what_is_no_first_board(printed: str) -> None:
    assert restated(NEW + printed) == [NEW + printed]


def test_after_the_end_of_a_game_boards_are_those_of_boxes() -> None:
    over = "X|X|X   w\nO|O|.   w\n.|.|.   w\n"
    box = "X|.|.   1\n.|.|.   2\n.|.|.   3\n"
    _, said = restated(BESIDE, (over + box + NEW + box, "XX-OO----"))
    assert said == "\nX|X|X\nO|O|.\n.|.|.\n\n" + box + NEW + "\nX|.|.\n.|.|.\n.|.|.\n\n"


def test_the_first_sign_that_is_no_x_is_the_humans() -> None:
    _, first, second = restated(
        BESIDE,
        ("X|H|.   b\n.|.|.   b\n.|.|.   b\n", "X--------"),
        ("X|H|.   b\n.|M|.   b\n.|.|.   b\n", "XO-------"),
    )
    assert first == "\nX|O|.\n.|.|.\n.|.|.\n\n"
    assert second.startswith("X|H|."), "no other sign can be"


def test_without_walls_between_them_blanks_are_no_squares() -> None:
    first = NEW + "<X>|   |   \n   |   |   \n   |   |   \n"
    talk = " X is MENACE\n\n\n"
    assert restated(first, (talk, "X--------"))[1] == talk


def test_a_small_letter_is_the_same_stone() -> None:
    _, said = restated(BESIDE, ("X|o|.   b\n.|x|.   b\n.|.|O   b\n", "XO-------"))
    assert said == "\nX|O|.\n.|X|.\n.|.|O\n\n"


def test_rules_are_left_out_while_a_game_is_played() -> None:
    ruled = NEW + "---------\n" + BESIDE.removeprefix(NEW) + "=========\n"
    assert restated(ruled) == restated(BESIDE)


@pytest.mark.parametrize("seed", range(40))
def test_whatever_is_printed_is_restated_or_left(seed: int) -> None:
    """Signs, blanks and walls by chance: nothing is raised, and no other line is lost."""
    chance = random.Random(seed)
    signs = chance.choice([".X", "..X |", " X|", "-+X|", "123X ", "・X ", "abcX\t"])
    lines = ["".join(chance.choices(signs, k=chance.randrange(12))) for _ in range(30)]
    text = NEW + "\n".join([*lines, "and so on"])
    (said,) = restated(text)
    assert said.startswith(NEW)
    assert said.endswith("and so on")
