"""Broken MENACEs are refused in whatever format they print their boxes, and say who has won."""

import random
from collections.abc import Sequence
from typing import Final

import pytest

from harness.menace import opponent
from harness.menace.form import Form
from harness.menace.proof import assess
from harness.menace.referee import judge
from harness.menace.verification import verify
from harness.verdict import Finding, Result, Verdict
from tests.harness.menace import formats
from tests.harness.menace.broken import (
    BeadsForTakenSquares,
    Broken,
    CarriesWrongly,
    DoubleReward,
    DumpsTooSoon,
    Forgets,
    KeepsDraws,
    NoRefill,
    PlaysAnother,
    RefillsEitherWay,
    RefillsWithFour,
    SkipsAPly,
    SlipsRarely,
    TwinBox,
)
from tests.harness.menace.support import FakeProgram, job, transcript_of
from tests.oracles.menace_player import Player, Position, rows
from tests.thinned import one_in

# Those that are wrong in few games, so that each is refused in a second.
KINDS: Final = (
    DoubleReward, KeepsDraws, Forgets, NoRefill, RefillsWithFour, RefillsEitherWay, PlaysAnother,
    TwinBox, BeadsForTakenSquares, SkipsAPly, DumpsTooSoon, SlipsRarely, CarriesWrongly,
)  # fmt: skip
TALK: Final = (
    "{boxes}\n",
    "Game {games}: {winner} wins!\n\n{boxes}\n",
    "*** {winner} ***\nMatchboxes:\n{boxes}\n\nGames: {games}\n----------\n",
)
"""What is printed with the boxes after a game."""

TWICE: Final = "Before learning:\n{before}\nAfter learning:\n{boxes}\n"
DOUBTFUL: Final = frozenset({
    "a line for each square, with place", "a line for each square, with bars", "headed words",
    "matchboxes in ASCII",
    "beads below pictures, by words", "beads below pictures with labels", "YAML, counts",
    "headed counters", "in order of weight", "headed mappings", "tabs, a row a bead",
})  # fmt: skip
"""Formats that cannot be read among the talk that they are tried with, or after such a mistake."""


def printing(kind: type[Player], shape: str | formats.Dump, talk: str) -> type[Player]:
    """The player, with its boxes printed in a format, among talk."""
    dump_of = formats.DUMPS[shape] if isinstance(shape, str) else shape

    class Printing(kind):  # type: ignore[misc,valid-type]  # whichever it is
        before = ""

        def learn(self, result: str) -> None:
            self.before = self.listed([self.boxes[box] for box in self.order])
            super().learn(result)

        def listed(self, boxes: Sequence[Sequence[int]]) -> str:
            pictures = (rows(self.pictures[box]).replace("\n", "") for box in self.order)
            return dump_of(
                {picture: list(beads) for picture, beads in zip(pictures, boxes, strict=True)}
            )

        def dump(self, boxes: Sequence[Sequence[int]]) -> str:
            return talk.format(
                games=len(self.results),
                winner=self.results[-1] or "nobody",
                before=self.before,
                boxes=self.listed(boxes),
            )

    return Printing


def verified(kind: type[Player]) -> Result:
    """The result of a whole verification of the player, in any form."""
    form = Form()
    program = FakeProgram(kind)
    return verify(job(program, form, 6), form, lambda doing, share: None, lambda name, run: None)


def findings_of(player: Player, games: int, seed: int) -> Sequence[Finding]:
    """What is found in one run of the player, in any form."""
    human = opponent.blundering(random.Random(seed))
    return assess([judge(transcript_of(player, games, human, Form()))]).findings


# Each format with one of them, and a few of each quickly.
@pytest.mark.parametrize(
    ("shape", "kind", "talk"),
    [
        pytest.param(
            shape,
            KINDS[number % len(KINDS)],
            TALK[number % len(TALK)],
            id=f"{shape}, {KINDS[number % len(KINDS)].__name__}",
            marks=[pytest.mark.slow] if number % 112 else [],
        )
        for number, shape in enumerate(formats.DUMPS)
    ],
)
def test_a_broken_program_is_refused_in_any_format(
    shape: str, kind: type[Broken], talk: str
) -> None:
    result = verified(printing(kind, shape, talk))
    refused = {Verdict.WRONG_ANSWER, *([Verdict.INCONCLUSIVE] if shape in DOUBTFUL else [])}
    assert result.verdict in refused, result.findings


@pytest.mark.parametrize(("kind", "made_by"), one_in(71, KINDS, formats.MADE_BY))
def test_nor_is_it_accepted_in_a_format_made_by_chance(
    kind: type[Broken], made_by: formats.MadeBy
) -> None:
    chance = random.Random(f"{kind.__name__} {made_by.__name__}")
    dump, printed = made_by(chance)
    result = verified(printing(kind, dump, chance.choice(TALK)))
    # Beads for taken squares are more kinds than a box can hold, if they are beads at all.
    unread = {Verdict.INCONCLUSIVE} if kind is BeadsForTakenSquares else set()
    assert result.verdict in {Verdict.WRONG_ANSWER, *unread}, printed


def marking(kind: type[Player], mark: str) -> type[Player]:
    """The player, with a mark in the lines of the boxes that the last game changed."""

    class Marking(kind):  # type: ignore[misc,valid-type]  # whichever it is
        last: Sequence[list[int]] = ()

        def dump(self, boxes: Sequence[Sequence[int]]) -> str:
            now = [*map(list, boxes)]
            lines = [f"{number}: {' '.join(map(str, box))}" for number, box in enumerate(now)]
            for number, (old, new) in enumerate(zip(self.last, now, strict=False)):
                lines[number] = mark.format(lines[number]) if old != new else lines[number]
            self.last = now
            return "\n".join(lines) + "\n"

    return Marking


MARKS: Final = ("{} *", "{} (used)", "> {}")


@pytest.mark.parametrize(("kind", "mark"), one_in(8, KINDS, MARKS))
def test_marks_of_the_boxes_used_hide_no_mistake(kind: type[Broken], mark: str) -> None:
    result = verified(marking(kind, mark))
    unread = {Verdict.INCONCLUSIVE} if kind is BeadsForTakenSquares else set()
    assert result.verdict in {Verdict.WRONG_ANSWER, *unread}, result.findings


@pytest.mark.parametrize("mark", MARKS)
def test_nor_make_one(mark: str) -> None:
    assert findings_of(marking(Player, mark)(5), 25, 5) == ()


TOLD: Final = (
    "bars of the bead's letter", "bars of one letter", "labels and digits on one line",
    "labels and beads on one line", "numbers after beads", "pictures after beads",
)  # fmt: skip


@pytest.mark.parametrize(("shape", "talk"), one_in(9, TOLD, TALK[1:]))
def test_words_about_the_game_are_no_boxes(shape: str, talk: str) -> None:
    assert findings_of(printing(Player, shape, talk)(5), 25, 5) == ()


def test_boxes_that_are_misread_late_in_a_run_are_not_called_wrong() -> None:
    # From ten beads of a colour on, the nine signs of a box are ten.
    player = printing(Player, "marks and counts in words on a line", TALK[0])(5)
    (found,) = findings_of(player, 25, 5)
    assert (found.clause, found.verdict) == ("menace/reading", Verdict.INCONCLUSIVE)
    assert found.turn > 40


LISTED_TWICE: Final = (
    "mapping", "list", "picture, colon", "YAML, block", "trees of beads", "grids",
    "YAML, nested", "headed lists", "headed counters", "two boxes a line",
    "labels and digits on one line", "XML of elements with texts",
)  # fmt: skip


@pytest.mark.parametrize("shape", one_in(12, LISTED_TWICE))
def test_boxes_before_and_after_learning_are_told_apart(shape: str) -> None:
    assert findings_of(printing(Player, shape, TWICE)(1), 20, 1) == ()
    result = verified(printing(DoubleReward, shape, TWICE))
    assert result.findings[0].clause == "menace/reward"


def showing(shape: str, board: str) -> type[Player]:
    """The right player with its boxes in a format, which it also lists whenever it shows a board.

    `board` is what it prints then, with `{boxes}` and `{rows}` in it.
    """

    class Showing(printing(Player, shape, TALK[0])):  # type: ignore[misc]
        def show(self, position: Position) -> str:
            listed = self.listed([self.boxes[box] for box in self.order])
            return board.format(boxes=listed, rows=super().show(position))

    return Showing


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_rows_of_two_grids_are_no_board(seed: int) -> None:
    assert findings_of(showing("grids", "{rows}\n{boxes}\n")(seed), 40, seed) == ()


@pytest.mark.slow
def test_a_board_below_the_names_of_its_columns_is_one_among_boxes_too() -> None:
    assert findings_of(showing("numbered lists", "A B C\n{rows}{boxes}\n")(1), 20, 1) == ()


TAGGED: Final = "[13:02:05] Game over\n[13:02:05] boxes:\n{boxes}\n"
TABLE: Final = "| win  | draw | loss |\n|    1 |    0 |    2 |\n+------+------+------+\n{boxes}\n"
A_BOX: Final = "Box 17 now: [2, 2]\nGame over, you lost.\nWins: 3, losses: 2\n{boxes}\n"
HISTORY: Final = "History: XXXXXXXXX\n{boxes}\n"
TOTAL: Final = "{boxes}\nTotal beads: 1193\nBoxes: 304\n"
LOG: Final = "box 3: drew 4 of [4, 5]\nbox 9: drew 0 of [0, 0, 5]\n{boxes}\n"
BOX_NOW: Final = "Box 17 now: [2, 2]\n{boxes}\n"
ODDS: Final = "First move odds: A1 13%, B2 20%, C3 67%\n{boxes}\n"
RESULT: Final = "Box 17 now: [2, 2]\nResult: 1-0\n{boxes}\n"
SCORE: Final = "0-0-{games}\n{boxes}\n"
END: Final = "{boxes}\n(end of boxes)\n"
WINS: Final = "Result: a win (W 1 L 1 D 1)\n{boxes}\nWins 1, draws 1, losses 1\n"
STANDING: Final = "{boxes}\nMENACE ###\nYou    #\nDraws  \n"


SAID_BESIDE: Final = [
    ("by stage", HISTORY),
    ("four boxes a line", HISTORY),
    ("a mapping a stage", TAGGED),
    ("rows and counts", TABLE),
    ("grids", TABLE),
    ("grids of counts beside one another", TABLE),
    ("Ruby, symbols in lines", A_BOX),
    ("numbered lists, colon", A_BOX),
    ("beads below pictures", TOTAL),
    ("headed words", STANDING),
    ("words in brackets", LOG),
    ("run lengths, turned", LOG),
    ("labels and beads without blanks", BOX_NOW),
    ("labels and digits on one line", ODDS),
    ("YAML, nested", RESULT),
    ("short names", SCORE),
    ("numbered with zeros", SCORE),
    ("a mapping a stage", END),
    ("labels and digits on one line", WINS),
]


@pytest.mark.parametrize("beside", one_in(3, SAID_BESIDE), ids=str)
def test_what_is_said_beside_boxes_is_neither_a_board_nor_a_box(beside: tuple[str, str]) -> None:
    shape, talk = beside
    assert findings_of(printing(Player, shape, talk)(1), 12, 1) == ()


PICTURED: Final = (
    "matchboxes", "pictures and beads", "INI", "table", "bars and their lengths", "trees",
    "pictures in cells",
)  # fmt: skip
BOXES_FIRST: Final = ("Boxes now:\n{boxes}\nThe board:\n{rows}", "Boxes now:\n{boxes}\n{rows}")


@pytest.mark.parametrize(("shape", "board", "seed"), one_in(42, PICTURED, BOXES_FIRST, range(3)))
def test_pictures_of_boxes_before_a_board_are_no_boards(shape: str, board: str, seed: int) -> None:
    assert findings_of(showing(shape, board)(seed), 15, seed) == ()


@pytest.mark.parametrize(
    ("shape", "seed"),
    [
        ("histograms", 3),  # three rows of three signs between pictures
        pytest.param("histograms", 1, marks=pytest.mark.slow),
        pytest.param(
            "grids in frames", 1, marks=pytest.mark.slow
        ),  # rows of two boxes, one below the other
    ],
)
def test_parts_of_boxes_are_no_boards(shape: str, seed: int) -> None:
    assert findings_of(showing(shape, BOXES_FIRST[0])(seed), 16, seed) == ()


@pytest.mark.parametrize("beads", [1, 2])
def test_the_first_box_of_lists_by_stage_may_have_few_beads(beads: int) -> None:
    player = printing(Player, "headed lists of words", TALK[0])(1)
    player.boxes[0] = player.boxes[0][:beads]
    assert [f for f in findings_of(player, 2, 1) if "304" in str(f)] == []


BELOW: Final = (  # a board, and above the next one
    *("times", "weights in lines", "powers in one word"),  # boxes of three signs
    "grids without blank lines",  # three beads of a row like the names of columns
    "matchboxes beside one another",  # three pictures in a line
    "XML of elements with texts",  # listings that learning makes longer
)


@pytest.mark.parametrize("shape", one_in(2, BELOW))
def test_boxes_between_boards_are_read_and_are_no_boards(shape: str) -> None:
    assert findings_of(showing(shape, "{rows}\n{boxes}\n")(1), 12, 1) == ()
