"""Games in plain text, for a pipe or a terminal that cannot draw; keys are typed as words."""

import sys
from collections.abc import Callable, Mapping
from typing import Final, TextIO, cast

from rich.console import RenderableType
from rich.table import Table

from harness.play.games import HELP, Game, Refused, sentence
from harness.play.typed import typed_line
from harness.report import PipedConsole
from harness.verdict import HarnessError, UsageError
from reference.streams import INTERRUPTED, standard_input

WORDS: Final = "u undo, h hint, s side, n new, ? help, q quit"
_LONG: Final = {
    "undo": "u", "side": "s", "new": "n", "hint": "h", "help": "?", "quit": "q"
}  # fmt: skip
GOODBYE: Final = "Goodbye, and thank you for the game."


class Ascii:
    """A stream that prints the nearest ASCII characters in place of boxes and stones."""

    _NEAREST: Final = str.maketrans("●○·─│╲╱┼━┃╭╮╰╯┏┓┗┛", "bwo-|\\/+=H++++++++")

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self.encoding = stream.encoding

    def write(self, text: str) -> int:
        """Write what there is no character for as the nearest one."""
        known = text.translate(self._NEAREST).encode(self.encoding, "replace")
        return self._stream.write(known.decode(self.encoding))

    def flush(self) -> None:
        """Flush."""
        self._stream.flush()

    def isatty(self) -> bool:
        """Whether this is a terminal."""
        return self._stream.isatty()


def shows_boards(stream: TextIO) -> bool:
    """Whether the stream's encoding has the characters of boards."""
    try:
        "●─╲┏".encode(stream.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


class Lines:
    """Questions that are answered by lines: typed on a terminal, or sent by a pipe."""

    def __init__(self, typed: TextIO, shown: TextIO) -> None:
        self._typed = typed
        self._console = PipedConsole(file=shown, highlight=False, markup=False, emoji=False)

    def say(self, message: RenderableType) -> None:
        """Print a message or a picture."""
        self._console.print(message)

    def ask(self, prompt: str) -> str | None:
        """The line that answers the prompt, without blanks around it; None after the last line."""
        self._console.print(f"\n{prompt}", end="")
        line = typed_line(self._typed)
        if not line:
            self.say("")  # what follows is not to stand in the line of the prompt
            return None
        if not self._typed.isatty():
            self.say(line.rstrip("\n"))  # a terminal has shown what was typed
        return line.strip()


class PlainTable:
    """Where a person types lines and a game answers with text."""

    def __init__(self, game: Game, typed: TextIO, shown: TextIO) -> None:
        self._game, self._lines = game, Lines(typed, shown)
        self._words: Mapping[str, Callable[[], None]] = {
            "u": game.undo,
            "s": game.change_sides,
            "n": game.restart,
        }

    def play(self, farewell: str = GOODBYE) -> None:
        """Play until the person leaves or the lines end; the farewell comes last."""
        game = self._game
        against = f" against {game.rival}" if game.rival != game.title else ""
        self.say(f"{game.title}{against}. Each line is a move or a word: {WORDS}.")
        self._go_on()
        while (word := self._read()) is not None:
            if word == "?":
                self._help()
            elif word == "h":
                self._hint()
            elif word in self._words:
                self._do(self._words[word])
            else:
                self._move(word)
        if farewell:
            self.say(farewell)

    def say(self, message: RenderableType) -> None:
        """Print a message or a picture."""
        self._lines.say(message)

    def _read(self) -> str | None:
        """The next word; None when the person leaves."""
        game = self._game
        word = self._lines.ask(
            "n begins a new game: " if game.over else f"Your move ({self._moves()}): "
        )
        if word is None:
            return None
        word = _LONG.get(word, word)
        return None if word == "q" else word

    def _moves(self) -> str:
        game = self._game
        if game.digits == 1:
            return " ".join(map(game.name_of, game.legal()))
        return "two digits, ? shows which"

    def _move(self, word: str) -> None:
        game = self._game
        if game.over:
            self.say("The game is over.")
            return
        move = None
        if word.isascii() and word.isdecimal() and len(word) <= game.digits:
            move = game.move_of(word)
        if move is None:
            digits = "a digit" if game.digits == 1 else f"{game.digits} digits"
            self.say(f"Please type {digits}, or a word: {WORDS}.")
        elif move not in game.legal():
            self.say(game.explain(move))
        else:
            game.play(move)
            self._go_on()

    def _do(self, act: Callable[[], None]) -> None:
        try:
            act()
        except Refused as reason:
            self.say(str(reason))
            return
        self._go_on()

    def _go_on(self) -> None:
        """Let the rival move when it is its turn; show the board and what happened."""
        game = self._game
        while game.waiting:
            self.say(sentence(f"{game.rival} is thinking ..."))
            try:
                game.reply()
            except (HarnessError, OSError, ValueError) as error:
                raise UsageError(f"{game.rival} could not be asked: {error}") from error
        self.say("")
        self.say(game.picture(roomy=False))
        if game.over:
            self.say(game.aside())
        if game.news:
            self.say(sentence(game.news))

    def _hint(self) -> None:
        if self._game.over:
            self.say("The game is over.")
            return
        self.say(self._game.aside())
        try:
            self.say(self._game.hint())
        except (OSError, ValueError) as error:
            self.say(f"There is no hint: {error}")

    def _help(self) -> None:
        game = self._game
        self.say(" ".join(game.rules.split()))
        if game.legal():
            self.say(f"You may play {' '.join(map(game.name_of, game.legal()))}")
        keys = Table.grid(padding=(0, 2))
        for key, what in HELP[1:-1]:
            keys.add_row(key, what)
        keys.add_row("q", "leave")
        self.say(keys)


def streams() -> tuple[TextIO, TextIO]:
    """Where lines come from and where output goes, whatever the standard streams are."""
    said = sys.stdout if shows_boards(sys.stdout) else cast(TextIO, Ascii(sys.stdout))
    return standard_input(), said


def play(game: Game) -> int:
    """Play on the standard streams; the exit status is 0, or 130 after Ctrl-C."""
    table = PlainTable(game, *streams())
    try:
        table.play()
    except KeyboardInterrupt:
        table.say(f"\n{GOODBYE}")
        return INTERRUPTED
    finally:
        game.close()
    return 0
