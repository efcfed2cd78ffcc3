"""Where the squares of a board stand in lines of text, and what they show.

Nine characters in three rows and three columns at even distances.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final, TypeAlias

from wcwidth import wcwidth

from reference.tic_tac_toe import Board

Grid: TypeAlias = Sequence[str]
"""Lines with a character for each column."""

Nine: TypeAlias = str
"""What the squares show, a character each."""

SIDE: Final = range(3)
HIDDEN_HALF: Final = "\0"
"""Stands behind a character that is two columns wide."""
_AROUND: Final = "()[]{}<>'\"`|!" + HIDDEN_HALF  # stones, and no stones


@dataclass(frozen=True, slots=True)
class Places:
    """Where the squares of a board stand, what the empty ones show, and the stones.

    Where blanks are empty squares, one of the `walls` stands between the squares of every row: how
    many columns behind a square, and its sign.
    """

    column: int
    across: int
    down: int
    empty: Nine
    x: str
    o: str = ""  # not known yet
    walls: tuple[tuple[int, str], ...] = ()

    def row(self, line: str) -> str:
        """What three squares show that stand in this line, behind whose end are blanks."""
        return line[self.column : self.column + 2 * self.across + 1 : self.across].ljust(3)

    def rows(self, grid: Grid, top: int) -> Grid:
        """The lines of the three rows, of which the first is this one."""
        return grid[top : top + 2 * self.down + 1 : self.down]

    def board(self, grid: Grid, top: int, most: int) -> tuple[Board, str] | None:
        """The board with its first row in this line, and O's sign if it is known then, else ''.

        As long as that is not known, a board has at `most` so many stones of O's.
        """
        rows = self.rows(grid, top)
        if len(rows) < len(SIDE) or not self.has_walls(rows) or not self.stand_free(rows):
            return None
        o, marks = self.o, ""
        for cell, empty in zip("".join(map(self.row, rows)), self.empty, strict=True):
            if cell == empty:
                marks += "-"
            elif cell.lower() == self.x.lower():
                marks += "X"
            elif can_be_stone(cell) and cell.lower() == (o or cell).lower() != "x":
                o = o or cell
                marks += "O"
            else:
                return None
        return None if not self.o and marks.count("O") > most else (marks, o)

    def stand_free(self, rows: Sequence[str]) -> bool:
        """Whether no square of these rows is part of a word or of a rule, which has no gaps."""
        for row in rows:
            segment = row[self.column : self.column + 2 * self.across + 1]
            if self.across == 1:
                beside = row[max(0, self.column - 1) : self.column] + row[self.column + 3 :][:1]
                if self.empty[0] in beside.strip():
                    return False
                continue
            if {*segment} == {self.empty[0]} != {" "}:
                return False
            cells = range(self.column, self.column + len(segment), self.across)
            if any(_is_in_word(row, at) for at in cells):
                return False
        return True

    def has_walls(self, rows: Sequence[str]) -> bool:
        """Whether one of the walls, if there are any, stands between every two squares of a row."""
        ends = (self.column, self.column + self.across)
        return not self.walls or all(
            any(row[end + behind : end + behind + 1] == sign for behind, sign in self.walls)
            for row, end in product(rows, ends)
        )


def columns(line: str) -> str:
    """The line with a character for each column."""
    line = line.rstrip().expandtabs()
    if line.isascii():
        return line
    return "".join(char + HIDDEN_HALF * (wcwidth(char) - 1) for char in line if wcwidth(char) > 0)


def can_be_stone(cell: str) -> bool:
    """Whether a square can show this as a stone: no blank, and nothing that stands round one."""
    return not cell.isspace() and cell not in _AROUND


def _is_in_word(line: str, at: int) -> bool:
    """Whether a letter or digit stands beside what is there: then it is no square."""
    beside = line[max(0, at - 1) : at] + line[at + 1 : at + 2]
    return line[at : at + 1].strip() != "" and any(char.isalnum() for char in beside)
