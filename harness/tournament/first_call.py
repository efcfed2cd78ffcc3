"""The first call of each bot, before any match, so that one that cannot run is reported at once.

It is the call of a match's first move, on a copy of the bot's folder that is thrown away, so that
nothing of the tournament depends on it.
"""

import os
from pathlib import Path
from typing import NamedTuple

from harness.meta_tic_tac_toe.bot import Answer
from harness.meta_tic_tac_toe.match import fault_of
from harness.sandbox.scratch import reserved
from harness.session import Ending
from harness.tournament import bot_folder
from harness.tournament.journal import Entrant
from harness.tournament.tournament import Tournament
from reference.meta_tic_tac_toe.rules import START
from reference.meta_tic_tac_toe.wire import format_state


class FailedCall(NamedTuple):
    """A bot whose first call failed: why, and what it wrote to its standard error."""

    name: str
    fault: str
    stderr: str


def failed_first_calls(
    tournament: Tournament, entrants: dict[str, Entrant], place: Path
) -> list[FailedCall]:
    """The bots that give no good answer when they are asked for the first move of a match."""
    failed = []
    for bot in tournament.bots:
        arena = place / f"first.{os.getpid()}"
        with reserved(arena):
            archive, data = entrants[bot.name]
            bot_folder.unpack(archive, data, arena / bot.name)
            with tournament.caller(bot, arena, tournament.limits) as ask:
                arguments = format_state(START, tournament.nought)
                answer = ask(arguments)
                if answer.ending is Ending.DEADLINE:  # the first of all calls is the slowest
                    answer = ask(arguments)
        fault = _fault(answer)
        if fault is not None:
            failed.append(FailedCall(bot.name, fault, answer.exit.stderr))
    return failed


def _fault(answer: Answer) -> str | None:
    if answer.exit.reached:
        return f"it reached for {', '.join(answer.exit.reached)}, which disqualifies it"
    _, fault = fault_of(START, answer)
    if fault is None or answer.ending is not Ending.ENDED:
        return fault
    if answer.exit.signal is not None:
        return f"{fault}; it was ended by signal {answer.exit.signal}"
    return f"{fault}; it ended with status {answer.exit.status}" if answer.exit.status else fault
