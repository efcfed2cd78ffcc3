"""The two faces of the player, each on a real pseudo-terminal."""

import io
import os
import re
import shlex
import signal
import sys
from ast import literal_eval
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from random import Random

import pexpect
import pytest

from reference.menace.boxes import boxes_of
from reference.menace.machine import Machine, check_contents
from reference.menace.moves import MoveError, parse_move, parse_square, square_name
from reference.menace.plain import PlainPerson, Streams, play_plain
from reference.menace.play import default_path, main
from reference.menace.rulesets import CHALLENGE
from reference.menace.store import MachineFile
from reference.tic_tac_toe import EMPTY_BOARD, SQUARES, Board, empty_squares, over, stones
from tests.ctrl_c import press_ctrl_c

ROOT = Path(__file__).parents[3]
SECONDS = 20  # before a terminal that says nothing counts as hanging


@contextmanager
def terminal(*options: str, errors: Path) -> Iterator["pexpect.spawn[str]"]:
    """The player on a terminal of its own, its standard error in a file."""
    command = [sys.executable, "-m", "reference.menace.play", *options]
    child = pexpect.spawn(
        "/bin/sh",
        ["-c", f"exec {shlex.join(command)} 2>{shlex.quote(str(errors))}"],
        cwd=str(ROOT),
        env={**os.environ, "XDG_DATA_HOME": str(errors.parent), "TERM": "dumb"},
        timeout=SECONDS,
        echo=False,
        encoding="utf-8",
        dimensions=(60, 200),
    )
    child.delaybeforesend = None
    try:
        yield child
    finally:
        child.close(force=True)


def read_board(child: "pexpect.spawn[str]") -> Board:
    return "".join(child.readline().strip() for _ in range(3))


def expect_end(child: "pexpect.spawn[str]") -> int | None:
    child.expect(pexpect.EOF)
    child.close()
    return child.exitstatus


def play_plain_games(child: "pexpect.spawn[str]", games: int, rng: Random) -> list[list[list[int]]]:
    """Play at random and return the boxes after each game, checking every line on the way."""
    dumps = []
    child.sendline(str(games))
    for _ in range(games):
        assert child.readline().strip() == "New game"
        board = EMPTY_BOARD
        while not over(board):
            after = read_board(child)
            assert stones(after) == stones(board) + 1
            assert [old for old, new in zip(board, after, strict=True) if old != new] == ["-"]
            board = after
            if not over(board):
                square = rng.choice(empty_squares(board))
                child.sendline(square_name(square))
                assert read_board(child) == board[:square] + "O" + board[square + 1 :]
                board = board[:square] + "O" + board[square + 1 :]
        dumps.append(literal_eval(child.readline().strip()))
    return dumps


def test_plain_keeps_the_contract(tmp_path: Path) -> None:
    with terminal("--plain", "--seed", "3", errors=tmp_path / "errors") as child:
        dumps = play_plain_games(child, 8, Random(1))
        assert expect_end(child) == 0
    assert (tmp_path / "errors").read_bytes() == b""
    for dump in dumps:
        check_contents(dump, boxes_of("X"), CHALLENGE)
    for before, after in pairwise(dumps):  # what exactly changes is for the machine's own tests
        assert sum(old != new for old, new in zip(before, after, strict=True)) <= 4


def test_plain_is_repeatable_by_its_seed() -> None:
    def say(seed: int) -> str:
        rng, out = Random(seed), io.StringIO()
        machine = Machine.fresh(rng)
        moves = io.StringIO("".join(f"{square_name(s)}\n" for s in list(SQUARES) * 30))
        person = PlainPerson(Streams(moves, out, io.StringIO()))
        play_plain(person, 5, machine, rng, lambda _: None)
        return out.getvalue()

    assert say(1) == say(1) != say(2)
    assert say(1).count("New game\n") == 5


def test_plain_keeps_no_boxes_unless_told(tmp_path: Path) -> None:
    errors = tmp_path / "errors"
    with terminal("--plain", errors=errors) as child:
        play_plain_games(child, 1, Random(1))
        assert expect_end(child) == 0
    assert list(tmp_path.iterdir()) == [errors]


def test_plain_asks_again_and_reports_an_early_end(tmp_path: Path) -> None:
    with terminal("--plain", errors=tmp_path / "errors") as child:
        child.sendline("2")
        child.expect_exact("New game")
        child.readline()
        board = read_board(child)
        child.sendline("XY")
        child.sendline(square_name(board.index("X")))
        child.sendline(square_name(board.index("-")))
        assert read_board(child).count("O") == 1
        child.sendeof()
        assert expect_end(child) == 1
    said = (tmp_path / "errors").read_text()
    assert "'XY' is not a square" in said
    assert "is taken, by X" in said
    assert "the input ended" in said


def test_plain_refuses_what_is_no_number_of_games(tmp_path: Path) -> None:
    with terminal("--plain", errors=tmp_path / "errors") as child:
        child.sendline("many")
        assert expect_end(child) == 2
    assert "'many' is not a number of games" in (tmp_path / "errors").read_text()


def play_friendly_game(child: "pexpect.spawn[str]") -> str:
    """Try the squares in order, taken ones too, until the game is over; return who won."""
    for square in SQUARES:
        ended = child.expect(["q leaves[^:]*: ", "(MENACE wins|You win|A draw)"])
        if ended:
            break
        child.sendline(square_name(square))
    else:
        child.expect("(MENACE wins|You win|A draw)")
    return str(child.after)


@pytest.mark.slow
def test_friendly_goes_on_from_day_to_day(tmp_path: Path) -> None:
    errors, boxes = tmp_path / "errors", tmp_path / "golfproof" / "menace.json"
    with terminal("--seed", "5", errors=errors) as child:
        child.expect_exact("A new MENACE")
        child.expect(r"Box 1 of 304, 36 beads")
        play_friendly_game(child)
        play_friendly_game(child)
        child.expect("q leaves[^:]*: ")
        child.sendline("q")
        child.expect_exact("Goodbye")
        assert expect_end(child) == 0
    with MachineFile(boxes) as file:
        saved = file.load()
    assert saved is not None
    assert len(saved.history) == 2
    with terminal(errors=errors) as child:
        child.expect_exact("MENACE's games: 2")
        child.expect_exact("Game 3")
    assert errors.read_bytes() == b""


@pytest.mark.parametrize("how", ["end of input", "interrupt", "killed"])
def test_friendly_forgets_only_the_game_in_play(tmp_path: Path, how: str) -> None:
    boxes, errors = tmp_path / "menace.json", tmp_path / "errors"
    with terminal("--seed", "5", "--boxes", str(boxes), errors=errors) as child:
        play_friendly_game(child)
        child.expect("q leaves[^:]*: ")
        before = boxes.read_bytes()
        child.sendline("zz")
        child.expect_exact("'zz' is not a square")
        child.expect("q leaves[^:]*: ")
        if how == "killed":
            child.kill(signal.SIGKILL)
            child.expect(pexpect.EOF)
        else:
            if how == "end of input":
                child.sendeof()
            else:
                press_ctrl_c(child)
            child.expect_exact("Goodbye")
            assert expect_end(child) == 0
    assert boxes.read_bytes() == before
    assert errors.read_bytes() == b""


def test_two_games_do_not_share_a_file(tmp_path: Path) -> None:
    options = ("--boxes", str(tmp_path / "menace.json"))
    with terminal(*options, errors=tmp_path / "errors") as first:
        first.expect("q leaves[^:]*: ")
        with terminal(*options, errors=tmp_path / "more") as second:
            assert expect_end(second) == 2
    assert "another game is being played" in (tmp_path / "more").read_text()


def test_damaged_boxes_are_told_and_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    boxes = tmp_path / "menace.json"
    boxes.write_text("{")
    assert main(["--boxes", str(boxes)]) == 2
    assert "is damaged" in capsys.readouterr().err
    assert boxes.read_text() == "{"


def test_letters_name_squares_row_first() -> None:
    names = " ".join(square_name(square) for square in SQUARES)
    assert names == "LL LM LR ML MM MR RL RM RR"
    assert parse_square("LR") == 2  # the challenge's own example: top right
    assert all(parse_square(square_name(square).lower() + "\n") == square for square in SQUARES)
    for text in ("", "L", "LLL", "L R", "11", "TL"):
        with pytest.raises(MoveError, match="not a square"):
            parse_square(text)
    with pytest.raises(MoveError, match="LR is taken, by X"):
        parse_move("lr", "--X------")


def test_default_path(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_path() == tmp_path / "golfproof" / "menace.json"
    monkeypatch.delenv("XDG_DATA_HOME")
    assert default_path().match(".local/share/golfproof/menace.json")


@pytest.mark.parametrize("beads", ["4,3,2", "0,1,1,1", "a,b,c,d"])
def test_impossible_starting_beads_are_refused(
    beads: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as exit_:
        main(["--plain", "--beads", beads])
    assert exit_.value.code == 2
    assert re.search("--beads", capsys.readouterr().err)
