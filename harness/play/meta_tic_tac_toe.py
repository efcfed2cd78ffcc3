"""Meta tic-tac-toe against the champion, depthBot or any bot, without a screen."""

import json
import subprocess
import sys
from collections.abc import Callable
from typing import Final, TypeAlias

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from harness.play.games import BrokenOff, Cells, Game, Move, Refused, broken_off
from reference.meta_tic_tac_toe.picture import UNICODE, picture
from reference.meta_tic_tac_toe.play import CHAMPION, champion, depth_bot
from reference.meta_tic_tac_toe.rules import (
    BOARDS,
    MOVES,
    SIZE,
    START,
    UNDECIDED,
    State,
    apply,
    explain_illegal,
    is_terminal,
    legal_moves,
    opponent,
    outcome,
    target,
)
from reference.meta_tic_tac_toe.wire import format_move, format_state
from reference.tic_tac_toe import SIDE, Mark

RULES: Final = """\
Nine boards make one. Three in a row wins a board; three boards in a row win the match. Your tile
names the board that the other side plays in next; if that board is won or full, any other will do.
A move is two digits 0-8, the board and the tile, row by row; where the board is given, the tile's
digit is enough. Boards that may be played in have a heavy frame."""

Reply: TypeAlias = Callable[[State], Move]
"""A bot's answer to a state; BrokenOff when it is no move."""
BOTS: Final[dict[str, Reply]] = {"depthBot": depth_bot, "the champion": champion}
_HINTS: Final = 8  # moves that a hint shows
_BOARD_COLUMNS, _BOARD_ROWS = 10, 5


class MetaGame(Game):
    """One match; `states` are all since its start."""

    title = "Meta tic-tac-toe"
    rules = RULES
    digits = 2

    def __init__(
        self, rival: str, reply: Reply, human: Mark = "X", end: Callable[[], None] = lambda: None
    ) -> None:
        self.rival = rival
        self._reply = reply
        self._end = end
        self.human: Mark = human
        self.states = [START]
        self._failed = False

    @property
    def state(self) -> State:
        """The match now."""
        return self.states[-1]

    @property
    def to_move(self) -> str:
        """X or O."""
        return self.state.to_move

    @property
    def over(self) -> bool:
        """Whether a side has won, the match is undecided, or the bot broke it off."""
        return is_terminal(self.state) or self._failed

    def legal(self) -> tuple[Move, ...]:
        """The legal moves, 9 * board + tile."""
        return () if self.over else legal_moves(self.state)

    def move_of(self, typed: str) -> Move | None:
        """Two digits; or one, where the board is given."""
        due = target(self.state)
        if len(typed) == 1:
            return SIZE * due + int(typed) if due is not None else None
        return SIZE * int(typed[0]) + int(typed[1])

    def name_of(self, move: Move) -> str:
        """The digit of the board and that of the tile."""
        return format_move(move)

    def explain(self, move: Move) -> str:
        """The rule that the move would break."""
        reason = explain_illegal(self.state, move) or ""
        return f"{reason[:1].upper()}{reason[1:]}."

    def play(self, move: Move) -> None:
        """Take the tile."""
        self.states.append(apply(self.state, move))
        self._tell()

    def reply(self) -> None:
        """Let the bot move; an invalid move ends the match here."""
        try:
            move = self._reply(self.state)
        except BrokenOff as reason:
            self._failed = True
            self.news = broken_off(self.rival, str(reason))
            return
        if (illegal := explain_illegal(self.state, move)) is not None:
            self._failed = True
            self.news = broken_off(self.rival, f"{format_move(move)}: {illegal}")
            return
        self.states.append(apply(self.state, move))
        self.news = f"{self.rival} plays {format_move(move)}."
        self._tell()

    def undo(self) -> None:
        """Take back to the person's last turn. Raises Refused at the start."""
        turns = [n for n, state in enumerate(self.states[:-1]) if state.to_move == self.human]
        if not turns:
            raise Refused("There is no move to take back.")
        del self.states[turns[-1] + 1 :]
        self._failed = False
        self.news = "Taken back."

    def hint(self) -> RenderableType:
        """What the champion would look at: visits and expected score of the best moves."""
        table = Table.grid(padding=(0, 2))
        table.add_row(*(Text(head, "dim") for head in ("move", "visits", "expected score")))
        for move, visits, score in champions_view(self.state)[:_HINTS]:
            shown = "not looked at" if score is None else f"{score:.1%}"
            table.add_row(Text(format_move(move), "bold"), f"{visits:,}", shown)
        return table

    def restart(self) -> None:
        """A new match with the same sides."""
        self.states = [START]
        self._failed = False
        self.news = ""

    def change_sides(self) -> None:
        """Let the person play the other side."""
        self.human = opponent(self.human)
        self.restart()

    def picture(self, *, roomy: bool) -> Text:
        """The nine boards; those that may be played in have a heavy frame."""
        return picture(self.state, UNICODE, legal=self.to_move == self.human and not self.over)

    def cells(self, *, roomy: bool) -> Cells:
        """Where the tiles are."""
        found: Cells = {}
        for move in MOVES:
            board, tile = divmod(move, SIZE)
            x = board % SIDE * _BOARD_COLUMNS + 2 + 2 * (tile % SIDE)
            found[move] = (x, board // SIDE * _BOARD_ROWS + 1 + tile // SIDE)
        return found

    def aside(self) -> RenderableType:
        """Who plays which side, and where it is to move."""
        text = Text()
        for mark in ("X", "O"):
            text.append(mark, "bold cyan" if mark == "X" else "bold yellow")
            text.append(f": {'you' if mark == self.human else self.rival}\n")
        if not self.over:
            due = target(self.state)
            free = "a free move: any open board" if due is None else f"board {due}"
            text.append(f"\n{self.to_move} to move, {free}\n")
        closed = sum(self.state.closed >> board & 1 for board in BOARDS)
        text.append(f"\nmove {len(self.states)}, {closed} board{'s' * (closed != 1)} closed", "dim")
        return text

    def close(self) -> None:
        """End what the bot runs in."""
        self._end()

    def _tell(self) -> None:
        end = outcome(self.state)
        if end == UNDECIDED:
            self.news = "No board is left and nobody has three in a row: undecided."
        elif end is not None:
            self.news = "You have won!" if end == self.human else f"{self.rival} has won."


def champions_view(state: State) -> list[tuple[Move, int, float | None]]:
    """Each move with the champion's visits and expected score from 0 to 1, the most visited first.

    Takes a second. The score is None for a move that was not looked at.
    """
    explain = CHAMPION.with_name("explain.py")
    command = [sys.executable, str(explain), *format_state(state)]
    told = json.loads(subprocess.check_output(command, text=True, start_new_session=True))
    return [(SIZE * board + tile, visits, score) for board, tile, visits, score in told]
