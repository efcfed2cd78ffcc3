"""Which of the boards in a text are of the game: boxes have pictures that look like boards."""

from collections.abc import Sequence
from typing import Final

from harness.menace.classes import BOXES
from harness.menace.lookup import box_of, is_over
from harness.menace.reading import box_lines
from harness.menace.reading.board_lines import COLUMNS, ROW
from harness.menace.reading.boards import Found
from reference.tic_tac_toe import EMPTY_BOARD, Board, stones

_NEAR: Final = 8  # lines between the pictures of two boxes, at the most
_PICTURES: Final = BOXES - 2  # boards: among so many, those of most boxes
_MOSTLY: Final = 0.95  # of all boxes
_COLUMNS: Final = COLUMNS | {"012", "123"}
_CELL_AT_MOST: Final = 2  # characters of a square: a number, say


def of_the_game(boards: Sequence[Found], rows: Sequence[str], before: Board | None) -> list[Found]:
    """The boards in these lines that can be of one game, after the board shown `before`, if any."""
    boards = _without_empty_ones_between(_without_three_beside(boards), rows)
    others = _without_all_pictures(boards, rows, before)
    found = _in_one_game(others, before)
    if len(others) == len(boards) != len(found):
        # What is no board may stand between the pictures. But three words above a board look like a
        # row of it, so that this may leave out more than it should.
        others = _without_all_pictures(_apart(boards, rows), rows, before)
        found = max(_in_one_game(others, before), found, key=len)
    if found and found[0].board == EMPTY_BOARD:
        return _without_picture(found, rows)
    return found


def _without_three_beside(boards: Sequence[Found]) -> Sequence[Found]:
    """The boards without three lines of nine squares that are three pictures beside one another.

    Boards of one game are not taken for them: a stone stays where it is, and would fill a column.
    """
    kept: list[Found] = []
    block: list[Found] = []  # in one line each, and in one after the other
    for found in boards:
        if block and (found.start != block[-1].end or found.end - found.start != 1):
            kept += [] if _are_three_beside(block) else block
            block = []
        block.append(found)
    return kept + ([] if _are_three_beside(block) else block)


def _are_three_beside(block: Sequence[Found]) -> bool:
    if len(block) != ROW or block[0].end - block[0].start != 1:
        return False
    parts = (slice(start, start + ROW) for start in range(0, len(EMPTY_BOARD), ROW))
    pictures = ("".join(found.board[part] for found in block) for part in parts)
    return all(box_of(picture) is not None for picture in pictures)


def _without_empty_ones_between(boards: Sequence[Found], rows: Sequence[str]) -> Sequence[Found]:
    """The boards without empty ones that are drawn otherwise than both beside them.

    Three rows of a box with three signs each look like an empty board.
    """
    if all(found.board != EMPTY_BOARD for found in boards[1:-1]):
        return boards
    drawn = [_drawing(found, rows) for found in boards]
    between = {
        at
        for at in range(1, len(boards) - 1)
        if boards[at].board == EMPTY_BOARD and drawn[at - 1] == drawn[at + 1] != drawn[at]
    }
    return [found for at, found in enumerate(boards) if at not in between]


def _apart(boards: Sequence[Found], rows: Sequence[str]) -> list[Found]:
    """The boards without those that begin amid the rows of another grid, of a box say."""
    kept: list[Found] = []
    end = above = 0  # where the last board ended, and how many rows of squares stand above it
    for found in boards:
        top = found.start
        while top > end and _is_row(rows, top - 1) and _are_alike(rows, top - 1, found.start):
            top -= 1
        above = found.start - top + (above if top == end else 0)
        end = found.end
        if above % ROW == 0:
            kept.append(found)
    return kept


def _without_all_pictures(
    boards: Sequence[Found], rows: Sequence[str], before: Board | None
) -> list[Found]:
    """The boards without the pictures of all boxes, each once, wherever those come in a row.

    A board of the game before them may have the box of the last, and one after them that of a
    picture that was not found: it is drawn otherwise, or can follow in the game.
    """
    boxes = [box_of(found.board) for found in boards]
    kept, at = [], 0
    while at < len(boards):
        pictures = _pictures(boxes, at)
        follows = pictures > 0 and before is not None and can_follow(before, boards[at].board)
        in_the_game = follows and (
            _pictures(boxes, at + 1) >= pictures or _differ(boards[at : at + 2], rows)
        )
        if not pictures or in_the_game:
            kept.append(boards[at])
            before = boards[at].board
            at += 1
            continue
        at += pictures
        # The picture of the empty board lacks the marks, which may be any signs.
        if boards[at - 1].board != EMPTY_BOARD and _differ(boards[at - 2 : at], rows):
            at -= 1
    return kept


def _differ(two: Sequence[Found], rows: Sequence[str]) -> bool:
    """Whether two boards are drawn otherwise than one another."""
    return len({_drawing(found, rows) for found in two}) > 1


def without_empty_ones_drawn_otherwise(boards: Sequence[Found], rows: Sequence[str]) -> list[Found]:
    """Boards shown amid a game without empty ones that are drawn otherwise than those with stones.

    Three bars of as many signs look like one: `0: ###`.
    """
    drawn = {_drawing(found, rows) for found in boards if found.board != EMPTY_BOARD}
    return [f for f in boards if not drawn or _drawing(f, rows) in drawn]


def _drawing(found: Found, rows: Sequence[str]) -> tuple[int, frozenset[str]]:
    """How a board is drawn: in how many lines, and with which signs that are no marks."""
    signs = {*"".join(rows[found.start : found.end])}
    no_marks = frozenset(sign for sign in signs if not sign.isalnum() and sign not in "-_.")
    return found.end - found.start, no_marks


def _pictures(boxes: Sequence[int | None], at: int) -> int:
    """How many of these are all boxes, from a place on; 0 where they are not.

    Some may be missing: the picture of the empty board looks like a frame, and one beside many
    beads may be drawn too wide.
    """
    some: set[int] = set()
    for box in boxes[at : at + BOXES]:
        if box is None or box in some:
            break
        some.add(box)
    return len(some) if len(some) >= _MOSTLY * BOXES else 0


def _is_row(rows: Sequence[str], at: int) -> bool:
    """Whether the line is a row of three squares, and no rule nor the names of columns.

    Names of columns have no row above them, unless each picture has its own: three beads may be
    the numbers 0, 1 and 2 as well.
    """
    cells = _cells(rows[at])
    text = "".join(cells).lower()
    if len(cells) != ROW or any(len(cell) > _CELL_AT_MOST for cell in cells):
        return False
    if text in _COLUMNS:
        above = rows[max(0, at - ROW - 1) : at]
        of_each = len(above) > ROW and above[0] == rows[at]
        is_below = len(above) > 0 and len(_cells(above[-1])) == ROW and _are_alike(rows, at - 1, at)
        return is_below and not of_each
    return len({*text}) > 1 or text.isalnum() or text[0] in "-._"


def _are_alike(rows: Sequence[str], one: int, other: int) -> bool:
    """Whether both lines have nothing but three signs, or neither: such may be a rule."""
    return (len(rows[one].strip()) == ROW) == (len(rows[other].strip()) == ROW)


def _cells(row: str) -> list[str]:
    return row.split() if " " in row.strip() else [*row.strip()]


def _in_one_game(boards: Sequence[Found], before: Board | None) -> list[Found]:
    """The boards that can be of one game: each has one stone more than the last, or is the same.

    The first that cannot is the picture of a box, and so are those near one another after it, but
    for one that can and has more or fewer lines. With the pictures of all boxes there is no board
    after MENACE's move.
    """
    kept: list[Found] = []
    with_all = len(boards) >= _PICTURES
    pictures = 0  # in a row, up to the board above
    for above, found in zip((*boards[:1], *boards), boards, strict=False):
        follows = before is None or can_follow(before, found.board)
        resized = found.end - found.start != above.end - above.start
        after_all = follows and (pictures >= BOXES - 1 or resized)
        if found.start - above.end > _NEAR or after_all:
            pictures = 0
        moved = with_all and bool(kept) and stones(kept[-1].board) % 2 == 1
        if pictures or not follows or moved:
            pictures += 1
        else:
            kept.append(found)
            before = found.board
    return kept


def _without_picture(boards: list[Found], rows: Sequence[str]) -> list[Found]:
    """The boards without an empty one at first that is the picture of one of the boxes."""
    end = boards[1].start if len(boards) > 1 else len(rows)
    dump = box_lines.of_lines(rows[:end]).dump
    whole = dump is not None and len(dump.boxes) == BOXES
    return boards[1:] if whole else boards


def can_follow(before: Board, after: Board) -> bool:
    """Whether a board may be shown next in a game: the same again, or with one stone more."""
    return before == after or (
        not is_over(before)
        and stones(after) == stones(before) + 1
        and all(b in ("-", a) for b, a in zip(before, after, strict=True))
    )
