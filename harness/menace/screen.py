"""What a MENACE printed, as events in order: a new game, a board, all boxes.

A dump of boxes is a Python or JSON literal (nested lists, tuples, a mapping, strings), or a run of
lines; a box is a string of beads or a list of them, and a bead whatever was printed for it, a digit
or a word. A board is nine marks with nothing but separators between them: three lines, one line,
or a literal.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

from harness.menace.form import EMPTIES, MARKS, Form
from reference.tic_tac_toe import Board

Bead: TypeAlias = str
Beads: TypeAlias = tuple[Bead, ...]  # in the order printed


@dataclass(frozen=True, slots=True)
class NewGame:
    """`New game`."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A board, of 'X', 'O' and '-'."""

    board: Board


@dataclass(frozen=True, slots=True)
class Dump:
    """The contents of all boxes, in the order printed; in that of the keys when they have keys."""

    boxes: tuple[Beads, ...]


Event: TypeAlias = NewGame | Shown | Dump

_OPENING, _CLOSING = "[({", "])}"
_BRACKET: Final = re.compile(r"[\[\](){}]")
_INNERMOST: Final = re.compile(r"(?:\[([^\[\](){}]*)\]|\(([^\[\](){}]*)\))(?!\s*:)")  # but no key
_STRING: Final = re.compile(r"'([^']*)'|\"([^\"]*)\"")
_ENTRY: Final = re.compile(
    r"('[^']*'|\"[^\"]*\"|\([^()]*\)|[^\s,:(){}\[\]'\"]+)\s*:\s*"
    r"(?:\[([^\[\]]*)\]|\(([^()]*)\)|'([^']*)'|\"([^\"]*)\")"
)
_TOKEN: Final = re.compile(r"[^\s,'\"\[\](){}]+")
_LIST_OF_LISTS: Final = re.compile(r"\[\[[^\[\]]*\](?:,\s*\[[^\[\]]*\])*\]")
_BOXES_AT_LEAST: Final = 50  # so many lines or strings of beads make a dump
_BOARD_AT_MOST: Final = 200  # characters of a literal; longer ones are dumps
_SEPARATORS: Final = " \t\r\n|,'\"[]()+_=-"


class Screen:
    """Reads what one program prints, by its form."""

    def __init__(self, form: Form) -> None:
        self._form = form
        self._meaning = dict(zip(form.marks, "XO-", strict=True))
        if form.marks == MARKS:
            self._meaning |= dict.fromkeys(EMPTIES, "-")
        marks = "|".join(re.escape(mark) for mark in sorted(self._meaning, key=len, reverse=True))
        self._mark = re.compile(marks)
        board = _board(f"({marks})", list(self._meaning), form.exact)
        self._list = re.compile(_gap(list(self._meaning)).join([f"({marks})"] * 9))
        self._quoted = re.compile(_quoted(f"(?:{marks})"))
        new_game = "New game\n" if form.exact else r"(?i:new\s*game)"
        self._thing = re.compile(rf"(?P<new>{new_game})|(?P<open>[\[({{])|{board}", re.M)

    def events(self, text: str, whole: bool = True) -> list[Event]:
        """Everything recognised in the text, in order. An unfinished literal is not yet there.

        Nor are lines of boxes at the end, unless the text is known to be whole.
        """
        return [event for event, _, _ in self._read(text, whole)]

    def rest(self, text: str) -> str:
        """The text without what was recognised; with `exact`, without what has the exact form."""
        kept, at = [], 0
        for event, start, end in self._read(text, whole=True):
            loose = self._form.exact and isinstance(event, Dump)
            if not loose or _LIST_OF_LISTS.fullmatch(text, start, end):
                kept.append(text[at:start])
                at = end
        return "".join([*kept, text[at:]])

    def _read(self, text: str, whole: bool) -> Iterator[tuple[Event, int, int]]:
        at = seek = 0
        while found := self._thing.search(text, seek):
            event: Event | None = None
            start, end = found.span()
            if found["new"]:
                event = NewGame()
            elif found["open"]:
                closed = _closing(text, start)
                if closed is None and not whole:
                    return
                short = closed is None or closed - start < _BOARD_AT_MOST
                if short and (quoted := self._quoted.match(text, start)):
                    end = quoted.end()
                    event = self._shown(self._mark.findall("".join(_strings(_STRING, quoted[0]))))
                elif closed is not None:
                    end = closed
                    event = self._literal(text[start:closed])
            else:
                event = self._shown(found.groups()[2:])
            if event:
                yield from self._lines(text, at, start)
                yield event, start, end
                at = seek = end
            else:
                seek = start
                text = f"{text[:start]} {text[start + 1 :]}"  # a bracket that opens no literal
        if whole:
            yield from self._lines(text, at, len(text))

    def _shown(self, marks: Sequence[str | None]) -> Shown:
        return Shown("".join(self._meaning[mark] for mark in marks if mark is not None))

    def _literal(self, text: str) -> Event | None:
        """A board or a dump, from brackets."""
        if len(text) < _BOARD_AT_MOST and (found := self._list.search(text)):
            return self._shown(found.groups())
        if text[0] == "{" and (entries := list(_ENTRY.finditer(text))):
            # By key: a mapping may be printed in another order every time, and says the same.
            entries.sort(key=lambda entry: str(entry[1]))
            values = [str(entry[entry.lastindex or 1]) for entry in entries]
            quoted = entries[0].lastindex in (4, 5)
            return Dump(_boxes(values) if quoted else tuple(map(_words, values)))
        lists = [found[1] or found[2] or "" for found in _INNERMOST.finditer(text, 1)]
        if lists:
            return Dump(tuple(_words(beads) for beads in lists))
        strings = _strings(_STRING, text)
        return Dump(_boxes(strings)) if len(strings) >= _BOXES_AT_LEAST else None

    def _lines(self, text: str, start: int, end: int) -> Iterator[tuple[Event, int, int]]:
        """A dump with a box a line, in the text between two other things."""
        if self._form.dump == "literal" or self._form.exact:
            return
        lines = text[start:end].strip("\n").split("\n")
        if len(lines) >= _BOXES_AT_LEAST:
            yield Dump(_boxes(lines)), start, end


def _board(cell: str, marks: Sequence[str], exact: bool) -> str:
    """The pattern of a board: several lines, of which the first begins with it, or one line.

    Talk before a board (`MENACE is X.`) can be full of marks, so a board begins where a line does,
    or stands by itself within one.
    """
    row = cell * 3
    if exact:
        return rf"^{row}\n{row}\n{row}\n"
    solid = "".join(re.escape(mark) for mark in marks if not mark.isspace())
    gap, inline, margin = _gap(marks), _gap(marks, without="\r\n"), _gap(marks, without="[]()'\"")
    shapes = [f"^{margin}{gap.join([cell] * 9)}", inline.join([cell] * 9)]
    if any(mark.isspace() for mark in marks):  # then a blank is an empty square, or pads one
        padded = r"\|".join([f" {cell} "] * 2 + [f" {cell}"])
        shapes = [f"^{padded}" + rf" *\n(?:[-+|= ]*\n)?{padded}" * 2, shapes[0]]
    return rf"(?:(?<![\w{solid}])(?:{'|'.join(shapes)})(?![\w{solid}]))"


def _gap(marks: Sequence[str], without: str = "") -> str:
    """The pattern of what may stand between two squares."""
    kept = "".join(c for c in _SEPARATORS if c not in without + "".join(marks))
    return f"[{re.escape(kept)}]*"


def _quoted(cell: str) -> str:
    """The pattern of a board from its first bracket on: nine quoted marks, or rows of three."""
    gap = r"[\s,\[\](){}]*"
    nine, three = (
        gap.join([f"['\"]{cells}['\"]"] * count) for cells, count in ((cell, 9), (cell * 3, 3))
    )
    return f"{gap}(?:{nine}|{three})"


def _strings(pattern: re.Pattern[str], text: str) -> list[str]:
    return [found[1] or found[2] or "" for found in pattern.finditer(text)]


def _boxes(texts: Sequence[str]) -> tuple[Beads, ...]:
    """The beads of boxes that are printed as texts: words, or the characters of single words."""
    boxes = tuple(_words(text.rpartition(":")[2]) for text in texts)
    if all(len(box) < 2 for box in boxes):
        return tuple(tuple("".join(box)) for box in boxes)
    return boxes


@lru_cache(maxsize=1 << 16)
def _words(text: str) -> Beads:
    return tuple(_TOKEN.findall(text))


@lru_cache(maxsize=1 << 16)
def counted(beads: Beads) -> Counter[Bead]:
    """The beads of a box as a multiset; not to be changed."""
    return Counter(beads)


def _closing(text: str, start: int) -> int | None:
    """Where the literal that opens at `start` has closed; None when it has not yet."""
    depth = 0
    for found in _BRACKET.finditer(text, start):
        depth += 1 if found[0] in _OPENING else -1
        if depth == 0:
            return found.end()
    return None
