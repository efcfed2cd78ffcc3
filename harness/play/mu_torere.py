"""Mu Torere against the perfect player, without a screen."""

from typing import Final, Protocol

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from harness.play.games import BrokenOff, Cells, Game, Move, Refused, broken_off
from reference.mu_torere.diagram import SQUARE_NUMBERS, node_of_number, number_of_node
from reference.mu_torere.retrograde import Value, distance, value
from reference.mu_torere.rules import (
    BLACK,
    EDGES,
    EMPTY,
    NODES,
    START,
    WHITE,
    Node,
    Position,
    apply,
    explain_illegal,
    hole,
    is_terminal,
    legal_moves,
    opponent,
)
from reference.mu_torere.strategy import choose_reply

RULES: Final = """\
Eight nodes in a ring round a centre; four stones each; one node is empty. Slide one of your stones
along a line into the empty node. Into the centre only from beside a stone of the other side. Who
cannot move loses. A move is named by the number of the node where the stone stands now."""

COLOURS: Final = {BLACK: "black", WHITE: "white"}
_STONES: Final = {BLACK: "●", WHITE: "○", EMPTY: "·"}
_STYLES: Final = {BLACK: "bold cyan", WHITE: "bold yellow", EMPTY: "dim"}
_APART: Final = {False: (4, 8), True: (9, 20)}  # rows and columns between nodes


class Rival(Protocol):
    """Who plays white, or black when the person does."""

    name: str
    start: Position

    def reply(self, positions: list[Position]) -> Position:
        """The position after its move; `positions` is the whole game. Raises BrokenOff."""

    def close(self) -> None:
        """End what it started."""


class Perfect:
    """The reference player."""

    name = "the perfect player"
    start = START

    def reply(self, positions: list[Position]) -> Position:
        """The position after a move that keeps the value and sets traps."""
        return apply(positions[-1], choose_reply(positions[-1]))

    def close(self) -> None:
        """Do nothing: the perfect player starts no process."""


class MuTorereGame(Game):
    """One game; `positions` are all since its start."""

    title = "Mu Torere"
    rules = RULES
    digits = 1

    def __init__(self, rival: Rival | None = None) -> None:
        self._rival: Rival = rival or Perfect()
        self._fixed = rival is not None
        self.rival = self._rival.name
        self.human = BLACK
        self.positions = [self._rival.start]

    @property
    def position(self) -> Position:
        """The position now."""
        return self.positions[-1]

    @property
    def to_move(self) -> str:
        """Black or white."""
        return self.position.to_move

    @property
    def over(self) -> bool:
        """Whether the side to move has no legal move, or the rival broke off the game."""
        return is_terminal(self.position) or self.rival_failed

    rival_failed = False

    def legal(self) -> tuple[Move, ...]:
        """The numbers 1-9 of the stones that may move."""
        if self.over:
            return ()
        return tuple(sorted(number_of_node(node) for node in legal_moves(self.position)))

    def move_of(self, typed: str) -> Move | None:
        """The node of the digit."""
        return int(typed)

    def explain(self, move: Move) -> str:
        """The rule that the move would break."""
        if move not in SQUARE_NUMBERS:
            return "The nodes are 1 to 9."
        return explain_illegal(self.position, node_of_number(move)) or ""

    def play(self, move: Move) -> None:
        """Move the stone on this node."""
        self.positions.append(apply(self.position, node_of_number(move)))
        self._tell()

    def reply(self) -> None:
        """Let the rival move."""
        before = self.position
        try:
            after = self._rival.reply(self.positions)
        except BrokenOff as reason:
            self.rival_failed = True
            self.news = broken_off(self.rival, str(reason))
            return
        moved, to = hole(after), hole(before)
        self.positions.append(after)
        self.news = f"{self.rival} moves {number_of_node(moved)} to {number_of_node(to)}."
        self._tell()

    def undo(self) -> None:
        """Take back to the person's last turn. Raises Refused at the start."""
        turns = [n for n, position in enumerate(self.positions[:-1])
                 if position.to_move == self.human]  # fmt: skip
        if not turns:
            raise Refused("There is no move to take back.")
        del self.positions[turns[-1] + 1 :]
        self.rival_failed = False
        self.news = "Taken back."

    def hint(self) -> RenderableType:
        """Each move with its value and distance for the mover."""
        table = Table.grid(padding=(0, 2))
        moves = {m: apply(self.position, node_of_number(m)) for m in self.legal()}
        for move, after in moves.items():
            table.add_row(Text(str(move), "bold"), _worth(after))
        return table

    def restart(self) -> None:
        """A new game with the same colours."""
        self.positions = [self._rival.start]
        self.rival_failed = False
        self.news = ""

    def change_sides(self) -> None:
        """Let the person play the other colour. Raises Refused against a program."""
        if self._fixed:
            raise Refused("A program under test plays white: the human is black in the challenge.")
        self.human = opponent(BLACK if self.human == BLACK else WHITE)
        self.restart()

    def picture(self, *, roomy: bool) -> Text:
        """The board with its numbers; the last move is highlighted."""
        return draw(self.position, self._last_move(), roomy=roomy)

    def cells(self, *, roomy: bool) -> Cells:
        """Where the nodes are."""
        return cells(roomy=roomy)

    def aside(self) -> RenderableType:
        """Who plays which stones."""
        text = Text()
        for colour in (BLACK, WHITE):
            who = "you" if colour == self.human else self.rival
            text.append(_STONES[colour], _STYLES[colour])
            text.append(f" {COLOURS[colour]}: {who}\n")
        text.append(f"\nmove {len(self.positions)}", "dim")
        return text

    def close(self) -> None:
        """End the rival's program."""
        self._rival.close()

    def _last_move(self) -> tuple[Node, Node] | None:
        if len(self.positions) < 2:
            return None
        return hole(self.positions[-1]), hole(self.positions[-2])

    def _tell(self) -> None:
        if is_terminal(self.position):
            won = self.to_move != self.human
            self.news = "You have won!" if won else f"You cannot move: {self.rival} has won."


def _worth(after: Position) -> Text:
    plies = distance(after)
    match value(after):
        case Value.DRAW:
            return Text("draw", "yellow")
        case Value.WIN:
            return Text(f"loses in {plies} more {_plies(plies)}", "red")
        case Value.LOSS:
            now = "wins now" if not plies else f"wins in {plies} more {_plies(plies)}"
            return Text(now, "green")


def _plies(count: int | None) -> str:
    return "ply" if count == 1 else "plies"


def cells(*, roomy: bool) -> Cells:
    """Column and row of each node, by its number."""
    down, across = _APART[roomy]
    return {n: ((n - 1) % 3 * across, (n - 1) // 3 * down) for n in SQUARE_NUMBERS}


def draw(position: Position, last: tuple[Node, Node] | None, *, roomy: bool) -> Text:
    """Nodes, lines, stones and numbers; `last` is the node that a stone left, and where it went."""
    at = cells(roomy=roomy)
    grid: dict[tuple[int, int], tuple[str, str]] = {}
    for edge in EDGES:
        (x, y), (end_x, end_y) = sorted(
            (at[number_of_node(node)] for node in edge), key=lambda place: (place[1], place[0])
        )
        style = "bold green" if last is not None and edge == frozenset(last) else "dim"
        steps = max(abs(end_x - x) if y == end_y else 0, end_y - y)
        line = "─" if y == end_y else "│" if x == end_x else "╲" if end_x > x else "╱"
        for step in range(1, steps):
            place = (x + round((end_x - x) * step / steps), y + round((end_y - y) * step / steps))
            grid[place] = (line, style)
    for node in NODES:
        number = number_of_node(node)
        x, y = at[number]
        symbol = position.placement[node]
        moved = last is not None and node == last[1]
        grid[x, y] = (_STONES[symbol], _STYLES[symbol] + " reverse" * moved)
        grid[x + 1, y] = (str(number), "bold" if symbol == position.to_move else "dim")
    text = Text(no_wrap=True)
    width, height = max(x for x, _ in grid) + 1, max(y for _, y in grid) + 1
    for row in range(height):
        for column in range(width):
            text.append(*grid.get((column, row), (" ", "")))
        if row < height - 1:
            text.append("\n")
    return text
