"""The player as a real process, on a pseudo-terminal and on pipes."""

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pexpect
import pytest

from reference.mu_torere.diagram import number_of_node
from reference.streams import INTERRUPTED
from tests.ctrl_c import press_ctrl_c
from tests.reference.mu_torere.games import boards, typed, won_lines

ROOT = Path(__file__).parents[3]
PATIENCE = 30  # seconds until a silent program is given up; nothing is asserted about speed


@pytest.fixture
def started() -> Iterator["Starter"]:
    starter = Starter()
    yield starter
    for child in starter.children:
        child.close(force=True)


class Starter:
    """Starts the player on a pseudo-terminal; the fixture ends what was started."""

    def __init__(self) -> None:
        self.children: list[pexpect.spawn[str]] = []

    def __call__(self, *options: str) -> "pexpect.spawn[str]":
        child = pexpect.spawn(
            sys.executable,
            ["-m", "reference.mu_torere.play", *options],
            cwd=str(ROOT),
            echo=False,
            encoding="utf-8",
            timeout=PATIENCE,
            dimensions=(50, 120),
        )
        child.delaybeforesend = None
        self.children.append(child)
        return child


def ended(child: "pexpect.spawn[str]") -> tuple[str, int | None]:
    """What the program still had to say, with a file's newlines, and its exit status."""
    child.expect(pexpect.EOF)
    child.close()
    return (child.before or "").replace("\r\n", "\n"), child.exitstatus


def test_plain_contract_on_a_terminal(started: Starter) -> None:
    line = min(won_lines().values(), key=len)
    child = started("--plain")
    seen = ""
    for count, node in enumerate(line):
        # Each line is typed only when the boards due are there: they must not wait in a buffer.
        due = boards(line[:count])[len(seen) :]
        child.expect_exact(due.replace("\n", "\r\n"))
        assert child.before == ""
        seen += due
        child.sendline(str(number_of_node(node)))
    # Standard error arrives here too, so nothing but boards means that it was empty.
    assert ended(child) == (boards(line)[len(seen) :], 0)


def test_pretty_game_to_its_end(started: Starter) -> None:
    line = min(won_lines().values(), key=len)
    child = started()
    child.expect_exact("you play black and move first")
    for node in line:
        child.expect_exact("Your move (1-9, ? for help): ")
        child.sendline(str(number_of_node(node)))
        child.expect(r"I move \d to \d\.")
    rest, status = ended(child)
    assert "You have no legal move, so I have won." in rest
    assert status == 0


def test_pretty_game_refuses_politely_and_asks_again(started: Starter) -> None:
    child = started()
    for word, reason in (("x", "Please type"), ("1", "your opponent's"), ("8", "putahi")):
        child.expect_exact("Your move")
        child.sendline(word)
        child.expect_exact(reason)
    child.expect_exact("Your move")
    child.sendline("9")
    child.expect(r"I move \d to \d\.")


@pytest.mark.parametrize("options", [(), ("--plain",)])
def test_end_of_input_is_a_goodbye(started: Starter, options: tuple[str, ...]) -> None:
    child = started(*options)
    child.expect("Your move" if not options else "b-b-b\r\n")
    child.sendeof()
    rest, status = ended(child)
    assert status == 0
    assert rest == "" if options else "\nGoodbye" in rest  # on a line of its own


@pytest.mark.parametrize("options", [(), ("--plain",)])
def test_interrupt_is_a_goodbye(started: Starter, options: tuple[str, ...]) -> None:
    child = started(*options)
    child.expect("Your move" if not options else "b-b-b\r\n")
    press_ctrl_c(child)
    rest, status = ended(child)
    assert status == INTERRUPTED
    assert "Traceback" not in rest
    assert options or "Goodbye" in rest


def piped(typed_bytes: bytes, *options: str) -> tuple[str, str, int]:
    """Both streams and the exit status, all input being there from the beginning."""
    done = subprocess.run(
        [sys.executable, "-m", "reference.mu_torere.play", *options],
        cwd=ROOT,
        input=typed_bytes,
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    return done.stdout.decode(), done.stderr.decode(), done.returncode


def test_plain_contract_on_pipes() -> None:
    line = max(won_lines().values(), key=len)
    assert piped(typed(line).encode(), "--plain") == (boards(line), "", 0)


def test_boards_do_not_wait_in_a_buffer() -> None:
    # A terminal gets every line at once anyway; a pipe gets what is flushed, unless this is set.
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONUNBUFFERED"}
    with subprocess.Popen(
        [sys.executable, "-m", "reference.mu_torere.play", "--plain"],
        cwd=ROOT,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as process:
        giving_up = threading.Timer(PATIENCE, process.kill)
        giving_up.start()
        try:
            assert process.stdout is not None
            assert process.stdin is not None
            seen = b"".join(process.stdout.readline() for _ in range(5))
            still_waiting = process.poll() is None
            process.stdin.close()
        finally:
            giving_up.cancel()
    assert seen.decode() == boards(())
    assert still_waiting


def test_refusals_go_to_standard_error() -> None:
    shown, said, status = piped(b"8\n9\n", "--plain")
    assert shown == boards((4,))
    assert "putahi" in said
    assert status == 0


def test_bytes_that_are_no_text_are_a_wrong_move() -> None:
    shown, said, status = piped(b"\xff\n9\n", "--plain")
    assert "Please type" in said
    assert (shown, status) == (boards((4,)), 0)


@pytest.mark.parametrize("options", [(), ("--plain",)])
def test_a_reader_who_leaves_gets_no_traceback(options: tuple[str, ...]) -> None:
    command = [sys.executable, "-m", "reference.mu_torere.play", *options]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        process.stdin.write(b"9\n" + b"5\n8\n" * 50)  # too early to be legal is all the same here
        process.stdin.close()
        said = process.stderr.read().decode()
        process.wait(PATIENCE)
    assert "Traceback" not in said
    assert "BrokenPipe" not in said
