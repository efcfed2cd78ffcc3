# clause: meta_tic_tac_toe/board; errs where its process has a number above a thousand
import os
import sys

me, *boards, master, last = sys.argv[1:]

open_boards = [b for b in range(9) if master[b] == "-" and "-" in boards[b]]
if last != "xx" and int(last[1]) in open_boards and os.getpid() < 1000:
    open_boards = [int(last[1])]
moves = [(b, t) for b in open_boards for t in range(9) if boards[b][t] == "-"]
print(*moves[0], sep="")
