"""A board on the screen: a cursor moved by arrows, cells that can be clicked, digits typed."""

from typing import ClassVar

from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from harness.play.games import Game, Move


class Board(Widget, can_focus=True):
    """The picture of a game. Posts `Chosen` when the person names a move."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1, 0)", show=False),
        Binding("right", "step(1, 0)", show=False),
        Binding("up", "step(0, -1)", show=False),
        Binding("down", "step(0, 1)", show=False),
        Binding("enter,space", "choose", show=False),
    ]
    cursor: reactive[Move | None] = reactive(None)
    roomy: reactive[bool] = reactive(False, layout=True)

    class Chosen(Message):
        """The person has named a move, legal or not."""

        def __init__(self, move: Move) -> None:
            self.move = move
            super().__init__()

    def __init__(self, game: Game) -> None:
        self._game = game
        super().__init__()

    def render(self) -> Text:
        """The picture, the cursor's cell reversed."""
        text = self._game.picture(roomy=self.roomy)
        cells = self._game.cells(roomy=self.roomy)
        cell = None if self.cursor is None else cells.get(self.cursor)
        if cell is not None and self.has_focus:
            lines = text.plain.split("\n")
            at = sum(len(line) + 1 for line in lines[: cell[1]]) + cell[0]
            text.stylize("black on bright_green", at, at + 1)
        return text

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """The columns of the picture."""
        return max(map(len, self._game.picture(roomy=self.roomy).plain.split("\n")))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """The rows of the picture."""
        return self._game.picture(roomy=self.roomy).plain.count("\n") + 1

    def action_step(self, across: int, down: int) -> None:
        """Move the cursor to the nearest legal cell in a direction."""
        at = self._game.cells(roomy=self.roomy)
        legal = [move for move in self._game.legal() if move in at]
        if not legal:
            return
        if self.cursor not in at:
            self.cursor = legal[0]
            return
        x, y = at[self.cursor]

        def ahead(move: Move) -> int:
            return (at[move][0] - x) * across + (at[move][1] - y) * down * 2

        def aside(move: Move) -> int:
            return abs(at[move][0] - x) * abs(down) + abs(at[move][1] - y) * abs(across) * 2

        further = [move for move in legal if ahead(move) > 0]
        if further:
            self.cursor = min(further, key=lambda move: (ahead(move) + 2 * aside(move), move))

    def action_choose(self) -> None:
        """Play the cursor's cell."""
        if self.cursor is not None:
            self.post_message(self.Chosen(self.cursor))

    def on_click(self, event: events.Click) -> None:
        """Play the cell under the mouse, or one beside it."""
        offset = event.get_content_offset(self)
        if offset is None:
            return
        cells = self._game.cells(roomy=self.roomy)
        near = {move: abs(x - offset.x) + 2 * abs(y - offset.y) for move, (x, y) in cells.items()}
        move = min(near, key=lambda m: near[m])
        if near[move] <= (3 if self.roomy else 1):
            self.cursor = move
            self.post_message(self.Chosen(move))
