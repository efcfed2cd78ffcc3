"""The challenge's own format, in which MENACE is a program under test like any other.

Read: the number of games; then a line for each move of the person. Written: `New game`; the board
after each move of either side, three lines of X, O and -; after each game the 304 boxes, a list of
lists. Nothing else goes to standard output; complaints go to standard error.
"""

from collections.abc import Callable
from random import Random
from typing import NamedTuple, TextIO

from reference.menace.game import play_game
from reference.menace.machine import Machine
from reference.menace.moves import MoveError, parse_move
from reference.tic_tac_toe import EMPTY_BOARD, Board, Mark, Square, drawing


class Streams(NamedTuple):
    """Where the person's lines come from, and where the program's go."""

    lines: TextIO
    out: TextIO
    err: TextIO


class PlainPerson:
    """The other side: asked through lines of text, and shown the board after every move."""

    def __init__(self, streams: Streams) -> None:
        self._streams = streams

    def read_number_of_games(self) -> int:
        """The first line. Raises EOFError, or ValueError when it is not a number of games."""
        line = self._read_line().strip()
        if not (line.isascii() and line.isdecimal()):
            raise ValueError(f"{line!r} is not a number of games")
        return int(line)

    def watch(self, board: Board) -> None:
        """Print the board, or at the start of a game that it is one."""
        self._print("New game" if board == EMPTY_BOARD else drawing(board))

    def show_boxes(self, machine: Machine) -> None:
        """Print what every box holds."""
        self._print(str(machine.contents))

    def move(self, board: Board, rng: Random) -> Square:
        """The square that the person names, asked for again until it is one. Raises EOFError."""
        while True:
            try:
                return parse_move(self._read_line(), board)
            except MoveError as error:
                print(error, file=self._streams.err, flush=True)

    def learn(self, winner: Mark | None) -> None:
        """Nothing, as far as a program can tell."""

    def _print(self, text: str) -> None:
        # The person waits for it before moving, so it must not stay in a buffer.
        print(text, file=self._streams.out, flush=True)

    def _read_line(self) -> str:
        line = self._streams.lines.readline()
        if not line:
            raise EOFError
        return line


def play_plain(
    person: PlainPerson,
    games: int,
    machine: Machine,
    rng: Random,
    after_game: Callable[[Mark | None], None],
) -> None:
    """Play so many games; `after_game` is told each winner before the boxes are printed.

    Raises EOFError when the lines end too soon.
    """
    for _ in range(games):
        after_game(play_game(machine, person, rng, person.watch))
        person.show_boxes(machine)
