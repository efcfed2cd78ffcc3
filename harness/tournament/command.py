"""The command `tournament`: what was asked for, played, shown, and told in an exit status."""

import argparse
import os
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Final

from rich.console import Console

from harness import option_types, report
from harness.meta_tic_tac_toe.bot import Bot, CallLimits
from harness.meta_tic_tac_toe.caller import BotCaller
from harness.meta_tic_tac_toe.match import ROUNDS
from harness.places import build
from harness.sandbox.levels import LEVELS, level_named
from harness.tournament import standings, tournament
from harness.tournament.bot_folder import DATA_FILE
from harness.tournament.entering import default_name, entered_bots
from harness.tournament.first_call import failed_first_calls
from harness.tournament.journal import Journal, opened
from harness.tournament.ledger import Ledger
from harness.tournament.openings import Openings
from harness.tournament.schedule import Gauntlet, RoundRobin, Schedule
from harness.tournament.show import console as console_module
from harness.tournament.show import viewer
from harness.tournament.tournament import Tournament
from harness.tournament.workers import Crew, Dask, Processes
from harness.verdict import HarnessError, UsageError
from reference.meta_tic_tac_toe.wire import NOUGHTS

_INTERRUPTED: Final = 130
_STDERR_LINES: Final = 10

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
    parser.add_argument(
        "--fresh",
        action="store_true",
        help="begin anew and delete what was played under this name",
    )
    parser.add_argument("--gauntlet", metavar="BOT", help="play only the matches of one bot")
    parser.add_argument(
        "--cycles",
        type=option_types.positive,
        default=1,
        metavar="N",
        help="play the whole schedule so many times (default %(default)s)",
    )
    parser.add_argument(
        "--rounds",
        type=option_types.positive,
        default=ROUNDS,
        metavar="N",
        help="rounds after which a match ends undecided (default %(default)s)",
    )
    parser.add_argument(
        "--openings",
        type=option_types.count,
        default=0,
        metavar="PLIES",
        help="start each colour-swapped pair of matches from the same PLIES random moves "
        "(default: none, as in the challenge)",
    )
    parser.add_argument(
        "--seed",
        type=int,
        default=0,
        metavar="N",
        help="the seed of the openings (default %(default)s)",
    )
    parser.add_argument(
        "--nought",
        choices=NOUGHTS,
        default=NOUGHTS[0],
        help="send O's tiles as the digit 0, as in the challenge's examples, or as the letter O "
        "(default %(default)s)",
    )
    parser.add_argument(
        "--seconds",
        type=option_types.seconds,
        default=CallLimits().seconds,
        metavar="S",
        help="the limit for one call of a bot (default %(default)s)",
    )
    parser.add_argument(
        "--memory",
        type=option_types.positive,
        default=CallLimits().memory_bytes >> 20,
        metavar="MIB",
        help="the limit for one call of a bot (default %(default)s)",
    )
    parser.add_argument(
        "--jobs",
        type=option_types.positive,
        default=None,
        metavar="N",
        help="matches at a time (default: one for each core, and no more)",
    )
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
    folder = into / _name(options)
    try:
        with opened(folder, options.fresh) as journal:
            place = folder / "play"
            tournament.clear(place)
            ledger = tournament.begin(planned, journal, place)
            tournament.write_missing(journal, ledger)
            if ledger.finished:
                console.print(f"{len(ledger.finished)} matches are finished already", style="dim")
            elif not options.dask:
                tell_failed_first_calls(planned, journal, place)
            with crew_of(options) as crew, console_module.telling(console, ledger) as tell:
                where = None if options.dask else str(place)
                seconds = tournament.run(planned, journal, ledger, crew, where, tell)
            _show(options, console, journal, ledger, seconds)
            if options.keep_data:
                _keep_data(planned, journal)
    except KeyboardInterrupt:
        report.complain(
            "interrupted; all finished matches are kept: without --fresh the same command goes on"
        )
        return _INTERRUPTED
    except (HarnessError, OSError) as error:
        report.complain(f"{error}; all finished matches are kept")
        return 2
    return 0


def tell_failed_first_calls(planned: Tournament, journal: Journal, place: Path) -> None:
    """Call each bot once, and tell on standard error which of them fail, with their own."""
    entrants = {name: journal.entrant(name) for name in planned.names}
    for name, fault, stderr in failed_first_calls(planned, entrants, place):
        report.complain(f"{name}: its first call failed: {fault}")
        for line in stderr.splitlines()[-_STDERR_LINES:]:
            print(f"    {report.printable(line)}", file=sys.stderr)


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
        openings=_openings(options),
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


def _openings(options: argparse.Namespace) -> Openings:
    try:
        return Openings(options.openings, options.seed)
    except ValueError as error:
        raise UsageError(f"--openings: {error}") from error


def _name(options: argparse.Namespace) -> str:
    chosen = default_name(options.where) if options.name is None else options.name
    if not chosen or chosen in (".", "..") or "/" in chosen or not chosen.isprintable():
        raise UsageError(f"{chosen!r} cannot be the name of a folder: give another by --name")
    return str(chosen)


def crew_of(options: argparse.Namespace) -> Crew:
    """The workers that `--jobs` and `--dask` ask for. Raises UsageError."""
    cores = len(os.sched_getaffinity(0))
    if options.dask is not None:
        if options.jobs is not None:
            raise UsageError(
                "--jobs counts matches on this machine only: with --dask each "
                "worker plays one match at a time"
            )
        return Dask(options.dask)
    if (options.jobs or 0) > cores:
        raise UsageError(
            f"--jobs {options.jobs}: there are {cores} cores, and with more matches than cores a "
            "bot's second would not be its own"
        )
    return Processes(options.jobs or cores)


def _show(
    options: argparse.Namespace, console: Console, journal: Journal, ledger: Ledger, seconds: float
) -> None:
    found = standings.standings_of(ledger)
    standings.write(found, journal.folder)
    for line in console_module.result_lines(ledger.totals(), seconds):
        console.print(line, soft_wrap=True)
    for line in console_module.void_lines(ledger):
        console.print(line, soft_wrap=True)
    for table in (
        console_module.totals_table(ledger.totals()),
        standings.crosstable_table(found),
        standings.ratings_table(found),
    ):
        console.print()
        console.print(table)
    console.print()
    for words in journal.isolations:
        console.print(f"isolation: {words}", soft_wrap=True)
    page = journal.folder / "tournament.html"
    matches = [finished.match for _, finished in sorted(ledger.finished.items())]
    viewer.write(page, matches, journal.folder.name, found)
    console.print(f"open in a browser: {os.path.relpath(page)}", soft_wrap=True)
    if options.json:
        print(standings.to_json(found))
