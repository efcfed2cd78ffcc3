"""middleBot: the centre of a board, or else a corner, or else an edge.

A free move goes to the board that it likes best by the same taste.
Twelve arguments: the side, nine boards, the master board, the last move. Prints board and tile.
"""

import sys

TASTE = (4, 0, 2, 6, 8, 1, 3, 5, 7)  # centre, corners, edges


def legal_moves(boards: list[str], master: str, last: str) -> list[tuple[int, int]]:
    """Every legal (board, tile), ascending. What is not '-' is taken, be it 'O' or '0'."""
    playable = [b for b in range(9) if master[b] == "-" and "-" in boards[b]]
    if last != "xx" and int(last[1]) in playable:
        playable = [int(last[1])]
    return [(b, t) for b in playable for t in range(9) if boards[b][t] == "-"]


def choose(arguments: list[str]) -> tuple[int, int]:
    """The legal move with the most central tile, on the most central board."""
    _, *boards, master, last = arguments
    moves = legal_moves(boards, master, last)
    return min(moves, key=lambda move: (TASTE.index(move[1]), TASTE.index(move[0])))


if __name__ == "__main__":
    print(*choose(sys.argv[1:]), sep="")
