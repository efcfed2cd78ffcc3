"""What programs print beside their boards is no board: keys of what is typed, titles, pictures."""

from typing import Final

import pytest

from harness.verdict import Verdict
from tests.harness.menace import formats
from tests.harness.menace.test_broken_in_formats import TALK, findings_of, printing
from tests.oracles.menace_player import EMPTY, Player, Position, rows
from tests.thinned import one_in

KEYS: Final = {
    "names": "LL LM LR\nML MM MR\nRL RM RR\n",
    "names in bars": "LL | LM | LR\n---+----+---\nML | MM | MR\n---+----+---\nRL | RM | RR\n",
    "numbers": "1 2 3\n4 5 6\n7 8 9\n",
    "numbers in one word": "123\n456\n789\n",
    "a list": "[[1, 2, 3], [4, 5, 6], [7, 8, 9]]\n",
}
PLACES: Final = ("{key}\n{board}\n", "{key}{board}\n", "{board}\n{key}")
BOARDS: Final = (
    "solid", "bars and lines", "nested, row by row", "coordinates in empty squares", "HTML, a line",
    "squares after their numbers",
)  # fmt: skip


def drawing(shape: str, dump: str, said: str) -> type[Player]:
    """The right player with its boards in a format, and more said beside them.

    `said` has `{board}` in it, and may have `{box}` for the number of the box that was opened, and
    `{empty}` for an empty board, before the first board of a game only.
    """

    class Drawing(printing(Player, dump, TALK[0])):  # type: ignore[misc]
        def show(self, board: Position) -> str:
            empty = formats.BOARDS[shape](rows(EMPTY).replace("\n", "")) + "\n"
            return said.format(
                board=formats.BOARDS[shape](rows(board).replace("\n", "")),
                box=self.used[-1].box if self.used else 0,
                empty=empty if len(self.used) == 1 and not board.os else "",
            )

    return Drawing


@pytest.mark.parametrize(("board", "key", "place"), one_in(19, BOARDS, KEYS, PLACES), ids=str)
@pytest.mark.parametrize("dump", ["list", "grids"])
def test_a_key_of_the_moves_is_no_board(board: str, key: str, place: str, dump: str) -> None:
    said = place.format(key=KEYS[key], board="{board}")
    assert findings_of(drawing(board, dump, said)(1), 8, 1) == ()


@pytest.mark.parametrize("key", KEYS)
def test_a_key_in_place_of_a_board_is_refused(key: str) -> None:
    class Keyed(Player):
        def show(self, board: Position) -> str:
            return KEYS[key] if board.xs.bit_count() == 2 else super().show(board)

    (found,) = findings_of(Keyed(1), 8, 1)
    assert found.verdict is Verdict.WRONG_ANSWER


@pytest.mark.parametrize("shape", ["stars around", "turn and board", "quoted in a frame"])
def test_an_empty_board_may_be_shown_first_below_a_title(shape: str) -> None:
    assert findings_of(drawing(shape, "list", "{empty}{board}\n")(1), 8, 1) == ()


@pytest.mark.parametrize("shape", ["solid", "quoted"])
def test_a_board_between_a_number_in_brackets_and_the_boxes_is_a_board(shape: str) -> None:
    said = "Box XO-/---/--- (#{box})\n{board}\n"
    assert findings_of(drawing(shape, "list", said)(1), 8, 1) == ()


def test_names_of_columns_below_a_board_are_no_row_of_a_box() -> None:
    assert findings_of(drawing("labels at both ends", "grids", "{board}\n\n")(1), 8, 1) == ()


@pytest.mark.parametrize("shape", ["bars and lines", "positions in JSON"])
def test_rules_of_three_signs_beside_a_board_are_no_rows_of_a_grid(shape: str) -> None:
    for seed in range(1, 4):
        assert findings_of(drawing(shape, "grids", "***\n{board}\n***\n")(seed), 6, seed) == ()


RULES: Final = ("***", "---", "===", "###", "...", "~~~", "+++", "*****", ":::\n", "- - -", "* * *")
EMPTY_SIGNS: Final = "-._?*+·1"  # 1: each square's own number
PLACES_OF_RULES: Final = ("{0}\n{1}\n{0}\n", "{0}\n{1}\n", "{1}\n{0}\n")


def ruled(rule: str, empty: str, place: str, between: str, dump: str) -> type[Player]:
    """The right player with lines of the same sign above and below its boards."""

    class Ruled(printing(Player, dump, TALK[0])):  # type: ignore[misc]
        def show(self, board: Position) -> str:
            marks = rows(board).replace("\n", "")
            signs = [empty if mark == "-" else mark for mark in marks]
            if empty == "1":
                signs = [str(n) if mark == "-" else mark for n, mark in enumerate(marks, 1)]
            lines = (between.join(signs[at : at + 3]) for at in (0, 3, 6))
            return place.format(rule, "\n".join(lines))

    return Ruled


def is_told(rule: str, empty: str, place: str, between: str, dump: str) -> bool:
    """Whether such a rule can be told from a row, and in grids from a row of the first box."""
    if (" " in rule) != (" " in between):
        return True
    return (empty not in rule or place == PLACES_OF_RULES[0]) and not (" " in rule and "g" in dump)


@pytest.mark.parametrize(
    ("rule", "empty", "place", "between", "dump"),
    [
        some
        for some in one_in(43, RULES, EMPTY_SIGNS, PLACES_OF_RULES, ["", " "], ["list", "grids"])
        if is_told(*some.values)
    ],
)
def test_rules_around_a_board_are_no_rows_of_it(
    rule: str, empty: str, place: str, between: str, dump: str
) -> None:
    assert findings_of(ruled(rule, empty, place, between, dump)(1), 6, 1) == ()


BARS: Final = ("{}: ", "{} ", "{}. ", "Square {}: ", "{}) ")
"""What stands before the bar of a square."""


@pytest.mark.parametrize("label", BARS)
@pytest.mark.parametrize("shape", ["labels", "bars and lines", "coordinates", "solid"])
@pytest.mark.parametrize("squares", [(5, 6, 8), (3, 4, 5), (0, 1, 2), (7,)])
def test_bars_of_three_signs_are_no_rows(label: str, shape: str, squares: tuple[int, ...]) -> None:
    """How many beads the box has for each square is told before MENACE moves."""
    bars = "".join(f"{label.format(square)}###\n" for square in squares)
    assert findings_of(drawing(shape, "list", f"Box {{box}}\n{bars}{{board}}\n")(1), 12, 1) == ()
