"""A match in the terminal: what is printed of each ply, and stepping by keys."""

import io
import sys
from pathlib import Path

import pexpect
import pytest
from hypothesis import given, settings
from rich.console import Console

from harness.meta_tic_tac_toe import match_file
from harness.meta_tic_tac_toe.bot import Answer
from harness.meta_tic_tac_toe.match import Match, follow, play
from harness.tournament.openings import Openings
from harness.tournament.show.steps import HELP, show_match
from harness.verdict import UsageError
from reference.meta_tic_tac_toe.picture import UNICODE, picture
from reference.meta_tic_tac_toe.wire import format_move
from tests.ctrl_c import press_ctrl_c
from tests.harness.tournament.support import (
    LATE,
    REACHING,
    a_match,
    asking,
    first,
    last,
    matches,
    seeded,
    silent,
)

ROOT = Path(__file__).parents[3]
PATIENCE = 30  # seconds until a silent program is given up; nothing is asserted about speed


def shown(match: Match, ply: int | None = None, keys: str | None = None) -> str:
    console = Console(file=io.StringIO(), width=100, highlight=False, markup=False, emoji=False)
    pressed = None if keys is None else iter(keys)
    show_match(console, match, ply, None if pressed is None else lambda: next(pressed, ""))
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def board(match: Match, number: int) -> str:
    """The picture of the boards before a ply, counted from 0, as the rules give them."""
    states = [ply.state for ply in follow(match)]
    text: str = picture(states[number], UNICODE).plain
    return text


def test_all_moves_a_line_each_and_the_end() -> None:
    match = a_match(first, seeded(1))
    lines = shown(match).split("\n")
    assert lines[0] == "X xbot, O obot"
    for number, call in enumerate(match.calls, start=1):
        name = "xbot" if number % 2 else "obot"
        mark = "XO"[1 - number % 2]
        assert lines[number] == f"{number:>3}  {mark}  {name}  {call.answer.said.strip()}  0.250 s"
    assert "has won" in lines[-2] or "undecided" in lines[-2]


def test_a_match_with_an_opening_begins_after_it() -> None:
    opening = Openings(2).numbered(0)
    match = play("a", "b", asking(first), asking(first), opening=opening)
    said = shown(match, 0)
    assert f"the opening: {' '.join(map(format_move, opening))}\n" in said
    assert board(match, 0) in said


@pytest.mark.parametrize("number", [0, 1, 7, 20])
def test_one_ply(number: int) -> None:
    match = a_match(seeded(1), seeded(2))
    text = shown(match, ply=number)
    assert f": ply {number} of {len(match.calls)}" in text
    assert board(match, number) in text
    assert f"{'XO'[number % 2]} {('xbot', 'obot')[number % 2]} is to move" in text


def test_no_such_ply() -> None:
    for ply in (-1, 1000):
        with pytest.raises(UsageError, match=f"there is no ply {ply}: the match has"):
            shown(a_match(), ply=ply)


def test_faults_and_how_it_ended() -> None:
    answers = iter([Answer("44\n", 0.1), LATE, Answer("\x1b[2J99\n", 0.1), Answer("4", 0.1)])
    match = play("a", "b", lambda _: next(answers), lambda _: next(answers), rounds=2)
    text = shown(match)
    assert "  1  X  a  44  0.100 s" in text
    assert "  2  O  b  invalid: it took longer than it may; it printed '44\\n'  1.000 s" in text
    assert "  3  X  a  invalid: '\\x1b[2J99\\n' is not two digits" in text
    assert "\x1b" not in text
    assert "nobody has won after 2 rounds: a -11, b -12 points" in text


def test_a_disqualification() -> None:
    match = play("a", "b", asking(first), lambda arguments: REACHING)
    text = shown(match)
    assert "reached for /etc/passwd: disqualified" in text
    assert "the match counts for nobody" in text


def test_names_cannot_act_on_the_terminal() -> None:
    text = shown(play("\x1b[2Ja", "b\n", asking(first), asking(silent)))
    assert "\x1b" not in text
    assert "\\x1b[2Ja" in text
    assert "b\\n" in text


@settings(deadline=None, max_examples=settings().max_examples // 2)
@given(matches())
def test_whatever_bots_print_is_shown(match: Match) -> None:
    text = shown(match)
    assert not set(text) & set(map(chr, (*range(10), *range(11, 32), 127)))
    for number in range(len(match.calls) + 1):
        assert f"ply {number} of" in shown(match, ply=number)


def plies(text: str) -> list[int]:
    return [
        int(line.split(": ply ")[1].split()[0]) for line in text.split("\n") if ": ply " in line
    ]


def test_keys() -> None:
    match = a_match(first, last)
    end = len(match.calls)
    text = shown(match, keys="nn\rp zGgqn")
    assert plies(text) == [0, 1, 2, 3, 2, 3, 3, end, 0]
    assert text.count(HELP) == 9
    assert plies(shown(match, keys="ppG n")) == [0, 0, 0, end, end, end]


def test_on_a_terminal_by_real_keys(tmp_path: Path) -> None:
    match_file.save(a_match(first, last), tmp_path / "a.match")
    code = (
        "import sys, pathlib; from rich.console import Console; "
        "from harness.meta_tic_tac_toe import match_file; "
        "from harness.tournament.show import steps; "
        "steps.show_match(Console(), match_file.load(pathlib.Path(sys.argv[1]))); print('left')"
    )
    child = pexpect.spawn(
        sys.executable, ["-c", code, str(tmp_path / "a.match")], cwd=str(ROOT), encoding="utf-8",
        timeout=PATIENCE, dimensions=(50, 100),
    )  # fmt: skip
    try:
        for key, ply in (("", 0), ("n", 1), ("\r", 2), ("\x1b[C", 3), ("\x1b[D", 2), ("p", 1)):
            child.send(key)
            child.expect(f": ply {ply} of")
            child.expect("q: leave")
        press_ctrl_c(child)
        child.expect("left")
        child.expect(pexpect.EOF)
    finally:
        child.close(force=True)
    assert child.exitstatus == 0
