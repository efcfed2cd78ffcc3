"""The accounts on what boxes and beads mean, by games made by hand."""

from collections.abc import Sequence

import pytest

from harness.menace.accounts import Accounts
from harness.menace.changes import Trouble
from harness.menace.follower import Played
from harness.menace.form import Form
from tests.harness.menace.lines import (
    BOX,
    DRAWS,
    EMPTY,
    NAMES,
    SECOND,
    SQUARES,
)
from tests.harness.menace.support import played


def sequence(form: Form, *games: tuple[Sequence[int], str, str, int]) -> Trouble | None:
    """Games of one move: the boxes changed, and the beads gained or lost, and the square played."""
    boxes: list[Sequence[str]] = [("0", "1", "2", "4", "5")] * 304
    run: list[Played] = [played((), boxes)]
    for indices, won_by, bead, square in games:
        for index in indices:
            box = [*boxes[index], bead] if won_by == "X" else list(boxes[index])
            if won_by == "O":
                box.remove(bead)
            boxes[index] = tuple(box)
        run.append(played([(EMPTY, square)], list(boxes), won_by))
    return Accounts(form).add(run)


@pytest.mark.parametrize("form", [NAMES, SQUARES])
def test_a_bead_means_one_kind_of_square(form: Form) -> None:
    assert sequence(form, ([7], "X", "0", 0), ([7], "X", "0", 2), ([7], "O", "0", 8)) is None
    trouble = sequence(form, ([7], "X", "0", 0), ([7], "X", "0", 4))
    assert trouble is not None
    assert (trouble.clause, trouble.game) == ("menace/draw", 2)


def test_a_position_has_one_box() -> None:
    trouble = sequence(NAMES, ([7], "X", "0", 0), ([8], "X", "0", 0))
    assert trouble is not None
    assert (trouble.clause, trouble.game, trouble.picture) == ("menace/symmetry", 2, EMPTY)


def test_beads_that_are_squares_mean_themselves() -> None:
    assert sequence(SQUARES, ([7], "X", "4", 4), ([7], "X", "1", 3)) is None
    trouble = sequence(SQUARES, ([7], "X", "4", 0))
    assert trouble is not None
    assert trouble.clause == "menace/draw"
    assert sequence(NAMES, ([7], "X", "4", 0)) is None


def test_not_more_beads_than_squares_of_a_kind() -> None:
    corners = [([7], "X", bead, 0) for bead in "0124"]
    assert sequence(NAMES, *corners) is None
    trouble = sequence(NAMES, *corners, ([7], "X", "5", 2))
    assert trouble is not None
    assert (trouble.clause, trouble.game) == ("menace/beads", 5)


def test_not_more_beads_than_squares() -> None:
    boxes = [tuple("abcdefghi")] * 304
    book = Accounts(NAMES)
    assert (
        book.add([played((), boxes), played(DRAWS[:1], [tuple("abcdefghia"), *boxes[1:]], "X")])
        is None
    )
    boxes = [tuple("abcdefghij")] * 304
    book = Accounts(NAMES)
    trouble = book.add(
        [played((), boxes), played(DRAWS[:1], [tuple("abcdefghija"), *boxes[1:]], "X")]
    )
    assert trouble is not None
    assert trouble.clause == "menace/beads"


def test_two_positions_have_two_boxes() -> None:
    start = list[Sequence[str]]([("a", "b", "c", "d")] * 304)
    first, second = list(start), list(start)
    first[0] = first[1] = ("a", "b", "c")
    book = Accounts(NAMES)
    assert book.add([played((), start), played(DRAWS[:2], first, "O")]) is None
    assert book.identified == frozenset()
    second[0], second[1] = ("a", "b"), ("a", "b", "c")
    assert book.add([played((), first), played(DRAWS[:1], second, "O")]) is None
    assert (book.box_of(BOX[EMPTY]), book.box_of(BOX[SECOND])) == (0, 1)  # by elimination
