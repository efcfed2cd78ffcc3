"""Right MENACEs with boards, boxes and words chosen by chance are read with no option."""

import random

import pytest

from harness.menace.form import Form
from tests.harness.menace import formats
from tests.harness.menace.reading.test_formats import state_of
from tests.thinned import one_in

# Boxes in several lines without labels, and those whose beads are joined as scores are.
DOUBTFUL = frozenset({
    "headed words", "beads below spaced pictures", "beads below pictures with labels",
    "beads below pictures, by words", "a line for each square, with place", "pictures and beads",
    "a line for each square, with box and square", "dashes", "low lines between beads",
    "low lines between names", "bars of one letter", "bars of the bead's letter",
    "next boards in lines",
})  # fmt: skip
SHAPES = [shape for shape in formats.DUMPS if shape not in DOUBTFUL]


def drawn(seed: int) -> tuple[formats.Story, str]:
    """A run, and how it is printed."""
    chance = random.Random(seed)
    shape = chance.choice(SHAPES)
    board, printer = "", None
    while printer is None:
        board, glyphs = chance.choice([*formats.BOARDS]), chance.choice([*formats.GLYPHS])
        printer = formats.board_printer(board, glyphs)
    said, beads = formats.random_said(chance), chance.choice([0, 0, 1, 9])
    games, moves = chance.randint(1, 3), formats.MOVES[""]
    story = formats.Story(
        chance, games, printer, formats.DUMPS[shape], moves, said=said, beads=beads
    )
    return story, f"{shape}, {board}, {said}"


@pytest.mark.parametrize("seed", one_in(20, range(600)))
def test_what_is_printed_by_chance_is_read(seed: int) -> None:
    story, printed = drawn(seed)
    assert state_of(story, Form()).findings == (), printed
