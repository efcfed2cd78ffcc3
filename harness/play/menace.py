"""MENACE, played, trained and looked into, without a screen.

The machine that plays X is the one that is kept in a file. Where the person plays X, a second
machine plays O from boxes of its own.
"""

import copy
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from harness.play.games import Keys, Move, Refused
from harness.play.squares import STYLES, SquaresGame
from reference.menace.boxes import BoxNumber
from reference.menace.game import Player, PolicyPlayer, play_game
from reference.menace.machine import Draw, Machine
from reference.menace.moves import square_name
from reference.menace.opponents import POLICIES
from reference.menace.rulesets import CHALLENGE, Ruleset
from reference.menace.store import MachineFile, Saved
from reference.menace.view import beads_before
from reference.tic_tac_toe import (
    EMPTY,
    EMPTY_BOARD,
    SIDE,
    SQUARES,
    Board,
    Mark,
    over,
    place,
    to_move,
    winner,
)

FILE_KEYS: Final[Keys] = (
    ("ctrl+s, ctrl+o", "save the machine, load the saved one"),
    ("ctrl+r", "begin with a machine that knows nothing"),
)
KEYS: Final[Keys] = (
    ("b", "look into its boxes"),
    ("t", "train it against other players"),
    *FILE_KEYS,
)
TRAINERS: Final = ("random", "greedy", "perfect", "menace")


class Change(NamedTuple):
    """What the latest game did to a box: the game's number, the bead, and how many were added."""

    game: int
    bead: int
    by: int


class Lesson(NamedTuple):
    """A box that a game used: its picture, the bead drawn, and the beads before and after."""

    box: BoxNumber
    picture: Board
    bead: int
    before: Counter[int]
    after: Counter[int]


@dataclass
class Workshop:
    """A machine with its history and its file; the screens of MENACE share it.

    `history` has a mark for each game: its winner, or '-' for a draw. `changes` has the latest
    change of each box since the program was started.
    """

    machine: Machine
    rng: Random
    path: Path | None = None
    history: str = ""
    changes: dict[BoxNumber, Change] = field(default_factory=dict)
    saved: bool = True

    @classmethod
    def opened(cls, path: Path | None, rng: Random, ruleset: Ruleset = CHALLENGE) -> "Workshop":
        """The machine of the file, or a fresh one. Raises StoreError for a file that is none."""
        shop = cls(Machine.fresh(rng, ruleset), rng, path)
        shop.load()
        return shop

    def load(self) -> bool:
        """Take the machine from the file; False where there is none. Raises StoreError."""
        if self.path is None:
            return False
        with MachineFile(self.path) as file:
            kept = file.load()
        if kept is None:
            return False
        self.machine, self.history = kept.machine(), kept.history
        self.changes, self.saved = {}, True
        return True

    def save(self) -> bool:
        """Keep the machine in its file; False where it has none. Raises StoreError."""
        if self.path is None:
            return False
        with MachineFile(self.path) as file:
            file.save(Saved.of(self.machine, self.history))
        self.saved = True
        return True

    def reset(self) -> None:
        """A fresh machine of the same rules, which has played nothing."""
        self.machine = Machine.fresh(self.rng, self.machine.ruleset)
        self.history, self.changes, self.saved = "", {}, False

    def finished(self, won_by: Mark | None, draws: list[Draw], before: dict[int, int]) -> None:
        """Note a game that was learned from; `before` are the sizes of its boxes at its start."""
        self.history += won_by or EMPTY
        self.saved = False
        for draw in draws:
            by = len(self.machine.contents[draw.box]) - before[draw.box]
            self.changes[draw.box] = Change(len(self.history), draw.bead, by)

    def train(self, trainer: str, games: int) -> None:
        """Play so many games against a trainer, one of `TRAINERS`."""
        menace = trainer == "menace"
        rival: Player = self._second() if menace else PolicyPlayer(POLICIES[trainer])
        for _ in range(games):
            draws: list[Draw] = []
            sizes = {box: len(beads) for box, beads in enumerate(self.machine.contents)}
            won_by = play_game(_Watched(self.machine, draws), rival, self.rng)
            self.finished(won_by, draws, sizes)

    _other: Machine | None = None

    def _second(self) -> Machine:
        if self._other is None:
            self._other = Machine.fresh(self.rng, self.machine.ruleset, "O")
        return self._other


class _Watched(Machine):
    """A machine whose draws are noted when it has learned; it shares the boxes of another."""

    def __init__(self, machine: Machine, noted: list[Draw]) -> None:
        self.boxes, self.ruleset = machine.boxes, machine.ruleset
        self.contents, self.draws = machine.contents, machine.draws
        self._noted = noted

    def learn(self, winner: Mark | None) -> None:
        """Learn, and note the draws."""
        self._noted += self.draws
        super().learn(winner)


class _Turn(NamedTuple):
    """A board and all that is to be put back to return to it."""

    board: Board
    contents: list[list[int]]
    draws: list[Draw]
    history: str
    changes: dict[BoxNumber, Change]


class MenaceGame(SquaresGame):
    """Games one after another against MENACE, which learns from each."""

    keys = KEYS

    def __init__(self, shop: Workshop) -> None:
        self.shop = shop
        self.human: Mark = "O"
        self._second = Machine.fresh(shop.rng, shop.machine.ruleset, "O")
        self.board = EMPTY_BOARD
        self._resigned = False
        self._turns: list[_Turn] = []
        self._start: list[list[int]] = []
        self._sizes: dict[BoxNumber, int] = {}  # of the boxes used, at the start of the game
        self.lesson: list[Lesson] = []
        self._begin()

    @property
    def rival(self) -> str:  # type: ignore[override]  # its name depends on the sides
        """MENACE, or the second one."""
        return "MENACE" if self.human == "O" else "the second MENACE"

    @property
    def machine(self) -> Machine:
        """The machine that plays against the person."""
        return self.shop.machine if self.human == "O" else self._second

    @property
    def to_move(self) -> str:
        """X or O."""
        return to_move(self.board)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return over(self.board) or self._resigned

    def play(self, move: Move) -> None:
        """Take the square."""
        self._turns.append(self._turn())
        self.board = place(self.board, move - 1, self.human)
        self.news = ""
        self._end_if_over()

    def reply(self) -> None:
        """Let the machine draw a bead."""
        sizes = {box: len(beads) for box, beads in enumerate(self.machine.contents)}
        square = self.machine.move(self.board, self.shop.rng)
        if square is None:
            self._resigned = True
            self.news = f"{self.rival} comes to an empty box and resigns."
            self._learn(self.human)
            return
        if self.machine.draws:
            self._sizes.setdefault(self.machine.draws[-1].box, sizes[self.machine.draws[-1].box])
        self.board = place(self.board, square, self.machine.mark)
        self.news = f"{self.rival} plays {square + 1}."
        self._end_if_over()

    def undo(self) -> None:
        """Take back, beads and what was learned included. Raises Refused at the start."""
        if not self._turns:
            raise Refused("There is no move to take back.")
        turn = self._turns.pop()
        self.board, self._resigned = turn.board, False
        self.machine.contents[:] = copy.deepcopy(turn.contents)
        self.machine.draws[:] = turn.draws
        if self.human == "O":
            self.shop.history, self.shop.changes = turn.history, dict(turn.changes)
        self._sizes = {box: size for box, size in self._sizes.items()
                       if box in {draw.box for draw in turn.draws}}  # fmt: skip
        self.lesson = []
        self.news = "Taken back; the beads are in their boxes again."

    def hint(self) -> RenderableType:
        """The beads of the boxes drawn from, and what each end of the game would do to them."""
        rules = self.machine.ruleset
        table = Table.grid(padding=(0, 2))
        table.add_row(*(Text(head, "dim") for head in ("box", "drew", "if won", "drawn", "lost")))
        for draw in self.machine.draws:
            left = Counter(self.machine.contents[draw.box])[draw.bead]
            after = (left + back for back in (rules.won, rules.drawn, rules.lost))
            table.add_row(str(draw.box + 1), square_name(draw.bead), *map(str, after))
        said = Text("Beads of the drawn colour in each box after MENACE has won, drawn or lost:\n",
                    "dim")  # fmt: skip
        return Group(said, table) if self.machine.draws else Text("No bead is out of its box.")

    def restart(self) -> None:
        """Break the game off, beads back, and begin another."""
        if not self.over:
            self.machine.contents[:] = copy.deepcopy(self._start)
            self.machine.draws.clear()
        self._begin()

    def change_sides(self) -> None:
        """Let the person play the other side."""
        self.restart()
        self.human = "X" if self.human == "O" else "O"
        self._begin()

    def aside(self) -> RenderableType:
        """The box of the latest draw, or what the game taught; and the score."""
        parts: list[RenderableType] = []
        if self.lesson:
            parts.append(Text("What the game did to the boxes, before and after:\n", "bold"))
            parts.append(Columns(map(lesson_text, self.lesson), padding=(0, 4)))
        elif self.machine.draws:
            parts.append(box_text(self.machine, self.machine.draws[-1]))
        parts.append(Text(""))
        parts.append(score_line(self.shop.history))
        return Group(*parts)

    def close(self) -> None:
        """Break the game off, and keep the machine in its file. Raises StoreError."""
        self.restart()
        if not self.shop.saved:
            self.shop.save()

    def _begin(self) -> None:
        self.board = EMPTY_BOARD
        self._resigned = False
        self._turns = []
        self._start = copy.deepcopy(self.machine.contents)
        self._sizes = {}
        self.lesson = []
        self.news = ""

    def _turn(self) -> _Turn:
        return _Turn(
            self.board,
            copy.deepcopy(self.machine.contents),
            list(self.machine.draws),
            self.shop.history,
            dict(self.shop.changes),
        )

    def _end_if_over(self) -> None:
        if over(self.board):
            won_by = winner(self.board)
            ends = {None: "A draw.", self.human: "You have won!"}
            self.news = ends.get(won_by, f"{self.rival} has won.")
            self._learn(won_by)

    def _learn(self, won_by: Mark | None) -> None:
        draws = list(self.machine.draws)
        self.machine.learn(won_by)
        if self.human == "O":
            self.shop.finished(won_by, draws, self._sizes)
        for draw in draws:
            self.lesson.append(
                Lesson(
                    draw.box,
                    self.machine.boxes.pictures[draw.box],
                    draw.bead,
                    Counter(self._start[draw.box]),
                    Counter(self.machine.contents[draw.box]),
                )
            )


def box_text(machine: Machine, draw: Draw) -> Text:
    """The box of a draw: its picture with the beads of each square as they were before it."""
    beads = beads_before(machine, draw)
    text = Text()
    text.append(f"Drawn from box {draw.box + 1} of {len(machine.boxes)}", "bold")
    text.append(f", {sum(beads.values())} beads:\n")
    text.append(picture_text(machine.boxes.pictures[draw.box], beads, draw.bead))
    text.append(f"\ndrew {square_name(draw.bead)}: square {draw.square + 1} of the board")
    if draw.refilled:
        text.append("\nits last bead was out, so the box was filled again", "yellow")
    return text


def lesson_text(lesson: Lesson) -> Text:
    """The box as it was at the start of the game and as it is now, side by side."""
    sizes = f"{lesson.before.total()} beads, now {lesson.after.total()}"
    text = Text.assemble(
        (f"box {lesson.box + 1}", "bold"), f", {square_name(lesson.bead)}: {sizes}"
    )
    then, now = (
        picture_text(lesson.picture, beads, lesson.bead).split("\n")
        for beads in (lesson.before, lesson.after)
    )
    for row, (left, right) in enumerate(zip(then, now, strict=True)):
        arrow = " → " if row == SIDE // 2 else "   "
        text.append("\n").append_text(left).append(arrow).append_text(right)
    return text.append("\n")


def picture_text(picture: Board, beads: Counter[int], chosen: int | None = None) -> Text:
    """A box's picture in three lines: X and O, and the number of beads of each empty square."""
    text = Text()
    for square in SQUARES:
        mark = picture[square]
        if mark == EMPTY:
            text.append(f"{beads[square]:>4}", "reverse" if square == chosen else "")
        else:
            text.append(f"{mark:>4}", STYLES[mark])
        if square % SIDE == SIDE - 1 and square != SQUARES[-1]:
            text.append("\n")
    return text


def score_line(history: str) -> Text:
    """MENACE's games: how many it won, drew and lost."""
    counts = Counter(history)
    text = Text(f"MENACE has played {len(history)}: ", "dim")
    text.append(f"{counts['X']} won, {counts[EMPTY]} drawn, {counts['O']} lost")
    return text
