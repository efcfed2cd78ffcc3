# clause: none; shows each node's number, from 0, beside its stone
P = list("wwwwbbbbo")  # kewai clockwise from the top left, then the putahi


def show():
    a, b, c, d, e, f, g, h, o = P
    print(f"0{a}--1{b}--2{c}\n | \\ | / |\n3{h}--4{o}--5{d}\n | / | \\ |\n6{g}--7{f}--8{e}\n")


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
    slide("012587634".index(input()))
    slide(legal("w", "b")[0])
