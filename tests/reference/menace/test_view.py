import io
from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from rich.console import Console

from reference.menace import view
from reference.menace.boxes import boxes_of
from reference.menace.machine import Machine
from reference.menace.moves import square_name
from reference.menace.rulesets import CHALLENGE, WhenEmpty
from reference.tic_tac_toe import EMPTY_BOARD, place, stones


def shown(part: object) -> str:
    console = Console(file=io.StringIO(), width=100)
    console.print(part)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def test_the_box_is_shown_as_it_was_when_the_bead_was_drawn() -> None:
    machine = Machine.fresh(Random(1))
    before = Counter(machine.contents[0])
    square = machine.move(EMPTY_BOARD, Random(1))
    assert square is not None
    assert view.beads_before(machine, machine.draws[0]) == before
    text = shown(view.box_panel(machine, place(EMPTY_BOARD, square, "X")))
    assert "Box 1 of 304, 36 beads" in text
    for bead, count in before.items():
        assert f"{square_name(bead)} " in text
        assert str(count) in text


@pytest.mark.parametrize("reading", [WhenEmpty.KEEP_THREE, WhenEmpty.KEEP_TWO])
def test_a_refilled_box_shows_its_three_new_beads(reading: WhenEmpty) -> None:
    boxes = boxes_of("X")
    contents = [[boxes.choices(box)[0]] for box in range(len(boxes))]
    machine = Machine(contents, replace(CHALLENGE, when_empty=reading))
    square = machine.move(EMPTY_BOARD, Random(2))
    assert square is not None
    assert view.beads_before(machine, machine.draws[0]).total() == 3
    text = shown(view.box_panel(machine, place(EMPTY_BOARD, square, "X")))
    assert "3 new ones" in text


def test_the_ninth_move_has_no_box_to_show() -> None:
    assert "no box" in shown(view.box_panel(Machine.fresh(Random(0)), "XOXXOOOXX"))


def test_the_board_is_lettered() -> None:
    lines = shown(view.board_panel("X---O----", "Now")).splitlines()
    assert [line.strip("│ ").split() for line in lines[1:-1]] == [
        ["L", "M", "R"],
        ["L", "X", "-", "-"],
        ["M", "-", "O", "-"],
        ["R", "-", "-", "-"],
    ]


def test_the_history_counts_all_and_shows_the_latest() -> None:
    text = shown(view.history_line("XXO-" * 30))
    assert "120" in text
    assert all(part in text for part in ("won 60", "drawn 30", "lost 30"))
    assert "latest 50: LDWWLD" in text


def test_boxes_are_told_by_stage_in_their_order() -> None:
    pictures = boxes_of("X").pictures
    assert [stones(p) for p in pictures] == sorted(stones(p) for p in pictures)
