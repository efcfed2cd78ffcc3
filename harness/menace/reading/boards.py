"""Finding boards among lines: rows with or without frames and labels, lists, one line, positions.

A square is shown by a mark or, when it is empty, by a blank, by an empty mark, or by its own number
or name. All empty squares of one board are shown in one of these ways.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Final, NamedTuple

from harness.digits import number_of
from harness.menace.form import EMPTIES, MARKS, Form
from reference.tic_tac_toe import EMPTY_BOARD, Board

_BARS: Final = str.maketrans(dict.fromkeys("│┃║¦┆┊╎", "|"))
_RULED: Final = re.compile(r"[\s\-+=_|:.*#─━═┄┈╌┌┐└┘├┤┬┴┼╔╗╚╝╠╣╦╩╬╟╢╤╧╪╫┏┓┗┛┣┫┳┻╋╭╮╰╯—–]*")
_CELL: Final = re.compile(r"'([^'\n]*)'|\"([^\"\n]*)\"|([^\s,;/\[\](){}|'\"]+)")
_LISTED: Final = re.compile(
    r"""(?<![^\W_])['"]?X['"]?\s*(?:at|on|=>|[:=])?\s*[\[({<](?P<x>[\d\s,]*)[\])}>]"""
    r"""[^\w\[({<]*['"]?O['"]?\s*(?:at|on|=>|[:=])?\s*"""
    r"""(?:set\(\)|[\[({<](?P<o>[\d\s,]*)[\])}>])""",
    re.I,
)
_WALLED: Final = re.compile(
    r"\s*([|*#!:])\s*((?!\1)[^\s|]\s+(?!\1)[^\s|]\s+(?!\1)[^\s|]|(?:(?!\1)[^\s|]){3})\s*\1\s*"
)
_FRAMED: Final = re.compile(r"\s*\|([^|]{3}|[^|]{5})\|\s*")  # three squares
_PROMPT: Final = re.compile(r"[^\d|]*[A-Za-z]{2}[^\d|]*[:?>]\s+(?=\S)")
_PROMPTS: Final = (": ", "? ", "> ")  # how they end
_CELLS: Final = re.compile(r"\s*[\[({<](.{1,3})[\])}>]\s*" * 3)
_ENTRY: Final = re.compile(
    r"(?:'[^'\n]*'|\"[^\"\n]*\"|\([^()\n]*\)|[\w ]+?)\s*(?::|=>)\s*"
    r"(?:'([^'\n]*)'|\"([^\"\n]*)\"|([^\s,{}\[\]]+))"
)
_MARKDOWN: Final = re.compile(r"\s*\|(?:\s*:?-+:?\s*\|){3,4}\s*")
_INDEXED: Final = re.compile(r"\[\d\] => (\S?)$", re.MULTILINE)  # as PHP prints arrays
_RULED_ONCE: Final = [True, False, False]
_EMPTY_BARS: Final = re.compile(r"\s*[|│┃]?(?:\s+[|│┃]){2}\s*[|│┃]?\s*")
_LABEL: Final = re.compile(r"\w{1,2}[.:)]?")
_XS: Final = "xX❎❌✖✗✘✕⨯🗙🅇Ｘ╳×Ⅹ"
_OS: Final = "oO🔵⭕○◯◎🅾Ｏ"
_MORE_EMPTIES: Final = "*#~+?□☐◻▢⬜⬛▫◽➖∙•"
_NOTHING: Final = ["nil", "null", "none", "nothing", "undefined", "empty"]
_JUST: Final = re.compile(r"\b(?:Some|Just)\b\s*[('\"]*(\w)\b[)'\"]*")  # Rust's and Haskell's X
_NAME: Final = re.compile(r"[^\W\d]+")
_NUMPAD: Final = tuple("789456123")
_LABEL_PARTS: Final = (4, 5)
_AXES: Final = (("abc", "123"), ("abc", "321"), ("123", "123"), ("012", "012"))  # across, down
_ROW_NAMED: Final = re.compile(r"\s*(?:[A-Z]?[a-z]{2,8}|[A-Z]{3,9})(?: row)?:\s+(?=\S)")
# Before each line of a quotation or a comment. None of them shows an empty square or draws a frame.
_SIGN: Final = re.compile(r"\s*(?:>+|//|[%$;])")
_KEYED: Final = re.compile(r"(?<!\S)\w{1,2}\s?[:=]\s?(\S)(?=[\s,;]|$)")


class Found(NamedTuple):
    """A board and its lines, [start, end)."""

    board: Board
    start: int
    end: int


class _Row(NamedTuple):
    """The squares of one line as printed ('' for a blank), and how they stand in it."""

    squares: tuple[str, ...]
    shape: str


class _Line(NamedTuple):
    """What one line can be: a whole board, rows of one, a line of a frame (which draws one).

    `after_prompt` are the rows that only a board's first line can be, where it has no others.
    """

    board: Board | None
    rows: tuple[_Row, ...]
    after_prompt: tuple[_Row, ...]
    ruled: bool
    frame: bool


class BoardReader:
    """Finds the boards of one form."""

    def __init__(self, form: Form) -> None:
        self._meaning = meaning_of(form)
        self._blank = any(mark.isspace() for mark in self._meaning)
        declared = form.marks != MARKS
        self._guess = not declared
        own = [form.moves]
        self._labels = [*own, tuple("123456789"), tuple("012345678"), _NUMPAD]
        self._labels += _coordinates()
        self._words = {word for labels in self._labels for word in labels}
        self._known: dict[str, _Line] = {}
        self._empty: str | None = None  # how the last board in these lines shows an empty square
        self._base = 1 if "9" in form.moves else 0

    def find(self, lines: Sequence[str]) -> Iterator[Found]:
        """All boards in these lines, in order."""
        at, self._empty = 0, None
        while at < len(lines):
            if found := self._at(lines, at) or self._quoted(lines, at):
                yield found
                at = found.end
            else:
                at += 1

    def literal(self, text: str) -> Board | None:
        """The board that this list is, however many lines it has."""
        entries = _ENTRY.findall(text) if text[0] == "{" else _INDEXED.findall(text)
        if len(entries) == len(EMPTY_BOARD):
            return self._board(["".join(entry) for entry in entries])
        squares = _squares(text.replace("\n", " "))
        return self._whole(squares) or self._with_a_name(squares)

    def _with_a_name(self, squares: Sequence[str]) -> Board | None:
        """The board of nine squares of which the empty ones have a name of the program's own.

        So does an enumeration print them, as `E`. On a board without stones it might be a bead.
        """
        read = [self._meaning.get(square) for square in squares]
        others = {square for square, mark in zip(squares, read, strict=True) if mark is None}
        if len(squares) != len(EMPTY_BOARD) or not self._guess or "-" in read or "X" not in read:
            return None
        if len(others) != 1 or not _NAME.fullmatch(others.pop()):
            return None
        return "".join(mark or "-" for mark in read)

    def _at(self, lines: Sequence[str], at: int) -> Found | None:
        line = self._line(lines[at])
        if line.board:
            return Found(line.board, at, at + 1)
        if table := self._below_header(lines, at):
            return table
        if tall := self._tall(lines, at) or self._a_square_a_line(lines, at):
            return tall
        for frames in (False, True):
            for row in line.rows:
                if frames and line.ruled and "|" not in lines[at]:
                    continue
                if found := self._from(lines, at, row, frames):
                    return found
        for row in line.after_prompt:
            found = self._from(lines, at, row, frames=False)
            if found and not self._goes_on(lines, found):
                return found
        return None

    def _quoted(self, lines: Sequence[str], at: int) -> Found | None:
        """The board whose lines all begin with one sign, as those of a quotation do."""
        sign = _SIGN.match(lines[at]) if len(lines[at]) <= _WIDEST else None
        if not sign:
            return None
        quoted = takewhile(lambda line: line.startswith(sign[0]), lines[at : at + _TALLEST])
        inner = [line[sign.end() :].removeprefix(" ") for line in quoted]
        found = self._at(inner, 0) if len(inner) >= _ROW else None
        return found and Found(found.board, at, at + found.end)

    def _goes_on(self, lines: Sequence[str], found: Found) -> bool:
        """Whether rows follow the three that are no boards: then words end with the first."""
        last = found.end - 1
        step, uneven = divmod(last - found.start, _ROW - 1)
        if uneven:  # a line of a frame between two of the rows only
            return True
        following = last + step
        while following < len(lines) and self._line(lines[following]).rows:
            following += step
        return (following - last - step) // step % _ROW != 0

    def _tall(self, lines: Sequence[str], at: int) -> Found | None:
        """The board whose squares have three lines each, the marks in the middle one."""
        if not _has_empty_squares(lines[at]):
            return None
        each = 4 if _has_empty_squares("".join(lines[at + 2 : at + 3])) else 3
        end = at + 3 * each - (each > _ROW)
        block = lines[at:end]
        if len(block) < _TALL or not all("|" in line.translate(_BARS) for line in block[:_TALL]):
            return None
        middle = [row for line in block[1::each] for row in self._line(line).rows[:1]]
        squares = [square for row in middle for square in row.squares]
        board = self._board(squares) if len(squares) == len(EMPTY_BOARD) else None
        return Found(board, at, at + len(block)) if board else None

    def _below_header(self, lines: Sequence[str], at: int) -> Found | None:
        """The board that is a table of Markdown's: three rows below a header of no marks."""
        rows = lines[at : at + 2 + _ROW]
        if len(rows) < 2 + _ROW or "|" not in rows[1] or "-" not in rows[1]:
            return None  # nearly always
        ruled = [bool(_MARKDOWN.fullmatch(row)) for row in rows[1:4]]
        named = any(cell.strip() in self._meaning for cell in rows[0].split("|"))
        if ruled != _RULED_ONCE or named:
            return None
        found = (self._from(lines, at + 2, row, False) for row in self._line(rows[2]).rows)
        board = next((f for f in found if f and f.end == at + 2 + _ROW), None)
        return board and board._replace(start=at)

    def _a_square_a_line(self, lines: Sequence[str], at: int) -> Found | None:
        """The board of nine lines with one mark each, X among them."""
        block = [line.strip() for line in lines[at : at + len(EMPTY_BOARD)]]
        if any(len(mark) != 1 for mark in block):
            return None
        board = self._board(block) if len(block) == len(EMPTY_BOARD) else None
        return Found(board, at, at + len(block)) if board and "X" in board else None

    def _after_prompt(self, raw: str) -> tuple[_Row, ...]:
        """The first row of a board that stands after a prompt: nobody's Enter ended that line."""
        may_be = len(raw) <= _WIDEST and "->" not in raw and any(map(raw.__contains__, _PROMPTS))
        prompt = _PROMPT.match(raw) if may_be else None
        return self._line(raw[prompt.end() :]).rows if prompt else ()

    def _line(self, raw: str) -> _Line:
        """What a line by itself can be; most lines of boxes are printed again and again."""
        known = self._known.get(raw)
        if known is None:
            line = raw.translate(_BARS).rstrip("\r\n")
            short = len(line) <= _LONGEST
            rows = tuple(row for row in self._rows(line) if all(map(self._can_be, row.squares)))
            known = _Line(
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

    def _can_be(self, square: str) -> bool:
        """Whether a square can be shown like this on some board."""
        bare = square.strip()
        return not bare or bare in self._meaning or bare.strip(".()") in self._words

    def _from(self, lines: Sequence[str], at: int, first: _Row, frames: bool) -> Found | None:
        """The board whose first row this is; `frames`: lines that can be frames are frames."""
        squares, rows, skipped = list(first.squares), 1, 0
        for number in range(at + 1, min(len(lines), at + _TALLEST)):
            line = self._line(lines[number])
            row = next((r for r in line.rows if r.shape == first.shape), None)
            if row is None or (frames and line.ruled and line.frame):
                if not line.ruled or skipped == _FRAMES:
                    return None
                skipped += 1
                continue
            squares += row.squares
            rows, skipped = rows + 1, 0
            if rows == _ROW:
                board = self._board(squares)
                if board == EMPTY_BOARD and first.shape.startswith("fixed") and not self._blank:
                    return None  # three lines of blanks
                after = self._line(lines[number + 1]).rows if number + 1 < len(lines) else ()
                fourth = next((r.squares for r in after if r.shape == first.shape), ())
                if not board or self._begins_with_rule(first.squares, squares, fourth):
                    return None
                return Found(board, at, number + 1)
        return None

    def _begins_with_rule(
        self, first: Sequence[str], squares: Sequence[str], fourth: Sequence[str]
    ) -> bool:
        """Whether the first row is no row: three signs, as `~~~` between boards of dots.

        All empty squares are shown alike, those of the boards before in these lines too, and of a
        `fourth` row, which may be the third of the board that the rule stands before.
        """
        signs = {square for square in squares if self._meaning.get(square) == "-"}
        ruled = len(set(first)) == 1 and first[0] in signs
        others = {s for s in fourth if self._meaning.get(s) == "-"} - {first[0]}
        if ruled and (len(signs) > 1 or others or self._empty not in (None, first[0])):
            return True
        if len(signs) == 1:
            (self._empty,) = signs
        return False

    def _in_line(self, line: str) -> Board | None:
        if found := _LISTED.search(line):
            return self._positions(found["x"], found["o"] or "")
        if board := self._whole(_squares(line)):
            return board
        for cut in (line.rfind(":") + 1, line.find("["), line.find("(")):
            if cut > 0 and (board := self._whole(_squares(line[cut:]))):
                return board
        if len(keyed := _KEYED.findall(line)) == 9 and not _KEYED.sub("", line).strip(" ,;{}"):
            return self._board(keyed)
        words = line.split()
        if len(words) > 1 and len(words[-1]) == 9 and (board := self._board(words[-1])):
            return board if board.strip("-") else None
        return None

    def _positions(self, x: str, o: str) -> Board | None:
        """The board of which the squares with X and with O are listed."""
        xs, os = ([number_of(n) - self._base for n in re.findall(r"\d+", part)] for part in (x, o))
        if not all(0 <= square < 9 for square in (*xs, *os)) or set(xs) & set(os):
            return None
        return "".join("X" if s in xs else "O" if s in os else "-" for s in range(9))

    def _whole(self, squares: Sequence[str]) -> Board | None:
        """The board of nine squares, of three rows of three, or of one row of nine."""
        if len(squares) == 9:
            return self._board(squares)
        if len(squares) in (1, 3):
            solid = "".join(squares)
            if len(solid) == 9 and len({len(part) for part in squares}) == 1:
                return self._board(solid)
        return None

    def _rows(self, line: str) -> Iterator[_Row]:
        """The ways to read three squares off a line."""
        if len(line) > _WIDEST:
            return
        if walled := _WALLED.fullmatch(line):
            line = walled[2]
        if (named := _ROW_NAMED.match(line)) and "->" not in line:
            yield from (row._replace(shape=f"named {row.shape}")
                        for row in self._rows(line[named.end() :]))  # fmt: skip
        if (self._guess or self._blank) and (framed := _FRAMED.fullmatch(line)):
            yield from self._fixed(framed[1])
        if line.count("||") == _ROW - 1:  # each square in a frame of its own
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
                yield _Row(tuple(parts), f"bars {width}")
            return
        if cells := _CELLS.fullmatch(line):
            yield _Row(tuple(cell.strip(" '\"") for cell in cells.groups()), "cells")
        for separator in _SEPARATORS:
            if line.count(separator) == 2 and not set(line) & _QUOTING:
                parts = [part.strip() for part in line.split(separator)]
                yield _Row(tuple(parts), f"separated by {separator}")
        squares = _squares(line)
        quoted = "quoted" if "'" in line or '"' in line else "plain"
        if len(squares) == 4 and _LABEL.fullmatch(squares[0]):
            yield _Row(tuple(squares[1:]), f"{quoted} labelled")
        if len(squares) == 5 and squares[0] == squares[4] and _LABEL.fullmatch(squares[0]):
            yield _Row(tuple(squares[1:4]), f"{quoted} labelled at both ends")
        if (len(squares) == 3 and quoted != "plain") or (
            len(squares) == 3 and all(len(s) <= 3 or s in self._meaning for s in squares)
        ):
            yield _Row(tuple(squares), quoted)
        if len(squares) == 1 and len(squares[0]) == 3:
            yield _Row(tuple(squares[0]), f"solid {quoted}")
        if len(squares) == 2 and len(squares[1]) == 3 and _LABEL.fullmatch(squares[0]):
            yield _Row(tuple(squares[1]), "solid labelled")
        if (self._guess or self._blank) and quoted == "plain":
            yield from self._fixed(line)

    def _fixed(self, line: str) -> Iterator[_Row]:
        """Blanks as empty squares, by their column: `X O` is X, empty, O; `X   O` too."""
        allowed = {mark for mark in self._meaning if len(mark) == 1} - set("-._") | {" "}
        if len(line) == 3 and set(line) <= allowed:
            yield _Row(tuple(c.strip() for c in line), "fixed 3")
        if len(line) in (4, 5) and line[1] == line[3] == " " and set(line) <= allowed:
            yield _Row(tuple(c.strip() for c in line.ljust(5)[::2]), "fixed 5")

    def _board(self, squares: Sequence[str]) -> Board | None:
        """The board of nine squares as printed, if they are one."""
        squares = [square.strip() for square in squares]
        read = [self._meaning.get(square) for square in squares]
        if all(read):
            return "".join(mark for mark in read if mark)
        if not self._guess and not self._blank:
            return None
        others = {square for square, mark in zip(squares, read, strict=True) if mark is None}
        if others == {""}:
            if "-" in read:
                return None  # two ways of being empty
        elif (
            "-" in read
            or not self._guess
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


_ROW: Final = 3
_SEPARATORS: Final = "\t,;/!:"
_QUOTING: Final = frozenset("[](){}'\"")
_TALL: Final = 8  # lines at least of a board whose squares have three
_LONGEST: Final = 200  # characters of a line with a board in it,
_WIDEST: Final = 60  # and with a row
_TALLEST: Final = 12  # lines of a board from its first row on
_KNOWN_AT_MOST: Final = 20_000
_FRAMES: Final = 2  # lines between two rows


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
    return len(bare.rstrip(":")) not in (_ROW, 9) and _RULED.fullmatch(line) is not None


def _has_empty_squares(line: str) -> bool:
    """Whether the line is one of a row of tall squares: bars, and nothing between them."""
    return len(line) <= _WIDEST and _EMPTY_BARS.fullmatch(line) is not None


def _is_frame(line: str) -> bool:
    """Whether a line of what frames are drawn with has more than blanks and bars."""
    return bool(line.strip(" |"))


def _squares(text: str) -> list[str]:
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
