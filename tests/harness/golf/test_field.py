"""The compiled field, held to the reference bots, and a bot's matches with it."""

from pathlib import Path
from random import Random

import pytest

from harness.command_line import main
from harness.golf import field, native
from harness.places import ROOT
from reference.meta_tic_tac_toe.bots.depthBot.bot import choose as depth
from reference.meta_tic_tac_toe.bots.middleBot.bot import choose as middle
from reference.meta_tic_tac_toe.bots.naiveBot.bot import choose as naive
from reference.meta_tic_tac_toe.rules import START, State, apply, is_terminal, legal_moves
from reference.meta_tic_tac_toe.wire import format_state

pytestmark = pytest.mark.skipif(native.library("field") is None, reason="no C compiler here")

SCRIPTS = ROOT / "solutions" / "meta_tic_tac_toe"
CHOOSE = {"depthBot": depth, "middleBot": middle, "naiveBot": naive}


def positions(count: int) -> list[State]:
    rng = Random(8)
    found: list[State] = []
    while len(found) < count:
        state = START
        while not is_terminal(state):
            if rng.random() < 0.1:
                found.append(state)
            state = apply(state, rng.choice(legal_moves(state)))
    return found[:count]


@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("naiveBot", 60),
        ("middleBot", 60),
        ("depthBot", 4),
        pytest.param("depthBot", 60, marks=pytest.mark.slow),
    ],
)
def test_compiled_bots_move_as_the_reference_does(name: str, count: int) -> None:
    move = field.rival(name)
    for state in positions(count):
        board, tile = CHOOSE[name](list(format_state(state)))
        assert move(state) == 9 * board + tile, state


def test_the_random_bot_is_legal_and_depends_on_its_seed() -> None:
    seen = set()
    for seed in range(1, 9):
        move = field.rival("goodRandBot", seed)
        line = [move(state) for state in positions(20)]
        assert all(m in legal_moves(state) for m, state in zip(line, positions(20), strict=True))
        seen.add(tuple(line))
    assert len(seen) > 4


def test_points_are_those_of_the_arena() -> None:
    # NOTES.md has them of by_heart.py, from tournaments.
    bot = field.in_process(SCRIPTS / "by_heart.py")
    points = {(m.rival, m.side): m.points for m in field.matches(bot)}
    assert points == {
        ("naiveBot", "O"): 160, ("naiveBot", "X"): 163, ("middleBot", "O"): 156,
        ("middleBot", "X"): 145, ("depthBot", "O"): 134, ("depthBot", "X"): 125,
    }  # fmt: skip


def test_it_ends_at_the_first_match_that_is_not_won(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", "meta_tic_tac_toe", str(SCRIPTS / "legal.py")]) == 1
    assert "0 of 1 matches won" in capsys.readouterr().out
    assert main(["score", "meta_tic_tac_toe", str(SCRIPTS / "by_heart.py"), "--nought", "O"]) == 0
    assert "6 of 6 matches won" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "said"),
    [("print('99')", "99"), ("1/0", "ZeroDivisionError"), ("", "the file is empty")],
)
def test_a_bot_that_fails_is_said(
    text: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "bot.py").write_text(text)
    assert main(["score", "meta_tic_tac_toe", str(tmp_path / "bot.py")]) == (1 if text else 2)
    shown = capsys.readouterr()
    assert said in shown.out + shown.err
