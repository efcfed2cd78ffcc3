"""The command `tournament`: plays what its options ask for, and shows the result."""

import argparse
import os
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Final

from rich.console import Console

from harness import report
from harness.meta_tic_tac_toe.bot import Bot, CallLimits
from harness.meta_tic_tac_toe.caller import BotCaller
from harness.meta_tic_tac_toe.match import ROUNDS
from harness.option_types import add_number, positive
from harness.places import build
from harness.sandbox.levels import LEVELS, level_named
from harness.tournament import standings
from harness.tournament.bot_folder import DATA_FILE
from harness.tournament.entering import default_name, entered_bots, folder_name
from harness.tournament.journal import Journal
from harness.tournament.ledger import Ledger
from harness.tournament.playing import add_match_options, openings_of, play
from harness.tournament.schedule import Gauntlet, RoundRobin, Schedule
from harness.tournament.show import console as console_module
from harness.tournament.show import viewer
from harness.tournament.tournament import Tournament
from harness.verdict import UsageError

_DESCRIPTION: Final = """\
Plays bots of meta tic-tac-toe against one another. Every finished match is on disk before the next
is counted: after an interruption or a crash the same command goes on where it was.

A round is one call of each bot. A bot that does not answer costs its second in every round, so a
match of two such bots takes rounds x 2 x seconds: 500 seconds by default, and no match takes much
longer. --rounds and --seconds bound it.
"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of `tournament`."""
    parser.description = _DESCRIPTION
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument(
        "where",
        nargs="*",
        type=Path,
        metavar="FOLDER",
        help="a folder that holds instructions.txt and a folder for each bot, such a file, or the "
        "folder of one bot (default: the challenge's field)",
    )
    parser.add_argument(
        "--with-field", action="store_true", help="add the four bots of the challenge's field"
    )
    parser.add_argument(
        "--keep-data",
        action="store_true",
        help="at the end give each bot's data.txt back into its folder",
    )
    parser.add_argument(
        "--name",
        help="the name of the tournament's folder in build/arena/ (default: the name of FOLDER)",
    )
    parser.add_argument(
        "--into",
        type=Path,
        default=None,
        metavar="FOLDER",
        help="where the tournament's own folder is made (default: build/arena)",
    )
    parser.add_argument("--gauntlet", metavar="BOT", help="play only the matches of one bot")
    times = "how many times the whole schedule is played"
    add_number(parser, "--cycles", positive, 1, times)
    rounds = "rounds after which a match ends undecided"
    add_number(parser, "--rounds", positive, ROUNDS, rounds)
    add_match_options(parser, plies=0)
    megabytes = CallLimits().memory_bytes >> 20
    add_number(parser, "--memory", positive, megabytes, "the memory of one call of a bot", "MIB")
    parser.add_argument(
        "--dask",
        metavar="ADDRESS",
        help="play on the workers of this dask scheduler, as in tcp://host:8786; "
        "start them with --nthreads 1, with this project on their path",
    )
    parser.add_argument(
        "--isolation",
        choices=[level.name for level in LEVELS],
        default=None,
        help="how bots are kept in their folders (default: the best there is)",
    )
    parser.add_argument(
        "--unwatched",
        action="store_true",
        help="do not watch what bots open, so that denial alone protects",
    )
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Play a tournament or what is left of it: 0 when it is finished."""
    console = report.console_for(as_json=options.json)
    planned = _planned(options)
    into = build() / "arena" if options.into is None else options.into

    def show(journal: Journal, ledger: Ledger, seconds: float) -> int:
        _show(options, console, journal, ledger, seconds)
        if options.keep_data:
            _keep_data(planned, journal)
        return 0

    folder = into / folder_name(options.name, default_name(options.where))
    return play(planned, folder, options, console, show)


def _keep_data(planned: Tournament, journal: Journal) -> None:
    for name, folder in planned.folders.items():
        data = journal.entrant(name).data
        if data or (folder / DATA_FILE).exists():
            (folder / DATA_FILE).write_bytes(data)


def _planned(options: argparse.Namespace) -> Tournament:
    folders = entered_bots(options.where, options.with_field)
    bots = tuple(folders)
    watch = not options.unwatched
    isolation = None if options.isolation is None else level_named(options.isolation)
    return Tournament(
        bots=bots,
        folders={bot.name: folder for bot, folder in folders.items()},
        schedule=_schedule(options, bots),
        caller=partial(BotCaller, isolation=isolation, watch=watch),
        rounds=options.rounds,
        limits=CallLimits(seconds=options.seconds, memory_bytes=options.memory << 20),
        openings=openings_of(options),
        nought=options.nought,
        isolation=f"{isolation or 'the best there is'}, watch {'every' if watch else 'off'}",
    )


def _schedule(options: argparse.Namespace, bots: Sequence[Bot]) -> Schedule:
    if options.gauntlet is not None:
        names = [bot.name for bot in bots]
        if options.gauntlet not in names:
            raise UsageError(f"{options.gauntlet}: no such bot; there are {', '.join(names)}")
        return Gauntlet(len(bots), names.index(options.gauntlet), options.cycles)
    return RoundRobin(len(bots), options.cycles)


def _show(
    options: argparse.Namespace, console: Console, journal: Journal, ledger: Ledger, seconds: float
) -> None:
    found = standings.standings_of(ledger)
    standings.write(found, journal.folder)
    for line in console_module.result_lines(ledger.totals(), seconds):
        console.print(line, soft_wrap=True)
    for line in console_module.void_lines(ledger):
        console.print(line, soft_wrap=True)
    has_width = console.is_terminal or bool(os.environ.get("COLUMNS"))
    table, ratings = standings.crosstable_table(found), standings.ratings_table(found)
    totals = console_module.totals_table(ledger.totals(), console.width if has_width else None)
    crosstable_width = console_module.width_of(console, table)
    if not has_width:  # in a file or a pipe nothing is cut
        others = (console_module.width_of(console, part) for part in (totals, ratings))
        console.width = max(console.width, crosstable_width, *others)
    file = os.path.relpath(journal.folder / standings.CROSSTABLE_FILE)
    elsewhere = f"the crosstable is wider than {console.width} columns: it is in {file}"
    for part in (totals, table if crosstable_width <= console.width else elsewhere, ratings):
        console.print()
        console.print(part, soft_wrap=isinstance(part, str))
    console.print()
    for words in journal.isolations:
        console.print(f"isolation: {words}", soft_wrap=True)
    page = journal.folder / "tournament.html"
    matches = [finished.match for _, finished in sorted(ledger.finished.items())]
    viewer.write(page, matches, journal.folder.name, found)
    console.print(f"open in a browser: {os.path.relpath(page)}", soft_wrap=True)
    if options.json:
        print(standings.to_json(found))
