# clause: none; edges of four characters, and the nodes numbered clockwise
# options: --picture big.txt
P = list("wwwwbbbbo")  # kewai clockwise from the top left, then the putahi


BOARD = r"""
1----2----3
|\   |   /|
| \  |  / |
|  \ | /  |
|   \|/   |
8----9----4
|   /|\   |
|  / | \  |
| /  |  \ |
|/   |   \|
7----6----5
"""


def show():
    print("".join(P[int(c) - 1] if c.isdigit() else c for c in BOARD))


def legal(own, other):
    hole, moves = P.index("o"), []
    for n in 5, 6, 3, 0, 1, 2, 7, 4, 8:
        beside = (n - 1) % 8, (n + 1) % 8
        enters = hole == 8 and other in (P[beside[0]], P[beside[1]])
        if P[n] == own and (n == 8 or hole in beside or enters):
            moves.append(n)
    return moves


def slide(n):
    P[P.index("o")], P[n] = P[n], "o"
    show()


show()
while legal("b", "w"):
    slide(int(input()) - 1)
    slide(legal("w", "b")[0])
