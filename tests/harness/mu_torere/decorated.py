"""Boards made by chance with unusual strokes and with other things printed round them.

Three rows of three nodes at distances made by chance, numbers beside the stones or not, brackets,
and then frames, signs before every row, text beside, above and below, and coloured grounds.
"""

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from tests.harness.mu_torere.formats import COLOURS, numberings

STROKES: Final = (
    "-|\\/", "─│╲╱", "═║╲╱", "~|\\/", "—│\\/", "-¦\\/", "-!\\/", "-:\\/", "─┆╲╱", "·|\\/", "*|\\/",
    "─│⟍⟋", "-|⧵⧸", "-‖\\/", "§|\\/", "-|»«",
)  # fmt: skip
KINDS: Final = ("bwo", "XO ", "BW.", "●○ ", "12 ", "RG.", "@O.", "♚♔·", "xoE", "mfe", "ЖФ ")
LABELS: Final = (
    "{number}{stone}", "{stone}{number}", "{number}:{stone}", "({number}){stone}",
    "{stone}({number})", "{number}[{stone}]", "{number}.{stone}", "#{number}{stone}",
)  # fmt: skip
BRACKETS: Final = ("({})", "[{}]", "<{}>", "{{{}}}", "|{}|", "'{}'")
FRAMES: Final = (("-", "|", "++++"), ("─", "│", "┌┐└┘"), ("═", "║", "╔╗╚╝"), ("-", "|", "..''"))
PREFIXES: Final = ("# ", "| ", "> ", "* ", "// ", "; ", "\t", "│ ", "board: ")
BESIDE: Final = (("", "  Turn 1", "", "  Black to move"), ("  < you are b",), ("    |  MU TORERE",))
AROUND: Final = ("", "MU TORERE", "=========", "Move 1:", "*****", "Black: 4  White: 4", "_______")
_ANSI: Final = re.compile("\x1b\\[[^m]*m")


@dataclass(frozen=True)
class Decorated:
    """A way to draw the board and what stands round it. `fault` is a cell and what it shows."""

    strokes: str
    stones: tuple[str, str, str]  # an empty node "" shows its own number
    colours: tuple[str, str, str]
    numbers: tuple[str, ...]
    label: str
    bracket: str
    high: int  # rows between two rows of nodes
    pad: int  # blanks on either side of a level stroke
    level: int
    around: tuple[str, ...]
    chance: int
    fault: tuple[int, int, str] | None = None

    @property
    def width(self) -> int:
        """Columns of a node."""
        return len(_ANSI.sub("", self.cell(0, "b")))

    def cell(self, place: int, kind: str) -> str:
        """What a node shows."""
        at = "bwo".index(kind)
        stone = self.bracket.format(self.stones[at] or self.numbers[place])
        if self.colours[at]:
            stone = f"{self.colours[at]}{stone}\x1b[0m"
        return self.label.format(number=self.numbers[place], stone=stone) if self.label else stone

    def strokes_between(self) -> list[str]:
        """The rows, with NUL in the columns of the nodes."""
        level, upright, falling, rising = tuple(self.strokes)
        step = self.width + 2 * self.pad + self.level
        between = " " * self.pad + level * self.level + " " * self.pad
        before = _ANSI.sub("", self.cell(0, "b")).index(self.bracket.format(self.stones[0]))
        middle = before + (len(self.bracket.format(self.stones[0])) - 1) // 2
        rows = []
        for line in range(3):
            rows.append(between.join(["\0" * self.width] * 3))
            for k in range(1, self.high + 1) if line < 2 else ():
                row = [" "] * (2 * step + self.width)
                for column in range(3):
                    row[middle + column * step] = upright
                shift = round(step * k / (self.high + 1))
                one, other = (falling, rising) if line == 0 else (rising, falling)
                start = shift if line == 0 else step - shift
                row[middle + start], row[middle + 2 * step - start] = one, other
                rows.append("".join(row))
        return rows

    def show(self, kinds: str) -> str:
        """The screen with these stones, in reading order."""
        rows = self.strokes_between()
        if self.fault:
            row, column, sign = self.fault
            rows[row] = rows[row][:column] + sign + rows[row][column + 1 :]
        cells = iter([self.cell(place, kind) for place, kind in enumerate(kinds)])
        rows = [re.sub("\0" * self.width, lambda _: next(cells), row) for row in rows]
        for number, decoration in enumerate(self.around):
            rows = _decorated(rows, decoration, random.Random(self.chance + number))
        return "\n".join(rows) + "\n\n"


def random_decorated(chance: random.Random) -> Decorated:
    """A right board."""
    while True:
        kind = chance.choice(["plain", "plain", "colour", "own number"])
        stones: tuple[str, str, str] = tuple(chance.choice(KINDS))  # type: ignore[assignment]
        numbers = chance.choice(numberings())
        if kind == "colour":
            stones = ("●", "●", "●")
        elif kind == "own number":
            stones = ("▲", "△", "")
        label = chance.choice(LABELS) if kind != "own number" and chance.random() < 0.3 else ""
        bracket = chance.choice(BRACKETS) if not label and chance.random() < 0.3 else "{}"
        high, pad = chance.choice([1, 1, 2, 3, 4]), chance.choice([0, 0, 1])
        found = Decorated(
            chance.choice(STROKES), stones,
            chance.choice(COLOURS) if kind == "colour" else ("", "", ""),
            numbers, label, bracket, high, pad, 0,
            tuple(chance.choices(["", "frame", "before", "beside", "around", "ground"], k=2)),
            chance.randrange(1 << 30),
        )  # fmt: skip
        level = 2 * high + 2 - found.width - 2 * pad if high > 1 else chance.choice([1, 2, 3, 4])
        if level > 0 and (level + found.width) % 2 == 0:
            return replace(found, level=level)


def misdrawn(right: Decorated, chance: random.Random) -> Decorated:
    """The board with a hole in a stroke, one drawn as another, or one too many."""
    level, upright, falling, rising = tuple(right.strokes)
    rows, faults = right.strokes_between(), []
    columns = [n for n in range(len(rows[0])) if rows[0][n] == "\0"]
    for number, row in enumerate(rows):
        within = number % (right.high + 1)
        for column in range(columns[0], columns[-1] + 1):
            sign, one = row[column], (number, column)
            if sign == level and row[column - 1] == row[column + 1] == level:
                faults.append((*one, " "))
            elif sign in (falling, rising):
                faults.append((*one, rising if sign == falling else falling))
            if sign in (upright, falling, rising) and (right.high == 1 or 1 < within < right.high):
                faults.append((*one, " "))
            if sign == " " and within:
                faults += [(*one, sign) for sign in (upright, falling, rising)]
    return replace(right, fault=chance.choice(faults))


def _decorated(rows: Sequence[str], decoration: str, chance: random.Random) -> list[str]:
    rows = list(rows)
    widest = max(len(_ANSI.sub("", row)) for row in rows)
    padded = [row + " " * (widest - len(_ANSI.sub("", row))) for row in rows]
    if decoration == "frame":
        level, side, corners = chance.choice(FRAMES)
        blank = " " * chance.choice([0, 1, 2])
        lid = level * (widest + 2 * len(blank))
        return [corners[0] + lid + corners[1],
                *(f"{side}{blank}{row}{blank}{side}" for row in padded),
                corners[2] + lid + corners[3]]  # fmt: skip
    if decoration == "before":
        prefix = chance.choice(PREFIXES)
        return [prefix + row for row in rows]
    if decoration == "beside":
        texts = chance.choice(BESIDE)
        return [row + (texts[n] if n < len(texts) else "") for n, row in enumerate(padded)]
    if decoration == "around":
        return [chance.choice(AROUND), *rows, chance.choice(AROUND)]
    if decoration == "ground":
        return [f"\x1b[44m{row}\x1b[0m".replace("\x1b[0m", "\x1b[0m\x1b[44m", row.count("\x1b[0m"))
                for row in padded]  # fmt: skip
    return rows
