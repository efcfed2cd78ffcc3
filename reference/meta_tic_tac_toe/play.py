"""Play meta tic-tac-toe against depthBot, the best of the challenge's field, or the champion.

Nine boards make one. Three in a row wins a board, three boards in a row win the
match. The tile that is played names the board that the other side plays in next;
if that board is won or full, any other will do. Type two digits, the board and
the tile, both 0-8 row by row: 44 is the centre of the centre. Where only one
board may be played in, its tile alone is enough. Type ? for your legal moves,
q to leave.
"""

import argparse
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, TextIO, TypeAlias

from rich.console import Console

from reference.meta_tic_tac_toe.bots.depthBot.bot import choose
from reference.meta_tic_tac_toe.picture import ASCII, UNICODE, picture
from reference.meta_tic_tac_toe.rules import (
    SIZE,
    START,
    UNDECIDED,
    Move,
    State,
    apply,
    explain_illegal,
    is_terminal,
    legal_moves,
    outcome,
    target,
)
from reference.meta_tic_tac_toe.wire import format_move, format_state, parse_move
from reference.streams import standard_input, status_of
from reference.tic_tac_toe import Mark

CHAMPION: Final = Path(__file__).parent / "bots" / "champion" / "bot.py"
_GOODBYE: Final = "Goodbye, and thank you for the game."

Reply: TypeAlias = Callable[[State], Move]


class Table:
    """A match of a person and a bot on text streams: what is shown and what is typed."""

    def __init__(
        self, typed: TextIO, shown: TextIO, me: Mark, reply: Reply, name: str = "depthBot"
    ) -> None:
        self._typed, self._me, self._reply, self._name = typed, me, reply, name
        self._console = Console(file=shown, highlight=False, markup=False, emoji=False)
        self._glyphs = ASCII if self._console.options.ascii_only else UNICODE

    def play(self) -> None:
        """One match, until it is over, given up or the lines end."""
        state = START
        _, _, rules = (__doc__ or "").partition("\n")
        self.say(f"Play meta tic-tac-toe against {self._name}.\n{rules}")
        while not is_terminal(state):
            if state.to_move == self._me:
                self._show(state)
                move = self._read_move(state)
                if move is None:
                    self.say(_GOODBYE)
                    return
            else:
                move = self._reply(state)
                self.say(f"{self._name} plays {format_move(move)}.")
            state = apply(state, move)
        self._show(state)
        self.say(self._result(state))

    def say(self, message: str, style: str = "") -> None:
        """Print a message."""
        self._console.print(message, style=style)

    def _show(self, state: State) -> None:
        self._console.print()
        self._console.print(picture(state, self._glyphs, legal=state.to_move == self._me))

    def _read_move(self, state: State) -> Move | None:
        """The person's next legal move, however often he has to be asked; None when he leaves."""
        while True:
            due = target(state)
            where = "any board with a heavy frame" if due is None else f"board {due}"
            prompt = f"\nYou are {self._me}, in {where} (two digits, ? for help): "
            self._console.print(prompt, end="", style="bold")
            line = self._typed.readline()
            word = line.strip()
            if not line:
                self.say("")  # the goodbye is not to stand in the line of the prompt
                return None
            if word in ("q", "quit"):
                return None
            if word == "?":
                moves = " ".join(map(format_move, legal_moves(state)))
                self.say(f"You may play {moves}", "magenta")
                continue
            try:
                move = parse_move(f"{due}{word}" if due is not None and len(word) == 1 else word)
            except ValueError:
                message = "Please type two digits from 0 to 8: the board, then the tile in it."
                self.say(message, "magenta")
                continue
            reason = explain_illegal(state, move)
            if reason is None:
                return move
            self.say(f"{reason[0].upper()}{reason[1:]}.", "magenta")

    def _result(self, state: State) -> str:
        end = outcome(state)
        if end == UNDECIDED:
            return "No board is left and nobody has three in a row: undecided. Thank you."
        return "You have won!" if end == self._me else f"{self._name} has won. Thank you."


def depth_bot(state: State) -> Move:
    """The move of depthBot."""
    board, tile = choose(format_state(state))
    return SIZE * board + tile


def champion(state: State) -> Move:
    """The move of the champion, which is a process for each, as in the arena."""
    command = [sys.executable, str(CHAMPION), *format_state(state)]
    # In a session of its own Ctrl-C does not reach it: it is ended with the program that asks.
    return parse_move(subprocess.check_output(command, text=True, start_new_session=True))


def main(arguments: Sequence[str] | None = None) -> int:
    """Play on the standard streams; the exit status is 0, or 130 after Ctrl-C."""
    parser = argparse.ArgumentParser(
        prog="python -m reference.meta_tic_tac_toe.play",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--second", action="store_true", help="play O: the bot moves first")
    parser.add_argument(
        "--champion", action="store_true", help="play the champion, which thinks for a second"
    )
    options = parser.parse_args(arguments)
    name = "the champion" if options.champion else "depthBot"
    reply = champion if options.champion else depth_bot
    table = Table(standard_input(), sys.stdout, "O" if options.second else "X", reply, name)
    return status_of(table.play, lambda: table.say(f"\n{_GOODBYE}"))


if __name__ == "__main__":
    sys.exit(main())
