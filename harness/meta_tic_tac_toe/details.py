"""Details of positions that a bot may go wrong by, beside their class.

A bot that searches tiles or boards from one end may forget the other end, or one in between: then
it errs only where a certain tile or board is the only one left. Others go wrong on a board without
tiles or with those of one side alone, after so many moves, or at a free move with so many boards or
tiles, beside empty ones of won boards. One that completes a line, or stops the other side's, may
have a wrong table of lines: then it errs where one line alone has two in a row and an empty square.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TypeAlias

from reference.meta_tic_tac_toe.rules import (
    ALL,
    BOARDS,
    ROWS,
    SIZE,
    Nine,
    State,
    legal_moves,
    target,
)

Detail: TypeAlias = tuple[str, ...]


def details(state: State) -> Iterator[Detail]:
    """What stands out in a position, by name, numbers and the side to move."""
    moves, side = legal_moves(state), state.to_move
    yield "tiles taken", str((state.x | state.o).bit_count()), side
    board = target(state)
    kind = "free" if board is None else "sent"
    playable = ALL & ~state.closed if board is None else 1 << board
    yield "boards won", str(state.x_won.bit_count()), str(state.o_won.bit_count()), side
    for whose, won in (("X", state.x_won), ("O", state.o_won)):
        for line in _two_in_a_row(won, playable):
            yield "two boards in a row", kind, whose, *line, side
    if board is not None:
        x, o = (tiles >> SIZE * board & ALL for tiles in (state.x, state.o))
        for whose, own in (("X", x), ("O", o)):
            for line in _two_in_a_row(own, ALL & ~(x | o)):
                yield "two in a row", whose, *line, side
        yield "tiles of", "X" * bool(x) + "O" * bool(o), str(board), side
        yield "tiles of each", str(x.bit_count()), str(o.bit_count()), side
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


def _two_in_a_row(own: Nine, free: Nine) -> Iterator[tuple[str, str]]:
    """The lines that are a side's but for one square that is free: their numbers and its."""
    for number, line in enumerate(ROWS):
        left = line & ~own
        if left.bit_count() == 1 and left & free:
            yield str(number), str(left.bit_length() - 1)


def novelty(of: Iterable[Detail], met: Counter[Detail]) -> float:
    """How much a position with these details adds to those that were met so often."""
    return sum(1 / (1 + met[detail]) ** 2 for detail in of)
