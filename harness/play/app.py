"""The application: a menu, and one screen for whichever game is played."""

import os
from collections.abc import Sequence
from typing import ClassVar, Final

from textual.app import App
from textual.binding import Binding, BindingType
from textual.filter import LineFilter, Monochrome

from harness.play.game_screen import GameScreen
from harness.play.games import Choice, Game
from harness.play.menu import Menu
from harness.play.no_color import NoColor

_INPUT: Final = 0  # the descriptor
_LOOK_SECONDS: Final = 1.0


class PlayApp(App[None]):
    """The application, which begins with the menu or with one game."""

    ENABLE_COMMAND_PALETTE = False
    TITLE = "golfproof"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+c", "quit", show=False, priority=True)]
    CSS = """
    #title { height: 1; padding: 0 1; background: $panel; }
    #news { height: 2; padding: 0 1; }
    #table { height: 1fr; }
    #left { width: auto; height: 100%; padding: 1 2; align: center top; }
    #aside { width: 1fr; height: 100%; padding: 1 1; scrollbar-size-vertical: 1; }
    #menu { padding: 1 1; height: 1fr; }
    OptionList { height: 100%; border: none; }
    Board { width: auto; height: auto; }
    #hint { margin-top: 1; }
    Help { align: center middle; }
    #help { width: 76; max-width: 95%; height: auto; max-height: 100%; padding: 0 2;
            border: round $primary; background: $surface; }
    """

    def __init__(self, choices: Sequence[Choice], game: Game | None = None) -> None:
        self._choices, self._game = choices, game
        super().__init__()

    _no_color = NoColor()  # one for all lines: what it made of a line is cached by it

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Textual's, but NO_COLOR means no colour where Textual would write greys."""
        found = super().get_line_filters()
        return [self._no_color if isinstance(each, Monochrome) else each for each in found]

    def on_mount(self) -> None:
        """Show the menu, or the game that was asked for."""
        if self._game is None:
            self.push_screen(Menu(self._choices))
        else:
            self.push_screen(GameScreen(self._game), lambda _: self.exit())
        if os.isatty(_INPUT):
            self.set_interval(_LOOK_SECONDS, self._leave_a_closed_terminal)

    def _leave_a_closed_terminal(self) -> None:
        """End when the terminal is gone though no hangup came: Textual would read it for ever."""
        if not os.isatty(_INPUT):
            self.leave()

    async def action_quit(self) -> None:
        """Leave at once, by Ctrl-C."""
        self.leave()

    def leave(self) -> None:
        """End the game that is being played, and the application."""
        for screen in self.screen_stack:
            if isinstance(screen, GameScreen):
                screen.close_game()
        self.exit()
