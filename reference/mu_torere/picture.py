"""The board as a picture for a terminal: round stones in colours, node numbers, the last move.

○1──────○2──────○3
│ ╲     │     ╱ │
│   ╲   │   ╱   │
│     ╲ │ ╱     │
●4──────·5──────○6
│     ╱ │ ╲     │
│   ╱   │   ╲   │
│ ╱     │     ╲ │
●7──────●8──────●9
"""

from typing import Final, NamedTuple, TypeAlias

from rich.text import Text

from reference.mu_torere.diagram import number_of_node
from reference.mu_torere.rules import BLACK, EDGES, EMPTY, NODES, WHITE, Node

Cell: TypeAlias = tuple[int, int]  # row and column of one character

_ROWS_APART: Final = 4
_COLUMNS_APART: Final = 8

_STYLES: Final = {BLACK: "bold cyan", WHITE: "bold yellow", EMPTY: "dim"}
_LAST_MOVE: Final = "bold green"


class Glyphs(NamedTuple):
    """The characters to draw with: stones by symbol, lines by the slope of the edge."""

    stones: dict[str, str]
    across: str
    upright: str
    falling: str
    rising: str


UNICODE: Final = Glyphs({BLACK: "●", WHITE: "○", EMPTY: "·"}, "─", "│", "╲", "╱")
ASCII: Final = Glyphs({BLACK: "b", WHITE: "w", EMPTY: "o"}, "-", "|", "\\", "/")


def picture(placement: str, last_move: tuple[Node, Node] | None, glyphs: Glyphs) -> Text:
    """Nine lines: the board, the edge and the stone of the last move (from, to) highlighted."""
    cells: dict[Cell, tuple[str, str]] = {}
    for edge in EDGES:
        style = _LAST_MOVE if last_move is not None and edge == frozenset(last_move) else "dim"
        cells.update({cell: (line, style) for cell, line in _line(edge, glyphs)})
    for node in NODES:
        row, column = _cell(node)
        symbol = placement[node]
        moved = last_move is not None and node == last_move[1]
        cells[row, column] = glyphs.stones[symbol], _STYLES[symbol] + " reverse" * moved
        cells[row, column + 1] = str(number_of_node(node)), _LAST_MOVE if moved else "dim"

    text = Text(no_wrap=True)
    row = 0
    column = 0
    for (cell_row, cell_column), (character, style) in sorted(cells.items()):
        if cell_row > row:
            text.append("\n")
            row, column = cell_row, 0
        text.append(" " * (cell_column - column))
        text.append(character, style)
        column = cell_column + 1
    return text


def stone(symbol: str, glyphs: Glyphs) -> Text:
    """The one character that the picture has for 'b', 'w' or 'o'."""
    return Text(glyphs.stones[symbol], _STYLES[symbol])


def _cell(node: Node) -> Cell:
    row, column = divmod(number_of_node(node) - 1, 3)
    return row * _ROWS_APART, column * _COLUMNS_APART


def _line(edge: frozenset[Node], glyphs: Glyphs) -> list[tuple[Cell, str]]:
    """The characters between the two nodes. Beside a left one its number is drawn over the line."""
    (row, column), (end_row, end_column) = sorted(_cell(node) for node in edge)
    down, across = end_row - row, end_column - column
    if not down:
        return [((row, c), glyphs.across) for c in range(column + 1, end_column)]
    line = glyphs.upright if not across else glyphs.falling if across > 0 else glyphs.rising
    return [((row + i, column + across * i // down), line) for i in range(1, down)]
