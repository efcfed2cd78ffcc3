"""What the next thing printed must be in a game: a board, MENACE's own move, the boxes.

Each rule here looks at one event of the screen, and says how it breaks the rules, if it does.
"""

from itertools import chain
from typing import Final

from harness import messages
from harness.fault import Fault
from harness.menace.classes import BOXES
from harness.menace.form import BEADS_ARE_SQUARES, Form
from harness.menace.reading.kinds import looks_misread
from harness.menace.screen import Dump, Event, NewGame, Shown
from harness.verdict import Verdict
from reference.tic_tac_toe import (
    EMPTY_BOARD,
    SQUARES,
    Board,
    Mark,
    Square,
    empty_squares,
    over,
    place,
)

WAIT: Final = "a wait for the human's move"
SHOWN_AT_MOST: Final = 200  # characters of what should not be there
_SQUARE_NAMES: Final = frozenset(map(str, SQUARES))


def after_human(event: Event, before: Board, expected: Board, sent: str) -> Fault | None:
    """The fault of a board that is not the one after the human's move; None for the right one."""
    if event == Shown(expected):
        return None
    if not isinstance(event, Shown):
        return Fault("menace/board", name_of(event), f"the board after {sent}")
    if event.board == before:
        return Fault("menace/human", f"the board unchanged after {sent}", _rows(expected))
    if over(expected) and event.board == EMPTY_BOARD:
        return Fault("menace/board", "an empty board", _rows(expected))
    if event.board in _followers(expected, "X"):
        seen = f"the board after MENACE's next move: {_rows(event.board)}"
        return Fault("menace/board", seen, f"the board after {sent} first")
    return Fault("menace/human", f"after {sent}: {_rows(event.board)}", _rows(expected))


def own_move(event: Event, before: Board) -> Square | Fault:
    """The square that MENACE played, or why this is no move of its own."""
    expected = f"one X on an empty square of {_rows(before)}"
    if isinstance(event, NewGame):
        return Fault("menace/over", "a new game", f"the game to go on from {_rows(before)}")
    if not isinstance(event, Shown):
        return Fault("menace/over", "boxes", f"the game to go on from {_rows(before)}")
    moves = [s for s in empty_squares(before) if place(before, s, "X") == event.board]
    if moves:
        return moves[0]
    if before == EMPTY_BOARD and event.board.count("O"):
        clause = "menace/first" if event.board.count("X") == 0 else "menace/kept"
        return Fault(clause, _rows(event.board), "one X on an empty board")
    return Fault("menace/draw", _rows(event.board), expected)


def _followers(board: Board, mark: Mark) -> list[Board]:
    """The boards that one more stone makes of this one."""
    return [place(board, square, mark) for square in empty_squares(board)]


def too_much(event: Event, board: Board) -> Fault:
    """The fault of printing more after MENACE's move, when the human is to move."""
    if event == Shown(board):
        return Fault("menace/board", f"once more {_rows(board)}", "the board once")
    if isinstance(event, Shown) and event.board in _followers(board, "O"):
        seen = f"a move for the human: {_rows(event.board)}"
        return Fault("menace/human", seen, WAIT)
    if isinstance(event, Shown):
        return Fault("menace/interactive", f"one more board: {_rows(event.board)}", WAIT)
    return Fault("menace/over", name_of(event), f"the game to go on from {_rows(board)}")


def instead_of_boxes(event: Event, board: Board) -> Fault:
    """The fault of printing anything but all boxes once the game is over."""
    if isinstance(event, NewGame):
        return Fault("menace/dump", "a new game", "all boxes first")
    return Fault("menace/over", name_of(event), f"the game to be over at {_rows(board)}")


def boxes_fault(event: Dump, form: Form, first: bool) -> Fault | None:
    """All boxes must be there, and none empty; `first`: they are those of the first game.

    Only boxes whose form was found out can be misread. In the challenge's own form a list is a box.
    """
    if len(event.boxes) != BOXES:
        return Fault("menace/boxes", f"{len(event.boxes)} boxes", f"{BOXES} boxes")
    if form.exact and form.beads == BEADS_ARE_SQUARES and (fault := _no_squares(event)):
        return fault
    if first and not form.exact and looks_misread(event.boxes):
        seen = f"the boxes cannot be read: one was taken for {shortened(str([*event.boxes[0]]))}"
        expected = "boxes in a form that is known or declared"
        return Fault("menace/reading", seen, expected, Verdict.INCONCLUSIVE)
    if empty := [*map(len, event.boxes)].count(0):
        clause = "menace/boxes" if first else "menace/refill"
        seen = f"{empty} empty box{'es' if empty > 1 else ''}"
        expected = "beads in every box: one is refilled as soon as its last bead is drawn"
        return Fault(clause, seen, expected)
    return None


def _no_squares(event: Dump) -> Fault | None:
    """Something in a list of squares that is the number of none."""
    if _SQUARE_NAMES.issuperset(chain.from_iterable(event.boxes)):
        return None
    bead = next(bead for beads in event.boxes for bead in beads if bead not in _SQUARE_NAMES)
    seen, expected = f"the bead {shortened(bead)}", "the number of a square, 0 to 8"
    return Fault("menace/beads", seen, expected)


def shortened(text: str) -> str:
    """The text as a finding shows it; of a long one the beginning."""
    return messages.shortened(text, SHOWN_AT_MOST)


def name_of(event: Event) -> str:
    """An event as a finding names it."""
    match event:
        case NewGame():
            return "`New game`"
        case Shown(board):
            return f"a board: {_rows(board)}"
        case Dump(boxes):
            return f"{len(boxes)} boxes"


def _rows(board: Board) -> str:
    return " / ".join(board[i : i + 3] for i in (0, 3, 6))
