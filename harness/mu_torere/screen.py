"""What a program's printed boards say: text -> placements, through the form that it is declared in.

A form is the drawing with its nodes marked, the three symbols, and what the human types for each
node. The square form of the challenge with `b`, `w`, `o` and the numbers 1-9 is the default.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from harness.mu_torere.picture import SQUARE, Drawing, trace
from reference.mu_torere.rules import BLACK, EMPTY, NODES, WHITE, Node

_COLOUR_CODES: Final = re.compile(r"\x1b\[[0-9;]*m")
_CURSOR: Final = r"\x1b\[[0-9;]*[A-HJKf]"  # to another place; erasing a line or the screen
_LIKENESS: Final = 0.6  # so much of the drawing must be there for a misprint to count as a board
_MISPRINT_LINES: Final = 1000  # a flood is not searched to its end: 64 KiB of `yes` took seconds


@dataclass(frozen=True)
class Form:
    """How one program prints and reads.

    `numbers` are what the human types, for the marks of the picture in reading order. `exact`
    means: the challenge's own start, and nothing but boards on standard output; `clean_end`: status
    0 and nothing on standard error once it has won. Raises ValueError for a picture that does not
    mark nine nodes, or symbols or numbers that are not three and nine.
    """

    picture: str = SQUARE
    symbols: str = BLACK + WHITE + EMPTY  # as printed, for black, white and empty
    numbers: tuple[str, ...] = ()
    exact: bool = False
    clean_end: bool = False

    def __post_init__(self) -> None:
        if len(set(self.symbols)) != 3 or len(self.symbols) != 3:
            raise ValueError(f"symbols are three different characters, not {self.symbols!r}")
        if self.numbers and len(self.numbers) != len(NODES):
            raise ValueError(f"there are nine nodes to be numbered, not {len(self.numbers)}")
        object.__setattr__(self, "picture", _trimmed(self.picture))
        object.__setattr__(self, "numbers", tuple(self.numbers) or tuple(self.drawing.marks))

    @cached_property
    def drawing(self) -> Drawing:
        """The traced picture."""
        return trace(self.picture)

    @cached_property
    def nodes(self) -> tuple[Node, ...]:
        """The node at each mark of the picture, in reading order."""
        nodes = self.drawing.nodes()
        return tuple(nodes[mark] for mark in self.drawing.marks)

    @cached_property
    def number_of(self) -> Mapping[Node, str]:
        """What the human types for each node."""
        return dict(zip(self.nodes, self.numbers, strict=True))

    @cached_property
    def node_of(self) -> Mapping[str, Node]:
        """The node that each number means."""
        return dict(zip(self.numbers, self.nodes, strict=True))

    def to_json(self) -> dict[str, object]:
        """Plain values from which `from_json` makes the same form."""
        return {
            "picture": self.picture.split("\n"),
            "symbols": self.symbols,
            "numbers": list(self.numbers),
            "exact": self.exact,
            "clean_end": self.clean_end,
        }

    @classmethod
    def from_json(cls, values: Mapping[str, object]) -> "Form":
        """The form of `to_json`. Raises ValueError when a value is missing or of the wrong kind."""
        match values:
            case {
                "picture": [*rows],
                "symbols": str(symbols),
                "numbers": [*numbers],
                "exact": bool(exact),
                "clean_end": bool(clean_end),
            }:
                picture = "\n".join(str(row) for row in rows)
                return cls(picture, symbols, tuple(map(str, numbers)), exact, clean_end)
            case _:
                raise ValueError(f"not a form of Mu Torere: {values}")

    def draw(self, placement: str) -> str:
        """The board as the program is to print it."""
        shown = dict(zip(BLACK + WHITE + EMPTY, self.symbols, strict=True))
        at = dict(zip(self.drawing.marks, self.nodes, strict=True))
        return "".join(shown[placement[at[char]]] if char in at else char for char in self.picture)

    def boards(self, text: str) -> list[str]:
        """The placements printed in the text, in order, whatever else stands between the boards."""
        if not self.exact:
            text = _COLOUR_CODES.sub("", text)
        return [self._placement(found) for found in self._board.finditer(text)]

    def misprint(self, text: str) -> str | None:
        """What is wrong with the most board-like part of a text that shows no (further) board.

        None when nothing in its first thousand lines looks like a board. What `boards` reads is
        left out first.
        """
        plain = _COLOUR_CODES.sub("", text)
        rest = self._board.sub(_lines_before, plain).split("\n")[:_MISPRINT_LINES]
        rows = self.picture.split("\n")
        best: tuple[float, str] | None = None
        for top in range(len(rest)):
            window = (rest[top : top + len(rows)] + [""] * len(rows))[: len(rows)]
            cells = [
                (char, seen, r)
                for r, (row, line) in enumerate(zip(rows, window, strict=True))
                for char, seen in zip(row, line.ljust(len(row)), strict=False)
                if char != " "
            ]
            wrong = [(c, s, r) for c, s, r in cells if not self._fits(c, s)]
            alike = 1 - len(wrong) / len(cells)
            longer = next((r for r, (row, line) in enumerate(zip(rows, window, strict=True))
                           if len(line.rstrip()) > len(row)), None)  # fmt: skip
            if wrong:
                char, seen, r = wrong[0]
                what = "a stone or an empty node" if char in self.drawing.marks else repr(char)
                message = f"line {r + 1} of a board is {window[r]!r}: {seen!r} in place of {what}"
            elif longer is not None:
                message = f"line {longer + 1} of a board is {window[longer]!r}: it is too long"
            else:
                continue
            if alike >= _LIKENESS and (best is None or alike > best[0]):
                best = (alike, message)
        return best and best[1]

    def _fits(self, char: str, seen: str) -> bool:
        return seen in self.symbols if char in self.drawing.marks else seen == char

    def _placement(self, found: re.Match[str]) -> str:
        meaning = dict(zip(self.symbols, BLACK + WHITE + EMPTY, strict=True))
        stones = dict(zip(self.nodes, found.groups(), strict=True))
        return "".join(meaning[stones[node]] for node in NODES)

    @cached_property
    def _board(self) -> re.Pattern[str]:
        # A prompt without a newline stands before the first row of the board that follows it, for
        # the human's Enter is not echoed; and before the prompt the end of the last reply, when the
        # program was not given the processor for a while. Moving the cursor prints nothing.
        one = f"([{re.escape(self.symbols)}])"
        rows = [
            "".join(one if char in self.drawing.marks else re.escape(char) for char in row)
            for row in self.picture.split("\n")
        ]
        before = "^" if self.exact else rf"(?:\A(?:.*\n)*?.*?|^(?:[ \t]|{_CURSOR})*?)"
        after = "\n" if self.exact else r"[ \t\r]*(?:\n|\Z)"
        between = "\n" if self.exact else r"[ \t\r]*\n"
        return re.compile(before + between.join(rows) + after, re.MULTILINE)


def _lines_before(found: re.Match[str]) -> str:
    """What a found board has before its first row."""
    first_row = found.string.rfind("\n", 0, found.start(1)) + 1
    return found.string[found.start() : first_row]


def _trimmed(picture: str) -> str:
    rows = [row.rstrip() for row in picture.split("\n")]
    while rows and not rows[0]:
        rows.pop(0)
    while rows and not rows[-1]:
        rows.pop()
    return "\n".join(rows)
