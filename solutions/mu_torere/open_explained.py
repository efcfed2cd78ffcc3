"""open.py spelled out: the same program, line for line, with names. NOTES.md tells the reasons."""

HUMAN, PROGRAM, EMPTY = "0", "1", 2

# The board is its own drawing. A node has two indices in this list of 31 cells: its offset, which is
# even, and its offset less 31, which is odd and negative. The second is the node's number.
board = [
    *r"""

0-0-0
|\|/|
0-2-1
|/|\|
1-1-1"""
]
# A candidate is the hole xor one of these, which changes the parity of an index; of the candidates
# that hold the mover's stone the last one counts.
CODES = (-1, -11, -9, -19, -17, -29, -21, -13, -19, -25)

hole = 16  # even where the program has moved (or nobody), odd where the human has
while True:
    print(*board)
    mover = PROGRAM if hole % 2 else HUMAN
    board[hole] = mover
    # How many codes a hole sees decides its order of preference; from -24 on they count from the end.
    candidate_holding = {board[hole ^ code]: hole ^ code for code in CODES[: hole + 23]}
    choice = candidate_holding[mover]  # a KeyError when the human is stuck: the game is won
    hole = choice if mover == PROGRAM else int(input())
    board[hole] = EMPTY
