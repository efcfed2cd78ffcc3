"""The command line: which command was asked for, and what its exit status is."""

import argparse
import os
import sys
from collections.abc import Sequence
from typing import Final, NoReturn

from harness import __version__, for_people, places, report
from harness.commands import explain, replay, sizes, verify
from harness.golf import command as golf
from harness.play import command as play
from harness.tournament import command as tournament
from harness.tournament import evaluate
from harness.verdict import HarnessError, UsageError
from reference.streams import INTERRUPTED

DESCRIPTION: Final = """\
Prove golfed programs right, or find out what is wrong with them.

  {0} verify                             everything in solutions/ and reference/
  {0} verify mu_torere/strict            one entry of a manifest
  {0} verify mu_torere -- ruby my.rb     your own program, in any language
  {0} explain mu_torere/perfect          what a clause asks for
  {0} replay build/transcripts/mu_torere/strict    judge again, without the program
  {0} tournament FOLDER                  play bots against one another, and go on with it
  {0} evaluate NEW --pool FOLDER         whether a new bot is stronger than a pool
  {0} bytes                              how long every golfed script is
  {0} play mu_torere                     play against the reference player

Results are written to build/ in the current folder; --build FOLDER, before any --, names another.
Exit status: 0 accepted, 1 rejected or inconclusive, 2 wrong usage or a failure of the judge.
"""


class Parser(argparse.ArgumentParser):
    """A parser that complains in one line."""

    def error(self, message: str) -> NoReturn:
        """Exit with status 2 and one line on standard error."""
        report.complain(f"{message}; see {self.prog} --help")
        sys.exit(2)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command: 0 accepted, 1 rejected or inconclusive, 2 usage or judge error."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    cut = words.index("--") if "--" in words else len(words)
    own_command = words[cut + 1 :] if cut < len(words) else None
    first = Parser(add_help=False, allow_abbrev=False, prog=places.command_name())
    first.add_argument("--build", metavar="FOLDER")
    chosen, words = first.parse_known_args(words[:cut])
    try:
        if chosen.build is not None:
            places.set_build(chosen.build)
        parser = parser_for(words)
        if not words and own_command is None:
            parser.print_help(sys.stderr)
            return 2
        options, left = parser.parse_known_args(words)
        options.own_command, options.words = own_command, words
        if left and options.run is verify.run:
            verify.accept(left, words, options)
        elif left and options.run is not play.run:  # which takes options before a name as well
            command = f"{places.command_name()} {words[0]}"
            raise UsageError(f"unrecognized arguments: {' '.join(left)}; see {command} --help")
        status = int(options.run(options))
        sys.stdout.flush()
        return status
    except UsageError as error:
        report.complain(str(error))
        return 2
    except HarnessError as error:
        report.complain(f"golfproof itself failed, which is no verdict on any program: {error}")
        return 2
    except KeyboardInterrupt:
        report.complain(
            "interrupted; finished results are kept, and verify --resume goes on from them"
        )
        return INTERRUPTED
    except BrokenPipeError:
        # Nobody reads any more; what is left would fail at the exit, and Python complain of that.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.stderr.close()
        return INTERRUPTED
    except OSError as error:
        if not places.is_in_build(error):
            raise
        report.complain(f"{error.filename}: {error.strerror}; --build FOLDER writes elsewhere")
        return 2


def parser_for(words: Sequence[str]) -> argparse.ArgumentParser:
    """The parser of these words, whose challenge decides which options `verify` has."""
    name = places.command_name()
    parser = Parser(
        prog=name,
        description=DESCRIPTION.format(name),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument(
        "--version",
        action="version",
        version=f"golfproof {__version__}",
        help="print the version and stop",
    )
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    verify.add_options(
        commands.add_parser("verify", help="play a program and judge it, line by line"), words
    )
    replay.add_options(
        commands.add_parser("replay", help="judge transcripts again, without the program")
    )
    explain.add_options(commands.add_parser("explain", help="print a clause of a challenge"))
    sizes.add_bytes_options(
        commands.add_parser("bytes", help="print the size of every golfed script")
    )
    play.add_options(
        commands.add_parser("play", help="play against a reference player or a script")
    )
    tournament.add_options(
        commands.add_parser("tournament", help="play bots of meta tic-tac-toe against one another")
    )
    evaluate.add_options(
        commands.add_parser("evaluate", help="tell whether a new bot is stronger than a pool")
    )
    for_people.add_commands(commands)
    golf.add_commands(commands)
    board = commands.add_parser("scoreboard", help="write the READMEs' tables of sizes")
    board.set_defaults(run=sizes.run_scoreboard)
    return parser
