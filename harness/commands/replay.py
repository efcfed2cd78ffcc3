"""The command `replay`: judge transcripts and match files again, without the programs."""

import argparse
from pathlib import Path

from harness import option_types, report, syntax_warnings, transcript
from harness.challenges import challenge_named
from harness.tournament.show.replay import match_files, run_again
from harness.tournament.show.replay import replay as replay_matches
from harness.verdict import HarnessError, UsageError


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of `replay`."""
    kinds = "an interaction file, a match file, or a folder of either"
    parser.add_argument("paths", nargs="+", metavar="PATH", help=kinds)
    parser.add_argument(
        "--ply", type=option_types.count, help="show a match as it was after so many calls"
    )
    parser.add_argument(
        "--run",
        dest="runs_again",
        action="store_true",
        help="run again the call of a match that --ply names, with the data.txt that the bot "
        "had then",
    )
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Judge every path again and print what comes of it."""
    console = report.console_for(as_json=options.json)
    results = []
    paths = list(map(Path, options.paths))
    if options.runs_again:
        if options.ply is None or len(paths) != 1:
            raise UsageError("--run needs one match and --ply N, which names the call to run again")
        run_again(console, paths[0], options.ply)
        return 0
    if matches := [file for path in paths for file in match_files(path)]:
        replay_matches(console, matches, options.ply, options.json)
    for path in paths:
        if match_files(path):
            continue
        files = sorted(path.rglob("*.interaction")) if path.is_dir() else [path]
        if not files:
            raise UsageError(f"{path}: no interaction files in this folder")
        games = [transcript.load(file) for file in files]
        challenge = challenge_named(games[0].challenge)
        name = f"{challenge.name}/{path.resolve().stem}"
        try:
            result = challenge.judge_again(name, games)
        except HarnessError as error:  # golfproof never typed what is typed there
            raise UsageError(f"{path}: not transcripts of {challenge.name}: {error}") from error
        warnings = (game.exit.syntax_warnings for game in games)
        results.append(syntax_warnings.reported(result, warnings))
        report.print_result(console, challenge, results[-1])
    if options.json and results:
        print(report.to_json(results))
    return report.exit_status(results)
