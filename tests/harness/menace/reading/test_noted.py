"""What the lines of boxes say of the last game's changes is no bead, and beads are no such note."""

import random

import pytest

from harness.menace.reading.noted import without_notes, without_remarks

HELD = [f"{at % 9} {at % 7} {at % 5} {at % 3} {at % 2}" for at in range(304)]
NOTED = [
    "{old} -> {new}", "{old} -> {old} -> {new}", "{new} (was {old})", "{new}, was {old}",
    "was {old}, now {new}", "{old} (now {new})", "{old}, now {new}",
    "{new} <- {old}", "{new} (+1)", "{new} +1", "{new} (3 -> 4)", "{new} (one more)", "{new} ✓",
    "{new} -- rewarded", "{new} W",
]  # fmt: skip


def boxes(label: str, note: str, many: int, shown: str) -> str:
    """All boxes, a line each; so `many` of them with a note. `shown` is how beads are."""
    lines = []
    for at, held in enumerate(HELD):
        line = note if at < many else "{old}"
        line = line.format(old=shown.format(held), new=shown.format(f"{held} 4"))
        lines.append(label.format(number=at, picture=f"X{at:08d}") + line)
    return "\n".join(["New game", *lines, "301 beads in 304 boxes", ""])


@pytest.mark.parametrize(
    "label", ["{number}: ", "{picture} ", "Box {number}: ", "#{number} | ", ""]
)
@pytest.mark.parametrize("shown", ["{}", "[{}]", "({})"])
@pytest.mark.parametrize("note", NOTED)
def test_notes_are_left_out(label: str, shown: str, note: str) -> None:
    for many in (1, 4):
        found = without_notes(boxes(label, note, many, shown))
        assert found == boxes(label, "{new}", many, shown)


@pytest.mark.parametrize("note", [note for note in NOTED if "+1" not in note])
def test_what_more_boxes_show_than_a_game_uses_is_no_note(note: str) -> None:
    printed = boxes("{number}: ", note, 5, "{}")
    assert without_notes(printed) == printed


@pytest.mark.parametrize("note", ["{old} -> {old}", "{old} (was {old})", "{old} (+0)", "{old} +0"])
def test_all_lines_may_have_one_that_says_that_nothing_changed(note: str) -> None:
    printed = boxes("{number}: ", note, 304, "[{}]")
    assert without_notes(printed) == boxes("{number}: ", "{old}", 304, "[{}]")


@pytest.mark.parametrize(
    "line",
    [
        "4-5-8", "E·F·I", "<4> <5>", "(1,1) (1,2)", "E FFF I", "●↑↘", "centre=1 corner=2",
        "0 -> 13.1% (8/61)", "['red', 'green']", "[-1, -2]", "{0=>1, 4=>2}", "$A^{1}$ $B^{2}$",
    ],
)  # fmt: skip
def test_beads_are_no_notes(line: str) -> None:
    lines = [f"{at}: {line}" for at in range(304)]
    assert without_notes("\n".join(lines)) == "\n".join(lines)


@pytest.mark.parametrize(
    ("one", "two"),
    [("4", "4-5"), ("4", "4 5"), ("<4>", "<4> <5>"), ("(1,1)", "(1,1) (1,2)"), ("E", "E·F")],
)
def test_the_second_bead_of_few_boxes_is_no_note(one: str, two: str) -> None:
    lines = [f"{at}: {two if at < 3 else one}" for at in range(304)]
    assert without_notes("\n".join(lines)) == "\n".join(lines)


def test_a_word_that_few_boxes_hold_is_a_bead_where_beads_are_words() -> None:
    lines = [f"{at}: red blue red {'green' if at < 3 else 'red'}" for at in range(304)]
    assert without_notes("\n".join(lines)) == "\n".join(lines)


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("row", ["[X] [O] [X]", "'X' 'O' 'X'", "(X) (O) (X)"])
def test_rows_of_a_board_above_the_boxes_have_no_notes(row: str, seed: int) -> None:
    """As many lines begin like boxes do, one line earlier: beads are numbers too."""
    chance = random.Random(seed)
    pictures = [f"{'-' * 9}: ", *(f"{'X-O' * 3}: " for _ in range(303))]
    lines = [picture + " ".join(chance.choices("0123456", k=4)) for picture in pictures]
    printed = "\n".join([row, row, *lines, "New game"])
    assert without_remarks(printed) == printed
