"""One call of a finished match run again, with the bot that the tournament keeps."""

import json
import os
import shlex
from pathlib import Path
from typing import NamedTuple

from harness.meta_tic_tac_toe.bot import Answer, Bot, CallLimits
from harness.meta_tic_tac_toe.caller import BotCaller
from harness.meta_tic_tac_toe.match import Match
from harness.sandbox.scratch import reserved
from harness.tournament import bot_folder, journal
from harness.verdict import HarnessError, UsageError


class CalledAgain(NamedTuple):
    """The answer to a call that was run again."""

    answer: Answer
    had_its_data: bool  # whether data.txt was as before the call; else as the tournament has it now


def call_again(file: Path, match: Match, number: int) -> CalledAgain:
    """The answer to a call of a match, by its number from 1.

    The bot is that of the tournament which the match file belongs to, and its data.txt is as it was
    before the call, where the journal has kept that. Raises UsageError when there is no such
    tournament or call.
    """
    if not 1 <= number <= len(match.calls):
        raise UsageError(f"{file}: there is no call {number}: the match has {len(match.calls)}")
    if not file.stem.isdecimal():
        raise UsageError(f"{file}: its name is not the number of a match, as in 001.match")
    folder = file.resolve().parent.parent
    if not (folder / journal.FILE).is_file():
        raise UsageError(
            f"{file}: the tournament's {journal.FILE} is missing in the folder above it"
        )
    call = match.calls[number - 1]
    name = match.x if call.mark == "X" else match.o
    try:
        with journal.opened(folder) as kept:
            settings = kept.settings or {}
            command = shlex.split(settings[f"the command of {name}"])
            limits = CallLimits(**json.loads(settings["the limits"]))
            archive, data = kept.entrant(name)
            before = kept.data_before(int(file.stem), number, call.mark)
    except UsageError:
        raise
    except (HarnessError, KeyError, TypeError, ValueError) as error:
        raise UsageError(f"{folder}: its journal cannot run {name}: {error}") from error
    arena = folder / "play" / f"again.{os.getpid()}"
    with reserved(arena):
        bot_folder.unpack(archive, data if before is None else before, arena / name)
        with BotCaller(Bot(name, tuple(command)), arena, limits) as ask:
            return CalledAgain(ask(call.arguments), before is not None)
