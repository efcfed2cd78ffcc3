"""What a person can do in any of the three games; nothing here knows of a screen."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias

from rich.console import RenderableType
from rich.text import Text

Move: TypeAlias = int
Cells: TypeAlias = dict[Move, tuple[int, int]]  # where each move's cell is: column and row

Keys: TypeAlias = tuple[tuple[str, str], ...]  # each key, and what it does

HELP: Final[Keys] = (
    ("a digit, or arrows and Enter", "move (or click a cell)"),
    ("u", "take the last move back"),
    ("h", "a hint: what each move is worth"),
    ("s", "change sides and begin again"),
    ("n", "a new game"),
    ("?", "the rules and these keys"),
    ("q", "back to the menu, which q leaves"),
)


def sentence(text: str) -> str:
    """The text with a capital where it begins with an article, as some rivals' names do."""
    return f"The {text[4:]}" if text.startswith("the ") else text


class Refused(Exception):  # noqa: N818 - not an error: what a person asked for cannot be
    """Raised when the game refuses what the person asked for; the text says why."""


class BrokenOff(Exception):  # noqa: N818 - not an error of ours: the rival's
    """Raised when the rival has made no move; the text says what it did instead."""


def broken_off(rival: str, seen: str) -> str:
    """The news that the rival has broken off the game, and what it did."""
    return f"{rival} broke off the game: {seen}. golfproof verify says more."


class Game(ABC):
    """One game between a person and a rival. `human` and `to_move` name sides."""

    title: str
    rules: str
    keys: Keys = ()  # of the drawn game, beside those of every game
    digits: int  # digits of a typed move
    human: str
    rival: str  # the name of the other side
    news: str = ""  # what the rival did last, or how the game ended

    @property
    @abstractmethod
    def to_move(self) -> str:
        """The side to move."""

    @property
    @abstractmethod
    def over(self) -> bool:
        """Whether the game has ended."""

    @abstractmethod
    def legal(self) -> tuple[Move, ...]:
        """The moves of the side to move, ascending; none when the game is over."""

    @abstractmethod
    def move_of(self, typed: str) -> Move | None:
        """The move that the digits name, legal or not; None while another digit is due."""

    def name_of(self, move: Move) -> str:
        """The digits that name the move."""
        return str(move)

    @abstractmethod
    def explain(self, move: Move) -> str:
        """Why the move is not legal."""

    @abstractmethod
    def play(self, move: Move) -> None:
        """Make the person's move."""

    @abstractmethod
    def reply(self) -> None:
        """Let the rival move. May take seconds; called in a thread of its own."""

    @abstractmethod
    def undo(self) -> None:
        """Go back to where the person was last to move. Raises Refused."""

    @abstractmethod
    def hint(self) -> RenderableType:
        """What each move is worth. May take seconds; called in a thread of its own."""

    @abstractmethod
    def restart(self) -> None:
        """Begin a new game with the same sides."""

    @abstractmethod
    def change_sides(self) -> None:
        """Begin a new game with the sides exchanged. Raises Refused."""

    @abstractmethod
    def picture(self, *, roomy: bool) -> Text:
        """The board; `roomy` where there is room for a larger one."""

    @abstractmethod
    def cells(self, *, roomy: bool) -> Cells:
        """Where each cell of the picture is that a move is named by."""

    def aside(self) -> RenderableType:
        """What stands beside the board."""
        return Text("")

    def close(self) -> None:  # noqa: B027 - most games have started nothing
        """End what the game has started, and keep what is to be kept."""

    @property
    def waiting(self) -> bool:
        """Whether the rival is to move."""
        return not self.over and self.to_move != self.human


class Choice(NamedTuple):
    """What a menu offers. `make` is None for a program of one's own, whose command is asked for."""

    name: str
    about: str
    make: Callable[[], Game] | None
