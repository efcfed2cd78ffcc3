# clause: none; the plain program that those of the tables beside this folder are made from
# options: --exact --beads squares --clean-end
from random import choice

LINES = [[int(c) for c in line] for line in "012 345 678 036 147 258 048 246".split()]
TURNED = "012345678 630741852 876543210 258147036"
MIRRORED = "210543876 036147258 678345012 852741630"
SYMMETRIES = [[int(c) for c in word] for word in f"{TURNED} {MIRRORED}".split()]


def free(board):
    return [square for square in range(9) if board[square] == "-"]


def won(board, mark):
    return any(all(board[square] == mark for square in line) for line in LINES)


def place(board, square, mark):
    return board[:square] + mark + board[square + 1:]


def picture_of(board):  # and the squares of the board that the picture's squares stand for
    return min(("".join(board[square] for square in s), s) for s in SYMMETRIES)


def fill(board):
    picture, _ = picture_of(board)
    if picture not in boxes and len(free(board)) > 1:
        boxes[picture] = [choice(free(picture)) for _ in free(picture)]
        for square in free(board):
            after = place(board, square, "X")
            for answer in [] if won(after, "X") else free(after):
                again = place(after, answer, "O")
                if not won(again, "O"):
                    fill(again)


def draw(board):
    if len(free(board)) == 1:
        return free(board)[0]
    picture, squares = picture_of(board)
    box = boxes[picture]
    bead = choice(box)
    box.remove(bead)
    if not box:
        box += [choice(free(picture)) for _ in range(3)]
        bead = choice(box)
    used.append((box, bead))
    return squares[bead]


def ask():
    move = input()
    return "LMR".index(move[0]) * 3 + "LMR".index(move[1])


def show(board):
    print(board[:3], board[3:6], board[6:], sep="\n", flush=True)


def play():
    board = "-" * 9
    while True:
        board = place(board, draw(board), "X")
        show(board)
        if won(board, "X"):
            return 2
        if not free(board):
            return 1
        board = place(board, ask(), "O")
        show(board)
        if won(board, "O"):
            return 0


boxes = {}
fill("-" * 9)
for game in range(int(input())):
    print("New game")
    used = []
    back = play()
    for box, bead in used:
        box += [bead] * back
    print(list(boxes.values()))
