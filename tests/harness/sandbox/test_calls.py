"""What a bot finds of its last call: its data alone."""

from pathlib import Path

import pytest

from harness.meta_tic_tac_toe.bot import Bot, CallLimits
from harness.meta_tic_tac_toe.caller import BotCaller
from harness.sandbox.levels import Level
from tests.harness.sandbox.levels import at_each_level


@at_each_level
@pytest.mark.parametrize("descriptor", [0, 1, 2])
def test_nothing_stays_with_its_open_files(tmp_path: Path, level: Level, descriptor: int) -> None:
    (tmp_path / "me").mkdir()
    (tmp_path / "me" / "bot.py").write_text(
        "import fcntl, os\n"
        f"told = [fcntl.fcntl({descriptor}, get) for get in (fcntl.F_GETFL, fcntl.F_GETSIG)]\n"
        f"fcntl.fcntl({descriptor}, fcntl.F_SETFL, os.O_APPEND | os.O_NONBLOCK)\n"
        f"fcntl.fcntl({descriptor}, fcntl.F_SETSIG, 12)\n"
        "os.write(1, repr(told).encode())\n"
    )
    bot = Bot("me", ("python3", "me/bot.py"))
    with BotCaller(bot, tmp_path, CallLimits(60.0), level) as call:
        first, second = call(()), call(())
    assert first.said == second.said != ""
    assert first.exit.reached == ()
