"""A way to any reachable position: the turns of a match that lead there."""

from typing import TypeAlias

from harness.meta_tic_tac_toe.reachable import closers
from reference.meta_tic_tac_toe.rules import ALL, BOARDS, SIZE, Move, State, opponent
from reference.tic_tac_toe import SQUARES, Mark

Story: TypeAlias = tuple[Move | None, ...]
"""A match turn by turn; None is an invalid move."""


def story_of(state: State) -> Story:
    """Turns that lead to an unfinished reachable state: a way there, seldom the shortest."""
    order: list[Move] = []
    for board in BOARDS:
        x, o = state.x >> SIZE * board & ALL, state.o >> SIZE * board & ALL
        ends = closers(x, o)
        tiles = [SIZE * board + tile for tile in SQUARES if (x | o) >> tile & 1]
        if ends:
            closing = SIZE * board + ends.bit_length() - 1
            tiles.sort(key=lambda move, closing=closing: move == closing)  # type: ignore[misc]
        order += tiles
    if state.last is not None:
        order.sort(key=lambda move: move == state.last)
    story: list[Move | None] = []
    side: Mark = "X"
    for move in order:
        owner: Mark = "X" if state.x >> move & 1 else "O"
        if owner != side:
            story.append(None)  # the other side gives its turn away
        elif story and story[-1] is not None:
            story += [None, None]  # nobody is sent anywhere: the move is to be free
        story.append(move)
        side = opponent(owner)
    if state.last is None and story and story[-1] is not None:
        story.append(None)
        side = opponent(side)
    if side != state.to_move:
        story.append(None)
    return tuple(story)
