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

from harness import report
from harness.messages import printable
from harness.meta_tic_tac_toe.bot import CallLimits
from harness.meta_tic_tac_toe.caller import BotCaller
from harness.option_types import add_number, positive
from harness.places import build
from harness.tournament.entering import FIELD, entered_bots, folder_name
from harness.tournament.hypotheses import add_hypotheses, figures, hypotheses_of
from harness.tournament.journal import Journal
from harness.tournament.ledger import Ledger
from harness.tournament.playing import add_match_options, openings_of, play
from harness.tournament.schedule import Gauntlet
from harness.tournament.sprt import Course, Decision, Hypotheses, follow, pair_sums
from harness.tournament.tournament import Tournament
from harness.verdict import UsageError

_STATUS: Final = {Decision.STRONGER: 0, Decision.NOT_STRONGER: 1, Decision.OPEN: 1}
_SAYS: Final = {
    Decision.STRONGER: "promote",
    Decision.NOT_STRONGER: "reject",
    Decision.OPEN: "open",
}
_MOST_PAIRS: Final = 2000


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of `evaluate`."""
    parser.description = __doc__
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("new", type=Path, metavar="NEW", help="the folder of the new bot")
    parser.add_argument(
        "--pool",
        type=Path,
        default=FIELD,
        metavar="FOLDER",
        help="the bots to compare it with: a folder as for golfproof tournament, or that of "
        "one bot; the new bot itself is left out (default: the challenge's four bots)",
    )
    parser.add_argument(
        "--name",
        help="the name of the folder in build/evaluate/ that keeps the matches (default: NEW-POOL)",
    )
    pairs = "stop after so many pairs of matches in all"
    add_number(parser, "--pairs", positive, 500, pairs)
    add_hypotheses(parser, "the new bot", Hypotheses(elo1=50))
    add_match_options(parser, plies=4)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Play until it is clear: 0 to promote, 1 to reject or when it stays open."""
    if options.pairs > _MOST_PAIRS:
        raise UsageError(f"--pairs: {options.pairs} are more than {_MOST_PAIRS}")
    hypotheses = hypotheses_of(options)
    planned = _planned(options)
    console = report.console_for(as_json=False)

    def is_over(ledger: Ledger) -> bool:
        course = course_of(ledger, hypotheses)
        return course.decision is not Decision.OPEN or course.pairs >= options.pairs

    def show(_: Journal, ledger: Ledger, __: float) -> int:
        course = course_of(ledger, hypotheses)
        for line in lines(ledger, hypotheses, course):
            console.print(line, soft_wrap=True, markup=False)
        return _STATUS[course.decision]

    name = folder_name(options.name, f"{planned.names[0]}-{options.pool.resolve().name}")
    folder = build() / "evaluate" / name
    return play(planned, folder, options, console, show, is_over, 2 * options.pairs)


def _planned(options: argparse.Namespace) -> Tournament:
    folders = entered_bots([options.new, options.pool], least=1)
    bots = tuple(folders)
    if next(iter(folders.values())).resolve() != options.new.resolve():
        own = next(iter(folders.values()))
        raise UsageError(f"{options.new}: it is a folder of bots: name one bot's own, as {own}")
    if len(bots) < 2:
        raise UsageError(f"{options.pool}: the pool has no other bot than {bots[0].name}")
    cycles = -(-_MOST_PAIRS // (len(bots) - 1))
    return Tournament(
        bots=bots,
        folders={bot.name: folder for bot, folder in folders.items()},
        schedule=Gauntlet(len(bots), 0, cycles),
        caller=partial(BotCaller),
        limits=CallLimits(seconds=options.seconds),
        openings=openings_of(options),
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
    """What the test says, and the figures: pairs in all, and by opponent.

    A new bot that is disqualified has no figures.
    """
    new = printable(ledger.names[0])
    if 0 in ledger.out:
        reached = printable(", ".join(ledger.out[0]))
        return [f"reject {new}: it is disqualified: it reached for {reached}"]
    if course.decision is Decision.OPEN and len(ledger.out) == len(ledger.names) - 1:
        unclear = "every bot of the pool is disqualified, so there is none to compare it with"
    else:
        unclear = "neither is clear after all pairs: --pairs N plays more"
    said = {
        Decision.STRONGER: f"{hypotheses.elo1:+g} Elo rather than {hypotheses.elo0:+g}",
        Decision.NOT_STRONGER: f"{hypotheses.elo0:+g} Elo rather than {hypotheses.elo1:+g}",
        Decision.OPEN: unclear,
    }[course.decision]
    return [
        f"{_SAYS[course.decision]} {new}: {said}",
        figures(course, hypotheses, ledger.names[0]),
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
        return f"  against {printable(name)}: disqualified, its matches count for nobody"
    won, lost = (sum(score.share(bot) == 1 for score in scores) for bot in (new, name))
    return (
        f"  against {printable(name)}: {won} won, {len(scores) - won - lost} undecided, {lost} lost"
    )
