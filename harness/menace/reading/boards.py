"""Finding boards among lines: in rows with or without frames and labels, in lists, in one line."""

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile
from textwrap import dedent
from typing import Final, NamedTuple

from harness.menace.form import Form
from harness.menace.reading.board_lines import (
    BARS,
    ROW,
    WIDEST,
    LineReader,
    Row,
    follow_each_other,
    has_empty_squares,
    is_ruled,
    squares_of,
)
from harness.menace.reading.frames import within_frame
from harness.menace.reading.marks import Marks
from harness.menace.reading.rules import unfinished, without_rules
from reference.tic_tac_toe import EMPTY_BOARD, Board

_ENTRY: Final = re.compile(
    r"(?:'[^'\n]*'|\"[^\"\n]*\"|\([^()\n]*\)|[\w ]+?)\s*(?::|=>)\s*"
    r"(?:'([^'\n]*)'|\"([^\"\n]*)\"|([^\s,{}\[\]]+))"
)
# A square on a line of its own: its mark, or an item of a list as YAML has it.
_SQUARE: Final = re.compile(
    r"\s*(?:(?:- +){1,2}(?:'([^'\n]?)'|\"([^\"\n]?)\")|(?:- +){0,2}(\w+|\S))\s*"
)
_MARKDOWN: Final = re.compile(r"\s*\|(?:\s*:?-+:?\s*\|){3,4}\s*")
# As PHP's print_r and var_export print the squares of an array.
_INDEXED: Final = re.compile(r"\[\d\] => (\S?)$", re.MULTILINE)
_EXPORTED: Final = re.compile(r"^\s*\d => (?:'([^'\n]*)'|(-?\w+)),$", re.MULTILINE)
_NAMED_SQUARE: Final = re.compile(r"[^\W_]+")
_RULED_ONCE: Final = [True, False, False]
_LOWER_CORNERS: Final = frozenset("└┗╚╰+")
# Before each line of a quotation or a comment, and before each list in a list of YAML's. None of
# them shows an empty square or draws a frame.
_SIGN: Final = re.compile(r"\s*(?:>+|//|[%$;]|-(?= +\[))")
_TALL: Final = 8  # lines at least of a board whose squares have three
_TALLEST: Final = 12  # lines of a board from its first row on
_KNOWN_AT_MOST: Final = 20_000  # places without a board
_FRAMES: Final = 2  # lines between two rows


class Found(NamedTuple):
    """A board and its lines, [start, end)."""

    board: Board
    start: int
    end: int


def is_key(board: Board, text: str) -> bool:
    """Whether a board without stones shows nine names of squares: what may be typed for them."""
    if board != EMPTY_BOARD:
        return False
    words = _NAMED_SQUARE.findall(text)
    names = words if len("".join(words)) != len(EMPTY_BOARD) else "".join(words)
    return len({*names}) >= len(EMPTY_BOARD)


class BoardReader:
    """Finds the boards of one form.

    `ruled` says whether rules stand around boards without a line between; None: not known yet.
    """

    def __init__(self, form: Form) -> None:
        self.ruled: bool | None = None
        self._marks = Marks(form)
        self._lines = LineReader(form, self._marks)
        self._empty: str | None = None  # how the last board in these lines shows an empty square
        self._doubted = False  # whether nine squares were a board, and yet none was found
        self._none: set[tuple[str, ...]] = set()  # lines that no board begins in, whatever is near

    def find(self, lines: Sequence[str], whole: bool = True) -> Iterator[Found]:
        """All boards in these lines, in order; boxes are mostly the same as after the last game.

        Where not the `whole` text has come, without those of which rows may be rules.
        """
        at, self._empty, found_any = 0, None, False
        shown, lines = lines, self._without_rules(lines, whole)
        while at < len(lines):
            near = tuple(lines[at : at + _TALLEST])
            if near in self._none:
                at += 1
                continue
            self._doubted = False
            if found := self._at(lines, at) or self._quoted(lines, at):
                found_any = True
                yield found
                at = found.end
                continue
            at += 1
            if not self._doubted:
                self._remember(near)
        if whole and found_any and self.ruled is None:
            self.ruled = lines is not shown

    def _without_rules(self, lines: Sequence[str], whole: bool) -> Sequence[str]:
        if self.ruled is False and not whole:
            return lines
        end = None if whole else unfinished(lines, self._is_row, self._is_board)
        come = lines if end is None else lines[:end]
        return without_rules(come, self._is_row, self._is_board)

    def _is_row(self, line: str) -> bool:
        return len(self._lines.line(line).rows) > 0

    def _is_board(self, squares: str) -> bool:
        return self._marks.board(squares) is not None

    def _remember(self, none: tuple[str, ...]) -> None:
        if len(self._none) >= _KNOWN_AT_MOST:
            self._none.clear()
        self._none.add(none)

    def literal(self, text: str) -> Board | None:
        """The board that this list is, however many lines it has."""
        if text[0] == "{":
            entries = _ENTRY.findall(text)
        else:
            entries = _INDEXED.findall(text) or _EXPORTED.findall(text)
        if len(entries) == len(EMPTY_BOARD):
            return self._marks.board(["".join(entry) for entry in entries])
        squares = squares_of(text.replace("\n", " "))
        return self._lines.whole(squares) or self._marks.with_a_name(squares)

    def _at(self, lines: Sequence[str], at: int) -> Found | None:
        if framed := self._framed(lines, at):
            return framed
        if underlined := self._underlined(lines, at):  # each row might be a board in one line
            return underlined
        line = self._lines.line(lines[at])
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

    def _framed(self, lines: Sequence[str], at: int) -> Found | None:
        """The board in a frame that has no lines between squares, which begins here."""
        near = lines[at : at + _TALLEST + _FRAMES]
        framed = within_frame(near) if len(near[0]) <= WIDEST else None
        if not framed:
            return None
        inner = [row.rstrip() for row in framed]
        blocks = framed, dedent("\n".join(inner)).split("\n")
        boards = (self._at(rows, row) for rows in blocks for row in range(len(rows)))
        board = next((found for found in boards if found), None)
        return board and board._replace(start=at, end=at + len(framed) + 2)

    def _quoted(self, lines: Sequence[str], at: int) -> Found | None:
        """The board whose lines all begin with one sign, as those of a quotation do."""
        sign = _SIGN.match(lines[at]) if len(lines[at]) <= WIDEST else None
        if not sign:
            return None
        quoted = takewhile(lambda line: line.startswith(sign[0]), lines[at : at + _TALLEST])
        inner = [line[sign.end() :].removeprefix(" ") for line in quoted]
        found = self._at(inner, 0) if len(inner) >= ROW else None
        if not found:
            return None
        # A frame's last line is quoted, too.
        below = inner[found.end] if found.end < len(inner) else ""
        may_be = below.strip()[:1] in _LOWER_CORNERS and not self._is_row(below)
        is_framed = may_be and is_ruled(below)
        return Found(found.board, at, at + found.end + is_framed)

    def _goes_on(self, lines: Sequence[str], found: Found) -> bool:
        """Whether rows follow the three that are no boards: then words end with the first."""
        last = found.end - 1
        step, uneven = divmod(last - found.start, ROW - 1)
        if uneven:  # a line of a frame between two of the rows only
            return True
        following = last + step
        while following < len(lines) and self._lines.line(lines[following]).rows:
            following += step
        return (following - last - step) // step % ROW != 0

    def _tall(self, lines: Sequence[str], at: int) -> Found | None:
        """The board whose squares have three lines each, the marks in the middle one."""
        if not has_empty_squares(lines[at]):
            return None
        each = 4 if has_empty_squares("".join(lines[at + 2 : at + 3])) else 3
        end = at + 3 * each - (each > ROW)
        block = lines[at:end]
        rules = block[ROW:_TALL:each] if each > ROW else ()  # below each row of squares
        walls = [line for line in block[:_TALL] if not (line in rules and is_ruled(line))]
        if len(block) < _TALL or not all("|" in line.translate(BARS) for line in walls):
            return None
        middle = [row for line in block[1::each] for row in self._lines.line(line).rows[:1]]
        squares = [square for row in middle for square in row.squares]
        board = self._marks.board(squares) if len(squares) == len(EMPTY_BOARD) else None
        return Found(board, at, at + len(block)) if board else None

    def _below_header(self, lines: Sequence[str], at: int) -> Found | None:
        """The board that is a table of Markdown's: three rows below a header of no marks."""
        rows = lines[at : at + 2 + ROW]
        if len(rows) < 2 + ROW or "|" not in rows[1] or "-" not in rows[1]:
            return None  # nearly always
        ruled = [bool(_MARKDOWN.fullmatch(row)) for row in rows[1:4]]
        named = any(cell.strip() in self._marks.meaning for cell in rows[0].split("|"))
        if ruled != _RULED_ONCE or named:
            return None
        found = (self._from(lines, at + 2, row, False) for row in self._lines.line(rows[2]).rows)
        board = next((f for f in found if f and f.end == at + 2 + ROW), None)
        return board and board._replace(start=at)

    def _a_square_a_line(self, lines: Sequence[str], at: int) -> Found | None:
        """The board of nine lines with one mark each, X among them."""
        squares = list[str]()
        for line in lines[at : at + len(EMPTY_BOARD)]:
            if not (square := _SQUARE.fullmatch(line)):
                return None  # nearly always
            squares.append("".join(square.groups("")))
        block = lines[at : at + len(squares)]
        if len(block) < len(EMPTY_BOARD):
            return None
        board = self._marks.board(squares) or self._marks.with_a_name(squares)
        return Found(board, at, at + len(block)) if board and "X" in board else None

    def _underlined(self, lines: Sequence[str], at: int) -> Found | None:
        """The board whose upper rows are underlined, `_X_|___|_O_`, and the lowest need not be.

        Where lines like that stand between the rows, no two of them follow one another.
        """
        upper, block = lines[at : at + ROW - 1], lines[at : at + ROW]
        if len(block) < ROW or not all("_" in line and "|" in line for line in upper):
            return None  # nearly always
        rows = [self._lines.underlined(line) for line in block]
        squares = [square for row in rows for square in row]
        board = self._marks.board(squares) if len(squares) == len(EMPTY_BOARD) else None
        return Found(board, at, at + ROW) if board else None

    def _from(self, lines: Sequence[str], at: int, first: Row, frames: bool) -> Found | None:
        """The board whose first row this is; `frames`: lines that can be frames are frames."""
        squares, rows, labels = list(first.squares), 1, [first.label]
        skipped: tuple[bool, ...] = ()  # whether each line between two rows is blank
        gaps = set[tuple[bool, ...]]()
        for number in range(at + 1, min(len(lines), at + _TALLEST)):
            line = self._lines.line(lines[number])
            row = next((r for r in line.rows if r.shape == first.shape), None)
            if row is None or (frames and line.ruled and line.frame):
                if not line.ruled or len(skipped) == _FRAMES:
                    return None
                skipped += (not lines[number].strip(),)
                continue
            squares += row.squares
            labels.append(row.label)
            gaps.add(skipped)
            rows, skipped = rows + 1, ()
            if len(gaps) > 1:  # as between two boards, one below the other
                return None
            if rows == ROW:
                named = follow_each_other(labels)
                board = self._marks.board(squares) if named else None
                self._doubted = self._doubted or board is not None
                if (
                    board == EMPTY_BOARD
                    and first.shape.startswith("fixed")
                    and not self._marks.blank
                ):
                    return None  # three lines of blanks
                after = self._lines.line(lines[number + 1]).rows if number + 1 < len(lines) else ()
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
        signs = {square for square in squares if self._marks.meaning.get(square) == "-"}
        ruled = len(set(first)) == 1 and first[0] in signs
        others = {s for s in fourth if self._marks.meaning.get(s) == "-"} - {first[0]}
        if ruled and (len(signs) > 1 or others or self._empty not in (None, first[0])):
            return True
        if len(signs) == 1 and {*squares} != signs:  # three bars may look like an empty board
            (self._empty,) = signs
        return False
