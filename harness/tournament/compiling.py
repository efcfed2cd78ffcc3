"""Compiling the bots of a tournament, before their first match: from archive to archive."""

import os
from pathlib import Path

from harness.meta_tic_tac_toe.bot import Bot
from harness.meta_tic_tac_toe.compiling import SECONDS, compile_bot
from harness.sandbox.levels import Level
from harness.sandbox.scratch import reserved
from harness.tournament import bot_folder
from harness.tournament.bot_folder import Archive


def compiled(
    bot: Bot, archive: Archive, place: Path, seconds: float = SECONDS, level: Level | None = None
) -> Archive:
    """A bot's archive after its compile command, if it has one, was run in a folder below `place`.

    Raises UsageError when it fails.
    """
    if bot.compile is None:
        return archive
    arena = place.resolve() / f"compile.{os.getpid()}"
    with reserved(arena):
        bot_folder.unpack(archive, b"", arena / bot.name)
        compile_bot(bot, arena, seconds, level)
        return bot_folder.pack(arena / bot.name)
