"""strict.py spelled out: the same program, line for line, with names. NOTES.md tells the reasons."""

BLACK, WHITE, EMPTY = b"bwo"
PICTURE = """\1-\2-\3
|\\|/|
\4-\5-\6
|/|\\|
\7-\10-\11"""  # a node is the character whose code is the node's number, 1 to 9

# For a hole on the ring its entry is one of its two neighbours there (the other is 5 - hole, as an
# index of a list of ten), and the walk from it ends at entry 0, the centre. From the centre the walk
# goes backwards past enough of the ring.
TABLE = bytes((5, 2, 1, 6, 7, 6, 3, 4, 9, 8, 1))

board = [BLACK, *b"wwwbowbbb"]  # nodes 1 to 9, and a pad
moved_last, hole = WHITE, 5

while True:
    print(PICTURE.translate(board))
    for candidate in (*TABLE[hole :: 4 | -hole], 5 - hole):
        if board[candidate] != moved_last:
            break  # the first stone of the side to move: the program's move, on its turn
    else:
        break  # the side to move, always the human, has none: the game is won
    moved_last = board[hole] = BLACK + WHITE - moved_last
    hole = candidate if moved_last == WHITE else int(input())
    board[hole] = EMPTY
