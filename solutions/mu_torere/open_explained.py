"""open.py spelled out: the same program, line for line, with names. NOTES.md tells the reasons."""

HUMAN, PROGRAM, EMPTY = "0", "1", 2

# The board is its own drawing, and a node's number is its offset in it.
board = [
    *r"""

0-0-1
|\|/|
0-2-1
|/|\|
0-1-1"""
]
# A candidate is the hole xor one of these; of those that hold the mover's stone the last one counts.
CODES = (10, 14, 12, 22, 18, 2, 20, 12, 2, 6, 20)

hole, mover = 16, PROGRAM
while True:
    print(*board)
    mover = PROGRAM if mover == HUMAN else HUMAN
    board[hole] = mover
    # How many codes a hole sees decides its order of preference.
    candidate_holding = {board[hole ^ code]: hole ^ code for code in CODES[: hole ^ 21]}
    choice = candidate_holding[mover]  # a KeyError when the human is stuck: the game is won
    hole = choice if mover == PROGRAM else int(input())
    board[hole] = EMPTY
