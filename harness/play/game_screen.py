"""The screen of a game: the board, what stands beside it, and the keys of every game."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from threading import Event, Lock
from typing import ClassVar, Final

from rich.console import Group, RenderableType
from rich.text import Text
from textual import events, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Center, Horizontal, VerticalScroll
from textual.screen import Screen
from textual.widgets import Footer, Static

from harness.play.background import THREADS, in_background
from harness.play.board import Board
from harness.play.boxes import BoxesScreen
from harness.play.games import HELP, Game, Move, Refused, sentence
from harness.play.help import Help
from harness.play.menace import MenaceGame, Workshop
from harness.play.training import TrainingScreen
from harness.verdict import HarnessError, UsageError
from reference.menace.store import StoreError

_GRACE: Final = 1.0  # seconds that leaving waits for the rival to end
ROOMY: Final = (100, 34)  # columns and rows from which a larger board is drawn


class GameScreen(Screen[None]):
    """A board, what stands beside it, and the last news."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("u", "undo", "Undo"),
        Binding("h", "hint", "Hint"),
        Binding("s", "side", "Side"),
        Binding("n", "new", "New"),
        Binding("b", "boxes", "Boxes"),
        Binding("t", "train", "Train"),
        Binding("question_mark", "help", "Help", key_display="?"),
        Binding("q", "leave", "Quit"),
        Binding("escape", "leave", show=False),
        Binding("backspace,delete", "forget_digit", show=False),
        Binding("ctrl+s", "save", show=False),
        Binding("ctrl+o", "load", show=False),
        Binding("ctrl+r", "reset", show=False),
    ]

    def __init__(self, game: Game) -> None:
        self.game = game
        self.typed = ""
        self.notice = ""  # shown until the person does something else
        self.thinking = False
        self.left = False
        self._in_use = Lock()  # held while the rival is asked: two threads cannot end one session
        super().__init__()

    def compose(self) -> ComposeResult:
        """Title, board and side panel, news, keys."""
        yield Static(id="title")
        with Horizontal(id="table"):
            with Center(id="left"):
                yield Board(self.game)
            with VerticalScroll(id="aside", can_focus=False):
                yield Static(id="about")
                yield Static(id="hint")
        yield Static(id="news")
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        """Begin."""
        self.query_one(Board).focus()
        self._size_board()
        self.go_on()

    def on_resize(self, event: events.Resize) -> None:
        """Draw larger where there is room."""
        self._size_board()

    def on_screen_resume(self) -> None:
        """Draw anew what another screen may have changed."""
        self.refresh_all()

    def _size_board(self) -> None:
        width, height = self.app.size
        self.query_one(Board).roomy = width >= ROOMY[0] and height >= ROOMY[1]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer boxes, training and files for MENACE only."""
        own = ("boxes", "train", "save", "load", "reset")
        return isinstance(self.game, MenaceGame) if action in own else True

    @property
    def shop(self) -> Workshop:
        """MENACE's machine and file."""
        assert isinstance(self.game, MenaceGame), "check_action lets no other game get here"
        return self.game.shop

    # What is shown

    def refresh_all(self) -> None:
        """Draw everything anew."""
        game = self.game
        side = f"you are {game.human}" if len(game.human) == 1 and game.human in "XO" else ""
        against = f"against {game.rival}" if game.rival != game.title else ""
        title = " · ".join(filter(None, (game.title, against, side)))
        self.query_one("#title", Static).update(Text(title, "bold"))
        self.query_one("#about", Static).update(game.aside())
        self.query_one(Board).refresh(layout=True)
        self.show_news()

    def show_news(self, more: str = "") -> None:
        """The line below the board: what happened, and what is to be done."""
        if self.thinking:
            due = sentence(f"{self.game.rival} is thinking ...")
        elif self.game.over:
            due = "n begins a new game."
        elif self.typed:
            due = f"Board {self.typed}, and the tile?"
        else:
            due = "Your move."
        said = " ".join(filter(None, (self.notice, sentence(more or self.game.news), due)))
        self.query_one("#news", Static).update(Text(said))

    def show_hint(self, hint: RenderableType | None) -> None:
        """The hint in the side panel, or none."""
        shown = Text() if hint is None else Group(Text("Hint", "bold"), hint)
        self.query_one("#hint", Static).update(shown)

    # Moves

    def on_key(self, event: events.Key) -> None:
        """A digit is a move, or its first half."""
        if event.character is None or not event.character.isdecimal():
            return
        event.stop()
        if self.thinking or self.game.over:
            self.show_news()
            return
        self.typed += event.character
        move = self.game.move_of(self.typed)
        if move is None:
            self.show_news()
            return
        self.typed = ""
        self.choose(move)

    def on_board_chosen(self, message: Board.Chosen) -> None:
        """A cell was clicked, or chosen by Enter."""
        self.choose(message.move)

    def choose(self, move: Move) -> None:
        """Make the move if it is legal, else say why not."""
        self.typed = self.notice = ""
        if self.thinking or self.game.over:
            self.show_news()
        elif move not in self.game.legal():
            self.show_news(self.game.explain(move))
        else:
            self.show_hint(None)
            self.game.play(move)
            self.go_on()

    def go_on(self) -> None:
        """Let the rival move when it is its turn, and show the position."""
        self.thinking = self.game.waiting
        self.refresh_all()
        if self.thinking:
            self.answer()

    @work(exit_on_error=False)
    async def answer(self) -> None:
        """Ask the rival for its move, and wait for it in a thread."""
        failed = ""
        try:
            await in_background(self._reply)
        except (HarnessError, UsageError, OSError, ValueError) as error:
            failed = f"{self.game.rival} could not be asked: {error}"
        self._answered(failed)

    def _reply(self) -> None:
        with self._in_use:
            if not self.left:
                self.game.reply()

    def _answered(self, failed: str) -> None:
        if self.left:
            return
        self.thinking = False
        if failed:
            self.refresh_all()
            self.show_news(failed)
        else:
            self.go_on()

    # Keys

    def _try(self, act: Callable[[], None]) -> None:
        if self.thinking:
            self.show_news("Wait for the answer.")
            return
        try:
            act()
        except Refused as reason:
            self.show_news(str(reason))
            return
        self.typed = self.notice = ""
        self.show_hint(None)
        self.query_one(Board).cursor = None
        self.go_on()

    def action_undo(self) -> None:
        """Take the last move back, or the first half of one."""
        if self.typed:
            self.action_forget_digit()
        else:
            self._try(self.game.undo)

    def action_forget_digit(self) -> None:
        """Forget the first half of a move."""
        self.typed = ""
        self.show_news()

    def action_new(self) -> None:
        """Begin a new game."""
        self._try(self.game.restart)

    def action_side(self) -> None:
        """Change sides and begin again."""
        self._try(self.game.change_sides)

    def action_hint(self) -> None:
        """What each move is worth."""
        if self.thinking or self.game.over:
            self.show_news()
            return
        self.show_hint(Text("thinking ...", "dim"))
        self.think()

    @work(exclusive=True, group="hint", exit_on_error=False)
    async def think(self) -> None:
        """Wait for the hint, which is computed in a thread."""
        moves = self.game.legal()
        try:
            hint = await in_background(self.game.hint)
        except (OSError, ValueError) as error:
            hint = Text(f"There is no hint: {error}")
        self._hinted(moves, hint)

    def _hinted(self, moves: tuple[Move, ...], hint: RenderableType) -> None:
        if not self.left and moves == self.game.legal():  # it is still about this position
            self.show_hint(hint)

    def action_help(self) -> None:
        """The rules and the keys."""
        self.app.push_screen(
            Help(self.game.title, self.game.rules, (*HELP[:-2], *self.game.keys, *HELP[-2:]))
        )

    def action_leave(self) -> None:
        """Go back to the menu, or quit when there is no menu."""
        self.close_game()
        self.dismiss()

    def close_game(self) -> None:
        """End the game and keep what is to be kept. May be called again.

        Nobody waits for a program that is silent: it is ended as soon as it can be.
        """
        if self.left:
            return
        self.left = True
        if not isinstance(self.game, MenaceGame):
            closed = Event()
            THREADS.begin(partial(self._close_program, closed))
            closed.wait(_GRACE)
            return
        try:
            with self._in_use:
                self.game.close()
        except StoreError as error:
            self.app.notify(str(error), severity="error")

    def _close_program(self, closed: Event) -> None:
        with self._in_use, suppress(HarnessError, OSError):
            self.game.close()
        closed.set()

    # MENACE's own

    def action_boxes(self) -> None:
        """Look into the boxes."""
        self.app.push_screen(BoxesScreen(self.shop))

    def action_train(self) -> None:
        """Let MENACE play against other players."""
        self._try(self.game.restart)
        self.app.push_screen(TrainingScreen(self.shop))

    def action_save(self) -> None:
        """Keep the machine."""
        self._file(self.shop.save, "Saved", "This machine is kept in no file.")

    def action_load(self) -> None:
        """Take the machine that was saved last."""
        self._file(self.shop.load, "Loaded", "Nothing has been saved yet.")

    def action_reset(self) -> None:
        """Begin with a machine that knows nothing."""
        self.shop.reset()
        self._try(self.game.restart)
        self.notice = "A new machine, which knows nothing; ctrl+o takes the saved one back."
        self.show_news()

    def _file(self, act: Callable[[], bool], done: str, undone: str) -> None:
        if self.thinking or (not self.game.over and self.shop.machine.draws):
            self._try(self.game.restart)
        try:
            said = f"{done}: {self.shop.path}." if act() else undone
        except StoreError as error:
            said = str(error)
        self._try(self.game.restart)
        self.notice = said
        self.show_news()
