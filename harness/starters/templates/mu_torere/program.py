# Mu Torere: the human is black (b) and moves first, this program is white (w).
# The nodes have the numbers 1-9, row by row; o is the empty node.

# Where a stone that moves into an empty node may come from. The order is the strategy: the first
# stone of its own that may move is the one that the program moves. Make it shorter, or better!
FROM = {
    1: [2, 4, 5], 2: [1, 3, 5], 3: [6, 2, 5],
    4: [7, 1, 5], 5: [6, 7, 1, 2, 3, 4, 8, 9], 6: [3, 9, 5],
    7: [4, 8, 5], 8: [9, 7, 5], 9: [8, 6, 5],
}  # fmt: skip


def legal_moves(board, colour):
    """The nodes of the stones that this colour may move, in the order of FROM."""
    hole = board.index("o")
    other = "b" if colour == "w" else "w"
    moves = [node for node in FROM[hole] if board[node] == colour]
    if hole == 5:  # into the centre only from beside a stone of the other colour
        moves = [node for node in moves if other in (board[FROM[node][0]], board[FROM[node][1]])]
    return moves


def move(board, node):
    """Slide the stone on this node into the empty one."""
    hole = board.index("o")
    board[hole], board[node] = board[node], "o"


def show(board):
    """Print the board; and flush it, because the human waits to see it."""
    a, b, c, d, e, f, g, h, i = board[1:]
    print(f"{a}-{b}-{c}\n|\\|/|\n{d}-{e}-{f}\n|/|\\|\n{g}-{h}-{i}", flush=True)


board = list(" wwwbowbbb")  # the place 0 is not used, so that a node's number is its place
show(board)
while legal_moves(board, "b"):  # who cannot move has lost
    move(board, int(input()))  # the human's move is legal: nobody has to check it
    show(board)
    move(board, legal_moves(board, "w")[0])
    show(board)
