"""The friendly view: the board, the box that MENACE drew from with its beads, and the history."""

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Final, NoReturn

from rich.console import Console, Group, RenderableType
from rich.markup import escape
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from reference.menace.game import play_game
from reference.menace.machine import Draw, Machine
from reference.menace.moves import LETTERS, MoveError, parse_move, square_name
from reference.menace.rulesets import REFILL_BEADS, WhenEmpty
from reference.tic_tac_toe import (
    EMPTY,
    EMPTY_BOARD,
    SIDE,
    SQUARES,
    Board,
    Mark,
    Square,
    empty_squares,
    to_move,
)

STYLES: Final = {"X": "bold red", "O": "bold cyan", EMPTY: "dim"}
RESULTS: Final = {"X": ("W", "green"), EMPTY: ("D", "yellow"), "O": ("L", "red")}
RECENT: Final = 50  # games of the history that are shown one by one
BAR: Final = 20  # characters of the longest bar


class Leave(Exception):  # noqa: N818 - not an error
    """The person wants to stop."""


class FriendlyPerson:
    """The other side, who sees what MENACE is doing; `history` has a mark for each game played."""

    def __init__(self, machine: Machine, history: str, console: Console) -> None:
        self._machine = machine
        self._console = console
        self.history = history

    def watch(self, board: Board) -> None:
        """Show what has just happened."""
        if board == EMPTY_BOARD:
            self._console.rule(f"Game {len(self.history) + 1}")
        elif to_move(board) == "O":
            self._show_turn(board)
        else:
            self._console.print(board_panel(board, "You played"))

    def move(self, board: Board, rng: Random) -> Square:
        """The square that the person names. Raises Leave, or EOFError at the end of the input."""
        while True:
            typed = self._console.input(
                "Your move, row and column ([b]L M R[/b], ? helps, q leaves): "
            )
            if typed.strip().lower() in {"q", "quit", "exit"}:
                raise Leave
            if typed.strip() == "?":
                free = " ".join(map(square_name, empty_squares(board)))
                self._console.print(f"You may play {free}: the row (L top, M middle, R bottom), "
                                    "then the column (L left). q leaves.")  # fmt: skip
                continue
            try:
                return parse_move(typed, board)
            except MoveError as error:
                self._console.print(f"[yellow]{escape(str(error))}. Please try again.[/yellow]")

    def learn(self, winner: Mark | None) -> None:
        """Say who won, and keep the history."""
        self.history += winner or EMPTY
        said = {"X": "MENACE wins.", "O": "You win.", None: "A draw."}[winner]
        self._console.print(f"[bold]{said}[/bold]")
        self._console.print(history_line(self.history))

    def _show_turn(self, board: Board) -> None:
        self._console.print(
            side_by_side(board_panel(board, "MENACE played"), box_panel(self._machine, board))
        )


def play_friendly(
    person: FriendlyPerson,
    machine: Machine,
    rng: Random,
    after_game: Callable[[Mark | None], None],
) -> NoReturn:
    """Play until the person leaves, which raises Leave. `after_game` is told each winner."""
    while True:
        after_game(play_game(machine, person, rng, person.watch))


def side_by_side(*parts: RenderableType) -> Table:
    """The parts in one row, each as wide as it needs to be."""
    row = Table.grid(padding=(0, 2))
    row.add_row(*parts)
    return row


def board_panel(board: Board, title: str) -> Panel:
    """The board with the letters that name its rows and columns."""
    grid = Table.grid(padding=(0, 1))
    grid.add_row("", *(Text(letter, style="dim") for letter in LETTERS))
    for row in range(SIDE):
        marks = board[SIDE * row : SIDE * row + SIDE]
        grid.add_row(Text(LETTERS[row], style="dim"), *(Text(m, style=STYLES[m]) for m in marks))
    return Panel(grid, title=title, expand=False)


def box_panel(machine: Machine, board: Board) -> Panel:
    """The box that the last bead came from, or why there was none."""
    if EMPTY not in board:
        return Panel("The ninth square was the only one left: no box.", expand=False)
    draw = machine.draws[-1]
    picture = machine.boxes.pictures[draw.box]
    beads = beads_before(machine, draw)
    title = f"Box {draw.box + 1} of {len(machine.boxes)}, {sum(beads.values())} beads"
    grid = Table.grid(padding=(0, 1))
    for row in range(SIDE):
        cells = range(SIDE * row, SIDE * row + SIDE)
        grid.add_row(*(_cell(picture, bead, beads, draw) for bead in cells))
    notes = [Text(f"drew {square_name(draw.bead)}, on the board {square_name(draw.square)}")]
    if draw.refilled:
        notes.append(Text(f"its last bead was out: {REFILL_BEADS} new ones", style="yellow"))
    return Panel(side_by_side(Group(grid, *notes), _bars(beads, draw)), title=title, expand=False)


def beads_before(machine: Machine, draw: Draw) -> Counter[int]:
    """The beads of the box as the move was drawn from it: after the refill, if there was one."""
    beads = Counter(machine.contents[draw.box])
    if not draw.refilled or machine.ruleset.when_empty is WhenEmpty.KEEP_TWO:
        beads[draw.bead] += 1
    return beads


def history_line(history: str) -> Text:
    """Wins, draws and losses of MENACE: all, and the latest one by one."""
    counts = Counter(history)
    text = Text(f"MENACE's games: {len(history)}")
    for mark, word in (("X", "won"), (EMPTY, "drawn"), ("O", "lost")):
        text.append(f"  {word} {counts[mark]}", style=RESULTS[mark][1])
    text.append(f"\nlatest {min(RECENT, len(history))}: ")
    for mark in history[-RECENT:]:
        letter, style = RESULTS[mark]
        text.append(letter, style=style)
    return text


def _cell(picture: Board, bead: Square, beads: Counter[int], draw: Draw) -> Text:
    if picture[bead] != EMPTY:
        return Text(f"{picture[bead]:>3}", style=STYLES[picture[bead]])
    return Text(f"{beads[bead]:>3}", style="bold reverse" if bead == draw.bead else "")


def _bars(beads: Counter[int], draw: Draw) -> Table:
    most = max(beads.values())
    table = Table.grid(padding=(0, 1))
    for bead in SQUARES:
        if beads[bead]:
            bar = "●" * max(1, round(beads[bead] * min(BAR, most) / most))
            style = "bold red" if bead == draw.bead else "red"
            table.add_row(square_name(bead), Text(bar, style=style), str(beads[bead]))
    return table
