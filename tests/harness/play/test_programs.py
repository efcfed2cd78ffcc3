"""Programs as rivals, in their sessions."""

import sys
from pathlib import Path

import pytest

from harness.entry import all_entries
from harness.play.games import Refused
from harness.play.mu_torere import MuTorereGame
from harness.play.programs import MenaceProgram, game_with
from harness.program import Program
from harness.verdict import UsageError

STRICT = {entry.name: entry for entry in all_entries()}


@pytest.mark.parametrize("name", ["mu_torere/strict", "mu_torere/open"])
def test_a_golfed_script_plays_and_a_move_is_taken_back_in_a_new_run(name: str) -> None:
    entry = STRICT[name]
    game = game_with(entry.challenge, entry.program, entry.form, entry.name)
    assert isinstance(game, MuTorereGame)
    try:
        game.play(game.legal()[0])
        game.reply()
        first = list(game.positions)
        game.play(game.legal()[0])
        game.reply()
        game.undo()
        assert game.positions == first
        game.play(game.legal()[-1])
        game.reply()
        assert len(game.positions) == 5
        with pytest.raises(Refused):
            game.change_sides()
    finally:
        game.close()


def test_a_menace_script_plays_games_one_after_another() -> None:
    entry = STRICT["menace/strict"]
    game = game_with(entry.challenge, entry.program, entry.form, entry.name)
    assert isinstance(game, MenaceProgram)
    try:
        for _ in range(4):
            while not game.over:
                if game.waiting:
                    game.reply()
                else:
                    game.play(game.legal()[0])
            assert game.news != ""
            assert "broke off" not in game.news
            with pytest.raises(Refused):
                game.undo()
            game.restart()
    finally:
        game.close()


def test_a_bot_plays() -> None:
    entry = STRICT["meta_tic_tac_toe/legal"]
    form = {**entry.form, "seconds": 60.0}  # a busy machine may take longer than its second
    game = game_with(entry.challenge, entry.program, form, entry.name)
    try:
        game.play(40)
        game.reply()
        assert not game.waiting
        assert not game.over
        game.undo()
    finally:
        game.close()


def test_what_shows_no_board_is_refused(tmp_path: Path) -> None:
    source = tmp_path / "silent.py"
    source.write_text("print('hello')")
    with pytest.raises(UsageError, match="no board"):
        game_with("mu_torere", Program((sys.executable, str(source)), cwd=tmp_path), {}, "silent")


def test_a_program_that_breaks_off_ends_the_game(tmp_path: Path) -> None:
    source = tmp_path / "once.py"
    source.write_text(r"print('w-w-w\n|\\|/|\nb-o-w\n|/|\\|\nb-b-b',flush=True);input()")
    game = game_with("mu_torere", Program((sys.executable, str(source)), cwd=tmp_path), {}, "once")
    try:
        game.play(game.legal()[0])
        game.reply()
        assert game.over
        assert "broke off" in game.news
    finally:
        game.close()
