"""Bots that are functions, in the place of `bot_process`: quick, and alike on the same input.

They stand in where a test is of the tournament and not of processes. A bot's name says what it is.
"""

import hashlib
import os
import signal
import time
from collections.abc import Sequence
from pathlib import Path

from harness.meta_tic_tac_toe.bot import Answer, Bot, CallLimits
from harness.session import Exit
from tests.harness.meta_tic_tac_toe.unconfined import Unconfined
from tests.harness.tournament.support import legal


def entered(folder: Path, *names: str) -> Path:
    """A folder of bots with their instructions file, which is given back."""
    for name in names:
        (folder / name).mkdir(parents=True, exist_ok=True)
        (folder / name / "bot").write_text(f"the program of {name}")
    lines = [str(len(names)), *(line for name in names for line in (name, f"play {name}/bot"))]
    path = folder / "instructions.txt"
    path.write_text("\n".join(lines) + "\n")
    return path


class Learner(Unconfined):
    """A bot whose move depends on all that it was ever asked, which it keeps in its data.txt.

    So a match that was lost, played twice, or played after another one changes all that follow.
    'mute' never answers, and 'thief' sooner or later reaches outside its folder.
    """

    def __init__(self, bot: Bot, arena: Path, limits: CallLimits, **_: object) -> None:
        self._name, self._data = bot.name, arena / bot.name / "data.txt"

    def __call__(self, arguments: Sequence[str]) -> Answer:
        # Written over and not anew: a disk may wait for a file that was emptied.
        with self._data.open("r+b") as data:
            known = hashlib.sha256(data.read() + repr((self._name, arguments)).encode()).hexdigest()
            data.seek(0)
            data.write(known.encode())
        if "mute" in self._name:
            return Answer("", 0.125)
        reached = ("/etc/passwd",) if "thief" in self._name and known < "1" else ()
        moves = legal(arguments)
        return Answer(moves[int(known, 16) % len(moves)], 0.25, exit=Exit(reached=reached))


class SlowLearner(Learner):
    """The same, with time to be killed in."""

    def __call__(self, arguments: Sequence[str]) -> Answer:
        time.sleep(0.003)
        return super().__call__(arguments)


class Killer(Learner):
    """A bot under which its worker is lost once, in the middle of a match."""

    def __init__(self, bot: Bot, arena: Path, limits: CallLimits) -> None:
        super().__init__(bot, arena, limits)
        self._mark, self._calls = arena.parent / "killed", 0

    def __call__(self, arguments: Sequence[str]) -> Answer:
        self._calls += 1
        if self._calls == 5 and not self._mark.exists():
            self._mark.write_text("")
            os.kill(os.getpid(), signal.SIGKILL)
        return super().__call__(arguments)


class AlwaysKiller(Learner):
    """A bot under which every worker is lost."""

    def __call__(self, arguments: Sequence[str]) -> Answer:
        os.kill(os.getpid(), signal.SIGKILL)
        return super().__call__(arguments)
