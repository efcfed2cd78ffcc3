"""What `tournament` and `evaluate` share: options of their matches, and how these are played."""

import argparse
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

from rich.console import Console

from harness.interrupts import Terminated, told_of_sigterm
from harness.messages import complain, printable
from harness.meta_tic_tac_toe.bot import CallLimits
from harness.option_types import add_number, count, positive, seconds
from harness.tournament import tournament
from harness.tournament.first_call import failed_first_calls
from harness.tournament.journal import Journal, opened
from harness.tournament.ledger import Ledger
from harness.tournament.openings import Openings
from harness.tournament.show import console as console_module
from harness.tournament.tournament import Tournament
from harness.tournament.workers import Crew, Dask, Processes
from harness.verdict import HarnessError, UsageError
from reference.meta_tic_tac_toe.wire import NOUGHTS
from reference.streams import INTERRUPTED, TERMINATED

_STDERR_LINES: Final = 10


def add_match_options(parser: argparse.ArgumentParser, plies: int) -> None:
    """Add the options of every match; `plies` is the default of `--openings`."""
    moves = "start each colour-swapped pair of matches from the same PLIES random moves"
    add_number(parser, "--openings", count, plies, moves, "PLIES")
    add_number(parser, "--seed", int, 0, "the seed of the openings")
    parser.add_argument(
        "--nought",
        choices=NOUGHTS,
        default=NOUGHTS[0],
        help="send O's tiles as the digit 0, as in the challenge's examples, or as the letter O "
        "(default %(default)s)",
    )
    limit = "the limit for one call of a bot"
    add_number(parser, "--seconds", seconds, CallLimits().seconds, limit, "S")
    parser.add_argument(
        "--jobs",
        type=positive,
        metavar="N",
        help="matches at a time (default: one for each core, and no more)",
    )
    parser.add_argument(
        "--fresh", action="store_true", help="begin anew and delete what was played before"
    )
    parser.set_defaults(dask=None)


def openings_of(options: argparse.Namespace) -> Openings:
    """The openings that the options ask for. Raises UsageError."""
    try:
        return Openings(options.openings, options.seed)
    except ValueError as error:
        raise UsageError(f"--openings: {error}") from error


def play(
    planned: Tournament,
    folder: Path,
    options: argparse.Namespace,
    console: Console,
    show: Callable[[Journal, Ledger, float], int],
    is_over: Callable[[Ledger], bool] = lambda ledger: False,
    most_matches: int | None = None,
) -> int:
    """Play what is left of a tournament in its folder, and show it; the exit status.

    `show` is given the seconds that the matches took, and returns the exit status. Where `is_over`
    ends it before its schedule, `most_matches` is how many there will be at most.
    """
    try:
        with told_of_sigterm(), opened(folder, options.fresh) as journal:
            place = folder / "play"
            tournament.clear(place)
            ledger = tournament.begin(planned, journal, place)
            tournament.write_missing(journal, ledger)
            if ledger.finished:
                console.print(f"{len(ledger.finished)} matches are finished already", style="dim")
            elif not options.dask:
                _tell_failed_first_calls(planned, journal, place)
            with (
                crew_of(options) as crew,
                console_module.telling(console, ledger, most_matches) as tell,
            ):
                where = None if options.dask else str(place)
                took = tournament.run(planned, journal, ledger, crew, where, tell, is_over)
            return show(journal, ledger, took)
    except KeyboardInterrupt as error:
        ended = isinstance(error, Terminated)
        complain(
            f"{'ended by SIGTERM' if ended else 'interrupted'}; all finished matches are kept: "
            "without --fresh the same command goes on"
        )
        return TERMINATED if ended else INTERRUPTED
    except BrokenPipeError:
        raise  # nobody reads any more
    except (HarnessError, OSError) as error:
        complain(f"{error}; all finished matches are kept")
        return 2


def _tell_failed_first_calls(planned: Tournament, journal: Journal, place: Path) -> None:
    """Call each bot once; say on standard error which calls failed, and what the bots wrote."""
    entrants = {name: journal.entrant(name) for name in planned.names}
    for name, fault, stderr in failed_first_calls(planned, entrants, place):
        complain(f"{name}: its first call failed: {fault}")
        for line in stderr.splitlines()[-_STDERR_LINES:]:
            print(f"    {printable(line)}", file=sys.stderr)


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
