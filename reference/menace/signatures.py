"""An exhaustive check of a signature: a function of the board that a short MENACE files boxes by.

A program that carries out no rotation needs a value that is the same for all rotations and
reflections of a position and different for different positions, tells won boards from others, and
gives names to squares. `check` asks it of every board there is, in well under a second:

    from reference.menace.signatures import Marks, after_move, check

    marks = Marks(8, 0, 3)
    name = after_move(signature, marks)  # a bead is named by the signature of the board it leads to
    print(check(signature, marks, won=lambda key: key % 8, name=name))

Each `Fault` names the rule broken, the classes (numbers of boxes of `boxes_of("X")`) and a board of
each, so that a search can count faults and a person can see where a signature goes wrong.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from itertools import product
from typing import Final, NamedTuple, TypeAlias

from reference.menace.boxes import BoxNumber, boxes_of, reachable
from reference.symmetry import SQUARE_GROUP, image
from reference.tic_tac_toe import (
    EMPTY,
    SQUARES,
    Board,
    Square,
    drawing,
    empty_squares,
    over,
    stones,
    to_move,
    winner,
)

Cells: TypeAlias = list[int]  # nine values, row by row, as the program itself has them
Signature: TypeAlias = Callable[[Cells], Hashable]
Name: TypeAlias = Callable[[Cells, Square], Hashable]

_SHOWN: Final = 4  # classes that one fault is about, at the most


class Marks(NamedTuple):
    """The values that the program has in place of X, of O and of an empty square."""

    x: int
    o: int
    empty: int

    def cells(self, board: Board) -> Cells:
        """The board in these values."""
        value = {"X": self.x, "O": self.o, EMPTY: self.empty}
        return [value[mark] for mark in board]


class Rule(StrEnum):
    """What a signature is held to."""

    ORBIT = "one key for all rotations and reflections of a position"
    DISTINCT = "different keys for different positions"
    WON = "won boards are told from boards that are not won"
    WON_FILLING = "won boards that cannot arise are told too, where random boards fill the boxes"
    NAME_DISTINCT = "squares that no symmetry relates have different names"
    NAME_CARRIED = "every rotation and reflection of a position has the same names"
    NINTH = "a board with one empty square has no box's key"
    OVER = "a board that is over, with X to move, has no box's key"


class Fault(NamedTuple):
    """One rule broken: the boxes concerned (none for boards without a box), and a board of each."""

    rule: Rule
    boxes: tuple[BoxNumber, ...]
    boards: tuple[Board, ...]
    seen: str

    def __str__(self) -> str:
        classes = " and ".join(map(str, self.boxes[:_SHOWN])) or "of no box"
        if more := len(self.boxes[_SHOWN:]):
            classes += f" and {more} more"
        pictures = "\n\n".join(map(drawing, self.boards[:_SHOWN]))
        return f"{self.rule}: class {classes}: {self.seen}\n{pictures}"


@dataclass(frozen=True)
class Report:
    """The outcome of a check: how many different keys the 304 boxes have, and all faults."""

    keys: int
    faults: tuple[Fault, ...]

    def __str__(self) -> str:
        found = "\n".join(map(str, self.faults)) or "no fault"
        return f"{self.keys} keys\n{found}"

    def of(self, rule: Rule) -> tuple[Fault, ...]:
        """The faults against one rule."""
        return tuple(fault for fault in self.faults if fault.rule is rule)

    def without(self, *rules: Rule) -> "Report":
        """The report as it is for a program that does not depend on these rules."""
        return Report(self.keys, tuple(f for f in self.faults if f.rule not in rules))


def after_move(signature: Signature, marks: Marks) -> Name:
    """Names squares by the signature of the board with X played there."""

    def name(cells: Cells, square: Square) -> Hashable:
        return signature([*cells[:square], marks.x, *cells[square + 1 :]])

    return name


def check(
    signature: Signature,
    marks: Marks,
    *,
    won: Callable[[Hashable], object] | None = None,
    name: Name | None = None,
) -> Report:
    """Hold a signature to every rule that applies, on every board.

    `won` is what the program makes of a key to see that the game is won (any true value): it is
    asked of all boards that arise and, as `WON_FILLING`, of all others with as many X as O. `name`
    gives the name of an empty square on a board with X to move (`after_move` makes one of the
    signature); names are compared within one box, where names may be finer than the orbits of the
    position's own symmetries but never coarser. Without `won` or `name` those rules are left out.
    What the program never asks (`NINTH`, `OVER`), `Report.without` takes out.
    """
    keys = {board: signature(marks.cells(board)) for board in _asked()}
    faults = [*_keys(keys), *_boxless(keys)]
    if won is not None:
        faults += _won(keys, won)
    if name is not None:
        faults += _names(marks, name)
    return Report(len({keys[picture] for picture in boxes_of("X").pictures}), tuple(faults))


def _keys(keys: dict[Board, Hashable]) -> Iterator[Fault]:
    serves: defaultdict[Hashable, dict[BoxNumber, Board]] = defaultdict(dict)
    for box, variants in enumerate(_variants()):
        odd = next((board for board in variants if keys[board] != keys[variants[0]]), None)
        if odd is not None:
            seen = f"keys {keys[variants[0]]!r} and {keys[odd]!r}"
            yield Fault(Rule.ORBIT, (box,), (variants[0], odd), seen)
        for board in variants:
            serves[keys[board]].setdefault(box, board)
    for key, found in serves.items():
        if len(found) > 1:
            yield Fault(Rule.DISTINCT, tuple(found), tuple(found.values()), f"key {key!r}")


def _boxless(keys: dict[Board, Hashable]) -> Iterator[Fault]:
    box_of = {keys[board]: box for box, boards in enumerate(_variants()) for board in boards}
    for board in sorted(reachable()):
        if to_move(board) == "X" and board not in boxes_of("X") and keys[board] in box_of:
            rule = Rule.OVER if over(board) else Rule.NINTH
            box = box_of[keys[board]]
            seen = f"key {keys[board]!r} of a board without a box"
            yield Fault(rule, (box,), (board, _variants()[box][0]), seen)


def _won(keys: dict[Board, Hashable], won: Callable[[Hashable], object]) -> Iterator[Fault]:
    for board, key in keys.items():
        said = won(key)
        if bool(said) != (winner(board) is not None):
            rule = Rule.WON if board in reachable() else Rule.WON_FILLING
            boxes = (boxes_of("X").locate(board).box,) if board in boxes_of("X") else ()
            yield Fault(rule, boxes, (board,), f"key {key!r} counts as {said!r}")


def _names(marks: Marks, name: Name) -> Iterator[Fault]:
    for box, variants in enumerate(_variants()):
        means: dict[Hashable, tuple[tuple[Board, Square], Board]] = {}
        expected: set[Hashable] | None = None
        for board in variants:
            cells = marks.cells(board)
            names = {square: name(list(cells), square) for square in empty_squares(board)}
            if expected is None:
                expected = set(names.values())
            elif (other := set(names.values())) != expected:
                seen = f"names {_sorted(expected)} and {_sorted(other)}"
                yield Fault(Rule.NAME_CARRIED, (box,), (variants[0], board), seen)
                break
            wrong = next(
                (
                    (square, called)
                    for square, called in names.items()
                    if means.setdefault(called, (_orbit(board, square), board))[0]
                    != _orbit(board, square)
                ),
                None,
            )
            if wrong is not None:
                seen = f"name {wrong[1]!r} for square {wrong[0]} and for another that is not alike"
                boards = tuple(dict.fromkeys((means[wrong[1]][1], board)))
                yield Fault(Rule.NAME_DISTINCT, (box,), boards, seen)
                break


def _sorted(names: set[Hashable]) -> str:
    return ", ".join(sorted(map(repr, names)))


@cache
def _variants() -> tuple[tuple[Board, ...], ...]:
    """The boards of each box, its picture first."""
    return tuple(
        tuple(dict.fromkeys(image(picture, symmetry) for symmetry in SQUARE_GROUP))
        for picture in boxes_of("X").pictures
    )


@cache
def _orbit(board: Board, square: Square) -> tuple[Board, Square]:
    """The same for squares of a class that a symmetry of the class relates, and for no others."""
    return min((image(board, symmetry), symmetry[square]) for symmetry in SQUARE_GROUP)


@cache
def _asked() -> tuple[Board, ...]:
    """Every board that arises, then the other boards with as many X as O, up to three of each."""
    most = max(stones(picture) for picture in boxes_of("X").pictures)
    balanced = (
        board
        for board in map("".join, product(("X", "O", EMPTY), repeat=len(SQUARES)))
        if board.count("X") == board.count("O") and stones(board) <= most
    )
    return tuple(dict.fromkeys((*sorted(reachable()), *balanced)))
