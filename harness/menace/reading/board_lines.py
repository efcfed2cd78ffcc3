"""What one line can be of a board: all of it, a row of three squares, a part of its frame."""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from harness.digits import number_of
from harness.menace.form import Form
from harness.menace.reading.literals import spans
from harness.menace.reading.marks import Marks
from reference.tic_tac_toe import Board

BARS: Final = str.maketrans(dict.fromkeys("│┃║¦┆┊╎", "|"))
_RULED: Final = re.compile(r"[\s\-+=_|:.*#─━═┄┈╌┌┐└┘├┤┬┴┼╔╗╚╝╠╣╦╩╬╟╢╤╧╪╫┏┓┗┛┣┫┳┻╋╭╮╰╯—–]*")
_CELL: Final = re.compile(r"'([^'\n]*)'|\"([^\"\n]*)\"|([^\s,;/\[\](){}|'\"]+)")
_LISTED: Final = re.compile(
    r"""(?<![^\W_])['"]?X['"]?\s*(?:at|on|=>|[:=])?\s*[\[({<](?P<x>[\d\s,]*)[\])}>]"""
    r"""[^\w\[({<]*['"]?O['"]?\s*(?:at|on|=>|[:=])?\s*"""
    r"""(?:set\(\)|[\[({<](?P<o>[\d\s,]*)[\])}>])""",
    re.I,
)
_WALLED: Final = re.compile(
    r"\s*(?:\w{1,2}[.:)]?\s+)?"  # the name of the row
    r"([|*#!:])\s*((?!\1)[^\s|]\s+(?!\1)[^\s|]\s+(?!\1)[^\s|]|(?:(?!\1)[^\s|]){3})\s*\1"
    r"(?:\s+\w{1,2})?\s*"
)
_FRAMED: Final = re.compile(r"\s*\|([^|]{3}|[^|]{5})\|\s*")  # three squares
_PROMPT: Final = re.compile(r"[^\d|]*[A-Za-z]{2}[^\d|]*[:?>]\s+(?=\S)")
_PROMPTS: Final = (": ", "? ", "> ")  # how they end
_CELLS: Final = re.compile(r"\s*[\[({<](.{1,3})[\])}>]\s*" * 3)
_LABEL: Final = re.compile(r"\w{1,2}[.:)]?")
_JUST: Final = re.compile(r"\b(?:Some|Just)\b\s*[('\"]*(\w)\b[)'\"]*")  # Rust's and Haskell's X
_LABEL_PARTS: Final = (4, 5)
_ROW_NAMED: Final = re.compile(
    r"\s*(?:(?:[A-Z]?[a-z]{2,8}|[A-Z]{3,9})(?: row)?|[Rr]ow ?[\dA-CLMR]):\s+(?=\S)"
)
_NUMBERED: Final = r"\d(?:[ \t|]+\d){2}"  # three squares of another drawing, which numbers them
_APART: Final = r"(?:\s{2,}|\t)"
_GAP: Final = re.compile(_APART)
_BESIDE: Final = re.compile(
    rf"(?P<before>.*\S){_APART}[|:]?\s*(?P<right>{_NUMBERED})\s*[|]?\s*"
    rf"|\s*[|]?\s*(?P<left>{_NUMBERED})\s*[|:]?{_APART}(?P<after>\S.*)"
)
_KEYED: Final = re.compile(r"(?<!\S)\w{1,2}\s?[:=]\s?(\S)(?=[\s,;]|$)")
_EMPTY_BARS: Final = re.compile(r"\s*[|│┃]?(?:\s+[|│┃]){2}\s*[|│┃]?\s*")
COLUMNS: Final = frozenset({"abc", "lmr"})
"""The names of columns, in small letters."""
ROW: Final = 3
_SEPARATORS: Final = "\t,;/!:"
_QUOTING: Final = frozenset("[](){}'\"")
_LONGEST: Final = 200  # characters of a line with a board in it,
WIDEST: Final = 60  # and with a row
_KNOWN_AT_MOST: Final = 20_000


class Row(NamedTuple):
    """The squares of one line as printed ('' for a blank), how they stand in it, and its name."""

    squares: tuple[str, ...]
    shape: str
    label: str = ""


class Line(NamedTuple):
    """What one line can be: a whole board, rows of one, a line of a frame (which draws one).

    `after_prompt` are the rows that only a board's first line can be, where it has no others.
    """

    board: Board | None
    rows: tuple[Row, ...]
    after_prompt: tuple[Row, ...]
    ruled: bool
    frame: bool


class LineReader:
    """Reads single lines of one form."""

    def __init__(self, form: Form, marks: Marks) -> None:
        self._marks = marks
        self._known: dict[str, Line] = {}
        self._base = 1 if "9" in form.moves else 0

    def line(self, raw: str) -> Line:
        """What a line by itself can be; most lines of boxes are printed again and again."""
        known = self._known.get(raw)
        if known is None:
            line = raw.translate(BARS).rstrip("\r\n")
            short = len(line) <= _LONGEST
            rows = tuple(
                row for row in self._rows(line) if all(map(self._marks.can_be, row.squares))
            )
            known = Line(
                self._in_line(line) if short else None,
                rows,
                () if rows else self._after_prompt(line),
                _RULED.fullmatch(line) is not None if short else False,
                _is_frame(line),
            )
            if len(self._known) >= _KNOWN_AT_MOST:
                self._known.clear()
            self._known[raw] = known
        return known

    def _after_prompt(self, raw: str) -> tuple[Row, ...]:
        """The first row of a board that stands after a prompt: nobody's Enter ended that line."""
        may_be = len(raw) <= WIDEST and "->" not in raw and any(map(raw.__contains__, _PROMPTS))
        prompt = _PROMPT.match(raw) if may_be else None
        return self.line(raw[prompt.end() :]).rows if prompt else ()

    def underlined(self, raw: str) -> tuple[str, ...]:
        """The three squares between bars of a line that may be underlined; () if it is none."""
        line = raw.translate(BARS).strip("\r\n")
        if len(line) > WIDEST or not self._marks.guess:
            return ()
        if "_" in line:
            line = line.strip()
            if " " in line or (line[0] == "|") != (line.count("|") == ROW + 1):
                return ()
            line = line[1:-1] if line[0] == line[-1] == "|" else line
        squares = tuple(part.strip("_ ") for part in line.split("|"))
        is_row = len(squares) == ROW and all(map(self._marks.can_be, squares))
        return squares if is_row else ()

    def whole(self, squares: Sequence[str]) -> Board | None:
        """The board of nine squares, of three rows of three, or of one row of nine."""
        if len(squares) == 9:
            return self._marks.board(squares)
        if len(squares) in (1, 3):
            solid = "".join(squares)
            if len(solid) == 9 and len({len(part) for part in squares}) == 1:
                return self._marks.board(solid)
        return None

    def _in_line(self, line: str) -> Board | None:
        if board := self.whole(squares_of(line)):
            return board
        if found := _LISTED.search(line):
            return self._positions(found["x"], found["o"] or "")
        for cut in (line.rfind(":") + 1, line.find("["), line.find("(")):
            if cut > 0 and (board := self.whole(squares_of(line[cut:]))):
                return board
        if line.lstrip()[:1] == "{" and (board := self.whole(squares_of(_first_list(line)))):
            return board
        if len(keyed := _KEYED.findall(line)) == 9 and not _KEYED.sub("", line).strip(" ,;{}"):
            return self._marks.board(keyed)
        words = line.split()
        if len(words) > 1 and len(words[-1]) == 9 and (board := self._marks.board(words[-1])):
            return board if board.strip("-") else None
        return None

    def _positions(self, x: str, o: str) -> Board | None:
        """The board of which the squares with X and with O are listed."""
        xs, os = ([number_of(n) - self._base for n in re.findall(r"\d+", part)] for part in (x, o))
        if not all(0 <= square < 9 for square in (*xs, *os)) or set(xs) & set(os):
            return None
        return "".join("X" if s in xs else "O" if s in os else "-" for s in range(9))

    def _rows(self, line: str) -> Iterator[Row]:
        """The ways to read three squares off a line."""
        if len(line) > WIDEST:
            return
        beside = _BESIDE.fullmatch(line) if _GAP.search(line) else None
        if beside and _are_numbers(beside["right"] or beside["left"]):
            rows = [*self._rows(beside["before"] or beside["after"])]
            yield from (row._replace(shape=f"beside {row.shape}") for row in rows)
            if rows:
                return
        walled = _WALLED.fullmatch(line)
        if walled and (self._marks.guess or walled[1] not in self._marks.meaning):
            line = walled[2]
        if (named := _ROW_NAMED.match(line)) and "->" not in line:
            yield from (row._replace(shape=f"named {row.shape}")
                        for row in self._rows(line[named.end() :]))  # fmt: skip
        if (self._marks.guess or self._marks.blank) and (framed := _FRAMED.fullmatch(line)):
            yield from self._fixed(framed[1])
        if line.count("||") == ROW - 1:  # each square in a frame of its own
            line = line.replace("||", "|")
        if "|" in line and not ("'" in line or '"' in line):
            parts = [part.strip() for part in line.split("|")]
            width = len(parts)
            if width in _LABEL_PARTS and not parts[-1]:
                parts.pop()
            if len(parts) == 4 and (not parts[0] or _LABEL.fullmatch(parts[0])):
                parts.pop(0)
            if len(parts) == 3:
                parts[0] = _without_label(line.split("|"), parts[0])
                yield Row(tuple(parts), f"bars {width}")
            return
        if cells := _CELLS.fullmatch(line):
            yield Row(tuple(cell.strip(" '\"") for cell in cells.groups()), "cells")
        for separator in _SEPARATORS:
            if line.count(separator) == 2 and not set(line) & _QUOTING:
                parts = [part.strip() for part in line.split(separator)]
                yield Row(tuple(parts), f"separated by {separator}")
        squares = squares_of(line)
        quoted = "quoted" if "'" in line or '"' in line else "plain"
        if len(squares) == 4 and _LABEL.fullmatch(squares[0]):
            yield Row(tuple(squares[1:]), f"{quoted} labelled", squares[0])
        if len(squares) == 5 and squares[0] == squares[4] and _LABEL.fullmatch(squares[0]):
            yield Row(tuple(squares[1:4]), f"{quoted} labelled at both ends")
        if (len(squares) == 3 and quoted != "plain") or (
            len(squares) == 3 and all(len(s) <= 3 or s in self._marks.meaning for s in squares)
        ):
            yield Row(tuple(squares), quoted)
        if len(squares) == 1 and len(squares[0]) == 3:
            yield Row(tuple(squares[0]), f"solid {quoted}")
        elif len(squares) == 1 and (glued := self._marks.glued.get(squares[0])):
            yield Row(glued, f"solid {quoted}")
        if len(squares) == 2 and len(squares[1]) == 3 and _LABEL.fullmatch(squares[0]):
            yield Row(tuple(squares[1]), "solid labelled", squares[0])
        if (self._marks.guess or self._marks.blank) and quoted == "plain":
            yield from self._fixed(line)

    def _fixed(self, line: str) -> Iterator[Row]:
        """Blanks as empty squares, by their column: `X O` is X, empty, O; `X   O` too."""
        allowed = {mark for mark in self._marks.meaning if len(mark) == 1} - set("-._") | {" "}
        if len(line) == 3 and set(line) <= allowed:
            yield Row(tuple(c.strip() for c in line), "fixed 3")
        if len(line) in (4, 5) and line[1] == line[3] == " " and set(line) <= allowed:
            yield Row(tuple(c.strip() for c in line.ljust(5)[::2]), "fixed 5")


def follow_each_other(labels: Sequence[str]) -> bool:
    """Whether these can be the names of the rows of a board: numbers are 1, 2, 3 or 1, 4, 7, say.

    Those of boxes or squares mostly are not.
    """
    bare = [label.rstrip(".:)") for label in labels]
    if not all(map(str.isdecimal, bare)):
        return True
    first, second, third = map(number_of, bare)
    return second - first == third - second and abs(second - first) in (1, ROW)


def _are_numbers(words: str) -> bool:
    """Whether these are the numbers of the squares of a row, from 0 or from 1 on."""
    first, *others = (int(number) for number in re.findall(r"\d", words))
    return first % ROW < 2 and others == [first + 1, first + 2]


def _first_list(line: str) -> str:
    """The first list, with all lists in it; what is behind it belongs to others."""
    _, opening, rest = line.partition("[")
    found, _ = spans(opening + rest)
    return (opening + rest)[: found[0].end] if found else ""


def _without_label(parts: Sequence[str], first: str) -> str:
    """The first square of a row with bars, which may stand beside the name of the row.

    What is wider than the square in the middle is: `1  X ` before ` O `, `A  ` before a blank.
    """
    words = first.split()
    if len(words) == 2 and _LABEL.fullmatch(words[0]):
        return words[1]
    middle = len(parts[-2])
    label, square = parts[-3][:-middle].strip(), parts[-3][-middle:].strip()
    return square if middle and _LABEL.fullmatch(label) and not square else first


def is_ruled(line: str) -> bool:
    """Whether the line can be part of a board's frame."""
    bare = line.strip()  # nine signs can be the picture of the empty board, as a key too
    return len(bare.rstrip(":")) not in (ROW, 9) and _RULED.fullmatch(line) is not None


def has_empty_squares(line: str) -> bool:
    """Whether the line is one of a row of tall squares: bars, and nothing between them."""
    return len(line) <= WIDEST and _EMPTY_BARS.fullmatch(line) is not None


def _is_frame(line: str) -> bool:
    """Whether a line of what frames are drawn with has more than blanks and bars."""
    return bool(line.strip(" |"))


def squares_of(text: str) -> list[str]:
    """The words of the text, and what is in quotes, a blank too, without quotes and brackets."""
    if "{}" in text:  # an empty square in a list of Tcl's
        text = text.replace("{}", " nil ")
    if "Some" in text or "Just" in text:
        text = _JUST.sub(r"\1", text)
    found = []
    for single, double, bare in _CELL.findall(text):
        inner = single or double
        if bare[:1] == ":":
            bare = bare[1:] or bare  # a symbol, as Ruby has them
        # Nothing but blanks in quotes is an empty square, as often as there are blanks.
        found.append(bare or (inner.strip() if len(inner) == 1 else inner))
    return found
