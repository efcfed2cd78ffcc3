"""Right MENACEs of many styles: beads, boxes, orders, refills."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from harness.menace.form import words_of
from tests.oracles.menace_player import Player, Position, free, like, rows


class Lettered(Player):
    naming = "letters"


class Coloured(Player):
    """The same colour means another square in another box."""

    naming = "colours"


class Shuffled(Player):
    """Its boxes are in another order in every run."""

    fixed_order = False


class TwoStay(Player):
    """Of a refill, two are left in the box."""

    stay = 2


class OneBead(Player):
    start_beads = (1, 1, 1, 1)


class ManyBeads(Player):
    start_beads = (16, 12, 6, 4)


class OneOfEach(Player):
    """Of squares that the picture's symmetries make alike, its beads name the least."""

    def choices(self, box: int) -> Sequence[int]:
        return sorted({min(like(self.pictures[box], s)) for s in free(self.pictures[box])})


class LastOfEach(Player):
    """It names the last of them."""

    def choices(self, box: int) -> Sequence[int]:
        return sorted({max(like(self.pictures[box], s)) for s in free(self.pictures[box])})


class Lined(Lettered):
    """A box a line, and its boards in one line."""

    def show(self, board: Position) -> str:
        return super().show(board).replace("\n", "") + "\n"

    def dump(self, boxes: Sequence[Sequence[int]]) -> str:
        named = ("".join("abcdefghi"[bead] for bead in beads) for beads in boxes)
        return "".join(f"{i}: {beads}\n" for i, beads in enumerate(named))


class Pictured(Player):
    """A mapping from pictures to beads, in another order every time."""

    def dump(self, boxes: Sequence[Sequence[int]]) -> str:
        keys = (rows(self.pictures[box]).replace("\n", "") for box in self.order)
        entries = [f'"{key}": {beads}' for key, beads in zip(keys, boxes, strict=True)]
        self.chance.shuffle(entries)
        return "{" + ", ".join(entries) + "}\n"


RIGHT: Sequence[type[Player]] = (
    Player, Lettered, Coloured, Shuffled, TwoStay, OneBead, ManyBeads, Lined, Pictured,
    OneOfEach, LastOfEach,
)  # fmt: skip


# In forms of their own, which are to be declared or found.


class Numbered(Player):
    """Takes squares as words, and ends in an error for any other."""

    words = words_of("1-9")

    def hear(self, line: str) -> int:
        if line not in self.words:
            raise ZeroDivisionError
        return self.words.index(line)


class Numerals(Numbered):
    """Marks and moves are both its own, as a list of numbers has them."""

    numerals: Mapping[str, int] = MappingProxyType({"X": 1, "O": 2, "-": 0})
    words = words_of("0-8")

    def show(self, board: Position) -> str:
        return f"{[self.numerals[mark] for mark in rows(board) if mark in self.numerals]}\n"


class Signs(Numerals):
    numerals = MappingProxyType({"X": 1, "O": -1, "-": 0})
    words = words_of("1-9")
