"""Right MENACEs with boards, boxes and words chosen by chance are read with no option."""

import random
from collections.abc import Collection, Sequence

import pytest

from harness.menace.form import Form
from harness.verdict import Finding, Verdict
from tests.harness.menace import formats
from tests.harness.menace.reading.test_formats import state_of
from tests.thinned import one_in

# Boxes in several lines without labels, and those whose beads are joined as scores are.
DOUBTFUL = frozenset({
    "headed words", "beads below spaced pictures", "beads below pictures, by words",
    "a line for each square, with place", "pictures and beads",
    "a line for each square, with box and square", "dashes", "low lines between beads",
})  # fmt: skip
# Listed more than once in a reply.
DOUBTFUL_AGAIN = DOUBTFUL | {"Tcl, lists", "next boards in lines", "digits, ten a line"}


def drawn(seed: int, doubtful: Collection[str], how: str) -> tuple[formats.Story, str]:
    """A run, and how it is printed."""
    chance = random.Random(seed)
    shape = chance.choice([shape for shape in formats.DUMPS if shape not in doubtful])
    board, printer = "", None
    while printer is None:
        board, glyphs = chance.choice([*formats.BOARDS]), chance.choice([*formats.GLYPHS])
        printer = formats.board_printer(board, glyphs)
    said, beads = formats.random_said(chance), chance.choice([0, 0, 1, 9])
    games, moves = chance.randint(1, 3), formats.MOVES[""]
    dump = formats.DUMPS[shape]
    story = formats.Story(
        chance, games, printer, twice(dump) if how == "twice" else dump, moves,
        said=said, beads=beads, every_step=how == "at every step",
    )  # fmt: skip
    return story, f"{shape}, {board}, {said}"


def twice(dump: formats.Dump) -> formats.Dump:
    """The boxes as they were after the game before, and as they are now."""
    earlier: list[formats.Boxes] = []

    def both(boxes: formats.Boxes) -> str:
        earlier.append({position: list(beads) for position, beads in boxes.items()})
        return f"Before learning:\n{dump(earlier[-2:][0])}\nAfter learning:\n{dump(boxes)}"

    return both


@pytest.mark.parametrize("seed", one_in(40, range(600)))
def test_what_is_printed_by_chance_is_read(seed: int) -> None:
    story, printed = drawn(seed, DOUBTFUL, "once")
    assert state_of(story, Form()).findings == (), printed


@pytest.mark.parametrize("how", ["twice", "at every step"])
@pytest.mark.parametrize("seed", one_in(40, range(200)))
def test_so_are_boxes_that_are_listed_more_than_once(seed: int, how: str) -> None:
    story, printed = drawn(seed, DOUBTFUL_AGAIN, how)
    assert state_of(story, Form()).findings == (), printed


def put_together(made_by: formats.MadeBy, seed: int) -> tuple[Sequence[Finding], str]:
    """The findings of a right program whose boxes are printed so, and how."""
    chance = random.Random(seed)
    dump, printed = made_by(chance)
    board = formats.BOARDS[chance.choice(["solid", "bars and lines", "labels", "underlined"])]
    said, moves = formats.random_said(chance), formats.MOVES[""]
    beads = chance.choice([0, 0, 1, 5])
    story = formats.Story(chance, 2, board, dump, moves, said=said, beads=beads)
    return state_of(story, Form()).findings, printed


@pytest.mark.parametrize("seed", one_in(200, range(400)))
@pytest.mark.parametrize("made_by", formats.MADE_BY)
def test_labels_pictures_totals_and_beads_put_together_are_no_wrong_answer(
    made_by: formats.MadeBy, seed: int
) -> None:
    findings, printed = put_together(made_by, seed)
    assert [finding.verdict for finding in findings] in ([], [Verdict.INCONCLUSIVE]), printed


@pytest.mark.slow
@pytest.mark.parametrize("made_by", formats.MADE_BY)
def test_most_of_them_are_read(made_by: formats.MadeBy) -> None:
    unread = [
        printed for findings, printed in map(put_together, [made_by] * 15, range(15)) if findings
    ]
    assert len(unread) < 3, unread


@pytest.mark.parametrize("seed", one_in(5, range(30)))
def test_rows_of_three_pictures_beside_one_another_are_no_boards(seed: int) -> None:
    chance = random.Random(seed)
    board = formats.BOARDS[chance.choice(["exclamation marks", "solid", "tall cells"])]
    dump, moves = formats.DUMPS["matchboxes beside one another"], formats.MOVES[""]
    said = formats.random_said(chance)
    story = formats.Story(chance, 2, board, dump, moves, said=said, beads=seed % 2, every_step=True)
    assert state_of(story, Form()).findings == ()


@pytest.mark.parametrize(
    "shape", ["all on one line, with pictures", "slashes on one line", "Tcl, blanks"]
)
def test_of_two_lines_with_all_boxes_the_last_is_read(shape: str) -> None:
    moves, solid = formats.MOVES[""], formats.BOARDS["solid"]
    for seed, how in enumerate((twice(formats.DUMPS[shape]), formats.DUMPS[shape])):
        chance = random.Random(seed)
        story = formats.Story(chance, 3, solid, how, moves, every_step=bool(seed), beads=seed)
        assert state_of(story, Form()).findings == ()
