# clause: none; plays perfectly, and draws lots between two good moves
import random

P = list("wwwwbbbbo")  # kewai clockwise from the top left, then the putahi


def show():
    a, b, c, d, e, f, g, h, o = P
    print(f"{a}-{b}-{c}\n|\\|/|\n{h}-{o}-{d}\n|/|\\|\n{g}-{f}-{e}")


def legal(own, other, order=(6, 5, 3, 1, 7, 0, 2, 4, 8)):
    hole, moves = P.index("o"), []
    for n in order:
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
    slide("123698745".index(input()))
    order = random.choice([(6, 5, 3, 1, 7, 0, 2, 4, 8), (6, 5, 0, 2, 4, 3, 1, 7, 8)])
    slide(legal("w", "b", order)[0])
