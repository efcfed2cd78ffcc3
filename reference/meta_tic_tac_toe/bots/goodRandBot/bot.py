"""goodRandBot: a legal move, all of them equally likely.

Twelve arguments: the side, nine boards, the master board, the last move. Prints board and tile.
"""

import random
import sys


def legal_moves(boards: list[str], master: str, last: str) -> list[tuple[int, int]]:
    """Every legal (board, tile), ascending. What is not '-' is taken, be it 'O' or '0'."""
    playable = [b for b in range(9) if master[b] == "-" and "-" in boards[b]]
    if last != "xx" and int(last[1]) in playable:
        playable = [int(last[1])]
    return [(b, t) for b in playable for t in range(9) if boards[b][t] == "-"]


def choose(arguments: list[str]) -> tuple[int, int]:
    """Any legal move."""
    _, *boards, master, last = arguments
    return random.choice(legal_moves(boards, master, last))


if __name__ == "__main__":
    print(*choose(sys.argv[1:]), sep="")
