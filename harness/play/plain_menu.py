"""The menu in plain text: numbers instead of arrows, for a pipe or a dumb terminal."""

from collections.abc import Callable, Sequence
from typing import Final, TextIO

from harness.places import command_name
from harness.play.games import Choice, Game
from harness.play.own import EXAMPLES, TITLES, typed_game
from harness.play.plain import GOODBYE, Lines, PlainTable, streams
from harness.verdict import HarnessError, UsageError
from reference.menace.store import StoreError
from reference.streams import INTERRUPTED

_LEAVE: Final = ("q", "quit")


class PlainMenu:
    """The menu, and the questions that it asks for a program of one's own."""

    def __init__(self, choices: Sequence[Choice], typed: TextIO, shown: TextIO) -> None:
        self._choices, self._streams = choices, (typed, shown)
        self._lines = Lines(typed, shown)

    def run(self) -> None:
        """Offer and play until the person leaves or the lines end."""
        own = f"{command_name()} play mu_torere -- ruby my.rb"
        self._lines.say(f"A game is drawn in place on a terminal; here it is plain text. {own} "
                        "plays yours without this menu.")  # fmt: skip
        offered = [f"{choice.name:<30}{choice.about}" for choice in self._choices]
        while (number := self._number("Which game", offered)) is not None:
            make = self._choices[number].make or self._own()
            if make is not None:
                self._play(make)

    def _own(self) -> Callable[[], Game] | None:
        """What makes the game against a program of one's own; None when the person leaves."""
        number = self._number("Which game does your program play", list(TITLES.values()))
        if number is None:
            return None
        challenge = list(TITLES)[number]
        line = self._lines.ask(f"The command that runs it ({EXAMPLES[challenge]}): ")
        return None if line is None or line in _LEAVE else lambda: typed_game(challenge, line)

    def _number(self, question: str, offered: Sequence[str]) -> int | None:
        """The number of what is chosen, from 0; None when the person leaves."""
        self._lines.say("")
        for number, shown in enumerate(offered, 1):
            self._lines.say(f"{number:>2}  {shown}")
        while (
            word := self._lines.ask(f"{question} (1 to {len(offered)}, q leaves)? ")
        ) is not None:
            if word in _LEAVE:
                return None
            if word.isascii() and word.isdecimal() and 1 <= int(word) <= len(offered):
                return int(word) - 1
            self._lines.say(f"Please type a number from 1 to {len(offered)}, or q.")
        return None

    def _play(self, make: Callable[[], Game]) -> None:
        """Play one game; what cannot be played is said, and the menu goes on."""
        game = None
        try:
            game = make()
            PlainTable(game, *self._streams).play(farewell="")
        except (UsageError, HarnessError, StoreError, OSError, ValueError) as error:
            self._lines.say(str(error))
        finally:
            if game is not None:
                game.close()


def play(choices: Sequence[Choice]) -> int:
    """Play on the standard streams; the exit status is 0, or 130 after Ctrl-C."""
    typed, shown = streams()
    lines = Lines(typed, shown)
    try:
        PlainMenu(choices, typed, shown).run()
    except KeyboardInterrupt:
        lines.say(f"\n{GOODBYE}")
        return INTERRUPTED
    lines.say(GOODBYE)
    return 0
