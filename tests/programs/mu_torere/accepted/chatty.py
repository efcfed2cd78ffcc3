# clause: none; talks, colours its stones, sends odd bytes and NULs; its start is turned by half
import os

P = list("bbbbwwwwo")  # kewai clockwise from the top left, then the putahi
COLOURS = {"b": "\x1b[31mb\x1b[0m", "w": "\x1b[1;37mw\x1b[m", "o": "o"}


def show():
    a, b, c, d, e, f, g, h, o = (COLOURS[stone] for stone in P)
    print(f"{a}-{b}-{c}\n|\\|/|\n{h}-{o}-{d}\n|/|\\|\n{g}-{f}-{e}")


def legal(own, other):
    hole, moves = P.index("o"), []
    for n in 1, 2, 7, 4, 5, 6, 3, 0, 8:
        beside = (n - 1) % 8, (n + 1) % 8
        enters = hole == 8 and other in (P[beside[0]], P[beside[1]])
        if P[n] == own and (n == 8 or hole in beside or enters):
            moves.append(n)
    return moves


def slide(n):
    P[P.index("o")], P[n] = P[n], "o"
    show()


print("Mu Torere: type the number of the stone to be moved.\n1-2-3, 4-5-6, 7-8-9")
show()
while legal("b", "w"):
    os.write(1, b"\0\a\xff\x80~~~ your move? ")
    slide("123698745".index(input()))
    print("I think ...\r")
    slide(legal("w", "b")[0])
print("\x1b[32mI have won.\x1b[0m")
