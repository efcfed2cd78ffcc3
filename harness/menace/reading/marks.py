"""What the marks of a board mean: a stone, or an empty square in one of the usual ways.

A square is shown by a mark or, when it is empty, by a blank, by an empty mark, or by its own number
or name. All empty squares of one board are shown in one of these ways.
"""

import itertools
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from harness.menace.form import EMPTIES, MARKS, Form
from reference.tic_tac_toe import EMPTY_BOARD, Board

_XS: Final = "xX❎❌✖✗✘✕⨯🗙🅇Ｘ╳×Ⅹ"
_OS: Final = "oO🔵⭕○◯◎🅾Ｏ"
_MORE_EMPTIES: Final = "*#~+?□☐◻▢⬜⬛▫◽➖∙•"
_NOTHING: Final = ["nil", "null", "none", "nothing", "undefined", "empty"]
_NAME: Final = re.compile(r"[^\W\d]+")
_NUMPAD: Final = tuple("789456123")
_KEPT: Final = 1 << 14  # boards of nine squares
_AXES: Final = (("abc", "123"), ("abc", "321"), ("123", "123"), ("012", "012"))  # across, down


class Marks:
    """What squares as printed in one form mean: `meaning` has X, O or - for each mark.

    `blank` says whether a declared empty square is one, `guess` whether none was declared.
    `glued` has the three squares of each row whose marks touch, as `0-10`, and are read in one way.
    """

    def __init__(self, form: Form) -> None:
        self.meaning = meaning_of(form)
        self.blank = any(mark.isspace() for mark in self.meaning)
        self.guess = form.marks == MARKS
        self.glued = {} if self.guess else _glued([mark for mark in form.marks if mark.strip()])
        self._labels = [form.moves, tuple("123456789"), tuple("012345678"), _NUMPAD]
        self._labels += _coordinates()
        self._words = {word for labels in self._labels for word in labels}
        # Most rows of most boxes are printed again after each game, and each may begin a board.
        self._known_board = lru_cache(maxsize=_KEPT)(self._board)

    def can_be(self, square: str) -> bool:
        """Whether a square can be shown like this on some board."""
        bare = square.strip()
        return not bare or bare in self.meaning or bare.strip(".()") in self._words

    def board(self, squares: Sequence[str]) -> Board | None:
        """The board of nine squares as printed, if they are one."""
        return self._known_board(tuple(squares))

    def _board(self, squares: Sequence[str]) -> Board | None:
        squares = [square.strip() for square in squares]
        read = [self.meaning.get(square) for square in squares]
        if all(read):
            empties = {square for square, mark in zip(squares, read, strict=True) if mark == "-"}
            if len(empties) > 1:
                return None  # two ways of being empty, as in `+-------+`
            return "".join(mark for mark in read if mark)
        if not self.guess and not self.blank:
            return None
        others = {square for square, mark in zip(squares, read, strict=True) if mark is None}
        if others == {""}:
            if "-" in read:
                return None
        elif (
            "-" in read
            or not self.guess
            or not any(
                all(
                    mark or square.strip(".()") == label
                    for square, mark, label in zip(squares, read, labels, strict=True)
                )
                for labels in self._labels
            )
        ):
            return None
        return "".join(mark or "-" for mark in read)

    def with_a_name(self, squares: Sequence[str]) -> Board | None:
        """The board of nine squares of which the empty ones have a name of the program's own.

        So does an enumeration print them, as `E`. On a board without stones it might be a bead.
        """
        read = [self.meaning.get(square) for square in squares]
        others = {square for square, mark in zip(squares, read, strict=True) if mark is None}
        if len(squares) != len(EMPTY_BOARD) or not self.guess or "-" in read or "X" not in read:
            return None
        if len(others) != 1 or not _NAME.fullmatch(others.pop()):
            return None
        return "".join(mark or "-" for mark in read)


def _glued(marks: Sequence[str]) -> dict[str, tuple[str, ...]]:
    rows = [*itertools.product(marks, repeat=3)]
    printed = Counter("".join(row) for row in rows)
    return {joined: row for row in rows if printed[joined := "".join(row)] == 1}


def _coordinates() -> Iterator[tuple[str, ...]]:
    """The names of nine squares by column and row, `a1`, or by row and column, `1a` and `12`."""
    for across, down in _AXES:
        for rows_first in (False, True):
            names = [(y + x if rows_first else x + y) for y in down for x in across]
            yield tuple(names)
            if across.isalpha():
                yield tuple(name.upper() for name in names)
                yield tuple(across[n // 3] + down[n % 3] for n in range(9))  # rows have letters
                yield tuple(across[n // 3].upper() + down[n % 3] for n in range(9))


def meaning_of(form: Form) -> dict[str, str]:
    """What each mark as printed means: X, O or - ."""
    meaning = dict(zip(form.marks, "XO-", strict=True))
    if form.marks == MARKS and not form.exact:
        meaning |= dict.fromkeys(EMPTIES + _MORE_EMPTIES, "-")
        for word in _NOTHING:
            meaning |= dict.fromkeys((word, word.title(), word.upper()), "-")
        meaning |= dict.fromkeys(_XS, "X") | dict.fromkeys(_OS, "O")
    elif form.marks == MARKS:
        meaning |= dict.fromkeys(EMPTIES, "-")
    return meaning
