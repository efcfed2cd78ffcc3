"""All 304 boxes by stage, those first that a game has changed last."""

from collections import Counter
from typing import ClassVar, Final

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import Screen
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option

from harness.play.games import Keys
from harness.play.help import Help
from harness.play.menace import Workshop, picture_text, score_line
from reference.menace.boxes import BoxNumber
from reference.menace.moves import square_name
from reference.tic_tac_toe import EMPTY, stones

HEADS: Final = " box  board        beads latest change"
STAGES: Final = ("1", "2", "3", "4")
KEYS: Final[Keys] = (
    ("1 to 4", "the boxes of MENACE's first to fourth move"),
    ("arrows, page up and down", "another box"),
    ("?", "these keys"),
    ("q", "back to the game"),
)


def ordered(shop: Workshop, stage: int) -> list[BoxNumber]:
    """The boxes of a stage (0-3), the one first that was changed last, the rest by number."""
    pictures = shop.machine.boxes.pictures
    here = [box for box, picture in enumerate(pictures) if stones(picture) == 2 * stage]
    return sorted(
        here, key=lambda box: (-shop.changes[box].game if box in shop.changes else 0, box)
    )


def row(shop: Workshop, box: BoxNumber) -> str:
    """One box in a line: number, picture, beads, and the latest change."""
    picture = shop.machine.boxes.pictures[box].replace(EMPTY, "·")
    beads = len(shop.machine.contents[box])
    change = shop.changes.get(box)
    latest = ""
    if change is not None:
        by = f"{change.by:+}" if change.by else "±0"
        latest = f"{by} {square_name(change.bead)}, game {change.game}"
    return f"{box + 1:>4}  {picture[:3]} {picture[3:6]} {picture[6:]}  {beads:>4}  {latest}"


class BoxesScreen(Screen[None]):
    """A list of one stage's boxes, and the one under the cursor at large."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(key, f"stage({number})", f"Move {key}") for number, key in enumerate(STAGES)),
        Binding("question_mark", "help", "Help", key_display="?"),
        Binding("q,escape,b", "back", "Back", key_display="q"),
    ]
    CSS = """
    #boxes { width: 48; }
    #heads { height: 1; padding: 0 1; }
    #list { height: 1fr; border: none; }
    #box { padding: 1 2; width: 1fr; }
    """

    def __init__(self, shop: Workshop) -> None:
        self.shop = shop
        self.stage = 0
        self.boxes: list[BoxNumber] = []
        super().__init__()

    def compose(self) -> ComposeResult:
        """Title, list, box, keys."""
        yield Static(id="title")
        with Horizontal():
            with Vertical(id="boxes"):
                yield Static(Text(HEADS, "dim"), id="heads")
                yield OptionList(id="list")
            with VerticalScroll(id="box", can_focus=False):
                yield Static(id="shown")
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        """Begin with the stage that has the most to see."""
        self.action_stage(0)

    def action_stage(self, stage: int) -> None:
        """Show the boxes of MENACE's first, second, third or fourth move."""
        self.stage = stage
        self.boxes = ordered(self.shop, stage)
        title = f"Boxes of MENACE's move {stage + 1}: {len(self.boxes)} of "
        title += f"{len(self.shop.machine.boxes)}; the latest changes first"
        self.query_one("#title", Static).update(Text(title, "bold"))
        listed = self.query_one(OptionList)
        listed.clear_options()
        listed.add_options([Option(Text(row(self.shop, box))) for box in self.boxes])
        listed.highlighted = 0
        listed.focus()
        self.show(self.boxes[0])

    def on_option_list_option_highlighted(self, message: OptionList.OptionHighlighted) -> None:
        """Show the box under the cursor."""
        if message.option_index < len(self.boxes):
            self.show(self.boxes[message.option_index])

    def show(self, box: BoxNumber) -> None:
        """One box: its picture with beads, and how likely each move is."""
        machine = self.shop.machine
        beads = Counter(machine.contents[box])
        total = sum(beads.values())
        text = Text(f"Box {box + 1}, {total} beads\n\n", "bold")
        text.append(picture_text(machine.boxes.pictures[box], beads))
        text.append("\n\n")
        for bead in machine.boxes.choices(box):
            share = beads[bead] / total if total else 0
            text.append(f"{square_name(bead)} ", "bold")
            text.append(f"{share:>4.0%} ")
            text.append("█" * round(20 * share) + "\n", "cyan")
        text.append("\n")
        text.append(score_line(self.shop.history))
        self.query_one("#shown", Static).update(text)

    def action_help(self) -> None:
        """Explain the screen."""
        self.app.push_screen(
            Help(
                "Boxes",
                "The box that a game has changed last stands first, with the change. Numbers in "
                "the picture are beads; bars are the chance of each move. Squares are named by row "
                "and column: L, M and R, so LR is the top right one.",
                KEYS,
            )
        )

    def action_back(self) -> None:
        """Back to the game."""
        self.dismiss()
