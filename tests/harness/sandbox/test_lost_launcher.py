"""A launcher that somebody else ended: nothing is said of the program, and it is run again."""

import os
import signal
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

from harness.meta_tic_tac_toe.bot import Bot, CallLimits
from harness.meta_tic_tac_toe.caller import BotCaller
from harness.program import Program
from harness.sandbox import confined
from harness.sandbox.client import LauncherClient, pool
from harness.sandbox.confined import HARMED, LostLauncherError
from harness.sandbox.levels import LIMITS, Level
from harness.session import Ending
from harness.session import Limits as SessionLimits
from tests.harness.sandbox.levels import at_each_level

PATIENT = CallLimits(seconds=60)
TALKS = "print('up')\nwhile True: print(input())"


@pytest.fixture
def clients(monkeypatch: pytest.MonkeyPatch) -> list[LauncherClient]:
    """Each launcher that is started; none is left of another test."""
    pool.close()
    found: list[LauncherClient] = []
    before = LauncherClient.__init__

    def noted(self: LauncherClient, *args: object, **kwargs: object) -> None:
        before(self, *args, **kwargs)  # type: ignore[arg-type]  # as it was called
        found.append(self)

    monkeypatch.setattr(LauncherClient, "__init__", noted)
    return found


def kill(clients: Iterable[LauncherClient]) -> None:
    """Kill all that are alive: one more where it was asked what the interpreter opens by itself."""
    for client in clients:
        if not client.is_closed:
            os.kill(client._process.pid, signal.SIGKILL)
            assert client._poll.poll(60_000)  # bubblewrap's child follows it


def program(folder: Path, level: Level) -> Program:
    (folder / "my.py").write_text(TALKS)
    command = (sys.executable, "-S", "my.py")
    return Program(command, folder, limits=SessionLimits(move_seconds=60.0), level=level)


@at_each_level
def test_in_the_midst_of_a_run(tmp_path: Path, level: Level, clients: list[LauncherClient]) -> None:
    under_test = program(tmp_path, level)
    session = under_test.start()
    assert session.read(lambda text: "up" in text).ending is Ending.READY
    kill(clients)
    for _ in range(2):
        with pytest.raises(LostLauncherError):
            session.close()
    with under_test.start() as again:
        assert again.read(lambda text: "up" in text).ending is Ending.READY
        assert again.close().reached == ()


@at_each_level
def test_between_two_runs(tmp_path: Path, level: Level, clients: list[LauncherClient]) -> None:
    under_test = program(tmp_path, level)
    for _ in range(3):
        with under_test.start() as session:
            assert session.read(lambda text: "up" in text).ending is Ending.READY
            assert session.close().reached == ()
        kill(clients)


@at_each_level
def test_under_a_call(tmp_path: Path, level: Level, clients: list[LauncherClient]) -> None:
    (tmp_path / "me").mkdir()
    (tmp_path / "me" / "bot.sh").write_text("echo 44")
    with BotCaller(Bot("me", ("sh", "me/bot.sh")), tmp_path, PATIENT, level) as call:
        assert call(()).said == "44\n"
        kill(clients)
        with pytest.raises(LostLauncherError):
            call(())
        answer = call(())
    assert (answer.said, answer.exit.reached) == ("44\n", ())


# Nobody watches, so it may have been the program: once nothing is said, twice it is.
def test_an_unwatched_program_that_ends_its_launcher_is_to_blame(tmp_path: Path) -> None:
    confined._suspects.clear()
    (tmp_path / "me").mkdir()
    (tmp_path / "me" / "bot.sh").write_text("kill -KILL $PPID; sleep 600")
    with BotCaller(Bot("me", ("sh", "me/bot.sh")), tmp_path, PATIENT, LIMITS, False) as call:
        with pytest.raises(LostLauncherError):
            call(())
        assert call(()).exit.reached == (HARMED,)
