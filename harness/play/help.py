"""The screen with the rules of a game and the keys."""

from typing import ClassVar

from rich.console import Group
from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from harness.play.games import Keys


class Help(ModalScreen[None]):
    """The rules of a game and the keys of the screen that it is opened from."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,question_mark,enter,space", "dismiss_help", "Close")
    ]

    def __init__(self, title: str, rules: str, keys: Keys) -> None:
        self._title, self._rules, self._keys = title, rules, keys
        super().__init__()

    def compose(self) -> ComposeResult:
        """A box with the text."""
        keys = Table.grid(padding=(0, 2))
        for key, what in self._keys:
            keys.add_row(Text(key, "bold"), what)
        rules = Text(" ".join(self._rules.split()))
        with VerticalScroll(id="help"):
            yield Static(Group(Text(self._title, "bold"), Text(), rules, Text(), keys, Text(),
                               Text("Esc closes this.", "dim")))  # fmt: skip

    def action_dismiss_help(self) -> None:
        """Close."""
        self.dismiss()
