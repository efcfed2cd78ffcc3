# clause: meta_tic_tac_toe/board; a tile that names its own board frees the next move, to it

import sys

me, *boards, master, last = sys.argv[1:]

open_boards = [b for b in range(9) if master[b] == "-" and "-" in boards[b]]
if last != "xx" and int(last[1]) in open_boards:
    open_boards = [int(last[1])]
moves = [(b, t) for b in open_boards for t in range(9) if boards[b][t] == "-"]
if last[0] == last[1] != "x":
    moves = [(b, t) for b in range(9) if master[b] == "-" for t in range(9) if boards[b][t] == "-"]
print(*moves[-1], sep="")
