"""Compiling a bot, once, before its first match.

Source: the challenge "Meta tic-tac-toe", spec clause "The tournament": commands that compile a bot
come with it. Unlike its moves they are not confined, for a compiler may need anything; whoever
enters somebody's bot looks at this command first.
"""

import os
import shlex
import signal
import subprocess
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Final

from harness import removal
from harness.meta_tic_tac_toe.bot import Bot
from harness.sandbox import processes
from harness.tournament import bot_folder
from harness.tournament.bot_folder import Kit
from harness.verdict import UsageError

SECONDS: Final = 300.0
_KEPT_BYTES: Final = 1 << 16


def compiled(bot: Bot, kit: Kit, place: Path, seconds: float = SECONDS) -> Kit:
    """The kit of a bot after its compile command, if it has one, was run in a folder below `place`.

    Raises UsageError, with the last line that the command printed, when it fails.
    """
    if bot.compile is None:
        return kit
    field = place / f"compile.{os.getpid()}"
    removal.remove(field)
    try:
        bot_folder.unpack(kit, b"", field / bot.name)
        how = _run(bot.compile, field, seconds)
        if how is not None:
            raise UsageError(f"{bot.name}: {shlex.join(bot.compile)}: {how}")
        return bot_folder.pack(field / bot.name)
    finally:
        removal.remove(field)


def _run(command: tuple[str, ...], folder: Path, seconds: float) -> str | None:
    """Run it in the folder; None when it ended well, or else what went wrong in one line."""
    processes.become_subreaper()
    with tempfile.TemporaryFile() as said:
        try:
            process = subprocess.Popen(
                command, cwd=folder, stdin=subprocess.DEVNULL, stdout=said, stderr=said,
                start_new_session=True,
            )  # fmt: skip
        except (OSError, ValueError) as error:
            return f"it does not start: {error}"
        processes.began(process.pid)
        try:
            status = process.wait(seconds)
        except subprocess.TimeoutExpired:
            return f"it takes longer than {seconds:g} seconds"
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            processes.end_left_behind(process.pid)
        if status == 0:
            return None
        said.seek(max(0, said.tell() - _KEPT_BYTES))
        lines = said.read().decode(errors="replace").strip().splitlines()
        return f"status {status}: {lines[-1] if lines else 'it says nothing'}"
