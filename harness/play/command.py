"""`golfproof play`: drawn in place where that can be done, else plain text."""

import argparse
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final

from harness.challenges import CHALLENGES, challenge_named
from harness.commands.verify import named_entries
from harness.extras import missing_of
from harness.interrupts import quiet_interrupt
from harness.places import ROOT, command_name
from harness.verdict import UsageError
from reference.streams import INTERRUPTED

if TYPE_CHECKING:
    from harness.play.games import Choice, Game

PLAIN: Final = ("dumb", "unknown", "")


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of `play`."""
    parser.description = (
        "Play the three games: against the reference players, a golfed script (mu_torere/strict) "
        f"or any command ({command_name()} play mu_torere -- ruby my.rb). Without a name: a menu. "
        "u takes back, h hints, s changes sides, n begins again, ? helps and q quits: keys where "
        "the terminal can draw, lines where it cannot. --plain is plain text; of Mu Torere and "
        "MENACE the format of the golfed programs."
    )
    parser.add_argument("what", nargs="?", metavar="NAME", help="a challenge, or challenge/entry")
    known = "--champion, --second, --plain, --no-mouse, --forget, --seed N, --boxes FILE; how a "
    known += "command of yours prints and reads (as for verify); the rest goes to the player"
    parser.add_argument("options", nargs=argparse.REMAINDER, metavar="OPTION", help=known)
    # What the parser leaves over stood before the name, and is among the words that `run` reads.
    parser.set_defaults(run=run, take_rest=lambda left, options: None)


def run(options: argparse.Namespace) -> int:
    """Play; the exit status."""
    try:
        with quiet_interrupt():
            return _run(options)
    except KeyboardInterrupt:  # Ctrl-C before the screen is drawn: nothing is lost, nothing said
        return INTERRUPTED


def _run(options: argparse.Namespace) -> int:
    own = options.own_command is not None
    words = options.words[1:]
    what = words.pop(0) if words and not words[0].startswith("-") else None
    drawn, rest = _drawn_options(what, words, own)
    if what is None and rest and not rest[0].startswith("-"):
        what = rest[0]
        words.remove(what)
        drawn, rest = _drawn_options(what, words, own)
    if what is None and not own and (drawn.champion or drawn.second):
        what = "meta_tic_tac_toe"
    if rest and what is None:
        raise UsageError(f"unrecognized arguments: {' '.join(rest)}; see {command_name()} play -h")
    if own:
        if what is None:
            raise UsageError(f"name the challenge before --: one of {', '.join(CHALLENGES)}")
        return _play(drawn, _own_game(what, options.own_command, drawn, rest))
    if what is None:
        return _plain_menu(drawn) if drawn.plain or not can_draw() else _draw(drawn, None)
    if rest or (drawn.plain and what != "meta_tic_tac_toe"):
        return _reference(what, words)
    return _play(drawn, _game(what, drawn))


def _play(drawn: argparse.Namespace, game: "Game") -> int:
    if can_draw() and not drawn.plain:
        return _draw(drawn, game)
    from harness.play import plain

    signal.signal(signal.SIGINT, signal.default_int_handler)  # the table says goodbye
    return plain.play(game)


def can_draw() -> bool:
    """Whether this is a terminal to draw on, and the library is there."""
    terminal = sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()
    return terminal and os.environ.get("TERM", "") not in PLAIN and not missing_of(["textual"])


def _drawn_options(
    what: str | None, words: list[str], own: bool
) -> tuple[argparse.Namespace, list[str]]:
    """The options of a drawn game, and the words that are none of them."""
    from harness.play import own as own_program

    parser = own_program.OptionParser(add_help=False, allow_abbrev=False)
    parser.add_argument("--plain", action="store_true")
    parser.add_argument("--champion", action="store_true")
    parser.add_argument("--second", action="store_true")
    parser.add_argument("--no-mouse", action="store_true")
    parser.add_argument("--forget", action="store_true")
    parser.add_argument("--seed", type=int)
    parser.add_argument("--boxes", type=Path)
    if own and what is not None and what in CHALLENGES:
        own_program.add_form_options(parser, what)
    return parser.parse_known_args(words)


def _own_game(what: str, command: list[str], drawn: argparse.Namespace, rest: list[str]) -> "Game":
    from harness.play import own

    own.refuse_unknown(rest)
    return own.own_game(challenge_named(what).name, drawn, command)


def _game(what: str, drawn: argparse.Namespace) -> "Game":
    if "/" in what or what not in CHALLENGES:
        from harness.play import own

        return own.entry_game(own.the_only(named_entries([what]), what))
    return _makers(drawn)[what]()


def _makers(drawn: argparse.Namespace) -> Mapping[str, Callable[[], "Game"]]:
    """The games against the reference players."""
    from harness.play.menace import MenaceGame, Workshop
    from harness.play.meta_tic_tac_toe import BOTS, MetaGame
    from harness.play.mu_torere import MuTorereGame
    from reference.menace.play import default_path
    from reference.menace.store import StoreError

    def menace() -> "Game":
        path = None if drawn.forget else drawn.boxes or default_path()
        try:
            return MenaceGame(Workshop.opened(path, Random(drawn.seed)))
        except StoreError as error:
            raise UsageError(str(error)) from error

    def meta() -> "Game":
        name = "the champion" if drawn.champion else "depthBot"
        return MetaGame(name, BOTS[name], "O" if drawn.second else "X")

    return {"mu_torere": MuTorereGame, "menace": menace, "meta_tic_tac_toe": meta}


def _choices(drawn: argparse.Namespace) -> list["Choice"]:
    """What both menus offer."""
    from harness.play import own
    from harness.play.games import Choice
    from harness.play.meta_tic_tac_toe import BOTS, MetaGame

    makers = _makers(drawn)
    choices = [
        Choice("Mu Torere", "against the perfect player", makers["mu_torere"]),
        Choice("MENACE", "304 matchboxes that learn from you", makers["menace"]),
        Choice("Meta tic-tac-toe", "against depthBot", makers["meta_tic_tac_toe"]),
        Choice(
            "Meta tic-tac-toe, champion",
            "against the champion, a second a move",
            lambda: MetaGame("the champion", BOTS["the champion"]),
        ),
        Choice("A program of your own", "type the command that runs it", None),
    ]
    for entry in named_entries([]):
        if entry.source is not None:
            about = f"a golfed script of {entry.source_bytes} bytes"
            choices.append(Choice(entry.name, about, partial(own.entry_game, entry)))
    return choices


def _draw(drawn: argparse.Namespace, game: "Game | None") -> int:
    from harness.play.app import PlayApp

    signal.signal(signal.SIGINT, signal.default_int_handler)
    PlayApp(_choices(drawn), game).run(mouse=not drawn.no_mouse)
    return 0


def _plain_menu(drawn: argparse.Namespace) -> int:
    from harness.play import plain_menu

    signal.signal(signal.SIGINT, signal.default_int_handler)  # the menu says goodbye
    return plain_menu.play(_choices(drawn))


def _reference(what: str, words: list[str]) -> int:
    """What only the reference player understands, such as the golfed programs' own format."""
    if "/" in what:
        (entry,) = named_entries([what])
        print(f"{entry.name}: {entry.about}; {entry.program.shown}", file=sys.stderr)
        return subprocess.run([*entry.program.argv, *words], cwd=ROOT).returncode
    player = challenge_named(what)
    signal.signal(signal.SIGINT, signal.default_int_handler)  # the player says goodbye
    return player.play([word for word in words if word != "--no-mouse"])
