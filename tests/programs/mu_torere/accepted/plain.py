# clause: none; the plain program that those of the tables beside this folder are made from
# options: --exact --clean-end
P = list("wwwwbbbbo")  # kewai clockwise from the top left, then the putahi


def show():
    a, b, c, d, e, f, g, h, o = P
    print(f"{a}-{b}-{c}\n|\\|/|\n{h}-{o}-{d}\n|/|\\|\n{g}-{f}-{e}")


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
    slide("123698745".index(input()))
    slide(legal("w", "b")[0])
