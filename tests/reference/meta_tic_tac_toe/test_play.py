"""A person against the bot: on pipes, on a terminal, and by scripted replies."""

import io
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pexpect
import pytest

from reference.meta_tic_tac_toe.play import Table, champion, depth_bot
from reference.meta_tic_tac_toe.rules import START, Move, State, apply, legal_moves
from reference.streams import INTERRUPTED
from reference.tic_tac_toe import Mark
from tests.ctrl_c import press_ctrl_c

ROOT = Path(__file__).parents[3]
PATIENCE = 60  # seconds until a silent program is given up; nothing is asserted about speed


def first(state: State) -> Move:
    return legal_moves(state)[0]


def last(state: State) -> Move:
    return legal_moves(state)[-1]


def played(typed: str, me: Mark = "X") -> str:
    """What is shown when a person types these lines against a bot that plays the last move."""
    shown = io.StringIO()
    Table(io.StringIO(typed), shown, me, last).play()
    return shown.getvalue()


def test_a_whole_match_is_won_or_lost_politely() -> None:
    lines, state = [], START
    while legal_moves(state):
        move = (first if state.to_move == "X" else last)(state)
        if state.to_move == "X":
            lines.append("{}{}\n".format(*divmod(move, 9)))
        state = apply(state, move)
    shown = played("".join(lines))
    assert ("You have won" in shown) + ("has won." in shown) + ("undecided" in shown) == 1
    assert "Goodbye" not in shown
    assert shown.count("depthBot plays ") in (len(lines), len(lines) - 1)


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("x\n", "Please type two digits from 0 to 8"),
        ("99\n", "Please type two digits"),
        ("4\n", "Please type two digits"),  # a tile alone, where any board may be played in
        ("44\n00\n", "Board 0 is the wrong one: board 8 must be played in."),
        ("44\n?\n", "You may play 80 81 82 83 84 85 86 87\n"),
        ("q\n", "Goodbye, and thank you"),
        ("", "Goodbye, and thank you"),
    ],
)
def test_what_is_no_move_is_answered(typed: str, words: str) -> None:
    shown = played(typed)
    assert words.strip() in shown
    assert shown.rstrip().endswith("Goodbye, and thank you for the game.")


def test_a_tile_alone_is_enough_where_one_board_is_due() -> None:
    assert played("44\n4\n").count("depthBot plays ") == 2


def test_playing_second() -> None:
    shown = played("q\n", me="O")
    assert shown.index("depthBot plays 88.") < shown.index("You are O, in board 8")


@pytest.mark.parametrize("bot", [depth_bot, champion])
def test_bots_play_by_the_rules(bot: Callable[[State], Move]) -> None:
    assert bot(apply(START, 44)) in legal_moves(apply(START, 44))


def run(typed: bytes, *options: str) -> tuple[str, str, int]:
    done = subprocess.run(
        [sys.executable, "-m", "reference.meta_tic_tac_toe.play", *options],
        cwd=ROOT, input=typed, capture_output=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    return done.stdout.decode(), done.stderr.decode(), done.returncode


def test_on_pipes_it_is_plain_and_survives_what_is_no_text() -> None:
    shown, said, status = run(b"\xff\n44\n")
    assert (said, status) == ("", 0)
    assert "\x1b" not in shown
    assert "Please type" in shown
    assert "depthBot plays 48." in shown or "depthBot plays 4" in shown


def test_the_champion_is_asked_for_by_name() -> None:
    shown, said, status = run(b"q\n", "--champion", "--second")
    assert (said, status) == ("", 0)
    assert shown.index("the champion plays ") < shown.index("You are O")


def test_interrupt_is_a_goodbye() -> None:
    child = pexpect.spawn(
        sys.executable, ["-m", "reference.meta_tic_tac_toe.play"], cwd=str(ROOT), echo=False,
        encoding="utf-8", timeout=PATIENCE, dimensions=(50, 120),
    )  # fmt: skip
    try:
        child.expect_exact("You are X, in any board with a heavy frame")
        press_ctrl_c(child)
        child.expect(pexpect.EOF)
        said = child.before or ""
    finally:
        child.close(force=True)
    assert child.exitstatus == INTERRUPTED
    assert "Goodbye" in said
    assert "Traceback" not in said


def test_a_reader_who_leaves_gets_no_traceback() -> None:
    command = f"{sys.executable} -m reference.meta_tic_tac_toe.play | true"
    done = subprocess.run(command, shell=True, cwd=ROOT, capture_output=True, text=True,
                          stdin=subprocess.DEVNULL, timeout=PATIENCE, check=False)  # fmt: skip
    assert done.stderr == ""
