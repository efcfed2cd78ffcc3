"""The nine boards as a picture for a terminal: frames, tiles in colours, the last move, the target.

╭─0─────╮ ╭─1─────╮ ╭─2─────╮
│ · · · │ │ X · · │ │ · · · │      a heavy frame: the board that must be played in,
│ · · · │ │ · · · │ │ · O · │      or any board of a free move
│ · · · │ │ · · · │ │ · · · │
╰───────╯ ╰───────╯ ╰───────╯
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from rich.text import Text

from reference.meta_tic_tac_toe.rules import (
    BOARDS,
    SIZE,
    Board,
    Move,
    State,
    is_terminal,
    target,
)
from reference.tic_tac_toe import SIDE, Mark

_STYLES: Final[dict[Mark, str]] = {"X": "bold cyan", "O": "bold yellow"}
_LAST_MOVE: Final = " reverse"
_OPEN: Final = "bold green"


class Glyphs(NamedTuple):
    """The characters to draw with. A frame is its corners, clockwise, and its two kinds of edge."""

    empty: str
    frame: str
    heavy: str


UNICODE: Final = Glyphs("·", "╭╮╯╰─│", "┏┓┛┗━┃")
ASCII: Final = Glyphs(".", "++++-|", "#####" + "#")

_Piece = tuple[str, str]  # characters and their style


def picture(state: State, glyphs: Glyphs, last: Move | None = None, legal: bool = False) -> Text:
    """Fifteen lines: the boards, those that may be played in with a heavy frame.

    The move `last` is highlighted, or the state's own last move. A won board has its winner on its
    frame. With `legal` the empty tiles of the boards that may be played in show their digits.
    """
    shown = state.last if last is None else last
    text = Text(no_wrap=True)
    for first in range(0, SIZE, SIDE):
        rows = zip(
            *(_board(state, board, glyphs, shown, legal) for board in BOARDS[first : first + SIDE]),
            strict=True,
        )
        for row in rows:
            for number, pieces in enumerate(row):
                text.append(" " if number else "")
                for characters, style in pieces:
                    text.append(characters, style)
            text.append("\n")
    text.right_crop(1)
    return text


def playable(state: State) -> frozenset[Board]:
    """The boards that the side to move may play in; none once the match is over."""
    if is_terminal(state):
        return frozenset()
    due = target(state)
    if due is not None:
        return frozenset((due,))
    return frozenset(board for board in BOARDS if not state.closed >> board & 1)


def winner_of(state: State, board: Board) -> Mark | None:
    """Who has won a board, or None."""
    return "X" if state.x_won >> board & 1 else "O" if state.o_won >> board & 1 else None


def owner_of(state: State, move: Move) -> Mark | None:
    """Who has a tile, or None."""
    return "X" if state.x >> move & 1 else "O" if state.o >> move & 1 else None


def _board(
    state: State, board: Board, glyphs: Glyphs, last: Move | None, legal: bool
) -> Iterator[list[_Piece]]:
    """The five lines of one board."""
    winner = winner_of(state, board)
    is_open = board in playable(state)
    style = _OPEN if is_open else _STYLES[winner] if winner else "dim"
    corners = glyphs.heavy if is_open else glyphs.frame
    top_left, top_right, bottom_right, bottom_left, across, upright = tuple(corners)
    title = f"{across}{board}{across * 2}{winner or across}{across * 2}"
    yield [(f"{top_left}{title}{top_right}", style)]
    for first in range(0, SIZE, SIDE):
        line: list[_Piece] = [(f"{upright} ", style)]
        for tile in range(first, first + SIDE):
            line += [_tile(state, SIZE * board + tile, glyphs, last, legal and is_open), (" ", "")]
        yield [*line, (upright, style)]
    yield [(f"{bottom_left}{across * 7}{bottom_right}", style)]


def _tile(state: State, move: Move, glyphs: Glyphs, last: Move | None, legal: bool) -> _Piece:
    owner = owner_of(state, move)
    if owner is None:
        return (str(move % SIZE), _OPEN) if legal else (glyphs.empty, "dim")
    # On a board that is won, what the other side has there no longer matters.
    lost = winner_of(state, move // SIZE) not in (None, owner)
    style = "dim" if lost else _STYLES[owner]
    return owner, style + (_LAST_MOVE if move == last else "")
