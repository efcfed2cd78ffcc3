# clause: meta_tic_tac_toe/digits; reads O sent as the digit alone

import sys

me, *boards, master, last = sys.argv[1:]

open_boards = [b for b in range(9) if master[b] == "-" and "-" in boards[b]]
if last != "xx" and int(last[1]) in open_boards:
    open_boards = [int(last[1])]
moves = [(b, t) for b in open_boards for t in range(9) if boards[b][t] == "-"]
print("%d%d" % moves[0] if "O" not in "".join(boards) else "?")
