"""All boxes in lines are found whatever words their lines have, and what is said at either end."""

import random
from collections import Counter
from collections.abc import Sequence

import pytest

from harness.menace.form import Form
from harness.menace.reading.dumps import of_literal
from harness.menace.reading.events import Dump
from harness.menace.reading.listings import Listing, last_listing
from harness.menace.screen import Screen
from tests.harness.menace import formats
from tests.harness.menace.formats.boards import rows
from tests.harness.menace.test_broken_in_formats import findings_of, printing
from tests.oracles.menace_player import Player
from tests.thinned import one_in


def test_words_of_the_game_in_every_line_are_the_boxes_own() -> None:
    beads = formats.fresh(random.Random(1), 3).values()
    lines = [f"Moves of box {n}: {' '.join(map(str, some))}" for n, some in enumerate(beads)]
    dump = Listing(["Game over", *lines, "You win"]).read().dump
    assert dump is not None
    assert [list(map(int, box)) for box in dump.boxes] == [list(some) for some in beads]


@pytest.mark.parametrize("at", [0, 150, -1])
def test_a_box_that_has_a_shorter_line_than_all_others_is_no_talk(at: int) -> None:
    """A line of talk has at most 80 characters; the others here have more."""
    beads = [*formats.fresh(random.Random(1), 9).values()]
    beads[at] = beads[at][:1]
    lines = [f"MatchBox {{ id: {n:3}, of the game: {'-' * 26}, beads: {some} }}"
             for n, some in enumerate(beads)]  # fmt: skip
    assert len(lines[at]) < 80 < min(len(line) for line in lines if line != lines[at])
    dump = Listing([*lines, ""]).read().dump
    assert dump is not None
    assert [list(map(int, box)) for box in dump.boxes] == [list(some) for some in beads]


# The first five are too narrow for so many beads; the others are not read then, which is a fault.
NOT_FOR_MANY = (
    "base 36", "nine digits", "columns from the left", "marks and counts in words on a line",
    "beads below pictures", "a line for each square, with bars", "grids without blank lines",
    "next boards in lines",
)  # fmt: skip


@pytest.mark.parametrize("shape", one_in(25, (s for s in formats.DUMPS if s not in NOT_FOR_MANY)))
def test_boxes_that_hold_as_many_beads_as_there_are_boxes_are_no_listings(shape: str) -> None:
    chance = random.Random(5)
    boxes = {picture: list(beads) for picture, beads in formats.fresh(chance, 5).items()}
    for picture, many in zip(boxes, (407, 304, 304, 303, 305), strict=False):
        boxes[picture] = chance.choices(boxes[picture], k=many)
    printed = f"X wins\n{formats.DUMPS[shape](boxes)}\n"
    *_, dump = (event for event in Screen(Form()).events(printed) if isinstance(event, Dump))
    assert len(dump.boxes) == len(boxes)
    assert sum(map(len, dump.boxes)) == sum(map(len, boxes.values()))


@pytest.mark.parametrize("is_above", [True, False])
def test_an_empty_row_of_the_first_or_the_last_picture_is_no_rule(is_above: bool) -> None:
    boxes = sorted(formats.fresh(random.Random(1), 3).items(), reverse=not is_above)
    lines = []
    for picture, beads in boxes:
        above, *below = (" ".join(row) for row in rows(picture.replace("-", "_")))
        lines += [above, f"{below[0]}   {len(beads)} beads: {dict(Counter(beads))}", below[1], ""]
    dump = Listing(["Boxes", "-----", *lines, "-----"]).read().dump
    assert dump is not None
    expected = sorted(sorted(map(str, beads)) for _, beads in boxes)
    assert sorted(sorted(box) for box in dump.boxes) == expected


def test_a_first_line_that_has_changed_is_of_the_last_of_two_listings() -> None:
    before = [f"{n},{bead},1" for n in range(304) for bead in range(3)]
    after = ["0,0,3", *before[1:]]
    assert last_listing([*before, *after]) == after
    assert last_listing(["MENACE wins", *before, "Learning", *after])[-len(after) :] == after


def strips(beads: Sequence[Sequence[int]]) -> list[str]:
    """Lines for eight boxes at a time: of their pictures, of their beads, and of a frame."""
    lines = []
    for at in range(0, len(beads), 8):
        some = beads[at : at + 8]
        picture = "XO-" if at % 3 else "-XO"
        lines += ["  ".join([picture] * len(some)), " ".join(map(str, some)), "+--+"]
    return lines


@pytest.mark.parametrize("between", [[], ["Learning"], ["The end", "Learning"]])
@pytest.mark.parametrize("framed", [False, True])
def test_lines_that_come_again_without_names_are_the_last_of_two_listings(
    between: list[str], framed: bool
) -> None:
    beads = [list(some) for some in formats.fresh(random.Random(1), 3).values()]
    before = strips(beads)
    beads[5].append(3)
    after = strips(beads)
    if framed:  # frames at both ends are left out before this is asked
        before, after = ["+--+", *before][1:], ["+--+", *after][:-1]
    found = last_listing([*before, *between, *after])
    assert found[-len(after) + framed :] == after[framed:]
    assert len(found) <= len(after) + len(between)


@pytest.mark.parametrize("period", [2, 9, 19, 27])
def test_boxes_that_come_again_in_turn_are_one_listing(period: int) -> None:
    """Those of a program that fills each box with beads of one kind, say."""
    rows = [f"{n % period} {n % period} {n % period}" for n in range(304)]
    assert last_listing(rows) == rows


def test_a_bead_a_row_that_is_drawn_most_of_the_time_is_one_listing() -> None:
    rows = ["4"] * 30_000 + [str(n % 9) for n in range(1_200)]
    assert last_listing(rows) == rows


def test_all_boxes_twice_are_no_keys_and_boxes() -> None:
    boxes = [list(some) for some in formats.fresh(random.Random(1), 0).values()]
    dump = of_literal(str(boxes + boxes))
    assert dump is not None
    assert len(dump.boxes) == 608


def test_words_below_the_last_pictures_are_no_beads() -> None:
    player = printing(Player, "beads below pictures", "{boxes}\nGood night {games}.\n")(1)
    assert findings_of(player, 6, 1) == ()
