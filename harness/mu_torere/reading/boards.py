"""The boards that one run shows, in the order in which they stood whole on its screen.

A board counts when it stood whole and visible at some moment. It is a new one when it stands
elsewhere than the one before, or shows other stones: the same board drawn again in the same place
is nothing that a person could see.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final, NamedTuple

from harness.cells import HIDDEN_HALF
from harness.mu_torere.reading.legends import Numbers
from harness.mu_torere.reading.stones import labels_of
from harness.mu_torere.reading.strokes import of_columns
from harness.mu_torere.screen import UNREAD, Form
from harness.screen import Display, Line, Snapshot, TerminalKind, shown
from reference.mu_torere.rules import BLACK, EMPTY, NODES, STONES_A_SIDE, WHITE

_REMEMBERED: Final = 256  # boards: many more than a screen holds
_DRAWN_LINES: Final = 200  # the last of a reply: a flood is not searched
_REMEMBERED_TEXTS: Final = 4096  # boards as texts, for each form: a game has a few hundred


_FORGOTTEN: Final = "?"  # no placement: several threads may share what is remembered


class _Board(NamedTuple):
    """A board on the screen at one moment."""

    placement: str
    place: tuple[int, int]  # its first row, counted from the first ever printed, and its column
    stamps: tuple[int, ...]  # when each node was written
    scrolls: bool  # whether it stands where nothing was ever overwritten

    @property
    def valid(self) -> bool:
        """Whether it has the stones of a game."""
        return _has_stones_of_game(self.placement)


@cache
def _has_stones_of_game(placement: str) -> bool:
    whole = placement.count(BLACK) == placement.count(WHITE) == STONES_A_SIDE
    return whole and placement.count(EMPTY) == 1


class _Memory(NamedTuple):
    """What was on the screen before: so that the same board is not counted twice."""

    known: dict[tuple[tuple[int, ...], int], None]
    last: dict[tuple[int, int], _Board]  # the last board that counted in each place

    def forget(self) -> None:
        while len(self.known) > _REMEMBERED:
            del self.known[next(iter(self.known))]
        while len(self.last) > _REMEMBERED:
            del self.last[next(iter(self.last))]


class Boards:
    """Reads what one run prints, from its start. What it finds does not depend on the pieces."""

    def __init__(self, form: Form, terminal: TerminalKind | None = None) -> None:
        self._form = form
        self._terminal = terminal or TerminalKind()
        self._display = Display(
            self._terminal.size,
            self._look,
            returns=self._terminal.returns,
            margin=len(form.rows),
            at_moves=form.has_blank,
        )
        self._memory = _Memory({}, {})
        self._starts: dict[str, tuple[int, ...]] = {}  # of lines: see `_can_start`
        self._reply: list[str] = []
        self._said = ""  # in this reply, and after its end until the next one begins
        self._ended = False
        self._changing = False  # whether a board was seen that was being changed
        self._echoes: tuple[str, ...] = ()  # of the typed line, while they may still come
        self._waiting = ""  # what may be the begin of one
        self._numbers = Numbers(form)

    def typed(self, line: str) -> None:
        """Take a line that the human typed.

        Where the terminal does not echo, the Enter key still ends the line: otherwise a board after
        a prompt would have its first row beside the prompt, where no person would see it.
        """
        self._hear_all()
        self._echoes = tuple(line + end for end in ("\r\n", "\n"))
        if not self._terminal.echo and not self._display.at_line_start:
            self._display.feed("\n" if self._terminal.returns else "\r\n")

    def hear(self, text: str) -> None:
        """Read the next piece of the output."""
        self._said = text if self._ended else self._said + text
        self._ended = False
        text = self._waiting + text
        self._waiting = ""
        if self._echoes:
            if any(len(text) < len(echo) and echo.startswith(text) for echo in self._echoes):
                self._waiting = text
                return
            text = self._without_echo(text)
        self._display.feed(text)

    def _without_echo(self, text: str) -> str:
        """What follows the echo of the typed line, where the terminal gave one.

        A board that the echo overwrites does not count, neither for nor against the program.
        """
        echo = next((echo for echo in self._echoes if text.startswith(echo)), "")
        self._echoes = ()
        if echo:
            self._display.feed(echo)
            self._counted(self._display.snapshot(), at_end=True)
        return text[len(echo) :]

    def _hear_all(self) -> None:
        """Read the text kept back because it might have begun an echo."""
        text, self._waiting, self._echoes = self._waiting, "", ()
        if text:
            self._display.feed(text)

    @property
    def count(self) -> int:
        """How many boards the reply has shown so far, leaving out one that is being changed."""
        if self._waiting:
            return len(self._reply)
        snapshot = self._display.snapshot(keep=True)
        return len(self._reply) + len(self._counted(snapshot, at_end=False, keep=False))

    def end_reply(self) -> list[str]:
        """End this reply, and return the placements that it has shown."""
        self._hear_all()
        self._reply += self._counted(self._display.snapshot(), at_end=True)
        self._memory.forget()
        found, self._reply, self._ended = self._reply, [], True
        self._changing = False
        return found

    def misprint(self) -> str | None:
        """What is wrong with the drawing in this reply that comes nearest to a board."""
        snapshot = self._display.snapshot(keep=True)
        lines = [line.text for line in snapshot.lines]
        for board in self._found(snapshot, range(len(lines)), at_end=True):
            top, left = board.place[0] - snapshot.scrolled, board.place[1]
            for row in range(top, top + len(self._form.rows)):
                after = lines[row][left + self._form.width :]
                lines[row] = lines[row][:left].ljust(left) + " " * self._form.width + after
        while lines and not lines[-1].strip():
            lines.pop()
        new = self._said.count("\n") + 1
        return self._form.misprint(lines[-new:]) if self._said.strip() else None

    def drawn(self) -> list[str]:
        """The placements of the boards left on the screen, whose strokes may be wrong."""
        if not self._said.strip():
            return []
        lines = self._display.snapshot(keep=True).lines
        while lines and not lines[-1].text.strip():
            lines = lines[:-1]
        new = self._said.count("\n") + 1
        lines, height = lines[-new:][-_DRAWN_LINES:], len(self._form.rows)
        windows = [lines[top : top + height] for top in range(len(lines) - height + 1)]
        found: dict[int, str] = {}
        for _, top, placement in sorted(
            (wrong, top, placement)
            for top, window in enumerate(windows)
            for wrong, placement in self._nearly(window)
        ):
            if all(abs(top - other) >= height for other in found):
                found[top] = placement
        return [found[top] for top in sorted(found)]

    def _nearly(self, window: Sequence[Line]) -> Iterator[tuple[int, str]]:
        """What nodes show that stand here nearly as in a board, and how many signs are wrong."""
        for wrong, left in self._form.nearly_at(
            [of_columns(line.text.rstrip()) for line in window]
        ):
            contents = [window[box.row].content(left + box.column, box.width)
                        for box in self._form.boxes]  # fmt: skip
            placement = self._form.placement(contents)
            if _has_stones_of_game(placement):
                yield wrong, placement

    @property
    def false_number(self) -> str | None:
        """The first number shown that differs from what the human types; None where all agree."""
        return self._numbers.false

    @property
    def screen(self) -> str:
        """The screen as a person sees it now."""
        return "\n".join(shown(self._display.snapshot(keep=True)))

    def _look(self, snapshot: Snapshot) -> None:
        self._reply += self._counted(snapshot, at_end=False)
        self._memory.forget()

    def _counted(self, snapshot: Snapshot, *, at_end: bool, keep: bool = True) -> list[str]:
        """The boards that are new at this moment; with `keep` they are remembered as seen.

        What has no right number of stones, where it shares nodes with the board before it in the
        same place, is a board that is being changed: it counts only if it is left so. So does one
        with a sign that is no stone, where signs can be overwritten: `_`, a backspace, a stone.
        """
        memory = self._memory
        whole = at_end and self._changing
        rows = range(len(snapshot.lines)) if whole else snapshot.changed
        counted = []
        found = sorted(
            self._found(snapshot, rows, at_end=at_end), key=lambda board: max(board.stamps)
        )
        for board in found:
            mark = (board.stamps, board.place[1])
            if mark in memory.known:
                continue
            before = memory.last.get(board.place)
            fresh = before is None or not any(
                one == other != 0 for one, other in zip(board.stamps, before.stamps, strict=True)
            )
            same = before is not None and board.placement == before.placement
            covered = not same and not board.valid and self._is_covered(board, found)
            may_change = self._form.has_blank or UNREAD in board.placement
            counts = not (same or covered) and (
                board.valid or at_end or (fresh and (board.scrolls or not may_change))
            )
            if counts:
                counted.append(board.placement)
            if not keep:
                continue
            if counts or same or covered:
                memory.known[mark] = None
            else:
                self._changing = True
            if counts or same:  # drawn again, its nodes are newer now
                memory.last[board.place] = board
        if found and keep:
            self._watch_numbers(snapshot, found)
        return counted

    def _watch_numbers(self, snapshot: Snapshot, found: Sequence[_Board]) -> None:
        """Look at the numbers beside these boards, and at what has changed round them."""
        tops = [board.place[0] - snapshot.scrolled for board in found]
        first = min(*tops, snapshot.changed.start, len(snapshot.lines))
        last = max(*tops, snapshot.changed.stop - len(self._form.rows), 0) + len(self._form.rows)
        rows = [line.text for line in snapshot.lines[first:last]]
        places = [(top - first, board.place[1]) for top, board in zip(tops, found, strict=True)]
        for top, left in places:
            self._numbers.board(rows, top, left)
        self._numbers.screen(rows, places)

    def _is_covered(self, board: _Board, others: Sequence[_Board]) -> bool:
        """Whether a later board covers a part of this one, and is what a person sees there."""
        return any(
            other.valid
            and max(other.stamps) >= max(board.stamps)
            and other.place != board.place
            and abs(other.place[0] - board.place[0]) < len(self._form.rows)
            and abs(other.place[1] - board.place[1]) < self._form.width
            for other in others
        )

    def _found(self, snapshot: Snapshot, rows: range, *, at_end: bool) -> Iterator[_Board]:
        """Every whole board on the screen that these rows are a part of."""
        if not rows:
            return
        lines, height, anchor = snapshot.lines, len(self._form.rows), self._form.anchor
        first = max(0, rows.start - height + 1)
        for top in range(first, min(rows.stop, len(lines) - height + 1)):
            for left in self._can_start(lines[top + anchor].text):
                board = self._board_at(snapshot, top, left)
                if board is not None and not self._leads_away(snapshot, board, at_end):
                    yield board

    def _can_start(self, text: str) -> tuple[int, ...]:
        """The columns where a board can begin, found by the most telling line of its drawing."""
        known = self._starts.get(text)
        if known is None:
            pattern = self._form.row_patterns[self._form.anchor][1]
            blank = " " * len(self._form.rows[self._form.anchor])  # its last node may be blank
            found, columns = pattern.search(text + blank), list[int]()
            while found is not None:
                columns.append(found.start())
                found = pattern.search(text + blank, found.start() + 1)
            if len(self._starts) >= _REMEMBERED_TEXTS:
                self._starts.clear()
            known = self._starts[text] = tuple(columns)
        return known

    def _board_at(self, snapshot: Snapshot, top: int, left: int) -> _Board | None:
        lines = snapshot.lines[top : top + len(self._form.rows)]
        plain = not any(line.cells for line in lines)
        placement = self._plain_at(lines, left) if plain else self._overwritten_at(lines, left)
        if placement is None:
            return None
        if plain:
            stamps = tuple([lines[box.row].stamp for box in self._form.boxes])
        else:
            stamps = tuple(
                max(lines[box.row].written(left + c) for c in range(box.column, box.last + 1))
                for box in self._form.boxes
            )
        return _Board(placement, (top + snapshot.scrolled, left), stamps, plain)

    def _leads_away(self, snapshot: Snapshot, board: _Board, at_end: bool) -> bool:
        """Whether a stroke beside a board leads away from it, as if there were more edges.

        What is written after the board, and is about to be overwritten, is none: a spinner.
        """
        top, left = board.place[0] - snapshot.scrolled, board.place[1]
        loose = self._form.loose_ends([line.text for line in snapshot.lines], top, left)
        lines, newest = snapshot.lines, max(board.stamps)
        return any(
            at_end or not lines[end.row].cells or lines[end.row].written(end.column) <= newest
            for end in loose
        )

    def _overwritten_at(self, lines: Sequence[Line], left: int) -> str | None:
        return None if torn(lines) else self._read(lines, left)

    def _plain_at(self, lines: Sequence[Line], left: int) -> str | None:
        """What a board drawn here shows; None where none is. Plain lines are read once only."""
        known = self._form.plain_boards
        key = (left, *[line.text for line in lines])
        found = known.get(key, _FORGOTTEN)
        if found != _FORGOTTEN:
            return found
        if len(known) >= _REMEMBERED_TEXTS:
            known.clear()
        known[key] = found = self._read(lines, left)
        return found

    def _read(self, lines: Sequence[Line], left: int) -> str | None:
        for (_, pattern), row, line in zip(
            self._form.row_patterns, self._form.rows, lines, strict=True
        ):
            if not pattern.match(line.text.ljust(left + len(row)), left):
                return None
        contents = []
        for box in self._form.boxes:
            line, column = lines[box.row], left + box.column
            if not _stands_alone(line, column, box.width):
                return None
            contents.append(line.content(column, box.width))
        placement = self._form.placement(contents)
        if placement == _NO_STONES or (UNREAD in placement and self._is_none(placement, contents)):
            return None
        return placement

    def _is_none(self, placement: str, contents: Sequence[tuple[str, str]]) -> bool:
        """Whether this drawing is unfinished, or shows the numbers of the nodes and no stones."""
        texts = [text for text, _ in contents]
        unfinished = any(
            not text.strip() for text, kind in zip(texts, placement, strict=True) if kind == UNREAD
        )
        alike = len({look for _, look in contents}) == 1  # else it tells stones apart by looks
        return unfinished or (alike and bool(labels_of(texts)))


_NO_STONES: Final = EMPTY * len(NODES)  # shows where the nodes are, or their numbers


def torn(lines: Sequence[Line]) -> bool:
    """Whether some of these lines have double width and others do not."""
    return len({line.doubled for line in lines if line.text}) > 1


def _stands_alone(line: Line, column: int, width: int) -> bool:
    """Whether no wide character is cut by the sides of these columns."""
    text = line.text
    begins_whole = column >= len(text) or text[column] != HIDDEN_HALF
    ends_whole = column + width >= len(text) or text[column + width] != HIDDEN_HALF
    return begins_whole and ends_whole
