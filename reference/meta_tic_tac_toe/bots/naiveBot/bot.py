"""naiveBot: wins a small board when it can, and otherwise takes the first legal tile.

Twelve arguments: the side, nine boards, the master board, the last move. Prints board and tile.
"""

import sys

LINES = ("012", "345", "678", "036", "147", "258", "048", "246")


def legal_moves(boards: list[str], master: str, last: str) -> list[tuple[int, int]]:
    """Every legal (board, tile), ascending. What is not '-' is taken, be it 'O' or '0'."""
    playable = [b for b in range(9) if master[b] == "-" and "-" in boards[b]]
    if last != "xx" and int(last[1]) in playable:
        playable = [int(last[1])]
    return [(b, t) for b in playable for t in range(9) if boards[b][t] == "-"]


def wins(board: str, tile: int, me: str) -> bool:
    """Whether the side `me` has three in a row on the board once it has the tile."""
    after = board[:tile] + me + board[tile + 1 :]
    return any(all(after[int(place)] == me for place in line) for line in LINES)


def choose(arguments: list[str]) -> tuple[int, int]:
    """The first legal move that wins a board, or the first of all."""
    me, *boards, master = (word.replace("0", "O") for word in arguments[:-1])
    moves = legal_moves(boards, master, arguments[-1])
    return next((move for move in moves if wins(boards[move[0]], move[1], me)), moves[0])


if __name__ == "__main__":
    print(*choose(sys.argv[1:]), sep="")
