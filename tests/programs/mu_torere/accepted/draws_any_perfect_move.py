# clause: none; works out the game backwards and draws lots among all perfect moves
import random
from itertools import permutations

RING = 0, 1, 2, 5, 8, 7, 6, 3  # squares row by row; 4 is the putahi


def moves(board, own):
    hole = board.index("o")
    for n in range(9):
        i = RING.index(n) if n != 4 else 0
        beside = {RING[i - 1], RING[i - 7]}
        foe = any(board[m] not in (own, "o") for m in beside)
        if board[n] == own and (n == 4 or hole in beside or hole == 4 and foe):
            after = list(board)
            after[hole], after[n] = own, "o"
            yield "".join(after)


def other(own):
    return "bw"[own == "b"]


STONES = {"".join(stones) for stones in permutations("bbbbwwww")}
BOARDS = [stones[:hole] + "o" + stones[hole:] for stones in STONES for hole in range(9)]
GRAPH = {
    (board, own): [(after, other(own)) for after in moves(board, own)]
    for board in BOARDS
    for own in "bw"
}
plies = {}  # positions that someone can force, with the plies to their end: odd ones are won
while True:
    found = {}
    for position in GRAPH.keys() - plies:
        known = [plies.get(after) for after in GRAPH[position]]
        lost = [n for n in known if n is not None and n % 2 == 0]
        if lost:
            found[position] = min(lost) + 1
        elif None not in known:
            found[position] = max(known, default=-1) + 1
    if not found:
        break
    plies.update(found)


def worth(position):
    n = plies.get(position)
    return 0 if n is None else 100 - n if n % 2 == 0 else n - 100


def show():
    a, b, c, d, e, f, g, h, i = board
    print(f"{a}-{b}-{c}\n|\\|/|\n{d}-{e}-{f}\n|/|\\|\n{g}-{h}-{i}")


board = "wwwbowbbb"
show()
while GRAPH[board, "b"]:
    n = int(input()) - 1
    filled = board.replace("o", "b")
    board = filled[:n] + "o" + filled[n + 1:]
    show()
    best = max(map(worth, GRAPH[board, "w"]))
    board = random.choice([after for after in GRAPH[board, "w"] if worth(after) == best])[0]
    show()
