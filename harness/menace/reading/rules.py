"""Lines of three signs around boards whose rows have three signs too, such as `***` above `X??`.

So may be the rows of both: `* * *` above `X ? ?`.

Such a line looks like a row of three empty squares. Which lines are rows is told by how many stand
together, and by signs that are in no other row.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Final

_NINE: Final = 9
_ROWS: Final = 3  # of a board
_STONES: Final = frozenset("XO")
_BOARDS_AT_MOST: Final = 3  # together: in one reply, without a word between them
_KEPT: Final = 1 << 14  # lines: most boxes are printed again and again


def without_rules(
    lines: Sequence[str], is_row: Callable[[str], bool], is_board: Callable[[str], bool]
) -> Sequence[str]:
    """The lines with blank ones in place of rules; the very same if there are none.

    `is_row` tells whether a line of three signs can be a row, `is_board` whether nine signs can be
    a board.
    """
    hidden = [start + at for start, rows in _blocks(lines, is_row) for at in _rules(rows, is_board)]
    if not hidden:
        return lines
    rest = list(lines)
    for at in hidden:
        rest[at] = ""
    return rest


def unfinished(
    lines: Sequence[str], is_row: Callable[[str], bool], is_board: Callable[[str], bool]
) -> int | None:
    """Where rows begin that a rule may stand above, as long as not all lines have come."""
    *_, (start, rows) = [(0, ()), *_blocks(lines, is_row)]
    is_last = not any(map(str.strip, lines[start + len(rows) :]))
    may_be_ruled = len(rows) > 0 and len(set(rows[0])) == 1 and rows[0][0] not in _STONES
    return start if is_last and may_be_ruled and not _rules(rows, is_board) else None


def _blocks(
    lines: Sequence[str], is_row: Callable[[str], bool]
) -> Iterator[tuple[int, Sequence[str]]]:
    """Where rows of three signs begin that stand together and are alike, and their signs."""

    def columns(line: str) -> int:
        width = _width(line)
        return width if width and is_row(line) else 0

    at = 0
    for width, some in groupby(lines, columns):
        block = [*some]
        if width:
            yield at, ["".join(line.split()) for line in block]
        at += len(block)


@lru_cache(maxsize=_KEPT)
def _width(line: str) -> int:
    """The columns of three signs, with or without blanks between them; 0 if it is anything else."""
    bare = line.strip()
    words = bare.split()
    return len(bare) if len("".join(words)) == 3 and len(words) in (1, 3) else 0


def _rules(rows: Sequence[str], is_board: Callable[[str], bool]) -> Sequence[int]:
    """Which of the rows of a block are rules: of a sign that no other has, or around each board."""
    if len(rows) <= _ROWS or not any(len({*row}) == 1 for row in rows):
        return ()
    for count in range(1, _BOARDS_AT_MOST + 1):
        around, above, below = "RbbbR" * count, "Rbbb" * count, "bbbR" * count
        for way in (around, f"{above}R", above, below, below[:-1]):
            rules = _fitting(rows, way, is_board)
            alone = rules and rows[rules[0]][0] not in _others(rows, rules)
            if alone or (rules and way == around and len(rows) % 3):
                return rules
    return ()


def _fitting(rows: Sequence[str], way: str, is_board: Callable[[str], bool]) -> Sequence[int]:
    """Where the rules are if these are the rows: all of one sign. Nothing if they are not."""
    if len(rows) != len(way):
        return ()
    rules = [at for at, kind in enumerate(way) if kind == "R"]
    signs = {sign for at in rules for sign in rows[at]}
    if len(signs) != 1 or signs & _STONES:
        return ()
    squares = "".join(row for at, row in enumerate(rows) if at not in rules)
    boards = (squares[at : at + _NINE] for at in range(0, len(squares), _NINE))
    return rules if all(map(is_board, boards)) else ()


def _others(rows: Sequence[str], rules: Sequence[int]) -> set[str]:
    """The signs of the rows that are no rules."""
    return {sign for number, row in enumerate(rows) if number not in rules for sign in row}
