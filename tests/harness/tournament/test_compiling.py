"""Compiling a bot: its kit is what the command leaves, or one clear line."""

import time
from pathlib import Path

import pytest

from harness.meta_tic_tac_toe.bot import Bot
from harness.tournament import bot_folder
from harness.tournament.bot_folder import Kit
from harness.tournament.compiling import compiled
from harness.verdict import UsageError


def kit(folder: Path) -> Kit:
    (folder / "in").mkdir()
    (folder / "in" / "source").write_text("echo 44")
    return bot_folder.pack(folder / "in")


def bot(*command: str) -> Bot:
    return Bot("anna", ("anna/run",), command or None)


def test_without_a_command_it_is_as_it_was_entered(tmp_path: Path) -> None:
    entered = kit(tmp_path)
    assert compiled(bot(), entered, tmp_path / "play") is entered


def test_it_is_run_in_the_folder_of_all_bots(tmp_path: Path) -> None:
    built = compiled(bot("cp", "anna/source", "anna/run"), kit(tmp_path), tmp_path / "play")
    bot_folder.unpack(built, b"", tmp_path / "out")
    assert (tmp_path / "out" / "run").read_text() == "echo 44"
    assert list((tmp_path / "play").iterdir()) == []


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (("false",), "anna: false: status 1: it says nothing"),
        (("sh", "-c", "echo one; echo two >&2; exit 3"), "exit 3': status 3: two"),
        (("./gone",), "anna: ./gone: it does not start: "),
        (("sh", "-c", "kill -9 $$"), "status -9"),
        (("ln", "-s", "/etc/passwd", "anna/link"), "neither a plain file nor a folder"),
    ],
)
def test_a_command_that_fails(tmp_path: Path, command: tuple[str, ...], words: str) -> None:
    with pytest.raises(UsageError) as caught:
        compiled(bot(*command), kit(tmp_path), tmp_path / "play")
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)
    assert list((tmp_path / "play").iterdir()) == []


def test_one_that_does_not_end_is_ended_with_all_it_started(tmp_path: Path) -> None:
    command = f"(setsid sh -c 'sleep 1; echo > {tmp_path}/alive' &); sleep 600"
    with pytest.raises(UsageError, match=r"it takes longer than 0\.2 seconds"):
        compiled(bot("sh", "-c", command), kit(tmp_path), tmp_path / "play", seconds=0.2)
    time.sleep(1.5)
    assert not (tmp_path / "alive").exists()
