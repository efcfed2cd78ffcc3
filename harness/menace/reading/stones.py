"""Stones that are signs of the program's own, or the same sign in two colours.

Which of them is MENACE's is told by the game: a first board has one stone of MENACE's, and the next
one more of the human's. Both are then named X and O in the boards, before anything is read.
"""

import itertools
import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, TypeAlias

from harness.menace.form import MARKS, Form
from harness.menace.reading.among_boxes import can_follow
from harness.menace.reading.boards import BoardReader
from harness.menace.reading.looks import PLAIN, Look, is_sign, pieces, without_sequences
from harness.menace.reading.marks import meaning_of
from harness.menace.reading.new_games import says_new_game
from reference.tic_tac_toe import EMPTY_BOARD, Board

_Kind: TypeAlias = tuple[str, Look]  # a sign, or a blank before a background
_Meaning: TypeAlias = Mapping[_Kind, str]

_PART: Final = re.compile(r" +|[^\s\w]|[^ \S]+|\w+")  # blanks, a sign, or what is neither
_KINDS_AT_MOST: Final = 6  # of signs that may be stones, near a board
_TRIED_AT_MOST: Final = 4_000  # characters of a reply in which stones are sought
_LINES_AT_MOST: Final = 1 << 12  # kept: those of boxes are mostly printed again
_STONES: Final = frozenset("XO")
_CIRCLES: Final = frozenset("🔵○◯◎")  # which may be O, or either where there are two of them


class _Names:
    """The marks that kinds of stones have, as lines are written with them."""

    def __init__(self, meaning: _Meaning, width: int) -> None:
        self.meaning, self._width = meaning, width
        self._named = lru_cache(maxsize=_LINES_AT_MOST)(self._line)

    def lines(self, text: str) -> list[str]:
        """The lines without sequences that select a look, with marks for stones."""
        look, lines = PLAIN, []
        for line in text.split("\n"):
            named, look = self._named(line, look)
            lines.append(named)
        return lines

    def _line(self, line: str, look: Look) -> tuple[str, Look]:
        """A line that begins with this look, and the look at its end."""
        parts = []
        for piece, own in pieces(line.removesuffix("\r"), look):
            look = own
            for part in _PART.findall(piece):
                mark = self.meaning.get((part[0], own))
                parts.append(part if mark is None else self._mark(mark, part))
        return without_sequences("".join(parts)), look

    def _mark(self, mark: str, stone: str) -> str:
        """The mark for a stone; for blanks, of which there may be several squares, as wide."""
        return mark.center(self._width) * (len(stone) // self._width) if stone[0] == " " else mark


_UNNAMED: Final = _Names({}, 1)


class Stones:
    """The stones of one run. As long as boards are read without it, the text stays as it is."""

    def __init__(self, form: Form) -> None:
        self._may_be_own = form.marks == MARKS and not form.exact
        self._boards = BoardReader(form)
        self._sure = {sign for sign, mark in meaning_of(form).items() if mark in _STONES} - _CIRCLES
        self._names = _UNNAMED

    def take(self, text: str, before: Board | None) -> str:
        """A whole reply, which comes after the board `before`, with X and O for its stones."""
        if not self._may_be_own:
            return text
        self._names = self._found(text, before)
        if self._names is _UNNAMED and says_new_game(text):
            self._may_be_own = False
        return self._named(text, self._names)

    def would_be(self, text: str, before: Board | None) -> str:
        """What `take` would return, without taking it."""
        return self._named(text, self._found(text, before)) if self._may_be_own else text

    def _found(self, text: str, before: Board | None) -> _Names:
        """The names of the stones, of those that this text shows for the first time as well."""
        known = self._names.meaning
        if {*known.values()} >= _STONES or len(text) > _TRIED_AT_MOST:
            return self._names
        kinds = [kind for kind in _kinds(text) if kind[0] not in self._sure]
        new = [kind for kind in kinds if kind not in known]
        if not new or len(kinds) > _KINDS_AT_MOST or self._is_read(text, before):
            return self._names
        names = (_Names(meaning, _width(text, meaning)) for meaning in self._meanings(new))
        found = (some for some in names if self._follows(some.lines(text), before))
        return next(found, self._names)

    def _is_read(self, text: str, before: Board | None) -> bool:
        """Whether the boards are read by what is known, or a first board without anything."""
        lines = self._names.lines(text)
        if self._names is not _UNNAMED:
            return self._follows(lines, before)
        return any(found.board.count("X") == 1 for found in self._boards.find(lines))

    def _meanings(self, new: Sequence[_Kind]) -> Iterator[_Meaning]:
        """What is known, and each way in which new kinds may be the marks that are not known yet.

        The fewest at first, and stones before empty squares.
        """
        known = self._names.meaning
        missing = [mark for mark in "XO-" if mark not in known.values()]
        for count in range(1, len(missing) + 1):
            for marks in itertools.combinations(missing, count):
                for kinds in itertools.permutations(new, count):
                    yield {**known, **dict(zip(kinds, marks, strict=True))}

    def _follows(self, lines: Sequence[str], before: Board | None) -> bool:
        """Whether the boards, up to a new game's, go on with a game, and one of them is new."""
        board, at = before or EMPTY_BOARD, 0
        is_new = False
        for found in self._boards.find(lines):
            if any(map(says_new_game, lines[at : found.start])):
                if is_new:
                    break
                board = EMPTY_BOARD
            if not (can_follow(board, found.board) and _in_turn(found.board)):
                return False
            is_new = is_new or found.board != board
            board, at = found.board, found.end
        return is_new

    def _named(self, text: str, names: _Names) -> str:
        """The text with X and O for the stones, in its boards only: boxes may have such signs."""
        if names is _UNNAMED:
            return text
        lines, named = text.split("\n"), names.lines(text)
        for found in self._boards.find(named):
            lines[found.start : found.end] = named[found.start : found.end]
        return "\n".join(lines)


def _kinds(text: str) -> Counter[_Kind]:
    """The signs that may be stones, and the backgrounds of blanks, and how often they come."""
    return Counter(
        (sign, look)
        for part, (sign, look) in _parts(text)
        if (look.fills if sign == " " else part == sign and is_sign(sign))
    )


def _width(text: str, meaning: _Meaning) -> int:
    """How many columns a square has that is nothing but background: those side by side are one."""
    runs = (len(part) for part, kind in _parts(text) if kind[0] == " " and kind in meaning)
    return math.gcd(*runs) or 1


def _parts(text: str) -> Iterator[tuple[str, _Kind]]:
    """The blanks, signs and words of a text, and the kind that each would be as a stone."""
    for piece, look in pieces(text):
        yield from ((part, (part[0], look)) for part in _PART.findall(piece))


def _in_turn(board: Board) -> bool:
    """Whether MENACE has as many stones as the human, or one more."""
    return board.count("X") - board.count("O") in (0, 1)
