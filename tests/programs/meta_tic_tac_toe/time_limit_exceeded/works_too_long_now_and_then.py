# clause: meta_tic_tac_toe/time; works on for seconds when it is sent to board 4 by tile 4 of board 4

import sys

me, *boards, master, last = sys.argv[1:]

open_boards = [b for b in range(9) if master[b] == "-" and "-" in boards[b]]
if last != "xx" and int(last[1]) in open_boards:
    open_boards = [int(last[1])]
moves = [(b, t) for b in open_boards for t in range(9) if boards[b][t] == "-"]
while last == "44" and me == "O":
    pass
print(*moves[0], sep="")
