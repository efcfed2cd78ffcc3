"""Noughts and crosses against a MENACE, as a person sees it: the board, and its squares 1 to 9."""

from typing import Final

from rich.text import Text

from harness.play.games import Cells, Game, Move
from reference.tic_tac_toe import EMPTY, SIDE, SQUARES, Board, empty_squares

RULES: Final = """\
Noughts and crosses. MENACE is 304 boxes of beads: it finds the box of the board, draws a bead, and
plays where the bead says. When it wins, beads go back into each box that it used, and one more of
each; after a draw those drawn go back; after a loss they are gone. Squares are 1 to 9, by rows."""
STYLES: Final = {"X": "bold cyan", "O": "bold yellow", EMPTY: "dim"}
_APART: Final = {False: (2, 4), True: (4, 8)}


class SquaresGame(Game):
    """What a game against any MENACE has."""

    title = "MENACE"
    rules = RULES
    digits = 1
    board: Board

    def legal(self) -> tuple[Move, ...]:
        """The empty squares 1-9."""
        return () if self.over else tuple(square + 1 for square in empty_squares(self.board))

    def move_of(self, typed: str) -> Move | None:
        """The square of the digit."""
        return int(typed)

    def explain(self, move: Move) -> str:
        """Why the square cannot be taken."""
        return "The squares are 1 to 9." if not 1 <= move <= 9 else "That square is taken."

    def picture(self, *, roomy: bool) -> Text:
        """The board; empty squares show their numbers."""
        return draw_board(self.board, roomy=roomy)

    def cells(self, *, roomy: bool) -> Cells:
        """Where the squares are."""
        return square_cells(roomy=roomy)


def square_cells(*, roomy: bool) -> Cells:
    """Column and row of each square 1-9."""
    down, across = _APART[roomy]
    return {
        square + 1: (square % SIDE * across + across // 2 - 1, square // SIDE * down + down // 4)
        for square in SQUARES
    }


def draw_board(board: Board, *, roomy: bool) -> Text:
    """The board with lines between squares; empty ones show their numbers 1-9."""
    down, across = _APART[roomy]
    text = Text(no_wrap=True)
    for line in range(SIDE * down - 1):
        row, within = divmod(line, down)
        for column in range(SIDE):
            mark = board[SIDE * row + column]
            if within == down - 1:
                text.append("─" * (across - 1), "dim")
            elif within == down // 4 and within != down - 1:
                shown = str(SIDE * row + column + 1) if mark == EMPTY else mark
                left = across // 2 - 1
                text.append(" " * left)
                text.append(shown, STYLES[mark])
                text.append(" " * (across - 2 - left))
            else:
                text.append(" " * (across - 1))
            if column < SIDE - 1:
                text.append("┼" if within == down - 1 else "│", "dim")
        if line < SIDE * down - 2:
            text.append("\n")
    return text
