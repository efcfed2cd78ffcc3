"""The menu of what can be played, and the screen on which a command of one's own is typed."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import ClassVar, Final

from rich.text import Text
from textual import events, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import Screen
from textual.widgets import Button, Footer, Input, OptionList, Static
from textual.widgets.option_list import Option

from harness.play.background import in_background
from harness.play.game_screen import GameScreen
from harness.play.games import Choice, Game, Keys
from harness.play.help import Help
from harness.play.own import EXAMPLES, TITLES, typed_game
from harness.verdict import HarnessError, UsageError
from reference.menace.store import StoreError

NAME_COLUMNS: Final = 30
MENU_KEYS: Final[Keys] = (
    ("arrows and Enter", "choose and play (or click)"),
    ("?", "these keys"),
    ("q", "quit"),
    ("golfproof play mu_torere -- ruby my.rb", "plays yours"),
)
MENU_RULES: Final = (
    "Choose a game, and whom to play it against: the reference players, a program of your own, or "
    "a golfed script. The command below plays a program of your own without this menu."
)
OWN_KEYS: Final[Keys] = (
    ("arrows and Enter", "choose the game (or click it)"),
    ("Enter in the command", "start the program and play"),
    ("Tab", "go from the game to the command, and back"),
    ("F1, ? in an empty command", "these keys"),
    ("Esc", "back to the menu"),
)
OWN_RULES: Final = (
    "Type the command that runs your program, as after -- in golfproof verify. No shell runs it: "
    "quotation marks hold words together, but there is no | and no >. Options that say how the "
    "program prints and reads may stand before it, then --, as in: --numbers 0-8 -- ruby my.rb. "
    "You can also name a folder that golfproof new has written."
)


class StartScreen(Screen[None]):
    """A screen that starts games, in a thread: a program may take seconds to show its board."""

    starting = False

    def start(self, make: Callable[[], Game]) -> None:
        """Make a game and show it."""
        if not self.starting:
            self.starting = True
            self.say("Starting ...")
            self._make(make)

    def give_up(self) -> bool:
        """Wait no longer for the game that is being started. False when there is none."""
        was, self.starting = self.starting, False
        self.workers.cancel_node(self)
        return was

    def say(self, text: str, style: str = "") -> None:
        """Show a message in the line for news."""
        self.query_one("#news", Static).update(Text(text, style))

    def started(self) -> None:
        """A game has begun: the message of the start is out of date."""

    @work(exit_on_error=False)
    async def _make(self, make: Callable[[], Game]) -> None:
        try:
            game = await in_background(make, discard=Game.close)
        except (UsageError, HarnessError, StoreError, OSError, ValueError) as error:
            self.starting = False
            self.say(str(error), "bold")
            return
        self.starting = False
        self.started()
        self.app.push_screen(GameScreen(game))


class Menu(StartScreen):
    """What can be played."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "help", "Help", key_display="?"),
        Binding("q,escape", "quit", "Quit", key_display="q"),
    ]
    NEWS: ClassVar[str] = "Choose by arrows or mouse, play by Enter."

    def __init__(self, choices: Sequence[Choice]) -> None:
        self.choices = choices
        super().__init__()

    def compose(self) -> ComposeResult:
        """A title and the list."""
        yield Static(Text("golfproof: play", "bold"), id="title")
        with Vertical(id="menu"):
            yield OptionList(
                *(
                    Option(Text.assemble((f"{name:<{NAME_COLUMNS}}", "bold"), (about, "")))
                    for name, about, _ in self.choices
                )
            )
        yield Static(Text(self.NEWS), id="news")
        yield Footer(show_command_palette=False)

    def on_option_list_option_selected(self, message: OptionList.OptionSelected) -> None:
        """Begin the game, or ask for the command of one's own program."""
        make = self.choices[message.option_index].make
        if make is not None:
            self.start(make)
        elif not self.starting:
            self.say(self.NEWS)
            self.app.push_screen(OwnScreen())

    def started(self) -> None:
        """Say again how to choose."""
        self.say(self.NEWS)

    def action_help(self) -> None:
        """The keys."""
        self.app.push_screen(Help("golfproof: play", MENU_RULES, MENU_KEYS))

    def action_quit(self) -> None:
        """Leave, or stop waiting for a program that is being started."""
        if self.give_up():
            self.say(self.NEWS)
        else:
            self.app.exit()


class CommandInput(Input):
    """Where the command is typed; `?` as its first character asks for help, as everywhere."""

    async def _on_key(self, event: events.Key) -> None:
        if event.character == "?" and not self.value:
            event.stop()
            event.prevent_default()
            await self.screen.run_action("help")
            return
        await super()._on_key(event)


class OwnScreen(StartScreen):
    """Which game, and the command of the program to play it against."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "app.focus_next", "Next field", key_display="Tab"),
        Binding("question_mark,f1", "help", "Help", key_display="F1"),
        Binding("escape", "back", "Back", key_display="Esc"),
    ]
    CSS = """
    #own { padding: 1 1 0 1; height: 1fr; }
    #games { height: 3; width: 40; margin-bottom: 1; }
    #command { margin-bottom: 1; }
    #where { height: auto; margin-bottom: 1; }
    """
    NEWS: ClassVar[str] = "Choose the game and type the command that runs your program."

    def __init__(self) -> None:
        self.chosen = 0
        super().__init__()

    def compose(self) -> ComposeResult:
        """The three games, the command, and what will be done with it."""
        yield Static(Text("golfproof: play against a program of your own", "bold"), id="title")
        with Vertical(id="own"):
            yield Static(Text("Your program plays", "bold"))
            yield OptionList(*map(self._row, range(len(TITLES))), id="games")
            yield Static(Text("The command that runs it", "bold"))
            yield CommandInput(id="command", placeholder="a command, such as ruby my.rb")
            yield Static(id="where")
            yield Button("Play", id="play")
        yield Static(Text(self.NEWS), id="news")
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        """Begin with the choice of the game."""
        self.query_one("#games").focus()
        self._show()

    @property
    def challenge(self) -> str:
        """The chosen game."""
        return list(TITLES)[self.chosen]

    def _row(self, number: int) -> Option:
        mark = "●" if number == self.chosen else "○"
        return Option(Text(f"{mark} {list(TITLES.values())[number]}"))

    def _show(self) -> None:
        games = self.query_one("#games", OptionList)
        for number in range(len(TITLES)):
            games.replace_option_prompt_at_index(number, self._row(number).prompt)
        where = Text.assemble(
            *(("For example  ", "dim"), EXAMPLES[self.challenge]),
            *(("\nRun in       ", "dim"), str(Path.cwd())),
        )
        self.query_one("#where", Static).update(where)

    def on_option_list_option_highlighted(self, message: OptionList.OptionHighlighted) -> None:
        """The game under the cursor is the one to play."""
        self.chosen = message.option_index
        self._show()

    def on_option_list_option_selected(self, message: OptionList.OptionSelected) -> None:
        """Go on to the command."""
        self.query_one("#command").focus()

    def on_input_submitted(self, message: Input.Submitted) -> None:
        """Start what was typed."""
        self._begin()

    def on_input_changed(self, message: Input.Changed) -> None:
        """What was said of another command is out of date."""
        if not self.starting:
            self.say(self.NEWS)

    def on_button_pressed(self, message: Button.Pressed) -> None:
        """Start what was typed."""
        self._begin()

    def _begin(self) -> None:
        challenge, line = self.challenge, self.query_one("#command", Input).value
        self.start(lambda: typed_game(challenge, line))

    def started(self) -> None:
        """Say again what to do, for when the game is left."""
        self.say(self.NEWS)

    def action_help(self) -> None:
        """The keys, and how a command is written."""
        self.app.push_screen(Help("A program of your own", OWN_RULES, OWN_KEYS))

    def action_back(self) -> None:
        """Stop waiting for a program that is being started, or go back to the menu."""
        if self.give_up():
            self.say(self.NEWS)
        else:
            self.dismiss()
