"""A MENACE of the tests' own, to be watched by the harness; broken ones override a method of it.

A position is two sets of squares in one number each, a bit a square. Every class of positions gets
a box whose picture is drawn by lot, and where the picture has symmetries of its own, so is the one
by which a bead is carried to the board: both are free. So are the order of the boxes, the names of
the beads, how many of them a box starts with, and which reading of the refill is followed.
"""

from collections.abc import Generator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import combinations
from random import Random
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

Carry: TypeAlias = tuple[int, ...]  # of the squares of one board, those of another
Talk: TypeAlias = Generator[str, str, str]  # says, hears a line, and so on; its last words


class Position(NamedTuple):
    xs: int
    os: int


EMPTY = Position(0, 0)
FULL = 511
LINES = (7, 56, 448, 73, 146, 292, 273, 84)
COLOURS = ("red", "green", "blue", "white", "black", "gold", "pink", "grey", "lilac")


@cache
def squares(bits: int) -> tuple[int, ...]:
    return tuple(s for s in range(9) if bits >> s & 1)


def free(position: Position) -> tuple[int, ...]:
    return squares(FULL ^ position.xs ^ position.os)


@cache
def won(bits: int) -> bool:
    return any(bits & line == line for line in LINES)


def move(position: Position, carry: Carry) -> Position:
    return Position(*(sum(1 << carry[s] for s in squares(bits)) for bits in position))


def _carries() -> list[Carry]:
    turned: list[Carry] = []
    for flip in (False, True):
        for quarters in range(4):
            carry = []
            for s in range(9):
                y, x = divmod(s, 3)
                for _ in range(quarters):
                    y, x = x, 2 - y
                carry.append(3 * y + (2 - x if flip else x))
            turned.append(tuple(carry))
    return turned


CARRIES = _carries()


@cache
def classes() -> tuple[tuple[Position, ...], ...]:
    """The positions that have a box, grouped by symmetry."""
    found: dict[Position, tuple[Position, ...]] = {}
    for stones in range(4):
        for xs in combinations(range(9), stones):
            for os in combinations([s for s in range(9) if s not in xs], stones):
                position = Position(sum(1 << s for s in xs), sum(1 << s for s in os))
                if position not in found and not won(position.xs) and not won(position.os):
                    members = tuple(sorted({move(position, c) for c in CARRIES}))
                    found |= dict.fromkeys(members, members)
    return tuple(dict.fromkeys(found.values()))


@cache
def class_of() -> dict[Position, int]:
    return {p: number for number, members in enumerate(classes()) for p in members}


@cache
def carries(picture: Position, board: Position) -> tuple[Carry, ...]:
    return tuple(c for c in CARRIES if move(picture, c) == board)


def like(picture: Position, bead: int) -> frozenset[int]:
    """The squares that the picture's own symmetries make the same as this one."""
    return frozenset(c[bead] for c in carries(picture, picture))


@lru_cache(maxsize=1 << 14)
def rows(position: Position, marks: str = "XO-") -> str:
    x, o, empty = tuple(marks)
    shown = [x if position.xs >> s & 1 else o if position.os >> s & 1 else empty for s in range(9)]
    return "\n".join("".join(shown[i : i + 3]) for i in (0, 3, 6)) + "\n"


@lru_cache(maxsize=1 << 16)
def box_text(beads: tuple[int, ...], names: tuple[str, ...], as_numbers: bool) -> str:
    """A box as Python prints its list of beads, by their names."""
    named = [names[bead] for bead in beads]
    return str([int(name) for name in named] if as_numbers else named)


class Used(NamedTuple):
    """A draw: the box by its class, the beads there before it, the bead, and where it went.

    `beside` are the two other beads of a refill.
    """

    box: int
    before: tuple[int, ...]
    bead: int
    board: Position
    square: int
    beside: tuple[int, ...] = ()


class Player:
    """One run of a MENACE. `seed` decides everything in it."""

    start_beads: Sequence[int] = (4, 8, 5, 3)  # by rounds played
    stay = 3  # of a refill, the move among them or taken from them
    back: Mapping[str, int] = MappingProxyType({"X": 2, "": 1, "O": 0})
    naming = "squares"  # or letters, or colours, which mean another square in every box
    fixed_order = True
    marks = "XO-"

    def __init__(self, seed: int, order_seed: int = 7) -> None:
        self.chance = Random(seed)
        self.layout = Random(order_seed if self.fixed_order else seed)
        self.pictures = [self.layout.choice(members) for members in classes()]
        self.order = self.layout.sample(range(len(classes())), len(classes()))
        self.names = [self._names() for _ in classes()]
        self.boxes = [self.fill(box) for box in range(len(classes()))]
        self.first = [list(beads) for beads in self.boxes]
        self.used: list[Used] = []
        self.log: list[list[Used]] = []
        self.results: list[str] = []
        self.board = EMPTY

    def _names(self) -> Sequence[str]:
        match self.naming:
            case "letters":
                return "abcdefghi"
            case "colours":
                return self.layout.sample(COLOURS, 9)
            case _:
                return "012345678"

    def talk(self) -> Talk:
        """Everything that the program says, and hears."""
        games = int((yield ""))
        said = ""
        for _ in range(games):
            said += self.greeting()
            self.board = self.cleared()
            while True:
                square = self.play(self.board)
                self.board = Position(self.board.xs | 1 << square, self.board.os)
                said += self.show(self.board)
                if self.over(self.board):
                    break
                said = self.after_human(self.hear((yield said)))
                if self.over(self.board):
                    break
            result = "X" if won(self.board.xs) else "O" if won(self.board.os) else ""
            said += self.end_game(result)
        return said

    def greeting(self) -> str:
        return "New game\n"

    def cleared(self) -> Position:
        return EMPTY

    def hear(self, line: str) -> int:
        return 3 * "LMR".index(line[0]) + "LMR".index(line[1])

    def after_human(self, square: int) -> str:
        self.board = Position(self.board.xs, self.board.os | 1 << square)
        return self.show(self.board)

    def show(self, board: Position) -> str:
        return rows(board, self.marks)

    def over(self, board: Position) -> bool:
        return won(board.xs) or won(board.os) or not free(board)

    def end_game(self, result: str) -> str:
        self.learn(result)
        self.log.append(self.used)
        self.results.append(result)
        self.used = []
        return self.dump([self.boxes[box] for box in self.order])

    def dump(self, boxes: Sequence[Sequence[int]]) -> str:
        texts = [
            box_text(tuple(beads), tuple(self.names[box]), self.naming == "squares")
            for box, beads in zip(self.order, boxes, strict=True)
        ]
        return f"[{', '.join(texts)}]\n"

    def choices(self, box: int) -> Sequence[int]:
        """What a bead of the box may be, each as likely as the others."""
        return free(self.pictures[box])

    def fill(self, box: int) -> list[int]:
        stage = len(squares(self.pictures[box].xs))
        return self.chance.choices(self.choices(box), k=self.start_beads[stage])

    def box_for(self, board: Position) -> int:
        return class_of()[board]

    def play(self, board: Position) -> int:
        if len(free(board)) == 1:
            return free(board)[0]
        box = self.box_for(board)
        beads = self.boxes[box]
        before = tuple(beads)
        bead = beads.pop(self.draw(box, beads))
        beside: list[int] = []
        if not beads:
            bead = self.refill(box, bead)
            beside = list(beads)
            if bead in beside and self.stay == 3:
                beside.remove(bead)
        square = self.carry(box, bead, board)
        self.used.append(Used(box, before, bead, board, square, tuple(beside)))
        return square

    def draw(self, box: int, beads: Sequence[int]) -> int:
        """The place of the bead that is drawn."""
        return self.chance.randrange(len(beads))

    def refill(self, box: int, last: int) -> int:
        """Fill the box that lost its last bead; the bead to be played."""
        beads = self.boxes[box]
        beads += self.chance.choices(self.choices(box), k=3)
        place = self.chance.randrange(3)
        return beads[place] if self.stay == 3 else beads.pop(place)

    def carry(self, box: int, bead: int, board: Position) -> int:
        return self.chance.choice(carries(self.pictures[box], board))[bead]

    def learn(self, result: str) -> None:
        for used in self.used:
            self.boxes[used.box] += [used.bead] * self.back[result]
