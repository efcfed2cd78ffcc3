"""Details of positions that a bot may go wrong by, beside their class.

A bot that searches tiles or boards from one end may forget the other end, or one in between: then
it errs only where a certain tile or board is the only one left. Others go wrong on a board without
tiles or with those of one side alone, after so many moves, or at a free move with so many boards or
tiles, beside empty ones of won boards.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TypeAlias

from reference.meta_tic_tac_toe.rules import ALL, BOARDS, SIZE, State, legal_moves, target

Detail: TypeAlias = tuple[str, ...]


def details(state: State) -> Iterator[Detail]:
    """What stands out in a position, by name, numbers and the side to move."""
    moves, side = legal_moves(state), state.to_move
    yield "tiles taken", str((state.x | state.o).bit_count()), side
    if (board := target(state)) is not None:
        yield "tiles of", _owners(state, board), str(board), side
        yield "tiles left", str(len(moves)), side
        yield "first tile", str(moves[0] % SIZE), side
        yield "last tile", str(moves[-1] % SIZE), side
        if len(moves) == 1:
            yield "only tile", str(moves[0] % SIZE), side
            yield "only tile of a board", str(moves[0]), side
        return
    why = "sent" if state.last is not None else "xx"
    boards = [board for board in BOARDS if not state.closed >> board & 1]
    yield "boards left", why, str(len(boards)), side
    yield "free moves", why, str(len(moves))
    if state.last is None:
        yield "tiles taken", why, str((state.x | state.o).bit_count())
    if len(moves) <= SIZE:
        yield "tiles left", why, str(len(moves)), side
        if len(moves) + (state.x | state.o).bit_count() < SIZE * SIZE:
            yield "tiles left, more on won boards", why, str(len(moves)), side
    yield "first board", why, str(boards[0]), side
    yield "last board", why, str(boards[-1]), side
    if len(boards) == 1:
        yield "only board", why, str(boards[0]), side
    if len(moves) == 1:
        yield "only tile of all", why, str(moves[0] % SIZE), side


def _owners(state: State, board: int) -> str:
    """Who has tiles on a board: nobody, one of them, or both."""
    x, o = (tiles >> SIZE * board & ALL for tiles in (state.x, state.o))
    return "X" * bool(x) + "O" * bool(o)


def novelty(of: Iterable[Detail], met: Counter[Detail]) -> float:
    """How much a position with these details adds to those that were met so often."""
    return sum(1 / (1 + met[detail]) ** 2 for detail in of)
