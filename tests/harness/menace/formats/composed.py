"""Boards composed by chance: usual ones, of which some parts are as few programs have them.

Signs, what stands on a square, between squares and between rows, a mark on the last move, names of
rows and columns, a frame, and text beside, above and below.
"""

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from wcwidth import wcswidth

from tests.harness.menace.formats.boards import rows
from tests.harness.menace.formats.story import MOVES

_USUAL: Final = {
    "signs": ("XO-", "XO.", "XO_", "xo."), "cell": ("{}",), "joint": (" ", "", "|"), "last": ("",),
    "names": ("",), "rule": ("",), "frame": ("",), "start": ("",), "above": ("",),
    "beside": (("", "", ""),), "below": ("",),
}  # fmt: skip
_UNUSUAL: Final = {
    "signs": (
        "XO*", "XO ", "XO+", "XO·", "✕○·", "XO□", "MH.", "XO#", "MU-", "XO?", "XO=", "BW.", "XO:",
        "X0.", "12.", "120", "210", "XOE", "XO~", "●○ ", "#o.", "AB_", "MH ",
    ),
    "cell": ("[{}]", "({})", "  {}  ", "'{}'", "<{}>", "{{{}}}", '"{}"'),
    "joint": (" | ", ",", ", ", "\t", "│", " : ", "  ", "   ", "!", "/"),
    "last": ("[{}]", "({})", "{}*", "*{}*", "\x1b[1m{}\x1b[0m", "\x1b[7m{}\x1b[0m", "{}'", "<{}>",
             ">{}<", "{}!"),
    "names": ("abc/123", "ABC/123", "123/abc", "LMR/LMR", "012/012", "123/ABC"),
    "rule": ("-", "-+", "=", " ", "─┼", "_"),
    "frame": ("++++-|", "┌┐└┘─│", "    - ", "     |"),  # corners, level, upright
    "start": ("  ", "\t", "# ", "> ", "* "),
    "above": (
        "Board:\n", "Board after move {turn}:\n", "Move {turn} ({who})\n", "-- {who} --\n",
        "{turn}. {who}\n", "Turn {turn}/9, {who} played\n", "\n", "{who} to {move}:\n",
        "Position {turn}\n---\n", "[{turn}] {who}\n",
    ),
    "beside": (
        ("X: MENACE", "O: you", "move {turn}"), ("<- {who}", "", ""), ("", "Move {turn}", ""),
        ("W:{turn}", "L:0", "D:1"), ("|", "| {who} moved", "|"), ("123", "456", "789"),
        ("1 2 3", "4 5 6", "7 8 9"),
    ),
    "below": (
        "\n{who} played {move}", "\n{left} empty squares", "\n(last move: {move})", "\n==========",
        "\nnext: {who}", "\nMENACE has {turn} stones",
    ),
}  # fmt: skip
_SEQUENCE: Final = re.compile("\x1b\\[[^m]*m")


@dataclass
class Composed:
    """A way to show the boards of a game one after another, of which it keeps the last."""

    signs: str
    cell: str
    joint: str
    last: str
    names: str
    rule: str
    frame: str
    start: str
    above: str
    beside: tuple[str, str, str]
    below: str
    before: str = field(default="-" * 9, repr=False)

    def show(self, board: str) -> str:
        """The board, and what stands around it."""
        if board.count("-") >= self.before.count("-"):
            self.before = "-" * 9
        new = [at for at in range(9) if board[at] != self.before[at]]
        move = new[0] if len(new) == 1 else -1
        self.before = board
        turn = 9 - board.count("-")
        told = {"turn": turn, "who": ("Human", "MENACE")[turn % 2], "left": board.count("-")}
        told["move"] = MOVES[""][move]
        lines = self._lines(self._cells(board, move))
        lines = [
            f"{line}   {text.format(**told)}" if text else line
            for line, text in zip(lines, self._texts(len(lines)), strict=True)
        ]
        lines = [self.start + line for line in self._framed(lines)]
        return self.above.format(**told) + "\n".join(lines) + self.below.format(**told)

    def _cells(self, board: str, move: int) -> list[str]:
        cells = []
        for at, mark in enumerate(board):
            sign = self.signs["XO-".index(mark)]
            marked = self.last.format(sign) if self.last and at == move else sign
            cells.append(self.cell.format(marked))
        widest = max(map(_width, cells))
        both = self.last[:1] in "[(<>*" and self.last != ""
        return [_filled(cell, widest, in_the_middle=both) for cell in cells]

    def _lines(self, cells: Sequence[str]) -> list[str]:
        lines = [self.joint.join(row) for row in rows(cells)]
        if self.rule:
            ends = _width(lines[0].expandtabs())
            square = _width(cells[0]) + len(self.joint) - len(self.joint.strip())
            rule = self.rule[1:].join([self.rule[0] * square] * 3)
            rule = rule if len(self.rule) > 1 else self.rule * ends
            lines = [line for row in lines for line in (row, rule)][:-1]
        if self.names and not self.rule and not self.frame:
            across, down = self.names.split("/")
            named = (_filled(name, _width(cells[0]), in_the_middle=True) for name in across)
            lines = [f"{name} {line}" for name, line in zip(down, lines, strict=True)]
            lines.insert(0, "  " + (" " * len(self.joint)).join(named))
        return lines

    def _texts(self, count: int) -> list[str]:
        """What stands beside each of the lines."""
        texts = [""] * (count == 4) + [*self.beside]
        if count == 5:
            texts = [texts[0], "", texts[1], "", texts[2]]
        return texts

    def _framed(self, lines: Sequence[str]) -> list[str]:
        if not self.frame:
            return [*lines]
        *corners, level, upright = [*self.frame]
        inner = max(_width(line.expandtabs()) for line in lines)
        framed = [f"{upright} {_filled(line.expandtabs(), inner)} {upright}" for line in lines]
        edges = (f"{corners[at]}{level * (inner + 2)}{corners[at + 1]}".rstrip() for at in (0, 2))
        above, below = ([edge] if edge else [] for edge in edges)
        return [*above, *(line.rstrip() for line in framed), *below]


def _width(text: str) -> int:
    return wcswidth(_SEQUENCE.sub("", text))


def _filled(text: str, width: int, in_the_middle: bool = False) -> str:
    more = width - _width(text)
    before = more // 2 if in_the_middle else 0
    return " " * before + text + " " * (more - before)


def _is_seen(board: Composed) -> bool:
    """Whether a person can tell where its empty squares are, and its marks from its signs."""
    blank = board.signs[2] == " "
    around = board.cell.replace("{}", "").strip() or board.joint.strip()
    if (blank and not around) or (board.last and board.cell == board.last):
        return False
    if not board.joint and board.rule == board.signs[2]:
        return False
    return not any(sign in board.last for sign in board.signs.strip())


def random_board(chance: random.Random, unusual: int) -> tuple[Callable[[str], str], str]:
    """A way to show boards in which so many parts are unusual, and what it is."""
    while True:
        parts = {part: chance.choice(some) for part, some in _USUAL.items()}
        for part in chance.sample([*_UNUSUAL], unusual):
            parts[part] = chance.choice(_UNUSUAL[part])
        board = Composed(**parts)  # type: ignore[arg-type]  # each part has its type
        if _is_seen(board):
            return board.show, repr(board)
