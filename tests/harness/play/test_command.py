"""The command on a real terminal, on a dumb one and on a pipe."""

import io
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from fcntl import ioctl
from pathlib import Path

import pytest

from harness.command_line import main
from harness.places import ROOT
from harness.starters.starters import TEMPLATES

PATIENCE = 60.0  # seconds until a terminal is given up; nothing is asserted about speed
COMMAND = [sys.executable, "-m", "harness", "play"]


class Terminal:
    """A process on a terminal of its own, and all that it has written."""

    def __init__(self, process: "subprocess.Popen[bytes]", master: int) -> None:
        self.process, self.master, self.text = process, master, ""

    def wait_for(self, words: str) -> None:
        until = time.monotonic() + PATIENCE
        while words not in self.text:
            assert time.monotonic() < until, f"{words!r} is not in {self.text[-2000:]!r}"
            if select.select([self.master], [], [], 0.1)[0]:
                try:
                    self.text += os.read(self.master, 65536).decode(errors="replace")
                except OSError:
                    assert words in self.text, self.text[-2000:]

    def type(self, keys: str) -> None:
        os.write(self.master, keys.encode())

    def end(self) -> int:
        until = time.monotonic() + PATIENCE
        while self.process.poll() is None:
            assert time.monotonic() < until, self.text[-2000:]
            self._read(0.1)
        while self._read(0):  # what it wrote between the last look and its end
            pass
        return self.process.returncode

    def _read(self, seconds: float) -> bool:
        """Wait so long for output, and keep it; whether there was any."""
        if not select.select([self.master], [], [], seconds)[0]:
            return False
        with suppress(OSError):  # the process has closed its end
            self.text += (said := os.read(self.master, 65536).decode(errors="replace"))
            return said != ""
        return False


@contextmanager
def terminal(
    *arguments: str,
    home: Path,
    size: tuple[int, int] = (24, 80),
    command: list[str] = COMMAND,
    controls: bool = True,
    **environment: str,
) -> Iterator[Terminal]:
    master, slave = pty.openpty()
    ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", *size, 0, 0))
    known = {"TERM": "xterm-256color", "XDG_DATA_HOME": str(home)} | environment
    process = subprocess.Popen(
        [*command, *arguments], stdin=slave, stdout=slave, stderr=slave, cwd=ROOT,
        env=os.environ | known, start_new_session=True,
        preexec_fn=lambda: controls and ioctl(0, termios.TIOCSCTTY, 0) and None,
    )  # fmt: skip
    os.close(slave)
    try:
        yield Terminal(process, master)
    finally:
        process.kill()
        process.wait()
        with suppress(OSError):  # a test may have closed it
            os.close(master)


@pytest.mark.parametrize("size", [(24, 80), pytest.param((40, 120), marks=pytest.mark.slow)])
def test_a_game_is_drawn_played_and_left(tmp_path: Path, size: tuple[int, int]) -> None:
    with terminal("mu_torere", home=tmp_path, size=size) as screen:
        screen.wait_for("Your move")
        screen.type("4")
        screen.wait_for("moves")
        screen.type("q")
        assert screen.end() == 0
        assert "\x1b[?1049l" in screen.text  # the screen before it is back


@pytest.mark.slow
def test_mouse_can_be_off(tmp_path: Path) -> None:
    with terminal("mu_torere", "--no-mouse", home=tmp_path) as screen:
        screen.wait_for("Your move")
        screen.type("q")
        screen.end()
        assert "\x1b[?1000h" not in screen.text
    with terminal("mu_torere", home=tmp_path) as screen:
        screen.wait_for("Your move")
        assert "\x1b[?1000h" in screen.text


def test_no_colour_where_none_is_wanted(tmp_path: Path) -> None:
    with terminal("meta_tic_tac_toe", "--plain", home=tmp_path, NO_COLOR="1") as screen:
        screen.wait_for("Your move")
        assert "green" not in screen.text
        screen.type("q\n")
        assert screen.end() == 0


def test_no_color_means_no_colour_where_games_are_drawn(tmp_path: Path) -> None:
    with terminal(home=tmp_path, NO_COLOR="1") as screen:
        screen.wait_for("Choose by arrows")
        screen.type("\x1b[B")
        screen.wait_for("\x1b[1;7;39;49m")  # the choice is reversed
        screen.type("q")
        assert screen.end() == 0
        assert not re.search(r"\x1b\[[0-9;]*\b[34]8;[25]", screen.text)
        assert not re.search(r"\x1b\[[0-9;]*\b(3[0-7]|4[0-7]|9[0-7]|10[0-7])m", screen.text)


def test_ctrl_c_leaves(tmp_path: Path) -> None:
    with terminal(home=tmp_path) as screen:
        screen.wait_for("Mu Torere")
        screen.type("\x03")
        assert screen.end() == 0
        assert "Traceback" not in screen.text


AT_IMPORT = """
import os, signal, sys
def hook(event, arguments):
    if event == "import" and arguments[0] == {module!r}:
        print("here", flush=True)
        os.kill(os.getpid(), signal.SIGINT)
sys.addaudithook(hook)
sys.argv = ["golfproof", "play", "mu_torere"]
from harness.__main__ import main
sys.exit(main())
"""


@pytest.mark.parametrize(
    "module",
    [
        "harness.command_line",
        "harness.play.app",
        *(
            pytest.param(m, marks=pytest.mark.slow)
            for m in ("rich.console", "textual", "textual.app")
        ),
    ],
)
def test_ctrl_c_while_it_starts_is_silent(tmp_path: Path, module: str) -> None:
    command = [sys.executable, "-c", AT_IMPORT.format(module=module)]
    with terminal(home=tmp_path, command=command) as screen:
        assert screen.end() == -signal.SIGINT
        assert screen.text.split() == ["here"]


def test_ctrl_c_before_the_first_picture_is_silent(tmp_path: Path) -> None:
    command = [sys.executable, "-c", AT_IMPORT.format(module="textual.drivers.linux_driver")]
    with terminal(home=tmp_path, command=command) as screen:
        assert screen.end() == 130
        assert screen.text.split() == ["here"]


@pytest.mark.slow
def test_options_may_stand_before_the_name_or_without_one(tmp_path: Path) -> None:
    for arguments, title in (
        (["--champion"], "against the champion"),
        (["--no-mouse"], "golfproof: play"),
        (["--seed", "3", "--forget", "menace"], "Drawn from box 1"),
    ):
        with terminal(*arguments, home=tmp_path) as screen:
            screen.wait_for(title)
            screen.type("q")
            assert screen.end() == 0


def test_a_dumb_terminal_gets_plain_text(tmp_path: Path) -> None:
    with terminal("mu_torere", home=tmp_path, TERM="dumb") as screen:
        screen.wait_for("Your move (4 9)")
        screen.type("q\n")
        assert screen.end() == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["mu_torere"], "Goodbye"),
        ([], "play mu_torere"),
        pytest.param(["meta_tic_tac_toe"], "Goodbye", marks=pytest.mark.slow),
        pytest.param(
            ["meta_tic_tac_toe", "--champion"], "against the champion", marks=pytest.mark.slow
        ),
        pytest.param(["menace", "--forget"], "Goodbye", marks=pytest.mark.slow),
    ],
)
def test_a_pipe_gets_plain_text_and_its_end_is_no_error(arguments: list[str], said: str) -> None:
    done = subprocess.run(
        [*COMMAND, *arguments], input="", capture_output=True, text=True, cwd=ROOT, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert said in " ".join(done.stdout.split())
    assert "\x1b" not in done.stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ["mu_torere"],
        pytest.param(["mu_torere/strict_perl"], marks=pytest.mark.slow),
        pytest.param(["mu_torere", "--", "python3", "strict.py"], marks=pytest.mark.slow),
        pytest.param(["menace/strict"], marks=pytest.mark.slow),
        pytest.param(["meta_tic_tac_toe/legal"], marks=pytest.mark.slow),
    ],
)
def test_a_pipe_knows_the_words_against_whatever_is_played(arguments: list[str]) -> None:
    done = subprocess.run(
        [*COMMAND, *arguments], input="?\nh\nu\nq\n", capture_output=True, text=True, check=False,
        cwd=ROOT / "solutions" / "mu_torere" if "--" in arguments else ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert "You may play" in done.stdout
    assert "take" in done.stdout.rpartition("q  leave")[2]  # what u said
    assert "Goodbye" in done.stdout


def exit_status(*arguments: str) -> int:
    """Of the command in this process."""
    try:
        return main(arguments)
    except SystemExit as ending:  # as the library that reads options ends
        return ending.code if isinstance(ending.code, int) else 1


CANNOT_BE_PLAYED = [
    (["chess"], "no such challenge"),
    (["--", "true"], "name the challenge"),
    (["--bogus"], "unrecognized arguments: --bogus"),
    (["mu_torere", "--", "python3", "gone.py"], "gone.py"),
    (["mu_torere", "--"], "there is no command"),
    (["mu_torere", "--bogus", "--", "python3", "gone.py"], "not an option before --: --bogus"),
    (["mu_torere", "--symbols", "--", "python3", "gone.py"], "--symbols: expected one"),
    (["--seed", "x"], "invalid int value"),
    (["mu_torere", "--", "solutions/mu_torere/strict.py"], "python3 solutions/mu_torere"),
    (["mu_torere", "--", "solutions/mu_torere"], "name one of them"),
    (["meta_tic_tac_toe", "--", "nonesuch"], "no such command"),
    (["solutions/mu_torere"], "name one of them: solutions/mu_torere/strict, "),
]


@pytest.mark.parametrize(("arguments", "said"), CANNOT_BE_PLAYED)
def test_what_cannot_be_played_is_said_in_a_line(
    arguments: list[str],
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    status = exit_status("play", *arguments)
    told = capsys.readouterr().err
    assert status == 2
    assert said in told
    assert told.count("\n") == 1


def test_and_so_it_is_by_a_process() -> None:
    arguments, said = CANNOT_BE_PLAYED[0]
    done = subprocess.run(
        [*COMMAND, *arguments], input="", capture_output=True, text=True, cwd=ROOT, check=False
    )
    assert done.returncode == 2
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


SILENT = """
import builtins, time
typed = builtins.input
def input():
    line = typed()
    if not line.isdigit():  # a move, and not the number of games
        time.sleep(1e4)
    return line
"""


@pytest.mark.parametrize("key", ["q", pytest.param("\x03", marks=pytest.mark.slow)])
def test_a_program_that_is_silent_can_be_left(tmp_path: Path, key: str) -> None:
    source = tmp_path / "silent.py"
    source.write_text(SILENT + (TEMPLATES / "menace" / "program.py").read_text())
    with terminal("menace", "--", "python3", str(source), home=tmp_path) as screen:
        screen.wait_for("Your move")
        screen.type("123456789")  # one of them is legal
        screen.wait_for("thinking")
        screen.type(key)
        assert screen.end() == 0
        assert "Traceback" not in screen.text
        assert "Error" not in screen.text


def test_a_pipe_chooses_from_the_menu_and_plays_a_program_of_one_s_own() -> None:
    lines = ("x", "99", "1", "4", "q", "5", "1", "python3 'strict.py", "5", "1", "", "5", "q",
             "5", "1", "python3 strict.py", "4", "q", "q")  # fmt: skip
    done = subprocess.run(
        COMMAND, input="\n".join(lines), capture_output=True, text=True, check=False,
        cwd=ROOT / "solutions" / "mu_torere", env=os.environ | {"PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    text = done.stdout
    for said in (
        "Please type a number from 1",
        "Mu Torere against the perfect player",
        "a quotation mark is not closed: python3 'strict.py",
        "there is no command",
        "Mu Torere against strict.py",
        "strict.py moves",
    ):
        assert said in text, said
        text = text.partition(said)[2]
    assert text.count("Goodbye") == 1


def test_a_dumb_terminal_chooses_from_the_menu(tmp_path: Path) -> None:
    with terminal(home=tmp_path, TERM="dumb") as screen:
        screen.wait_for("Which game (1 to")
        screen.type("5\n")
        screen.wait_for("Which game does your program play")
        screen.type("3\n")
        screen.wait_for("The command that runs it")
        screen.type("echo 44\n")
        screen.wait_for("Your move")
        screen.type("00\n")
        screen.wait_for("broke off the game")
        screen.type("\x03")
        assert screen.end() == 130
        assert "Goodbye" in screen.text


def test_a_hangup_leaves_nothing_behind(tmp_path: Path) -> None:
    with terminal("mu_torere/strict", home=tmp_path) as screen:
        screen.wait_for("Your move")
        os.killpg(screen.process.pid, signal.SIGHUP)
        screen.end()


def test_a_terminal_that_closes_unsaid_is_left(tmp_path: Path) -> None:
    """No hangup is sent to those whose controlling terminal it is not."""
    with terminal("mu_torere/strict", home=tmp_path, controls=False) as screen:
        screen.wait_for("Your move")
        os.close(screen.master)
        screen.process.wait(PATIENCE)
