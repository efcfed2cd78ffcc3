# A bot of meta tic-tac-toe: it is run for each move and prints two digits, a board and a tile.
# It takes a tile that wins a small board if there is one, and else the first that is free.
import sys

LINES = ["012", "345", "678", "036", "147", "258", "048", "246"]

# Who moves (X or O), the nine boards, the master board (who has won which), and the last move:
# its board and its tile, or xx. On boards an O is the digit 0.
turn, *boards, master, last = sys.argv[1:]
mine = "X" if turn == "X" else "0"

# Only boards that are neither won nor full are played in.
playable = [b for b in range(9) if master[b] == "-" and "-" in boards[b]]
# The tile of the last move names the board to play in, unless that one is won or full.
if last != "xx" and int(last[1]) in playable:
    playable = [int(last[1])]


def wins(board, tile):
    """Whether my mark on this tile makes three in a row on the board."""
    marked = board[:tile] + mine + board[tile + 1 :]
    return any(all(marked[int(t)] == mine for t in line) for line in LINES)


moves = [(b, t) for b in playable for t in range(9) if boards[b][t] == "-"]
board, tile = next((move for move in moves if wins(boards[move[0]], move[1])), moves[0])
print(f"{board}{tile}")
