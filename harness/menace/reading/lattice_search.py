"""Where the board of a first reply stands: with one stone, and eight squares that are alike.

These show the same sign, or their own names.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import product
from typing import Final

from harness.menace.reading.lattice_places import (
    HIDDEN_HALF,
    Grid,
    Nine,
    Places,
    can_be_stone,
    columns,
)
from harness.menace.reading.looks import without_sequences
from reference.tic_tac_toe import Board

_TRIED_AT_MOST: Final = 4_000  # characters of a reply in which a first board is sought,
_LINES_AT_MOST: Final = 80  # lines of it,
_WIDEST: Final = 60  # and columns in which a board stands
_DOWN_AT_MOST: Final = 6  # lines from row to row
_ACROSS_AT_MOST: Final = 12  # columns from square to square
_KEPT: Final = 1 << 10  # first replies, which are mostly alike, and what squares show
_NAMES: Final = ("123456789", "012345678", "789456123", "abcdefghi", "ABCDEFGHI")
_STONES: Final = frozenset("xXoO")
_OS: Final = "oO0"  # which MENACE's stone is not


def places_in(text: str) -> Places | None:
    """Where the board of a first reply stands: the likeliest, if all as likely show the same.

    None for a long reply as well.
    """
    is_short = len(text) <= _TRIED_AT_MOST and text.count("\n") < _LINES_AT_MOST
    return _places_in(text) if is_short else None


@lru_cache(maxsize=_KEPT)
def _places_in(text: str) -> Places | None:
    grid = [*map(columns, without_sequences(text).split("\n"))]
    likeliest, boards, places = None, set[Board](), None
    for top, some in _candidates(grid):
        found = some.board(grid, top, 0)
        assert found, "these places have a board"
        rows = some.rows(grid, top)
        likely = (
            some.x in _STONES, some.x.isalnum(), not some.walls,
            _are_alike(rows, some, 0), _are_alike(rows, some, 1), -some.down, top,
        )  # fmt: skip
        if likeliest is None or likely > likeliest:
            likeliest, boards, places = likely, set(), some
        if likely == likeliest:
            boards.add(found[0])
    return places if len(boards) == 1 else None


def _are_alike(rows: Sequence[str], places: Places, trimmed: int) -> bool:
    """Whether the same stands between the squares of every row: none of them is a rule.

    So many columns beside the stone are left out, where a mark may stand.
    """
    cells = "".join(map(places.row, rows))
    stone = cells.index(places.x) % 3
    for place in (0, 1):
        start = places.column + place * places.across + 1
        end = start + places.across - 1 - trimmed * (stone == place + 1)
        start += trimmed * (stone == place)
        if len({row[start:end].rstrip() for row in rows}) > 1:
            return False
    return True


def _candidates(grid: Grid) -> Iterator[tuple[int, Places]]:
    """The places in which a board with one stone may stand, each with the line of its first row."""
    widest = min(max(map(len, grid), default=0) + _ACROSS_AT_MOST, _WIDEST)  # behind them: blanks
    padded = [line.ljust(widest) for line in grid]
    for column, across in product(range(widest), range(1, _ACROSS_AT_MOST + 1)):
        end = column + 2 * across + 1
        if end > widest:
            continue
        rows = [line[column:end:across] for line in padded]
        for top, row in enumerate(rows):
            if not _can_begin(row):
                continue
            for down, low in enumerate(rows[top + 2 : top + 2 * _DOWN_AT_MOST + 1 : 2], start=1):
                if shown := _with_one_stone(row + rows[top + down] + low):
                    places = _of_a_whole_board(padded, top, Places(column, across, down, *shown))
                    if places:
                        yield top, places


@lru_cache(maxsize=_KEPT)
def _can_begin(row: str) -> bool:
    """Whether two of three squares can be empty: the same sign, or names that follow each other."""
    if len({*row}) < len(row):
        return True
    return any(sum(map(str.__eq__, row, names)) > 1 for names in _NAMES)


@lru_cache(maxsize=_KEPT)
def _with_one_stone(cells: Nine) -> tuple[Nine, str] | None:
    """What all squares show when they are empty, and the only stone on these."""
    for sign in {*cells[:2]} - _STONES - {HIDDEN_HALF}:
        if cells.count(sign) == len(cells) - 1:
            stone = cells.replace(sign, "")
            return (sign * len(cells), stone) if _can_be_first(stone) else None
    for names in _NAMES:
        stones = [cell for cell, name in zip(cells, names, strict=True) if cell != name]
        if len(stones) == 1 and _can_be_first(stones[0]):
            return names, stones[0]
    return None


def _can_be_first(cell: str) -> bool:
    """Whether this can be MENACE's stone."""
    return can_be_stone(cell) and cell not in _OS


def _walled(rows: Sequence[str], places: Places) -> Places | None:
    """The places with the walls between their squares, if all squares are seen to be alike.

    Those at the ends may lack the wall outside. The stone may have a mark beside it.
    """
    column, across = places.column, places.across
    empty = next(row for row in rows if not places.row(row).strip())
    between = enumerate(empty[column + 1 : column + across], start=1)
    walls = tuple((at, sign) for at, sign in between if not (sign.isspace() or sign.isalnum()))
    walled = replace(places, walls=walls)
    if not walls or not walled.has_walls(rows):
        return None

    def beside(place: int, side: int) -> set[str]:
        """What stands before or behind the squares of a column, but for the stone's."""
        at = column + place * across
        others = [row for row in rows if row[at : at + 1] != places.x]
        return {row[at + side : at + side + 1].strip() for row in others if at + side >= 0}

    left, right = beside(1, -1) | beside(2, -1), beside(0, 1) | beside(1, 1)
    are_alike = len(left) == len(right) == 1
    if not are_alike or beside(0, -1) - left - {""} or beside(2, 1) - right - {""}:
        return None
    for place, before in ((-1, -1), (3, 2)):
        at, gap = column + place * across, column + before * across
        is_there = at >= 0 and all(at < len(row.rstrip()) for row in rows)
        is_alike = is_there and beside(place, -1) == left and beside(place, 1) == right
        if is_alike and all(row[gap + behind] == sign for row in rows for behind, sign in walls):
            return None  # the row goes on
    return walled


def _of_a_whole_board(grid: Grid, top: int, places: Places) -> Places | None:
    """The places, if no further row or column of empty squares stands beside the nine.

    Where blanks are empty squares, they are given the walls between the squares.
    """
    rows, sign, across = places.rows(grid, top), places.empty[0], places.across
    end = places.column + 2 * across
    if not places.stand_free(rows):
        return None
    if sign == " ":
        return _walled(rows, places)
    if places.empty != sign * len(places.empty):
        return places
    segments = [row[places.column : end + 1] for row in rows]
    for line in (top - places.down, top + 3 * places.down):
        if line not in range(len(grid)) or not places.stand_free([grid[line]]):
            continue
        if places.row(grid[line]) == sign * 3:
            segment = grid[line][places.column : end + 1].replace(sign, "")
            if segment in (row.replace(sign, "") for row in segments):
                return None
    for column in (places.column - across, end + across):
        if column >= 0 and all(row[column : column + 1] == sign for row in rows):
            return None
    between = (top + at for at in range(1, 2 * places.down) if at != places.down)
    if any({*places.row(grid[line])} == {sign, places.x} for line in between):
        return None
    return places
