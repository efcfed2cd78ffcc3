"""The command line: which command was asked for, and what its exit status is."""

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Final, NamedTuple, NoReturn

from harness import __version__, places
from harness.interrupts import Terminated, quiet_interrupt
from harness.messages import complain, shortened
from harness.verdict import HarnessError, UsageError
from reference.streams import INTERRUPTED, TERMINATED, UNREAD

_PATH_AT_MOST: Final = 200  # characters of one that is shown

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


class Command(NamedTuple):
    """A command, and the function that adds its options to its parser.

    The function's module is imported only when the command is named: all of them together take
    longer than most commands do. The parser's default `words` are the words typed, and the
    function sets the default `run`, which takes the options and gives the exit status; a command
    that may take words which its parser leaves over sets `take_rest` as well.
    """

    name: str
    help: str
    module: str
    function: str = "add_options"


COMMANDS: Final = (
    Command("verify", "play a program and judge it, line by line", "harness.commands.verify"),
    Command("replay", "judge transcripts again, without the program", "harness.commands.replay"),
    Command("explain", "print a clause of a challenge", "harness.commands.explain"),
    Command("bytes", "print the size of every golfed script", "harness.commands.sizes"),
    Command("play", "play against a reference player or a script", "harness.play.command"),
    Command(
        "tournament",
        "play bots of meta tic-tac-toe against one another",
        "harness.tournament.command",
    ),
    Command(
        "evaluate", "tell whether a new bot is stronger than a pool", "harness.tournament.evaluate"
    ),
    # For people: to look, to teach, to bring a program of one's own.
    Command("kit", "write a physical MENACE as a PDF to print", "harness.kit.command"),
    Command("curves", "draw how MENACE learns, as pictures", "harness.commands.curves"),
    Command("site", "write one page to look at all of it", "harness.site.command"),
    Command("new", "begin a program of your own in a folder", "harness.starters.command"),
    Command("doctor", "what this machine has, and what it adds", "harness.doctor"),
    # For golfers.
    Command("pack", "pack a Python program, and search for the best", "harness.golf.pack_command"),
    Command("shave", "try every small way to shorten a program", "harness.golf.shave_command"),
    Command(
        "certificate",
        "check a certificate of shave",
        "harness.golf.shave_command",
        "add_certificate_options",
    ),
    Command(
        "formula",
        "find the shortest expressions with wanted values",
        "harness.golf.formula_command",
    ),
    Command(
        "score",
        "count the faults of a policy or a signature, in process",
        "harness.golf.score_command",
    ),
    Command(
        "scoreboard",
        "write the READMEs' tables of sizes",
        "harness.commands.sizes",
        "add_scoreboard_options",
    ),
)


class Parser(argparse.ArgumentParser):
    """A parser that complains in one line."""

    def error(self, message: str) -> NoReturn:
        """Exit with status 2 and one line on standard error."""
        complain(f"{message}; see {self.prog} --help")
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
        _check_folder()
        if chosen.build is not None:
            places.set_build(chosen.build)
        with quiet_interrupt():  # while the modules of the command are imported
            parser = parser_for(words)
        if not words and own_command is None:
            parser.print_help(sys.stderr)
            return 2
        options, left = parser.parse_known_args(words)
        options.own_command = own_command
        if left:
            options.take_rest(left, options)
        status = int(options.run(options))
        sys.stdout.flush()
        return status
    except UsageError as error:
        complain(str(error))
        return 2
    except HarnessError as error:
        complain(f"golfproof itself failed, which is no verdict on any program: {error}")
        return 2
    except KeyboardInterrupt as error:
        ended = isinstance(error, Terminated)
        complain(
            f"{'ended by SIGTERM' if ended else 'interrupted'}; finished results are kept, and "
            "verify --resume goes on from them"
        )
        return TERMINATED if ended else INTERRUPTED
    except BrokenPipeError:
        # Nobody reads any more; what is left would fail at the exit, and Python complain of that.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.stderr.close()
        return UNREAD
    except OSError as error:
        if not isinstance(error.filename, str):
            raise
        elsewhere = "; --build FOLDER writes elsewhere" if places.is_in_build(error) else ""
        complain(f"{shortened(error.filename, _PATH_AT_MOST)}: {error.strerror}{elsewhere}")
        return 2


def _check_folder() -> None:
    try:
        Path.cwd()
    except OSError as error:
        raise UsageError(f"the current folder cannot be used: {error.strerror}") from error


def parser_for(words: Sequence[str]) -> argparse.ArgumentParser:
    """The parser of these words; of all commands it knows the names, of one that they name all."""
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
    named = next((word for word in words if not word.startswith("-")), None)
    for command in COMMANDS:
        own = commands.add_parser(command.name, help=command.help)
        own.set_defaults(words=words, command=command.name, take_rest=_refuse)
        if command.name == named:
            getattr(import_module(command.module), command.function)(own)
    return parser


def _refuse(left: Sequence[str], options: argparse.Namespace) -> None:
    """Raises UsageError, which names the words that the parser of a command left over."""
    command = f"{places.command_name()} {options.command}"
    raise UsageError(f"unrecognized arguments: {' '.join(left)}; see {command} --help")
