# clause: meta_tic_tac_toe/taken; as X, with a free move, it mistakes the last tile of all on tile 5
import sys

me, *boards, master, last = sys.argv[1:]

open_boards = [b for b in range(9) if master[b] == "-" and "-" in boards[b]]
is_free = last == "xx" or int(last[1]) not in open_boards
if not is_free:
    open_boards = [int(last[1])]
moves = [(b, t) for b in open_boards for t in range(9) if boards[b][t] == "-"]
board, tile = moves[0]
if is_free and len(moves) == 1 and tile == 5 and me == "X":
    tile = 3
print(board, tile, sep="")
