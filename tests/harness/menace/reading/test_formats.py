"""Right MENACEs in other formats are read as they are: with no option, and in linear time."""

import gc
import random
import re
import time
from collections.abc import Callable
from typing import Final

import pytest

from harness.menace.form import Form
from harness.menace.proof import Assessment, assess
from harness.menace.reading.events import Shown
from harness.menace.reading.pages import Page
from harness.menace.referee import judge
from harness.menace.screen import Screen
from harness.session import Ending, Exit
from harness.transcript import Transcript, Turn
from harness.verdict import Verdict
from tests.harness.menace import formats

GAMES = 2
PLAIN = formats.BOARDS["solid"]
LIST = formats.DUMPS["list"]
BOARDS = [
    pytest.param(printer, id=f"{shape}, {glyphs}")
    for shape in formats.BOARDS
    for glyphs in formats.GLYPHS
    if (printer := formats.board_printer(shape, glyphs))
]


def turns_of(story: formats.Story) -> tuple[Turn, ...]:
    """The turns of the story as a whole run."""
    last = len(story.turns) - 1
    return tuple(
        Turn(sent, said, 0.0, Ending.ENDED if i == last else Ending.READY)
        for i, (sent, said) in enumerate(story.turns)
    )


def state_of(story: formats.Story, form: Form) -> Assessment:
    """What the story shows as a run."""
    turns = turns_of(story)
    return assess(
        [judge(Transcript("menace", ("x",), form.to_json(), 1.0, turns, Exit(0, None, "")))]
    )


def accept(story: formats.Story, form: Form) -> None:
    """Judge the story as a run: no finding, and every box's changes as the rules say."""
    state = state_of(story, form)
    assert state.findings == ()
    assert state.games == GAMES
    assert state.changes > 0


@pytest.mark.parametrize("board", BOARDS)
def test_boards_are_read_with_no_option(board: Callable[[str], str]) -> None:
    chance = random.Random(1)
    accept(formats.Story(chance, GAMES, board, LIST, formats.MOVES[""]), Form())


@pytest.mark.parametrize("shape", ["cells in brackets", "cells in brackets, spaced"])
def test_squares_in_brackets_before_a_headed_literal_are_a_board(shape: str) -> None:
    chance = random.Random(2)

    def dump(boxes: formats.Boxes) -> str:
        return "boxes = {\n" + "".join(f'{{s="{p}", b={{{x}}}}},\n' for p, x in boxes.items()) + "}"

    accept(formats.Story(chance, GAMES, formats.BOARDS[shape], dump, formats.MOVES[""]), Form())


# One of nine shapes is tried quickly, with one filling of the boxes: as many beads as squares, or
# one. Shapes of one kind stand side by side, so that each kind is tried.
FILLINGS: Final = [
    pytest.param(
        shape,
        beads,
        marks=[] if beads == number % 2 and number % 9 == 1 else [pytest.mark.slow],
    )
    for number, shape in enumerate(formats.DUMPS)
    for beads in (0, 1, 9)
]


@pytest.mark.parametrize(("shape", "beads"), FILLINGS)
def test_boxes_are_read_with_no_option(shape: str, beads: int) -> None:
    chance = random.Random(beads)
    board = formats.board_printer("box drawing", "blanks") if beads == 1 else PLAIN
    assert board
    dump = formats.DUMPS[shape]
    moves = formats.MOVES[""]
    said = formats.TALK if beads == 9 else formats.QUIET
    accept(formats.Story(chance, GAMES, board, dump, moves, said=said, beads=beads), Form())


@pytest.mark.parametrize(
    "shape",
    [
        "list",
        "picture, colon",
        "grids",
        "Tcl, pictures on one line",
        *(
            pytest.param(shape, marks=pytest.mark.slow)
            for shape in (
                "mapping",
                "numbered lists",
                "letters",
                "short names",
                "matchboxes",
                "matchboxes in ASCII",
                "pictures below labels",
                "in order of weight",
                "lists on one line",
            )
        ),
    ],
)
def test_boxes_at_every_step_are_read(shape: str) -> None:
    chance = random.Random(2)
    dump, moves = formats.DUMPS[shape], formats.MOVES[""]
    accept(formats.Story(chance, GAMES, PLAIN, dump, moves, every_step=True), Form())


@pytest.mark.parametrize("shape", ["picture, colon", "numbered lists, colon", "boxes by name"])
def test_the_last_of_two_listings_with_a_line_between_is_read(shape: str) -> None:
    chance = random.Random(2)
    dump, moves = formats.DUMPS[shape], formats.MOVES[""]
    story = formats.Story(chance, GAMES, PLAIN, dump, moves, said=formats.TALK, every_step=True)
    accept(story, Form())


UNREAD: Final[dict[str, Callable[[formats.Boxes], str]]] = {
    "a line for each bead, numbered": formats.lines(
        lambda i, p, b: f"Box {i}\n" + "\n".join(f"{k}: {bead}" for k, bead in enumerate(b))
    ),
    "shares alone": formats.lines(
        lambda i, p, b: f"{i}: " + " ".join(f"{n / len(b):.1%}" for n in formats.counts(b).values())
    ),
}


@pytest.mark.parametrize("shape", UNREAD)
def test_what_cannot_be_read_is_not_called_wrong(shape: str) -> None:
    story = formats.Story(random.Random(1), GAMES, PLAIN, UNREAD[shape], formats.MOVES[""])
    state = state_of(story, Form())
    assert state.verdict is Verdict.INCONCLUSIVE
    assert state.findings[0].clause == "menace/reading"


@pytest.mark.parametrize("option", formats.MOVES)
def test_moves_are_typed_as_declared(option: str) -> None:
    words = option.removeprefix("--moves ").strip("'")
    form = Form.from_values({"moves": words} if words else {})
    assert form.moves == formats.MOVES[option]
    chance = random.Random(3)
    accept(formats.Story(chance, GAMES, PLAIN, LIST, form.moves), form)


@pytest.mark.parametrize(
    "shape",
    [*(pytest.param(shape, marks=pytest.mark.slow) for shape in ("grids", "YAML, block")),
     "several lists on a line", "list"],
)  # fmt: skip
def test_reading_takes_time_in_proportion_to_the_text(shape: str) -> None:
    text = formats.DUMPS[shape](formats.fresh(random.Random(4), 4)) + "\n"
    assert grows_with_the_text(lambda times: text * times * 4)


@pytest.mark.parametrize(
    ("sign", "in_lines"),
    [
        pytest.param(sign, in_lines, marks=[] if number == 3 * in_lines else [pytest.mark.slow])
        for number, sign in enumerate("[({'\"-|:")
        for in_lines in (False, True)
    ],
)
def test_a_flood_of_one_sign_is_read_in_time(sign: str, in_lines: bool) -> None:
    text = sign * 100 + "\n" if in_lines else sign * 101
    assert grows_with_the_text(lambda times: text * times * 70)


HOSTILE: Final = {
    "a long line beside a return": lambda times: f"{'x' * times * 1500}\n\ra",
    "blanks before a bracket": lambda times: f"{' ' * times * 1500}x[1]\n",
    "a page drawn up and down": lambda times: (
        "\x1b[1;1Ha\x1b[9999;1Hb\x1b[1;1Hc\x1b[9999;1Hd" * times
    ),
    "rows pushed down": lambda times: "\x1b[1;1H" + "a\n\x1b[L" * times * 50,
    "signs pushed on": lambda times: f"\x1b[1;1H{'x' * times * 1500}\r" + "\x1b[9@" * times * 30,
    "a sign repeated": lambda times: "\x1b[1;1H" + "x\x1b[999b\n" * times * 60,
    "the end of a long line erased": lambda times: (
        f"\x1b[1;1H{'x' * times * 1500}" + "\x1b[K" * times * 500
    ),
    "unclosed comments": lambda times: "/*" * times * 700,
    "long numbers in lines": lambda times: f"{'9' * times * 30};{'9' * times * 30}\n" * 304,
    "dots that lead nowhere": lambda times: f"a {'. ' * times * 30}{'.' * times * 30} \n" * 99,
    "attributes without an end": lambda times: ("<a" + ' b="c"' * times * 10 + " b=\n") * 40,
    "macros without an end": lambda times: "1 & \\a{\\a{ \\\\\n" * 304 * times,
    "tags in tags": lambda times: ("<a><b>" * times + "\n") * 99,
    "tags that nothing ends": lambda times: "<a>" * times * 400 + "</b>" * times * 400,
    "lines of talk with signs": lambda times: "".join(
        f"a{number:03} {'word ' * times * 9}## b ## c\n" for number in range(300)
    ),
    "a hundred signs": lambda times: "".join(
        f"a{chr(0x2200 + number)} " * 303 for number in range(9 * times)
    ),
    "pairs without an end": lambda times: f"XO------- {'(1,2) ' * times * 20}(\n" * 30,
    "pictures on a line": lambda times: "XO------- " * times * 300,
    "numbers in columns": lambda times: ("1" + " 2  3" * times * 8 + "\n") * 50,
    "long numbers between signs": lambda times: f";{'9' * times * 60}\n" * 304,
    "dashes that are no bars": lambda times: " -" * times * 150 + "\n" + "a 1 0.5\n" * 310,
    "shares without an end": lambda times: (
        f"x{', a: [0.1  0.2' * times * 60}\n" + "a 1 0.5\n" * 310
    ),
    "blanks before a share": lambda times: f"{' ' * times * 3000}5%\n" + "a 1 50% (1/2)\n" * 310,
}


NO_NUMBERS: Final = ("9" * 5000, "²", "٣", "-1", "½", "1?2")


@pytest.mark.parametrize(
    ("shape", "number"),
    [
        # Each number is tried quickly in one shape.
        pytest.param(shape, number, marks=[] if i % 4 == j else [pytest.mark.slow])
        for j, shape in enumerate(("vectors", "CSV, semicolons", "base 36", "PHP, print_r"))
        for i, number in enumerate(NO_NUMBERS)
    ],
)
def test_numbers_that_are_none_end_no_reading(shape: str, number: str) -> None:
    chance = random.Random(1)
    story = formats.Story(chance, 1, PLAIN, formats.DUMPS[shape], formats.MOVES[""])
    said = max((said for _, said in story.turns), key=len)
    Screen(Form()).events(re.sub(r"\d+", number, said, count=99))
    Screen(Form()).events(re.sub(r"\d", number[:20], said, count=40))


@pytest.mark.parametrize("number", ["9" * 5000, "²", "٣", "-1", "1?2", "?"])
def test_odd_numbers_of_a_move_of_the_cursor_end_no_reading(number: str) -> None:
    text = f"\x1b[{number};{number}HX\x1b[2;2HO\x1b[{number}BX\x1b[{number}C\n"
    Screen(Form()).events(Page().take(text, None))


def rows(board: str) -> str:
    return "".join(f"{' '.join(board[i : i + 3])}\n" for i in (0, 3, 6))


def test_boards_redrawn_in_place_after_the_line_typed_are_read() -> None:
    # Up four rows after the human's Enter, which the terminal shows, and three after a board.
    page, screen = Page(), Screen(Form())
    opening = f"New game\n{rows('--X------')}"
    end = f"{[[1]] * 304}\n{opening}"
    page.take(opening, "40")
    for _ in range(40):
        for boards, last in ((("O-X------", "O-X-X----"), ""), (("OOX-X----", "OOX-X-X--"), end)):
            said = f"\x1b[4A{rows(boards[0])}\x1b[3A{rows(boards[1])}{last}"
            would_be, told = page.would_be(said, "LL"), page.take(said, "LL")
            assert would_be == told
            shown = tuple(e.board for e in screen.events(told) if isinstance(e, Shown))
            assert shown == ((*boards, "--X------") if last else boards)


@pytest.mark.parametrize(
    "kind",
    [
        pytest.param(kind, marks=[pytest.mark.slow] if number % 8 else [])
        for number, kind in enumerate(HOSTILE)
    ],
)
def test_hostile_lines_are_read_in_time(kind: str) -> None:
    assert grows_with_the_text(HOSTILE[kind])


def grows_with_the_text(text: Callable[[int], str]) -> bool:
    """Whether twelve times a text takes about twelve times as long: 144 times, if it grew with
    the square."""

    def seconds(times: int, number: int) -> float:
        # Of texts that differ: what was read once is known.
        again = "\n" * number + text(times)
        began = time.process_time()
        Screen(Form()).events(Page().take(again, None))
        return time.process_time() - began

    gc.collect()
    gc.disable()  # it looks at all that other tests have left, more often for a long text
    try:
        once = max(0.01, min(seconds(1, number) for number in range(3)))
        return any(seconds(12, number) < 60 * once for number in range(3))
    finally:
        gc.enable()


@pytest.mark.parametrize("shape", [name for name in formats.DUMPS if name.startswith("coloured b")])
def test_beads_of_colours_are_told_apart(shape: str) -> None:
    """However a colour ends: by a reset, by the usual foreground, or by the next bead's colour."""
    story = formats.Story(random.Random(2), GAMES, PLAIN, formats.DUMPS[shape], formats.MOVES[""])
    accept(story, Form())


@pytest.mark.parametrize("shape", ["bullets", "YAML, counts", "YAML, block"])
def test_boxes_before_and_after_learning_are_told_apart(shape: str) -> None:
    dump, moves = formats.DUMPS[shape], formats.MOVES[""]
    story = formats.Story(random.Random(1), GAMES, PLAIN, dump, moves, every_step=True)
    accept(story, Form())
