# clause: none; a fixed order of preference over the nodes is a perfect player
RING = "12369874"
board = dict(zip("123456789", "wwwbowbbb"))


def show():
    print("{}-{}-{}\n|\\|/|\n{}-{}-{}\n|/|\\|\n{}-{}-{}".format(*board.values()))


def moves(mine, theirs):
    hole = next(n for n in board if board[n] == "o")
    for n in "876123495":
        i = RING.find(n)
        beside = [RING[i - 1], RING[(i + 1) % 8]] if n != "5" else list(RING)
        if board[n] == mine and n != hole:
            if hole in beside and n != "5" or n == "5":
                yield n, hole
            elif hole == "5" and any(board[m] == theirs for m in beside):
                yield n, hole


def slide(n, hole):
    board[hole], board[n] = board[n], "o"
    show()


show()
while next(moves("b", "w"), None):
    n = input()
    slide(n, next(m for m in board if board[m] == "o"))
    slide(*next(moves("w", "b")))
