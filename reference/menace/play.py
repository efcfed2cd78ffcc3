"""Play noughts and crosses against MENACE, which plays X, goes first, and learns.

At a terminal it shows the box that each move is drawn from, and keeps its boxes in a file, so that
it goes on learning from day to day. With --plain it speaks the challenge's own format.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Final

from reference.menace.machine import Machine
from reference.menace.plain import PlainPerson, Streams, play_plain
from reference.menace.rulesets import CHALLENGE, Ruleset, WhenEmpty
from reference.menace.store import MachineFile, Saved, StoreError
from reference.streams import standard_input
from reference.tic_tac_toe import EMPTY, Mark

DONE: Final = 0
BROKEN_OFF: Final = 1
USAGE: Final = 2

REFILLS: Final = {"keep-three": WhenEmpty.KEEP_THREE, "keep-two": WhenEmpty.KEEP_TWO}


class Keeper:
    """A machine, its history, and the file that both are kept in after every game, if any."""

    def __init__(self, file: MachineFile | None, fresh: Machine) -> None:
        """Take the machine from the file, or the fresh one when there is none yet."""
        saved = file.load() if file else None
        self._file = file
        self.is_new = saved is None
        self.machine = saved.machine() if saved else fresh
        self.history = saved.history if saved else ""

    def after_game(self, won_by: Mark | None) -> None:
        """Keep what was learned."""
        self.history += won_by or EMPTY
        if self._file:
            self._file.save(Saved.of(self.machine, self.history))


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, and return the exit status: 0 done, 1 broken off (only with --plain), 2 cannot play."""
    options = _parser().parse_args(arguments)
    rng = Random(options.seed)
    path = options.boxes or (None if options.plain or options.forget else default_path())
    try:
        with ExitStack() as stack:
            file = stack.enter_context(MachineFile(path)) if path else None
            keeper = Keeper(file, Machine.fresh(rng, ruleset_of(options)))
            play = _plain if options.plain else _friendly
            return play(keeper, rng, path)
    except StoreError as error:
        print(error, file=sys.stderr)
        return USAGE


def default_path() -> Path:
    """Where the boxes are kept unless told otherwise: the user's own data folder."""
    data = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
    return Path(data).expanduser() / "golfproof" / "menace.json"


def ruleset_of(options: argparse.Namespace) -> Ruleset:
    """The challenge's rules with the options' starting beads and reading of the refill."""
    return replace(CHALLENGE, start=options.beads, when_empty=REFILLS[options.refill])


def _plain(keeper: Keeper, rng: Random, path: Path | None) -> int:
    person = PlainPerson(Streams(standard_input(), sys.stdout, sys.stderr))
    try:
        try:
            games = person.read_number_of_games()
        except ValueError as error:
            print(error, file=sys.stderr)
            return USAGE
        play_plain(person, games, keeper.machine, rng, keeper.after_game)
    except EOFError:
        print("the input ended before the games did", file=sys.stderr)
        return BROKEN_OFF
    except KeyboardInterrupt:
        return BROKEN_OFF
    return DONE


def _friendly(keeper: Keeper, rng: Random, path: Path | None) -> int:
    # Imported here so that the plain format, which is timed, starts without it.
    from rich.console import Console

    from reference.menace.view import FriendlyPerson, Leave, history_line, play_friendly

    sys.stdin = standard_input()  # which the console reads
    console = Console(highlight=False)
    person = FriendlyPerson(keeper.machine, keeper.history, console)
    if keeper.is_new:
        console.print("A new MENACE: its beads are random, and it knows nothing yet.")
    else:
        console.print(history_line(keeper.history))
    try:
        play_friendly(person, keeper.machine, rng, keeper.after_game)
    except (Leave, EOFError, KeyboardInterrupt):
        kept = f"The boxes are kept in {path}." if path else "Nothing is kept."
        console.print(f"\nGoodbye. A game not played to its end teaches nothing. {kept}")
    return DONE


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m reference.menace.play", description=__doc__)
    parser.add_argument("--plain", action="store_true", help="the challenge's own format")
    parser.add_argument("--seed", type=int, help="make chance repeatable")
    keeping = parser.add_mutually_exclusive_group()
    keeping.add_argument(
        "--boxes", type=Path, metavar="FILE", help="where the boxes are kept (plain: nowhere)"
    )
    keeping.add_argument("--forget", action="store_true", help="a new machine, kept nowhere")
    parser.add_argument(
        "--refill",
        choices=sorted(REFILLS),
        default="keep-three",
        help="what stays of the three beads that an emptied box gets (default: %(default)s)",
    )
    parser.add_argument(
        "--beads",
        type=_beads,
        default=CHALLENGE.start,
        metavar="A,B,C,D",
        help="starting beads for each empty square, by MENACE's move (default: 4,3,2,1)",
    )
    return parser


def _beads(text: str) -> tuple[int, int, int, int]:
    numbers = [int(number) for number in text.split(",")]
    if len(numbers) != 4 or min(numbers) < 1:
        raise argparse.ArgumentTypeError("four numbers, each at least 1, are wanted")
    return (numbers[0], numbers[1], numbers[2], numbers[3])


if __name__ == "__main__":
    sys.exit(main())
