"""What each thing that should not be printed is called, and what should have been there."""

import pytest

from harness.fault import Fault
from harness.menace import steps
from harness.menace.classes import BOXES
from harness.menace.form import Form
from harness.menace.reading.events import Dump, Event, NewGame, Shown
from harness.verdict import Verdict
from reference.tic_tac_toe import EMPTY_BOARD

AFTER_X = "X--------"
AFTER_O = "X---O----"
ROWS_OF_O = "X-- / -O- / ---"
FULL = (("0", "1"),) * BOXES


def board(text: str) -> Shown:
    return Shown(text)


@pytest.mark.parametrize(
    ("event", "fault"),
    [
        (board(AFTER_O), None),
        (NewGame(), Fault("menace/board", "`New game`", "the board after MM")),
        (Dump(FULL), Fault("menace/board", "304 boxes", "the board after MM")),
        (board(AFTER_X), Fault("menace/human", "the board unchanged after MM", ROWS_OF_O)),
        (
            board("X--XO----"),
            Fault("menace/board", "the board after MENACE's next move: X-- / XO- / ---",
                  "the board after MM first"),
        ),
        (board("XO-------"), Fault("menace/human", "after MM: XO- / --- / ---", ROWS_OF_O)),
        (board(EMPTY_BOARD), Fault("menace/human", "after MM: --- / --- / ---", ROWS_OF_O)),
    ],
)  # fmt: skip
def test_after_the_human(event: Event, fault: Fault | None) -> None:
    assert steps.after_human(event, AFTER_X, AFTER_O, "MM") == fault


def test_after_the_last_move_an_empty_board_is_no_board_after_it() -> None:
    fault = steps.after_human(board(EMPTY_BOARD), "XX-OO----", "XX-OOO---", "MR")
    assert fault == Fault("menace/board", "an empty board", "XX- / OOO / ---")


@pytest.mark.parametrize(
    ("before", "event", "outcome"),
    [
        (EMPTY_BOARD, board("-X-------"), 1),
        (AFTER_O, board("X---O---X"), 8),
        (AFTER_O, NewGame(), Fault("menace/over", "a new game",
                                   f"the game to go on from {ROWS_OF_O}")),
        (AFTER_O, Dump(FULL), Fault("menace/over", "boxes",
                                    f"the game to go on from {ROWS_OF_O}")),
        (AFTER_O, board(AFTER_O), Fault("menace/draw", ROWS_OF_O,
                                        f"one X on an empty square of {ROWS_OF_O}")),
        (EMPTY_BOARD, board("----O----"), Fault("menace/first", "--- / -O- / ---",
                                                "one X on an empty board")),
        (EMPTY_BOARD, board(AFTER_O), Fault("menace/kept", ROWS_OF_O, "one X on an empty board")),
        (EMPTY_BOARD, board("XX-------"), Fault("menace/draw", "XX- / --- / ---",
                                                "one X on an empty square of --- / --- / ---")),
    ],
)  # fmt: skip
def test_a_move_of_its_own(before: str, event: Event, outcome: int | Fault) -> None:
    assert steps.own_move(event, before) == outcome


@pytest.mark.parametrize(
    ("event", "fault"),
    [
        (board(AFTER_X), Fault("menace/board", "once more X-- / --- / ---", "the board once")),
        (board(AFTER_O), Fault("menace/human", f"a move for the human: {ROWS_OF_O}",
                               "a wait for the human's move")),
        (board(EMPTY_BOARD), Fault("menace/interactive", "one more board: --- / --- / ---",
                                   "a wait for the human's move")),
        (NewGame(), Fault("menace/over", "`New game`",
                          "the game to go on from X-- / --- / ---")),
    ],
)  # fmt: skip
def test_what_is_too_much(event: Event, fault: Fault) -> None:
    assert steps.too_much(event, AFTER_X) == fault


def test_what_stands_in_the_place_of_the_boxes() -> None:
    over = "XXXOO----"
    assert steps.instead_of_boxes(NewGame(), over) == Fault(
        "menace/dump", "a new game", "all boxes first"
    )
    assert steps.instead_of_boxes(board(AFTER_O), over) == Fault(
        "menace/over", f"a board: {ROWS_OF_O}", "the game to be over at XXX / OO- / ---"
    )


def test_boxes_that_are_none() -> None:
    assert steps.boxes_fault(Dump(FULL), Form(), first=True) is None
    few = steps.boxes_fault(Dump(FULL[1:]), Form(), first=True)
    assert few == Fault("menace/boxes", "303 boxes", "304 boxes")
    expected = "beads in every box: one is refilled as soon as its last bead is drawn"
    two_empty = Dump((*FULL[2:], (), ()))
    for first, clause in ((True, "menace/boxes"), (False, "menace/refill")):
        fault = steps.boxes_fault(two_empty, Form(), first=first)
        assert fault == Fault(clause, "2 empty boxes", expected)
    one_empty = Dump((*FULL[1:], ()))
    fault = steps.boxes_fault(one_empty, Form(), first=False)
    assert fault == Fault("menace/refill", "1 empty box", expected)


def test_boxes_that_cannot_be_read_are_no_fault_of_the_program() -> None:
    strange = Dump(tuple(tuple(f"word{i}x{j}" for j in range(40)) for i in range(BOXES)))
    fault = steps.boxes_fault(strange, Form(), first=True)
    assert fault is not None
    assert (fault.clause, fault.verdict) == ("menace/reading", Verdict.INCONCLUSIVE)
    assert fault.seen.startswith("the boxes cannot be read: one was taken for ['word0x0', 'word0x")
    assert fault.seen.endswith("...")
    assert fault.expected == "boxes in a form that is known or declared"
    assert steps.boxes_fault(strange, Form(), first=False) is None


def test_what_stands_in_lists_of_squares_is_held_against_the_program() -> None:
    squares = Form(exact=True, beads="squares")
    for text in ("_", "9", "XXO???", "08", "-1"):
        boxes = Dump(((text,), *FULL[1:]))
        fault = steps.boxes_fault(boxes, squares, first=True)
        assert fault == Fault("menace/beads", f"the bead {text}", "the number of a square, 0 to 8")
        assert steps.boxes_fault(boxes, squares, first=False) == fault
        assert steps.boxes_fault(boxes, Form(exact=True), first=True) is None
    assert steps.boxes_fault(Dump((("8", "0"), *FULL[1:])), squares, first=True) is None
    strange = Dump(tuple(tuple(f"word{i}x{j}" for j in range(40)) for i in range(BOXES)))
    assert steps.boxes_fault(strange, Form(exact=True), first=True) is None


@pytest.mark.parametrize("length", [0, 199, 200, 201, 999])
def test_a_long_text_is_shortened(length: int) -> None:
    text = "y" * length
    assert steps.shortened(text) == (text if length <= 200 else "y" * 200 + "...")
