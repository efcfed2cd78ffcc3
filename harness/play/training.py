"""Training: MENACE against an opponent, at a chosen speed, and the curve of its results."""

import itertools
from collections.abc import Callable, Sequence
from typing import ClassVar, Final

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import Footer, Static

from harness.play.games import Keys
from harness.play.help import Help
from harness.play.menace import FILE_KEYS, TRAINERS, Workshop, score_line
from reference.menace.store import StoreError
from reference.tic_tac_toe import EMPTY

SPEEDS: Final = (1, 5, 25, 100)  # games at each tick
TICK: Final = 0.25  # seconds
KEYS: Final[Keys] = (
    ("1 to 4", f"the opponent: {', '.join(TRAINERS)}"),
    ("space", "start and stop"),
    ("+ and -", "faster and slower"),
    *FILE_KEYS,
    ("?", "these keys"),
    ("q", "back to the game"),
)
_BARS: Final = " ▁▂▃▄▅▆▇█"
_RESULTS: Final = (("won", "X", "green"), ("drawn", EMPTY, "yellow"), ("lost", "O", "red"))


def shares(history: str, mark: str, columns: int) -> list[float]:
    """The share of a result in each of so many equal parts of the history, or fewer."""
    columns = min(columns, len(history))
    cuts = [len(history) * part // columns for part in range(columns + 1)] if columns else []
    parts = [history[a:b] for a, b in itertools.pairwise(cuts)]
    return [part.count(mark) / len(part) for part in parts]


def bars(values: Sequence[float], rows: int) -> list[str]:
    """Values from 0 to 1 as columns of blocks, the top row first."""
    steps = len(_BARS) - 1
    lines = []
    for row in range(rows - 1, -1, -1):
        levels = (min(max(round(value * rows * steps) - row * steps, 0), steps) for value in values)
        lines.append("".join(_BARS[level] for level in levels))
    return lines


class TrainingScreen(Screen[None]):
    """The curve, and keys for the opponent and the speed."""

    BINDINGS: ClassVar[list[BindingType]] = [
        # One key of a kind is named below: all of them have to fit into 80 columns.
        *(
            Binding(key, f"trainer('{trainer}')", "Opponent", show=key == "1", key_display="1-4")
            for key, trainer in zip("1234", TRAINERS, strict=True)
        ),
        Binding("space", "start_or_stop", "Start/stop"),
        Binding("plus,right", "faster(1)", "Speed", key_display="+/-"),
        Binding("minus,left", "faster(-1)", show=False),
        Binding("ctrl+s", "save", "Save"),
        Binding("ctrl+o", "load", show=False),
        Binding("ctrl+r", "reset", "Reset"),
        Binding("question_mark", "help", "Help", key_display="?"),
        Binding("q,escape,t", "back", "Back", key_display="q"),
    ]
    CSS = "#curve { height: 1fr; padding: 1 2; }"

    def __init__(self, shop: Workshop) -> None:
        self.shop = shop
        self.trainer = TRAINERS[0]
        self.speed = 1
        self.running = False
        super().__init__()

    def compose(self) -> ComposeResult:
        """Title, curve, news, keys."""
        yield Static(id="title")
        yield Static(id="curve")
        yield Static(id="news")
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        """Start the timer; training itself starts by a key."""
        self.set_interval(TICK, self.tick)
        self.show()

    def on_resize(self) -> None:
        """Draw the curve as wide as there is room."""
        self.show()

    def tick(self) -> None:
        """Play some games, when running."""
        if self.running:
            self.shop.train(self.trainer, SPEEDS[self.speed])
            self.show()

    def show(self, news: str = "") -> None:
        """Draw the curve anew."""
        history = self.shop.history
        title = f"Training MENACE against {self.trainer}, {SPEEDS[self.speed] / TICK:.0f} games/s"
        title += ", running" if self.running else ", stopped: space starts"
        self.query_one("#title", Static).update(Text(title, "bold"))
        width, height = self.app.size
        rows = max(3, (height - 12) // 3)
        text = Text(no_wrap=True)
        for name, mark, style in _RESULTS:
            lines = bars(shares(history, mark, max(10, width - 20)), rows)
            for number, line in enumerate(lines):
                label = name if number == len(lines) - 1 else "100 %" if not number else ""
                text.append(f"{label:>6} ")
                text.append(f"{line}\n", style)
        said = f"games 1 to {len(history)}, from left to right" if history else "no game yet"
        text.append(f"       {said}\n", "dim")
        self.query_one("#curve", Static).update(text)
        self.query_one("#news", Static).update(Text(news) if news else score_line(history))

    def action_trainer(self, trainer: str) -> None:
        """Choose the opponent."""
        self.trainer = trainer
        self.show()

    def action_start_or_stop(self) -> None:
        """Start or stop."""
        self.running = not self.running
        self.show()

    def action_faster(self, by: int) -> None:
        """Change the speed."""
        self.speed = min(max(self.speed + by, 0), len(SPEEDS) - 1)
        self.show()

    def action_save(self) -> None:
        """Keep the machine."""
        self._file(self.shop.save, "Saved", "This machine is kept in no file.")

    def action_load(self) -> None:
        """Take the machine that was saved last."""
        self._file(self.shop.load, "Loaded", "Nothing has been saved yet.")

    def action_reset(self) -> None:
        """Begin with a machine that knows nothing."""
        self.running = False
        self.shop.reset()
        self.show("A new machine, which knows nothing; ctrl+o takes the saved one back.")

    def _file(self, act: Callable[[], bool], done: str, undone: str) -> None:
        try:
            self.show(f"{done}: {self.shop.path}" if act() else undone)
        except StoreError as error:
            self.show(str(error))

    def action_help(self) -> None:
        """Explain the screen."""
        self.app.push_screen(
            Help(
                "Training",
                "Of the opponents random plays anywhere, greedy wins or stops a win when it can, "
                "perfect gives nothing away, and menace is a second machine that learns as well. "
                "The curve shows MENACE's results from its first game to its latest.",
                KEYS,
            )
        )

    def action_back(self) -> None:
        """Back to the game."""
        self.dismiss()
