# MENACE plays X, moves first, and learns from what becomes of its games. The human types two
# letters for a move: L, M or R for the row (top, middle, bottom), and then for the column.
from random import choice, choices

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
# The eight ways to turn and mirror a board: the square i of the picture is the square VIEW[i].
VIEWS = ["012345678", "630741852", "876543210", "258147036",
         "210543876", "036147258", "678345012", "852741630"]  # fmt: skip
NEW_BEADS = 3


def picture(board):
    """The picture on the box of this board, and the view that shows the board so."""
    return min(("".join(board[int(i)] for i in view), view) for view in VIEWS)


def won(board, mark):
    """Whether this mark has three in a row."""
    return any(all(board[i] == mark for i in line) for line in LINES)


def played(board, square, mark):
    """The board with one more mark."""
    return board[:square] + mark + board[square + 1 :]


def free(board):
    """The empty squares."""
    return [i for i in range(9) if board[i] == "-"]


boxes = {}  # picture: beads, each a square of the picture


def make_boxes(board):
    """Make the box of this board, in which X is to move, and of all that may follow."""
    name, _ = picture(board)
    if name in boxes or won(board, "O") or len(free(board)) < 2:
        return
    boxes[name] = choices(free(name), k=NEW_BEADS)
    for x in free(name):
        after = played(name, x, "X")
        if not won(after, "X"):
            for o in free(after):
                make_boxes(played(after, o, "O"))


def draw(board, used):
    """MENACE's move: a bead leaves the box of the board; `used` keeps what was drawn from where."""
    if len(free(board)) == 1:
        return free(board)[0]  # no choice, no box
    name, view = picture(board)
    beads = boxes[name]
    bead = choice(beads)
    beads.remove(bead)
    if not beads:  # an empty box gets new beads, and one of them is the move
        beads += choices(free(name), k=NEW_BEADS)
        bead = choice(beads)
    used.append((beads, bead))
    return int(view[bead])


def show(board):
    """Print the board in three lines; and flush it, because the human waits."""
    print(board[:3], board[3:6], board[6:], sep="\n", flush=True)


make_boxes("-" * 9)
for _ in range(int(input())):
    print("New game", flush=True)
    board, used, mark = "-" * 9, [], "X"
    while free(board) and not won(board, "X") and not won(board, "O"):
        if mark == "X":
            square = draw(board, used)
        else:
            row, column = input().upper()
            square = 3 * "LMR".index(row) + "LMR".index(column)
        board = played(board, square, mark)
        show(board)
        mark = "O" if mark == "X" else "X"
    back = 2 if won(board, "X") else 0 if won(board, "O") else 1
    for beads, bead in used:
        beads += [bead] * back
    print(list(boxes.values()), flush=True)
