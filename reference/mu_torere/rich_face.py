"""The face with colours, where the terminal has them; plain text into a pipe."""

from typing import TextIO

from rich.console import Console
from rich.text import Text

from reference.mu_torere.picture import ASCII, UNICODE, picture, stone
from reference.mu_torere.rules import BLACK, EMPTY, WHITE, Node, Position


class RichFace:
    """Pictures, courtesy and answers, all on one stream."""

    def __init__(self, stream: TextIO) -> None:
        self._console = Console(file=stream, highlight=False)
        self._glyphs = ASCII if self._console.options.ascii_only else UNICODE

    def show(self, position: Position, last_move: tuple[Node, Node] | None) -> None:
        """Print the board with the last move highlighted; before the first move, the legend too."""
        self._console.print()
        self._console.print(picture(position.placement, last_move, self._glyphs))
        if last_move is None:
            legend = {BLACK: "you (black)", WHITE: "I (white)", EMPTY: "the empty node"}
            words = [stone(symbol, self._glyphs) + f" {who}" for symbol, who in legend.items()]
            self._console.print(Text("\n") + Text("   ").join(words))

    def ask(self) -> None:
        """Print a prompt and leave the cursor behind it."""
        self._console.print("\nYour move (1-9, ? for help): ", end="", style="bold", markup=False)

    def answer(self, message: str) -> None:
        """Print the message so that it stands out."""
        self._console.print(message, style="magenta", markup=False)

    def remark(self, message: str) -> None:
        """Print the message."""
        self._console.print(message, markup=False)
