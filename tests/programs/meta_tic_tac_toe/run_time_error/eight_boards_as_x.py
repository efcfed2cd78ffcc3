# clause: meta_tic_tac_toe/end; as X after an invalid move it looks at the first eight boards alone
import sys

me, *boards, master, last = sys.argv[1:]

looked_at = 8 if me == "X" and last == "xx" else 9
open_boards = [b for b in range(looked_at) if master[b] == "-" and "-" in boards[b]]
if last != "xx" and int(last[1]) in open_boards:
    open_boards = [int(last[1])]
print(open_boards[0], boards[open_boards[0]].find("-"), sep="")
