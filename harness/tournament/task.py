"""One match as a piece of work: from bots and their data to the match and their data after it.

All that it depends on goes in and all that it leaves comes out, as bytes, so it can be done in any
process on any machine that has this project, and done again when that was lost.
"""

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from typing import NamedTuple, Protocol, TypeAlias

from harness.meta_tic_tac_toe.bot import Answer, Bot, CallLimits
from harness.meta_tic_tac_toe.match import Match, play
from harness.places import build
from harness.sandbox.scratch import reserved
from harness.tournament import bot_folder, instructions
from harness.tournament.bot_folder import Archive
from harness.tournament.data_record import DataBefore, DataRecorder
from reference.meta_tic_tac_toe.rules import Move
from reference.meta_tic_tac_toe.wire import Nought


class InPlay(Protocol):
    """A bot that can be called, as a `BotCaller` is."""

    def __call__(self, arguments: Sequence[str]) -> Answer:
        """Its answer to the twelve arguments."""

    def describe(self) -> str:
        """What keeps it in its folder, in a few words."""


Caller: TypeAlias = Callable[[Bot, Path, CallLimits], AbstractContextManager[InPlay]]
"""Opens a bot for the calls of one match, in the folder that holds the folders of all bots."""


class Side(NamedTuple):
    """A bot as it goes into a match."""

    bot: Bot
    archive: Archive
    data: bytes


class MatchTask(NamedTuple):
    """A match to be played. Its arena is made below `place`; None: in the project's `build/`."""

    number: int
    x: Side
    o: Side
    rounds: int
    limits: CallLimits
    caller: Caller
    place: str | None = None
    opening: tuple[Move, ...] = ()
    nought: Nought = "0"  # how O's tiles are sent
    listed: tuple[Bot, ...] = ()  # all bots of the tournament, for instructions.txt
    others: Mapping[str, Sequence[str]] = {}  # the files of those that do not play, by bot


class PlayedMatch(NamedTuple):
    """What a match left: itself, both data.txt, and what kept the bots in their folders."""

    number: int
    match: Match
    x_data: bytes
    o_data: bytes
    isolation: str
    data_before: tuple[DataBefore, ...] = ()  # what was in both data.txt before its calls


def arena_of(task: MatchTask) -> Path:
    """The folder that this process plays a match in. It is gone after the match."""
    place = build() / "play" if task.place is None else Path(task.place).resolve()
    return place / f"{task.number:03}.{os.getpid()}"


def play_task(task: MatchTask) -> PlayedMatch:
    """Play the match on fresh copies of both bots. Raises HarnessError when the machine fails."""
    arena = arena_of(task)
    with reserved(arena):
        for side in (task.x, task.o):
            bot_folder.unpack(side.archive, side.data, arena / side.bot.name)
        for name, files in task.others.items():
            bot_folder.stand_in(files, arena / name)
        text = instructions.dump(task.listed or (task.x.bot, task.o.bot))
        (arena / instructions.FILE).write_text(text, encoding="utf-8")
        with ExitStack() as stack:
            x, o = (
                stack.enter_context(task.caller(side.bot, arena, task.limits))
                for side in (task.x, task.o)
            )
            names = (task.x.bot.name, task.o.bot.name)
            recorder = DataRecorder()
            ask_x = recorder.recording("X", x, arena / task.x.bot.name)
            ask_o = recorder.recording("O", o, arena / task.o.bot.name)
            match = play(*names, ask_x, ask_o, task.rounds, task.opening, task.nought)
            isolation = "; ".join(dict.fromkeys((x.describe(), o.describe())))
        x_data, o_data = (
            bot_folder.read_data(arena / side.bot.name, task.limits.file_bytes)
            for side in (task.x, task.o)
        )
        return PlayedMatch(task.number, match, x_data, o_data, isolation, tuple(recorder.records))
