"""Boards whose stones are signs of the program's own, or one sign in two colours."""

from collections.abc import Callable
from typing import Final

import pytest

from harness.menace.form import Form
from harness.menace.reading.looks import Look, pieces
from harness.menace.reading.stones import Stones
from harness.verdict import Verdict
from tests.harness.menace.broken import DoubleReward, DumpsTooSoon, SkipsAPly
from tests.harness.menace.test_broken_in_formats import TALK, findings_of, printing
from tests.oracles.menace_player import Player, Position
from tests.thinned import one_in


def in_colour(sign: str, *numbers: str) -> str:
    return f"\x1b[{';'.join(numbers)}m{sign}\x1b[0m"


STONES: Final = {
    "red, blue": (in_colour("●", "31"), in_colour("●", "1", "34"), ".", " "),
    "red, blue, grey": (in_colour("●", "31"), in_colour("●", "34"), in_colour("●", "90"), " "),
    "between bars": (in_colour("●", "31"), in_colour("●", "34"), " ", " | "),
    "two sequences": ("\x1b[1m\x1b[31m■\x1b[0m", "\x1b[1m\x1b[34m■\x1b[0m", "·", " "),
    "the terminal's own, red": ("●", in_colour("●", "31"), ".", " "),
    "of 256": (in_colour("■", "38", "5", "196"), in_colour("■", "38", "5", "21"), "·", " "),
    "of millions": (in_colour("■", "38:2::255:0:0"), in_colour("■", "38:2::0:0:255"), "·", ""),
    "ASCII": (in_colour("#", "31"), in_colour("#", "32"), ".", " "),
    "backgrounds": (in_colour("  ", "41"), in_colour("  ", "44"), in_colour("  ", "47"), ""),
    "backgrounds a column wide": (
        in_colour(" ", "41"), in_colour(" ", "44"), in_colour(" ", "47"), "",
    ),
    "backgrounds and dots": (in_colour("   ", "41"), in_colour("   ", "44"), " . ", "|"),
    "reversed": (in_colour("   ", "7"), in_colour("   ", "44"), "   ", "|"),
    "circles": ("🔴", "🟡", "⚪", " "),
    "a circle that is O elsewhere": ("🔵", "🔴", "⬜", ""),
    "an open circle first": ("○", "●", "·", " "),
    "a square that is empty elsewhere": ("■", "□", "·", " "),
    "fruit": ("🍎", "🍌", ".", " "),
}  # fmt: skip
"""MENACE's stone, the human's, an empty square, and what is between two squares."""

DUMPS: Final = ("list", "grids", "coloured beads", "coloured counts")

Draw = Callable[[str], str]


def below(board: str) -> str:
    return f"{board}\n\n"


def on_a_clear_screen(board: str) -> str:
    return f"\x1b[2J\x1b[H{board}\n\n"


def by_the_cursor(board: str) -> str:
    lines = (f"\x1b[{n};5H{line}" for n, line in enumerate(board.split("\n"), 3))
    return "\x1b[2J" + "".join(lines) + "\x1b[8;1H"


def drawing(
    stones: str, dump: str = "list", draw: Draw = below, kind: type[Player] = Player
) -> type[Player]:
    x, o, empty, between = STONES[stones]

    class Drawing(printing(kind, dump, TALK[0])):  # type: ignore[misc]
        def show(self, board: Position) -> str:
            marks = super().show(board).replace("\n", "")
            signs = [{"X": x, "O": o}.get(mark, empty) for mark in marks]
            return draw("\n".join(between.join(signs[at : at + 3]) for at in (0, 3, 6)))

    return Drawing


class Swaps(Player):
    """Draws the human's stones as its own from the third game on, and its own as the human's."""

    def show(self, board: Position) -> str:
        shown = Position(board.os, board.xs) if len(self.results) >= 2 else board
        return super().show(shown)


class DrawsAlike(Player):
    """Draws the human's stones as its own."""

    def show(self, board: Position) -> str:
        return super().show(Position(board.xs | board.os, 0))


class LeavesOut(Player):
    """Does not draw the human's stones."""

    def show(self, board: Position) -> str:
        return super().show(Position(board.xs, 0))


WRONG: Final = (DoubleReward, SkipsAPly, DumpsTooSoon, Swaps, DrawsAlike, LeavesOut)


@pytest.mark.parametrize(
    ("stones", "dump", "draw"),
    one_in(67, STONES, DUMPS, [below, on_a_clear_screen, by_the_cursor]),
)
def test_stones_of_the_programs_own_are_read(stones: str, dump: str, draw: Draw) -> None:
    assert findings_of(drawing(stones, dump, draw)(1), 8, 1) == ()


@pytest.mark.parametrize(("stones", "kind"), one_in(11, STONES, WRONG))
def test_a_wrong_player_is_refused_by_its_stones(stones: str, kind: type[Player]) -> None:
    (found,) = findings_of(drawing(stones, kind=kind)(1), 12, 1)
    assert found.verdict is Verdict.WRONG_ANSWER


def test_two_signs_that_everyone_knows_are_not_learned_anew() -> None:
    stones = Stones(Form())
    assert stones.take("New game\n⭕ . .\n. . .\n. . .\n", None).count("⭕") == 1


def test_signs_of_boxes_are_left_as_they_are() -> None:
    stones = Stones(Form())
    board = "🔴 . .\n. . .\n. . .\n"
    boxes = "🔴 🔵 🔴\n🔴 🟢\n"
    told = stones.take(f"New game\n{board}\n{boxes}", None)
    assert told == f"New game\n{board.replace('🔴', 'X')}\n{boxes}"


def test_lines_may_end_as_those_of_a_terminal() -> None:
    told = Stones(Form()).take("New game\r\n🔴 . .\r\n. . .\r\n. . .\r\n", None)
    assert "X . ." in told


def test_what_would_be_told_is_not_learned() -> None:
    stones = Stones(Form())
    first = "New game\n🔴 . .\n. . .\n. . .\n"
    assert "X . ." in stones.would_be(first, None)
    assert "X . ." in stones.take(first.replace("🔴", "🟡"), None)
    assert "🔴" in stones.would_be("🔴 . .\n. . .\n. . .\n", "X--------")


@pytest.mark.parametrize("form", [Form(marks=("@", "#", ".")), Form(exact=True)], ids=str)
def test_declared_marks_are_the_only_ones(form: Form) -> None:
    text = "New game\n🔴 . .\n. . .\n. . .\n"
    assert Stones(form).take(text, None) == text


@pytest.mark.parametrize(
    ("numbers", "look"),
    [
        ("31", Look("31")),
        ("1;31;44", Look("31", "44")),
        ("31;0", Look()),
        ("", Look()),
        ("38;5;196;1", Look("38;5;196")),
        ("48:2::1:2:3", Look(back="48;2;1;2;3")),
        ("97;107;7", Look("97", "107", True)),
        ("31;39;41;49;7;27", Look()),
        ("38", Look("38;0")),
    ],
)
def test_looks_by_their_numbers(numbers: str, look: Look) -> None:
    assert Look().after(numbers) == look
    assert next(iter(pieces(look.on("#")))) == ("#", look)
