"""What a MENACE printed, as events in order: a new game, a board, all boxes.

What the text itself shows of the form need not be declared; `boards`, `dumps` and `exact` read the
parts of the text. Reading takes time in proportion to its length.
"""

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Final, TypeAlias, TypeVar

from harness.menace.classes import STAGES
from harness.menace.form import Form
from harness.menace.reading import dumps, literals, markup, notations, noted, one_line
from harness.menace.reading.among_boxes import (
    can_follow,
    of_the_game,
    without_empty_ones_drawn_otherwise,
)
from harness.menace.reading.apart import unlike_boxes
from harness.menace.reading.boards import BoardReader, Found, is_key
from harness.menace.reading.box_lines import Read
from harness.menace.reading.emptied import with_emptied
from harness.menace.reading.events import (
    Bead,
    Beads,
    Dump,
    Event,
    NewGame,
    Shown,
    counted,
)
from harness.menace.reading.exact import ExactReader
from harness.menace.reading.holdings import AT_LEAST
from harness.menace.reading.listings import Listing
from harness.menace.reading.looks import has_sequences, without_sequences
from harness.menace.reading.marks import Marks, meaning_of
from harness.menace.reading.new_games import between_new_games
from harness.menace.reading.stages import together
from reference.tic_tac_toe import EMPTY_BOARD, Board

__all__ = [
    "Bead", "Beads", "Dump", "Event", "Listing", "NewGame", "Screen", "Shown", "counted",
]  # fmt: skip

_COLOURED: Final = re.compile(  # up to where the colour ends, or another one begins
    r"\x1b\[(?!(?:0|22|39|49)m)([\d;]+)m([^\x1b\n]+)"
    r"(?:\x1b\[(?:0|39|49|39;49)?m|(?=\x1b\[[\d;]+m))"
)
_COLOURED_AT_LEAST: Final = 150
_BOARD_AT_MOST: Final = 300  # characters of a literal that can be a board
_BOXES_EACH: Final = 200  # literals; so many are not boards and dumps, but boxes
_CHANGED_AT_MOST: Final = len(STAGES)  # boxes, in a game
_BOX_NAMED: Final = re.compile(r"\b(?:match)?box\b", re.IGNORECASE)
_TAG: Final = re.compile(r"</?\w[^<>]*>")  # of a markup language
# No group is repeated possessively: until Python 3.11.5 that loses what the group can match.
_TABLE: Final = re.compile(r"<table[^<>]*>[^<]*(?:<(?!/?table)[^<]*)*</table>", re.I)
_TABLE_ROW: Final = re.compile(r"<tr[^<>]*>([^<]*(?:<(?!/?tr)[^<]*)*)</tr>", re.I)
_TABLE_CELL: Final = re.compile(r"<td[^<>]*>([^<]*+)</td>", re.I)
_PICTURE: Final = re.compile(r"\s*(?:\S{9}:?\s|[Xx]\s?[:=]?\s?[\[({])")  # of a box: X[0] O[4]
_CODED: Final = re.compile(r"(?:\\u[0-9a-fA-F]{4})+")


_Key = TypeVar("_Key")
_Value = TypeVar("_Value")

_Ruled: TypeAlias = bool | None  # as of a BoardReader

_READ: Final[
    dict[tuple[Form, str, bool, Board | None, _Ruled], tuple[list[Event | Listing], _Ruled]]
] = {}
_READ_EXACTLY: Final[dict[tuple[Form, str], list[tuple[Event, int, int]]]] = {}
_KEPT_AT_MOST: Final = 1 << 13  # replies: those of a long run


def _keep(known: dict[_Key, _Value], key: _Key, value: _Value) -> _Value:
    if len(known) >= _KEPT_AT_MOST:
        known.clear()
    known[key] = value
    return value


class Screen:
    """Reads what one program prints, by its form.

    What was read is kept for all programs of the same form, because each reply is read three times:
    to see whether it is complete, to see what it says, and when the whole run is judged.
    """

    def __init__(self, form: Form) -> None:
        self._form = form
        self._boards = BoardReader(form)
        self._marks = Marks(form)
        self._exact = ExactReader(meaning_of(form)) if form.exact else None
        self._left_out = False  # of the last text read: an end that may become more
        self._listing: Listing | None = None  # the last boxes in lines,
        self._last = Read(None)  # and what it held: the next ones mostly differ in a few from these
        self._in_rows = False  # whether the text read shows a board in several lines
        self._found_again = False  # in the way that found those before them

    def events(self, text: str, whole: bool = True, before: Board | None = None) -> Sequence[Event]:
        """Everything recognised in the text, in order. An unfinished literal is not yet there.

        Nor are lines of boxes at the end, unless the text is known to be whole. `before` is the
        board that was shown last, where a game goes on: it tells boards from pictures of boxes.
        """
        return self.with_boxes(self.outline(text, whole, before))

    def with_boxes(self, events: Sequence[Event | Listing]) -> list[Event]:
        """The events with the boxes that are read from lines, where they are boxes."""
        read = (self.boxes_of(event) if isinstance(event, Listing) else event for event in events)
        return [event for event in read if event]

    def boxes_of(self, listing: Listing) -> Dump | None:
        """The boxes in these lines, if any."""
        return self._read_listing(listing).dump

    def remember(self, listing: Listing) -> None:
        """Expect boxes in the same way after the next game, if it found those before as well."""
        read = self._read_listing(listing)
        self._found_again = read.way is not None and read.way == self._last.way
        self._listing, self._last = listing, read

    def _read_listing(self, listing: Listing) -> Read:
        """The boxes in the way that found the last ones, if a game may have changed those to these.

        Else they are read in every way, and if a game may not have changed those to these even
        then, as those of which some are empty now.
        """
        read = listing.read(self._last.way if self._found_again else None)
        if self._listing is None or self._can_follow(read):
            return read
        if self._found_again and read.way == self._last.way:
            read = listing.read()
            if self._can_follow(read):
                return read
        boxes = with_emptied(listing.rows, self._listing.rows, self._next_boxes)
        return Read(Dump(tuple(boxes)), read.way) if boxes else read

    def _next_boxes(self, rows: Sequence[str]) -> Sequence[Beads] | None:
        """The boxes in these lines, if a game may have changed the last ones to these."""
        read = Listing(rows).read(self._last.way)
        return read.dump.boxes if read.dump and self._can_follow(read) else None

    def _can_follow(self, read: Read) -> bool:
        """Whether a game may have changed the last boxes to these."""
        if not read.dump or not self._last.dump:
            return False
        now, before = read.dump.boxes, self._last.dump.boxes
        few = sum(a != b for a, b in zip(now, before, strict=False)) <= _CHANGED_AT_MOST
        return few and len(now) == len(before)

    def outline(
        self, text: str, whole: bool = True, before: Board | None = None
    ) -> Sequence[Event | Listing]:
        """The same, but what stands in lines that may be boxes is not read yet."""
        if self._exact:
            return [event for event, _, _ in self._read_exactly(self._exact, text)]
        key = self._form, text, whole, before, self._boards.ruled
        if (read := _READ.get(key)) is None:
            self._left_out = False
            events = [*self._read(text, whole, before)]
            ruled = self._boards.ruled
            read = _keep(_READ, key, (_without_keys(events, whole), ruled))
            if not self._left_out and ruled is not None:
                _keep(_READ, (*key[:2], True, *key[3:]), (_without_keys(events, True), ruled))
        known, self._boards.ruled = read
        return known

    def rest(self, text: str) -> str:
        """With `exact`: the text without what has the exact form."""
        if not self._exact:
            return ""
        kept, at = [], 0
        for _, start, end in self._read_exactly(self._exact, text):
            kept.append(text[at:start])
            at = end
        return "".join([*kept, text[at:]])

    def _read_exactly(self, reader: ExactReader, text: str) -> list[tuple[Event, int, int]]:
        key = self._form, text
        return _READ_EXACTLY.get(key) or _keep(_READ_EXACTLY, key, list(reader.read(text)))

    def _read(self, text: str, whole: bool, before: Board | None) -> Iterator[Event | Listing]:
        if "\\u" in text:
            text = _CODED.sub(_decoded, text)
        parts = between_new_games(text)
        self._in_rows = False
        for number, part in enumerate(parts):
            if number:
                yield NewGame()
                before = EMPTY_BOARD
            last = number == len(parts) - 1
            yield from self._part(part, last and not whole, before)

    def _part(self, raw: str, open_end: bool, before: Board | None) -> Iterator[Event | Listing]:
        """What stands between two `New game`s, after the board `before`, if any was shown there.

        With `open_end` more may follow.
        """
        text = raw
        if has_sequences(raw):
            text = without_sequences(_beads_of_colours(raw))
        if "</td>" in text:
            text = _TABLE.sub(_rows_of_table, text)
        text = notations.cells_on_a_line(markup.without_wiki_tables(text))
        text = one_line.in_lines(markup.in_lines(text))
        text = noted.without_remarks(text)
        found, unclosed = literals.spans(text)
        if len(found) >= _BOXES_EACH and (flat := literals.on_one_line(text, found)):
            text = flat
            found, unclosed = literals.spans(text)
        if unclosed is not None and open_end:
            text = text[:unclosed]
            self._left_out = True
        a_box_each = len(found) >= _BOXES_EACH
        found = [span for span in found if span.end <= len(text)]
        apart = unlike_boxes(text, found) if a_box_each else set()
        of_boards = set[literals.Span]()
        at = until = 0  # how far events were yielded, and parts of boards were looked for
        for number, span in enumerate(found):
            if span.start < at:
                continue  # one of several that were read together
            literal = text[span.start : span.end]
            event = self._literal(literal) if not a_box_each or span in apart else None
            if a_box_each and not _goes_on(before, event):
                continue
            if isinstance(event, Shown):
                if _is_told(text, span):
                    continue
            else:
                if span.start >= until:
                    of_boards, until = self._of_boards(text, at, found[number:], before)
                if span not in of_boards:
                    event, span = together(
                        text, found[number:], event, self._literal, self._shows_board
                    )
            if event:
                for other in self._lines(text[at : span.start], False, before):
                    yield other
                    before = other.board if isinstance(other, Shown) else before
                yield event
                before = event.board if isinstance(event, Shown) and not event.key else before
                at = until = span.end
        yield from self._lines(text[at:], open_end, before)

    def _of_boards(
        self, text: str, at: int, spans: Sequence[literals.Span], before: Board | None
    ) -> tuple[set[literals.Span], int]:
        """The literals before the first long one that are parts of boards, and where that ends.

        A list for each row is one. The boards are those from `at` on, after the board `before`.
        """
        short = [*takewhile(_is_short, spans)]
        if len(short) == len(spans):
            return set(), len(text)
        long = spans[len(short)]
        rows = set[int]()
        for found in self._boards.find(text[at : long.start].split("\n")) if short else ():
            if before is None or can_follow(before, found.board):
                rows.update(range(found.start, found.end))
                before = found.board
        return {span for span in short if text.count("\n", at, span.start) in rows}, long.end

    def _shows_board(self, lines: Sequence[str]) -> bool:
        return next(self._boards.find(lines), None) is not None

    def _literal(self, text: str) -> Event | None:
        """A board or a dump, from brackets; None for anything else, to be read as lines."""
        if len(text) < _BOARD_AT_MOST and (board := self._boards.literal(text)):
            return Shown(board, is_key(board, text))
        if self._form.dump == "lines":
            return None
        return dumps.of_literal(text) if len(text) >= _BOARD_AT_MOST else None

    def _lines(self, text: str, open_end: bool, before: Board | None) -> Iterator[Event | Listing]:
        """Boards and boxes in lines, after a board if one was shown `before`."""
        if not text.strip("\n"):
            return
        rows = text.split("\n")
        has_tags = "</" in text or "/>" in text
        untagged = [_TAG.sub("", row) for row in rows] if has_tags else rows
        boards = list(self._boards.find(untagged, whole=not open_end))
        keys = _keys(boards, untagged)
        amid_game = before is not None and before != EMPTY_BOARD  # whose boards have stones
        if len(keys) < len(boards) or (keys and amid_game):
            boards = [found for found in boards if found not in keys]
            hidden = {at for key in keys for at in range(key.start, key.end)}
            rows, keys = ["" if at in hidden else row for at, row in enumerate(rows)], []
        if len(rows) >= AT_LEAST:  # some may be pictures of boxes
            boards = of_the_game(boards, rows, before)
        if amid_game:
            boards = without_empty_ones_drawn_otherwise(boards, rows)
        boards = self._without_records(boards, before)
        at = 0
        for found in boards:
            yield from self._boxes(rows[at : found.start])
            yield Shown(found.board, key=bool(keys))
            at = found.end
        if not open_end:
            yield from self._boxes(rows[at:])
        elif any(map(str.strip, rows[at:])):
            self._left_out = True

    def _without_records(self, boards: Sequence[Found], before: Board | None) -> list[Found]:
        """The boards without records of nine games in one line, such as `History: XXOXX-XOX`.

        Where boards take several lines, one in a line counts only if it can follow in the game.
        """
        kept = []
        for found in boards:
            in_one_line = found.end - found.start == 1
            if not (in_one_line and self._in_rows and before) or can_follow(before, found.board):
                kept.append(found)
                before = found.board
                self._in_rows = self._in_rows or not in_one_line
        return kept

    def _boxes(self, rows: Sequence[str]) -> Iterator[Listing]:
        if self._form.dump != "literal" and any(map(str.strip, rows)):
            yield Listing(rows, self._marks)


def _without_keys(events: list[Event | Listing], whole: bool) -> list[Event | Listing]:
    """The events without keys of what is typed, if boards are shown beside them, or may yet be."""
    shown = [event for event in events if isinstance(event, Shown)]
    if whole and all(event.key for event in shown):
        return events
    return [event for event in events if not isinstance(event, Shown) or not event.key]


def _keys(boards: Sequence[Found], rows: Sequence[str]) -> list[Found]:
    """The boards that show what may be typed; none of the pictures of boxes, each on its line."""
    keys = [f for f in boards if is_key(f.board, "\n".join(rows[f.start : f.end]))]
    several = [found for found in keys if found.end - found.start > 1]
    pictures = max(len(boards), sum(map(bool, map(_PICTURE.match, rows))))
    if len(several) < len(keys) and pictures >= AT_LEAST:
        return several
    return keys


def _rows_of_table(table: re.Match[str]) -> str:
    """The three rows of a board that is a table, with bars between the squares; else as it is."""
    rows = _TABLE_ROW.findall(table[0])
    cells = [_TABLE_CELL.findall(row) for row in rows]
    if [*map(len, cells)] != [3, 3, 3]:
        return table[0]
    return "\n".join("|".join(c.replace("&nbsp;", " ") for c in some) for some in cells)


def _is_short(span: literals.Span) -> bool:
    """Whether a literal can be a board."""
    return span.end - span.start < _BOARD_AT_MOST


def _goes_on(before: Board | None, event: Event | None) -> bool:
    """Whether this is a board that can be shown next in the game, and has stones on it."""
    if before is None or not isinstance(event, Shown) or event.board == EMPTY_BOARD:
        return False
    return can_follow(before, event.board)


def _is_told(text: str, span: literals.Span) -> bool:
    """Whether a board in brackets is the picture of a box that a sentence names, and no move."""
    return _BOX_NAMED.search(literals.before_in_line(text, span)) is not None


def _beads_of_colours(raw: str) -> str:
    """The text with the beads that differ in nothing but colour named by it."""
    coloured = _COLOURED.findall(raw)
    if sum(text.isdecimal() for _, text in coloured) >= _COLOURED_AT_LEAST:
        return _numbers_of_colours(raw, coloured)
    found = Counter(glyph for _, text in coloured for glyph in text)
    bead, times = max(found.items(), key=lambda item: item[1], default=("", 0))
    if times < _COLOURED_AT_LEAST:
        return raw
    wide = 1
    if bead.isspace():  # before a background, a bead may be some blanks wide
        wide = math.gcd(*(len(text) for _, text in coloured if text.isspace()))
    sign = bead.strip()
    return _COLOURED.sub(
        lambda m: (
            f" {sign}c{m[1].replace(';', '_')} " * (len(m[2]) // wide)
            if set(m[2]) == {bead}
            else m[0]
        ),
        raw,
    )


def _numbers_of_colours(raw: str, coloured: Sequence[tuple[str, str]]) -> str:
    """The text with `c41x3` for a number that counts the beads of its colour.

    Where each number has a colour of its own, it names a bead, and the colour is an ornament.
    """
    colours: dict[str, set[str]] = {}
    for colour, text in coloured:
        if text.isdecimal():
            colours.setdefault(text, set()).add(colour)
    counts = any(len(some) > 1 for some in colours.values())

    def plain(found: re.Match[str]) -> str:
        colour, text = found.groups()
        return f" c{colour.replace(';', '_')}x{text} " if counts and text.isdecimal() else text

    return _COLOURED.sub(plain, raw)


def _decoded(found: re.Match[str]) -> str:
    """What JSON's codes stand for, pairs of surrogates too."""
    units = bytes.fromhex(found[0].replace("\\u", ""))
    return units.decode("utf-16-be", errors="replace")
