"""champion: a tree search for as long as the second allows, with tables learned from self-play.

Twelve arguments: the side, nine boards, the master board, the last move. Prints board and tile.
It opens one file, the table of its evaluation, and remembers nothing from call to call.
"""

import gc
import os
import sys
from collections.abc import Sequence

from clock import Clock

CLOCK = Clock()  # before the tables are read, which takes time too

from position import ANYWHERE  # noqa: E402
from tree import TreeSearch  # noqa: E402

DIGIT = {"-": 0, "X": 1, "O": 2, "0": 2}


def read(arguments: Sequence[str]) -> TreeSearch:
    """The search from the position that the twelve arguments tell of."""
    turn, *boards, master, last = arguments
    codes = [sum(DIGIT[mark] * 3**i for i, mark in enumerate(board)) for board in boards]
    x_won, o_won = (
        sum((DIGIT[mark] == side) << i for i, mark in enumerate(master)) for side in (1, 2)
    )
    full = sum(("-" not in board) << i for i, board in enumerate(boards))
    closed = x_won | o_won | full
    target = ANYWHERE if last == "xx" or closed >> int(last[1]) & 1 else int(last[1])
    return TreeSearch(codes, DIGIT[turn] - 1, (x_won, o_won, closed), target)


if __name__ == "__main__":
    CLOCK.ready()
    gc.disable()  # nothing here is worth looking for: the process ends within the second
    search = read(sys.argv[1:])
    board, tile = search.best_move(CLOCK)
    print(board, tile, sep="", flush=True)
    os._exit(0)  # to take down a large tree neatly takes a tenth of a second
