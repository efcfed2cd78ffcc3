"""The command `evaluate`: whether a new bot is to be promoted, by matches against a pool of bots.

Each pair of matches with one bot of the pool begins from the same random moves, once with the new
bot as X and once as O. A sequential test follows the pairs in their order and ends the matches as
soon as it is clear: the new bot is promoted when it is stronger than the pool by `--elo1` rather
than by `--elo0`, and rejected the other way round. Its chance to err is `--alpha` and `--beta`.
After an interruption the same command goes on where it was.
"""

import argparse
from functools import partial
from pathlib import Path
from typing import Final

from harness import option_types, report
from harness.meta_tic_tac_toe.bot import CallLimits
from harness.meta_tic_tac_toe.caller import BotCaller
from harness.places import build
from harness.tournament import tournament
from harness.tournament.command import crew_of, tell_failed_first_calls
from harness.tournament.entering import entered_bots
from harness.tournament.journal import opened
from harness.tournament.ledger import Ledger
from harness.tournament.openings import Openings
from harness.tournament.schedule import Gauntlet
from harness.tournament.show import console as console_module
from harness.tournament.sprt import SUMS, Course, Decision, Hypotheses, follow, pair_sums
from harness.tournament.tournament import Tournament
from harness.verdict import HarnessError, UsageError
from reference.meta_tic_tac_toe.wire import NOUGHTS

_STATUS: Final = {Decision.STRONGER: 0, Decision.NOT_STRONGER: 1, Decision.OPEN: 1}
_SAYS: Final = {
    Decision.STRONGER: "promote",
    Decision.NOT_STRONGER: "reject",
    Decision.OPEN: "open",
}
_INTERRUPTED: Final = 130
_MOST_PAIRS: Final = 2000


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of `evaluate`."""
    parser.description = __doc__
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("new", type=Path, metavar="NEW", help="the folder of the new bot")
    parser.add_argument(
        "--pool",
        type=Path,
        required=True,
        metavar="FOLDER",
        help="the bots to compare it with: a folder as for golfproof tournament, or that of "
        "one bot",
    )
    parser.add_argument(
        "--pairs",
        type=option_types.positive,
        default=500,
        metavar="N",
        help="stop after so many pairs of matches in all (default %(default)s)",
    )
    parser.add_argument(
        "--openings",
        type=option_types.count,
        default=4,
        metavar="PLIES",
        help="random moves before each pair of matches (default %(default)s)",
    )
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="the seed of the openings")
    defaults = Hypotheses(elo1=50)
    for name, about in (
        ("elo0", "how much stronger the new bot is if it is rejected"),
        ("elo1", "how much stronger it is if it is promoted"),
        ("alpha", "the chance to promote it wrongly"),
        ("beta", "the chance to reject it wrongly"),
    ):
        value = getattr(defaults, name)
        parser.add_argument(f"--{name}", type=float, default=value, help=f"{about} ({value:g})")
    parser.add_argument(
        "--seconds",
        type=option_types.seconds,
        default=1.0,
        help="seconds for one call of a bot (default 1)",
    )
    parser.add_argument(
        "--nought", choices=NOUGHTS, default=NOUGHTS[0], help="as for golfproof tournament"
    )
    parser.add_argument("--jobs", type=option_types.positive, metavar="N", help="as there")
    parser.add_argument(
        "--fresh", action="store_true", help="begin anew and delete what was played before"
    )
    parser.set_defaults(run=run, dask=None)


def run(options: argparse.Namespace) -> int:
    """Play until it is clear: 0 to promote, 1 to reject or when it stays open."""
    if options.pairs > _MOST_PAIRS:
        raise UsageError(f"--pairs: {options.pairs} are more than {_MOST_PAIRS}")
    try:
        hypotheses = Hypotheses(options.elo0, options.elo1, options.alpha, options.beta)
        openings = Openings(options.openings, options.seed)
    except ValueError as error:
        raise UsageError(str(error)) from error
    planned = _planned(options, openings)
    console = report.console_for(as_json=False)
    folder = build() / "evaluate" / f"{planned.names[0]}-{options.pool.resolve().name}"

    def is_over(ledger: Ledger) -> bool:
        course = course_of(ledger, hypotheses)
        return course.decision is not Decision.OPEN or course.pairs >= options.pairs

    try:
        with opened(folder, options.fresh) as journal:
            place = folder / "play"
            tournament.clear(place)
            ledger = tournament.begin(planned, journal, place)
            tournament.write_missing(journal, ledger)
            if not ledger.finished:
                tell_failed_first_calls(planned, journal, place)
            with crew_of(options) as crew, console_module.telling(console, ledger) as tell:
                tournament.run(planned, journal, ledger, crew, str(place), tell, is_over)
    except KeyboardInterrupt:
        report.complain("interrupted; the same command goes on with what is finished")
        return _INTERRUPTED
    except (HarnessError, OSError) as error:
        report.complain(f"{error}; all finished matches are kept")
        return 2
    course = course_of(ledger, hypotheses)
    for line in lines(ledger, hypotheses, course):
        console.print(line, soft_wrap=True, markup=False)
    return _STATUS[course.decision]


def _planned(options: argparse.Namespace, openings: Openings) -> Tournament:
    folders = entered_bots([options.new, options.pool])
    bots = tuple(folders)
    if next(iter(folders.values())).resolve() != options.new.resolve():
        raise UsageError(f"{options.new}: it is not the folder of one bot")
    cycles = -(-_MOST_PAIRS // (len(bots) - 1))
    return Tournament(
        bots=bots,
        folders={bot.name: folder for bot, folder in folders.items()},
        schedule=Gauntlet(len(bots), 0, cycles),
        caller=partial(BotCaller),
        limits=CallLimits(seconds=options.seconds),
        openings=openings,
        nought=options.nought,
    )


def course_of(ledger: Ledger, hypotheses: Hypotheses) -> Course:
    """The test over all pairs of the new bot up to the first that is not finished.

    A pair with a bot of the pool that is disqualified counts for nobody. A new bot that is
    disqualified loses all.
    """
    return follow(hypotheses, pair_totals(ledger))


def pair_totals(ledger: Ledger) -> list[float]:
    """What the new bot, the first of the list, scored in each pair, in their order."""
    if 0 in ledger.out:
        return [0.0] * _MOST_PAIRS
    totals = []
    for first, second in zip(ledger.pairings[::2], ledger.pairings[1::2], strict=True):
        if first.o in ledger.out:
            continue
        if not {first.number, second.number} <= ledger.finished.keys():
            break
        scores = [ledger.finished[pairing.number].score for pairing in (first, second)]
        totals += pair_sums(scores, ledger.names[0], ledger.names[first.o])
    return totals


def lines(ledger: Ledger, hypotheses: Hypotheses, course: Course) -> list[str]:
    """What the test says, and the figures: pairs in all, and by opponent."""
    new = report.printable(ledger.names[0])
    low, high = hypotheses.bounds
    said = {
        Decision.STRONGER: f"{hypotheses.elo1:+g} Elo rather than {hypotheses.elo0:+g}",
        Decision.NOT_STRONGER: f"{hypotheses.elo0:+g} Elo rather than {hypotheses.elo1:+g}",
        Decision.OPEN: "neither is clear after all pairs: --pairs N plays more",
    }[course.decision]
    if 0 in ledger.out:
        said = f"it is disqualified: it reached for {', '.join(ledger.out[0])}"
    counts = ", ".join(f"{n} of {total:g}" for n, total in zip(course.counts, SUMS, strict=True))
    return [
        f"{_SAYS[course.decision]} {new}: {report.printable(said)}",
        f"{course.pairs} pairs by what {new} scored in them: {counts}; log likelihood ratio "
        f"{course.ratio:+.2f}, bounds {low:.2f} and {high:.2f}",
        *(_against(ledger, bot) for bot in range(1, len(ledger.names))),
    ]


def _against(ledger: Ledger, opponent: int) -> str:
    scores = [
        finished.score
        for _, finished in sorted(ledger.finished.items())
        if opponent in finished.pairing[1:]
    ]
    name, new = (ledger.names[bot] for bot in (opponent, 0))
    if opponent in ledger.out:
        return f"  against {report.printable(name)}: disqualified, its matches count for nobody"
    won, lost = (sum(score.share(bot) == 1 for score in scores) for bot in (new, name))
    return (
        f"  against {report.printable(name)}: {won} won, {len(scores) - won - lost} undecided, "
        f"{lost} lost"
    )
