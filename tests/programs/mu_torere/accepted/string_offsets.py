# clause: none; the board is one string, and a node's number is its offset there
# options: --numbers 0,2,4,12,14,16,24,26,28
board = "w-w-w\n|\\|/|\nb-o-w\n|/|\\|\nb-b-b"
RING = 0, 2, 4, 16, 28, 26, 24, 12  # clockwise from the top left
CENTRE = 14


def legal(own, other):
    hole = board.index("o")
    for n in 26, 24, 16, 0, 2, 4, 12, 28, CENTRE:
        i = RING.index(n) if n in RING else None
        beside = [] if i is None else [RING[i - 1], RING[i - 7]]
        enters = hole == CENTRE and other in [board[m] for m in beside]
        if board[n] == own and (n == CENTRE or hole in beside or enters):
            yield n


def slide(n):
    global board
    filled = board.replace("o", board[n])
    board = filled[:n] + "o" + filled[n + 1:]
    print(board)


print(board)
while list(legal("b", "w")):
    slide(int(input()))
    slide(next(legal("w", "b")))
