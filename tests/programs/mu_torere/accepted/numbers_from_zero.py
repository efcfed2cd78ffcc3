# clause: none; nodes 0-8, X for the human's stones and O for its own, a dot for the empty node
# options: --numbers 0-8 --symbols XO.
P = list("OOOOXXXX.")  # kewai clockwise from the top left, then the putahi


def show():
    a, b, c, d, e, f, g, h, o = P
    print(f"{a}-{b}-{c}\n|\\|/|\n{h}-{o}-{d}\n|/|\\|\n{g}-{f}-{e}")


def legal(own, other):
    hole, moves = P.index("."), []
    for n in 5, 6, 3, 0, 1, 2, 7, 4, 8:
        beside = (n - 1) % 8, (n + 1) % 8
        enters = hole == 8 and other in (P[beside[0]], P[beside[1]])
        if P[n] == own and (n == 8 or hole in beside or enters):
            moves.append(n)
    return moves


def slide(n):
    P[P.index(".")], P[n] = P[n], "."
    show()


show()
while legal("X", "O"):
    slide("012587634".index(input()))
    slide(legal("O", "X")[0])
